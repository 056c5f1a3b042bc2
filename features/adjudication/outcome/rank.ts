import { ncpdp } from '#reference/ncpdp.ts'
import type { Reject } from '../answer.ts'
import type { RejectClass } from '#reference/reject-codes.ts'

// What the reader sees first: hard stop, safety, authorization, product, quantity, provider, eligibility.

const classRank: Readonly<Record<RejectClass, number>> = {
  PA: 3,
  DUR: 3,
  PROD: 4,
  QTY: 5,
  PROV: 6,
  ELIG: 7,
  FMT: 8,
  SYS: 9,
}

// "Differs from" and "used up" explain the codes behind them.
const explaining: readonly string[] = [ncpdp.DIFFERS_FROM_PRIOR_AUTH, ncpdp.PRIOR_AUTH_USED_UP, ncpdp.BLOCKED]
const first = (made: Reject): number => (explaining.includes(made.rejectCode) ? 0 : 1)

const rankOf = (made: Reject): number => (made.hardStop ? 1 : made.safety ? 2 : classRank[made.class])

/** The rejects, worst first; equal ranks keep the order of the rules. */
export const ranked = (rejects: readonly Reject[]): Reject[] =>
  [...rejects].sort((a, b) => rankOf(a) - rankOf(b) || first(a) - first(b))

/** The first six distinct codes. */
export function firstCodes(rejects: readonly Reject[]): string[] {
  const codes: string[] = []
  for (const made of rejects) {
    if (!codes.includes(made.rejectCode)) codes.push(made.rejectCode)
    if (codes.length === 6) break
  }
  return codes
}
