import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCheck, iconClose, iconInfo, iconSiren, iconStore } from '#platform/ui/display/icons.ts'
import { RejectChips } from './reject-chips.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import type { Rows } from '#platform/ui/list/use-rows.ts'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { money, shortName } from '#features/authorizations/in-words.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { isComplete } from '#features/authorizations/statuses.ts'
import { columnLabels, sortOf, type ChoosableColumn } from './columns.ts'
import { GoneNote } from './gone-note.tsx'
import { ageWords, amountWords, claimantName, deliveryWords, prescriberName, timerOf } from './row-words.ts'
import type { SortKey } from '#features/worklist/rules.ts'
import type { Shown } from './settle.ts'
import css from './worklist.module.css'

type RequestTableProps = {
  caption: string
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
  rows: Rows
  hrefOf: (row: ListRow) => string
  /** What the history entry of an opened request holds: the order of this list. */
  stateOf: () => unknown
  onOpen: (row: ListRow) => void
  /** Called by the Space key on a row. */
  onSpace: () => void
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
}

/** The requests, two lines a row; cards on phones. */
export function RequestTable(props: RequestTableProps) {
  const {
    caption,
    shown,
    columns,
    flat,
    completed,
    zone,
    now,
    busy,
    sorting,
    onSort,
    rows,
    hrefOf,
    stateOf,
    onOpen,
    onSpace,
    selection,
  } = props
  const sorted = (by: SortKey) => (sorting.by === by ? (sorting.descending ? 'descending' : 'ascending') : undefined)
  const head = (by: SortKey, words: ReactNode, className: string | undefined, end?: boolean) => (
    <HeadCell className={className} sorted={sorted(by)} onSort={() => onSort(by)} {...(end && { end })}>
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
        {head('claimantLastName', 'Claimant', css.claimant)}
        <HeadCell>Drug</HeadCell>
        <HeadCell className={css.rejects}>Rejects</HeadCell>
        <HeadCell className={css.prescriber}>{flat ? 'Prescriber' : 'Prescriber, pharmacy'}</HeadCell>
        {flat && <HeadCell className={css.pharmacy}>Pharmacy</HeadCell>}
        {columns.map((column) => {
          const by = sortOf[column]
          return by && !(completed && by === 'estimatedCost') ? (
            <Fragment key={column}>{head(by, columnLabels[column], css[column], column === 'cost')}</Fragment>
          ) : (
            <HeadCell key={column} className={css[column]} end={column === 'cost'}>
              {columnLabels[column]}
            </HeadCell>
          )
        })}
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
            <TimeCell row={row} completed={completed} zone={zone} now={now} flat={flat} />
            <Cell head card="title" second={!flat && row.claimNumber}>
              <Link
                href={hrefOf(row)}
                state={stateOf()}
                className="truncate"
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
            </Cell>
            <Cell card="line" second={!flat && amountWords(row)}>
              <span className={css.drug} title={`${row.drugName} ${amountWords(row)}`}>
                {row.draft && (
                  <span className={css.draft} aria-hidden="true">
                    Draft
                  </span>
                )}
                {row.drugName}
                {flat && <span className={css.amount}>{amountWords(row)}</span>}
              </span>
            </Cell>
            <Cell card="foot">
              {gone ? (
                <GoneNote was={row} zone={zone} now={now} asks={index < 10} />
              ) : (
                <span className={css.codes}>
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

function TimeCell({ row, completed, zone, now, flat }: CellOf & { completed: boolean }) {
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
            {row.escalated && (
              <span className={css.escalated} title={`Escalated, level ${row.escalationLevel}`}>
                <Icon of={iconSiren} size={12} weight={2} />
                <span className="sr-only">Escalated, level {row.escalationLevel}. </span>
                <span aria-hidden="true">L{row.escalationLevel} · </span>
              </span>
            )}
            {ageWords(row, now)}
          </>
        )
      }
    >
      <Timer {...timerOf(row, now, zone)} />
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
        <Cell
          card="footAside"
          className={css.delivery}
          second={
            row.pharmacyWaiting &&
            !flat && (
              <span className={css.waiting}>
                <Icon of={iconStore} size={12} /> At counter
              </span>
            )
          }
        >
          <span className={css.cardOnly}>{row.jurisState} · </span>
          {deliveryWords(row.deliveryType)}
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
