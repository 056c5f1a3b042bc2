import { readPhone } from '#features/claims/numbers.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import { letterTemplate, type LetterTemplateId } from '#reference/letter-templates.ts'
import { whyNotMove } from '#features/decision-rights/moves.ts'
import { type DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { permitted } from '#features/permissions/rules.ts'
import { isOpen, status } from '#features/authorizations/statuses.ts'
import { answerable, cancellable, letterStatus, letterStatusLabel } from './machine.ts'

/** Why this user may not ask for a letter (T11); undefined when they may. `off`: letters are switched off for the carrier. */
export function whyNotAsk(
  person: Person,
  request: DecisionFacts,
  off: boolean,
  now: string,
  settings: DecisionSettings,
): Why<'ALREADY_DECIDED' | 'FEATURE_OFF' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  if (!permitted(person, 'P3')) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (off) return { code: 'FEATURE_OFF', message: 'Letters are not available for this carrier.' }
  // A second letter, to another prescriber or after a failed one, is judged as if the authorization were pending.
  return whyNotMove(
    person,
    request.status_id === status.PENDING_LOMN ? { ...request, status_id: status.PENDING } : request,
    'lomn',
    now,
    settings,
  )
}

/** Why this user may not cancel or review this letter; undefined when they may. */
export function whyNotTouch(
  person: Person,
  request: DecisionFacts,
  statusId: number,
  what: 'cancel' | 'review',
  now: string,
  settings: DecisionSettings,
): Why<'ALREADY_DECIDED' | 'CONFLICT' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  if (!permitted(person, 'P3')) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  const possible =
    what === 'cancel' ? (cancellable as readonly number[]).includes(statusId) : statusId === letterStatus.RECEIVED
  if (!possible) return { code: 'CONFLICT', message: `The letter is already in state: ${letterStatusLabel(statusId)}.` }
  if (!isOpen(request.status_id)) return undefined
  const mine = whyNotMove(person, { ...request, status_id: status.PENDING }, 'lomn', now, {
    ...settings,
    lettersDisabled: false,
  })
  return mine
}

/** Why this user may not enter an answer that came by fax or mail (T12); undefined when they may. */
export function whyNotEnter(
  person: Person,
  statusId: number,
): Why<'CONFLICT' | 'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!permitted(person, 'P3')) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!permitted(person, 'P8'))
    return { code: 'NOT_ALLOWED', message: 'Support enters letters that came by fax or mail.' }
  return (answerable as readonly number[]).includes(statusId)
    ? undefined
    : { code: 'CONFLICT', message: `The letter is already in state: ${letterStatusLabel(statusId)}.` }
}

/** The ten digits of a fax number in any format; undefined when it is none of the United States or Canada. */
export const faxDigits = (text: string): string | undefined => readPhone(text).value

/** Why no letter is faxed to this number: not North American, a premium number, or blocked by the carrier. */
export function whyNotFax(text: string, blocked: readonly string[]): Why<'VALIDATION'> | undefined {
  const no = (message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', message, field: 'faxNumber' })
  const { value: digits, why } = readPhone(text, 'fax number')
  if (digits === undefined) return no(why)
  if (digits.startsWith('900') || digits.slice(3, 6) === '976')
    return no('This is a premium number. Letters cannot be faxed to it.')
  if (blocked.some((one) => faxDigits(one) === digits)) return no('This number is blocked for letters.')
  return undefined
}

/** Why a letter is not sent to this address: not on file for the prescriber and not typed twice. */
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
      message: `This is not on file for ${who}. Enter it again to confirm.`,
    }
  return confirmed.toLowerCase() === address.toLowerCase()
    ? undefined
    : { code: 'RULE', field: again, message: 'The two entries do not match.' }
}

/** Crockford's base 32: no two characters look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 20

/** A code of 100 random bits that can be read from a fax and typed, made from a random token (base64url). */
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

/** "4GK2-M0QZ-…", in groups of four. */
export const codeWords = (code: string): string => code.match(/.{4}/g)!.join('-')

/** The code from typed text; undefined when the text is not a code. */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === CODE_LENGTH && [...code].every((one) => alphabet.includes(one)) ? code : undefined
}

/** The drug prefix a letter supports: all opioids for an opioid letter, else the drug it asks about. */
export function letterPrefix(template: LetterTemplateId, gpi: string): string {
  const { gpiDigits } = letterTemplate(template)
  // The opioid template, but for another drug.
  return gpi.slice(0, template === 'opioid' && !gpi.startsWith('10') ? 8 : gpiDigits)
}

/** The form name of an unsent letter's draft. */
export const letterDraft = 'letter'
