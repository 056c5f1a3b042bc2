import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { answerWords } from './answer-words.ts'
import { ageWords, isSnoozed } from './row-words.ts'
import css from './worklist.module.css'

type AnswerProps = {
  row: ListRow
  now: number
  zone: string
  /** Beside the timer in a row of one line: only the day a snoozed request is due. */
  flat?: boolean
}

/** How long who has it may take to answer; of a snoozed request also when the state wants it. */
export function Answer({ row, now, zone, flat }: AnswerProps) {
  const snoozed = isSnoozed(row, now)
  if (flat)
    return snoozed ? <small> due {usDate(dateIn(Date.parse(row.statutoryDueAt), zone)).slice(0, 5)}</small> : null
  const age = ageWords(row, now, zone)
  // On a phone the second line shows of a snoozed request alone.
  if (!row.pharmacist) return snoozed ? <span className={css.due}>{age}</span> : age
  const { words, late, exact } = answerWords(row.pharmacist, now, zone)
  return (
    <>
      <span className={late ? css.escalated : undefined} title={exact}>
        {words}
      </span>
      {snoozed && (
        <>
          <br />
          <span className={css.due}>{age}</span>
        </>
      )}
    </>
  )
}
