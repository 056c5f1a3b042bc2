import { addMs, isoOf, MINUTE_MS } from '#platform/dates/instant.ts'
import { atWords } from '#platform/dates/words.ts'
import { callbackMoves, callbackStatuses, type CallbackStatus } from './statuses.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import { isSupport } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal, Why } from '#platform/calls/refusal.ts'

/** What a pharmacy hears became of its claim; the words are in `said.ts`. */
export type CallbackOutcome = 'APPROVED' | 'REJECTED' | 'NOT_COVERED_THIS_FILL'

/** The text of the message about a fill that support or a supervisor reversed. */
export const reversedText = (reason: string): string => `The payment of this fill was reversed: ${reason}`

/** Minutes a sent message may stay unread before a call is needed. */
export const UNHEARD_MINUTES = 15
/** Retry after 15, 30 and 60 minutes, then the next morning; five attempts in total. */
const RETRY_MINUTES: readonly number[] = [15, 30, 60]
export const MOST_ATTEMPTS = 5
const OPENS = '09:00'
const CLOSES = '19:00'

/** The zone of a pharmacy: that of its state's law. */
export const pharmacyZone = (state: string, now: string): string => packFor(state, 'prospective', now).timeZone

/** The instant (ISO) itself while pharmacies are open there, else their next opening. */
export function callTime(instant: string, zone: string): string {
  const ms = Date.parse(instant)
  const day = dateIn(ms, zone)
  if (ms < instantOf(day, OPENS, zone)) return isoOf(instantOf(day, OPENS, zone))
  if (ms < instantOf(day, CLOSES, zone)) return isoOf(ms)
  return isoOf(instantOf(addDays(day, 1), OPENS, zone))
}

/** When to call again after this many failed attempts; null after the last one. */
export function nextTry(attempts: number, now: string, zone: string): string | null {
  if (attempts >= MOST_ATTEMPTS) return null
  const minutes = RETRY_MINUTES[attempts - 1]
  if (minutes !== undefined) return callTime(addMs(now, minutes * MINUTE_MS), zone)
  return isoOf(instantOf(addDays(dateIn(Date.parse(now), zone), 1), OPENS, zone))
}

/** Why this user may not work the support queues. */
export const whyNotSupport = (person: Person): Why<'NOT_ALLOWED'> | undefined =>
  isSupport(person) ? undefined : { code: 'NOT_ALLOWED', message: 'Only support works this queue.' }

/** Why the outcome of a call cannot be saved: another user saved one first, or no call is needed. */
export const whyNotCall = (statusId: number): Why<'ALREADY_DECIDED'> | undefined =>
  callbackMoves.reached.from.includes(statusId as CallbackStatus)
    ? undefined
    : {
        code: 'ALREADY_DECIDED',
        message: `This callback is already ${(callbackStatuses[statusId as CallbackStatus] ?? 'closed').toLowerCase()}.`,
      }

/** Why nobody can have heard of the claim: the pharmacy has to name the prescription and the date of birth first. */
export const whyNotInformed = (
  result: 'REACHED' | 'NOT_REACHED',
  callerChecked: boolean | undefined,
): Why<'VALIDATION'> | undefined =>
  result === 'NOT_REACHED' || callerChecked === true
    ? undefined
    : {
        code: 'VALIDATION',
        field: 'callerChecked',
        message: 'Check the prescription number and the date of birth with the pharmacy first.',
      }

/** Minutes an item of a support queue stays with the user who took it; then another may take it. */
export const TAKEN_MINUTES = 30

/** Who took an item of a support queue, and when (ISO 8601). */
export type Taken = { by: string | null; name: string | null; at: string | null }

/** The user who works on an item now; null where nobody does, or who took it let the time pass. */
export function takenNow({ by, name, at }: Taken, personId: string, now: string) {
  return by === null || name === null || at === null || Date.parse(now) - Date.parse(at) >= TAKEN_MINUTES * MINUTE_MS
    ? null
    : { name, at, mine: by === personId }
}

/** Why this user may not work an item: another user took it first. */
export function whyTaken(taken: Taken, person: Person, now: string): Refusal<'CONFLICT'> | undefined {
  const held = takenNow(taken, person.id, now)
  return held === null || held.mine
    ? undefined
    : {
        code: 'CONFLICT',
        message: `${held.name} took this ${atWords(held.at, person.timeZone, Date.parse(now))}.`,
        current: { by: held.name, at: held.at },
      }
}
