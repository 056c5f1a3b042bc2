/**
 * How a snooze ended, where something other than its own time ended it now; undefined without a snooze. One whose time
 * had passed before the clock ran ended by its time.
 */
export function snoozeEnded(snoozedUntil: string | null, now: string, because: string): { reason: string } | undefined {
  if (snoozedUntil === null) return undefined
  return { reason: Date.parse(snoozedUntil) <= Date.parse(now) ? 'time passed' : because }
}
