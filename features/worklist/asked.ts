import { type Refusal, refuseInput } from '#platform/calls/refusal.ts'
import type { Place } from './place.ts'
import type { Listed } from './sql.ts'

/** What was read of the input; refuses where that says why not. */
export const must = <T>(found: T | undefined, why: Refusal<'VALIDATION'> | undefined): T =>
  found === undefined ? refuseInput(why ?? { code: 'VALIDATION' }) : found

/** The place in the list after a row. */
export const placeAfter = (row: Pick<Listed, 'id' | 'key1' | 'key2'>): Place => ({
  keys: row.key2 === null || row.key2 === undefined ? [row.key1] : [row.key1, row.key2],
  id: row.id,
})
