import { plain, type FilterName, type Wanted } from './address.ts'

/** The same list without one filter, or without all of them and the search text. */
export const without = (wanted: Wanted, name: FilterName): Wanted => ({ ...wanted, [name]: plain[name], page: 0 })
export const withoutAll = (wanted: Wanted): Wanted => ({
  ...plain,
  view: wanted.view,
  part: wanted.part,
  by: wanted.by,
})
