import type { Adjudication } from '#features/adjudication/answer.ts'
import { makeReject } from '#features/adjudication/case.ts'
import { ladderSettings } from '#features/deadlines/plan.ts'
import { MINUTE_MS } from '#platform/dates/instant.ts'

/** Submissions of one prescription within `minutes` that count as a storm, and the minutes without notifications after it. */
export const storm = { submissions: 5, minutes: 10, quietMinutes: 30 }

/** Earlier submissions of a prescription at its pharmacy. */
export type Lately = {
  /** Within the minutes that count toward a storm. */
  submissions: number
  /** One was answered 3W within the quiet minutes. */
  stormed: boolean
}

/** Whether this submission is part of a resubmission storm, and whether notifications are suppressed. */
export function stormOf({ submissions, stormed }: Lately): { isStorm: boolean; isQuiet: boolean } {
  const isStorm = submissions + 1 > storm.submissions
  return { isStorm, isQuiet: isStorm || stormed }
}

/** The answer in a storm (3W) instead of the codes the pharmacy already has. */
export const inProcess = (adjudication: Adjudication, reference: string): Adjudication => ({
  ...adjudication,
  codes: ['3W'],
  rejects: [
    makeReject('T02', '3W', `Request ${reference} is being decided. Wait for the answer; nothing more to send.`),
  ],
  pending: { ...adjudication.pending, pharmacyMustFix: [] },
})

/**
 * Whether the patient has waited at the counter since an earlier submission: the owner is not notified again.
 * `ladder` is the carrier's setting of that name, if it has one.
 */
export function waitsStill(
  request: { pharmacy_waiting: boolean; last_submitted_at: string },
  now: string,
  ladder: unknown,
): boolean {
  const { pharmacyFreshMinutes } = ladderSettings((ladder ?? null) as Record<string, unknown> | null)
  return (
    request.pharmacy_waiting &&
    Date.parse(now) - Date.parse(request.last_submitted_at) < pharmacyFreshMinutes * MINUTE_MS
  )
}
