import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { requestPath } from '#features/authorizations/queue.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addDays, daysBetween, usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { isInForce, SOON_DAYS } from './in-force.tsx'
import css from './overview.module.css'
import { useRequests } from './use-requests.ts'

/** Days ahead in which what ends is a deadline. */
const AHEAD_DAYS = 30
const MOST = 5

type Deadline = { key: string; day: string; what: ReactNode; kind: string; when: string }

/** What falls due next: decisions, prior authorizations that end, the end of coverage. */
export function Deadlines({ patient, coveredTo }: PatientTabProps & { coveredTo: string | null }) {
  const { person } = useUser()
  const now = useNow()
  const today = dateIn(now, person.timeZone)
  const last = addDays(today, AHEAD_DAYS)
  const requests = useRequests(patient, 'open')
  const granted = useRead(priorAuths.history, { masterCarrierCode: patient.masterCarrier, claimId: patient.claimId })
  const failed = requests.error ?? granted.error
  const loaded = requests.rows && granted.data
  const ends = (day: string): string => {
    const left = daysBetween(today, day)
    return left === 0 ? 'Today' : left === 1 ? 'Tomorrow' : usDate(day)
  }
  const lines: Deadline[] = !loaded
    ? []
    : [
        ...requests.rows!.map((one) => ({
          key: one.authorizationId,
          day: dateIn(Date.parse(one.statutoryDueAt), person.timeZone),
          what: <Link href={requestPath(one.authorizationId)}>{one.drugName}</Link>,
          kind: `Decision due, ${one.jurisState}`,
          when: whenWords(one.statutoryDueAt, person.timeZone, now),
        })),
        ...granted
          .data!.priorAuths.filter((one) => isInForce(one, today) && one.endDate <= last)
          .map((one) => ({
            key: one.priorAuthId,
            day: one.endDate,
            what: <Link href={patientAddress(patient, 'prior-auths')}>{one.drugDescription}</Link>,
            kind: 'Prior authorization ends',
            when: ends(one.endDate),
          })),
        ...(coveredTo !== null && coveredTo >= today && coveredTo <= last
          ? [
              {
                key: 'coverage',
                day: coveredTo,
                what: <Link href={patientAddress(patient, 'eligibility')}>Coverage</Link>,
                kind: 'Last covered day',
                when: ends(coveredTo),
              },
            ]
          : []),
      ].toSorted((a, b) => a.day.localeCompare(b.day))
  return (
    <Card title="Next deadlines" flush>
      {failed && !loaded ? (
        <ErrorState
          small
          title="Deadlines could not be loaded"
          safe="Nothing was changed."
          text={failed.message}
          supportId={failed.supportId}
          onRetry={() => {
            requests.retry()
            void granted.refetch()
          }}
          retrying={requests.busy || granted.isFetching}
        />
      ) : (
        <Loading busy={!loaded} skeleton={<Skeleton width="100%" height={90} />}>
          {lines.length === 0 && <p className={css.none}>Nothing falls due in {AHEAD_DAYS} days</p>}
          <ul className={css.rows}>
            {lines.slice(0, MOST).map(({ key, day, what, kind, when }) => (
              <li key={key} className={css.line}>
                <span className={css.what}>
                  {what}
                  <small>{kind}</small>
                </span>
                <span className={daysBetween(today, day) <= SOON_DAYS ? css.soon : undefined}>{when}</span>
              </li>
            ))}
          </ul>
        </Loading>
      )}
    </Card>
  )
}
