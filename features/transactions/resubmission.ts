import type { Adjudication } from '#features/adjudication/answer.ts'
import { makeReject } from '#features/adjudication/case.ts'
import { ladderSettings } from '#features/deadlines/plan.ts'
import { MINUTE_MS } from '#platform/dates/instant.ts'

/** More submissions of one prescription in so many minutes than a person would make; and how long it is not told after. */
export const storm = { submissions: 5, minutes: 10, quietMinutes: 30 }

/** What came in of a prescription at its pharmacy before this submission. */
export type Lately = {
  /** Within the minutes of a storm. */
  submissions: number
  /** One was answered 3W within the minutes that are quiet after it. */
  stormed: boolean
}

/** Whether this submission is one too many, and whether anybody hears of it (resubmission storm). */
export function stormOf({ submissions, stormed }: Lately): { isStorm: boolean; isQuiet: boolean } {
  const isStorm = submissions + 1 > storm.submissions
  return { isStorm, isQuiet: isStorm || stormed }
}

/** What a pharmacy is told in a storm instead of the codes it knows already. */
export const inProcess = (adjudication: Adjudication, reference: string): Adjudication => ({
  ...adjudication,
  codes: ['3W'],
  rejects: [
    makeReject('T02', '3W', `Request ${reference} is being decided. Wait for the answer; nothing more to send.`),
  ],
  pending: { ...adjudication.pending, pharmacyMustFix: [] },
})

/**
 * Whether the person at the counter is there since an earlier submission: then nothing about it is new to the owner.
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
