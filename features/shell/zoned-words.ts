/** An instant (ISO 8601) as people of that zone write it: 05/12/2025, 4:52 PM, and the zone's short name (ET, EDT). */
export function dayAndTime(iso: string, timeZone: string): { day: string; time: string; zone: string } {
  const at = new Date(iso)
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  const zone = part({ timeZoneName: 'short', hour: 'numeric' }).formatToParts(at).find(({ type }) => type === 'timeZoneName')
  return {
    day: part({ month: '2-digit', day: '2-digit', year: 'numeric' }).format(at),
    time: part({ hour: 'numeric', minute: '2-digit' }).format(at).replaceAll('\u202f', ' '),
    zone: zone?.value ?? timeZone,
  }
}
