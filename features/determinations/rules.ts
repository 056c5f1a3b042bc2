import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { isSupport, isUrPhysician, maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import { status, isOpen } from '#features/authorizations/statuses.ts'
import { determinationKinds, type DeterminationKind } from '#features/authorizations/determination-kinds.ts'

const ofBoardOrCourt = (kind: DeterminationKind): boolean => kind === 'BOARD' || kind === 'COURT'

/** A request as far as these rules ask about it. */
export type About = Pick<
  DecisionFacts,
  'status_id' | 'juris_state' | 'reconsideration_level' | 'first_approval' | 'doi'
>

/**
 * Why this person may not write down what this authority determined, nor withdraw it; nothing means they may.
 * Reviewers speak for reviews, supervisors and support bring orders; at level 3 everything comes through support.
 */
export function whyNotRecordKind(
  person: Person,
  kind: DeterminationKind,
  {
    juris_state: jurisState,
    reconsideration_level: reconsiderationLevel,
  }: Pick<About, 'juris_state' | 'reconsideration_level'>,
): Why<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  const no = (message: string): Why<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> => ({ code: 'NOT_ALLOWED', message })
  if (reconsiderationLevel >= 3)
    return isSupport(person) ? undefined : no('Level 3 is decided outside; support records the outcome.')
  if (ofBoardOrCourt(kind))
    return maySupervise(person) || isSupport(person)
      ? undefined
      : no('Only a supervisor or support may record an order of a board or court.')
  return isUrPhysician(person, jurisState)
    ? undefined
    : no(`Only a reviewer with a license for ${jurisState} may record this determination.`)
}

/** Why nothing may be recorded on or withdrawn from a request as it is now, by anybody; nothing means it may. */
export function whyNotNow({
  status_id: statusId,
  first_approval: firstApproval,
}: Pick<About, 'status_id' | 'first_approval'>): Why<'ALREADY_DECIDED' | 'RULE'> | undefined {
  if (!isOpen(statusId)) return alreadyIn(statusId)
  // The first of two approvals was given for the terms of that moment; the second confirms exactly those.
  return statusId === status.PENDING_SECOND_APPROVAL || firstApproval
    ? { code: 'RULE', message: 'This request has a first approval. Return it to pending first.' }
    : undefined
}

/** The authorities whose word this person may record here now. */
export const kindsFor = (person: Person, request: About): DeterminationKind[] =>
  whyNotNow(request) ? [] : determinationKinds.filter((kind) => !whyNotRecordKind(person, kind, request))

/** What was set for an approval before it is given: by a determination, or by the first of two approvers. */
export type ApprovalTerms = {
  startDate: string
  endDate: string
  oneTimeFill: boolean
  drugLevel: number
  maxFills: number | null
  /** Most units, and most days of supply, of one fill; the whole prescription where they are left out. */
  maxQty?: number | null
  maxDays?: number | null
  /** Who determined it; nobody outside where it is the first of two approvals. */
  by?: DeterminationKind
}

type OfDetermination = Pick<DecisionFacts, 'determination'>

/** What the determination in force grants: an approval follows it; null where there is none, or it denies. */
export function orderedTerms({ determination }: OfDetermination): ApprovalTerms | null {
  if (!determination || determination.result === 'DENIED') return null
  const oneTimeFill = determination.oneTimeFill ?? false
  return {
    startDate: determination.startDate!,
    endDate: determination.endDate!,
    oneTimeFill,
    drugLevel: determination.drugLevel!,
    maxFills: oneTimeFill ? 1 : determination.maxFills,
    maxQty: determination.maxQty,
    maxDays: determination.maxDays,
    by: determination.kind,
  }
}

/** Whose determination, the one in force, denies it. */
export const deniedBy = ({ determination }: OfDetermination): DeterminationKind | null =>
  determination?.result === 'DENIED' ? determination.kind : null

/** The reason of an approval that follows it (reference/approval-reasons.ts): 10 of a review, 11 of an order. */
export const usualReason = (kind: DeterminationKind): number => (ofBoardOrCourt(kind) ? 11 : 10)
