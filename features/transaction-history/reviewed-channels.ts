import { origin } from '#reference/origins.ts'

/** The channels whose bills a person reviews. */
export const reviewedChannels: readonly number[] = [
  origin.BILL_REVIEW,
  origin.CLAIMANT_REIMBURSEMENT,
  origin.J_CODE,
  origin.PAPER_BILL,
]
