import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { status } from '#features/authorizations/statuses.ts'
import { whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import { whyNotApprove } from '#features/decisions/approval.ts'
import { planOf } from '#features/decisions/approval-plan.ts'
import { findingId } from '#features/prior-auths/findings.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import type { Caller } from '#platform/calls/handler.ts'
import { whyText } from '#platform/calls/refusal.ts'

// What comes of a new request that its maker approves when sending it (T05).

/** Why its maker may not approve it when sending it, whatever they approve (T05). */
export function whyNotAtOnce(
  person: Caller,
  request: DecisionFacts,
  level: number,
  at: string,
  settings: DecisionSettings,
): string | null {
  if (level > 0) return 'A reconsideration is decided by another person than who asks for it.'
  const why = whyNotApprove(person, request, {}, at, settings)
  if (why) return whyText(why)
  const plan = planAtOnce(person, request, at, settings)
  if (plan.why) return whyText(plan.why)
  const codes = plan.outcome.waitsFor.join(', ')
  if (plan.outcome.statusId === status.PENDING_CLINICAL) return `A pharmacist must clear ${codes}.`
  if (plan.outcome.statusId !== status.PENDING_SECOND_APPROVAL) return null
  return codes === '' ? 'A second person must agree.' : `A supervisor must clear ${codes}.`
}

/** What an approval of all its maker may clear would lead to. */
function planAtOnce(person: Caller, request: DecisionFacts, at: string, settings: DecisionSettings) {
  const others = new Set(
    request.rejects
      .filter((reject) => whyNotOverride(person, reject, settings, request))
      .map((reject) => findingId(reject, request.rejects)),
  )
  const rejects = request.rejects.map((reject) => {
    const finding = findingId(reject, request.rejects)
    return { rejectCode: reject.rejectCode, finding, override: !others.has(finding) }
  })
  return planOf(person, request, { rejects, safetyRejectEnabled: true }, null, at, settings)
}

/** Codes that keep its maker's approval from taking effect until a pharmacist cleared them; none where nothing else would. */
export function leftToPharmacist(
  person: Caller,
  request: DecisionFacts,
  level: number,
  at: string,
  settings: DecisionSettings,
): readonly string[] {
  if (level > 0 || whyNotApprove(person, request, {}, at, settings)) return []
  const { outcome } = planAtOnce(person, request, at, settings)
  return outcome?.statusId === status.PENDING_CLINICAL ? outcome.waitsFor : []
}
