/** True the first time a key is shown, false for every later time until then. Keys are short and hold no secret. */
export type FirstUse = (key: string, until: Date) => Promise<boolean>

/** Remembers keys in this process: enough for one process, several need a table. */
export function firstUseInMemory(now: () => Date): FirstUse {
  const seen = new Map<string, number>()
  return async (key, until) => {
    const at = now().getTime()
    // Old keys go in the order they came; a key that outlives its neighbours only waits a little longer.
    for (const [old, end] of seen) {
      if (end > at) break
      seen.delete(old)
    }
    const known = seen.get(key)
    if (known !== undefined && known > at) return false
    seen.delete(key)
    seen.set(key, until.getTime())
    return true
  }
}
