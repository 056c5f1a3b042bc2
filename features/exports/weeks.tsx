import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { exportList } from './contract.ts'
import css from './exports-page.module.css'

const number = (one: number): string => one.toLocaleString('en-US')
const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0

/** What left this week beside a usual one, and week by week. Left out where it cannot be read: the list says more. */
export function Weeks() {
  const weeks = useRead(exportList.weeks, {}).data?.weeks
  const now = weeks?.at(-1)
  if (!weeks || !now) return null
  const before = weeks.slice(0, -1)
  const most = Math.max(...weeks.map(({ files }) => files), 1)
  const figures = [
    [now.files, 'files', `${number(median(before.map(({ files }) => files)))} in a usual week`],
    [now.rows, 'rows', `${number(median(before.map(({ rows }) => rows)))} in a usual week`],
    [now.marked, 'to look at', 'large, largest or after hours'],
  ] as const
  return (
    <Card title="This week" sub="from Monday on">
      <div className={css.weeks}>
        <dl className={css.figures}>
          {figures.map(([figure, what, beside]) => (
            <div key={what}>
              <dt>
                {what}
                <small>{beside}</small>
              </dt>
              <dd>{number(figure)}</dd>
            </div>
          ))}
        </dl>
        <figure className={css.byWeek}>
          <ol aria-label="Files by week">
            {weeks.map(({ from, files }, at) => (
              <li
                key={from}
                title={`${usDate(from)}: ${number(files)}`}
                data-now={at === weeks.length - 1 || undefined}
              >
                <span
                  style={{ blockSize: `${Math.max((files / most) * 100, files > 0 ? 6 : 0)}%` }}
                  aria-hidden="true"
                />
                <span className="sr-only">
                  Week of {usDate(from)}: {number(files)}
                </span>
              </li>
            ))}
          </ol>
          <figcaption>by week</figcaption>
        </figure>
      </div>
    </Card>
  )
}
