/**
 * How an authorization came to be, by name: its origin code, and the channel of the claim that raised it, which has the same
 * numbers. Code and SQL compare with these, never with a raw number; `channels` says how each behaves.
 */
export const origin = {
  RETAIL: 1,
  BILL_REVIEW: 2,
  MAIL_ORDER: 3,
  CLAIMANT_REIMBURSEMENT: 7,
  J_CODE: 8,
  PAPER_BILL: 9,
  PORTAL: 10,
  PRESCRIBER: 11,
  RECONSIDERATION: 12,
} as const

/** Bills for drugs that were dispensed already: retrospective, reviewed rather than answered at a counter. */
export const billOrigins: readonly number[] = [
  origin.BILL_REVIEW,
  origin.CLAIMANT_REIMBURSEMENT,
  origin.J_CODE,
  origin.PAPER_BILL,
]
