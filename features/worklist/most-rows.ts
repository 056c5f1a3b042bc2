/** The most rows a file of the list has; more are left out, and the file says so. */
export const mostRows = { csv: 100_000, xlsx: 100_000, pdf: 2_000 } as const

/** The values of the filters are counted among so many requests; more are "more than". */
export const COUNTED = 10_000
