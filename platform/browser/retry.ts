import { CallFailed } from './call.ts'

const MOST_TIMES = 3
const BUSY_MS = 700

/** Another attempt may go better: the network failed, or the service is busy (503). */
export const mayGoBetter = (error: unknown): boolean =>
  error instanceof CallFailed && (error.code === 'OFFLINE' || error.status === 503)

/** How long to wait before the next attempt: as long as the service said and at random some more, so that not all come back at once. */
export function waitMs(error: unknown, attempt: number): number {
  const { status, afterMs } = error as CallFailed
  const share = crypto.getRandomValues(new Uint8Array(1))[0]! / 255
  return status === 503 ? (afterMs || BUSY_MS * attempt) * (1 + share) : 0
}

/**
 * Asks up to three times. Retries of a busy service wait; a lost connection is tried again at once, so that the user learns
 * soon of being offline. A write has to use the same idempotency key each time.
 */
export async function askAgain<T>(once: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once()
    } catch (error) {
      if (!mayGoBetter(error) || attempt === MOST_TIMES) throw error
      await new Promise((over) => setTimeout(over, waitMs(error, attempt)))
    }
  }
}
