import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { completeStatuses, isComplete, isGranted, isRejected } from '#features/authorizations/statuses.ts'
import { queueState, requestPath } from '#features/authorizations/queue.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconCheck, iconClose, iconInfo, iconSiren } from '#platform/ui/display/icons.ts'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { bothTimes } from '../timers.ts'
import { amountWords } from '../worklist/row-words.ts'
import { RejectChips } from '../worklist/reject-chips.tsx'
import { codesOf } from './request-codes.ts'
import css from './requests.module.css'
import { useRequests } from './use-requests.ts'

/** The open requests of the claim, escalated ones first, then the least time left. */
export function PendingRequests({ patient }: PatientTabProps) {
  const asked = useRequests(patient, 'open')
  const rows = asked.rows?.toSorted((a, b) => Number(b.escalated) - Number(a.escalated))
  return (
    <Requests asked={asked} rows={rows} caption="Open requests" back={patientAddress(patient, 'pending')}>
      <State kind="empty" title="No open requests">
        A request appears here when a fill stops and somebody must decide.
      </State>
    </Requests>
  )
}

/** The decided and closed requests of the claim, the last first. */
export function CompleteRequests({ patient }: PatientTabProps) {
  const asked = useRequests(patient, 'complete')
  return (
    <Requests asked={asked} rows={asked.rows} caption="Complete requests" back={patientAddress(patient, 'complete')}>
      <State kind="empty" title="No complete requests">
        Requests that were approved, rejected or closed appear here.
      </State>
    </Requests>
  )
}

type RequestsProps = {
  asked: ReturnType<typeof useRequests>
  rows: readonly AuthRow[] | undefined
  caption: string
  back: string
  /** Shown when there are none. */
  children: ReactNode
}

function Requests({ asked, rows, caption, back, children }: RequestsProps) {
  if (asked.error && !rows)
    return (
      <ErrorState
        title="The requests could not be loaded"
        safe="No decision was lost."
        text={asked.error.message}
        supportId={asked.error.supportId}
        onRetry={asked.retry}
        retrying={asked.busy}
      />
    )
  return (
    <Loading
      busy={!rows}
      skeleton={<Skeleton width="100%" height={160} />}
      loaded={rows && `${rows.length} ${rows.length === 1 ? 'request' : 'requests'}.`}
    >
      {rows && (rows.length === 0 ? children : <RequestTable {...{ rows, caption, back, busy: asked.busy }} />)}
      {asked.more > 0 && (
        <p className="muted">{asked.more} more. Find them in Authorization Requests by claim number.</p>
      )}
    </Loading>
  )
}

const outcome = (row: AuthRow) =>
  isGranted(row.authorizationStatusId)
    ? ({ tone: 'green', icon: iconCheck } as const)
    : isRejected(row.authorizationStatusId)
      ? ({ tone: 'red', icon: iconClose } as const)
      : ({ tone: 'neutral', icon: iconInfo } as const)

function RequestTable({
  rows,
  caption,
  back,
  busy,
}: {
  rows: readonly AuthRow[]
  caption: string
  back: string
  busy: boolean
}) {
  const { person } = useUser()
  const now = useNow()
  const ids = rows.map((row) => row.authorizationId)
  const list = useRows(ids)
  useKeys(list.keys)
  const complete = rows.some((row) => isComplete(row.authorizationStatusId))
  return (
    <div className={css.requests} {...list.listProps}>
      <Table caption={caption} tall cards="places" busy={busy}>
        <TableHead>
          <HeadCell>Drug</HeadCell>
          <HeadCell>{complete ? 'Outcome' : 'Time left'}</HeadCell>
          <HeadCell>Rejects</HeadCell>
          <HeadCell>Prescriber, pharmacy</HeadCell>
          <HeadCell>{complete ? 'Completed' : 'Received'}</HeadCell>
          <HeadCell>Owner</HeadCell>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <Row key={row.authorizationId} {...list.rowProps(index)}>
              <Cell head card="title" second={amountWords(row)}>
                <Link href={requestPath(row.authorizationId)} state={queueState(ids, back)} {...list.linkProps(index)}>
                  {row.drugName}
                </Link>
              </Cell>
              <Cell card="aside">
                {completeStatuses.some((id) => id === row.authorizationStatusId) ? (
                  <Badge {...outcome(row)}>{row.authorizationStatus}</Badge>
                ) : (
                  <span className={css.time}>
                    <Timer {...bothTimes(row, now, person.timeZone)} />
                    {row.escalated && (
                      <Badge tone="red" icon={iconSiren}>
                        Escalated, level {row.escalationLevel}
                      </Badge>
                    )}
                  </span>
                )}
              </Cell>
              <Cell card="line">
                <span className={css.codes}>
                  <RejectChips rejects={codesOf(row)} />
                </span>
              </Cell>
              <Cell card="foot" second={row.pharmacyName}>
                {[row.physicianFirstName, row.physicianLastName].filter(Boolean).join(' ')}
              </Cell>
              <Cell card="footAside">
                {whenWords(row.completedAt ?? row.requestReceivedDate, person.timeZone, now)}
              </Cell>
              <Cell card="hide">
                {[row.caseOwnerFirstName, row.caseOwnerLastName].filter(Boolean).join(' ') || 'Nobody'}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
