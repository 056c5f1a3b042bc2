import { useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addMonths, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { FileMenu } from '#platform/ui/list/file-menu.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { transactionHistory } from './contract.ts'
import { DoseTrend, Trend } from './month-trend.tsx'
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
        <NotLoaded title="The claim summary could not be loaded" of={asked} />
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
