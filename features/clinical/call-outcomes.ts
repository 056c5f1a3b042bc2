/** The longest note about a request in clinical review. */
export const MOST_NOTE = 1000

/** How a call to a prescriber ended. */
export const callOutcomes = ['REACHED', 'NO_ANSWER', 'CALL_BACK'] as const
export type CallOutcome = (typeof callOutcomes)[number]

export const callOutcomeWords: Readonly<Record<CallOutcome, string>> = {
  REACHED: 'spoke with the prescriber',
  NO_ANSWER: 'nobody answered',
  CALL_BACK: 'a call back was agreed',
}
