import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { transactionHistory } from '#features/transaction-history/contract.ts'
import { amountOfDrug, amountShown, dollars, kinds } from '#features/transaction-history/words.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addMonths, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import css from './overview.module.css'

const MOST_FILLS = 5
/** What was filled, rejected and billed last. */
export function LastFills({ patient }: PatientTabProps) {
  const { masterCarrier, subCarrier, claimId } = patient
  const asked = useRead(transactionHistory.all, { masterCarrier, subCarrier, claimId })
  const rows = asked.data?.transactions.slice(0, MOST_FILLS)
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const { data: year } = useRead(transactionHistory.summary, {
    id: claimId,
    masterCarrier,
    from: addMonths(today, -12),
  })
  return (
    <Card
      title="Last fills"
      sub={
        year && (
          <>
            paid and billed in 12 months <b>{dollars(year.counts.amount)}</b>
          </>
        )
      }
      flush
      acts={
        <LinkButton href={patientAddress(patient, 'medications')} tone="quiet" size="small">
          All fills
        </LinkButton>
      }
    >
      {asked.error && !rows ? (
        <NotLoaded small title="Fills could not be loaded" of={asked} />
      ) : (
        <Loading busy={!rows} skeleton={<Skeleton width="100%" height={90} />}>
          {rows?.length === 0 && <p className={css.none}>No fills in 13 months</p>}
          <ul className={css.rows}>
            {rows?.map((one) => {
              const { label, tone, icon } = kinds[one.status]
              return (
                <li key={one.transactionId} className={css.granted}>
                  <span className={css.what}>
                    <b>{one.drugName}</b>
                    <small>
                      {usDate(one.fillDate)} · {amountOfDrug(one)} · {one.pharmacyName}
                    </small>
                  </span>
                  <Badge tone={tone} icon={icon}>
                    {label}
                  </Badge>
                  <span>{amountShown(one)}</span>
                </li>
              )
            })}
          </ul>
        </Loading>
      )}
    </Card>
  )
}
