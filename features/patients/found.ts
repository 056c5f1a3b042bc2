import type { FoundPatient } from './contract.ts'
import { toPatient } from './patient-columns.ts'
import type { FoundRow } from './search-sql.ts'

const matches = { 1: 'EXACT', 2: 'STARTS', 3: 'CLOSE' } as const

/** A patient that a search found, as calls answer it. */
export const toFound = (row: FoundRow): FoundPatient => ({
  ...toPatient(row),
  match: matches[row.rank as 1 | 2 | 3],
  delegated: row.delegated,
})
