import { DAY_MS } from '#platform/dates/instant.ts'
import { isSupport } from '#features/permissions/rules.ts'
import { hasRole, isRestricted } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal } from '#platform/calls/refusal.ts'

/** The reasons for a contact that users choose from. */
export const contactReasons = {
  claim: 'Claim Inquiry',
  auth: 'Authorization Inquiry',
  ptissue: 'Patient Issue',
  portal: 'Portal Assistance',
  clinreq: 'Clinical Request',
  billpay: 'Billing/Payment Inquiry',
  gen: 'General Inquiry',
} as const
export type ContactReason = keyof typeof contactReasons
export const contactReasonCodes = Object.keys(contactReasons) as [ContactReason, ...ContactReason[]]

export const callerRoles = ['WORKER', 'PHARMACY', 'PRESCRIBER', 'ADJUSTER', 'EMPLOYER', 'ATTORNEY', 'OTHER'] as const
export type CallerRole = (typeof callerRoles)[number]

/** Channels a user notes; a chat notes itself when it ends. */
export const notedTypes = ['PHONE', 'EMAIL'] as const
export type ContactType = (typeof notedTypes)[number] | 'CHAT'

export const MOST_TEXT = 4000
/** How old a contact may be when it is noted; it lasts a day at most. */
const NOTED_WITHIN_MS = 30 * DAY_MS
const LONGEST_MS = DAY_MS

/** Why this user may not note a contact: support and adjusters may. */
export function whyNotNote(person: Person): Refusal<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (isRestricted(person)) return { code: 'UPDATE_BLOCKED' }
  return isSupport(person) || hasRole(person, 'adjuster', 'supervisor')
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'Support and adjusters note contacts.' }
}

type Said = { code: string; message: string } | null
const said = (why: Refusal | undefined): Said =>
  why ? { code: why.code, message: why.message ?? 'Update functionality is blocked for user' } : null

/** The same for a list, in words; null where they may. */
export const whyNotAdd = (person: Person): Said => said(whyNotNote(person))

/** What decides whether a survey is sent about a contact by hand. */
export type Surveyable = {
  /** There is an e-mail address, or the worker takes texts. */
  reachable: boolean
  endedAt: string
  completedAt: string | null
}

/**
 * Why this user may send no survey about a contact. Without anybody's doing it is sent within three days; by hand as long as a
 * contact could be noted.
 */
export function whyNotSurvey(
  person: Person,
  of: Surveyable,
  now: string,
): Refusal<'NOT_ALLOWED' | 'UPDATE_BLOCKED' | 'RULE'> | undefined {
  const never = whyNotNote(person)
  if (never) return never
  const no = (message: string) => ({ code: 'RULE' as const, message })
  if (of.completedAt !== null) return no('The survey was answered.')
  if (!of.reachable) return no('No e-mail address was noted for this contact.')
  return Date.parse(now) - Date.parse(of.endedAt) > NOTED_WITHIN_MS
    ? no('The contact was more than 30 days ago: no survey is sent.')
    : undefined
}
/** The same for a list, in words; null where they may. */
export const whyNotSurveySaid = (person: Person, of: Surveyable, now: string): Said =>
  said(whyNotSurvey(person, of, now))

/** Who called, as lists and forms name them. */
export const callerRoleNames: Readonly<Record<CallerRole, string>> = {
  WORKER: 'Patient',
  PHARMACY: 'Pharmacy',
  PRESCRIBER: 'Prescriber',
  ADJUSTER: 'Adjuster',
  EMPLOYER: 'Employer',
  ATTORNEY: 'Attorney',
  OTHER: 'Other',
}

/** Why a contact cannot have lasted from one instant to another (ISO 8601). */
export function whyNotThen(startedAt: string, endedAt: string, now: string): Refusal<'VALIDATION'> | undefined {
  const [start, end, today] = [Date.parse(startedAt), Date.parse(endedAt), Date.parse(now)]
  const no = (field: 'startedAt' | 'endedAt', message: string): Refusal<'VALIDATION'> => ({
    code: 'VALIDATION',
    field,
    message,
  })
  if (end > today) return no('endedAt', 'The contact has not ended yet.')
  if (start > end) return no('startedAt', 'The contact began after it ended.')
  if (end - start > LONGEST_MS) return no('startedAt', 'A contact can last at most one day.')
  return today - start > NOTED_WITHIN_MS ? no('startedAt', 'A contact can be added within 30 days.') : undefined
}

/** Normalized text: composed, control characters but line breaks and tabs as blanks, trimmed. */
export const keptText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/ ?[^\P{Cc}\n\t]+ ?/gu, ' ')
    .trim()

/** An address with its domain in lower case; the part before the @ is unchanged. */
export function keptAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return address.slice(0, at) + address.slice(at).toLowerCase()
}
