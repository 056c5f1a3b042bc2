// Numbers that identify a person or a card do not enter a chat.

/** Characters that are not seen: what is typed with them between the digits reads as the number all the same. */
const unseen = '[\\p{Cf}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u3164\\uFE00-\\uFE0F\\uFFA0]*'
/** Hyphens, dashes, points, slashes and spaces of all scripts, up to three of them with characters that are not seen. */
const mark = '[\\p{Pd}\\p{Zs}\\t\\n\\r\\u2212.\\u00B7\\u2022\\u2027_/]'
const perhapsBetween = `${unseen}(?:${mark}${unseen}){0,3}`
/** Between groups of the sizes a number has, whatever is no letter and no digit: commas, colons, bars, brackets. */
const anything = `${unseen}(?:[\\p{P}\\p{S}\\p{Z}\\t\\n\\r]${unseen}){1,5}`
const digits = (count: number): string => `\\p{Nd}(?:${unseen}\\p{Nd}){${count - 1}}`
/**
 * A number of the work (an NDC, a reference, a telephone number) goes on with a digit before or after, or a hyphen between; a dash
 * of the sentence does not make it one.
 */
const begins = `(?<!\\p{Nd}${unseen})(?<!\\p{Nd}${unseen}\\p{Pd}${unseen})(?<!\\p{L}${unseen}[-\\u2010\\u2011]${unseen})`
const ends = `(?!${unseen}\\p{Nd})(?!${unseen}\\p{Pd}${unseen}\\p{Nd})`

const socialSecurity = new RegExp(`${begins}${digits(3)}${anything}${digits(2)}${anything}(${digits(4)})${ends}`, 'gu')
const named =
  '(?<![\\p{L}\\p{Nd}])(?:ssn|ss|s\\. ?s\\.(?: ?n\\.?)?|itin|soc\\.?[ -]?sec\\.?|social(?:[ -]security)?)(?!\\p{L})'
const nine = `(?:\\p{Nd}${perhapsBetween}){5}(${digits(4)}|\\p{Nd}(?:${perhapsBetween}\\p{Nd}){3})`
/** After its name it needs no separators; a few words may stand between ("ssn is", "social security number of the worker: "). */
const namedSocialSecurity = new RegExp(
  `(${named}[^\\p{Nd}]{0,40}?)(?<!\\p{Nd}${unseen})${nine}(?!${unseen}\\p{Nd})`,
  'giu',
)
/** So it is before its name, where a word or a bracket joins them: "123456789 is my SSN". */
const socialSecurityNamed = new RegExp(
  `${begins}${nine}${ends}(\\s*(?:[(=]|(?:is|was|es)(?!\\p{L}))[^\\p{Nd}.,;]{0,25}?${named})`,
  'giu',
)
const cardShaped = new RegExp(`${begins}\\p{Nd}(?:${perhapsBetween}\\p{Nd}){12,18}${ends}`, 'gu')
/** As it is printed on a card: four by four, or four, six and five. */
const cardGroups = new RegExp(
  `${begins}${digits(4)}${anything}(?:${digits(4)}${anything}${digits(4)}${anything}${digits(4)}|${digits(6)}${anything}${digits(5)})${ends}`,
  'gu',
)

const onlyDigits = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '')

/** The Luhn check of a card number (ISO/IEC 7812-1). */
function isCard(number: string): boolean {
  let sum = 0
  for (const [at, digit] of [...number].toReversed().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** The last four digits as they were typed, without what was between them. */
const lastOf = (text: string): string => text.replaceAll(/[^\p{Nd}]/gu, '')

/** The numbers of a text that would be masked as those of a card, in digits: some may be numbers of ours. */
export const cardsIn = (text: string): string[] => [
  ...new Set([cardShaped, cardGroups].flatMap((shape) => text.match(shape)?.map(onlyDigits).filter(isCard) ?? [])),
]

/**
 * A text with social security and card numbers masked to their last four digits, and whether one was. `ours` are numbers that were looked up
 * and are the portal's own: every tenth transaction number or drug code has the check digit of a card.
 */
export function maskNumbers(text: string, ours: ReadonlySet<string> = new Set()): { text: string; masked: boolean } {
  const card = (found: string): string => {
    const number = onlyDigits(found)
    return isCard(number) && !ours.has(number) ? `•••• ${number.slice(-4)}` : found
  }
  const out = text
    .replace(cardShaped, card)
    .replace(cardGroups, card)
    .replace(socialSecurity, (_, last: string) => `•••-••-${lastOf(last)}`)
    .replace(namedSocialSecurity, (_, before: string, last: string) => `${before}•••-••-${lastOf(last)}`)
    .replace(socialSecurityNamed, (_, last: string, after: string) => `•••-••-${lastOf(last)}${after}`)
  return { text: out, masked: out !== text }
}
