/** How many days back a pharmacist sees what became of advice. */
export const adviceDays = 7

/** What was advised: an action, and of an approval what was to be changed. */
export type AdviceGiven = {
  action: string
  modified: {
    oneTime?: boolean | undefined
    days?: number | undefined
    quantity?: number | undefined
    drugLevel?: number | undefined
  }
}
/** The decision in force, with what it granted of a fill; null of a limit: as billed. */
export type DecidedAfter = {
  approves: boolean
  oneTime: boolean
  level: number | null
  quantity: number | null
  days: number | null
}
export const adviceOutcomes = ['OPEN', 'FOLLOWED', 'CHANGED', 'NOT_FOLLOWED', 'DECIDED'] as const
export type AdviceOutcome = (typeof adviceOutcomes)[number]

/**
 * What became of advice. Advice to call the prescriber or to ask for more says nothing of the decision: that was made after it, no
 * more. An approval of another amount, length, level or number of fills than was advised is changed advice.
 */
export function outcomeOfAdvice(
  { action, modified }: AdviceGiven,
  billed: { quantity: number; days: number },
  decided: DecidedAfter | null,
): AdviceOutcome {
  if (!decided) return 'OPEN'
  if (action === 'REJECT') return decided.approves ? 'NOT_FOLLOWED' : 'FOLLOWED'
  if (action !== 'APPROVE' && action !== 'APPROVE_MODIFIED') return 'DECIDED'
  if (!decided.approves) return 'NOT_FOLLOWED'
  const isAsAdvised =
    (decided.quantity ?? billed.quantity) >= billed.quantity === (modified.quantity === undefined) &&
    (modified.quantity === undefined || decided.quantity === modified.quantity) &&
    (decided.days ?? billed.days) >= billed.days === (modified.days === undefined) &&
    (modified.days === undefined || decided.days === modified.days) &&
    (modified.drugLevel === undefined || decided.level === modified.drugLevel) &&
    (modified.oneTime !== true || decided.oneTime)
  return isAsAdvised ? 'FOLLOWED' : 'CHANGED'
}
