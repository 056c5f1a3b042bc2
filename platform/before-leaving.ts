// What this page still has to save. Whoever keeps something registers here; whoever ends a session, changes the carrier or
// asks whether the person is still there has it saved first.

const savers = new Set<() => Promise<unknown>>()

/** Registers what saves; the result takes it out again. */
export function beforeLeaving(save: () => Promise<unknown>): () => void {
  savers.add(save)
  return () => void savers.delete(save)
}

/** Saves what is left, and waits for it no longer than this many milliseconds: nobody is kept from leaving. */
export async function saveBeforeLeaving(atMost = 2000): Promise<void> {
  if (savers.size === 0) return
  const saved = Promise.allSettled([...savers].map((save) => save()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, atMost))])
}
