import { Redirect } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { patients } from '../contract.ts'
import { FoundTable } from './results.tsx'

/** A link from the carrier's own system (/claim-link/:mc/:number): the patient of that claim, or the claims to choose from. */
export function FromCarrier({ mc, number }: { mc: string; number: string }) {
  const asked = useRead(patients.fromCarrier, { mc, claimNumber: number, isHartfordDeepLink: true })
  const matches = asked.data?.matches ?? []
  const [only, another] = matches
  if (only && !another) return <Redirect to={patientAddress(only)} replace />
  const code = asked.error?.code
  return (
    <Page canvas={!another}>
      <PageTitle title={another ? 'Choose a claim' : 'Patient'} quiet={!another} />
      {another ? (
        <FoundTable rows={matches} mine />
      ) : code === 'FEATURE_OFF' || code === 'NOT_FOUND' || code === 'VALIDATION' ? (
        <State
          kind="noPermission"
          title={
            code === 'FEATURE_OFF' ? 'Links from your claim system are switched off' : 'This patient is not available'
          }
          acts={
            <LinkButton tone="primary" href="/patients">
              Find a patient
            </LinkButton>
          }
        >
          {code === 'FEATURE_OFF'
            ? 'Your carrier has not switched them on. Find the patient by claim number instead.'
            : 'The claim does not exist, or it is not in your programs. Check the number, or find the patient here.'}
        </State>
      ) : asked.error ? (
        <NotLoaded title="We could not load this patient" of={asked} />
      ) : (
        <Loading busy skeleton={<Skeleton width="100%" height={120} />}>
          {null}
        </Loading>
      )}
    </Page>
  )
}
