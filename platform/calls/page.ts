import { z } from 'zod'

/** A page of a list, as calls answer it. */
export const Page = <T extends z.ZodType>(of: T) =>
  z.object({
    content: z.array(of),
    page: z.int(),
    size: z.int(),
    sort: z.string(),
    /** Counted up to 10,000; beyond that `totalIsExact` is false ("10,000+"). */
    totalElements: z.int(),
    totalPages: z.int(),
    totalIsExact: z.boolean(),
    /** Where the next page begins, for `after`; null on the last. */
    next: z.string().nullable(),
  })

/** A row of a list whose total travels with it; `found` is false in the row that stands for an empty page. */
type CountedRow = { total: number; found: boolean }

/**
 * A page of a list that is counted up to `most` rows, from a statement that answers its total in every row. There is no
 * `next`: such a list is asked for by page number alone.
 */
export function pageOf<Row extends CountedRow, T>(
  rows: readonly Row[],
  { page, size, sort, most, of }: { page: number; size: number; sort: string; most: number; of: (row: Row) => T },
) {
  const counted = Math.min(rows[0]?.total ?? 0, most)
  return {
    content: rows.filter((row) => row.found).map(of),
    page,
    size,
    sort,
    totalElements: counted,
    totalPages: Math.ceil(counted / size),
    totalIsExact: (rows[0]?.total ?? 0) <= most,
    next: null,
  }
}
