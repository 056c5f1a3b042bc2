import { Link } from 'wouter'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { outOfOffice } from './contract.ts'
import css from './out-of-office.module.css'
import { spanWords } from './words.ts'

/** Whom the user is a delegate for, now and in time to come; nothing for nobody. On Home and on Out of Office. */
export function DelegateFor() {
  const { person } = useUser()
  const found = useRead(outOfOffice.list, {}).data?.delegateFor ?? []
  if (found.length === 0) return null
  return (
    <Card title="You are the delegate" sub="their due requests come to you">
      <ul className={css.delegateFor} aria-label="Whom you are the delegate for">
        {found.map(({ leaveId, userId, name, startAt, endAt, message }) => (
          <li key={leaveId}>
            <Link href={`/authorizations?view=all&owner=${userId}`}>{name}</Link>
            <span className="muted">{spanWords({ startAt, endAt }, person.timeZone)}</span>
            {message !== '' && <span>{message}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
