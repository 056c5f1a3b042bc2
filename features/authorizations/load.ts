import type { AnyCall } from '#platform/calls/contract.ts'
import type { Caller, CallContext, Refusing } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { exactWords } from '#platform/dates/words.ts'
import { packOf } from '#features/deadlines/which-pack.ts'
import { lockClaimOfRequest } from '#features/claims/lock-sql.ts'
import type { Facts } from './facts.ts'
import { loadForUpdate } from './facts-sql.ts'
import { lapseFirst } from './lapse.ts'
import { silentOfRequest } from './lapse-sql.ts'
import { figuresInWords } from './resubmission.ts'
import { isComplete, status, statusLabel } from './statuses.ts'

/** What every act on an authorization needs of its call. */
export type ActContext = Pick<CallContext<AnyCall>, 'db' | 'who' | 'write' | 'note' | 'publishChange' | 'newId' | 'now'>

/** An authorization that is locked until the act on it ends, and who acts on it. */
export type LoadedForAct = {
  person: Caller
  request: Facts
  /** ISO 8601. */
  now: string
}

/**
 * Waits for any act that is under way, then reads the authorization; the claim is locked first, so that no new fill passes
 * by.
 */
export async function loadForAct({ db, who, now }: ActContext, id: string): Promise<LoadedForAct> {
  const [person, , request, silent] = await Promise.all([
    who(),
    db.all(lockClaimOfRequest(id)),
    db.one(loadForUpdate(id)),
    db.all(silentOfRequest(id)),
  ])
  if (!request) return notFound()
  const at = now.toISOString()
  lapseFirst([request, ...silent], at)
  return { person, request, now: at }
}

/** Refuses an act on a version the caller has not seen; the answer says who changed it, when and to what. */
export function refuseStale(
  context: Refusing<'ALREADY_DECIDED' | 'PRECONDITION_REQUIRED' | 'CONFLICT'>,
  request: Facts,
  version: number | undefined,
): void {
  const { decision } = request
  const current = {
    ...currentState(request),
    figures: figuresInWords(request),
    decidedBy: decision?.byName ?? request.completed_by_name,
    decidedAt: decision?.at ?? request.completed_at,
    decision: decision?.decision ?? null,
    reason: decision?.reason ?? null,
    rejectCodes: decision?.codes.map((code) => code.rejectCode) ?? request.reject_codes,
  }
  if (isComplete(request.status_id))
    return context.refuse({
      code: 'ALREADY_DECIDED',
      message: `Authorization is already ${statusLabel(request.status_id)}.${lapsedWords(request)}`,
      current,
    })
  refuseStaleVersion(context, { seen: version, current })
}

/** When silence approved it, where it did. */
const lapsedWords = (request: Facts): string =>
  request.status_id === status.DEEMED_APPROVED
    ? ` No decision was made by ${exactWords(request.statutory_due_at, packOf(request).timeZone)}.`
    : ''

/** What a refused caller is shown of the authorization as it is now. */
export const currentState = (row: { id: string; version: number; status_id: number }) => ({
  authorizationId: row.id,
  version: row.version,
  authorizationStatusId: row.status_id,
  authorizationStatus: statusLabel(row.status_id),
})

/** Notes for the audit what was done to an authorization, and publishes the change. */
export function recordAct(context: ActContext, { request }: LoadedForAct, detail: Record<string, unknown>): void {
  context.note({ claims: [request.stratus_claim_id], type: 'rx_authorization', id: request.id, detail })
  context.publishChange('authorizations')
}

/** What a call answers about an authorization that has its new status. */
export const movedTo = ({ request }: LoadedForAct, to: number) => ({
  success: true as const,
  authorizationId: request.id,
  authorizationStatusId: to,
  authorizationStatus: statusLabel(to),
  version: request.version + 1,
})
