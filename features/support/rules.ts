/** The items of a queue are counted up to here. */
export const MOST_COUNTED = 1000

/** A number of items in words: "12", or "1,000+" where more were not counted. */
export const countWords = (count: number): string =>
  count > MOST_COUNTED ? `${MOST_COUNTED.toLocaleString('en-US')}+` : count.toLocaleString('en-US')

/** The requests shown of a search for a caller. */
export const MOST_MATCHES = 20

/** The carriers of an agent whose queues are counted beside the one they work at. */
export const MOST_CARRIERS = 20
