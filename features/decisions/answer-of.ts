import type { Facts } from '#features/authorizations/facts.ts'
import { answerClock, type AnswerClock } from '#features/deadlines/pharmacist-answer.ts'
import { planOf } from '#features/deadlines/plan.ts'

/** The clock of a request that a pharmacist is asked about since then: a safety code is answered sooner than a question for advice alone. */
export const answerOf = ({ rejects, plan }: Pick<Facts, 'rejects' | 'plan'>, since: string): AnswerClock =>
  answerClock(
    since,
    rejects.some(({ safety }) => safety),
    planOf(plan),
  )
