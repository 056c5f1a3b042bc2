import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { z } from 'zod'
import { whyNotAdminister } from '#features/people/administering.ts'
import { approveAuthTypes } from '#features/permissions/decision-settings.ts'
import type { Person } from '#platform/calls/person.ts'
import type { FieldProblem, Refusal, Why } from '#platform/calls/refusal.ts'
import { usDate } from '#platform/dates/day.ts'
import { carrierSettings, settingProblem } from './carrier-settings.ts'
import { changeStatus, needsReason, type ChangeStatus } from './change-statuses.ts'
import type { Shown } from './contract.ts'
import { settingLabel } from './setting-words.ts'
import { whyTwoPeople } from './who-changes.ts'

/** The flag that lets a carrier change its settings in the portal. */
export const setUpFlag = 'dbClientSetupEnabled'
/** The topic of the job that makes a planned change on its day. */
export const startTopic = 'carrier-settings.start'
/** A day a change may be planned for, at most so many days ahead. */
export const MOST_DAYS_AHEAD = 366

/** Why this user may not see or change the settings: account managers may, of the sub-carriers they work in. */
export function whyNotSee(person: Person, subCarrier: string | undefined): Refusal<'NOT_ALLOWED'> | undefined {
  const why = whyNotAdminister(person)
  if (why || person.subCarriers === null) return why
  return subCarrier !== undefined && person.subCarriers.includes(subCarrier)
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'You can only work with settings of sub-carriers that you work in.' }
}

const ofCarrier = '*'
/** The sub-carrier a row is of; undefined for the whole carrier. */
const subCarrierOf = (row: { sub_carrier: string }): string | undefined =>
  row.sub_carrier === ofCarrier ? undefined : row.sub_carrier

/** Why nothing is changed here: the carrier leaves its settings to operators. */
export const whyNotSetUp = (enabled: boolean): Why<'FEATURE_OFF'> | undefined =>
  enabled ? undefined : { code: 'FEATURE_OFF', message: 'Settings of this carrier are changed by operators only.' }

/** What is wrong with the values: each with the setting it is of. */
export function whyNotValues(given: Readonly<Record<string, unknown>>): Refusal<'VALIDATION'> | undefined {
  const fields: FieldProblem[] = Object.entries(given).flatMap(([key, value]) => {
    const message =
      value === null && Object.hasOwn(carrierSettings, key) ? undefined : settingProblem(key, value, settingLabel(key))
    return message === undefined ? [] : [{ path: `settings.${key}`, code: 'invalid', message }]
  })
  return fields.length === 0 ? undefined : { code: 'VALIDATION', fields }
}

/** Where mail of the carrier may go, by its settings: the domains it has named. */
export const mailDomainsOf = (own: Readonly<Record<string, unknown>>): readonly string[] =>
  z.array(z.string()).catch([]).parse(own['mailDomains'])

/** What is wrong with an address that mail about workers would go to: it is at none of the carrier's own domains. */
export function whyNotMailTo(
  given: Readonly<Record<string, unknown>>,
  domains: readonly string[],
): Refusal<'VALIDATION'> | undefined {
  const address = given['dolExaminerMailbox']
  if (typeof address !== 'string') return undefined
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (domains.includes(domain)) return undefined
  const named = domains.length === 0 ? 'none is set yet' : domains.join(', ')
  return {
    code: 'VALIDATION',
    field: 'settings.dolExaminerMailbox',
    message: `Enter an address at one of the “${settingLabel('mailDomains')}” (${named}).`,
  }
}

/** The people a setting names. */
export const peopleNamed = (given: Readonly<Record<string, unknown>>): readonly string[] =>
  z.array(z.uuid()).catch([]).parse(given['subCarrierDesk'])

/** What is wrong with people a setting names: they do not work for the carrier. */
export const whyNotPeople = (named: readonly string[], there: readonly string[]): Refusal<'VALIDATION'> | undefined =>
  named.every((id) => there.includes(id))
    ? undefined
    : {
        code: 'VALIDATION',
        field: 'settings.subCarrierDesk',
        message: `“${settingLabel('subCarrierDesk')}” takes people who work for the carrier.`,
      }

/** What is wrong with the day of a change. */
export function whyNotDay(startsOn: string, today: string, last: string): Refusal<'VALIDATION'> | undefined {
  if (startsOn >= today && startsOn <= last) return undefined
  return {
    code: 'VALIDATION',
    field: 'startsOn',
    message: `Enter a day from ${usDate(today)} to ${usDate(last)}.`,
  }
}

type Open = { key: string; status: ChangeStatus; starts_on: string; made_by_name: string }
/** Why a setting is not changed again: a change of it waits, for another person or for its day. */
export function whyNotAgain(open: Open | undefined): Refusal<'DUPLICATE'> | undefined {
  if (open === undefined) return undefined
  const what = `A change of “${settingLabel(open.key)}” by ${open.made_by_name}`
  const message =
    open.status === changeStatus.PLANNED
      ? `${what} starts on ${usDate(open.starts_on)}. Cancel it first.`
      : `${what} waits already. Approve or decline it first.`
  return { code: 'DUPLICATE', field: `settings.${open.key}`, message }
}

/** Why the settings are not changed from the version that was seen: who changed what since, where that was done in the portal. */
export const whyNotFrom = (version: number, last: { key: string; by: string } | undefined): Refusal<'CONFLICT'> => ({
  code: 'CONFLICT',
  ...(last && {
    message: `${last.by} changed “${settingLabel(last.key)}” in the meantime. Look at the value, and save again.`,
  }),
  current: { version, ...(last && { by: last.by }) },
})

/** Where a new change starts. */
export function firstStatus(key: string, startsOn: string, today: string): ChangeStatus {
  if (whyTwoPeople(key) !== null) return changeStatus.WAITING
  return startsOn > today ? changeStatus.PLANNED : changeStatus.DONE
}

type Decided = {
  status: ChangeStatus
  sub_carrier: string
  starts_on: string
  made_by: string
  decided_by_name: string | null
}
/** What became of a change, and by whom. */
const becameWords = ({ status, decided_by_name: by }: Decided): string => {
  if (by === null) return 'This change was made already.'
  return status === changeStatus.REFUSED
    ? `${by} declined or canceled this change.`
    : `${by} approved this change already.`
}
/** Why this user may not approve or refuse a change: it is of what they do not work in, is decided, or is their own. */
export function whyNotDecideChange(
  person: Person,
  change: Decided,
  approve: boolean,
): Refusal<'ALREADY_DECIDED' | 'NOT_ALLOWED'> | undefined {
  const whyNot = whyNotSee(person, subCarrierOf(change))
  if (whyNot) return whyNot
  const { WAITING, PLANNED } = changeStatus
  const open: readonly ChangeStatus[] = approve ? [WAITING] : [WAITING, PLANNED]
  if (!open.includes(change.status))
    return {
      code: 'ALREADY_DECIDED',
      message: becameWords(change),
      ...(change.decided_by_name !== null && { current: { by: change.decided_by_name } }),
    }
  if (approve && change.made_by === person.id)
    return { code: 'NOT_ALLOWED', message: 'Another account manager approves your change.' }
  return undefined
}

/** Why a change of another account manager is not declined: no reason was given. */
export const whyNotWithout = (own: boolean, approve: boolean, reason: string): Why<'VALIDATION'> | undefined =>
  needsReason(own, approve) && !explains(reason)
    ? { code: 'VALIDATION', field: 'reason', message: whyNotExplained(reason, 'Enter a reason.')! }
    : undefined

/** Where a decision leads. */
export const decidedStatus = (approve: boolean, startsOn: string, today: string): ChangeStatus => {
  if (!approve) return changeStatus.REFUSED
  return startsOn > today ? changeStatus.PLANNED : changeStatus.DONE
}

/** Two stored values are the same, whatever the order of their fields. */
export const sameValue = (a: unknown, b: unknown): boolean => ordered(a) === ordered(b)
const ordered = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  )

/** Why this user may not undo a change: it is of what they do not work in, never took effect, or the setting was changed since. */
export function whyNotUndo(
  person: Person,
  change: { status: ChangeStatus; sub_carrier: string; after: unknown; current: unknown; waits: boolean },
): Why<'CONFLICT' | 'NOT_ALLOWED'> | undefined {
  const whyNot = whyNotSee(person, subCarrierOf(change))
  if (whyNot) return { code: 'NOT_ALLOWED', message: whyNot.message ?? 'Your role does not include this.' }
  if (change.status !== changeStatus.DONE) return { code: 'CONFLICT', message: 'This change has not taken effect.' }
  if (!sameValue(change.after, change.current))
    return { code: 'CONFLICT', message: 'The setting was changed again since.' }
  return change.waits ? { code: 'CONFLICT', message: 'Another change of this setting waits.' } : undefined
}

type Kept = { sub_carrier: string; key: string; value: unknown }
/** What is set after these changes of one place. */
export const afterChanges = (
  rows: readonly Kept[],
  changes: readonly (Omit<Kept, 'value'> & { after: unknown })[],
): Kept[] =>
  [
    ...rows.filter((row) => !changes.some((one) => one.key === row.key && one.sub_carrier === row.sub_carrier)),
    ...changes.filter(({ after }) => after !== null).map((one) => ({ ...one, value: one.after })),
  ].toSorted((a, b) => Number(b.sub_carrier === ofCarrier) - Number(a.sub_carrier === ofCarrier))

/** What every user may know, from what carrier and sub-carrier have set. */
export function shownOf(own: Readonly<Record<string, unknown>>, dateLabel: string): Shown {
  const value = (key: string) => own[key] ?? carrierSettings[key]!.default
  const type = value('approveAuthType')
  const keys = [
    'allowPaFillLimit',
    'safetyOverrides',
    'formularyOverrides',
    'eobrEnabled',
    'dolEnabled',
    'urRequirements',
    'sojStateGuidelinesDisplay',
    'rphRecommendation',
    'lettersDisabled',
    'patientNameInFiles',
    'clinicalService',
    'teamViewEnabled',
    'maxApprovalDays',
    'defaultDrugLevel',
  ]
  return {
    ...Object.fromEntries(keys.map((key) => [key, value(key)])),
    approveAuthType: { ...(approveAuthTypes.find(({ id }) => id === type) ?? approveAuthTypes[2]) },
    dateLabel,
  } as Shown
}
