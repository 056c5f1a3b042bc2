/** Characters of a message or a private note. */
export const MOST_MESSAGE = 2000
/** Messages a user sends within a minute. */
export const MOST_A_MINUTE = 30
/** Whether a chat gave its user what was needed. */
export const ratings = ['YES', 'PARTLY', 'NO'] as const
export type Rating = (typeof ratings)[number]
/** The keys of `GET /chat/settings`. */
export const chatIntervals = ['chatCheckInterval', 'chatRefreshInterval'] as const
