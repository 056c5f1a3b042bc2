import type { DeterminationKind } from '#features/authorizations/determination-kinds.ts'

const names: Readonly<Record<DeterminationKind, string>> = {
  UR: 'Utilization review',
  IMR: 'Independent medical review',
  BOARD: 'The board',
  COURT: 'The court',
}
/** "Utilization review", "The board". */
export const authorityInWords = (kind: DeterminationKind): string => names[kind]
