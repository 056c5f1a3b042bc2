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
