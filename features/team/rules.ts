import { HOUR_MS } from '#platform/dates/instant.ts'
import type { Person } from '#platform/calls/person.ts'
import { isSupport, maySupervise } from '#features/permissions/rules.ts'

/** Weeks before now whose same weekday and hours give the rates of the forecast. */
export const RATE_WEEKS = 6

/** A supervisor sees their own team where the carrier has the team view on; support sees any team. */
export const maySeeTeam = (person: Person, supervisorId: string, teamViewOn: boolean): boolean =>
  teamViewOn && ((person.id === supervisorId && maySupervise(person)) || isSupport(person))

export type Forecast = { arrivalsPerHour: number; decisionsPerHour: number; expected: number }

const tenths = (value: number): number => Math.round(value * 10) / 10
const hundredths = (value: number): number => Math.round(value * 100) / 100

/** Hours from now to the instant of the forecast, to two decimals. */
export const hoursBetween = (now: string, until: string): number =>
  hundredths((Date.parse(until) - Date.parse(now)) / HOUR_MS)

/**
 * What is expected to be open after so many hours: open now, plus arrivals an hour and minus decisions an hour times the
 * hours. Computed from the rounded rates, so that the formula on the screen gives the figure beside it.
 */
export function forecast(pending: number, past: { arrived: number; decided: number }, hours: number): Forecast {
  const perHour = (found: number): number => (hours > 0 ? tenths(found / (RATE_WEEKS * hours)) : 0)
  const [arrivalsPerHour, decisionsPerHour] = [perHour(past.arrived), perHour(past.decided)]
  const expected = Math.max(0, Math.round(pending + arrivalsPerHour * hours - decisionsPerHour * hours))
  return { arrivalsPerHour, decisionsPerHour, expected }
}
