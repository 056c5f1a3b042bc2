import { Fragment, useEffect } from 'react'
import { monthNames, usDate } from '#platform/dates/day.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { useRows, type Rows } from '#platform/ui/list/use-rows.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import type { TransactionStatus, Txn } from './shapes.ts'
import css from './transactions.module.css'
import { amountOfDrug, amountShown, dollars, kinds } from './words.ts'

const order: readonly TransactionStatus[] = ['P', 'R', 'X', 'B']
const COLUMNS = 7

type HistoryProps = {
  rows: readonly Txn[]
  complete: boolean
  busy: boolean
  /** The first line takes the focus. */
  atFirst?: boolean
  onOpen: (txn: Txn) => void
}

/** Transactions month by month; J and K walk the lines, Enter opens one. */
export function TransactionList({ rows, complete, busy, atFirst, onOpen }: HistoryProps) {
  const list = useRows(rows.map(({ transactionId }) => transactionId))
  useKeys(list.keys)
  const { 'data-rows': id } = list.listProps
  useEffect(() => {
    if (atFirst) document.querySelector<HTMLElement>(`[data-rows="${id}"] [data-row-link="0"]`)?.focus()
  }, [atFirst, id])
  const placeOf = new Map(rows.map(({ transactionId }, at) => [transactionId, at]))
  const months = [...Map.groupBy(rows, (row) => row.fillDate.slice(0, 7))]
  return (
    <div {...list.listProps}>
      <Table caption="Transactions" tall cards="places" busy={busy}>
        <TableHead>
          <HeadCell>Filled</HeadCell>
          <HeadCell>Drug</HeadCell>
          <HeadCell>Prescriber</HeadCell>
          <HeadCell>Pharmacy</HeadCell>
          <HeadCell>Channel</HeadCell>
          <HeadCell>Type</HeadCell>
          <HeadCell end>Amount</HeadCell>
        </TableHead>
        <TableBody>
          {months.map(([month, of], at) => (
            <Fragment key={month}>
              <tr role="row" className={css.month}>
                <th role="rowheader" scope="rowgroup" colSpan={COLUMNS}>
                  <b>
                    {monthNames[Number(month.slice(5)) - 1]} {month.slice(0, 4)}
                  </b>
                  {/* A month that goes on in the next part has no sum yet. */}
                  {(complete || at < months.length - 1) && <MonthSum rows={of} />}
                </th>
              </tr>
              {of.map((row) => (
                <Line
                  key={row.transactionId}
                  row={row}
                  at={placeOf.get(row.transactionId)!}
                  list={list}
                  onOpen={onOpen}
                />
              ))}
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

function MonthSum({ rows }: { rows: readonly Txn[] }) {
  const counts = order
    .map((one) => ({ one, count: rows.filter((row) => row.status === one).length }))
    .filter(({ count }) => count > 0)
  const paid = rows
    .filter((row) => row.status === 'P' || row.status === 'B')
    .reduce((sum, row) => sum + (row.paidAmount ?? 0), 0)
  return (
    <>
      {counts.map(({ one, count }) => `${count} ${kinds[one].label.toLowerCase()}`).join(', ')}
      <span>{dollars(paid)}</span>
    </>
  )
}

function Line({ row, at, list, onOpen }: { row: Txn; at: number; list: Rows; onOpen: (txn: Txn) => void }) {
  const kind = kinds[row.status]
  return (
    <Row {...list.rowProps(at)}>
      <Cell card="foot">{usDate(row.fillDate)}</Cell>
      <Cell head card="title" second={`${row.compound ? 'Compound · ' : ''}${amountOfDrug(row)}`}>
        <button type="button" {...list.linkProps(at)} className={css.open} onClick={() => onOpen(row)}>
          {row.drugName}
        </button>
      </Cell>
      <Cell card="hide">{row.prescriberName}</Cell>
      <Cell card="hide">{row.pharmacyName}</Cell>
      <Cell card="hide">{row.claimChannelName}</Cell>
      <Cell card="footAside">
        <span className={css.type}>
          <Badge tone={kind.tone} icon={kind.icon}>
            {kind.label}
          </Badge>
          {row.rejects.map((code, place) => (
            <CodeChip key={code} code={code} words={row.rejectMeanings[place] ?? ''} tone="red" />
          ))}
        </span>
      </Cell>
      <Cell card="aside" end className={row.status === 'X' ? css.minus : undefined}>
        {amountShown(row)}
      </Cell>
    </Row>
  )
}
