import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { longestAddress, longestName, MOST_COLUMNS } from './rules.ts'

const viewId = z.uuid('Enter the id of a view.')
const name = z
  .string()
  .trim()
  .min(1, 'Name the view.')
  .max(longestName, `Enter a name of at most ${longestName} characters.`)
const address = z.string().max(longestAddress, `Enter at most ${longestAddress} characters.`)
const columns = z
  .array(z.string().regex(/^[a-z]{2,20}$/, 'Enter names of columns.'))
  .max(MOST_COLUMNS)
  .nullable()

const SavedView = z.object({
  viewId: z.string(),
  name: z.string(),
  /** What the list shows, as its address says it after the question mark. */
  address: z.string(),
  /** The columns besides those always shown; null: as the user has them. */
  columns: z.array(z.string()).nullable(),
  shared: z.boolean(),
  /** The caller made it. */
  mine: z.boolean(),
  madeBy: z.string(),
  /** The list opens with it. */
  isDefault: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

export const savedViews = calls('savedViews', {
  list: read('GET /savedFilters', {
    id: 'E07',
    summary: "The caller's saved views of the worklist, and those shared with them",
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({ content: z.array(SavedView) }),
  }),
  save: act('POST /savedFilters', {
    id: 'E07',
    summary: 'Save a view of the worklist under a name',
    phi: 'none',
    input: z.strictObject({ name, address, columns: columns.optional(), shared: z.boolean().default(false) }),
    output: z.object({ success: z.literal(true), viewId: z.string() }),
    refusals: ['DUPLICATE', 'RULE', 'VALIDATION'],
  }),
  change: act('PUT /savedFilters/{viewId}', {
    id: 'X200',
    summary: 'Rename an own view, share it, or save what it shows again',
    phi: 'none',
    ids: { viewId: 'saved_view' },
    input: z.strictObject({
      viewId,
      name: name.optional(),
      address: address.optional(),
      columns: columns.optional(),
      shared: z.boolean().optional(),
    }),
    output: z.object({ success: z.literal(true), viewId: z.string() }),
    refusals: ['NOT_FOUND', 'DUPLICATE', 'VALIDATION'],
  }),
  remove: act('DELETE /savedFilters/{viewId}', {
    id: 'E07',
    summary: 'Delete an own view',
    phi: 'none',
    ids: { viewId: 'saved_view' },
    input: z.strictObject({ viewId }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND'],
  }),
  openWith: act('POST /savedFilters/default', {
    id: 'X201',
    summary: 'Choose the view the worklist opens with, or none',
    phi: 'none',
    ids: { viewId: 'saved_view' },
    input: z.strictObject({ viewId: viewId.nullable() }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND'],
  }),
})
