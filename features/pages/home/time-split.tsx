import type { QueueCount } from '#features/worklist/contract.ts'
import css from './home.module.css'

/** The pending requests by the time they have left, as parts of one bar and in words. */
export function TimeSplit({ counts }: { counts: Omit<QueueCount, 'status' | 'waiting'> & { snoozedCount?: number } }) {
  const snoozed = counts.snoozedCount ?? 0
  const parts = [
    { words: 'overdue', count: counts.overdueCount, look: css.overdue },
    { words: 'due today', count: counts.dueTodayCount, look: css.today },
    { words: 'tomorrow', count: counts.dueTomorrowCount, look: css.tomorrow },
    { words: 'later', count: counts.laterCount, look: css.later },
  ]
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
        {parts.map(({ words, count, look }) => (
          <li key={words}>
            <i className={look} aria-hidden="true" />
            <b>{count}</b> {words}
          </li>
        ))}
        {/* A snoozed request keeps its due time: it is one of those above. */}
        {snoozed > 0 && <li>{snoozed} of them snoozed</li>}
      </ul>
    </div>
  )
}
