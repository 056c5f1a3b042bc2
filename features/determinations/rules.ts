import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecidableAuthorization, Determination } from '#features/authorizations/decidable.ts'
import { isSupport, isUrReviewer, maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import { status, isOpen } from '#features/authorizations/statuses.ts'
import { determinationKinds, type DeterminationKind } from '#features/authorizations/determination-kinds.ts'
import type { Determined } from '#features/authorizations/determination-shape.ts'

const ofBoardOrCourt = (kind: DeterminationKind): boolean => kind === 'BOARD' || kind === 'COURT'

/** A request as far as these rules ask about it. */
export type About = Pick<
  DecidableAuthorization,
  'statusId' | 'jurisState' | 'reconsiderationLevel' | 'firstApproval' | 'dateOfInjury'
>

/**
 * Why this person may not write down what this authority determined, nor withdraw it; nothing means it is theirs to do.
 * Reviewers speak for reviews, supervisors and support bring orders; at level 3 everything comes through support.
 */
export function whyNotTheirs(
  person: Person,
  kind: DeterminationKind,
  { jurisState, reconsiderationLevel }: Pick<About, 'jurisState' | 'reconsiderationLevel'>,
): Why<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  const no = (message: string): Why<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> => ({ code: 'NOT_ALLOWED', message })
  if (reconsiderationLevel >= 3)
    return isSupport(person) ? undefined : no('Level 3 is decided outside; support records the outcome.')
  if (ofBoardOrCourt(kind))
    return maySupervise(person) || isSupport(person)
      ? undefined
      : no('Only a supervisor or support may record an order of a board or court.')
  return isUrReviewer(person, jurisState)
    ? undefined
    : no(`Only a reviewer with a licence for ${jurisState} may record this determination.`)
}

/** Why nothing may be recorded on or withdrawn from a request as it is now, by anybody; nothing means it may. */
export function whyNotNow({
  statusId,
  firstApproval,
}: Pick<About, 'statusId' | 'firstApproval'>): Why<'ALREADY_DECIDED' | 'RULE'> | undefined {
  if (!isOpen(statusId)) return alreadyIn(statusId)
  // The first of two approvals was given for what stood then; the second one confirms just that.
  return statusId === status.PENDING_SECOND_APPROVAL || firstApproval
    ? { code: 'RULE', message: 'Half of this request is approved already. Return it to pending first.' }
    : undefined
}

/** The authorities whose word this person may record here now. */
export const kindsFor = (person: Person, request: About): DeterminationKind[] =>
  whyNotNow(request) ? [] : determinationKinds.filter((kind) => !whyNotTheirs(person, kind, request))

/** What the decision rules read of the determination that stands: what it grants, or who denied. */
export function ruling(
  standing: Determined | null | undefined,
): Pick<DecidableAuthorization, 'determination' | 'deniedBy'> {
  if (!standing) return { determination: null, deniedBy: null }
  if (standing.result === 'DENIED') return { determination: null, deniedBy: standing.kind }
  const oneTimeFill = standing.oneTimeFill ?? false
  const determination: Determination = {
    startDate: standing.startDate!,
    endDate: standing.endDate!,
    oneTimeFill,
    drugLevel: standing.drugLevel!,
    maxFills: oneTimeFill ? 1 : standing.maxFills,
    maxQty: standing.maxQty,
    maxDays: standing.maxDays,
    by: standing.kind,
  }
  return { determination, deniedBy: null }
}

/** The reason of an approval that follows it (reference/approval-reasons.ts): 10 of a review, 11 of an order. */
export const usualReason = (kind: DeterminationKind): number => (ofBoardOrCourt(kind) ? 11 : 10)
