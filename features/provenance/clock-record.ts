import { dueAt, type ClockEvents } from '#features/deadlines/due.ts'
import { packRecorded } from '#features/deadlines/which-pack.ts'
import { addDays } from '#platform/dates/day.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { type HolidaySetId } from '#reference/holiday-sets.ts'
import { holidayLookup } from '#reference/holidays.ts'
import type { RulePack } from '#reference/jurisdictions/rule-pack.ts'
import type { DecisionRecord } from './contract.ts'
import type { DueFrom, RequestThen } from './recorded.ts'

/** Days after its due time of which a record holds the days off: what a notice after the decision is counted with. */
export const DAYS_KEPT = 14

/** The days off a clock asked about, so that counting it again asks no calendar of that later day. */
function daysOffAround(pack: RulePack, receivedAt: string, due: string): Record<string, string> {
  const holidayOf = holidayLookup(pack.holidays as HolidaySetId)
  const last = Date.parse(due) + DAYS_KEPT * DAY_MS
  const found: Record<string, string> = {}
  for (let day = dateIn(Date.parse(receivedAt) - DAY_MS, 'UTC'); Date.parse(day) <= last; day = addDays(day, 1)) {
    const name = holidayOf(day)
    if (name !== undefined) found[day] = name
  }
  return found
}

/** The legal clock of a request as a record keeps it: what the due time was counted from, and every input of the count. */
export function clockOf(request: RequestThen): DecisionRecord['clock'] {
  const from = request.clock_state?.['dueFrom' as never] as DueFrom | undefined
  const receivedAt = new Date(from?.receivedAt ?? request.request_received_at).toISOString()
  const dueThen = new Date(request.statutory_due_at).toISOString()
  const base = { pack: request.due_pack, receivedAt, dueAt: dueThen, arithmetic: [...request.due_arithmetic] }
  const pack = packRecorded(request.due_pack)
  if (!pack) return { ...base, inputs: null }
  // Where a state limits the time since the recommendation, that is counted from the day of writing.
  const written = (from ? from.recommendedOn : request.date_written) ?? null
  const extended = request.clock_state?.['extended' as never] as { extendedAt: string } | undefined
  const more = {
    ...(pack.ceiling && written && { recommendedOn: written }),
    ...(extended && { extendedAt: extended.extendedAt }),
  }
  const channels = ['electronic', 'fax', 'mail'] as const
  const channel = channels.find((one) => dueAt(pack, { receivedAt, channel: one, ...more }).dueAt === dueThen)
  if (channel === undefined) return { ...base, inputs: null }
  const events = { receivedAt, channel, ...more } satisfies ClockEvents
  return {
    ...base,
    inputs: {
      rule: JSON.parse(JSON.stringify(pack)) as Record<string, unknown>,
      daysOff: daysOffAround(pack, receivedAt, dueThen),
      events,
    },
  }
}
