import { useState } from 'react'
import { useSearch } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { ageOn, usDate } from '#platform/dates/day.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { phoneWords } from '#platform/text/phone-words.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconCheck, iconHistory, iconPlus } from '#platform/ui/display/icons.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { bypassReasonName } from '#reference/bypass-reasons.ts'
import { addClaimAddress } from './address.ts'
import { ChangeHistory } from './change-history.tsx'
import { eligibility } from './contract.ts'
import { ContactForm, type PharmacyChooser } from './contact-form.tsx'
import { CoverageBar } from './coverage-bar.tsx'
import css from './coverage.module.css'
import { CoverageNotes } from './coverage-notes.tsx'
import { PharmacyCard } from './pharmacy-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { SpanForm } from './span-form.tsx'

const languages: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish' }
const sexes: Readonly<Record<string, string>> = { F: 'Female', M: 'Male', X: 'X', U: 'Not given' }

/** Coverage and card of a claim, and its worker's contact data. */
export function Eligibility({
  patient,
  ChoosePharmacy,
}: PatientTabProps & { ChoosePharmacy?: PharmacyChooser | undefined }) {
  const asked = useRead(eligibility.of, { id: patient.claimId })
  const [editing, setEditing] = useState<string>()
  const [changing, setChanging] = useState(false)
  const search = useSearch()
  const of = asked.data
  // The period of today, or else the last one.
  const current = of?.spans
    .filter(({ effectiveDate }) => effectiveDate <= of.today)
    .toSorted((a, b) => a.effectiveDate.localeCompare(b.effectiveDate))
    .at(-1)
  const mayEdit = editing === undefined && of?.whyNotEdit === null && current !== undefined
  useKeys(mayEdit ? { e: () => setEditing(current.eligibilityId) } : {})
  if (asked.error && !of) return <NotLoaded title="Coverage could not be loaded" of={asked} />
  if (!of?.patient || !of.claim)
    return (
      <Loading busy skeleton={<Skeleton width="100%" height={320} />}>
        {null}
      </Loading>
    )
  const { claim, patient: worker, spans, today } = of
  const query = new URLSearchParams(search)
  if (query.get('view') === 'history') {
    const period = query.get('period')
    return <ChangeHistory patient={patient} period={spans.find((span) => span.eligibilityId === period)} />
  }
  const history = `${patientAddress(patient, 'eligibility')}?view=history`
  if (editing !== undefined)
    return (
      <SpanForm
        of={{ ...of, claim }}
        span={spans.find((span) => span.eligibilityId === editing)}
        onClose={() => setEditing(undefined)}
      />
    )
  const covered = of.coverage === 'COVERED'
  return (
    <div className={css.tab}>
      <div className={css.side}>
        <PharmacyCard claimId={of.claimId} card={of.card} covered={covered} whyNot={of.whyNotContact} />
      </div>
      <div className={css.main}>
        <Card
          title="Coverage"
          sub={
            <Badge tone={covered ? 'green' : 'red'} icon={covered ? iconCheck : iconAlert}>
              {of.coverageName}
            </Badge>
          }
          acts={
            <>
              <LinkButton size="small" href={history} icon={iconHistory}>
                Change history
              </LinkButton>
              <ActButton
                never={of.whyNotEdit?.code === 'UPDATE_BLOCKED'}
                whyNot={of.whyNotEdit?.message}
                size="small"
                icon={iconPlus}
                onClick={() => setEditing('new')}
              >
                Add a period
              </ActButton>
            </>
          }
        >
          <CoverageBar spans={spans} today={today} listed />
          <ul className={css.list}>
            {spans.map((span) => (
              <li key={span.eligibilityId} className={css.row}>
                <span>
                  <b>{span.planLevelName}</b>
                  <small>
                    {usDate(span.effectiveDate)} – {span.termDate ? usDate(span.termDate) : 'present'} · {span.reason}
                  </small>
                </span>
                <span className={css.acts}>
                  <LinkButton
                    size="small"
                    href={`${history}&period=${span.eligibilityId}`}
                    aria-label={`History of coverage from ${usDate(span.effectiveDate)}`}
                  >
                    History
                  </LinkButton>
                  <ActButton
                    never={of.whyNotEdit?.code === 'UPDATE_BLOCKED'}
                    whyNot={of.whyNotEdit?.message}
                    size="small"
                    aria-label={`Edit coverage from ${usDate(span.effectiveDate)}`}
                    onClick={() => setEditing(span.eligibilityId)}
                  >
                    Edit
                  </ActButton>
                </span>
              </li>
            ))}
            {of.gaps.map((gap) => (
              <li key={gap.from}>
                <Badge tone="amber" icon={iconAlert}>
                  Gap
                </Badge>{' '}
                {usDate(gap.from)} to {usDate(gap.to)}
              </li>
            ))}
          </ul>
        </Card>
        <div className={css.pair}>
          <div className={css.column}>
            <Card
              title="Claim"
              acts={
                of.whyNotAdd === null && (
                  <LinkButton size="small" href={addClaimAddress(of.claimId)} icon={iconPlus}>
                    Add a claim
                  </LinkButton>
                )
              }
            >
              <Facts
                of={[
                  ['Claim number', claim.claimNumber],
                  ['Other claim ID', claim.clientClaimId],
                  ['Injured', usDate(claim.doi)],
                  ['State', claim.jurisState],
                  ['Employer', claim.employer],
                  ['Group', claim.groupCode],
                  ['Injury', claim.injury],
                  ['Status', `${claim.status === 'CLOSED' ? 'Closed' : 'Open'}, ${claim.compensability.toLowerCase()}`],
                ]}
              />
            </Card>
            <Card
              title="Person"
              acts={
                <ActButton
                  never={of.whyNotContact?.code === 'UPDATE_BLOCKED'}
                  whyNot={of.whyNotContact?.message}
                  size="small"
                  onClick={() => setChanging(true)}
                >
                  Change contact data
                </ActButton>
              }
            >
              <Facts
                of={[
                  ['Name', `${worker.firstName} ${worker.lastName}`],
                  ['Born', `${usDate(worker.dob)} (${ageOn(worker.dob, today)})`],
                  ['Sex', sexes[worker.gender] ?? worker.gender],
                  ['Patient ID', worker.patientId],
                  ['Language', languages[worker.language] ?? worker.language],
                  [
                    'Address',
                    [worker.address1, worker.city, `${worker.state} ${worker.zip}`.trim()].filter(Boolean).join(', '),
                  ],
                  ['Phone', phoneWords(worker.phone)],
                  ['Mobile', phoneWords(worker.mobile)],
                  ['E-mail', worker.email],
                  ['Pharmacy', worker.preferredPharmacy],
                ]}
              />
            </Card>
          </div>
          <div className={css.column}>
            <Card title="Injury covered">
              {claim.diagnoses.length === 0 && <p className="muted">Not on file</p>}
              <ul className={css.list}>
                {claim.diagnoses.map((one) => (
                  <li key={one.code}>
                    <b>{one.description}</b>
                    <small>
                      {one.code} ·{' '}
                      {one.status === 'ACCEPTED' ? 'accepted' : one.status === 'DENIED' ? 'not accepted' : 'pending'}
                    </small>
                  </li>
                ))}
              </ul>
            </Card>
            <PlanCard patient={patient} />
            <CoverageNotes patient={patient} />
            {(of.bypasses.length > 0 || of.toc) && (
              <Card title="Bypasses in force">
                <ul className={css.list}>
                  {of.toc && (
                    <li>
                      <b>Transition of care</b>
                      <small>
                        {usDate(of.toc.start)} to {usDate(of.toc.end)}
                      </small>
                    </li>
                  )}
                  {of.bypasses.map((one) => (
                    <li key={one.bypassId}>
                      <b>{bypassReasonName(one.reason)}</b>
                      <small>
                        {usDate(one.start)} to {usDate(one.end)}
                      </small>
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </div>
        </div>
      </div>
      {changing && (
        <ContactForm
          claimId={of.claimId}
          worker={worker}
          ChoosePharmacy={ChoosePharmacy}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  )
}
