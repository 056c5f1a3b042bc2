// What this page still has to save. Code that keeps unsaved work registers it here; code that ends a session, changes
// the carrier or asks whether the user is still there saves it first.

/** What a person typed into one form and did not send. */
export type LeftOver = {
  /** The form as people call it: Rejection. */
  title: string
  /** Since when the server has it, or an earlier state of it (ISO 8601). */
  savedAt: string | undefined
  /** Something of it is on this page alone. */
  ahead: boolean
  /** It is, and not only for a moment: the server could not be reached. */
  waiting: boolean
  /** The form is on screen. */
  shown: boolean
}

type Keeping = {
  save(): Promise<unknown>
  left(): readonly LeftOver[]
  /** Forgets what is on this page alone. */
  forget(): void
}
export const keepings = new Set<Keeping>()

/** Saves what is left, and waits at most this many milliseconds, so that nobody is kept from leaving. */
export async function saveBeforeLeaving(atMost = 2000): Promise<void> {
  if (keepings.size === 0) return
  const saved = Promise.allSettled([...keepings].map((keeping) => keeping.save()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, atMost))])
}
