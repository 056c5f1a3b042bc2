import type { AuthDetail } from '#features/authorizations/contract.ts'
import { isComplete } from '#features/authorizations/statuses.ts'
import { isTyped, type Draft } from '../draft.ts'
import type { Failure } from '../in-flight.ts'

/** What somebody else did to a request in the meantime. */
export type OtherChange = {
  statusId: number
  status: string
  by: string | null
  /** ISO 8601. */
  at: string | null
  decision: string | null
  reason: string | null
  codes: readonly string[]
  /** What it asks for now. */
  figures: string | null
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The state in the refusal's data, when somebody else changed the request first; undefined when there is none. */
export function otherChangeIn(failure: Failure | undefined): OtherChange | undefined {
  if (!failure || (failure.code !== 'ALREADY_DECIDED' && failure.code !== 'CONFLICT')) return undefined
  const data = failure.data as Record<string, unknown> | null
  if (typeof data?.['authorizationStatusId'] !== 'number') return undefined
  const codes = data['rejectCodes']
  return {
    statusId: data['authorizationStatusId'],
    status: text(data['authorizationStatus']) ?? '',
    by: text(data['decidedBy']),
    at: text(data['decidedAt']),
    decision: text(data['decision']),
    reason: text(data['reason']),
    codes: Array.isArray(codes) ? codes.filter((code): code is string => typeof code === 'string') : [],
    figures: text(data['figures']),
  }
}

/** Who handed it over to where it is now, once the page has the request as it is; they need not be who changed it last. */
export const sentOnBy = (detail: AuthDetail, { statusId }: OtherChange): string | null =>
  detail.authorizationStatusId === statusId ? (detail.handedOver?.byName ?? null) : null

/** What somebody else decided while something of this person's was typed or sent; undefined when there is no conflict. */
export function conflictWith(detail: AuthDetail, draft: Draft): OtherChange | undefined {
  const conflict = otherChangeIn(draft.failure)
  if (conflict) return conflict
  if (!isComplete(detail.authorizationStatusId) || !isTyped(draft)) return undefined
  // The user's own decision was just undone and the page does not show it yet.
  if (detail.version === draft.decidedVersion) return undefined
  return {
    statusId: detail.authorizationStatusId,
    status: detail.authorizationStatus,
    by: detail.decidedBy,
    at: detail.completedAt,
    decision: detail.decision?.decision ?? null,
    reason: detail.decision?.reasonDesc ?? null,
    codes: detail.decision?.rejects.map((reject) => reject.rejectCode) ?? [],
    figures: null,
  }
}

const verbs: Readonly<Record<string, string>> = {
  APPROVE: 'approved',
  AUTO: 'approved',
  BYPASS: 'bypassed',
  DEEMED: 'approved',
  REJECT: 'rejected',
  REJECT_NO_PA: 'rejected',
}

/** "Mary Roe rejected this at 10:41 AM (codes 70, 75)", with the time in the reader's words. */
export function otherChangeWords(other: OtherChange, when: (at: string) => string): string {
  if (!isComplete(other.statusId)) {
    const figures = other.figures === null ? '' : `, ${other.figures}`
    return `This request changed while you were working: it is now ${other.status}${figures}`
  }
  const verb = other.decision ? (verbs[other.decision] ?? 'decided') : 'decided'
  const at = other.at ? ` at ${when(other.at)}` : ''
  if (other.decision === 'DEEMED') return `Deemed approved${at}: no decision was made by the deadline`
  const codes =
    other.codes.length > 0 ? ` (${other.codes.length === 1 ? 'code' : 'codes'} ${other.codes.join(', ')})` : ''
  return `${other.by ?? 'RxDocket'} ${verb} this${at}${codes}`
}
