import { useState } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { patients } from './contract.ts'
import css from './recents.module.css'

/** The patients the user viewed last, as links to their profiles. */
export function Recents({ most }: { most?: number }) {
  const { carrier, person } = useUser()
  const asked = useRead(patients.recent, { id: person.id, masterCarrier: carrier.code })
  const found = asked.data
  const [closed, setClosed] = useState(false)
  if (asked.error && !found && closed) return null
  if (asked.error && !found)
    return (
      <NotLoaded
        small
        title="Your recent patients could not be loaded"
        of={asked}
        acts={
          <Button tone="quiet" onClick={() => setClosed(true)}>
            Close
          </Button>
        }
      />
    )
  return (
    <Loading busy={!found} skeleton={<Skeleton width="100%" height={120} />}>
      {found &&
        (found.length === 0 ? (
          <State small kind="empty" title="No recent patients">
            Patients you open appear here.
          </State>
        ) : (
          <ul className={css.recents}>
            {found.slice(0, most).map((one) => (
              <li key={one.id}>
                <Link href={patientAddress(one, 'eligibility')}>
                  <b>
                    {one.claimantFirstName} {one.claimantLastName}
                  </b>
                  <small>
                    Born {usDate(one.dob)} · Claim {one.customerClaimNumber} · {one.subCarrier}
                  </small>
                </Link>
              </li>
            ))}
          </ul>
        ))}
    </Loading>
  )
}
