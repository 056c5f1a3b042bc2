import { Link } from 'wouter'
import { caseload } from '#features/caseload/contract.ts'
import { turnaround } from '#features/turnaround/contract.ts'
import { keptShare, percentWords } from '#features/turnaround/in-words.ts'
import { listAddress } from '#features/turnaround/list-address.ts'
import { opensLists } from '#features/turnaround/who-reads.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addDays, weekdayOf } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import css from './home.module.css'

const everyMs = 60_000
const all = '/authorizations?view=all'
const many = (count: number): string => count.toLocaleString('en-US')
/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7))

/** For those who read and own nothing: what is open at the carrier now and what was decided this week, by program. */
export function TotalsCard() {
  const { carrier, person } = useUser()
  const now = useNow()
  const today = dateIn(now, person.timeZone)
  const week = { from: mondayOf(today), to: today, by: 'subCarrier' } as const
  const asked = useRead(caseload.programs, { mc: carrier.code }, { everyMs })
  const decided = useRead(turnaround.figures, week).data
  const programs = asked.data?.programs ?? []
  const sum = (of: 'pending' | 'dueTodayCount' | 'overdueCount') => programs.reduce((total, one) => total + one[of], 0)
  return (
    <Card
      title={carrier.name}
      sub={programs.length === 1 ? programs[0]!.name : `${programs.length} programs, of every case owner`}
      flush
      acts={<Badge>Read only</Badge>}
    >
      {asked.error && !asked.data ? (
        <NotLoaded small title="The totals could not be loaded" of={asked} />
      ) : (
        <Loading busy={!asked.data} skeleton={<Skeleton width="100%" height={220} />} loaded="Totals loaded.">
          <div className={`${css.figures} ${css.totals}`}>
            <Link href={all} className={css.figure}>
              <b>{many(sum('pending'))}</b>
              <span>Pending</span>
            </Link>
            <Link href={`${all}&due=today`} className={`${css.figure} ${css.amber}`}>
              <b>{many(sum('dueTodayCount'))}</b>
              <span>Due today</span>
            </Link>
            <Link href={`${all}&due=0`} className={`${css.figure} ${css.red}`}>
              <b>{many(sum('overdueCount'))}</b>
              <span>Overdue</span>
            </Link>
            {decided && <Decided {...{ week, decided: decided.total, lists: opensLists(person) }} />}
          </div>
          <Table caption="Open requests and this week’s decisions by program" cards="labels">
            <TableHead>
              <HeadCell>Program</HeadCell>
              <HeadCell end>Pending</HeadCell>
              <HeadCell end>Due today</HeadCell>
              <HeadCell end>Overdue</HeadCell>
              <HeadCell end>Decided this week</HeadCell>
              <HeadCell end>On time</HeadCell>
            </TableHead>
            <TableBody>
              {programs.map(({ code, name, pending, dueTodayCount, overdueCount }) => {
                const figures = decided?.groups.find(({ key }) => key === code)
                const of = `${all}&sub=${code}`
                return (
                  <Row key={code}>
                    <Cell head label="Program" second={name}>
                      {code}
                    </Cell>
                    <Cell end label="Pending">
                      <Link href={of}>{many(pending)}</Link>
                    </Cell>
                    <Cell end label="Due today">
                      <Link href={`${of}&due=today`}>{many(dueTodayCount)}</Link>
                    </Cell>
                    <Cell end label="Overdue">
                      <Link href={`${of}&due=0`}>{many(overdueCount)}</Link>
                    </Cell>
                    <Cell end label="Decided this week">
                      {decided && many(figures?.decided ?? 0)}
                    </Cell>
                    <Cell end label="On time">
                      {decided && percentWords(figures ? keptShare(figures) : null)}
                    </Cell>
                  </Row>
                )
              })}
            </TableBody>
          </Table>
          <p className={css.more}>Decided and On time count the requests received since Monday.</p>
        </Loading>
      )}
    </Card>
  )
}

type DecidedProps = {
  week: { from: string; to: string; by: 'subCarrier' }
  decided: { decided: number; received: number }
  lists: boolean
}
/** What was decided of this week's requests; who may not see patients has the number alone. */
function Decided({ week, decided: { decided, received }, lists }: DecidedProps) {
  const inside = (
    <>
      <b>{many(decided)}</b>
      <span>Decided of {many(received)} this week</span>
    </>
  )
  return lists ? (
    <Link href={listAddress({ ...week, figure: 'decided', page: 0 })} className={`${css.figure} ${css.plain}`}>
      {inside}
    </Link>
  ) : (
    <span className={`${css.figure} ${css.plain}`}>{inside}</span>
  )
}
