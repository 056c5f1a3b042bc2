/** How often a gateway was not reached with a message, and how often it refused the address. */
export type Tries = { unreached: number; refused: number }
/** Why a try failed: nobody could be reached who would take it, or the gateway says that the address is no good. */
export type Failing = 'unreached' | 'refused'

/** After a gateway was not reached: first soon, then every ten minutes. */
const soonMinutes: readonly number[] = [1, 2, 5]
const STEADY_MINUTES = 10
const PATIENCE_MINUTES = 24 * 60
/** Tries with a gateway that is not reached: a day of them. */
export const MOST_TRIES =
  soonMinutes.length + Math.ceil((PATIENCE_MINUTES - soonMinutes.reduce((sum, one) => sum + one, 0)) / STEADY_MINUTES)

/** An address that was refused is tried once more: a busy fax is free by then, a full mailbox perhaps. */
export const REFUSED_AGAIN = 1
export const REFUSED_MINUTES = 5

/** The counts after a try that failed, and the minutes to wait before the next; null when there is no next. */
export function afterTry({ unreached, refused }: Tries, failing: Failing): Tries & { waitMinutes: number | null } {
  const before = { unreached, refused }
  const now = { ...before, [failing]: before[failing] + 1 }
  if (failing === 'refused') return { ...now, waitMinutes: now.refused > REFUSED_AGAIN ? null : REFUSED_MINUTES }
  return { ...now, waitMinutes: now.unreached > MOST_TRIES ? null : (soonMinutes[before.unreached] ?? STEADY_MINUTES) }
}

/** What a failure says, for the record: never longer than a line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : 'The gateway did not answer.').slice(0, 200)
