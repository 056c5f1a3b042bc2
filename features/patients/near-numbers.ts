const longest = 24
/** Characters from which on a slip is looked for: shorter numbers would be close to many. */
const shortest = 6
const mostZeros = 4

/** A number as it is compared: capitals, without spaces and hyphens. */
const plain = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, '')

/** Where a hyphen may stand in a number typed without one: from the fourth character on, as in NW25-0048213. */
const hyphenated = (typed: string): string[] =>
  typed.includes('-')
    ? []
    : Array.from(
        { length: Math.max(0, typed.length - 6) },
        (_, at) => `${typed.slice(0, at + 3)}-${typed.slice(at + 3)}`,
      )

/** The last run of digits with more or fewer zeros in front. */
function otherZeros(typed: string): string[] {
  const run = typed.split(/\D/).at(-1)!
  if (run === '') return []
  const before = typed.slice(0, typed.length - run.length)
  const digits = run.replace(/^0+(?=\d)/, '')
  const zeros = run.length - digits.length
  return Array.from({ length: zeros + mostZeros + 1 }, (_, count) => count)
    .filter((count) => count !== zeros)
    .map((count) => before + '0'.repeat(count) + digits)
}

/** With two neighbors in each other's place. */
const swapped = (typed: string): string[] =>
  Array.from({ length: typed.length - 1 }, (_, at) => at)
    .filter((at) => typed[at] !== typed[at + 1] && typed[at] !== '-' && typed[at + 1] !== '-')
    .map((at) => typed.slice(0, at) + typed[at + 1]! + typed[at]! + typed.slice(at + 2))

/** The numbers one slip away from what was typed: zeros left out or too many, two neighbors swapped. */
export function nearNumbers(text: string): string[] {
  const typed = text.toUpperCase().replaceAll(' ', '')
  if (typed.length < shortest || typed.length > longest || !/\d/.test(typed)) return []
  const found = new Set([typed, ...hyphenated(typed)].flatMap((one) => [...otherZeros(one), ...swapped(one)]))
  found.delete(typed)
  return [...found]
}

/** What the slip was, in words. */
export function slipWords(typed: string, number: string): string {
  const difference = plain(number).length - plain(typed).length
  return difference > 0 ? 'Zeros added' : difference < 0 ? 'Zeros taken out' : 'Two digits swapped'
}
