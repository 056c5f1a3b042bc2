import { HOUR_MS } from '#platform/dates/instant.ts'
import type { Person } from '#platform/calls/person.ts'
import { isSupport, maySupervise } from '#features/permissions/rules.ts'
import { hasRole } from '#features/permissions/roles.ts'
import { whyNotAdminister } from '#features/people/administering.ts'
import type { Refusal } from '#platform/calls/refusal.ts'

/** Weeks before now whose same weekday and hours give the rates of the forecast. */
export const RATE_WEEKS = 6

/** A supervisor sees their own team where the carrier has the team view on; support of all programs sees any team. */
export const maySeeTeam = (person: Person, supervisorId: string, teamViewOn: boolean): boolean =>
  teamViewOn &&
  ((person.id === supervisorId && maySupervise(person)) || (isSupport(person) && person.subCarriers === null))

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

/**
 * The same formula from now on, each full hour later and at last at its instant (ISO 8601): the first figure is what is open
 * now, the last one what is expected.
 */
export function forecastByHour(
  pending: number,
  { arrivalsPerHour, decisionsPerHour, expected }: Forecast,
  { now, until }: { now: string; until: string },
): { at: string; expected: number }[] {
  const [begins, ends] = [Date.parse(now), Date.parse(until)]
  const points = [{ at: new Date(begins).toISOString(), expected: pending }]
  const firstHour = Math.floor(begins / HOUR_MS) * HOUR_MS + HOUR_MS
  for (let at = firstHour; at < ends; at += HOUR_MS) {
    const hours = (at - begins) / HOUR_MS
    const then = Math.max(0, Math.round(pending + (arrivalsPerHour - decisionsPerHour) * hours))
    points.push({ at: new Date(at).toISOString(), expected: then })
  }
  return [...points, { at: new Date(ends).toISOString(), expected }]
}

/** Why this user may not say whom somebody leads: account managers may, not of their own team. */
export const whyNotSetTeam = (person: Person, supervisorId: string): Refusal<'NOT_ALLOWED'> | undefined =>
  whyNotAdminister(person) ??
  (person.id === supervisorId
    ? { code: 'NOT_ALLOWED', message: 'Another account manager changes your own team.' }
    : undefined)

/** Why somebody leads no team: they are no supervisor, or have no access. */
export const whyNotLead = (of: { name: string; roles: string[]; active: boolean }): Refusal<'RULE'> | undefined =>
  of.active && hasRole(of, 'supervisor', 'account_admin')
    ? undefined
    : { code: 'RULE', message: `${of.name} is not a supervisor with access.` }

/** Why these users cannot be led by this supervisor: unknown, without access, or above them. */
export function whyNotMembers(
  wanted: readonly string[],
  chosen: readonly { id: string; name: string; active: boolean; above: boolean }[],
  already: ReadonlySet<string>,
): Refusal<'VALIDATION'> | undefined {
  const not = (message: string): Refusal<'VALIDATION'> => ({ code: 'VALIDATION', field: 'memberIds', message })
  if (!wanted.every((id) => chosen.some((one) => one.id === id))) return not('Choose users of the carrier.')
  const above = chosen.find((one) => one.above)
  if (above) return not(`${above.name} leads this supervisor, and cannot be in the team.`)
  const gone = chosen.find((one) => !one.active && !already.has(one.id))
  return gone && not(`${gone.name} has no access.`)
}
