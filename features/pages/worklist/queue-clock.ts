import { status } from '#features/authorizations/statuses.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { exactWords } from '#platform/dates/words.ts'
import { timerOf } from '../timers.ts'

/** The timer of a request in a queue: until when its answer is wanted; of a review the state's time. */
export function queueTimer(row: ListRow, now: number, zone: string): ReturnType<typeof timerOf> {
  const { pharmacist } = row
  if (!pharmacist || row.authorizationStatusId === status.PENDING_UR)
    return timerOf({ ...row, snoozedUntil: null }, now, zone)
  const clock = { statutoryDueAt: pharmacist.due, requestReceivedDate: pharmacist.at, snoozedUntil: null }
  return { ...timerOf(clock, now, zone), exact: `Answer due ${exactWords(pharmacist.due, zone)}` }
}
