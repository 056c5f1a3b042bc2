import type { ClaimFound } from './claim-sql.ts'
import type { ClaimSummary } from './shapes.ts'
import { className } from './export.ts'
import type { SummaryRow } from './sql.ts'

const claimStatuses: Record<string, string> = { OPEN: 'Open', CLOSED: 'Closed', REOPENED: 'Reopened' }

/** The pharmacy picture of a claim, as the screen and the file show it. */
export const toSummary = (claim: ClaimFound, found: SummaryRow, from: string | null, to: string): ClaimSummary => ({
  claim: {
    claimId: claim.id,
    claimNumber: claim.claim_number,
    patientName: `${claim.first_name} ${claim.last_name}`,
    masterCarrier: claim.mc,
    subCarrier: claim.sub_carrier,
    doi: claim.doi,
    jurisState: claim.juris_state,
    claimStatus: claimStatuses[claim.status] ?? claim.status,
    injury: claim.injury,
  },
  from,
  to,
  counts: found.counts,
  byYear: found.by_year,
  byMonth: found.by_month,
  byClass: found.by_class.map((one) => ({ ...one, name: className(one.name) })),
  topDrugs: found.drugs,
  prescribers: found.prescribers,
  pharmacies: found.pharmacies,
  openAuths: found.open_auths,
})
