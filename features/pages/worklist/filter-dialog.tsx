import { useState } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import type { FilterName, Received, Wanted } from './address.ts'
import { COUNTED } from '#features/worklist/most-rows.ts'
import type { Facet, worklist } from '#features/worklist/contract.ts'
import { dueWords, filterLabels } from './filter-words.ts'
import css from './filters.module.css'

type Options = AnswerOf<typeof worklist.filterOptions>

const counted = COUNTED.toLocaleString('en-US')

type FilterDialogProps = {
  name: FilterName
  wanted: Wanted
  /** Values with their counts; undefined while they are on their way. */
  options: Options | undefined
  error: CallFailed | null
  /** The user's day, 'YYYY-MM-DD'. */
  today: string
  onApply: (change: Partial<Wanted>) => void
  onClose: () => void
}

/** Chooses the values of one filter; each says how many requests it would leave. */
export function FilterDialog(props: FilterDialogProps) {
  if (props.name === 'received') return <ReceivedDialog {...props} />
  return props.name === 'due' ? <DueDialog {...props} /> : <ChoiceDialog {...props} />
}

const facetOf: Partial<Record<FilterName, Exclude<keyof Options, 'exact'>>> = {
  owners: 'caseOwners',
  states: 'jurisStates',
  deliveryTypes: 'deliveryTypes',
  rejectCodes: 'rejectCodes',
  statuses: 'statuses',
  drugs: 'drugs',
  prescriber: 'prescribers',
  levels: 'reconsiderationLevels',
  subCarrier: 'subCarriers',
}
const findAbove = 8

function ChoiceDialog({ name, wanted, options, error, onApply, onClose }: FilterDialogProps) {
  const before = wanted[name]
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    Array.isArray(before) ? before.map(String) : typeof before === 'string' ? [before] : [],
  )
  const [find, setFind] = useState('')
  const facet = facetOf[name]
  const found: readonly Facet[] = (facet && options?.[facet]) ?? []
  // A chosen value without requests is still listed, so that it can be removed.
  const all = [
    ...found,
    ...chosen
      .filter((code) => !found.some((one) => one.code === code))
      .map((code) => ({ code, label: code, count: 0 })),
  ]
  const one = name === 'prescriber' || name === 'subCarrier'
  const codes = name === 'states' || name === 'rejectCodes' || name === 'subCarrier'
  const shown = all.filter(({ code, label }) => `${code} ${label}`.toLowerCase().includes(find.trim().toLowerCase()))
  const toggle = (code: string, on: boolean) =>
    setChosen(on ? (one ? [code] : [...chosen, code]) : chosen.filter((other) => other !== code))
  const numbers = name === 'deliveryTypes' || name === 'levels' || name === 'statuses'
  return (
    <Dialog
      title={filterLabels[name]}
      size="small"
      onClose={onClose}
      onSubmit={() => onApply({ [name]: one ? (chosen[0] ?? null) : numbers ? chosen.map(Number) : [...chosen] })}
      footerStart={
        chosen.length > 0 && (
          <Button tone="quiet" onClick={() => setChosen([])}>
            Choose none
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary">
            {chosen.length > 0 ? 'Apply' : 'Clear filter'}
          </Button>
        </>
      }
    >
      {error && !options ? (
        <Note tone="red" role="alert">
          <b>The choices could not be loaded.</b> {error.message}
        </Note>
      ) : !options ? (
        <div className={css.choices} aria-busy="true">
          {[120, 90, 150, 110].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ) : (
        <>
          {all.length > findAbove && (
            <TextField
              label={`Find a ${filterLabels[name].toLowerCase()}`}
              quiet
              icon={iconSearch}
              placeholder="Name or code"
              value={find}
              onChange={setFind}
              data-autofocus
            />
          )}
          <FieldSet legend={`${filterLabels[name]}, with the number of requests`} quiet>
            <div className={css.choices}>
              {shown.map(({ code, label, count }) => (
                <CheckBox
                  key={code}
                  checked={chosen.includes(code)}
                  onChange={(on) => toggle(code, on)}
                  label={
                    <span className={css.choice}>
                      <span>{codes && label !== code ? `${code} · ${label}` : label}</span>
                      <span className={css.choiceCount}>{count.toLocaleString('en-US')}</span>
                    </span>
                  }
                />
              ))}
              {shown.length === 0 && (
                <p className="muted">
                  {all.length === 0
                    ? 'Nothing to choose from: no request has one.'
                    : `Nothing has “${find.trim()}” in its name or code.`}
                </p>
              )}
            </div>
          </FieldSet>
          {!options.exact && (
            <p className="muted">
              More than {counted} requests match; the numbers are of the first {counted}.
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}

const windows: readonly (number | 'today')[] = [0, 'today', 4, 24, 72]

function DueDialog({ wanted, onApply, onClose }: FilterDialogProps) {
  const [due, setDue] = useState(wanted.due)
  const offered = due === null || windows.includes(due) ? windows : [...windows, due]
  return (
    <Dialog
      title={filterLabels.due}
      size="small"
      onClose={onClose}
      onSubmit={() => onApply({ due })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary">
            {due === null ? 'Clear filter' : 'Apply'}
          </Button>
        </>
      }
    >
      <div className={css.quick} role="group" aria-label="Time left">
        {offered.map((hours) => (
          <ToggleChip
            key={hours}
            label={dueWords(hours)}
            on={due === hours}
            onChange={(on) => setDue(on ? hours : null)}
          />
        ))}
      </div>
      <p className="muted">Hours include what is overdue.</p>
    </Dialog>
  )
}

const quick = [1, 7, 30, 90]

function ReceivedDialog({ wanted, today, onApply, onClose }: FilterDialogProps) {
  const { received } = wanted
  const [days, setDays] = useState(received && 'days' in received ? received.days : undefined)
  const [from, setFrom] = useState(received && 'from' in received && received.from ? usDate(received.from) : '')
  const [to, setTo] = useState(received && 'to' in received && received.to ? usDate(received.to) : '')
  const [sent, setSent] = useState(false)
  const first = parseDate(from, today)
  const last = parseDate(to, today)
  const order = first && last && last < first ? 'End date cannot be before start date' : undefined
  const submit = () => {
    setSent(true)
    if (days !== undefined) return onApply({ received: { days } })
    if (first === undefined || last === undefined || order) return
    const range: Received | null = first === '' && last === '' ? null : { from: first || null, to: last || null }
    onApply({ received: range })
  }
  const typing = (set: (text: string) => void) => (text: string) => {
    setDays(undefined)
    set(text)
  }
  return (
    <Dialog
      title="Received"
      size="small"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary">
            Apply
          </Button>
        </>
      }
    >
      <div className={css.quick} role="group" aria-label="Lengths">
        {quick.map((length) => (
          <ToggleChip
            key={length}
            label={length === 1 ? 'Since yesterday' : `Last ${length} days`}
            on={days === length}
            onChange={(on) => {
              setDays(on ? length : undefined)
              setFrom('')
              setTo('')
            }}
          />
        ))}
      </div>
      <div className={css.range}>
        <DateField label="Start date" value={from} onChange={typing(setFrom)} today={today} />
        <DateField
          label="End date"
          value={to}
          onChange={typing(setTo)}
          today={today}
          error={sent || (from !== '' && to !== '') ? order : undefined}
        />
      </div>
      <p className="muted">Both days are included, in your time zone.</p>
    </Dialog>
  )
}
