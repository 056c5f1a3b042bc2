/** How many rows of a file are read at a time. */
export const ROWS_A_PART = 1000

/** What was sent to the database is on its way before a part is written, which takes the processor for itself. */
const sent = (): Promise<void> => new Promise((done) => setTimeout(done, 0))

/**
 * The rows of a file a part at a time, from those already read; the next part is read while one is written. Every statement
 * answers one row more than asked for where there are more; `more` says so of each part, and of the last one that rows are left out.
 */
export async function* rowParts<Row>(
  first: Row[],
  most: number,
  next: (last: Row, size: number) => Promise<Row[]>,
  /** How many rows a part has after the first. */
  later = ROWS_A_PART,
): AsyncGenerator<{ rows: Row[]; more: boolean }> {
  let count = 0
  let size = Math.min(ROWS_A_PART, most)
  for (let found: Row[] | undefined = first; found;) {
    const rows: Row[] = found.slice(0, size)
    const more: boolean = found.length > size
    count += rows.length
    const last = rows.at(-1)
    let coming: Promise<Row[]> | undefined
    if (more && last !== undefined && count < most) {
      size = Math.min(later, most - count)
      coming = next(last, size)
      coming.catch(() => {}) // thrown below, unless nobody reads on
      await sent()
    }
    yield { rows, more }
    found = await coming
  }
}
