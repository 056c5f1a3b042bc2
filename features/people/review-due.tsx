import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { accessReview } from './contract.ts'
import { paths } from './paths.ts'
import { whyNotAdminister } from './administering.ts'

/** For account managers whose carrier has the pages of users: an access review is overdue, or open. Above the users. */
export function ReviewOverdue() {
  const { person } = useUser()
  const off = whyNotAdminister(person) !== undefined
  const found = useRead(accessReview.overview, {}, { off }).data
  if (!found || (!found.overdue && !found.open)) return null
  const { open, overdue } = found
  const dueOn = dayAndTime(found.dueAt, person.timeZone).day
  return (
    <Note
      tone={overdue ? 'amber' : 'blue'}
      act={
        <LinkButton href={paths.accessReview} size="small">
          {open ? 'Continue the review' : 'Access review'}
        </LinkButton>
      }
    >
      <b>{overdue ? `The access review was due ${dueOn}.` : `An access review is open, due ${dueOn}.`}</b>{' '}
      {open ? (
        <>
          {open.users - open.toReview} of {open.users} users answered.{' '}
          <progress aria-label="Users answered" max={open.users} value={open.users - open.toReview} />
        </>
      ) : (
        'Review what each user may do.'
      )}
    </Note>
  )
}
