/**
 * Whether this is the name of a time zone that this machine and PostgreSQL read alike. An offset such as +05:00 is none: PostgreSQL
 * counts it the other way round.
 */
export function isZoneName(text: string): boolean {
  if (!/^[a-z][\w+/-]{0,59}$/i.test(text)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** Whether it names the place, as a setting does: EST has no summer time, wherever it is meant for. */
export const isZoneOfPlace = (text: string): boolean => isZoneName(text) && (text.includes('/') || text === 'UTC')
