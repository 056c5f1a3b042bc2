import type { Facts, Snoozing } from '#features/authorizations/facts.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { HOUR_MS } from '#platform/dates/instant.ts'
import { exactWords } from '#platform/dates/words.ts'
import { worksOn } from './works-on.ts'

/** Hours a reminder may be silenced for at once, and in all. */
export const snoozeHours = [1, 2, 4, 8, 24, 48] as const
const SNOOZE_TOTAL_HOURS = 72
/** A snooze ends before the due time by more than this. */
const SNOOZE_MARGIN_MS = 2 * HOUR_MS

type Snoozable = Pick<DecisionFacts, 'status_id' | 'owner_ids' | 'supervised' | 'sub_carrier'> &
  Pick<Facts, 'statutory_due_at' | 'snooze_hours_total'>

/**
 * Why this person may not silence a request's reminders for so many hours now; nothing means they may (T18). Whose
 * reminders they are counts, not who may decide: the group, which may decide for each other (P4), may not.
 */
export function whyNotSnooze(
  person: Person,
  authorization: Snoozable,
  hours: number,
  now: string,
  { off, standsIn }: Snoozing = { off: false, standsIn: false },
):
  | Why<
      'ALREADY_DECIDED' | 'FEATURE_OFF' | 'NOT_ALLOWED' | 'RULE' | 'SNOOZE_PAST_DUE' | 'UPDATE_BLOCKED' | 'VALIDATION'
    >
  | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (off) return { code: 'FEATURE_OFF', message: 'Snoozing is switched off for this carrier.' }
  if (!isOpen(authorization.status_id)) return alreadyIn(authorization.status_id)
  if (!standsIn && !worksOn(person, authorization, { anyoneInGroupMayDecide: false }) && !maySupervise(person)) {
    return { code: 'NOT_ALLOWED', message: 'Only the owner, a backup or a supervisor may snooze this request.' }
  }
  if (!(snoozeHours as readonly number[]).includes(hours)) {
    return {
      code: 'VALIDATION',
      message: `Snooze for ${snoozeHours.slice(0, -1).join(', ')} or 48 hours.`,
      field: 'value',
    }
  }
  const due = authorization.statutory_due_at
  // Strictly before: a snooze that ends exactly two hours before the due time would hide the pop-up.
  if (Date.parse(now) + hours * HOUR_MS >= Date.parse(due) - SNOOZE_MARGIN_MS) {
    return {
      code: 'SNOOZE_PAST_DUE',
      message: `Snooze would pass the state deadline of ${exactWords(due, person.timeZone)}.`,
      field: 'value',
    }
  }
  if (authorization.snooze_hours_total + hours > SNOOZE_TOTAL_HOURS) {
    return {
      code: 'RULE',
      message: `Snoozes may total ${SNOOZE_TOTAL_HOURS} hours; ${authorization.snooze_hours_total} ${authorization.snooze_hours_total === 1 ? 'is' : 'are'} used.`,
      field: 'value',
    }
  }
  return undefined
}

/** Supervisors are notified of a snooze from this level of escalation on (T18). */
export const SNOOZE_NOTIFIED_LEVEL = 2

/**
 * Why a snooze may not be ended now; nothing means it may, also when there is none (T19: anybody who may work on the
 * request, since a reminder more harms nobody).
 */
export function whyNotUnsnooze(
  person: Person,
  authorization: Pick<Snoozable, 'status_id' | 'owner_ids' | 'supervised' | 'sub_carrier'>,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'> = defaultDecisionSettings,
): Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!isOpen(authorization.status_id)) return alreadyIn(authorization.status_id)
  if (!worksOn(person, authorization, settings) && !maySupervise(person)) {
    return { code: 'NOT_ALLOWED', message: 'Only the owner, a backup or a supervisor may end this snooze.' }
  }
  return undefined
}
