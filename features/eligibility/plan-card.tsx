import { Link } from 'wouter'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { eligibility } from './contract.ts'
import { cardStatuses } from './rules.ts'

/** Coverage of the claim in short: when it ends, which drug list and pharmacies it has, and where the card is. */
export function PlanCard({ patient: { claimId, masterCarrier, subCarrier } }: PatientTabProps) {
  const { data, error } = useRead(eligibility.summary, { claimId, masterCarrier, subCarrier })
  return (
    <Card title="Plan">
      {data ? (
        <Facts
          of={[
            ['Coverage', data.statusName],
            ['Next end', data.nextTermination ? usDate(data.nextTermination) : 'Open, no end date'],
            [
              'Gaps',
              data.gaps.length === 0
                ? 'None'
                : data.gaps.map(({ from, to }) => `${usDate(from)} to ${usDate(to)}`).join(', '),
            ],
            [
              'Drug list',
              <Link key="list" href="/drugs">
                {data.formularyName}
              </Link>,
            ],
            ['Pharmacies', data.network],
            ['Card', data.cardStatus ? cardStatuses[data.cardStatus] : 'None requested'],
          ]}
        />
      ) : error ? (
        <p className="muted">{error.message}</p>
      ) : (
        <Skeleton width="100%" height={120} />
      )}
    </Card>
  )
}
