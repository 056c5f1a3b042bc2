// An instant is milliseconds since 1970 UTC, or ISO 8601 text in UTC.

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
/** 24 hours; the days on which clocks change are an hour longer or shorter. */
export const DAY_MS = 86_400_000
