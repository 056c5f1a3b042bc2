import { MINUTE_MS } from '#platform/dates/instant.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { isOpen, status } from '#features/authorizations/statuses.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { isPharmacist, mayUpdate } from '#features/permissions/rules.ts'
import { worksOn } from './works-on.ts'

// What people do about a request while a pharmacist is asked: take it, write about it, remind of it, call the prescriber.

type No = Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'>

/** Why there is nothing to do about it: nobody of the pharmacists is asked. */
function whyNotAsked(person: Person, statusId: number): No | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!isOpen(statusId)) return alreadyIn(statusId)
  return statusId === status.PENDING_CLINICAL
    ? undefined
    : { code: 'RULE', message: 'The request is not in clinical review.' }
}

/** A request in clinical review: who took it, and until when the answer is wanted (ISO 8601). */
export type Taken = { statusId: number; takenBy: { id: string; name: string } | null; due: string }

/** Why this pharmacist may not take it, or give it back. What is late goes to who takes it next. */
export function whyNotTake(person: Person, of: Taken, take: boolean, now: string): No | undefined {
  const why = whyNotAsked(person, of.statusId)
  if (why) return why
  if (!isPharmacist(person))
    return { code: 'NOT_ALLOWED', message: 'Only a pharmacist takes a request in clinical review.' }
  const { takenBy } = of
  if (!take)
    return takenBy?.id === person.id
      ? undefined
      : { code: 'RULE', message: 'You give back what you have taken yourself.' }
  return takenBy === null || takenBy.id === person.id || Date.parse(of.due) < Date.parse(now)
    ? undefined
    : { code: 'RULE', message: `${takenBy.name} took it. You can take it over once the answer is late.` }
}

type Question = Pick<DecisionFacts, 'owner_ids' | 'supervised' | 'sub_carrier'> & {
  statusId: number
  sentBy: string | null
}

/** Whether this person waits for the answer: works on the request, or sent it. */
const waitsForIt = (
  person: Person,
  of: Question,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'>,
): boolean => of.sentBy === person.id || worksOn(person, of, settings)

/** Minutes until the next reminder may go; 0 now. */
export const minutesToNudge = (nudgedAt: string | null, minutes: number, now: string): number =>
  nudgedAt === null
    ? 0
    : Math.max(0, Math.ceil((Date.parse(nudgedAt) + minutes * MINUTE_MS - Date.parse(now)) / MINUTE_MS))

/** Why this person may not remind the pharmacist now; `minutes` are the carrier's between two reminders. */
export function whyNotNudge(
  person: Person,
  of: Question,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'>,
  last: { nudgedAt: string | null; minutes: number },
  now: string,
): No | undefined {
  const why = whyNotAsked(person, of.statusId)
  if (why) return why
  if (!waitsForIt(person, of, settings))
    return { code: 'NOT_ALLOWED', message: 'Its case owner, or who sent it, reminds the pharmacist.' }
  const left = minutesToNudge(last.nudgedAt, last.minutes, now)
  return left === 0
    ? undefined
    : { code: 'RULE', message: `The next reminder can go in ${left} ${left === 1 ? 'minute' : 'minutes'}.` }
}

/** Why this person may not write about it: pharmacists and those who wait for them do. */
export function whyNotWrite(
  person: Person,
  of: Question,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'>,
): No | undefined {
  const why = whyNotAsked(person, of.statusId)
  if (why) return why
  return isPharmacist(person) || waitsForIt(person, of, settings)
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'Its case owner, who sent it, and pharmacists write about it.' }
}

/** Why this person may not record a call to the prescriber. */
export function whyNotCall(person: Person, statusId: number): No | undefined {
  const why = whyNotAsked(person, statusId)
  if (why) return why
  return isPharmacist(person)
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'Only a pharmacist records a call to the prescriber.' }
}
