import { useUser } from '#platform/browser/use-user.ts'
import { weekdayOf } from '#platform/dates/day.ts'
import { exactWords, timeWords, weekdayNames } from '#platform/dates/words.ts'
import { dateIn, timeIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconTable } from '#platform/ui/display/icons.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import type { AnswerOf } from '#platform/calls/contract.ts'
import type { team } from './contract.ts'
import { forecastWords } from './in-words.ts'
import { forecastByHour } from './rules.ts'
import css from './team.module.css'

const many = (count: number): string => count.toLocaleString('en-US')
/** Of the drawing, in its own units. */
const WIDTH = 300
const HEIGHT = 90
const MARGIN = 8

type ForecastCardProps = { of: AnswerOf<typeof team.workload>; table: boolean; onTable: (table: boolean) => void }

/** What is expected to be open at 5:00 PM, hour by hour as a line or as a table, with the formula and today's numbers. */
export function ForecastCard({ of, table, onTable }: ForecastCardProps) {
  const { person } = useUser()
  const title = `Forecast for ${exactWords(of.until, person.timeZone)}`
  const words = forecastWords(of.total.pending, of.forecast, of.hoursUntil)
  const points = forecastByHour(of.total.pending, of.forecast, { now: of.asOf, until: of.until })
  const clock = (at: string) => timeWords(timeIn(Date.parse(at), person.timeZone))
  return (
    <Card
      title={title}
      acts={
        <Button
          tone="quiet"
          size="small"
          icon={iconTable}
          aria-pressed={table}
          aria-label={table ? 'Forecast: show the chart' : 'Forecast: show the table'}
          onClick={() => onTable(!table)}
        >
          {table ? 'Chart' : 'Table'}
        </Button>
      }
    >
      <p>
        <b>{many(of.forecast.expected)} pending</b>, {words.change}
      </p>
      {table ? (
        <Table caption="Forecast by the hour" cards="labels">
          <TableHead>
            <HeadCell>Time</HeadCell>
            <HeadCell end>Expected pending</HeadCell>
          </TableHead>
          <TableBody>
            {points.map(({ at, expected }, index) => (
              <Row key={at}>
                <Cell head>{index === 0 ? `Now, ${clock(at)}` : clock(at)}</Cell>
                <Cell label="Expected pending" end>
                  {many(expected)}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      ) : (
        <Line points={points} clock={clock} />
      )}
      <p className={css.formula}>{words.formula}</p>
      {of.forecast.arrivalsPerHour + of.forecast.decisionsPerHour === 0 && (
        <p>
          {weekdayNames[weekdayOf(dateIn(Date.parse(of.asOf), person.timeZone))]}s at this time: nothing came and
          nothing was decided.
        </p>
      )}
      <p className="muted">
        Rates: the same weekday and hours over the last {of.weeks} weeks, requests of the people in this team today.
      </p>
    </Card>
  )
}

type LineProps = { points: ReturnType<typeof forecastByHour>; clock: (at: string) => string }

/** The line is decoration: its first and last figure stand as text, and the table has them all. */
function Line({ points, clock }: LineProps) {
  const [from, to] = [points[0]!, points.at(-1)!]
  const times = points.map(({ at }) => Date.parse(at))
  const span = Math.max(1, times.at(-1)! - times[0]!)
  const figures = points.map(({ expected }) => expected)
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  const x = (at: string) => MARGIN + ((Date.parse(at) - times[0]!) / span) * (WIDTH - 2 * MARGIN)
  // Where nothing changes, the line lies in the middle.
  const height = (expected: number) => (most === least ? 0.5 : (expected - least) / (most - least))
  const y = (expected: number) => HEIGHT - MARGIN - height(expected) * (HEIGHT - 2 * MARGIN)
  const last = { x: x(to.at), y: y(to.expected) }
  return (
    <figure className={css.forecast}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        <path className={css.grid} d={`M0 ${MARGIN}H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - MARGIN}H${WIDTH}`} />
        <path
          className={css.expected}
          d={points.map(({ at, expected }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(expected)}`).join('')}
        />
        <circle className={css.nowDot} cx={x(from.at)} cy={y(from.expected)} r="3.5" />
        <circle className={css.thenDot} cx={last.x} cy={last.y} r="3.5" />
      </svg>
      <figcaption>
        <span>
          <b>{many(from.expected)}</b> now, {clock(from.at)}
        </span>
        <span>
          <b>{many(to.expected)}</b> at {clock(to.at)}
        </span>
      </figcaption>
    </figure>
  )
}
