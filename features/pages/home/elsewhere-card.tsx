import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { handedOverStatuses, status } from '#features/authorizations/statuses.ts'
import { worklist, type Counts } from '#features/worklist/contract.ts'
import { rowsOf, type ListRow } from '#features/worklist/listed.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { claimantName } from '../worklist/row-words.ts'
import { timerOf } from '../timers.ts'
import css from './home.module.css'
import { patientWord } from '#features/settings/patient-word.ts'

const SHOWN = 6
const everyMs = 60_000
/** Own requests somebody else is next on: the tab of the list with exactly these, who has them, and how many. */
const places = [
  ['pharmacist', 'Waiting on pharmacist', status.PENDING_CLINICAL, 'Pharmacist', 'waitingOnPharmacistCount'],
  ['reviewer', 'Waiting on reviewer', status.PENDING_UR, 'Reviewer', 'waitingOnReviewerCount'],
  [
    'approver',
    'Waiting on approver',
    status.PENDING_SECOND_APPROVAL,
    'Second approver',
    'waitingOnSecondApproverCount',
  ],
  ['asked', 'Waiting on supervisor', status.PENDING_SUPERVISOR, 'Supervisor', 'waitingOnSupervisorCount'],
  ['waiting', 'Waiting on prescriber', status.PENDING_LOMN, 'Prescriber', 'waitingOnPrescriberCount'],
] as const satisfies readonly (readonly [string, string, number, string, keyof Counts])[]

/** Requests of one's own that wait on somebody else: on whom, since when, and until when. Absent while there are none. */
export function ElsewhereCard() {
  const { carrier, person, settings } = useUser()
  const word = patientWord(settings['dateLabel'])
  const now = useNow()
  const counts = useRead(worklist.counts, { mc: carrier.code }).data
  const some = counts ? places.filter(([, , , , count]) => counts[count] > 0) : []
  const asked = useRead(
    worklist.list,
    {
      mc: carrier.code,
      page: 0,
      size: SHOWN,
      caseOwners: ['me'],
      authStatuses: [...handedOverStatuses, status.PENDING_LOMN],
    },
    { off: some.length === 0, everyMs },
  )
  if (!counts || some.length === 0) return null
  const total = some.reduce((sum, [, , , , count]) => sum + counts[count], 0)
  const rows = asked.data ? rowsOf(asked.data) : []
  return (
    <Card title="Waiting elsewhere" sub={`${total} of yours`} flush>
      <p className={css.queue}>
        {some.map(([view, words, , , count]) => (
          <LinkButton key={view} href={`/authorizations?view=${view}`} size="small" iconEnd={iconArrowRight}>
            {words}: {counts[count]}
          </LinkButton>
        ))}
      </p>
      {rows.length > 0 && (
        <Table caption="Requests of yours that wait on somebody else, least time first" cards="labels">
          <TableHead>
            <HeadCell>Waits on</HeadCell>
            <HeadCell>{word}, drug</HeadCell>
            <HeadCell>Until</HeadCell>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <Row key={row.authorizationId}>
                <Cell
                  label="Waits on"
                  second={
                    row.pharmacist && (
                      <span className={css.wraps}>since {whenWords(row.pharmacist.at, person.timeZone, now)}</span>
                    )
                  }
                >
                  {places.find(([, , statusId]) => statusId === row.authorizationStatusId)?.[3]}
                </Cell>
                <Cell
                  head
                  label={`${word}, drug`}
                  second={
                    <span className={css.wraps}>
                      {row.drugName} {row.strength}
                    </span>
                  }
                >
                  <Link href={requestPath(row.authorizationId)}>{claimantName(row)}</Link>
                </Cell>
                <Cell label="Until">
                  <Timer {...timerOf(clockOf(row), now, person.timeZone)} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

/** Who has it decides by the state's time, or is asked beside it. */
const stateClock: readonly number[] = [status.PENDING_UR, status.PENDING_LOMN]
/** The clock of who has it; of a reviewer and a prescriber the state's. */
const clockOf = (row: ListRow) =>
  row.pharmacist && !stateClock.includes(row.authorizationStatusId)
    ? { statutoryDueAt: row.pharmacist.due, requestReceivedDate: row.pharmacist.at, snoozedUntil: null }
    : { ...row, snoozedUntil: null }
