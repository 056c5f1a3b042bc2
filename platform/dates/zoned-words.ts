const zoned = (timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options })

/** An instant as people of that zone write it: 05/12/2025, 4:52 PM, and the zone's short name (EDT). */
export function dayAndTime(
  instant: string | number | Date,
  timeZone: string,
): { day: string; time: string; zone: string } {
  const at = new Date(instant)
  const zone = zoned(timeZone, { timeZoneName: 'short', hour: 'numeric' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return {
    day: zoned(timeZone, { month: '2-digit', day: '2-digit', year: 'numeric' }).format(at),
    time: zoned(timeZone, { hour: 'numeric', minute: '2-digit' }).format(at).replaceAll('\u202f', ' '),
    zone: zone?.value ?? timeZone,
  }
}

/** The day in words, Tuesday, May 13, and the greeting of its hour, in that zone. */
export function dayInWords(instant: number, timeZone: string): { day: string; greeting: string } {
  const at = new Date(instant)
  const hour = Number(zoned(timeZone, { hour: 'numeric', hourCycle: 'h23' }).format(at))
  return {
    day: zoned(timeZone, { weekday: 'long', month: 'long', day: 'numeric' }).format(at),
    greeting: hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening',
  }
}
