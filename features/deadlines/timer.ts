import { HOUR_MS, MINUTE_MS } from '#platform/dates/instant.ts'

export type TimeLeft = {
  tone: 'overdue' | 'soon' | 'ok' | 'snoozed'
  /** "1h 12m left", "42m overdue", "1d 4h left", "No deadline". */
  words: string
  /** Share of the time that is left, 1 down to 0; 1 where the start is not given. */
  fraction: number
}

/** Less than this is "soon". */
const SOON_MS = 12 * HOUR_MS

/** A length of time: "42m", "1h 12m", "1d 4h". */
export function spanWords(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`
  if (hours > 0) return `${hours}h ${String(minutes % 60).padStart(2, '0')}m`
  return `${minutes}m`
}

/**
 * The time left of a request, for the timer on every row. A snoozed one has its own tone, unless it is overdue; a
 * snooze never stops the clock.
 */
export function timeLeft(
  dueAt: string | null,
  now: string,
  more: { receivedAt?: string | null; snoozedUntil?: string | null } = {},
): TimeLeft {
  const at = Date.parse(now)
  const snoozed = more.snoozedUntil ? Date.parse(more.snoozedUntil) > at : false
  if (dueAt === null) return { tone: snoozed ? 'snoozed' : 'ok', words: 'No deadline', fraction: 1 }
  const left = Date.parse(dueAt) - at
  if (left < 0) return { tone: 'overdue', words: `${spanWords(-left)} overdue`, fraction: 0 }
  const whole = more.receivedAt ? Date.parse(dueAt) - Date.parse(more.receivedAt) : left
  const fraction = whole > 0 ? Math.min(1, Math.max(0, left / whole)) : 0
  const tone = snoozed ? 'snoozed' : left < SOON_MS ? 'soon' : 'ok'
  return { tone, words: `${spanWords(left)} left`, fraction }
}
