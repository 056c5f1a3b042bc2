/** From so much a day on a dose asks for caution (CDC 2022); a rise below it is not pointed out. */
const CAUTION_MME = 50
/** A rise is at least this share of the dose before. */
const LEAST_RISE = 0.2
/** Months before that it is compared with. */
const BEFORE = 3

export type DoseRise = { month: string; mme: number; before: number }

/**
 * The rise of the opioid dose in the newest month up to today's that has one: above the highest of the three months before, by a
 * fifth at least. Nothing where no opioid was taken before: that is a new therapy, which has its own rules.
 */
export function doseRise(months: readonly { month: string; mme: number }[], today: string): DoseRise | undefined {
  const past = months.filter(({ month }) => month <= today.slice(0, 7))
  const now = past.at(-1)
  const before = Math.max(0, ...past.slice(-1 - BEFORE, -1).map(({ mme }) => mme))
  if (!now || before === 0 || now.mme < CAUTION_MME || now.mme < before * (1 + LEAST_RISE)) return undefined
  return { month: now.month, mme: now.mme, before }
}
