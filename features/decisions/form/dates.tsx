import type { ReactNode } from 'react'
import { addDays, usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import type { EditRules } from '../edit-rules-shape.ts'
import css from '../decision.module.css'
import { lastEnd, quickLengths } from './date-limits.ts'
import { fieldId } from './parts.tsx'

export type DatesProps = {
  rules: EditRules
  start: string
  end: string
  /** One-time fills have their own usual length; quick lengths would mislead. */
  once?: boolean
  today: string
  set: (dates: { start?: string; end?: string }) => void
  error: (field: string) => string | undefined
  aside?: ReactNode
}

/** First and last day of a prior authorization or a block, typed, picked, or by a length. */
export function Dates({ rules, start, end, once, today, set, error, aside }: DatesProps) {
  const { startDate, endDate } = rules.fields
  const from = parseDate(start, today)
  const to = parseDate(end, today)
  const last = from ? lastEnd(rules, from) : endDate.max
  return (
    <>
      <div className={css.pair}>
        <DateField
          label="Start date"
          id={fieldId('startDate')}
          value={start}
          onChange={(text) => set({ start: text })}
          today={today}
          from={startDate.min}
          to={startDate.max}
          readOnly={!startDate.editable}
          hint={startDate.editable ? undefined : `Set by: ${rules.situation.toLowerCase()}.`}
          error={error('startDate')}
        />
        <DateField
          label="End date"
          id={fieldId('endDate')}
          value={end}
          onChange={(text) => set({ end: text })}
          today={today}
          {...(from && { from })}
          to={last}
          readOnly={!endDate.editable}
          hint={endDate.editable ? undefined : `Set by: ${rules.situation.toLowerCase()}.`}
          error={error('endDate')}
          aside={aside}
        />
      </div>
      {!once && from && (
        <div className={css.quick} role="group" aria-label="Length">
          {quickLengths(rules)
            .filter(({ days }) => addDays(from, days) <= last)
            .map(({ days, label }) => (
              <ToggleChip
                key={days}
                label={label}
                on={to === addDays(from, days)}
                onChange={() => set({ end: usDate(addDays(from, days)) })}
              />
            ))}
        </div>
      )}
    </>
  )
}
