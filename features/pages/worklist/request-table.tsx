import { type ReactNode } from 'react'
import { Link } from 'wouter'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { cx } from '#platform/ui/cx.ts'
import { iconCheck, iconClose, iconInfo } from '#platform/ui/display/icons.ts'
import { RejectChips } from './reject-chips.tsx'
import { AtCounter, Escalated } from './row-marks.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import type { Rows } from '#platform/ui/list/use-rows.ts'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Queue } from '#features/worklist/queues.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { money, shortName } from '#features/authorizations/figures.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { isComplete } from '#features/authorizations/statuses.ts'
import { columnLabels, sortOf, type ChoosableColumn } from './columns.ts'
import { ageWords, amountWords, claimantName, deliveryWords, prescriberName, supplyWords } from './row-words.ts'
import { timerOf } from '../timers.ts'
import type { SortKey } from '#features/worklist/rules.ts'
import type { LaterParts } from './later-parts.ts'
import type { Shown } from './settle.ts'
import css from './worklist.module.css'
import { patientWord } from '#features/settings/patient-word.ts'
import { useUser } from '#platform/browser/use-user.ts'

export type RequestTableProps = {
  caption: string
  masterCarrier: string
  shown: Shown['rows']
  columns: readonly ChoosableColumn[]
  /** One-line rows: the pharmacy has a column of its own. */
  flat: boolean
  /** Completed requests: the first column says when, not how long. */
  completed: boolean
  zone: string
  now: number
  busy: boolean
  sorting: { by: SortKey; descending: boolean }
  onSort: (by: SortKey) => void
  /** False where this list has no such order. */
  maySort: (by: SortKey) => boolean
  rows: Rows
  hrefOf: (row: ListRow) => string
  /** What the history entry of an opened request holds: the order of this list. */
  stateOf: () => unknown
  onOpen: (row: ListRow) => void
  /** Called by the Space key on a row. */
  onSpace: () => void
  /** Whose queue it is, where it is one. */
  queue?: Queue['view'] | undefined
  /** Undefined for read-only users, who select nothing. */
  selection:
    | {
        has: (id: string) => boolean
        all: boolean
        some: boolean
        toggle: (index: number, range: boolean) => void
        toggleAll: () => void
      }
    | undefined
  /** What the rows show once it is loaded, after them. */
  later: LaterParts | undefined
}

/** The requests, two lines a row; cards on phones. */
export function RequestTable(props: RequestTableProps) {
  const {
    caption,
    masterCarrier,
    shown,
    columns,
    flat,
    completed,
    zone,
    now,
    busy,
    sorting,
    onSort,
    maySort,
    rows,
    hrefOf,
    stateOf,
    onOpen,
    onSpace,
    selection,
    later,
  } = props
  const { settings } = useUser()
  const sorted = (by: SortKey) => (sorting.by === by ? (sorting.descending ? 'descending' : 'ascending') : undefined)
  const head = (by: SortKey | undefined, words: ReactNode, className: string | undefined, end?: boolean) => (
    <HeadCell
      key={className}
      className={className}
      sorted={by && sorted(by)}
      onSort={by && maySort(by) ? () => onSort(by) : undefined}
      end={end}
    >
      {words}
    </HeadCell>
  )
  return (
    <Table
      caption={caption}
      tall
      fixed
      scrolls
      cards="places"
      busy={busy}
      className={cx(css.table, flat && css.flat, columns.length > 3 && css[`columns${columns.length}`])}
    >
      <TableHead>
        {selection && (
          <HeadCell className={css.check}>
            <CheckBox
              bare
              label="Select all shown"
              checked={selection.all}
              mixed={selection.some && !selection.all}
              onChange={selection.toggleAll}
            />
          </HeadCell>
        )}
        {completed ? head('completedAt', 'Completed', css.time) : head('statutoryDueAt', 'Time left', css.time)}
        {head('claimantLastName', patientWord(settings['dateLabel']), css.claimant)}
        <HeadCell>Drug</HeadCell>
        <HeadCell className={css.rejects}>Rejects</HeadCell>
        <HeadCell className={css.prescriber}>{flat ? 'Prescriber' : 'Prescriber, pharmacy'}</HeadCell>
        {flat && <HeadCell className={css.pharmacy}>Pharmacy</HeadCell>}
        {columns.map((column) => head(sortOf[column], columnLabels[column], css[column], column === 'cost'))}
      </TableHead>
      <TableBody>
        {shown.map(({ row, gone }, index) => (
          <Row
            key={row.authorizationId}
            {...rows.rowProps(index)}
            selected={selection?.has(row.authorizationId) ?? false}
            faded={gone}
          >
            {selection && (
              <Cell className={css.check} card="check">
                <CheckBox
                  bare
                  label={`Select ${claimantName(row)}, ${row.drugName}`}
                  tabIndex={rows.innerTab(index)}
                  disabled={gone}
                  checked={selection.has(row.authorizationId)}
                  onChange={(_, { shiftKey }) => selection.toggle(index, shiftKey)}
                />
              </Cell>
            )}
            <TimeCell row={row} completed={completed} zone={zone} now={now} flat={flat} later={later} />
            <Cell
              head
              card="title"
              className={css.identity}
              second={
                !flat && (
                  <Link
                    href={patientAddress({ masterCarrier, subCarrier: row.subCarrier, claimId: row.stratusClaimId })}
                    className={css.claim}
                    tabIndex={rows.innerTab(index)}
                    aria-label={`Claim ${row.claimNumber}, patient ${claimantName(row)}`}
                  >
                    {row.claimNumber}
                  </Link>
                )
              }
            >
              <Link
                href={hrefOf(row)}
                state={stateOf()}
                {...rows.linkProps(index)}
                onClick={() => onOpen(row)}
                onKeyDown={(event) => {
                  if (event.key !== ' ') return
                  event.preventDefault()
                  onSpace()
                }}
              >
                {claimantName(row)}
                {row.draft && <span className="sr-only">, draft</span>}
              </Link>
              {later && <later.RowViewersLater id={row.authorizationId} />}
            </Cell>
            <Cell
              card="line"
              second={
                !flat && (
                  <span className={css.amounts} title={row.strength}>
                    {row.strength && <span>{row.strength}</span>}
                    <b>{supplyWords(row)}</b>
                  </span>
                )
              }
            >
              <span className={cx(css.drug, flat && css.amounts)} title={`${row.drugName} ${amountWords(row)}`}>
                {row.draft && (
                  <span className={css.draft} aria-hidden="true">
                    Draft
                  </span>
                )}
                <span>
                  {row.drugName}
                  {flat && <span className={css.amount}>{row.strength}</span>}
                </span>
                {flat && <b>{supplyWords(row)}</b>}
              </span>
            </Cell>
            <Cell
              card="foot"
              second={
                !flat &&
                !gone &&
                row.careScoreBand && (
                  <span className={css.care} data-band={row.careScoreBand} title={careWords(row.careScoreBand)}>
                    Care: {row.careScoreBand.toLowerCase()}
                  </span>
                )
              }
            >
              {gone ? (
                later && <later.GoneNote was={row} zone={zone} now={now} asks={index < 10} />
              ) : (
                <span className={css.codes}>
                  {row.escalated && (
                    <span className={css.cardOnly}>
                      <Escalated level={row.escalationLevel} />{' '}
                    </span>
                  )}
                  <RejectChips rejects={codesOf(row).slice(0, codesShown)} />
                  {codesOf(row).length > codesShown && (
                    <span className="muted"> +{codesOf(row).length - codesShown}</span>
                  )}
                </span>
              )}
            </Cell>
            <Cell
              card="hide"
              className={css.prescriber}
              second={!flat && [row.pharmacyName, row.pharmacyCity].filter(Boolean).join(', ')}
            >
              <span className={css.line} title={prescriberName(row)}>
                {prescriberName(row)}
              </span>
            </Cell>
            {flat && (
              <Cell card="hide" className={css.pharmacy}>
                <span className={css.line} title={row.pharmacyCity}>
                  {row.pharmacyName}
                </span>
              </Cell>
            )}
            {columns.map((column) => (
              <ColumnCell key={column} column={column} row={row} zone={zone} now={now} flat={flat} />
            ))}
            {!columns.includes('delivery') && (
              <Cell card="footAside" className={css.cardOnly}>
                {row.jurisState}
              </Cell>
            )}
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

/** "Care score: high". */
const careWords = (band: string): string => `Care score: ${band.toLowerCase()}`

/** As many codes as fit the column; the preview has all. */
const codesShown = 3

/** Each code once: two drug interactions share one code. */
const codesOf = (row: ListRow) =>
  [
    ...new Map(row.rejects.map((reject) => [reject.rejectCode, rejectWords(reject.rejectCode, reject.description)])),
  ].map(([code, words]) => ({ code, words }))

type CellOf = { row: ListRow; zone: string; now: number; flat: boolean }

const outcomes: Readonly<Record<string, { tone: 'green' | 'red' | 'neutral'; icon: string }>> = {
  3: { tone: 'green', icon: iconCheck },
  4: { tone: 'red', icon: iconClose },
  5: { tone: 'neutral', icon: iconInfo },
}

type TimeCellProps = CellOf & { completed: boolean; later: LaterParts | undefined }
function TimeCell({ row, completed, zone, now, flat, later }: TimeCellProps) {
  const Answer = later?.Answer
  if (completed || isComplete(row.authorizationStatusId)) {
    const { tone, icon } = outcomes[String(row.authorizationStatusId)[0] ?? ''] ?? outcomes['5']!
    return (
      <Cell card="aside" second={!flat && row.completedAt !== null && whenWords(row.completedAt, zone, now)}>
        <Badge tone={tone} icon={icon}>
          {row.authorizationStatus}
        </Badge>
      </Cell>
    )
  }
  return (
    <Cell
      card="aside"
      second={
        !flat && (
          <>
            {row.escalated && <Escalated level={row.escalationLevel} after={row.pharmacist ? '' : ' · '} />}
            {row.escalated && row.pharmacist && <br />}
            {Answer ? <Answer {...{ row, now, zone }} /> : ageWords(row, now, zone)}
          </>
        )
      }
    >
      <Timer {...timerOf(row, now, zone)} />
      {flat && Answer && <Answer {...{ row, now, zone, flat }} />}
      {flat && row.escalated && (
        <span className={css.flatOnly}>
          {' '}
          <Escalated level={row.escalationLevel} />
        </span>
      )}
    </Cell>
  )
}

function ColumnCell({ column, row, zone, now, flat }: CellOf & { column: ChoosableColumn }) {
  switch (column) {
    case 'state':
      return (
        <Cell card="hide" className={css.state}>
          <b>{row.jurisState}</b>
        </Cell>
      )
    case 'owner':
      return (
        <Cell card="hide" className={css.owner}>
          {row.caseOwners[0] ? (
            <span className={css.person} title={row.caseOwners.map((owner) => owner.name).join(', ')}>
              <Avatar name={row.caseOwners[0].name} size="small" />
              <span className={css.line}>
                {shortName(row.caseOwnerFirstName, row.caseOwnerLastName)}
                {row.caseOwners.length > 1 && ` +${row.caseOwners.length - 1}`}
              </span>
            </span>
          ) : (
            <span className="muted">none</span>
          )}
        </Cell>
      )
    case 'delivery':
      return (
        <Cell card="footAside" className={css.delivery} second={row.pharmacyWaiting && !flat && <AtCounter />}>
          <span className={css.cardOnly}>{row.jurisState} · </span>
          {deliveryWords(row.deliveryType)}
          {row.pharmacyWaiting && flat && ' '}
          {row.pharmacyWaiting && flat && <AtCounter />}
        </Cell>
      )
    case 'received':
      return (
        <Cell
          card="hide"
          className={css.received}
          second={!flat && whenWords(row.requestReceivedDate, zone, now).replace(/^\d\d\/\d\d\/\d{4}, /, '')}
        >
          {usDate(dateIn(Date.parse(row.requestReceivedDate), zone))}
        </Cell>
      )
    case 'cost':
      return (
        <Cell card="hide" className={css.cost} end>
          {row.estimatedCost === null ? <span className="muted">none</span> : money(row.estimatedCost)}
        </Cell>
      )
    case 'status':
      return (
        <Cell
          card="hide"
          className={css.status}
          second={!flat && row.reconsiderationLevel > 0 && `Reconsideration ${row.reconsiderationLevel}`}
        >
          {row.authorizationStatus}
        </Cell>
      )
  }
}
