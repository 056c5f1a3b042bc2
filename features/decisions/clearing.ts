import { ncpdp } from '#reference/ncpdp.ts'
import { findingId, measureWords } from '#features/prior-auths/findings.ts'
import { hasRole } from '#features/permissions/roles.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecisionFacts, RejectFacts } from '#features/authorizations/decision-facts.ts'
import { defaultDecisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import type { Clearing } from './edit-rules-shape.ts'
import { isLeft } from './limits/left-to-second.ts'
import { waitSentences, waitsOf } from './limits/waits.ts'

/** An authorization whose rejects have their description: what a form shows of them. */
export type Described = DecisionFacts & { rejects: readonly (RejectFacts & { description: string })[] }

/**
 * What an approval can still clear, each with what this person may do about it; the first of two approvals cleared some
 * already. Every safety finding is a line of its own, also where several have one code; an ordinary code is one line.
 */
export function clearings(person: Person, authorization: Described, settings: DecisionSettings): Clearing[] {
  const first = authorization.first_approval
  const gravest = new Map<string, Clearing>()
  for (const reject of authorization.rejects) {
    if (first && !isLeft(first, reject, authorization.rejects)) continue
    const line = clearingOf(person, authorization, reject, settings)
    const { finding } = line.reject
    const other = gravest.get(finding)
    if (!other || isGraver(line, other)) gravest.set(finding, line)
  }
  return [...gravest.values()]
}

function clearingOf(
  person: Person,
  authorization: Described,
  reject: Described['rejects'][number],
  settings: DecisionSettings,
): Clearing {
  const { rejectCode, description, safety, severity = null, measure } = reject
  const finding = findingId(reject, authorization.rejects)
  const about = safety ? measureWords(measure) : ''
  const line = { rejectCode, description, safety, severity, finding, about }
  if (!whyNotOverride(person, reject, settings, authorization))
    return { reject: line, may: true, whyNot: null, secondPerson: false }
  // Over one's own limit is no bar: a second person is asked (T07).
  const secondPerson =
    rejectCode === ncpdp.COST_OVER_MAXIMUM &&
    !whyNotOverride(person, reject, settings, { ...authorization, estimated_cost: 0 })
  if (secondPerson) return { reject: line, may: true, whyNot: null, secondPerson }
  // What the role could clear with no setting against it, the carrier has taken away.
  const { safetyOverrideEnabled, clinicalService } = settings
  const withoutCarrier = {
    ...defaultDecisionSettings,
    safetyOverrideEnabled,
    clinicalService,
    ...(hasRole(person, 'override_all_edit_clinical') && { safetyOverrides: true }),
  }
  const whyNot =
    whyNotOverride(person, reject, withoutCarrier, authorization)?.message ??
    `Your carrier does not let your role clear code ${rejectCode}.`
  return { reject: line, may: false, whyNot, secondPerson: false }
}

const isGraver = (a: Clearing, b: Clearing): boolean =>
  a.may !== b.may
    ? !a.may
    : a.reject.safety !== b.reject.safety
      ? a.reject.safety
      : (a.reject.severity ?? 4) < (b.reject.severity ?? 4)

/** Who must act next where one approval is given and this person can clear none of the codes it left; else undefined. */
export function whyNothingToClear(
  person: Person,
  authorization: Described,
  settings: DecisionSettings,
): string | undefined {
  const first = authorization.first_approval
  if (!first || authorization.status_id !== status.PENDING_CLINICAL) return undefined
  if (clearings(person, authorization, settings).some(({ may }) => may)) return undefined
  const waits = waitSentences(waitsOf(authorization, first.waitsFor))
  return `${first.byName} approved this except ${first.waitsFor.join(', ')}. ${waits.join(' ')}`
}
