import { snoozeHours, whyNotSnooze } from '#features/decision-rights/snoozing.ts'
import { actorOf } from '#features/authorizations/rows.ts'
import { iso } from './calendar.ts'
import { workingHoursAfter } from './clockwork.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Open, Tale } from './tale.ts'
import { later, log } from './tale.ts'
import { factsOf } from './verdicts.ts'

const minute = 60_000
const hour = 60 * minute

/** Whether somebody may silence a request's reminders for so many hours at an instant (T18). */
export const maySnooze = (tale: Tale, open: Open, person: Person, hours: number, ms: number): boolean =>
  (snoozeHours as readonly number[]).includes(hours) &&
  !whyNotSnooze(person, factsOf(tale, open, person), hours, iso(ms))

/** Somebody silences a request's reminders for so many hours, as the call does it (T18). */
export function snooze(tale: Tale, open: Open, person: Person, hours: number, ms: number): void {
  const { row } = open
  row.snoozed_until = iso(ms + hours * hour)
  row.snoozed_by = person.id
  row.snooze_hours_total += hours
  row.version += 1
  row.updated_at = iso(ms)
  const same = { from: row.status_id, to: row.status_id }
  log(tale, open, ms, actorOf(person), same, 170, { n: hours, user: person.name })
}

/**
 * Lets a request wait, silenced, until it is decided at an instant (ms): for an answer from the prescriber's office, for a
 * form. Null where the law's time or the night leaves no room for that; else the instant, which may come earlier.
 */
export function waitSilenced(tale: Tale, open: Open, received: number, until: number): number | null {
  const { row } = open
  const owner = row.owner_id === null ? null : tale.setting.person(row.owner_id, row.mc)
  const first = workingHoursAfter(tale, open, received, 0.2 + tale.random.unit())
  // 72 hours in all: two days, and once more before they are over.
  if (!owner || !maySnooze(tale, open, owner, 48, first)) return null
  let end = first + 48 * hour
  let again: number | null = null
  if (until >= end - 5 * minute) {
    for (const hours of [18, 15, 12, 9]) {
      const ms = workingHoursAfter(tale, open, received, hours)
      if (ms >= end - 20 * minute || ms + 24 * hour <= end) continue
      if (ms + 24 * hour >= Date.parse(row.statutory_due_at) - 2 * hour) continue
      again = ms
      end = ms + 24 * hour
      break
    }
    if (until >= end - 5 * minute) return null
  }
  later(tale, first, (ms) => {
    if (row.status_id === 20) snooze(tale, open, owner, 48, ms)
  })
  if (again !== null)
    later(tale, again, (ms) => {
      if (row.status_id === 20 && maySnooze(tale, open, owner, 24, ms)) snooze(tale, open, owner, 24, ms)
    })
  return until
}
