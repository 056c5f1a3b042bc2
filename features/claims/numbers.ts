import { typedText } from '#platform/text/typed-text.ts'
import { whyNotNabp, whyNotNpi } from './check-digits.ts'

// The numbers of the trade, each read in one place for files, forms, claims, chat and texts: what is taken, how it is kept, and
// the sentence where it is none.

/** A number as it is kept, or why it is none. */
export type ReadNumber = { value: string; why?: undefined } | { value?: undefined; why: string }

const no = (why: string): ReadNumber => ({ why })

/** Without the dashes and blanks people put into a number. */
export const withoutDashes = (text: string): string => typedText(text).replaceAll(/[ -]/g, '')

/**
 * A ZIP code of five or nine digits, kept as 33602 or 33602-1234; an add-on of four zeros says nothing. `zerosLost`: of a
 * file a spreadsheet wrote, which takes the zeros at the beginning.
 */
export function readZip(text: string, { zerosLost = false } = {}): ReadNumber {
  const typed = typedText(text)
  const lost = zerosLost && /^\d{3,4}$|^\d{7,8}$/.test(typed)
  const [, zip, more = ''] =
    /^(\d{5})[ -]?(\d{4})?$/.exec(lost ? typed.padStart(typed.length > 5 ? 9 : 5, '0') : typed) ?? []
  if (zip === undefined || zip === '00000' || /[ -]$/.test(typed)) return no('Enter a ZIP code of 5 or 9 digits.')
  return { value: more === '' || more === '0000' ? zip : `${zip}-${more}` }
}

/** Area code and exchange of the United States, Canada and their neighbors: 2 to 9, then two digits that are not 11. */
const dialed = /^[2-9](?!11)\d{2}[2-9](?!11)\d{6}$/

/** A telephone or fax number, kept as ten digits: (813) 555-0151, +1 813.555.0151, 1-813-555-0151. */
export function readPhone(text: string, what = 'telephone number'): ReadNumber {
  const typed = typedText(text).replace(/^tel:/i, '')
  if (/\d\s*(?:x|#|ext)\.?/i.test(typed)) return no('Leave the extension out: enter the ten digits alone.')
  const digits = typed.replaceAll(/[^\d]/g, '')
  if (/^\+\s*[02-9]/.test(typed) || /[^\d ()+./-]/.test(typed)) return no(`Enter a ${what} of ten digits.`)
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  if (ten.length !== 10) return no(`Enter a ${what} of ten digits.`)
  return dialed.test(ten) ? { value: ten } : no(`This is not a ${what} in the United States or Canada.`)
}

/** An NPI of ten digits with its check digit. */
export function readNpi(text: string): ReadNumber {
  const value = withoutDashes(text)
  const why = whyNotNpi(value)
  return why === undefined ? { value } : { why }
}

/** A pharmacy's NABP number of seven digits with its check digit. */
export function readNabp(text: string): ReadNumber {
  const value = withoutDashes(text)
  const why = whyNotNabp(value)
  return why === undefined ? { value } : { why }
}

const ndcForms = [
  [4, 4, 2],
  [5, 3, 2],
  [5, 4, 1],
] as const
const longNdcForms: Readonly<Record<number, string>> = { 11: '5 4 2', 12: '6 4 2' }

/**
 * The NDCs of 11 digits (5-4-2) that a text may stand for. With its dashes each part is filled up with a zero; ten digits
 * without dashes may be 4-4-2, 5-3-2 or 5-4-1 (21 CFR 207.33). Twelve digits stand for themselves.
 */
export function ndcsOf(text: string): string[] {
  const parts = typedText(text)
    .replace(/^NDC[ :#]*/i, '')
    .replaceAll(/ ?- ?/g, '-')
    .split(/[- ]/)
  if (parts.some((part) => !/^\d*$/.test(part))) return []
  const digits = parts.join('')
  const lengths = parts.map((part) => part.length)
  if (digits.length === 11 || digits.length === 12)
    return parts.length !== 3 || lengths.join(' ') === longNdcForms[digits.length] ? [digits] : []
  if (digits.length !== 10) return []
  const forms = ndcForms.filter((form) => parts.length !== 3 || form.every((length, at) => lengths[at] === length))
  return forms.map(([labeler, product]) =>
    [
      digits.slice(0, labeler).padStart(5, '0'),
      digits.slice(labeler, labeler + product).padStart(4, '0'),
      digits.slice(labeler + product).padStart(2, '0'),
    ].join(''),
  )
}

/** One NDC, kept as 11 digits (5-4-2), or 12. */
export function readNdc(text: string): ReadNumber {
  const [value, ...others] = ndcsOf(text)
  if (others.length > 0)
    return no('Ten digits can be three NDCs. Enter it with its dashes, such as 0002-1433-80, or 11 digits.')
  return value === undefined ? no('Enter an NDC of 11 or 12 digits, or one of 10 digits with its dashes.') : { value }
}

/** A DEA registration: two letters (or a letter and 9), six digits and the check digit they make (21 CFR 1301.13). */
export function readDea(text: string): ReadNumber {
  const value = withoutDashes(text).toUpperCase()
  if (!/^[A-Z][A-Z9]\d{7}$/.test(value)) return no('Enter a DEA number: two letters and seven digits.')
  const digit = (at: number): number => Number(value[at])
  const right = (digit(2) + digit(4) + digit(6) + 2 * (digit(3) + digit(5) + digit(7))) % 10
  return right === digit(8)
    ? { value }
    : no(`That DEA number has a typing error: check digit ${value[8]}, expected ${right}.`)
}

/** A prescription's number at its pharmacy: zeros at the beginning and blanks say nothing, letters are capitals. */
export function readRx(text: string): ReadNumber {
  const value = typedText(text)
    .toUpperCase()
    .replaceAll(' ', '')
    .replace(/^0+(?=[A-Z\d])/, '')
  return /^[A-Z\d][A-Z\d./-]{0,19}$/.test(value)
    ? { value }
    : no('Enter the number of the prescription: up to 20 letters and digits.')
}

/** The last four digits of a Social Security number, also with the rest of it masked; the whole number is not taken. */
export function readSsn4(text: string): ReadNumber {
  const typed = withoutDashes(text)
  const [, last] = /^(?:[x*•]{5})?(\d{4})$/i.exec(typed) ?? []
  if (last !== undefined) return { value: last }
  return no(
    /^\d{9}$/.test(typed) ? 'Enter only the last four digits, not the whole number.' : 'Enter the last four digits.',
  )
}
