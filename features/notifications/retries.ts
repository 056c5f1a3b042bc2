/** How often a gateway could not be reached with a message, and how often it refused the address. */
export type Tries = { unreached: number; refused: number }
/** Why a try failed: the gateway was not reached, or it refused the address. */
export type Failing = 'unreached' | 'refused'

/** Minutes between tries after a gateway was not reached: short at first, then ten. */
const soonMinutes: readonly number[] = [1, 2, 5]
const STEADY_MINUTES = 10
const PATIENCE_MINUTES = 24 * 60
/** Tries with an unreachable gateway: one day of them. */
export const MOST_TRIES =
  soonMinutes.length + Math.ceil((PATIENCE_MINUTES - soonMinutes.reduce((sum, one) => sum + one, 0)) / STEADY_MINUTES)

/** A refused address is tried once more: a busy fax or a full mailbox may be free by then. */
export const REFUSED_AGAIN = 1
export const REFUSED_MINUTES = 5

/** The counts after a failed try and the minutes until the next; null when there is none. */
export function afterTry({ unreached, refused }: Tries, failing: Failing): Tries & { waitMinutes: number | null } {
  const before = { unreached, refused }
  const now = { ...before, [failing]: before[failing] + 1 }
  if (failing === 'refused') return { ...now, waitMinutes: now.refused > REFUSED_AGAIN ? null : REFUSED_MINUTES }
  return { ...now, waitMinutes: now.unreached > MOST_TRIES ? null : (soonMinutes[before.unreached] ?? STEADY_MINUTES) }
}

/** A failure's reason for the record, cut to one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : 'The gateway did not answer.').slice(0, 200)
