import { Link } from 'wouter'
import type { QueueCount } from '#features/worklist/contract.ts'
import css from './home.module.css'

type TimeSplitProps = {
  counts: Omit<QueueCount, 'status' | 'waiting'> & { snoozedCount?: number }
  /** The list with exactly those overdue (0), or due today. */
  href: (due: '0' | 'today') => string
}

/** The pending requests by the time they have left, as parts of one bar and in words; what is urgent leads to its list. */
export function TimeSplit({ counts, href }: TimeSplitProps) {
  const snoozed = counts.snoozedCount ?? 0
  const parts = [
    { words: 'overdue', count: counts.overdueCount, look: css.overdue, due: '0' },
    { words: 'due today', count: counts.dueTodayCount, look: css.today, due: 'today' },
    { words: 'tomorrow', count: counts.dueTomorrowCount, look: css.tomorrow },
    { words: 'later', count: counts.laterCount, look: css.later },
  ] as const
  return (
    <div className={css.split}>
      <div className={css.bar} aria-hidden="true">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ words, count, look }) => (
            <i key={words} className={look} style={{ flexGrow: count }} />
          ))}
      </div>
      <ul className={css.legend} aria-label="Pending by time left">
        {parts.map((part) => (
          <li key={part.words}>
            <i className={part.look} aria-hidden="true" />
            {'due' in part && part.count > 0 ? (
              <Link href={href(part.due)}>
                <b>{part.count}</b> {part.words}
              </Link>
            ) : (
              <>
                <b>{part.count}</b> {part.words}
              </>
            )}
          </li>
        ))}
        {/* A snoozed request keeps its due time: it is one of those above. */}
        {snoozed > 0 && <li>{snoozed} of them snoozed</li>}
      </ul>
    </div>
  )
}
