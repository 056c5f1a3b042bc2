import { useQuery } from '@tanstack/react-query'
import type { authorizations } from '#features/authorizations/contract.ts'
import type { patients } from '#features/patients/contract.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { usDate } from '#platform/dates/day.ts'

/** The patient a chat is about, as its form has them. */
type OpenPatient = { patientName: string; claimNumber: string; patientDOI: string }

type Profile = AnswerOf<typeof patients.profile>
type Request = AnswerOf<typeof authorizations.one>

/** The patient of the page that is open, as soon as the page has loaded them; nothing is asked for. */
export function useOpenPatient(path: string): OpenPatient | undefined {
  const [, screen, mc = '', sc = '', claimId = ''] = path.split('/')
  const of = useQuery<Profile>({ queryKey: ['patients.profile', { mc, sc, claimId }], enabled: false }).data?.patient
  const request = useQuery<Request>({ queryKey: ['authorizations.one', { id: sc }], enabled: false }).data
  if (screen === 'patients' && of)
    return {
      patientName: `${of.claimantFirstName} ${of.claimantLastName}`,
      claimNumber: of.customerClaimNumber,
      patientDOI: usDate(of.doi),
    }
  if (screen === 'authorizations' && mc === 'request' && request)
    return {
      patientName: `${request.claimant.firstName} ${request.claimant.lastName}`,
      claimNumber: request.claim.claimNumber,
      patientDOI: usDate(request.claim.dateOfInjury),
    }
  return undefined
}

/** The page an agent is shown to answer from: an address with ids only, and short enough to be sent. */
export const endpointOf = (path: string): string => path.split('/').slice(0, 5).join('/').slice(0, 60)
