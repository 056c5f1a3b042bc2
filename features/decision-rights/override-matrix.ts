import type { Why } from '#platform/calls/refusal.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import type { Person } from '#platform/calls/person.ts'
import { hasRole, isRestricted } from '#features/permissions/roles.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import { hasLetter, type DecisionFacts, type RejectFacts } from '#features/authorizations/decision-facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { isUrReviewer, mayUpdate } from '#features/permissions/rules.ts'
import { recordsOutside } from './who-decides.ts'

/** What a reject is about, as far as who may clear it: the columns of the matrix. */
export type OverrideColumn =
  | 'eligibility'
  | 'provider'
  | 'drug'
  | 'claim'
  | 'cost'
  | 'firstFillOpioid'
  | 'caseManagement'
  | 'safety3'
  | 'safety2'
  | 'safety1'
  | 'data'
  | 'hardStop'

/** The rows of the matrix; a utilization reviewer decides clinical questions in the states of the license. */
export type Approver = 'adjuster' | 'supervisor' | 'pharmacist' | 'overrideAll' | 'urReviewer' | 'support'

/** yes; no; to the person's own limit; only with the carrier's setting; only where `whyNotOverrideAll` has nothing to say. */
type Grant = 'yes' | 'no' | 'limit' | 'setting' | 'earned'

/** Who may clear what at most: carrier settings may take away from it, nothing may add to it. */
export const overrideMatrix: Readonly<Record<Approver, Readonly<Record<OverrideColumn, Grant>>>> = {
  adjuster: {
    eligibility: 'yes',
    provider: 'yes',
    drug: 'yes',
    claim: 'yes',
    cost: 'limit',
    firstFillOpioid: 'yes',
    caseManagement: 'no',
    safety3: 'setting',
    safety2: 'no',
    safety1: 'no',
    data: 'no',
    hardStop: 'no',
  },
  supervisor: {
    eligibility: 'yes',
    provider: 'yes',
    drug: 'yes',
    claim: 'yes',
    cost: 'yes',
    firstFillOpioid: 'yes',
    caseManagement: 'yes',
    safety3: 'setting',
    safety2: 'no',
    safety1: 'no',
    data: 'no',
    hardStop: 'no',
  },
  pharmacist: {
    eligibility: 'no',
    provider: 'no',
    drug: 'yes',
    claim: 'no',
    cost: 'no',
    firstFillOpioid: 'yes',
    caseManagement: 'no',
    safety3: 'yes',
    safety2: 'yes',
    safety1: 'no',
    data: 'no',
    hardStop: 'no',
  },
  overrideAll: {
    eligibility: 'no',
    provider: 'no',
    drug: 'yes',
    claim: 'yes',
    cost: 'no',
    firstFillOpioid: 'earned',
    caseManagement: 'no',
    safety3: 'earned',
    safety2: 'earned',
    safety1: 'earned',
    data: 'no',
    hardStop: 'no',
  },
  urReviewer: {
    eligibility: 'no',
    provider: 'no',
    drug: 'yes',
    claim: 'no',
    cost: 'no',
    firstFillOpioid: 'no',
    caseManagement: 'no',
    safety3: 'no',
    safety2: 'no',
    safety1: 'no',
    data: 'no',
    hardStop: 'no',
  },
  support: {
    eligibility: 'no',
    provider: 'no',
    drug: 'no',
    claim: 'no',
    cost: 'no',
    firstFillOpioid: 'no',
    caseManagement: 'no',
    safety3: 'no',
    safety2: 'no',
    safety1: 'no',
    data: 'yes',
    hardStop: 'no',
  },
}

/** The approvers that satisfy a least role of a reject code. The pharmacist's and override-all's own columns narrow A further. */
const approversForRole: Readonly<Record<string, readonly Approver[]>> = {
  A: ['adjuster', 'supervisor', 'pharmacist', 'overrideAll', 'urReviewer'],
  S: ['supervisor'],
  R: ['pharmacist', 'overrideAll'],
  O: ['overrideAll'],
  K: ['support'],
}

/** Longest first opioid fill an adjuster may let through, in days (code 925). */
const ADJUSTER_OPIOID_DAYS = 14

/** The column of the matrix a reject falls in. An ungraded safety code goes by its least role. */
export function columnOf(reject: RejectFacts): OverrideColumn {
  if (reject.hardStop || reject.overridableBy === '-' || !(reject.overridableBy in approversForRole)) return 'hardStop'
  if (reject.overridableBy === 'K') return 'data'
  if (!reject.safety) {
    if (reject.class === 'ELIG') return 'eligibility'
    if (reject.class === 'PROV') return 'provider'
    if (reject.rejectCode === ncpdp.COST_OVER_MAXIMUM) return 'cost'
    // 830 says that the adjuster has not accepted the claim or drug: never a pharmacist's question, whatever the list.
    return reject.rejectCode !== ncpdp.ADJUSTER_MUST_AUTHORIZE && rejectCode(reject.rejectCode)?.clinical
      ? 'drug'
      : 'claim'
  }
  if (reject.severity === 1 || reject.overridableBy === 'O') return 'safety1'
  if (reject.severity === 2 || reject.overridableBy === 'R') return reject.severity === 3 ? 'safety3' : 'safety2'
  if (reject.rejectCode === ncpdp.FIRST_OPIOID_FILL) return 'firstFillOpioid'
  return reject.overridableBy === 'S' ? 'caseManagement' : 'safety3'
}

function approverRolesOf(person: Person, state: string): readonly Approver[] {
  if (!mayUpdate(person)) return []
  const approvers: Approver[] = []
  if (hasRole(person, 'adjuster', 'all_access')) approvers.push('adjuster')
  if (hasRole(person, 'supervisor')) approvers.push('supervisor')
  if (hasRole(person, 'clinical_pharmacist')) approvers.push('pharmacist')
  if (hasRole(person, 'override_all_edit_clinical')) approvers.push('overrideAll')
  if (isUrReviewer(person, state)) approvers.push('urReviewer')
  if (hasRole(person, 'pbm_support', 'account_admin', 'all_access')) approvers.push('support')
  return approvers
}

/**
 * Why this person may not override every edit, safety codes among them, in words; nothing means they may:
 * the role, the carrier's setting and a licence. See docs/decisions/0021.
 */
export function whyNotOverrideAll(
  person: Pick<Person, 'roles' | 'licenseStates'>,
  settings: Pick<DecisionSettings, 'safetyOverrides'>,
): string | undefined {
  if (isRestricted(person)) return 'The role changes nothing.'
  if (!hasRole(person, 'override_all_edit_clinical')) return 'The role does not clear every edit.'
  if (!settings.safetyOverrides) return 'The carrier has turned safety overrides off.'
  if (person.licenseStates.length === 0) return 'No active license is on file.'
  return undefined
}

/** What of the request decides beside the reject itself. */
export type OverrideContext = Partial<
  Pick<
    DecisionFacts,
    | 'estimated_cost'
    | 'days_supply'
    | 'juris_state'
    | 'letter_came'
    | 'shown'
    | 'rejects'
    | 'status_id'
    | 'reconsideration_level'
  >
>

const dollars = (amount: number): string => `$${amount.toLocaleString('en-US', { maximumFractionDigits: 2 })}`

/** The person's own limit does not reach the cost. A second approver may still agree (T07). */
export const isOverLimit = (person: Pick<Person, 'approvalLimit'>, cost: number | null | undefined): boolean =>
  person.approvalLimit !== null && (cost ?? 0) > person.approvalLimit

function refusal(
  reject: RejectFacts,
  column: OverrideColumn,
  person: Person,
  settings: DecisionSettings,
): Why<'CODE_NOT_YOURS_TO_CLEAR' | 'HARD_STOP' | 'NOT_OVERRIDABLE' | 'SAFETY_NEEDS_PHARMACIST'> {
  const code = reject.rejectCode
  // A person with the role is given the reason why the role does not suffice.
  const lacks = hasRole(person, 'override_all_edit_clinical') ? whyNotOverrideAll(person, settings) : undefined
  const because = lacks ? ` ${lacks}` : ''
  const ask = settings.safetyOverrideEnabled && settings.clinicalService ? ' Send the request to a pharmacist.' : ''
  switch (column) {
    case 'hardStop':
      return { code: 'HARD_STOP', message: `Code ${code} is a hard stop; nobody may override it.`, field: 'rejects' }
    case 'data':
      return {
        code: 'NOT_OVERRIDABLE',
        message: `Code ${code} is cleared by correcting the data, not by an approval.`,
        field: 'rejects',
      }
    case 'safety1':
      return {
        code: 'SAFETY_NEEDS_PHARMACIST',
        message: `Only a senior pharmacist, together with a second person, can clear ${code}.${because}${ask}`,
        field: 'rejects',
      }
    case 'safety2':
    case 'safety3':
    case 'firstFillOpioid':
      return {
        code: 'SAFETY_NEEDS_PHARMACIST',
        message: `Only a pharmacist can clear ${code}.${because}${ask}`,
        field: 'rejects',
      }
    case 'cost':
      if (person.approvalLimit !== null && hasRole(person, 'adjuster', 'all_access')) {
        return {
          code: 'CODE_NOT_YOURS_TO_CLEAR',
          message: `The cost is over your limit of ${dollars(person.approvalLimit)}; a second approver must agree.`,
          field: 'rejects',
        }
      }
  }
  const needs = reject.overridableBy === 'S' ? ' It needs a supervisor.' : ''
  return {
    code: 'CODE_NOT_YOURS_TO_CLEAR',
    message: `Your role may not override code ${code}.${needs}`,
    field: 'rejects',
  }
}

/**
 * Why this person may not clear this reject by an approval; nothing means they may. `about` is the request it stands
 * on: without it the answer is the most it could be.
 */
export function whyNotOverride(
  person: Person,
  reject: RejectFacts,
  settings: DecisionSettings = defaultDecisionSettings,
  about?: OverrideContext,
):
  | Why<
      | 'CODE_NOT_YOURS_TO_CLEAR'
      | 'HARD_STOP'
      | 'NOT_OVERRIDABLE'
      | 'RULE'
      | 'SAFETY_NEEDS_PHARMACIST'
      | 'UPDATE_BLOCKED'
    >
  | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  const column = columnOf(reject)
  const { status_id: statusId, reconsideration_level: reconsiderationLevel } = about ?? {}
  if (statusId !== undefined && reconsiderationLevel !== undefined && column !== 'hardStop') {
    // A board or a court has cleared it; support only records that.
    if (recordsOutside(person, { status_id: statusId, reconsideration_level: reconsiderationLevel })) return undefined
  }
  if (reject.safety && !settings.safetyRejectEnabled)
    return {
      code: 'SAFETY_NEEDS_PHARMACIST',
      message: `Code ${reject.rejectCode} is a safety code. Your carrier does not clear safety codes in the portal.`,
      field: 'rejects',
    }
  // The carrier's stricter role is asked for beside the code's own, so it can only take away.
  const leastRoles = [reject.overridableBy, settings.overrideNeeds[reject.rejectCode] ?? reject.overridableBy]
  const mayClear = (approver: Approver): boolean => {
    if (!leastRoles.every((role) => approversForRole[role]?.includes(approver))) return false
    if (reject.sourceRule === 'R15' && approver === 'adjuster' && !settings.formularyOverrides) return false
    if (column === 'firstFillOpioid' && (approver === 'adjuster' || approver === 'supervisor')) {
      const otherSafety = about?.rejects?.some((other) => other.safety && other.rejectCode !== reject.rejectCode)
      if (otherSafety || (about?.days_supply ?? 0) > ADJUSTER_OPIOID_DAYS) return false
    }
    switch (overrideMatrix[approver][column]) {
      case 'yes':
        return true
      case 'limit':
        return !isOverLimit(person, about?.estimated_cost)
      case 'setting':
        return settings.safetyOverrides
      case 'earned':
        return whyNotOverrideAll(person, settings) === undefined
      case 'no':
        return false
    }
  }
  if (!approverRolesOf(person, about?.juris_state ?? '').some(mayClear))
    return refusal(reject, column, person, settings)
  if (reject.letterNeeded && about && !hasLetter(about)) {
    return {
      code: 'RULE',
      message: `Code ${reject.rejectCode} needs a letter of medical necessity on file.`,
      field: 'rejects',
    }
  }
  return undefined
}
