import { useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { FileMenu } from '#platform/ui/list/file-menu.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { transactionHistory } from './contract.ts'
import type { Totals, TransactionStatus, Txn } from './shapes.ts'
import { TransactionList } from './transaction-list.tsx'
import { TransactionPanel } from './transaction-panel.tsx'
import css from './transactions.module.css'
import { useHistory } from './use-history.ts'
import { dollars, kinds } from './words.ts'

const order: readonly TransactionStatus[] = ['P', 'R', 'X', 'B']
const countOf: Record<TransactionStatus, keyof Omit<Totals, 'amount'>> = {
  P: 'paid',
  R: 'rejected',
  X: 'reversed',
  B: 'billed',
}
const allDays = 'all'
const allDrugs = 'all'
/** As the call takes it. */
const MOST_WORDS = 60
const REST_MS = 300

/** The transactions of a claim, newest first, month by month; a line opens it in full. `only`: begins with one type, at its first line. */
export function Transactions({ patient, only }: PatientTabProps & { only?: TransactionStatus | undefined }) {
  const { person } = useUser()
  const { claimId, masterCarrier } = patient
  const [off, setOff] = useState<readonly TransactionStatus[]>(() => (only ? order.filter((one) => one !== only) : []))
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
  const asked = useHistory(filter)
  const { rows, count, totals } = asked
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
              label={`${kinds[one].label} ${totals ? totals[countOf[one]].toLocaleString('en-US') : ''}`.trim()}
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
          type="search"
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
            rows={count !== undefined ? `${count.toLocaleString('en-US')} transactions` : 'All matching'}
            whyNot={count === 0 ? 'No transaction matches: the file would be empty.' : undefined}
            make={(type, signal) =>
              ask(transactionHistory.export, { ...filter, type, timeZone: person.timeZone }, { signal })
            }
          />
        </span>
      </div>
      {asked.error && !rows ? (
        <NotLoaded title="The transactions could not be loaded" of={asked} />
      ) : (
        <Loading
          busy={!rows}
          skeleton={<Skeleton width="100%" height={240} />}
          loaded={rows && `${rows.length} of ${count} transactions.`}
        >
          {rows && rows.length === 0 && (
            <State kind={filtered ? 'noMatch' : 'empty'} title="No transactions">
              {filtered ? 'No transaction matches these filters.' : 'Nothing was billed on this claim in this time.'}
            </State>
          )}
          {rows && rows.length > 0 && (
            <div className={css.scroll}>
              <TransactionList
                rows={rows}
                complete={!asked.hasNextPage}
                busy={asked.isFetching}
                atFirst={only !== undefined}
                onOpen={setOpened}
              />
            </div>
          )}
        </Loading>
      )}
      {rows && count !== undefined && rows.length > 0 && (
        <div className={css.foot}>
          <span>
            {asked.hasNextPage
              ? `Showing ${rows.length.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`
              : `All ${rows.length.toLocaleString('en-US')} loaded`}
            .{' '}
            {totals && (
              <>
                Paid and billed: <b>{dollars(totals.amount)}</b>
              </>
            )}
          </span>
          {asked.hasNextPage && (
            <Button tone="quiet" busy={asked.isFetchingNextPage} onClick={() => asked.fetchNextPage()}>
              Show more
            </Button>
          )}
        </div>
      )}
      {opened && <TransactionPanel txn={opened} patient={patient} onClose={() => setOpened(undefined)} />}
    </div>
  )
}
