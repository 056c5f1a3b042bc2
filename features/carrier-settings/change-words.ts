import { usDate } from '#platform/dates/day.ts'
import { changeStatus } from './change-statuses.ts'
import type { Change } from './contract.ts'
import { defaultWords } from './setting-values.ts'
import { settingLabel, settingWords } from './setting-words.ts'

/** A value of a change in words; null: it was not set. */
export const changeValue = (key: string, value: unknown): string => {
  const words = settingWords[key]
  return value === null || !words ? 'not set' : defaultWords(words, value)
}
/** What a setting was and becomes: "$500.00 to $350.00". */
export const fromTo = ({ key, before, after }: Pick<Change, 'key' | 'before' | 'after'>): string =>
  `${changeValue(key, before)} to ${changeValue(key, after)}`

/** The last thing that happened to a change, in a sentence of who did it. */
export function lastOfChange(change: Change): { at: string; words: string } {
  const { status, own, madeBy, madeAt, decidedBy, decidedAt, startsOn } = change
  const by = own ? 'You' : madeBy
  const what = `${settingLabel(change.key)}: ${fromTo(change)}`
  const from = status === changeStatus.PLANNED ? `, from ${usDate(startsOn)}` : ''
  if (status === changeStatus.WAITING) return { at: madeAt, words: `${by} asked to change ${what}` }
  if (decidedBy === null || decidedAt === null) return { at: madeAt, words: `${by} changed ${what}${from}` }
  if (status !== changeStatus.REFUSED) return { at: decidedAt, words: `${decidedBy} confirmed ${what}${from}` }
  return { at: decidedAt, words: decidedBy === madeBy ? `${by} took back ${what}` : `${decidedBy} declined ${what}` }
}
