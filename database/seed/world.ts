import type { Table } from './copy.ts'
import type { WorldOptions } from './frame.ts'
import { frameOf } from './frame.ts'
import { slicesOf, tellSlice } from './slices.ts'

export type { WorldOptions } from './frame.ts'

/** A whole world as rows, tables in the order in which they may be loaded. Pure: same options, same rows. For small worlds. */
export function worldOf(options: WorldOptions): { tables: Table[] } {
  const frame = frameOf(options)
  const made = slicesOf(frame).map((slice) => tellSlice(frame, slice))
  const joined = (made[0] ?? []).map(({ name }, at) => ({ name, rows: made.flatMap((tables) => tables[at]!.rows) }))
  return { tables: [...frame.tables, ...joined] }
}
