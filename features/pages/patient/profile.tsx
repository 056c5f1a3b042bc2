import { Suspense } from 'react'
import { Redirect, useLocation, useParams } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTab } from '#features/claims/patient-tabs.ts'
import { patients } from '#features/patients/contract.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { tabPanelProps, Tabs } from '#platform/ui/list/tabs.tsx'
import { Printed } from '../worklist/printed.tsx'
import { Identity } from './identity.tsx'
import css from './profile.module.css'
import { useShownProfile, type ShownProfile } from './shown-profile.ts'
import { tabs } from './tabs.ts'
import { useRemember } from './use-remember.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const code = /^[A-Z0-9]{2,8}$/
const panelId = 'patient-tab'

/** Keys of every tab; those of some tabs come before them. */
const everyTab: readonly Hint[] = [
  { keys: ['1–9'], does: 'Tabs' },
  { keys: ['N'], does: 'Add note' },
  { keys: ['A'], does: 'Create authorization' },
  { keys: ['Ctrl', 'P'], does: 'Print' },
  { keys: ['Esc'], does: 'Back' },
]
const walk: Hint = { keys: ['J', 'K'], does: 'Move' }
const hintsOf: Partial<Record<PatientTab, readonly Hint[]>> = {
  medications: [
    { keys: ['←', '→'], does: 'Fill' },
    { keys: ['J', 'K'], does: 'Drug' },
    { keys: ['+', '−'], does: 'Zoom' },
    { keys: ['T'], does: 'Table' },
    { keys: ['R'], does: 'Rejected' },
    { keys: ['Enter'], does: 'Open fill' },
    ...everyTab.slice(3),
  ],
  eligibility: [{ keys: ['E'], does: 'Edit coverage' }, ...everyTab],
  timeline: [{ keys: ['Alt', '1–8'], does: 'Show one kind' }, ...everyTab],
  'prior-auths': [
    walk,
    { keys: ['X'], does: 'Extend' },
    { keys: ['C'], does: 'Change' },
    { keys: ['E'], does: 'End' },
    ...everyTab,
  ],
}

/** Loads the tab of an address, so that it is shown with the profile. */
export const loadTab = (path: string): Promise<unknown> =>
  (tabs.find(({ key }) => path.endsWith(`/${key}`)) ?? tabs[0]!).load()

const EmergencyAccess = lazyPart(() =>
  import('#features/emergency-access/emergency-access.tsx').then((it) => it.EmergencyAccess),
)

/** One patient on one claim (/patients/:mc/:sc/:claimId/:tab), or emergency access (/emergency-access/:mc?/:claimId?). */
export function PatientProfile() {
  const { sc } = useParams()
  return sc === undefined ? <EmergencyAccess /> : <ProfilePage />
}

function ProfilePage() {
  const { mc = '', sc = '', claimId = '', tab } = useParams()
  const place = { masterCarrier: mc, subCarrier: sc, claimId }
  const valid = code.test(mc) && code.test(sc) && uuid.test(claimId)
  const asked = useRead(patients.profile, { mc, sc, claimId }, { off: !valid })
  const missing = !valid || asked.error?.code === 'NOT_FOUND' || asked.error?.code === 'VALIDATION'
  const profile = useShownProfile(missing ? undefined : asked.data)
  if (valid && !tab) return <Redirect to={patientAddress(place)} replace />
  if (profile) return <Opened key={claimId} profile={profile} tab={tab} />
  return (
    <Page canvas>
      {missing ? (
        <>
          <PageTitle title="Patient not available" quiet />
          <State
            kind="noPermission"
            title="This patient is not available"
            acts={
              <LinkButton tone="primary" href="/patients">
                Find a patient
              </LinkButton>
            }
          >
            The claim does not exist, or it is not in your programs. Check the link, or ask who sent it.
          </State>
        </>
      ) : asked.error ? (
        <>
          <PageTitle title="Patient" quiet />
          <NotLoaded title="We could not load this patient" of={asked} />
        </>
      ) : (
        <>
          <PageTitle title="Patient, loading" quiet />
          <Loading busy skeleton={<Skeleton width="100%" height={120} />}>
            {null}
          </Loading>
        </>
      )}
    </Page>
  )
}

function Opened({ profile, tab }: { profile: ShownProfile; tab: string | undefined }) {
  const { patient } = profile
  const now = useNow()
  const [, navigate] = useLocation()
  useRemember(patient)
  const counts = new Map(profile.tabs.map(({ key, count }) => [key, count]))
  const shown = tabs.filter(({ key }) => counts.has(key))
  const current = shown.find(({ key }) => key === tab)
  const href = (key: PatientTab) => patientAddress(patient, key)
  const keys: KeyMap = {}
  for (const [at, { key }] of shown.slice(0, 9).entries()) keys[String(at + 1)] = () => navigate(href(key))
  // The search shows again what it found. What is being typed, or open on a tab of its own, comes first.
  if (current && !['documents', 'eligibility'].includes(current.key))
    keys['Escape'] = ({ target }) =>
      target instanceof Element && target.closest('form, input, textarea, select') ? false : navigate('/patients')
  useKeys(keys)
  useHints((current && hintsOf[current.key]) ?? everyTab)
  if (!current) return <Redirect to={href('overview')} replace />
  const { Component } = current
  return (
    <Page as="work" canvas>
      <Identity profile={profile} />
      <div className={css.short} aria-hidden="true">
        <p>
          <b>
            {patient.claimantFirstName} {patient.claimantLastName}
          </b>{' '}
          Born {usDate(patient.dob)} · Claim {patient.customerClaimNumber}
        </p>
      </div>
      <Printed
        of={`${patient.claimantFirstName} ${patient.claimantLastName} · Claim ${patient.customerClaimNumber}`}
        now={now}
      />
      <Tabs
        label={profile.word}
        className={css.tabs ?? ''}
        panelId={panelId}
        current={href(current.key)}
        tabs={shown.map(({ key, label }) => ({
          href: href(key),
          label,
          count: counts.get(key) ?? undefined,
          ...(key === 'pending' && { tone: 'red' as const }),
        }))}
      />
      <div {...tabPanelProps(panelId)} className={css.panel} tabIndex={0}>
        <ErrorBoundary key={current.key} what={`The ${current.label.toLowerCase()} tab`} small>
          <Suspense fallback={<Skeleton width="100%" height={200} />}>
            <Component
              patient={{
                masterCarrier: patient.masterCarrier,
                subCarrier: patient.subCarrier,
                claimId: patient.claimId,
                firstName: patient.claimantFirstName,
                lastName: patient.claimantLastName,
                dob: patient.dob,
                claimNumber: patient.customerClaimNumber,
                subscriberNumber: patient.subscriberNumber,
                jurisState: patient.jurisState,
                doi: patient.doi,
              }}
            />
          </Suspense>
        </ErrorBoundary>
      </div>
    </Page>
  )
}
