// The first steps of a new adjuster, as this device keeps them: which were done from the card, and whether it was put away.

export const steps = ['notices', 'delegate', 'patient', 'help', 'decide'] as const
export type Step = (typeof steps)[number]
export type Kept = {
  done: readonly Step[]
  /** The day ('YYYY-MM-DD') on which it was put off to the next. */
  later: string | null
  removed: boolean
}

const fresh: Kept = { done: [], later: null, removed: false }
/** By user: several may work on one device. */
const key = (userId: string): string => `rxdocket.first-steps.${userId}`

export function keptOf(userId: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(key(userId)) ?? '{}') as Partial<Kept> | null
    return {
      done: steps.filter((step) => kept?.done?.includes(step)),
      later: typeof kept?.later === 'string' ? kept.later : null,
      removed: kept?.removed === true,
    }
  } catch {
    return fresh
  }
}

export function keep(userId: string, kept: Kept): void {
  try {
    localStorage.setItem(key(userId), JSON.stringify(kept))
  } catch {
    // Storage denied: it lasts until the page is left.
  }
}

/** What is known of a user: null where it is not known yet. */
type Known = { delegate: boolean | null; patient: boolean | null; decided: boolean | null }

/**
 * The steps that are done: from the card, or by doing them anywhere. Undefined where there is nothing to show: a user who
 * decided requests before, all done, put away, or not known yet.
 */
export function stepsDone(kept: Kept, today: string, known: Known): readonly Step[] | undefined {
  if (kept.removed || kept.later === today) return undefined
  if (known.delegate === null || known.patient === null || known.decided === null) return undefined
  if (known.decided && kept.done.length === 0) return undefined
  const done = steps.filter(
    (step) =>
      kept.done.includes(step) ||
      (step === 'delegate' && known.delegate) ||
      (step === 'patient' && known.patient) ||
      (step === 'decide' && known.decided),
  )
  return done.length === steps.length ? undefined : done
}
