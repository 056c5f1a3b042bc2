import { useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { medications } from '#features/medications/contract.ts'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addMonths, monthNames, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { FileMenu } from '#platform/ui/list/file-menu.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { transactionHistory } from './contract.ts'
import type { ClaimSummary as Summary } from './shapes.ts'
import css from './transactions.module.css'
import { dollars } from './words.ts'

const periods = [
  { value: 'all', label: 'Since the injury' },
  { value: '12', label: 'Last 12 months' },
  { value: '24', label: 'Last 24 months' },
] as const
type Period = (typeof periods)[number]['value']

/** What a claim cost and by what: by year, month, class, drug, prescriber and pharmacy. */
export function ClaimSummary({ patient }: PatientTabProps) {
  const { person } = useUser()
  const [period, setPeriod] = useState<Period>('all')
  const today = dateIn(useNow(), person.timeZone)
  const of = {
    id: patient.claimId,
    masterCarrier: patient.masterCarrier,
    ...(period !== 'all' && { from: addMonths(today, -Number(period)) }),
  }
  const asked = useRead(transactionHistory.summary, of, { keepPrevious: true })
  const summary = asked.data
  return (
    <>
      <div className={css.over}>
        <SelectField className={css.select} label="Time" quiet value={period} onChange={setPeriod} options={periods} />
        <span className={css.end}>
          <FileMenu
            rows="Claim summary"
            make={(type, signal) =>
              ask(transactionHistory.summaryExport, { ...of, type, timeZone: person.timeZone }, { signal })
            }
          />
        </span>
      </div>
      {asked.error && !summary ? (
        <ErrorState
          title="The claim summary could not be loaded"
          safe="Nothing was changed."
          text={asked.error.message}
          supportId={asked.error.supportId}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      ) : (
        <Loading busy={!summary} skeleton={<Skeleton width="100%" height={320} />}>
          {summary && <Cards summary={summary} patient={patient} />}
        </Loading>
      )}
    </>
  )
}

function Cards({ summary, patient }: { summary: Summary; patient: PatientTabProps['patient'] }) {
  const { counts, claim } = summary
  if (counts.paid + counts.rejected + counts.reversed + counts.billed === 0)
    return (
      <State kind="empty" title="Nothing was billed in this time">
        Transactions appear here when a pharmacy bills this claim.
      </State>
    )
  return (
    <div className={css.grid}>
      <Card title="Claim" acts={<LinkButton href={patientAddress(patient, 'medications')}>Transactions</LinkButton>}>
        <Facts
          of={[
            ['Paid and billed', <b key="amount">{dollars(counts.amount)}</b>],
            ['Paid', counts.paid.toLocaleString('en-US')],
            ['Billed', counts.billed.toLocaleString('en-US')],
            ['Rejected', counts.rejected.toLocaleString('en-US')],
            ['Reversals', counts.reversed.toLocaleString('en-US')],
            ['Open requests', summary.openAuths.toLocaleString('en-US')],
            ['Injury', `${claim.injury}, ${usDate(claim.doi)}, ${claim.jurisState}`],
            ['Claim status', claim.claimStatus],
          ]}
        />
      </Card>
      {summary.byMonth.length > 1 && (
        <Trend
          title="Cost by month"
          sub="last 13 months"
          months={summary.byMonth.map(({ month, amount }) => ({ month, value: amount }))}
          highest="most in a month"
          column="Amount"
          shown={dollars}
        />
      )}
      <DoseTrend patient={patient} />
      <List title="By year" of={summary.byYear.map((one) => ({ ...one, name: String(one.year) }))} />
      <List title="By drug class" of={summary.byClass} />
      <List title="Most costly drugs" of={summary.topDrugs} />
      <List title="Prescribers" of={summary.prescribers} />
      <List title="Pharmacies" of={summary.pharmacies} />
    </div>
  )
}

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
}

/** Figures by month as bars, with the same figures as a table for those who read. */
function Trend({ title, sub, months, highest, column, shown, limit = 0 }: TrendProps) {
  const most = Math.max(...months.map((one) => one.value))
  const top = Math.max(1, most, limit)
  const width = 100 / months.length
  const y = (value: number): number => 40 - (38 * value) / top
  return (
    <Card title={title} sub={sub}>
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

/** The highest opioid dose a day of each month, as Medications draws it; nothing where there was none. */
function DoseTrend({ patient }: PatientTabProps) {
  const { masterCarrier, subCarrier, claimId } = patient
  const asked = useRead(medications.timeline, { claimId, masterCarrier, subCarrier })
  if (asked.error && !asked.data)
    return (
      <Card title="Opioid dose by month">
        <ErrorState
          small
          title="The opioid dose could not be loaded"
          safe="Nothing was changed."
          text={asked.error.message}
          supportId={asked.error.supportId}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      </Card>
    )
  if (!asked.data || asked.data.dose.months.length === 0) return null
  const { dose, from, to } = asked.data
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

function List({ title, of }: { title: string; of: readonly { name: string; fills: number; amount: number }[] }) {
  return (
    <Card title={title} flush>
      <Table caption={title}>
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell end>Fills</HeadCell>
          <HeadCell end>Amount</HeadCell>
        </TableHead>
        <TableBody>
          {of.map((one) => (
            <Row key={one.name}>
              <Cell head>{one.name}</Cell>
              <Cell end>{one.fills.toLocaleString('en-US')}</Cell>
              <Cell end>{dollars(one.amount)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
