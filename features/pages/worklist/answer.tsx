import { answerWords } from './answer-words.ts'
import css from './worklist.module.css'

/** How long who has it may take to answer. */
export function Answer({ now, zone, ...of }: Parameters<typeof answerWords>[0] & { now: number; zone: string }) {
  const { words, late, exact } = answerWords(of, now, zone)
  return (
    <span className={late ? css.escalated : undefined} title={exact}>
      {words}
    </span>
  )
}
