import type { Person } from '#platform/person.ts'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import type { RequestKind, RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { rulePack } from '#reference/jurisdictions/rule-pack.ts'
import type { DecidableAuthorization, DecisionSettings } from '../decision/decidable.ts'
import { defaultDecisionSettings } from '../decision/decidable.ts'
import { maySupervise, mayUpdate } from '../decision/permissions.ts'
import type { Why } from '../rules.ts'
import { alreadyIn, isOpen } from '../rules.ts'
import { HOUR_MS, dateIn, instantWords } from './zoned-time.ts'

// The clock's door: other features may import a feature's rules.ts only.
export type { BusinessCalendar } from './business-time.ts'
export { addBusinessDays, addBusinessHours, defaultCalendar } from './business-time.ts'
export type { ClockEvents } from './due.ts'
export { dueAt } from './due.ts'
export type { LadderItem, LadderStep } from './ladder.ts'
export { defaultLadder, ladder, nextClockAt, stepsDue } from './ladder.ts'
export { timeLeft } from './timer.ts'

/** For a code that is no jurisdiction: our own target, counted in New York. */
const anywhere = rulePack({
  id: 'US/prospective/default',
  jurisdiction: 'US',
  name: 'Our own target',
  regulator: '',
  timeZone: 'America/New_York',
  kind: 'prospective',
  effectiveFrom: '1970-01-01',
  unit: 'businessDays',
  amount: 3,
  lapse: 'internal_target',
  whoMayDeny: 'adjuster',
  isDefault: true,
  source: 'Internal service target; jurisdiction unknown',
  confidence: 'L',
  text: 'Jurisdiction unknown. Our own target: 3 business days after receipt. Check carrier rules.',
})

const isInForce = (pack: RulePack, receivedAt: string): boolean => {
  const day = dateIn(Date.parse(receivedAt), pack.timeZone)
  return pack.effectiveFrom <= day && (pack.effectiveTo === null || day <= pack.effectiveTo)
}

/**
 * The rule pack a request falls under: of its jurisdiction and kind, in force on the day it was received (in the
 * pack's zone). A stated rule beats a default, a later one an earlier one; a kind without a rule of its own takes the
 * prospective one. Always answers.
 */
export function packFor(
  jurisdiction: string,
  kind: RequestKind,
  receivedAt: string,
  packs: readonly RulePack[] = allPacks,
): RulePack {
  const here = packs.filter((pack) => pack.jurisdiction === jurisdiction && isInForce(pack, receivedAt))
  const best = (wanted: RequestKind, isDefault: boolean): RulePack | undefined =>
    here
      .filter((pack) => pack.kind === wanted && pack.isDefault === isDefault)
      .toSorted((a, b) =>
        a.effectiveFrom === b.effectiveFrom ? b.version - a.version : a.effectiveFrom < b.effectiveFrom ? 1 : -1,
      )[0]
  return best(kind, false) ?? best('prospective', false) ?? best(kind, true) ?? best('prospective', true) ?? anywhere
}

/** The pack a stored due date names ('CA/expedited/2013 v1'); nothing when it is not among the packs any more. */
export const packNamed = (stored: string): RulePack | undefined =>
  allPacks.find((pack) => stored.startsWith(`${pack.id} `))

/** True when silence approves: the request moves to "Deemed approved" by itself at its due instant (T25). */
export const deems = (pack: RulePack): boolean => pack.lapse === 'deemed_approved'

/** Hours a reminder may be silenced for at once (C001), and in all. */
export const snoozeHours = [1, 2, 4, 8, 24, 48] as const
const SNOOZE_TOTAL_HOURS = 72
/** A snooze ends before the due time by more than this. */
const SNOOZE_MARGIN_MS = 2 * HOUR_MS

/** Whether a request is this person's to work on: theirs, their people's, or their group's where the carrier shares it. */
export function worksOn(
  person: Person,
  authorization: Pick<DecidableAuthorization, 'ownerIds' | 'supervisedIds' | 'subCarrier'>,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'> = defaultDecisionSettings,
): boolean {
  const { ownerIds, supervisedIds = [], subCarrier } = authorization
  if (ownerIds.includes(person.id) || ownerIds.some((owner) => supervisedIds.includes(owner))) return true
  const inGroup = person.subCarriers === null || person.subCarriers.includes(subCarrier)
  return inGroup && settings.anyoneInGroupMayDecide
}

type Snoozable = Pick<
  DecidableAuthorization,
  'statusId' | 'statutoryDueAt' | 'snoozeHoursTotal' | 'ownerIds' | 'supervisedIds' | 'subCarrier'
>

/** Why this person may not silence a request's reminders for so many hours now; nothing means they may (C001, T18). */
export function whyNotSnooze(
  person: Person,
  authorization: Snoozable,
  hours: number,
  now: string,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide' | 'snoozeDisabled'> = defaultDecisionSettings,
): Why | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (settings.snoozeDisabled) return { code: 'FEATURE_OFF', message: 'Snoozing is switched off for this carrier.' }
  if (!isOpen(authorization.statusId)) return alreadyIn(authorization.statusId)
  if (!worksOn(person, authorization, settings) && !maySupervise(person)) {
    return { code: 'NOT_ALLOWED', message: 'Only the owner, a backup or a supervisor may snooze this request.' }
  }
  if (!(snoozeHours as readonly number[]).includes(hours)) {
    return {
      code: 'VALIDATION',
      message: `Snooze for ${snoozeHours.slice(0, -1).join(', ')} or 48 hours.`,
      field: 'value',
    }
  }
  const due = authorization.statutoryDueAt
  // Strictly before: a snooze that ends exactly two hours before the due time would hide the pop-up.
  if (due !== null && Date.parse(now) + hours * HOUR_MS >= Date.parse(due) - SNOOZE_MARGIN_MS) {
    return {
      code: 'SNOOZE_PAST_DUE',
      message: `Snooze would pass the state deadline of ${instantWords(Date.parse(due), person.timeZone)}.`,
      field: 'value',
    }
  }
  if (authorization.snoozeHoursTotal + hours > SNOOZE_TOTAL_HOURS) {
    return {
      code: 'RULE',
      message: `Snoozes may total ${SNOOZE_TOTAL_HOURS} hours; ${authorization.snoozeHoursTotal} are used.`,
      field: 'value',
    }
  }
  return undefined
}

/** Why a snooze may not be ended now; nothing means it may, also when there is none (C002, T19). */
export function whyNotUnsnooze(
  person: Person,
  authorization: Pick<Snoozable, 'statusId' | 'ownerIds' | 'supervisedIds' | 'subCarrier'>,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'> = defaultDecisionSettings,
): Why | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!isOpen(authorization.statusId)) return alreadyIn(authorization.statusId)
  if (!worksOn(person, authorization, settings) && !maySupervise(person)) {
    return { code: 'NOT_ALLOWED', message: 'Only the owner, a backup or a supervisor may end this snooze.' }
  }
  return undefined
}
