import type { Facts } from '#features/authorizations/facts.ts'
import { status } from '#features/authorizations/statuses.ts'
import { answerClock, targetClock, type AnswerClock } from '#features/deadlines/pharmacist-answer.ts'
import { planOf } from '#features/deadlines/plan.ts'

/**
 * The clock of a request that was handed over since then, in the status it goes to: a pharmacist answers a safety code
 * sooner than a question for advice alone, a reviewer and a supervisor have hours of their own.
 */
export function answerOf({ rejects, plan }: Pick<Facts, 'rejects' | 'plan'>, to: number, since: string): AnswerClock {
  const ladder = planOf(plan)
  if (to === status.PENDING_UR) return targetClock(since, ladder.settings.reviewerHours, ladder)
  if (to !== status.PENDING_CLINICAL) return targetClock(since, ladder.settings.supervisorHours, ladder)
  return answerClock(
    since,
    rejects.some(({ safety }) => safety),
    ladder,
  )
}
