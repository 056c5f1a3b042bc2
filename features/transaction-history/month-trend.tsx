import type { ReactNode } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { medications, type Timeline } from '#features/medications/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { addMonths, monthNames } from '#platform/dates/day.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import css from './transactions.module.css'

const monthLabel = (month: string): string =>
  `${monthNames[Number(month.slice(5)) - 1]!.slice(0, 3)} ${month.slice(0, 4)}`

type TrendProps = {
  title: string
  sub: string
  months: readonly { month: string; value: number }[]
  /** What the highest month is called, before its figure. */
  highest: string
  column: string
  shown: (value: number) => string
  /** Drawn across as a line. */
  limit?: number
  acts?: ReactNode
  note?: ReactNode
}

/** Figures by month as bars, with the same figures as a table for those who read. */
export function Trend({ title, sub, months, highest, column, shown, limit = 0, acts, note }: TrendProps) {
  const most = Math.max(...months.map((one) => one.value))
  const top = Math.max(1, most, limit)
  const width = 100 / months.length
  const y = (value: number): number => 40 - (38 * value) / top
  return (
    <Card title={title} sub={sub} acts={acts}>
      <svg className={css.trend} viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
        {months.map((one, at) => (
          <rect
            key={one.month}
            x={at * width + width * 0.15}
            width={width * 0.7}
            y={y(one.value)}
            height={40 - y(one.value)}
            fill="var(--primary)"
          />
        ))}
        {limit > 0 && (
          <line
            x2="100"
            y1={y(limit)}
            y2={y(limit)}
            stroke="var(--danger)"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <p className="muted" aria-hidden="true">
        {monthLabel(months[0]!.month)} to {monthLabel(months.at(-1)!.month)}, {highest} {shown(most)}
        {limit > 0 && `, plan limit ${shown(limit)} (dashed line)`}
      </p>
      {note}
      <div className="sr-only">
        <Table caption={title}>
          <TableHead>
            <HeadCell>Month</HeadCell>
            <HeadCell end>{column}</HeadCell>
          </TableHead>
          <TableBody>
            {months.map((one) => (
              <Row key={one.month}>
                <Cell head>{monthLabel(one.month)}</Cell>
                <Cell end>{shown(one.value)}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
    </Card>
  )
}

type DoseTrendProps = PatientTabProps & {
  acts?: ReactNode
  /** A sentence about the dose, below it. */
  note?: (dose: Timeline['dose'], today: string) => ReactNode
}

/** The highest opioid dose a day of each month, as Medications draws it; nothing where there was none. */
export function DoseTrend({ patient, acts, note }: DoseTrendProps) {
  const { masterCarrier, subCarrier, claimId } = patient
  const asked = useRead(medications.timeline, { claimId, masterCarrier, subCarrier })
  if (asked.error && !asked.data)
    return (
      <Card title="Opioid dose by month">
        <NotLoaded small title="The opioid dose could not be loaded" of={asked} />
      </Card>
    )
  if (!asked.data || asked.data.dose.months.length === 0) return null
  const { dose, from, to, today } = asked.data
  const found = new Map(dose.months.map((one) => [one.month, one.mme]))
  const months = monthsBetween(from, to).map((month) => ({ month, value: found.get(month) ?? 0 }))
  return (
    <Trend
      title="Opioid dose by month"
      sub="of the person"
      months={months}
      highest="highest"
      column="MME a day"
      shown={(mme) => `${mme} MME a day`}
      limit={dose.limit}
      acts={acts}
      note={note?.(dose, today)}
    />
  )
}

/** The months from one day to another, as YYYY-MM. */
function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let day = `${from.slice(0, 7)}-01`; day.slice(0, 7) <= to.slice(0, 7); day = addMonths(day, 1))
    months.push(day.slice(0, 7))
  return months
}
