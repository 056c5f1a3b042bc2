import { patientAddress } from '#features/claims/patient-address.ts'
import { comesDownInSteps } from '#features/adjudication/drug-class.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import { levelInWords } from '#features/prior-auths/levels.ts'
import { livePriorAuthStatuses } from '#features/prior-auths/statuses.ts'
import { priorAuths, type PriorAuthLine } from '#features/prior-auth-maintenance/contract.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { daysBetween, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { createAddress } from '../create/address.ts'
import css from './overview.module.css'
import { plural } from '#platform/text/plural.ts'

/** Days before its end that a prior authorization is marked. */
export const SOON_DAYS = 7
/** Days before its end that renewing it is offered: a prescriber has to be asked first. */
const RENEW_DAYS = 14

export const isInForce = (one: PriorAuthLine, today: string): boolean =>
  one.kind === 'PERMIT' &&
  livePriorAuthStatuses.includes(one.statusId) &&
  one.startDate <= today &&
  today <= one.endDate

const leftWords = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

/** The prior authorizations that let fills through today. */
export function InForce({ patient, mayCreate }: PatientTabProps & { mayCreate: boolean }) {
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const asked = useRead(priorAuths.history, { masterCarrierCode: patient.masterCarrier, claimId: patient.claimId })
  const rows = asked.data?.priorAuths.filter((one) => isInForce(one, today))
  const mayRenew = mayCreate && mayUpdate(person)
  return (
    <Card
      title="Prior authorizations in force"
      sub={rows && rows.length > 0 ? rows.length : undefined}
      flush
      acts={
        <LinkButton href={patientAddress(patient, 'prior-auths')} tone="quiet" size="small">
          All<span className="sr-only"> prior authorizations</span>
        </LinkButton>
      }
    >
      {asked.error && !rows ? (
        <NotLoaded small title="Prior authorizations could not be loaded" of={asked} />
      ) : (
        <Loading busy={!rows} skeleton={<Skeleton width="100%" height={90} />}>
          {rows?.length === 0 && <p className={css.none}>None in force</p>}
          <ul className={css.rows}>
            {rows?.map((one) => {
              const left = daysBetween(today, one.endDate)
              return (
                <li key={one.priorAuthId} className={css.granted}>
                  <span className={css.what}>
                    <b>{one.drugDescription}</b>
                    <small>
                      {levelInWords(one.level).replace(/^./, (letter) => letter.toUpperCase())} ·{' '}
                      {one.codesCleared.length > 0 ? `clears ${one.codesCleared.join(', ')}` : 'clears no reject code'}
                    </small>
                  </span>
                  <span>
                    {one.maxFills === null
                      ? `${plural(one.fillsUsed, 'fill')} used`
                      : `${one.fillsUsed} of ${plural(one.maxFills, 'fill')} used`}
                  </span>
                  <span className={left <= SOON_DAYS ? css.soon : undefined}>
                    Ends {usDate(one.endDate)}
                    <small>{leftWords(left)}</small>
                  </span>
                  {left <= RENEW_DAYS && (
                    <Renewal
                      of={one}
                      left={left}
                      href={mayRenew ? createAddress(patient, { renew: one.priorAuthId }) : undefined}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        </Loading>
      )}
    </Card>
  )
}

/** What to do before a prior authorization ends: renew it, and for a drug that is stopped in steps why it must not just end. */
function Renewal({ of, left, href }: { of: PriorAuthLine; left: number; href: string | undefined }) {
  const steps = comesDownInSteps(of.gpiPrefix)
  if (!steps && href === undefined) return null
  return (
    <span className={css.renew}>
      {steps && (
        <small>Ends {leftWords(left)}. Stopping it at once can cause withdrawal: renew it or plan a taper.</small>
      )}
      {href !== undefined && (
        <LinkButton href={href} tone="quiet" size="small">
          Renew<span className="sr-only"> {of.drugDescription}</span>
        </LinkButton>
      )}
    </span>
  )
}
