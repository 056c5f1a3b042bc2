export type InZone = { zone: string; instant(iso: string): string }

/** Formats instants in this time zone, such as 03/14/2026 09:05 AM EDT; an unknown zone counts as New York. */
export function inZone(wanted: string): InZone {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hour12: true,
      timeZoneName: 'short',
    })
  let zone = wanted
  let words: Intl.DateTimeFormat
  try {
    words = format(wanted)
  } catch {
    zone = 'America/New_York'
    words = format(zone)
  }
  return {
    zone,
    instant: (iso) => words.format(Date.parse(iso)).replace(/[,\u202f\u00a0]/g, (sign) => (sign === ',' ? '' : ' ')),
  }
}
