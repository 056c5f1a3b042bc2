// An instant is milliseconds since 1970 UTC, or ISO 8601 text in UTC.

export const SECOND_MS = 1000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
/** 24 hours; the days on which clocks change are an hour longer or shorter. */
export const DAY_MS = 86_400_000

type Instant = number | string | Date

/** An instant as ISO 8601 text in UTC. */
export const isoOf = (at: Instant): string => new Date(at).toISOString()

/** The instant so many milliseconds later (earlier when negative). */
export const later = (at: Instant, ms: number): Date => new Date(new Date(at).getTime() + ms)

/** The instant so many milliseconds later (earlier when negative), as ISO 8601 text in UTC. */
export const addMs = (at: Instant, ms: number): string => later(at, ms).toISOString()

/** The instant of seconds since 1970, which tokens carry. */
export const fromSeconds = (seconds: number): Date => new Date(seconds * SECOND_MS)
