import { MINUTE_MS } from '#platform/dates/instant.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { handedOverStatuses, isOpen, status } from '#features/authorizations/statuses.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import type { Happening } from '#features/notifications/rules.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { isPharmacist, isUrReviewer, maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import { worksOn } from './works-on.ts'

// What people do about a request while somebody else than its case owner is next: a pharmacist, a reviewer, a second approver or
// a supervisor takes it, writes about it, is reminded of it, calls the prescriber.

type No = Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'>

type Answerer = {
  who: string
  people: string
  /** What the work is called. */
  place: string
  /** Who is notified of it when it is handed over, and again when nobody took it; who, when the answer is late. */
  needed: Happening
  late: Happening
  /** Who is notified when nobody is left who could take it. */
  gone: Happening
}

/** Who answers in each status in which somebody else than the case owner is next. */
export const answerers: Readonly<Record<number, Answerer>> = {
  [status.PENDING_CLINICAL]: {
    who: 'pharmacist',
    people: 'pharmacists',
    place: 'clinical review',
    needed: 'clinicalNeeded',
    late: 'answerLate',
    gone: 'pharmacistGone',
  },
  [status.PENDING_UR]: {
    who: 'reviewer',
    people: 'reviewers',
    place: 'utilization review',
    needed: 'reviewNeeded',
    late: 'reviewLate',
    gone: 'reviewerGone',
  },
  [status.PENDING_SECOND_APPROVAL]: {
    who: 'second approver',
    people: 'second approvers',
    place: 'second approval',
    needed: 'secondNeeded',
    late: 'secondLate',
    gone: 'secondGone',
  },
  [status.PENDING_SUPERVISOR]: {
    who: 'supervisor',
    people: 'supervisors',
    place: 'supervisor review',
    needed: 'supervisorNeeded',
    late: 'supervisorLate',
    gone: 'supervisorGone',
  },
}
export const answererOf = (statusId: number): Pick<Answerer, 'who' | 'people' | 'place'> =>
  answerers[statusId] ?? { who: 'case owner', people: 'case owners', place: 'pending' }

/** What was handed over: where it waits, under which state's law, and who saved the approval that a second person confirms. */
export type Handed = { statusId: number; jurisState: string; savedBy: string | null }

/** Whether this person is one of those who answer it. */
export function answers(person: Person, { statusId, jurisState, savedBy }: Handed): boolean {
  if (statusId === status.PENDING_CLINICAL) return isPharmacist(person)
  if (statusId === status.PENDING_UR) return isUrReviewer(person, jurisState)
  if (statusId === status.PENDING_SECOND_APPROVAL) return maySupervise(person) && savedBy !== person.id
  return statusId === status.PENDING_SUPERVISOR && maySupervise(person)
}

/** Why there is nothing to do about it: nobody else than its case owner is next. */
function whyNotHanded(person: Person, statusId: number): No | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!isOpen(statusId)) return alreadyIn(statusId)
  return handedOverStatuses.includes(statusId)
    ? undefined
    : { code: 'RULE', message: 'The request waits for its case owner and for nobody else.' }
}

/** Who took it, and until when the answer is wanted (ISO 8601). */
export type Taken = Handed & { takenBy: { id: string; name: string } | null; due: string }

/** Why this person may not take it, or give it back. What is late goes to who takes it next. */
export function whyNotTake(person: Person, of: Taken, take: boolean, now: string): No | undefined {
  const why = whyNotHanded(person, of.statusId)
  if (why) return why
  if (!answers(person, of)) {
    const { who, place } = answererOf(of.statusId)
    if (of.savedBy === person.id && maySupervise(person))
      return { code: 'NOT_ALLOWED', message: 'The second approval must come from another person.' }
    return { code: 'NOT_ALLOWED', message: `Only a ${who} takes a request in ${place}.` }
  }
  const { takenBy } = of
  if (!take)
    return takenBy?.id === person.id
      ? undefined
      : { code: 'RULE', message: 'You can give back only what you took yourself.' }
  return takenBy === null || takenBy.id === person.id || Date.parse(of.due) < Date.parse(now)
    ? undefined
    : { code: 'RULE', message: `${takenBy.name} took it. You can take it over once the answer is late.` }
}

type Question = Pick<DecisionFacts, 'owner_ids' | 'supervised' | 'sub_carrier'> & Handed & { sentBy: string | null }

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

/** Why this person may not remind who answers now; `minutes` are the carrier's between two reminders. */
export function whyNotNudge(
  person: Person,
  of: Question,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'>,
  last: { nudgedAt: string | null; minutes: number },
  now: string,
): No | undefined {
  const why = whyNotHanded(person, of.statusId)
  if (why) return why
  if (!waitsForIt(person, of, settings))
    return {
      code: 'NOT_ALLOWED',
      message: `Its case owner, or who sent it, reminds the ${answererOf(of.statusId).who}.`,
    }
  const left = minutesToNudge(last.nudgedAt, last.minutes, now)
  return left === 0
    ? undefined
    : { code: 'RULE', message: `The next reminder can go in ${left} ${left === 1 ? 'minute' : 'minutes'}.` }
}

/** Why this person may not write about it: those who answer and those who wait for them do. */
export function whyNotWrite(
  person: Person,
  of: Question,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'>,
): No | undefined {
  const why = whyNotHanded(person, of.statusId)
  if (why) return why
  return answers(person, of) || waitsForIt(person, of, settings)
    ? undefined
    : {
        code: 'NOT_ALLOWED',
        message: `Its case owner, who sent it, and ${answererOf(of.statusId).people} write about it.`,
      }
}

/** Why this person may not record a call to the prescriber: who answers with a license of their own does. */
export function whyNotCall(person: Person, of: Handed): No | undefined {
  const why = whyNotHanded(person, of.statusId)
  if (why) return why
  const reviews = of.statusId === status.PENDING_UR
  return (reviews || of.statusId === status.PENDING_CLINICAL) && answers(person, of)
    ? undefined
    : {
        code: 'NOT_ALLOWED',
        message: `Only a ${reviews ? 'reviewer' : 'pharmacist'} records a call to the prescriber.`,
      }
}
