import { whyNotExplained } from '#features/authorizations/explains.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import { MAX_RECONSIDERATION, reconsiderUntil } from './reconsider-until.ts'
import type { SupervisorQuestion } from './supervisor-questions.ts'
import { worksOn } from './works-on.ts'
import { usDate } from '#platform/dates/day.ts'
import { HOUR_MS } from '#platform/dates/instant.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Alias, Via } from '#features/authorizations/transitions.ts'
import { aliases, alreadyIn, isAlias, mayMove } from '#features/authorizations/transitions.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import type { Takers } from '#features/authorizations/facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { isPharmacist, isSupport, isUrReviewer, maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import { whyNobodyTakes } from './takers.ts'
import { blocked, whyNotDecide } from './who-decides.ts'

/** Hours after a "Rejected, no PA" or "No decision" in which a supervisor may reopen it. */
const REOPEN_HOURS = 24

/**
 * Minutes in which who sent a request to utilization review may take it back; later the reviewer returns it. Where no reviewer is
 * left, who sent it and supervisors take it back at any time.
 */
const TAKE_BACK_MINUTES = 10

/** Whether this person handed it over and may still take it back (docs/decisions/0125-taking-back.md). */
function takesBack(person: Person, authorization: DecisionFacts, now: string) {
  const { status_id: statusId, first_approval, handed_over, takers } = authorization
  if (statusId === status.PENDING_SECOND_APPROVAL) return first_approval?.byId === person.id
  if (statusId !== status.PENDING_UR) return false
  const isLeft = takers?.reviewer === false
  if (handed_over?.byId !== person.id) return isLeft && maySupervise(person)
  if (isLeft) return true
  return Date.parse(now) - Date.parse(handed_over.at) <= TAKE_BACK_MINUTES * 60_000
}

/**
 * The act an alias means for a request in this status: `pending` on 23, 25 or 26 is the return of who answers, unless who handed
 * it over takes it back.
 */
export function viaOf(alias: Alias, person: Person, authorization: DecisionFacts, now: string): Via {
  const from = authorization.status_id
  // Who asked a supervisor takes it back as from a pharmacist; a supervisor answers.
  if (alias === 'pending' && from === status.PENDING_SUPERVISOR) return maySupervise(person) ? 'return' : 'pending'
  return alias === 'pending' &&
    (from === status.PENDING_UR || from === status.PENDING_SECOND_APPROVAL) &&
    !takesBack(person, authorization, now)
    ? 'return'
    : aliases[alias].via
}

/** Why a word of the address is no move; nothing means it is one. */
export const whyNotAlias = (word: string): Why<'UNSUPPORTED_STATUS'> | undefined =>
  isAlias(word) ? undefined : { code: 'UNSUPPORTED_STATUS', message: `Unsupported status: ${word}`, field: 'status' }

/** Why a move needs more words: what a supervisor is asked, and why a supervisor returns it. */
export function whyNotWithout(
  via: Via,
  from: number,
  { note, about }: { note: string; about: SupervisorQuestion | undefined },
): Why<'RULE'> | undefined {
  if (via === 'supervisor' && about === undefined)
    return { code: 'RULE', message: 'Choose what you ask about.', field: 'about' }
  if (via === 'supervisor' && note === '') return { code: 'RULE', message: 'Write what you ask.', field: 'note' }
  if (via !== 'return' || from === status.PENDING_UR) return undefined
  const message = whyNotExplained(note, 'Write why it comes back.')
  return message === undefined ? undefined : { code: 'RULE', message, field: 'note' }
}

/** Who takes what a move hands over. */
const handsTo: Readonly<Partial<Record<Via, keyof Takers>>> = {
  clinical: 'pharmacist',
  ur: 'reviewer',
  supervisor: 'supervisor',
}

/** Why this person may not move this request with this move; nothing means they may (T32). */
export function whyNotMove(
  person: Person,
  authorization: DecisionFacts,
  alias: Alias,
  now: string,
  settings: DecisionSettings = defaultDecisionSettings,
): Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return blocked
  const { status_id: statusId, juris_state: jurisState } = authorization
  const via = viaOf(alias, person, authorization, now)
  if (!mayMove(statusId, aliases[alias].to, via)) return alreadyIn(statusId)
  const since = authorization.completed_at ? Date.parse(now) - Date.parse(authorization.completed_at) : 0
  switch (via) {
    case 'clinical':
      if (!settings.clinicalService) return { code: 'RULE', message: 'This carrier has no clinical service.' }
      break
    case 'ur':
      if (!settings.urRequirements)
        return { code: 'RULE', message: 'Utilization review is not set up for this carrier.' }
      break
    case 'supervisor':
      if (maySupervise(person))
        return { code: 'NOT_ALLOWED', message: 'You are a supervisor: decide it, or assign it to another person.' }
      break
    case 'lomn':
      if (settings.lettersDisabled) return { code: 'RULE', message: 'Letters are switched off for this carrier.' }
      break
    case 'pending':
      if (statusId === status.PENDING_UR || statusId === status.PENDING_SECOND_APPROVAL) return undefined
      break
    case 'return':
      if (statusId === status.PENDING_UR && !isUrReviewer(person, jurisState)) {
        return { code: 'NOT_ALLOWED', message: 'Only a licensed reviewer may return this request.' }
      }
      if (statusId === status.PENDING_SECOND_APPROVAL && !maySupervise(person)) {
        return { code: 'NOT_ALLOWED', message: 'Only a second approver may return this request.' }
      }
      return undefined
    case 'withdraw':
      if (authorization.maker_id !== person.id && !isSupport(person)) {
        return { code: 'NOT_ALLOWED', message: 'Only its creator or support may withdraw a request.' }
      }
      return undefined
    case 'secondapproval':
      return whyNotDecide(person, authorization, settings)
    case 'reopen':
      if (!maySupervise(person)) return { code: 'NOT_ALLOWED', message: 'Only a supervisor may reopen a request.' }
      if (since > REOPEN_HOURS * HOUR_MS) {
        return { code: 'RULE', message: `A request may be reopened within ${REOPEN_HOURS} hours.` }
      }
      if (authorization.filled) return { code: 'RULE', message: 'It was filled meanwhile and cannot be reopened.' }
      return undefined
    case 'reconsider': {
      if (authorization.reconsideration_level >= MAX_RECONSIDERATION) {
        return { code: 'RULE', message: `There is no reconsideration after level ${MAX_RECONSIDERATION}.` }
      }
      const until =
        authorization.completed_at &&
        reconsiderUntil({
          jurisState,
          channelType: authorization.claim_channel_type,
          level: authorization.reconsideration_level,
          receivedAt: authorization.request_received_at,
          deniedAt: authorization.completed_at,
        })
      if (until && dateIn(Date.parse(now), until.timeZone) > until.lastDay) {
        return { code: 'RULE', message: `The time to ask for reconsideration ended on ${usDate(until.lastDay)}.` }
      }
      break
    }
  }
  if (
    !worksOn(person, authorization, settings) &&
    !maySupervise(person) &&
    !isPharmacist(person) &&
    !isSupport(person)
  ) {
    return { code: 'NOT_ALLOWED', message: 'This request belongs to another case owner.' }
  }
  const to = handsTo[via]
  return to && whyNobodyTakes(authorization, to)
}
