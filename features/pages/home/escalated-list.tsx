import { usDate } from '#platform/dates/day.ts'
import { Link } from 'wouter'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { timeLeft } from '#features/deadlines/timer.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import css from './home.module.css'
import { requestAddress } from '#features/worklist/most-urgent.ts'

const most = 5
const byDue = (a: AuthRow, b: AuthRow): number => (a.statutoryDueAt < b.statutoryDueAt ? -1 : 1)

/**
 * The escalated requests, one line per claimant, least time left first, at most five. The one key of `found` is their
 * number.
 */
export function EscalatedList({ found, all }: { found: Record<string, AuthRow[][]>; all: string }) {
  const [[total, groups] = ['0', []]] = Object.entries(found)
  const shown = groups
    .map((group) => group.toSorted(byDue))
    .toSorted(([a], [b]) => byDue(a!, b!))
    .slice(0, most)
  if (shown.length === 0) return null
  const count = shown.reduce((sum, group) => sum + group.length, 0)
  return (
    <section aria-labelledby="escalated" className={css.escalated}>
      <h3 id="escalated">
        Escalated{' '}
        <span className="muted">
          {count} of {total}, least time first
        </span>
      </h3>
      <ul className={css.rows}>
        {shown.map((group) => (
          <li key={group[0]!.authorizationId}>
            <Group group={group} />
          </li>
        ))}
      </ul>
      {Number(total) > count && (
        <p className={css.more}>
          <Link href={all}>See all {total} escalated requests</Link>
        </p>
      )}
    </section>
  )
}

/** One claimant, shown by the request with the least time left: the name leads to all their open requests, the drug to this one. */
function Group({ group }: { group: AuthRow[] }) {
  const { person } = useUser()
  const now = useNow()
  const first = group[0]!
  const left = timeLeft(first.statutoryDueAt, new Date(now).toISOString(), {
    receivedAt: first.requestReceivedDate,
    snoozedUntil: first.snoozedUntil,
  })
  const due = dayAndTime(first.statutoryDueAt, person.timeZone)
  return (
    <div className={css.row}>
      <span className={css.who}>
        <Link
          href={patientAddress(
            { masterCarrier: first.masterCarrier, subCarrier: first.subCarrier, claimId: first.stratusClaimId },
            'pending',
          )}
        >
          {first.claimantFirstName} {first.claimantLastName}
        </Link>
        <small>
          Born {usDate(first.dateOfBirth)} · Claim {first.claimNumber}
        </small>
      </span>
      <span className={css.what}>
        <Link href={requestAddress(first.authorizationId)} className="truncate">
          {first.drugName} {first.strength}
        </Link>
        <small>
          {group.length} {group.length === 1 ? 'request' : 'requests'} · {first.jurisState}
        </small>
      </span>
      <Timer
        tone={left.tone === 'overdue' ? 'over' : left.tone === 'snoozed' ? 'paused' : left.tone}
        before={left.tone === 'snoozed' ? 'Snoozed until ' : undefined}
        words={left.words}
        fraction={left.fraction}
        exact={`Due ${due.day} ${due.time} ${due.zone}`}
        dateTime={first.statutoryDueAt}
      />
    </div>
  )
}
