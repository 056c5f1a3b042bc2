import type { Question } from '#features/worklist/contract.ts'
import { exactWords } from '#platform/dates/words.ts'
import { spanWords } from './row-words.ts'

/** Under the timer of a request that was handed over: the time to the carrier's own target for the answer; of a letter, to its last day. */
export function answerWords(
  { at, due }: { at: string; due: string },
  now: number,
  zone: string,
): { words: string; late: boolean; exact: string } {
  const left = Date.parse(due) - now
  return {
    words: left < 0 ? `Answer ${spanWords(-left)} late` : `Answer in ${spanWords(left)}`,
    late: left < 0,
    exact: `Sent ${exactWords(at, zone)}. Answer due ${exactWords(due, zone)}.`,
  }
}

/** "30 days, 1 fill". */
export const limitWords = ({ days, fills }: NonNullable<Question['approved']>): string =>
  [
    days === null ? undefined : `${days} ${days === 1 ? 'day' : 'days'}`,
    fills === null ? 'fills not limited' : `${fills} ${fills === 1 ? 'fill' : 'fills'}`,
  ]
    .filter(Boolean)
    .join(', ')
