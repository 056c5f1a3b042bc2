import { careScores } from '#features/care-score/contract.ts'
import { claimContacts } from '#features/claim-contacts/contract.ts'
import type { ClaimPlace } from '#features/claims/patient-address.ts'
import { completeStatuses } from '#features/authorizations/statuses.ts'
import { documents } from '#features/documents/contract.ts'
import type { Profile } from '#features/patients/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { cardRead } from '#features/timeline/card-read.ts'
import { timeline } from '#features/timeline/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import type { FirstRead } from '#platform/calls/first-reads.ts'

// What the cards of a claim ask: the page brings the answers of the overview.

/** As many requests of a claim as a tab shows. */
export const MOST_REQUESTS = 100
/** The requests of a claim by its number. */
export const requestsRead = (
  of: ClaimPlace & { claimNumber: string },
  stage: 'open' | 'complete',
): InputOf<typeof worklist.search> => ({
  mc: of.masterCarrier,
  subCarrier: of.subCarrier,
  authSearchKey: 'C',
  authSearchValue: of.claimNumber,
  size: MOST_REQUESTS,
  ...(stage === 'complete' && { authStatuses: [...completeStatuses] }),
})

const MOST_DOCUMENTS = 3
export const documentsRead = ({
  masterCarrier,
  subCarrier,
  claimId,
}: ClaimPlace): InputOf<typeof documents.ofPatient> => ({
  masterCarrier,
  subCarrier,
  claimId,
  page: 0,
  size: MOST_DOCUMENTS,
})

/** What the overview asks, but for the fills of a year, which are long. */
export function ofClaim({ patient, settings }: Profile): readonly FirstRead[] {
  const { masterCarrier, subCarrier, claimId } = patient
  return [
    [worklist.search, requestsRead({ ...patient, claimNumber: patient.customerClaimNumber }, 'open')],
    [priorAuths.history, { masterCarrierCode: masterCarrier, claimId }],
    [timeline.ofClaim, cardRead(claimId)],
    [claimContacts.list, { mc: masterCarrier, sc: subCarrier, claimId }],
    [documents.ofPatient, documentsRead(patient)],
    ...(settings['careRiskScoreDisabled'] === true
      ? []
      : ([
          [careScores.status, { stratusClaimId: claimId }],
          [careScores.criteria, { stratusClaimId: claimId, months: 12 }],
        ] as const)),
  ]
}
