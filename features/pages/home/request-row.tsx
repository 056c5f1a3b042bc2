import { usDate } from '#platform/dates/day.ts'
import { Link } from 'wouter'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { requestAddress } from '#features/worklist/most-urgent.ts'
import { bothTimes } from '../timers.ts'
import css from './home.module.css'

/** A request in a list of Home: the name leads to all open requests of the claimant, the drug to this one. */
export function RequestRow({ of: first, note }: { of: AuthRow; note: string }) {
  const { person } = useUser()
  const now = useNow()
  return (
    <div className={css.row}>
      <span className={css.who}>
        <Link
          href={patientAddress(
            { masterCarrier: first.masterCarrier, subCarrier: first.subCarrier, claimId: first.stratusClaimId },
            'pending',
          )}
        >
          {first.claimantFirstName} {first.claimantLastName}
        </Link>
        <small>
          Born {usDate(first.dateOfBirth)} · <span className="nowrap">Claim {first.claimNumber}</span>
        </small>
      </span>
      <span className={css.what}>
        <Link href={requestAddress(first.authorizationId)} className="truncate">
          {first.drugName} {first.strength}
        </Link>
        <small>{note}</small>
      </span>
      <Timer {...bothTimes(first, now, person.timeZone)} />
    </div>
  )
}
