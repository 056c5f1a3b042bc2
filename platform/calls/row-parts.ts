/** How many rows of a file are read at a time. */
export const ROWS_A_PART = 1000

/**
 * The rows of a file a part at a time, from those already read. Every statement answers one row more than asked for where
 * there are more; `more` says so of each part, and of the last one that rows are left out.
 */
export async function* rowParts<Row>(
  first: Row[],
  most: number,
  next: (last: Row, size: number) => Promise<Row[]>,
  /** How many rows a part has after the first. */
  later = ROWS_A_PART,
): AsyncGenerator<{ rows: Row[]; more: boolean }> {
  let count = 0
  for (let found = first, size = Math.min(ROWS_A_PART, most); ;) {
    const rows = found.slice(0, size)
    const more = found.length > size
    count += rows.length
    yield { rows, more }
    const last = rows.at(-1)
    if (!more || last === undefined || count >= most) return
    size = Math.min(later, most - count)
    found = await next(last, size)
  }
}
