import type { Why } from '#platform/calls/refusal.ts'
import { isOpen, status } from '#features/authorizations/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import { levelOfLaw } from './reconsider-until.ts'
import { worksOn } from './works-on.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import type { DecisionFacts, RejectFacts } from '#features/authorizations/decision-facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import {
  isPharmacist,
  isSupport,
  isUrPhysician,
  isUrReviewer,
  mayDecide,
  maySupervise,
} from '#features/permissions/rules.ts'

/** The refusal of a role that may not change this at all. */
export const blocked: Why<'UPDATE_BLOCKED'> = {
  code: 'UPDATE_BLOCKED',
  message: 'Update functionality is blocked for user',
}

/** The rejects that are left: not cleared by the first of two approvals. */
export const live = (authorization: DecisionFacts): readonly RejectFacts[] =>
  authorization.rejects.filter((reject) => !reject.cleared)

/** A reconsideration stays one wherever it waits: for a letter, a pharmacist, a reviewer or a second approver (T11 to T16). */
const isLookedAtAgain = ({
  status_id: statusId,
  reconsideration_level: reconsiderationLevel,
}: Pick<DecisionFacts, 'status_id' | 'reconsideration_level'>): boolean =>
  statusId === status.PENDING_RECON || (reconsiderationLevel > 0 && isOpen(statusId))

/** Whether this person writes down here what a board or a court decided: at level 3 nobody in the portal decides (T24). */
export const recordsOutside = (
  person: Person,
  authorization: Pick<DecisionFacts, 'status_id' | 'reconsideration_level'>,
): boolean => isLookedAtAgain(authorization) && authorization.reconsideration_level >= 3 && isSupport(person)

/**
 * Why this person may not decide this request at all, whatever the decision; nothing means they may. Role first, then
 * status, then whose it is, then who is barred from a reconsideration or a second approval.
 */
export function whyNotDecide(
  person: Person,
  authorization: DecisionFacts,
  settings: DecisionSettings = defaultDecisionSettings,
): Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  const { status_id: statusId, juris_state: jurisState, claim_channel_type: channelType } = authorization
  const kept = { jurisState, channelType, level: authorization.reconsideration_level }
  const reconsiderationLevel = levelOfLaw(kept)
  const isPhysician = isUrPhysician(person, jurisState)
  // A nurse works on what is in review, and nowhere else.
  const reviews = isPhysician || (statusId === status.PENDING_UR && isUrReviewer(person, jurisState))
  const isReview = isLookedAtAgain(authorization)
  const records = recordsOutside(person, authorization)
  const confirms = statusId === status.PENDING_SECOND_APPROVAL && maySupervise(person)
  const isWithSupervisor = statusId === status.PENDING_SUPERVISOR
  if (!mayDecide(person) && !reviews && !records && !confirms) return blocked
  if (!isOpen(statusId)) return alreadyIn(statusId)
  if (statusId === status.PENDING_UR && !reviews) {
    return { code: 'NOT_ALLOWED', message: 'This request is in utilization review; a licensed reviewer decides it.' }
  }
  if (statusId === status.PENDING_SECOND_APPROVAL) {
    if (!confirms) return { code: 'NOT_ALLOWED', message: 'A supervisor gives the second approval.' }
    if (authorization.first_approval?.byId === person.id) {
      return { code: 'NOT_ALLOWED', message: 'The second approval must come from another person.' }
    }
  }
  if (isWithSupervisor && !maySupervise(person))
    return { code: 'NOT_ALLOWED', message: 'A supervisor was asked about it. Take it back to decide it.' }
  if (isReview) {
    if (statusId === status.PENDING_UR && !isPhysician && !records)
      return { code: 'NOT_ALLOWED', message: 'A physician reviewer decides a reconsideration.' }
    if (reconsiderationLevel <= 2 && authorization.decided_before_by === person.id) {
      return { code: 'NOT_ALLOWED', message: 'You decided this before; another person decides the reconsideration.' }
    }
    // A second approver confirms a pharmacist's or physician's approval and does not replace it.
    const beside = confirms && authorization.first_approval?.clinical === true
    if (reconsiderationLevel === 2 && !isPharmacist(person) && !reviews && !beside) {
      return { code: 'NOT_ALLOWED', message: 'A level 2 reconsideration is decided by a pharmacist or physician.' }
    }
    if (reconsiderationLevel >= 3 && !records) {
      return { code: 'NOT_ALLOWED', message: 'Level 3 is decided outside; support records the outcome.' }
    }
  }
  // Pharmacists, reviewers and supervisors who were asked work pools, not their own claims.
  const clears = statusId === status.PENDING_CLINICAL && isPharmacist(person)
  const pooled = clears || isWithSupervisor || reviews || records || confirms
  if (!pooled && !worksOn(person, authorization, settings)) {
    return { code: 'NOT_ALLOWED', message: 'This request belongs to another case owner.' }
  }
  return undefined
}

/** Nothing but spaces. */
export const blank = (text: string | null | undefined): boolean => !text || text.trim() === ''
