import { withoutUnseen } from './typed-text.ts'

// Amounts as people type them. No sign is ever left out to make a number of what is none: "1,5" is neither 15 nor 1.5.

/** Digits, with commas only as thousands separators: 1250, 1,250, 1,250.5. */
const shape = /^(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/
const units = {
  $: (typed: string) => (typed.startsWith('$') ? typed.slice(1).trimStart() : typed),
  '%': (typed: string) => (typed.endsWith('%') ? typed.slice(0, -1).trimEnd() : typed),
}
/** Zeros at the end of a fraction say nothing. */
function withoutZeros(fraction: string): string {
  let end = fraction.length
  while (fraction[end - 1] === '0') end -= 1
  return fraction.slice(0, end)
}

/**
 * The number that was typed, of at most so many decimals; null where nothing is, undefined where it is none or could be
 * read as two. `unit` is a sign the field itself stands for.
 */
export function typedNumber(text: string, decimals = 0, unit?: keyof typeof units): number | null | undefined {
  const typed = withoutUnseen(text).trim()
  if (typed === '') return null
  const [, whole, part = ''] = shape.exec(unit ? units[unit](typed) : typed) ?? []
  const fraction = withoutZeros(part)
  if (whole === undefined || fraction.length > decimals) return undefined
  return Number(`${whole.replaceAll(',', '')}.${fraction || 0}`)
}

/** Why a number cannot be taken: both readings of a comma in it, else what the field says. */
export function whyNoNumber(text: string, otherwise: string): string {
  const [, typed = '', whole, part] = /^\D*?((\d+),(\d+))\D*$/.exec(text) ?? []
  if (whole === undefined || part === undefined) return otherwise
  if (shape.test(typed)) return otherwise
  return `Write ${Number(`${whole}.${part}`)} or ${Number(whole + part)}: “${typed}” can be read as both.`
}
