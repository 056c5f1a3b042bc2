import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { completeStatuses, openStatuses } from '#features/authorizations/statuses.ts'
import { worklist } from '#features/worklist/contract.ts'
import { goneWords } from './gone-words.ts'

type GoneNoteProps = {
  was: ListRow
  zone: string
  now: number
  /** Fetch the outcome; with many gone at once, only of the first. */
  asks: boolean
}

/** The outcome of a request that left the list while the user was reading it: "Approved by J. Doe 10:41 AM". */
export function GoneNote({ was, zone, now, asks }: GoneNoteProps) {
  const { carrier } = useUser()
  const { data } = useRead(
    worklist.search,
    {
      mc: carrier.code,
      size: 1,
      authSearchKey: 'Au',
      authSearchValue: was.authorizationId,
      authStatuses: [...openStatuses, ...completeStatuses],
    },
    { off: !asks },
  )
  return (
    <span className="muted">{data === undefined && asks ? 'Gone' : goneWords(data?.content[0], was, zone, now)}</span>
  )
}
