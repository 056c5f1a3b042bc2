import { approvalReason, approvalReasons } from '#reference/approval-reasons.ts'
import { addDays, addMonths, daysBetween, usDate } from '#platform/dates/day.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import css from './create.module.css'
import { idOfField, ids } from './ids.ts'
import { OwnersField } from './owners-field.tsx'
import type { StepProps } from './step-props.ts'
import { fillsThatFit, valuesOf, type Problem } from './typed.ts'
import { plural } from '#platform/text/plural.ts'

const NOTE_LIMIT = 2000

/** Step 2: from when to when, how much, who gets it, and why. */
export function LimitsStep(props: StepProps & { problems: readonly Problem[]; tries: number }) {
  const { typed, change, terms, today, problemOf, problems, tries } = props
  const values = valuesOf(typed, today)
  const { start, end } = values
  const rules = terms?.editRules?.fields
  const first = start ?? today
  const reason = approvalReason(Number(typed.reason))
  const lengths = [
    ['30 days', addDays(first, 29)],
    ['90 days', addDays(first, 89)],
    ['6 months', addDays(addMonths(first, 6), -1)],
    ['1 year', addDays(addMonths(first, 12), -1)],
  ] as const
  const days = start && end && end >= start ? daysBetween(start, end) + 1 : undefined
  const fit = days !== undefined && values.days ? fillsThatFit(days, values.days) : undefined
  return (
    <>
      <ErrorSummary
        key={tries}
        errors={problems
          .filter(({ field }) => problemOf(field))
          .map(({ field, message }) => ({ id: idOfField(field) ?? ids.effectiveDate, message }))}
      />
      <Card title="Dates" sub={days === undefined ? undefined : plural(days, 'day')}>
        <div className={css.form}>
          <div className={css.row}>
            <DateField
              label="Start date"
              required
              id={ids.effectiveDate}
              error={problemOf('effectiveDate')}
              value={typed.start}
              onChange={(text) => change({ start: text })}
              today={today}
            />
            <DateField
              label="End date"
              required
              id={ids.authExpirationDate}
              error={problemOf('authExpirationDate')}
              hint={rules && `You may approve to ${usDate(rules.endDate.max)} from today`}
              value={typed.end}
              onChange={(text) => change({ end: text })}
              today={today}
            />
          </div>
          <div className={css.quick} role="group" aria-label="Length">
            {lengths.map(([words, last]) => (
              <ToggleChip
                key={words}
                label={words}
                on={last === end}
                onChange={() => change({ start: usDate(first), end: usDate(last) })}
              />
            ))}
          </div>
          <Together {...props} />
        </div>
      </Card>
      <Card title="Limits">
        <div className={css.form}>
          <div className={css.row}>
            <TextField
              label="Quantity a fill"
              required
              id={ids.quantity}
              error={problemOf('quantity')}
              hint={
                values.quantity && values.days
                  ? `${(values.quantity / values.days).toLocaleString('en-US', { maximumFractionDigits: 2 })} a day`
                  : undefined
              }
              inputMode="decimal"
              value={typed.quantity}
              onChange={(quantity) => change({ quantity })}
            />
            <TextField
              label="Days’ supply a fill"
              required
              id={ids.daysSupply}
              error={problemOf('daysSupply')}
              inputMode="numeric"
              value={typed.days}
              onChange={(text) => change({ days: text })}
            />
            <TextField
              label="Max fills"
              aside="optional"
              id={ids.paMaxFill}
              error={problemOf('paMaxFill')}
              hint={typed.oneTime ? 'One fill' : fit === undefined ? 'Empty: any number' : `${fit} fit into the dates`}
              disabled={typed.oneTime}
              inputMode="numeric"
              value={typed.fills}
              onChange={(fills) => change({ fills })}
            />
          </div>
          <CheckBox
            label="One-time fill"
            checked={typed.oneTime}
            onChange={(oneTime) => change({ oneTime, ...(oneTime && { fills: '' }) })}
          />
        </div>
      </Card>
      <div className={css.pair}>
        <Card title="Owners" sub="at least one">
          <OwnersField {...props} />
        </Card>
        <Card title="Reason">
          <div className={css.form}>
            <SelectField
              label="Reason"
              required
              id={ids.reasonId}
              error={problemOf('reasonId')}
              value={typed.reason}
              onChange={(reason) => change({ reason })}
              placeholder="Choose a reason"
              options={approvalReasons.map((one) => ({ value: String(one.id), label: one.reason }))}
            />
            <TextArea
              label="Note"
              aside={reason?.noteRequired ? undefined : 'optional'}
              required={reason?.noteRequired}
              hint={reason?.noteHint}
              id={ids.note}
              error={problemOf('note')}
              value={typed.note}
              onChange={(note) => change({ note })}
              limit={NOTE_LIMIT}
            />
          </div>
        </Card>
      </div>
    </>
  )
}

/** The days it runs beside what it overlaps. */
function Together({ typed, terms, today }: StepProps) {
  const { start, end } = valuesOf(typed, today)
  if (!start || !end || end < start) return null
  const beside = (terms?.overlaps ?? []).flatMap((one) => {
    const from = one.startDate !== null && one.startDate > start ? one.startDate : start
    const to = one.endDate !== null && one.endDate < end ? one.endDate : end
    return one.startDate !== null && one.endDate !== null && from <= to ? [{ ...one, from, to }] : []
  })
  if (beside.length === 0) return null
  return (
    <ul className={css.overlaps}>
      {beside.map((one) => (
        <li key={one.id}>
          <span>
            <b>{one.drugName}</b>, {one.reference}: both run from {usDate(one.from)} to {usDate(one.to)}.
          </span>
        </li>
      ))}
    </ul>
  )
}
