import { clearedReasons } from '#features/prior-auths/findings.ts'
import type { Approval } from './approval.ts'
import type { Verdict } from '#features/authorizations/rows.ts'

/** What an approver states beside the window and the codes; what is left out was not stated. */
type Said = {
  maxQty?: number | null
  maxDays?: number | null
  safetyAck?: string | null
  reasonId?: number | null
  note?: string | null
}

/** An approval in the words it is written down with, wherever it was given: on a request, with a new one, or without any. */
export function approvedVerdict(approval: Approval, said: Said, reason: string, overrideAll: boolean): Verdict {
  return {
    kind: 'APPROVE',
    startDate: approval.startDate,
    endDate: approval.endDate,
    oneTime: approval.oneTimeFill,
    level: approval.drugLevel,
    maxFills: approval.maxFills,
    maxQty: said.maxQty ?? null,
    maxDays: said.maxDays ?? null,
    maxCost: approval.maxCost,
    codes: approval.clears,
    cleared: approval.cleared,
    overrideAll,
    safetyIncluded: approval.safetyIncluded,
    safetyAck: clearedReasons(approval.cleared) || (said.safetyAck ?? null),
    reasonId: said.reasonId ?? null,
    reason: reason || approval.presetReason,
    note: said.note ?? '',
  }
}
