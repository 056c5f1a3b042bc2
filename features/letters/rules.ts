import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/session/person.ts'
import { letterTemplate, type LetterTemplateId } from '#reference/letter-templates.ts'
import { whyNotMove } from '#features/decision-rights/moves.ts'
import { type DecidableAuthorization } from '#features/authorizations/decidable.ts'
import { type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { permitted } from '#features/permissions/rules.ts'
import { isOpen, status } from '#features/authorizations/statuses.ts'
import { answerable, cancellable, letterStatus, letterStatusLabel } from './machine.ts'

/** Why this person may not ask for a letter on this request; nothing means they may (T11). `off`: the carrier's switch. */
export function whyNotAsk(
  person: Person,
  request: DecidableAuthorization,
  off: boolean,
  now: string,
  settings: DecisionSettings,
): Why<'ALREADY_DECIDED' | 'FEATURE_OFF' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  if (!permitted(person, 'P3')) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (off) return { code: 'FEATURE_OFF', message: 'Letters are switched off for this carrier.' }
  // A second letter, to another prescriber or after one that failed, is asked for where the first left the request.
  return whyNotMove(
    person,
    request.statusId === status.PENDING_LOMN ? { ...request, statusId: status.PENDING } : request,
    'lomn',
    now,
    settings,
  )
}

/** Why this person may not call this letter off, or say they have read it; nothing means they may. */
export function whyNotTouch(
  person: Person,
  request: DecidableAuthorization,
  statusId: number,
  what: 'cancel' | 'review',
  now: string,
  settings: DecisionSettings,
): Why<'ALREADY_DECIDED' | 'CONFLICT' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  if (!permitted(person, 'P3')) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  const possible =
    what === 'cancel' ? (cancellable as readonly number[]).includes(statusId) : statusId === letterStatus.RECEIVED
  if (!possible) return { code: 'CONFLICT', message: `The letter is already in state: ${letterStatusLabel(statusId)}.` }
  if (!isOpen(request.statusId)) return undefined
  const mine = whyNotMove(person, { ...request, statusId: status.PENDING }, 'lomn', now, {
    ...settings,
    lettersDisabled: false,
  })
  return mine
}

/** Why support may not enter a letter that came by fax or post; nothing means they may (T12, P8). */
export function whyNotEnter(
  person: Person,
  statusId: number,
): Why<'CONFLICT' | 'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!permitted(person, 'P3')) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!permitted(person, 'P8'))
    return { code: 'NOT_ALLOWED', message: 'Support enters letters that came by fax or post.' }
  return (answerable as readonly number[]).includes(statusId)
    ? undefined
    : { code: 'CONFLICT', message: `The letter is already in state: ${letterStatusLabel(statusId)}.` }
}

/** The ten digits of a fax number however it was typed; undefined when it is none: letters, too few, abroad. */
export function faxDigits(text: string): string | undefined {
  if (/[^\d\s().+-]/.test(text)) return undefined
  const digits = text.replaceAll(/\D/g, '')
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  if (text.trim().startsWith('+') && !/^\+\s*1/.test(text.trim())) return undefined
  return /^\d{10}$/.test(ten) ? ten : undefined
}

/** "(813) 555-0151" */
export const faxWords = (digits: string): string =>
  /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : digits

/** Why no letter is faxed to this number: not one of the North American plan, charged to the caller, or blocked by the carrier. */
export function whyNotFax(digits: string | undefined, blocked: readonly string[]): Why<'VALIDATION'> | undefined {
  const no = (message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', message, field: 'faxNumber' })
  if (digits === undefined) return no('Give a fax number of ten digits.')
  // Area code and exchange begin with 2 to 9; 900 and 976 are charged to whoever calls.
  if (!/^[2-9]\d{2}[2-9]\d{6}$/.test(digits) || /^[2-9]11|^\d{3}[2-9]11/.test(digits))
    return no('This is not a fax number in the United States or Canada.')
  if (digits.startsWith('900') || digits.slice(3, 6) === '976')
    return no('This is a premium number. Letters do not go there.')
  if (blocked.some((one) => faxDigits(one) === digits)) return no('This number is blocked for letters.')
  return undefined
}

/** Why a letter does not go to this address: not on file for the prescriber, and not typed a second time. */
export function whyNotThere(
  address: string,
  onFile: string | null,
  confirmed: string | undefined,
  field: 'to' | 'faxNumber',
  who: string,
): Why<'RULE'> | undefined {
  if (onFile !== null && address.toLowerCase() === onFile.toLowerCase()) return undefined
  const again = field === 'to' ? 'confirmTo' : 'confirmFaxNumber'
  if (confirmed === undefined)
    return {
      code: 'RULE',
      field: again,
      message: `This is not on file for ${who}. Type it a second time to send the letter there.`,
    }
  return confirmed.toLowerCase() === address.toLowerCase()
    ? undefined
    : { code: 'RULE', field: again, message: 'The two are not the same.' }
}

/** Crockford's letters: none looks like another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 20

/** A code of 100 random bits that can be read from a fax and typed, from a random token (base64url). */
export function letterCode(token: string): string {
  const bytes = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
  let bits = 0n
  for (let at = 0; at < 13; at += 1) bits = bits * 256n + BigInt(bytes.codePointAt(at)!)
  let code = ''
  for (let at = 0; at < CODE_LENGTH; at += 1) {
    code = alphabet[Number(bits % 32n)]! + code
    bits /= 32n
  }
  return code
}

/** "4GK2-M0QZ-…", in groups that the eye keeps. */
export const codeWords = (code: string): string => code.match(/.{4}/g)!.join('-')

/** The code as it was meant, from what was typed; undefined when it can be none. */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === CODE_LENGTH && [...code].every((one) => alphabet.includes(one)) ? code : undefined
}

/** The drugs a letter speaks for: an opioid letter for all opioids, others for the drug asked about. */
export function letterPrefix(template: LetterTemplateId, gpi: string): string {
  const { gpiDigits } = letterTemplate(template)
  // Asked with the opioid questions, but about something else.
  return gpi.slice(0, template === 'opioid' && !gpi.startsWith('10') ? 8 : gpiDigits)
}

/** What the draft of a letter that is not sent yet is called. */
export const letterDraft = 'letter'
