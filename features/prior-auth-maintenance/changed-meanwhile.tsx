import type { CallFailed } from '#platform/browser/call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { atWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { ChangedMeanwhile } from './contract.ts'

type FailureProps = {
  failure: CallFailed | undefined
  /** What did not happen, as a sentence. */
  what: string
  /** Goes on with what was typed, on the prior authorization as it is now. */
  onGoOn: (version: number) => void
}

/** Why a change was refused; after a conflict, who was first, when, and what it says now. What was typed stays. */
export function ChangeFailed({ failure, what, onGoOn }: FailureProps) {
  const { person } = useUser()
  const now = useNow()
  if (!failure) return null
  const changed = failure.code === 'CONFLICT' ? ChangedMeanwhile.safeParse(failure.data) : undefined
  if (!changed?.success) return <FailedNote failure={failure} what={what} />
  const { changedBy, changedAt, status, startDate, endDate, version } = changed.data
  return (
    <Note
      tone="amber"
      role="alert"
      act={
        <Button size="small" onClick={() => onGoOn(version)}>
          Keep my changes
        </Button>
      }
    >
      <b>
        {changedBy && changedAt
          ? `${changedBy} changed it ${atWords(changedAt, person.timeZone, now)}.`
          : 'It was changed meanwhile: a fill was counted, or its dates changed its status.'}
      </b>{' '}
      It is now {status.toLowerCase()}, {usDate(startDate)} – {usDate(endDate)}. {what} What you typed is still here.
    </Note>
  )
}
