import { addBusinessDays, addBusinessHours } from './business-time.ts'
import type { LadderPlan } from './plan.ts'

/** Since when somebody is asked, and until when the carrier wants the answer, also while a patient waits for it (ISO 8601). */
export type AnswerClock = { askedAt: string; by: string; atCounterBy: string }

/**
 * The clock of what is sent to a pharmacist then: the carrier's own target, no deadline of a state. A safety code that stands
 * is answered sooner than a question for advice alone, and a patient at the counter waits for neither.
 */
export const answerClock = (
  askedAt: string,
  safety: boolean,
  { calendar, zone, settings }: LadderPlan,
): AnswerClock => ({
  askedAt,
  by: safety
    ? addBusinessHours(askedAt, settings.pharmacistCodeHours, calendar, zone)
    : addBusinessDays(askedAt, settings.pharmacistAdviceDays, calendar, zone),
  atCounterBy: addBusinessHours(askedAt, settings.pharmacistCounterHours, calendar, zone),
})

/** The clock of what is sent to a reviewer, a second approver or a supervisor: so many working hours, also with a patient at the counter. */
export function targetClock(askedAt: string, hours: number, { calendar, zone }: LadderPlan): AnswerClock {
  const by = addBusinessHours(askedAt, hours, calendar, zone)
  return { askedAt, by, atCounterBy: by }
}
