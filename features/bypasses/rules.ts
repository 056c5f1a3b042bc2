import { ncpdp } from '#reference/ncpdp.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { addDays, daysBetween, usDate } from '#platform/dates/day.ts'
import { isPharmacist, isSupport, maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import { levelInWords } from '#features/prior-auths/levels.ts'
import { bypassReasonNames, type BypassReason } from '#reference/bypass-reasons.ts'
import { plural } from '#platform/text/plural.ts'

/** Maximum days of a bypass, both ends counted. */
export const longest = (reason: BypassReason): number => (reason === 'TRANSITION_OF_CARE' ? 90 : 30)
/** Days before or after today on which a bypass may begin: a disaster is declared after it happened. */
const REACH_DAYS = 30

/** Whether a bypass may clear a code: authorization, product and quantity codes only, never safety, hard stops, data errors or blocks. */
export function bypassable(code: string): boolean {
  const known = rejectCode(code)
  return (
    known !== undefined &&
    ['PA', 'PROD', 'QTY'].includes(known.class) &&
    !known.safety &&
    known.by !== '-' &&
    known.by !== 'K' &&
    code !== ncpdp.BLOCKED
  )
}

/** Why this person may not set or end bypasses: supervisors, pharmacists and support may (P5, P6, P8). */
export function whyNotBypass(person: Person): Why<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!maySupervise(person) && !isPharmacist(person) && !isSupport(person))
    return { code: 'NOT_ALLOWED', message: 'A supervisor, a pharmacist or support sets a bypass.' }
  return undefined
}

export type BypassInput = {
  scope: 'ALL' | 'DRUG'
  gpi?: string | undefined
  drugLevel?: number | undefined
  reason: BypassReason
  startDate: string
  endDate: string
  codes?: readonly string[] | undefined
}

/** The drug code prefix a bypass applies to; '' is the whole claim. */
export const prefixOf = (input: Pick<BypassInput, 'scope' | 'gpi' | 'drugLevel'>): string =>
  input.scope === 'ALL' ? '' : (input.gpi ?? '').slice(0, input.drugLevel ?? 14)

/** Why a bypass may not be set like this by any user. */
export function whyNotSet(
  input: BypassInput,
  today: string,
): Why<'CODE_NOT_YOURS_TO_CLEAR' | 'DATES_NOT_ALLOWED' | 'VALIDATION'> | undefined {
  const { scope, gpi, drugLevel, startDate, endDate, reason, codes } = input
  if (scope === 'DRUG' && gpi === undefined)
    return { code: 'VALIDATION', message: 'Enter a drug code, or choose the whole claim.', field: 'gpi' }
  if (scope === 'ALL' && (gpi !== undefined || drugLevel !== undefined))
    return {
      code: 'VALIDATION',
      message: 'A bypass of the whole claim names no drug.',
      field: gpi === undefined ? 'drugLevel' : 'gpi',
    }
  if (drugLevel === 11)
    return { code: 'VALIDATION', message: 'A bypass is for a drug, not for one package.', field: 'drugLevel' }
  if (gpi !== undefined && drugLevel !== undefined && gpi.length < drugLevel)
    return {
      code: 'VALIDATION',
      message: `Level ${drugLevel} needs ${drugLevel} digits of the drug code.`,
      field: 'gpi',
    }
  const [first, last] = [addDays(today, -REACH_DAYS), addDays(today, REACH_DAYS)]
  if (startDate < first || startDate > last)
    return {
      code: 'DATES_NOT_ALLOWED',
      message: `The start date must be from ${usDate(first)} to ${usDate(last)}.`,
      field: 'startDate',
    }
  if (endDate < startDate)
    return { code: 'DATES_NOT_ALLOWED', message: 'End date cannot be before start date', field: 'endDate' }
  if (endDate < today) return { code: 'DATES_NOT_ALLOWED', message: 'It would be over already.', field: 'endDate' }
  if (daysBetween(startDate, endDate) + 1 > longest(reason))
    return { code: 'DATES_NOT_ALLOWED', message: `This bypass may last ${longest(reason)} days.`, field: 'endDate' }
  const never = codes?.find((code) => !bypassable(code))
  if (never) return { code: 'CODE_NOT_YOURS_TO_CLEAR', message: `A bypass never clears code ${never}.`, field: 'codes' }
  return undefined
}

/** The bypasses in force that overlap a new one in days and drugs. */
export const doubled = <B extends { scopePrefix: string; startDate: string; endDate: string }>(
  others: readonly B[],
  of: { scopePrefix: string; startDate: string; endDate: string },
): B[] =>
  others.filter(
    (other) =>
      other.startDate <= of.endDate &&
      of.startDate <= other.endDate &&
      (other.scopePrefix.startsWith(of.scopePrefix) || of.scopePrefix.startsWith(other.scopePrefix)),
  )

/** The drugs a bypass applies to, in words. `drug` is the name of one of them. */
export function scopeWords(prefix: string, drug: string | null): string {
  if (prefix === '') return 'All drugs'
  return drug === null ? `Drugs under S${prefix}` : `${drug}: ${levelInWords(prefix.length)}`
}

/** The bypass in words, for the history. */
export function bypassWords(of: {
  /** `scopeWords` of its drugs. */
  drugs: string
  reason: BypassReason
  startDate: string
  endDate: string
  maxFills: number | null
  maxCostPerFill: number | null
  codes: readonly string[]
  note: string
}): string {
  return [
    `${of.drugs}, ${usDate(of.startDate)} to ${usDate(of.endDate)}, ${bypassReasonNames[of.reason].toLowerCase()}`,
    `clears ${of.codes.includes('*') ? 'every code a bypass may clear' : of.codes.join(', ')}`,
    ...(of.maxFills === null ? [] : [`at most ${plural(of.maxFills, 'fill')}`]),
    ...(of.maxCostPerFill === null ? [] : [`up to $${of.maxCostPerFill.toFixed(2)} a fill`]),
    ...(of.note === '' ? [] : [of.note]),
  ].join('; ')
}
