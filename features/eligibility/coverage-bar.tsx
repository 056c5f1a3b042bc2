import { cx } from '#platform/ui/cx.ts'
import { addDays, daysBetween, usDate } from '#platform/dates/day.ts'
import css from './coverage.module.css'
import { planLevels, type PlanLevel } from './rules.ts'

type Part = { effectiveDate: string; termDate: string | null; planLevel: PlanLevel }

/** Periods of coverage over time, from the first to today or the last end; the same in words below, unless they are `listed` there. */
export function CoverageBar({
  spans,
  today,
  listed,
  overlap,
}: {
  spans: readonly Part[]
  today: string
  listed?: boolean
  /** Days that are covered twice. */
  overlap?: { from: string; to: string | null } | undefined
}) {
  if (spans.length === 0) return <p className="muted">No coverage on file</p>
  const sorted = spans.toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1))
  const first = sorted[0]!.effectiveDate < today ? sorted[0]!.effectiveDate : today
  const ends = sorted.map((span) => span.termDate ?? today)
  const end = [...ends, today].toSorted().at(-1)!
  const whole = Math.max(30, daysBetween(first, end) * 1.12)
  const place = (day: string): number => Math.min(100, Math.max(0, (daysBetween(first, day) / whole) * 100))
  return (
    <div>
      <div className={css.bar} aria-hidden="true">
        {sorted.map((span) => {
          const from = place(span.effectiveDate)
          // Its last day is covered to the end.
          const to = span.termDate === null ? 100 : place(addDays(span.termDate, 1))
          return (
            <span
              key={span.effectiveDate}
              className={cx(
                css.span,
                span.planLevel === 'FULL' ? css.full : css.part,
                span.termDate === null && css.open,
              )}
              style={{ left: `${from}%`, width: `${Math.max(0.6, to - from)}%` }}
            >
              {to - from > 12 ? planLevels[span.planLevel] : ''}
            </span>
          )
        })}
        {overlap && (
          <span
            className={css.overlap}
            style={{
              left: `${place(overlap.from)}%`,
              width: `${Math.max(1.5, (overlap.to === null ? 100 : place(addDays(overlap.to, 1))) - place(overlap.from))}%`,
            }}
          />
        )}
        <span className={css.today} style={{ left: `${place(today)}%` }}>
          <b>Today</b>
        </span>
      </div>
      <ol className={listed ? 'sr-only' : css.words}>
        {sorted.map((span) => (
          <li key={span.effectiveDate}>
            {planLevels[span.planLevel]}: {usDate(span.effectiveDate)} to{' '}
            {span.termDate === null ? 'open' : usDate(span.termDate)}
          </li>
        ))}
        {overlap && (
          <li className={css.twice}>
            Overlap: {usDate(overlap.from)} to {overlap.to === null ? 'open' : usDate(overlap.to)}
          </li>
        )}
      </ol>
    </div>
  )
}
