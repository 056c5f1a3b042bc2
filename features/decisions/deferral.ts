import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { dueAt } from '#features/deadlines/due.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { exactWords } from '#platform/dates/words.ts'
import { deferralReason } from '#reference/rejection-reasons.ts'

/**
 * Why review of a request may not be deferred because liability is disputed: it is written no later than
 * five business days from receipt, whatever haste the request is in (8 CCR 9792.9.1(b)(1)).
 */
export function whyNotDefer(
  { juris_state: state, request_received_at: receivedAt }: Pick<DecisionFacts, 'juris_state' | 'request_received_at'>,
  { reasonId, now }: { reasonId: number | undefined; now: string },
): Why<'DENIAL_TOO_LATE'> | undefined {
  if (reasonId !== deferralReason) return undefined
  const pack = packFor(state, 'prospective', receivedAt)
  const { dueAt: until } = dueAt(pack, { receivedAt: new Date(receivedAt).toISOString() })
  if (Date.parse(now) <= Date.parse(until)) return undefined
  return {
    code: 'DENIAL_TOO_LATE',
    message: `Review could be deferred until ${exactWords(until, pack.timeZone)}, five business days from receipt (8 CCR 9792.9.1(b)(1)). Send it to review, or deny for another reason that is not medical.`,
  }
}
