/** Characters of a message or a private note. */
export const MOST_MESSAGE = 2000
/** The keys of `GET /chat/settings`. */
export const chatIntervals = ['chatCheckInterval', 'chatRefreshInterval'] as const
