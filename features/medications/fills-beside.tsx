import { Link } from 'wouter'
import { patientAddress, type ClaimPlace } from '#features/claims/patient-address.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { medications } from './contract.ts'
import { continuity, days, dollars } from './supply-words.ts'

type FillsBesideProps = { authorizationId: string; patient: ClaimPlace }

/** Beside a request: the last fills of its drug and class, and whether this drug was filled before. */
export function FillsBeside({ authorizationId, patient }: FillsBesideProps) {
  const { data, error, refetch, isFetching } = useRead(medications.beside, { authorizationId })
  const before = (earlierFills: number, lastFillOn: string | null): string =>
    earlierFills === 0 || !lastFillOn
      ? 'This drug was not filled before in the last 25 months.'
      : `${earlierFills} earlier ${earlierFills === 1 ? 'fill' : 'fills'} of this drug, the last on ${usDate(lastFillOn)}.`
  return (
    <Card
      title="Last fills, this drug and its class"
      acts={<Link href={patientAddress(patient, 'medications')}>All medications</Link>}
      flush
    >
      {error && !data ? (
        <ErrorState
          small
          title="The fills could not be loaded"
          safe="You can decide without them."
          text={error.message}
          supportId={error.supportId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data ? (
        <>
          <p style={{ padding: '0 16px 8px' }}>{before(data.earlierFills, data.lastFillOn)}</p>
          {data.fills.length > 0 && (
            <Table caption="Last fills, this drug and its class" cards="labels">
              <TableHead>
                <HeadCell>Filled</HeadCell>
                <HeadCell>Drug</HeadCell>
                <HeadCell>Amount</HeadCell>
                <HeadCell>Supply to</HeadCell>
                <HeadCell>Prescriber</HeadCell>
                <HeadCell end>Paid</HeadCell>
              </TableHead>
              <TableBody>
                {data.fills.map((one) => (
                  <Row key={one.transactionId}>
                    <Cell label="Filled">{usDate(one.fillDate)}</Cell>
                    <Cell head label="Drug">
                      {one.drugName} {one.sameDrug && <Badge tone="teal">Same drug</Badge>}
                    </Cell>
                    <Cell label="Amount">
                      {one.quantity} for {days(one.daysSupply)}
                    </Cell>
                    <Cell label="Supply to" second={continuity(one) || undefined}>
                      {usDate(one.lastsTo)}
                    </Cell>
                    <Cell label="Prescriber">{one.prescriberName}</Cell>
                    <Cell end label="Paid">
                      {dollars(one.paidAmount)}
                    </Cell>
                  </Row>
                ))}
              </TableBody>
            </Table>
          )}
        </>
      ) : (
        <Skeleton width="100%" height={140} />
      )}
    </Card>
  )
}
