import { usDate } from '#platform/dates/day.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import type { Timeline } from './contract.ts'
import { continuity, days, dollars } from './supply-words.ts'

/** The timeline as a table: the same fills, for reading and for paper. */
export function SupplyTable({ timeline }: { timeline: Timeline }) {
  return (
    <Table caption="Fills by drug" cards="labels">
      <TableHead>
        <HeadCell>Drug</HeadCell>
        <HeadCell>Filled</HeadCell>
        <HeadCell>Supply to</HeadCell>
        <HeadCell>Amount</HeadCell>
        <HeadCell>Overlap or gap</HeadCell>
        <HeadCell>Prescriber</HeadCell>
        <HeadCell>Pharmacy</HeadCell>
        <HeadCell end>Paid</HeadCell>
        <HeadCell end>MME a day</HeadCell>
      </TableHead>
      <TableBody>
        {timeline.lanes.flatMap((lane) =>
          lane.supplies.toReversed().map((one) => (
            <Row key={one.transactionId}>
              <Cell head label="Drug">
                {one.drugName}
              </Cell>
              <Cell label="Filled">{usDate(one.fillDate)}</Cell>
              <Cell label="Supply to">{usDate(one.lastsTo)}</Cell>
              <Cell label="Amount">
                {one.quantity} for {days(one.daysSupply)}
              </Cell>
              <Cell label="Overlap or gap">{continuity(one)}</Cell>
              <Cell label="Prescriber">{one.prescriberName}</Cell>
              <Cell label="Pharmacy">{one.pharmacyName}</Cell>
              <Cell end label="Paid">
                {dollars(one.paidAmount)}
              </Cell>
              <Cell end label="MME a day">
                {one.mmePerDay ?? ''}
              </Cell>
            </Row>
          )),
        )}
      </TableBody>
    </Table>
  )
}
