import type { AnswerOf } from '#platform/calls/contract.ts'
import { whenWords } from '#platform/dates/words.ts'
import { cx } from '#platform/ui/cx.ts'
import type { clinical } from './contract.ts'
import css from './thread.module.css'

type Question = NonNullable<AnswerOf<typeof clinical.waiting>['asked']>
type ThreadProps = {
  of: Pick<Question, 'thread' | 'questionSince'>
  /** How long a question has waited, in words. */
  waited: (since: string) => string
  zone: string
  now: number
}

/** What both sides wrote about a request that was handed over, the first first, and whether a question waits. */
export function Thread({ of: { thread, questionSince }, waited, zone, now }: ThreadProps) {
  if (thread.length === 0) return null
  return (
    <section className={css.thread} aria-label="Questions and notes">
      <h2>Questions and notes</h2>
      <ol>
        {thread.map(({ byName, at, text, byAnswerer }) => (
          <li key={`${at} ${text}`} className={cx(byAnswerer && css.answerer)}>
            <p>
              <b>{byName}</b> <small>{whenWords(at, zone, now)}</small>
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {questionSince !== null && (
        <p className={css.waits}>Not answered yet by the case owner, {waited(questionSince)} so far.</p>
      )}
    </section>
  )
}
