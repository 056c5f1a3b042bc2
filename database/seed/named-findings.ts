import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import type { FirstApproval } from '#features/authorizations/rows.ts'
import { whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import { toClear, type ApprovalInput } from '#features/decisions/approval.ts'
import type { NamedReject } from '#features/decisions/named-findings.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { findingId } from '#features/prior-auths/findings.ts'
import type { Person } from '#platform/calls/person.ts'

/** What the person may clear of a request, each finding with its reason. */
export function findingByFinding(
  person: Person,
  judged: DecisionFacts,
  terms: ApprovalInput,
  settings: DecisionSettings,
): NamedReject[] {
  const ordinary = toClear(person, judged, {}, settings)
  return judged.rejects
    .filter((reject) => !reject.cleared)
    .map((reject) => ({
      rejectCode: reject.rejectCode,
      finding: findingId(reject, judged.rejects),
      override: reject.safety
        ? whyNotOverride(person, reject, settings, judged) === undefined
        : ordinary.includes(reject),
      reason: terms.safetyAck,
    }))
}

/** What the first of two people cleared and left, as the second one confirms it. */
export const confirmedFindings = (first: FirstApproval, { rejects }: DecisionFacts): NamedReject[] =>
  rejects
    .filter(({ rejectCode }) => [...first.codes, ...first.waitsFor].includes(rejectCode))
    .map((one) => ({
      rejectCode: one.rejectCode,
      override: true,
      finding: findingId(one, rejects),
      reason: first.safetyAck ?? undefined,
    }))
