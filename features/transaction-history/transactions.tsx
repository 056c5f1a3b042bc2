import { Fragment, useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { monthNames, usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { FileMenu } from '#platform/ui/list/file-menu.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { transactionHistory } from './contract.ts'
import type { Totals, TransactionStatus, Txn } from './shapes.ts'
import { TransactionPanel } from './transaction-panel.tsx'
import css from './transactions.module.css'
import { amountOfDrug, amountShown, dollars, kinds } from './words.ts'

const order: readonly TransactionStatus[] = ['P', 'R', 'X', 'B']
const countOf: Record<TransactionStatus, keyof Omit<Totals, 'amount'>> = {
  P: 'paid',
  R: 'rejected',
  X: 'reversed',
  B: 'billed',
}
const COLUMNS = 7
const allDays = 'all'
const allDrugs = 'all'
/** As the call takes it. */
const MOST_WORDS = 60
const REST_MS = 300

/** The transactions of a claim, newest first, month by month; a line opens it in full. */
export function Transactions({ patient }: PatientTabProps) {
  const { person } = useUser()
  const { claimId, masterCarrier } = patient
  const [off, setOff] = useState<readonly TransactionStatus[]>([])
  const [drug, setDrug] = useState(allDrugs)
  const [days, setDays] = useState<string>()
  const [words, setWords] = useState('')
  const [filled, setFilled] = useState('')
  const [opened, setOpened] = useState<Txn>()
  const today = dateIn(useNow(), person.timeZone)
  const searched = useRested(words.trim(), REST_MS)
  const fillDate = parseDate(filled, today)
  const choices = useRead(transactionHistory.days, { masterCarrier })
  const drugs = useRead(transactionHistory.medications, { claimId, masterCarrier, days: 'all' })
  const back = days ?? (choices.data ? String(choices.data.default) : undefined)
  const filter = {
    claimId,
    masterCarrier,
    ...(off.length > 0 && { statusFilter: order.filter((one) => !off.includes(one)) }),
    ...(drug !== allDrugs && { medicationFilter: drug }),
    ...(searched !== '' && { searchFilter: searched }),
    ...(fillDate && { fillDate }),
    // A day is found however far back it lies.
    searchNumberOfDays: fillDate || back === undefined || back === allDays ? ('all' as const) : Number(back),
  }
  const asked = useCursor(transactionHistory.search, filter, (answer) =>
    answer.nextDataKey === null ? undefined : { nextDataKey: answer.nextDataKey, moreData: true },
  )
  const rows = asked.data?.flatMap((one) => one.transactions)
  const first = asked.data?.[0]
  const filtered = off.length > 0 || drug !== allDrugs || searched !== '' || fillDate
  const clear = () => {
    setOff([])
    setDrug(allDrugs)
    setWords('')
    setFilled('')
  }
  return (
    <div className={css.box}>
      <div className={css.tools}>
        <div className={css.chips} role="group" aria-label="Type">
          {order.map((one) => (
            <ToggleChip
              key={one}
              label={`${kinds[one].label} ${first ? first.totals[countOf[one]].toLocaleString('en-US') : ''}`.trim()}
              on={!off.includes(one)}
              // The last one stays on: a list of no type is no list.
              disabled={!off.includes(one) && off.length === order.length - 1}
              onChange={(on) => setOff(on ? off.filter((other) => other !== one) : [...off, one])}
            />
          ))}
        </div>
        <TextField
          className={css.words}
          label="Find in transactions"
          quiet
          icon={iconSearch}
          placeholder="Drug, prescriber, pharmacy or number"
          value={words}
          onChange={setWords}
          maxLength={MOST_WORDS}
        />
        <DateField
          className={css.day}
          label="Fill date"
          quiet
          placeholder="Fill date"
          value={filled}
          onChange={setFilled}
          today={today}
          to={today}
        />
        <SelectField
          className={css.select}
          label="Drug"
          quiet
          value={drug}
          onChange={setDrug}
          options={[
            { value: allDrugs, label: `All drugs${drugs.data ? ` (${drugs.data.length})` : ''}` },
            ...(drugs.data ?? []).map((one) => ({ value: one.gpi, label: `${one.drugName} (${one.fills})` })),
          ]}
        />
        <SelectField
          className={css.select}
          label="Time"
          quiet
          value={back ?? ''}
          onChange={setDays}
          options={[
            ...(choices.data?.days ?? []).map((one) => ({ value: String(one), label: `Last ${one} days` })),
            { value: allDays, label: 'All, with the archive' },
          ]}
        />
        {filtered && (
          <Button tone="quiet" size="small" onClick={clear}>
            Clear filters
          </Button>
        )}
        <span className={css.end}>
          <FileMenu
            rows={first ? `${first.count.toLocaleString('en-US')} transactions` : 'All that match'}
            whyNot={first?.count === 0 ? 'No transaction matches: the file would be empty.' : undefined}
            make={(type, signal) =>
              ask(transactionHistory.export, { ...filter, type, timeZone: person.timeZone }, { signal })
            }
          />
        </span>
      </div>
      {asked.error && !rows ? (
        <ErrorState
          title="The transactions could not be loaded"
          safe="Nothing was changed."
          text={asked.error.message}
          supportId={asked.error.supportId}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      ) : (
        <Loading
          busy={!rows}
          skeleton={<Skeleton width="100%" height={240} />}
          loaded={rows && `${rows.length} of ${first!.count} transactions.`}
        >
          {rows && rows.length === 0 && (
            <State kind={filtered ? 'noMatch' : 'empty'} title="No transactions">
              {filtered ? 'No transaction matches these filters.' : 'Nothing was billed on this claim in this time.'}
            </State>
          )}
          {rows && rows.length > 0 && (
            <div className={css.scroll}>
              <History rows={rows} complete={!asked.hasNextPage} busy={asked.isFetching} onOpen={setOpened} />
            </div>
          )}
        </Loading>
      )}
      {rows && first && rows.length > 0 && (
        <div className={css.foot}>
          <span>
            {asked.hasNextPage
              ? `Showing ${rows.length.toLocaleString('en-US')} of ${first.count.toLocaleString('en-US')}`
              : `All ${rows.length.toLocaleString('en-US')} loaded`}
            . Paid and billed: <b>{dollars(first.totals.amount)}</b>
          </span>
          {asked.hasNextPage && (
            <Button tone="quiet" busy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
              Show more
            </Button>
          )}
        </div>
      )}
      {opened && <TransactionPanel txn={opened} patient={patient} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

type HistoryProps = { rows: readonly Txn[]; complete: boolean; busy: boolean; onOpen: (txn: Txn) => void }

function History({ rows, complete, busy, onOpen }: HistoryProps) {
  const months = [...Map.groupBy(rows, (row) => row.fillDate.slice(0, 7))]
  return (
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
              <Line key={row.transactionId} row={row} onOpen={onOpen} />
            ))}
          </Fragment>
        ))}
      </TableBody>
    </Table>
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

function Line({ row, onOpen }: { row: Txn; onOpen: (txn: Txn) => void }) {
  const kind = kinds[row.status]
  return (
    <Row>
      <Cell card="foot">{usDate(row.fillDate)}</Cell>
      <Cell head card="title" second={`${row.compound ? 'Compound · ' : ''}${amountOfDrug(row)}`}>
        <button type="button" className={css.open} onClick={() => onOpen(row)}>
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
          {row.rejects.map((code, at) => (
            <CodeChip key={code} code={code} words={row.rejectMeanings[at] ?? ''} tone="red" />
          ))}
        </span>
      </Cell>
      <Cell card="aside" end className={row.status === 'X' ? css.minus : undefined}>
        {amountShown(row)}
      </Cell>
    </Row>
  )
}
