import type { Facts } from '#features/authorizations/facts.ts'
import { loadForUpdate } from '#features/authorizations/facts-sql.ts'
import { isComplete, statusLabel } from '#features/authorizations/statuses.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import type { Caller, CallContext, Refusing } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { lockClaimOfRequest } from '#features/claims/lock-sql.ts'
import { lookAround, type Around } from './around.ts'
import { decidable, decisionSettings } from '#features/determinations/rule-facts.ts'
import type { DecidableAuthorization } from '#features/authorizations/decidable.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'

/** A call that decides a request. */
export type DecidingCall = Omit<CallContext<AnyCall>, 'input' | 'refuse'> & {
  input: {
    id: string
    authorizationId?: string | undefined
    subCarrier?: string | undefined
    version?: number | undefined
  }
} & Refusing<'ALREADY_DECIDED' | 'CONFLICT' | 'PRECONDITION_REQUIRED'>
/** What every act on a request needs of its call. */
export type Acting = Pick<DecidingCall, 'db' | 'who' | 'write' | 'note' | 'publishChange' | 'newId' | 'now'>

/** A request that is held until the act on it ends, and who acts on it. */
export type Taken = {
  person: Caller
  request: Facts
  /** ISO 8601. */
  now: string
}
/** The same with what the rules of a decision ask about. */
export type Case = Taken & { settings: DecisionSettings; authorization: DecidableAuthorization; around: Around }

/** Waits until a decision in progress has ended, then reads the request; the claim is locked first, so that no new fill passes by. */
export async function takeUp({ db, who, now }: Acting, id: string): Promise<Taken> {
  const [person, , request] = await Promise.all([who(), db.all(lockClaimOfRequest(id)), db.one(loadForUpdate(id))])
  return request ? { person, request, now: now.toISOString() } : notFound()
}

/** Takes a request up to be decided: the one the caller named, as the caller has seen it. */
export async function takeUpToDecide(asked: DecidingCall): Promise<Case> {
  const { input } = asked
  const [taken, around] = await Promise.all([takeUp(asked, input.id), lookAround(asked.db, input.id)])
  if (input.authorizationId !== undefined && input.authorizationId !== input.id)
    invalid('authorizationId', 'This is another request than the one in the address.')
  if (input.subCarrier !== undefined && input.subCarrier !== taken.request.sub_carrier) notFound()
  refuseStale(asked, taken.request, input.version)
  const { request } = taken
  return { ...taken, settings: decisionSettings(request), authorization: decidable(request), around }
}

/** The answer to the loser of a race says who decided what and when; what they typed is kept. */
export function refuseStale(
  { refuse }: Refusing<'ALREADY_DECIDED' | 'PRECONDITION_REQUIRED' | 'CONFLICT'>,
  request: Facts,
  version: number | undefined,
): void {
  const { standing } = request
  const current = {
    authorizationId: request.id,
    version: request.version,
    authorizationStatusId: request.status_id,
    authorizationStatus: statusLabel(request.status_id),
    decidedBy: standing?.byName ?? request.completed_by_name,
    decidedAt: standing?.at ?? request.completed_at,
    decision: standing?.decision ?? null,
    reason: standing?.reason ?? null,
    rejectCodes: standing?.codes.map((code) => code.rejectCode) ?? request.reject_codes,
  }
  if (isComplete(request.status_id))
    return refuse({
      code: 'ALREADY_DECIDED',
      message: `Authorization is already ${statusLabel(request.status_id)}.`,
      current,
    })
  if (version === undefined)
    return refuse({
      code: 'PRECONDITION_REQUIRED',
      message: 'Send the version of the request you are looking at.',
      field: 'version',
    })
  if (version !== request.version) refuse({ code: 'CONFLICT', current })
}

/** Says for the audit what was done to a request that was taken up, and rings for everybody who looks at it. */
export function record(asked: Acting, { request }: Taken, detail: Record<string, unknown>): void {
  asked.note({ claims: [request.stratus_claim_id], type: 'rx_authorization', id: request.id, detail })
  asked.publishChange('authorizations')
}

/** What a call answers about a request that has its new status. */
export const nowIn = ({ request }: Taken, to: number) => ({
  success: true as const,
  authorizationId: request.id,
  authorizationStatusId: to,
  authorizationStatus: statusLabel(to),
  version: request.version + 1,
})
