import { Link } from 'wouter'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { outOfOffice } from './contract.ts'
import css from './out-of-office.module.css'
import { spanWords } from './words.ts'

type Absent = AnswerOf<typeof outOfOffice.list>['delegateFor'][number]

/** Whom the user is a delegate for, now and in time to come; nothing for nobody. */
export function DelegateFor() {
  const found = useRead(outOfOffice.list, {}).data?.delegateFor ?? []
  if (found.length === 0) return null
  return (
    <Card title="You are the delegate" sub="their due requests come to you">
      <AbsentList of={found} />
    </Card>
  )
}

/** Each with their time away, and what they have open: the link opens exactly these. */
export function AbsentList({ of }: { of: readonly Absent[] }) {
  const { person } = useUser()
  return (
    <ul className={css.delegateFor} aria-label="Whom you are the delegate for">
      {of.map(({ leaveId, userId, name, startAt, endAt, message, openCount, dueTodayCount }) => (
        <li key={leaveId}>
          <b>{name}</b>
          <span className="muted">{spanWords({ startAt, endAt }, person.timeZone)}</span>
          <span>
            <Link href={`/authorizations?view=all&owner=${userId}`}>
              {openCount} open<span className="sr-only"> of {name}</span>
            </Link>
            {dueTodayCount > 0 && (
              <>
                {', '}
                <Link href={`/authorizations?view=all&owner=${userId}&due=today`}>
                  {dueTodayCount} due today<span className="sr-only"> of {name}</span>
                </Link>
              </>
            )}
          </span>
          {message !== '' && <span>{message}</span>}
        </li>
      ))}
    </ul>
  )
}
