import { dueAt } from '#features/deadlines/due.ts'
import {
  isApproval,
  lapseOf,
  packFor,
  packNamed,
  requestKind,
  type LapseEffect,
} from '#features/deadlines/which-pack.ts'
import { exactWords } from '#platform/dates/words.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'

/** Effects of silence that take the right to deny for medical need, and what the law then says. */
const taken: Partial<Record<LapseEffect, string>> = {
  consents: 'medical necessity is deemed accepted',
  denial_lost: 'a late denial for medical need is not valid',
}

type Timed = Pick<
  DecisionFacts,
  | 'juris_state'
  | 'request_received_at'
  | 'claim_channel_type'
  | 'reconsideration_level'
  | 'statutory_due_at'
  | 'due_pack'
>

/**
 * Why nobody may deny this request for medical need any more, in words: its time has passed where silence decides about
 * need (Florida: F.S. 440.13(3)(d); California: Dubon II). At the due time itself an answer is still in time.
 */
export function denialLost(request: Timed, now: string): string | undefined {
  const { statutory_due_at: due, due_pack: stored } = request
  if (due === undefined || Date.parse(now) <= Date.parse(due)) return undefined
  const kind = requestKind(request.claim_channel_type, request.reconsideration_level)
  const pack =
    (stored === undefined ? undefined : packNamed(stored)) ??
    packFor(request.juris_state, kind, request.request_received_at)
  if (pack.kind === 'expedited' && pack.ownTarget) return lostInHaste(request, now)
  const says = taken[lapseOf(pack, null)]
  if (says === undefined) return undefined
  return `The time to deny for medical need ended on ${exactWords(due, pack.timeZone)}: ${says} (${pack.source}). Reasons that are not medical still stand.`
}

/**
 * The same of an urgent request whose due time is an internal target: the state's own time for any request still ends later,
 * and where silence then grants (Colorado), nothing is left to deny.
 */
function lostInHaste({ juris_state, request_received_at: receivedAt }: Timed, now: string): string | undefined {
  const law = packFor(juris_state, 'prospective', receivedAt)
  if (!isApproval(lapseOf(law, null))) return undefined
  const { dueAt: due } = dueAt(law, { receivedAt: new Date(receivedAt).toISOString() })
  if (Date.parse(now) <= Date.parse(due)) return undefined
  return `The time to deny for medical need ended on ${exactWords(due, law.timeZone)}: with no answer by then the request is authorized (${law.source}). Reasons that are not medical still stand.`
}
