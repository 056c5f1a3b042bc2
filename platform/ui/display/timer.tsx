import { cx } from '../cx.ts'
import { Icon } from './icon.tsx'
import { iconMoon } from './icons.ts'
import css from './timer.module.css'
import { Tooltip } from './tooltip.tsx'

export type TimerTone = 'over' | 'soon' | 'ok' | 'paused'
type TimerProps = {
  /** over: past due; soon: under 12 hours; ok: later; paused: the words are its end. */
  tone: TimerTone
  /** "42m overdue", "1h 12m left", "Wed 9:00 AM". */
  words: string
  /** Read out before the words by screen readers. */
  before?: string | undefined
  /** Part of the time that is left, 0 to 1; the ring shows it. Overdue rings are full. */
  fraction: number
  /** The exact moment with its zone, for the tooltip and for screen readers: "Due 05/13/2025 11:27 AM ET". */
  exact: string
  /** The same moment as ISO 8601, for machines. */
  dateTime?: string
  /** On a tinted pill, for headers. */
  pill?: boolean
}

const around = 2 * Math.PI * 5

/**
 * Time left as ring, words and colour, which always agree. Not a live region: it changes every minute without being
 * read out.
 */
export function Timer({ tone, words, before, fraction, exact, dateTime, pill }: TimerProps) {
  const shown = tone === 'over' ? 1 : Math.max(0.06, Math.min(1, fraction))
  return (
    <Tooltip tip={exact} repeats>
      <time dateTime={dateTime} className={cx(css.timer, css[tone], pill && css.pill)}>
        {tone === 'paused' ? (
          <Icon of={iconMoon} size={13} />
        ) : (
          <svg className={css.ring} width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
            <circle className={css.track} cx="7" cy="7" r="5" />
            <circle
              className={css.value}
              cx="7"
              cy="7"
              r="5"
              strokeDasharray={`${(around * shown).toFixed(1)} ${around.toFixed(1)}`}
            />
          </svg>
        )}
        <span>
          {before && <span className="sr-only">{before}</span>}
          {words}
          <span className="sr-only"> {exact}</span>
        </span>
      </time>
    </Tooltip>
  )
}
