import { turnaround } from '#features/turnaround/contract.ts'
import { durationWords, GOAL, keptShare, percentWords } from '#features/turnaround/in-words.ts'
import { paths } from '#features/turnaround/paths.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addDays, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { cx } from '#platform/ui/cx.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { mondayOf } from './totals-card.tsx'
import css from './weeks-card.module.css'

const WEEKS = 8
const short = (day: string): string => usDate(day).slice(0, 5)

/** The median time to a decision of the last eight weeks, as bars and, with the share on time, as a table of the same figures. */
export function WeeksCard() {
  const { person } = useUser()
  const now = useNow()
  const today = dateIn(now, person.timeZone)
  const monday = mondayOf(today)
  const asked = useRead(turnaround.figures, { from: addDays(monday, -7 * (WEEKS - 1)), to: today, by: 'week' })
  const weeks = Array.from({ length: WEEKS }, (_, at) => addDays(monday, 7 * (at - WEEKS + 1))).map((day) => ({
    day,
    found: asked.data?.groups.find(({ key }) => key === day),
  }))
  const longest = Math.max(...weeks.map(({ found }) => found?.medianHours ?? 0))
  const late = (share: number | null) => share !== null && share < GOAL
  return (
    <Card
      title="Turnaround by week"
      sub="median time to decision"
      flush
      acts={
        <LinkButton href={paths.turnaround} tone="quiet" size="small" iconEnd={iconArrowRight}>
          Turnaround
        </LinkButton>
      }
    >
      {asked.error && !asked.data ? (
        <NotLoaded small title="Turnaround could not be loaded" of={asked} />
      ) : (
        <Loading busy={!asked.data} skeleton={<Skeleton width="100%" height={280} />} loaded="Turnaround loaded.">
          {longest > 0 && (
            <div className={css.bars} aria-hidden="true">
              {weeks.map(({ day, found }) => (
                <span key={day} className={css.week}>
                  <span>{found && found.medianHours !== null ? durationWords(found.medianHours) : ''}</span>
                  <i
                    className={cx(day === monday && css.now)}
                    style={{ height: `${Math.round(((found?.medianHours ?? 0) / longest) * 96)}px` }}
                  />
                </span>
              ))}
            </div>
          )}
          <Table caption="Turnaround by week of receipt" cards="labels">
            <TableHead>
              <HeadCell>Week from</HeadCell>
              <HeadCell end>Median</HeadCell>
              <HeadCell end>On time, goal {percentWords(GOAL)}</HeadCell>
              <HeadCell end>Decided</HeadCell>
            </TableHead>
            <TableBody>
              {weeks.toReversed().map(({ day, found }) => {
                const kept = found ? keptShare(found) : null
                return (
                  <Row key={day}>
                    <Cell head label="Week from">
                      {short(day)}
                      {day === monday && <span className="muted"> under way</span>}
                    </Cell>
                    <Cell end label="Median">
                      {durationWords(found?.medianHours ?? null)}
                    </Cell>
                    <Cell end label="On time" className={cx(late(kept) && css.late)}>
                      {percentWords(kept)}
                    </Cell>
                    <Cell end label="Decided">
                      {(found?.decided ?? 0).toLocaleString('en-US')}
                    </Cell>
                  </Row>
                )
              })}
            </TableBody>
          </Table>
        </Loading>
      )}
    </Card>
  )
}
