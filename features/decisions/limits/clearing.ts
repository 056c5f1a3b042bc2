import { ncpdp } from '#reference/ncpdp.ts'
import type { StatusId } from '#features/authorizations/statuses.ts'
import { hasRole } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { AuthDetail, RejectLine } from '#features/authorizations/contract.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import { isLeft } from './left-to-second.ts'

/** A reject in the approve form: whether this person may clear it, and why not. */
export type Clearing = { reject: RejectLine; may: boolean; whyNot: string | undefined; secondPerson: boolean }

/**
 * The codes that stand, each with what this person may do about it; the first of two approvals took some away. Where a code
 * stands for several findings, the gravest speaks: a code is cleared for all of them or not at all.
 */
export function clearings(person: Person, detail: AuthDetail): Clearing[] {
  // Whether the carrier's setting bars a senior pharmacist the server has said with the code; the rest is their own.
  const settings = hasRole(person, 'override_all_edit_clinical')
    ? { ...defaultDecisionSettings, safetyOverrides: true }
    : defaultDecisionSettings
  const about = {
    estimatedCost: detail.estimatedCost,
    daysSupply: detail.daysSupply,
    jurisState: detail.jurisState,
    rejects: detail.rejects,
    statusId: detail.authorizationStatusId as StatusId,
    reconsiderationLevel: detail.reconsiderationLevel,
  }
  const lines = detail.rejects
    .filter((reject) => !detail.firstApproval || isLeft(detail.firstApproval, reject))
    .map((reject) => {
      // Over one's own limit is no bar: a second person is asked (T07).
      const secondPerson =
        !reject.canCallerOverride &&
        reject.rejectCode === ncpdp.COST_OVER_MAXIMUM &&
        !whyNotOverride(person, reject, settings, { ...about, estimatedCost: 0 })
      const may = reject.canCallerOverride || secondPerson
      const whyNot = may
        ? undefined
        : (whyNotOverride(person, reject, settings, about)?.message ??
          `Your carrier does not let your role clear code ${reject.rejectCode}.`)
      return { reject, may, whyNot, secondPerson }
    })
  const gravest = new Map<string, Clearing>()
  for (const line of lines) {
    const other = gravest.get(line.reject.rejectCode)
    if (!other || isGraver(line, other)) gravest.set(line.reject.rejectCode, line)
  }
  return [...gravest.values()]
}

const isGraver = (a: Clearing, b: Clearing): boolean =>
  a.may !== b.may
    ? !a.may
    : a.reject.safety !== b.reject.safety
      ? a.reject.safety
      : (a.reject.severity ?? 4) < (b.reject.severity ?? 4)
