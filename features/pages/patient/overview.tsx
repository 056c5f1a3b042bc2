import { Suspense } from 'react'
import { Link } from 'wouter'
import { ScoreCard } from '#features/care-score/score-card.tsx'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { patients, type Profile } from '#features/patients/contract.ts'
import { claimWords, coverageDays, coverageWords } from '#features/patients/words.ts'
import { queueState, requestPath } from '#features/authorizations/queue.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconInfo, iconWarning } from '#platform/ui/display/icons.ts'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Contacts } from './contacts.tsx'
import { Deadlines } from './deadlines.tsx'
import { DoseCard } from './dose-card.tsx'
import { InForce } from './in-force.tsx'
import { LastDocuments } from './last-documents.tsx'
import { LastFills } from './last-fills.tsx'
import css from './overview.module.css'
import { RejectChips } from '../worklist/reject-chips.tsx'
import { bothTimes } from '../timers.ts'
import { amountWords } from '../worklist/row-words.ts'
import { codesOf } from './request-codes.ts'
import { useShownProfile } from './shown-profile.ts'
import { useRequests } from './use-requests.ts'

const TimelineCard = lazyPart(() => import('#features/timeline/timeline-card.tsx').then((it) => it.TimelineCard))

/** What to decide, what to know first, and the claim. Each card fails alone. */
export function Overview({ patient }: PatientTabProps) {
  const { masterCarrier: mc, subCarrier: sc, claimId } = patient
  // The profile page has asked this already: the answer comes from its memory.
  const profile = useShownProfile(useRead(patients.profile, { mc, sc, claimId }).data)
  return (
    <div className={css.overview}>
      <div className={css.column}>
        <OpenRequests patient={patient} />
        <InForce patient={patient} mayCreate={profile?.settings['create_prior_auth'] === true} />
        <LastFills patient={patient} />
      </div>
      <div className={css.side}>
        <div className={css.column}>
          {profile && <Cautions of={profile} />}
          <DoseCard patient={patient} />
          {profile && !profile.settings['careRiskScoreDisabled'] && (
            <ScoreCard
              claimId={claimId}
              few
              act={
                <LinkButton href={patientAddress(patient, 'clinical')} tone="quiet" size="small">
                  Trend
                </LinkButton>
              }
            />
          )}
          <div className={css.activity}>
            <Suspense fallback={<Skeleton width="100%" height={180} />}>
              <TimelineCard patient={patient} />
            </Suspense>
          </div>
        </div>
        <div className={css.column}>
          {profile && <Deadlines patient={patient} coveredTo={profile.currentEligibility.to} />}
          {profile && <Claim of={profile} />}
          {profile && (
            <Contacts
              of={profile}
              acts={
                <LinkButton href={patientAddress(patient, 'notes')} tone="quiet" size="small">
                  Notes
                </LinkButton>
              }
            />
          )}
          {profile?.tabs.some(({ key }) => key === 'documents') && <LastDocuments patient={patient} />}
        </div>
      </div>
    </div>
  )
}

/** As many open requests as the overview shows. */
const MOST_OPEN = 6

function OpenRequests({ patient }: PatientTabProps) {
  const { person } = useUser()
  const now = useNow()
  const asked = useRequests(patient, 'open')
  const rows = asked.rows
  const all = patientAddress(patient, 'pending')
  return (
    <Card
      title="Open requests"
      sub={rows && rows.length > 0 ? rows.length : undefined}
      flush
      acts={
        <LinkButton href={all} tone="quiet" size="small">
          All pending
        </LinkButton>
      }
    >
      {asked.error && !rows ? (
        <ErrorState
          small
          title="Open requests could not be loaded"
          safe="No decision was lost."
          text={asked.error.message}
          supportId={asked.error.supportId}
          onRetry={asked.retry}
          retrying={asked.busy}
        />
      ) : (
        <Loading busy={!rows} skeleton={<Skeleton width="100%" height={90} />}>
          {rows && rows.length === 0 && <p className={css.none}>No open requests</p>}
          <ul className={css.rows}>
            {rows?.slice(0, MOST_OPEN).map((row) => (
              <li key={row.authorizationId} className={css.row}>
                <Timer {...bothTimes(row, now, person.timeZone)} />
                <span className={css.what}>
                  <Link
                    href={requestPath(row.authorizationId)}
                    state={queueState(
                      rows.map((one) => one.authorizationId),
                      all,
                    )}
                  >
                    {row.drugName}
                  </Link>
                  <small>{amountWords(row)}</small>
                </span>
                <span className={css.state}>
                  <RejectChips rejects={codesOf(row)} />
                  <small>
                    {row.escalated ? `Escalated, level ${row.escalationLevel}. ` : ''}
                    {row.authorizationStatus}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </Loading>
      )}
    </Card>
  )
}

function Cautions({ of: { cautions } }: { of: Profile }) {
  const { person } = useUser()
  const now = useNow()
  return (
    <Card title="Alerts">
      {cautions.length === 0 ? (
        <p className="muted">No alerts, checked {usDate(dateIn(now, person.timeZone))}</p>
      ) : (
        <ul className={css.cautions}>
          {cautions.map(({ key, severity, title, detail }) => (
            <li key={key} className={severity === 'WARN' ? css.warn : undefined}>
              <Icon of={severity === 'WARN' ? iconWarning : iconInfo} />
              <span>
                <b>{title}.</b> {detail}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Claim({ of: { patient, claim, otherClaims, currentEligibility } }: { of: Profile }) {
  const accepted = claim.diagnoses.filter(({ status }) => status === 'ACCEPTED')
  const not = claim.diagnoses.filter(({ status }) => status === 'DENIED')
  const list = (of: typeof accepted) => of.map(({ code, description }) => `${description} (${code})`).join('; ')
  const owners = [
    patient.caseOwner && `${patient.caseOwner.firstName} ${patient.caseOwner.lastName}`,
    ...claim.caseOwners.map(({ name, kind }) => `${name} (${kind === 'NURSE' ? 'nurse' : 'backup'})`),
  ].filter((one) => one !== null)
  return (
    <Card title="Claim" sub={claimWords(patient)}>
      <Facts
        of={[
          ['Injury', patient.injury],
          ['Accepted', list(accepted)],
          ...(not.length > 0 ? ([['Not accepted', list(not)]] as const) : []),
          ['Employer', patient.employerName],
          ['Coverage', `${coverageWords(currentEligibility)} ${coverageDays(currentEligibility)}`.trim()],
          ['Case owner', owners.join(', ')],
          [
            'Address',
            [patient.address.line1, patient.address.city, patient.address.state, patient.address.zip]
              .filter(Boolean)
              .join(', '),
          ],
        ]}
      />
      {otherClaims.length > 0 && (
        <>
          <h3 className={css.others}>Other claims of this person</h3>
          <ul className={css.claims}>
            {otherClaims.map((one) => (
              <li key={one.claimId}>
                <Link
                  href={patientAddress({
                    masterCarrier: patient.masterCarrier,
                    subCarrier: one.subCarrier,
                    claimId: one.claimId,
                  })}
                >
                  {one.claimNumber}
                </Link>{' '}
                {one.injury}, injured {usDate(one.doi)}, {one.status.toLowerCase()}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
