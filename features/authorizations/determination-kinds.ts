/** Who determined: utilization review, independent medical review, a workers' compensation board, a court. */
export const determinationKinds = ['UR', 'IMR', 'BOARD', 'COURT'] as const
export type DeterminationKind = (typeof determinationKinds)[number]
export const determinationResults = ['CERTIFIED', 'MODIFIED', 'DENIED'] as const
export type DeterminationResult = (typeof determinationResults)[number]
