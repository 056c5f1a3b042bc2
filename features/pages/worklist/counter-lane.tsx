import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { shortName } from '#features/authorizations/figures.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { ListedPage } from '#features/worklist/contract.ts'
import { rowsOf, type ListRow } from '#features/worklist/listed.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconStore } from '#platform/ui/display/icons.ts'
import { Timer } from '#platform/ui/display/timer.tsx'
import { addressOf, plain } from './address.ts'
import type { Whose } from './lane-read.ts'
import { claimantName, timerOf } from './row-words.ts'
import css from './counter-lane.module.css'

/** Where it is, in a few words. */
function whereWords(row: ListRow): string {
  if (row.authorizationStatusId === status.PENDING_CLINICAL) return 'with a pharmacist'
  if (row.authorizationStatusId === status.PENDING_UR) return 'with a reviewer'
  if (row.authorizationStatusId === status.PENDING_SECOND_APPROVAL) return 'with a second approver'
  if (row.authorizationStatusId === status.PENDING_SUPERVISOR) return 'with a supervisor'
  if (row.authorizationStatusId === status.PENDING_LOMN) return 'waits for a letter'
  return row.caseOwners[0] ? shortName(row.caseOwnerFirstName, row.caseOwnerLastName) : 'nobody has it'
}

type CounterLaneProps = { data: ListedPage | undefined; whose: Whose; zone: string; now: number }

/** Patients who wait at a pharmacy now, above the list: their requests come before all others, whatever is due first. */
export function CounterLane({ data, whose, zone, now }: CounterLaneProps) {
  // Where its count is known it has its place before it is loaded, so that the list stays where it is.
  if (!data && whose === 'mine') return <div className={css.place} />
  if (!data || data.totalElements === 0) return null
  return (
    <section className={css.lane} aria-label="At the counter">
      <h2 className={css.head}>
        <Icon of={iconStore} size={16} />
        <span>
          <b>At the counter</b>
          {whose === 'mine' ? (
            <Link href={addressOf({ ...plain, view: 'counter' })}>{waiting(data.totalElements)}</Link>
          ) : (
            <small>{waiting(data.totalElements)}</small>
          )}
        </span>
      </h2>
      <ul className={css.patients}>
        {rowsOf(data).map((row) => (
          <li key={row.authorizationId}>
            <Link href={requestPath(row.authorizationId)}>
              <b>{claimantName(row)}</b>
              <small>
                {row.drugName} {row.strength} · {whereWords(row)}
              </small>
            </Link>
            <Timer {...timerOf(row, now, zone)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const waiting = (count: number): string => `${count} ${count === 1 ? 'waits' : 'wait'} now`
