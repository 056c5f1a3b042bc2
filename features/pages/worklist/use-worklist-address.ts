import { useLocation, useParams, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useUser } from '#platform/browser/use-user.ts'
import { addressOf, isPublic, readAddress, usualView, type Wanted } from './address.ts'

/** The position at which the user left the list, restored on return. In the memory of this tab only. */
type Left = { address: string; text: string; row: string | undefined; top: number }
let left: Left | undefined

/** Stores the position in the list before a request is opened. */
export const leaveAt = (place: Left): void => void (left = place)
/** Returns the position this list was left at, once. */
export function takePlace(address: string): Left | undefined {
  const place = left?.address === address ? left : undefined
  if (place) left = undefined
  return place
}

/**
 * What the list shows, kept in the address; search text that may be a patient's stays in the history entry.
 */
export function useWorklistAddress(): { wanted: Wanted; address: string; go: (change: Partial<Wanted>) => void } {
  const { userId } = useParams<{ userId?: string }>()
  const [, navigate] = useLocation()
  const usual = usualView(useUser().person)
  const read = readAddress(useSearch(), userId, usual)
  const state = useHistoryState<{ text?: unknown } | null>()
  const kept = typeof state?.text === 'string' ? state.text : left?.address === addressOf(read, usual) ? left.text : ''
  const wanted: Wanted = { ...read, text: read.text || kept.slice(0, 100) }
  return {
    wanted,
    address: addressOf(wanted, usual),
    go: (change) => {
      const next: Wanted = { ...wanted, page: 0, ...change }
      navigate(addressOf(next, usual), { state: { text: isPublic(next.by, next.text) ? undefined : next.text } })
    },
  }
}
