// What a state lets a payer pay for a drug: AWP x factor + dispensing fee. All figures are assumed until
// someone checks them against the state's rule; `confidence` says so beside each row.

export type FeeSchedule = {
  /** State, or '*' for all others. */
  state: string
  /** Ten-thousandths of AWP: 12_500 is 1.25. */
  genericFactor: number
  genericFeeCents: number
  brandFactor: number
  brandFeeCents: number
  /** Added once to a compound, priced by ingredient. */
  compoundFeeCents: number
  /** Sales tax on drugs in ten-thousandths; 0 where drugs are exempt. */
  taxRate: number
  citation: string
  confidence: 'confirmed' | 'assumed'
}

const row = (
  state: string,
  generic: [factor: number, fee: number],
  brand: [factor: number, fee: number],
  citation: string,
  taxRate = 0,
): FeeSchedule => ({
  state,
  genericFactor: generic[0],
  genericFeeCents: generic[1],
  brandFactor: brand[0],
  brandFeeCents: brand[1],
  compoundFeeCents: 1500,
  taxRate,
  citation,
  confidence: 'assumed',
})

const otherStates = row('*', [9_500, 500], [9_500, 500], 'Default factors')

/** One row per state with its own factors, and '*' for all others. */
export const feeSchedules: readonly FeeSchedule[] = [
  row('TX', [12_500, 400], [10_900, 400], '28 TAC 134.503'),
  row('FL', [10_000, 418], [10_000, 418], 'Fla. Stat. 440.13(12)(c)'),
  row('CA', [6_500, 1005], [8_300, 1005], '8 CCR 9789.40, Medi-Cal based'),
  row('NY', [8_000, 500], [8_800, 400], '12 NYCRR 440.5'),
  row('IL', [9_500, 500], [9_500, 500], 'Default factors, Illinois 1% tax on drugs', 100),
  otherStates,
]

const byState = new Map(feeSchedules.map((schedule) => [schedule.state, schedule]))

/** The schedule of a state of jurisdiction; the default row where a state has none. */
export const feeSchedule = (state: string): FeeSchedule => byState.get(state) ?? otherStates
