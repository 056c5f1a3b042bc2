/** One line of what was known: its name, what it was, and where it came from. */
export type Line = { name: string; was: string; source: string }
export type Section = { title: string; lines: Line[] }

export type Words = { instant(iso: string): string }

export const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
export const line = (name: string, was: string | number, source = ''): Line => ({ name, was: String(was), source })
/** Ends words with a full stop, where they have no end of their own. */
export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)
/** Leaves out what was not there. */
export const some = (...lines: (Line | false)[]): Line[] =>
  lines.filter((one): one is Line => one !== false && one.was !== '')

const words = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
/** A line for everything a value of the record holds, whatever later versions call it. */
export const everythingIn = (value: Readonly<Record<string, unknown>>): Line[] =>
  Object.entries(value).map(([key, one]) => line(key, words(one)))
