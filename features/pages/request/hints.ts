import { useMemo } from 'react'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import type { HeadAct } from './authorization-head.tsx'

const decideHints: readonly Hint[] = [
  { keys: ['A'], does: 'Approve' },
  { keys: ['R'], does: 'Reject' },
  { keys: ['D'], does: 'End date' },
  { keys: ['O'], does: 'Assign' },
  { keys: ['S'], does: 'Snooze' },
  { keys: ['L'], does: 'Letter' },
  { keys: ['J', 'K'], does: 'Next, previous' },
  { keys: ['Esc'], does: 'Back to list' },
  { keys: ['?'], does: 'All' },
]
const readHints: readonly Hint[] = decideHints.slice(5)
const confirmHints: readonly Hint[] = [
  { keys: ['A'], does: 'Approve' },
  { keys: ['R'], does: 'Return' },
  { keys: ['X'], does: 'Reject' },
  { keys: ['T'], does: 'Take' },
  { keys: ['Q'], does: 'Ask the adjuster' },
  ...decideHints.slice(6),
]

const hintsOf = { decide: decideHints, read: readHints, confirm: confirmHints } as const
/** Keys of acts in the head of a request, which not everybody may do. */
const keysOfActs = ['O', 'S', 'L']

/** Prints the keys of this request, of acts only those the user may do. */
export function useRequestHints(kind: keyof typeof hintsOf, acts: readonly HeadAct[]) {
  const may = acts.map(({ keys }) => keys[0]).join('')
  useHints(
    useMemo(
      () => hintsOf[kind].filter(({ keys: [key] }) => !keysOfActs.includes(key!) || may.includes(key!)),
      [kind, may],
    ),
  )
}
