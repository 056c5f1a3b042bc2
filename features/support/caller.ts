import { claimNumbers, cleaned } from '#features/owners/search-text.ts'
import { nameStarts, type NameStart } from '#platform/text/typed-name.ts'

// What somebody on the phone names, recognized by its shape: one field for all of it.

export const callerKinds = ['reference', 'phone', 'number', 'claim', 'name'] as const
export type CallerKind = (typeof callerKinds)[number]

export type CallerSearch =
  | { by: 'reference'; reference: string }
  /** Ten digits of a pharmacy's telephone. */
  | { by: 'phone'; phone: string }
  /** Spellings of a prescription number, the seven digits of a pharmacy, or a claim number without letters. */
  | { by: 'number'; numbers: readonly string[]; claims: readonly string[] }
  | { by: 'claim'; claims: readonly string[] }
  | { by: 'name'; names: readonly NameStart[] }

const LEAST_DIGITS = 4
const RX_DIGITS = 7

/** What is looked for; undefined where the text is too short for any of it. */
export function readCaller(text: string): CallerSearch | undefined {
  const typed = cleaned(text)
  const digits = typed.replace(/^(?:rx|ref(?:erence)?|nabp|ncpdp)\b[\s.:#-]*/i, '').replace(/[\s().+-]/g, '')
  if (/^\d+$/.test(digits)) {
    if (digits.length === 12) return { by: 'reference', reference: digits }
    const phone = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
    if (phone.length === 10) return { by: 'phone', phone }
    if (digits.length < LEAST_DIGITS) return undefined
    const short = digits.replace(/^0+/, '')
    const numbers = [...new Set([digits, short, short.padStart(RX_DIGITS, '0')])]
    return { by: 'number', numbers, claims: claimNumbers(digits) }
  }
  if (/\d/.test(typed)) return { by: 'claim', claims: claimNumbers(typed) }
  const names = nameStarts(typed)
  return names.length === 0 ? undefined : { by: 'name', names }
}

/** How a search was understood, for who typed it. */
export const callerKindWords: Readonly<Record<CallerKind, string>> = {
  reference: 'a reference number',
  phone: 'a pharmacy’s phone number',
  number: 'an Rx number, a pharmacy’s NABP number or a claim number',
  claim: 'a claim number',
  name: 'a patient’s name',
}
