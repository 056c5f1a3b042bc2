import type { QueryClient } from '@tanstack/react-query'
import type { authorizations } from '#features/authorizations/contract.ts'
import type { patients } from '#features/patients/contract.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { usDate } from '#platform/dates/day.ts'

/** The patient a chat is about, as its form has them. */
export type OpenPatient = { patientName: string; claimNumber: string; patientDOI: string }

/** The patient of the page that is open, from what the page has loaded; nothing is asked for. */
export function patientOf(path: string, cache: QueryClient): OpenPatient | undefined {
  const [, screen, mc, sc, claimId] = path.split('/')
  if (screen === 'patients') {
    const key = ['patients.profile', { mc, sc, claimId }]
    const patient = cache.getQueryData<AnswerOf<typeof patients.profile>>(key)?.patient
    return (
      patient && {
        patientName: `${patient.claimantFirstName} ${patient.claimantLastName}`,
        claimNumber: patient.customerClaimNumber,
        patientDOI: usDate(patient.doi),
      }
    )
  }
  if (screen !== 'authorizations' || mc !== 'request') return undefined
  const request = cache.getQueryData<AnswerOf<typeof authorizations.one>>(['authorizations.one', { id: sc }])
  return (
    request && {
      patientName: `${request.claimant.firstName} ${request.claimant.lastName}`,
      claimNumber: request.claim.claimNumber,
      patientDOI: usDate(request.claim.dateOfInjury),
    }
  )
}

/** The page an agent is shown to answer from: an address with ids only, and short enough to be sent. */
export const endpointOf = (path: string): string => path.split('/').slice(0, 5).join('/').slice(0, 60)
