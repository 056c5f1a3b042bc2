import { usDate } from '#platform/dates/day.ts'

/** One line of what was known: its name, what it was, where it came from, and an id that is printed and not shown on a screen. */
export type Line = { name: string; was: string; source: string; id: string }
/** `collapsed`: long, and few readers need it. */
export type Section = { title: string; lines: Line[]; collapsed?: true }

export type Words = { instant(iso: string): string }

export const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
export const line = (name: string, was: string | number, source = '', id = ''): Line => ({
  name,
  was: String(was),
  source,
  id,
})
/** Ends words with a full stop, where they have no end of their own. */
export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)
/** Leaves out what was not there. */
export const some = (...lines: (Line | false)[]): Line[] =>
  lines.filter((one): one is Line => one !== false && one.was !== '')

/** "noticeDuties" as "notice duties". */
const spelled = (key: string): string => key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

function words(value: unknown): string {
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return usDate(value)
    // A value of the program: "businessDays", "deemed_approved".
    return /^[a-z]+(?:[A-Z_][a-z]*)+$/.test(value) ? spelled(value.replaceAll('_', ' ')) : value
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(words).join(', ')
  if (value === null || typeof value !== 'object') return typeof value === 'number' ? String(value) : 'none'
  return `(${Object.entries(value)
    .map(([key, one]) => `${spelled(key)}: ${words(one)}`)
    .join('; ')})`
}
/** A line for everything a value of the record holds, whatever later versions call it. */
export const everythingIn = (value: Readonly<Record<string, unknown>>): Line[] =>
  Object.entries(value).map(([key, one]) => line(spelled(key), words(one)))
