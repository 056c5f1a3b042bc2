/**
 * How a snooze that was set ended, where something else than its own time ended it now; nothing where there was
 * none. One whose time had passed before the clock came by ended by that.
 */
export function snoozeEnded(snoozedUntil: string | null, now: string, because: string): { reason: string } | undefined {
  if (snoozedUntil === null) return undefined
  return { reason: Date.parse(snoozedUntil) <= Date.parse(now) ? 'time passed' : because }
}
