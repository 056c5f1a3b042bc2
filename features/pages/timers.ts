import { timeLeft } from '#features/deadlines/timer.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'

type Timed = Pick<AuthRow, 'statutoryDueAt' | 'requestReceivedDate' | 'snoozedUntil'>

const tones = { overdue: 'over', soon: 'soon', ok: 'ok', snoozed: 'paused' } as const

/** The timer of a row: ring, words and exact time; of a snoozed one, when it comes back. */
export function timerOf(row: Timed, now: number, zone: string) {
  const left = timeLeft(row.statutoryDueAt, new Date(now).toISOString(), {
    receivedAt: row.requestReceivedDate,
    snoozedUntil: row.snoozedUntil,
  })
  const words =
    left.tone === 'snoozed' && row.snoozedUntil !== null ? whenWords(row.snoozedUntil, zone, now, true) : left.words
  return {
    tone: tones[left.tone],
    words,
    before: left.tone === 'snoozed' ? 'Snoozed until ' : undefined,
    fraction: left.fraction,
    exact: `Due ${exactWords(row.statutoryDueAt, zone)}`,
    dateTime: row.statutoryDueAt,
  }
}

/** The timer of a request where no line under it says more: of a snoozed one when it comes back and when it is due. */
export function bothTimes(row: Timed, now: number, zone: string): ReturnType<typeof timerOf> {
  const timer = timerOf(row, now, zone)
  return timer.tone === 'paused'
    ? { ...timer, words: `${timer.words}, due ${whenWords(row.statutoryDueAt, zone, now, true).split(',')[0]}` }
    : timer
}
