import type { Prescription, WalkIn } from '#database/seed/walk-ins.ts'
import type { PharmacyMessage } from '#features/callbacks/contract.ts'
import type { ClaimAnswer } from '#features/transactions/contract.ts'

/** One prescription of one walk-in, at the counter. */
export type Visit = { who: WalkIn; what: Prescription; rxNumber: string }

const dollars = (amount: number): string => `$${amount.toFixed(2)}`

export const billed = ({ who, what }: Visit): string =>
  `${who.counter.name} bills ${what.product} for ${who.first} ${who.last[0]}.`

/** What the portal said to a claim, in plain words. */
export function answered(answer: ClaimAnswer): string {
  if (answer.status === 'P') return answer.pricing ? `paid ${dollars(answer.pricing.paid)}` : 'paid'
  const why = answer.rejects.map((reject) => `${reject.code} ${reject.message}`).join('; ')
  return answer.authorizationId === null
    ? `rejected: ${why}`
    : `needs approval, waiting (reference ${answer.referenceNumber}: ${why})`
}

/** The word of the carrier, as the counter hears it. */
export function heard({ who, what }: Visit, message: PharmacyMessage): string {
  const about = `${who.counter.name} hears about ${what.product} for ${who.first} ${who.last[0]}., reference ${message.referenceNumber}`
  if (message.outcome === 'APPROVED')
    return `${about}: approved${message.endDate === null ? '' : ` until ${message.endDate}`}${message.oneTime ? ', once' : ''}`
  if (message.outcome === 'REVERSED') return `${about}: ${message.text}`
  return `${about}: ${message.outcome === 'REJECTED' ? 'not approved, the drug is blocked for this claim' : 'not covered this time'}`
}
