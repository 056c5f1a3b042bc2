import { readNabp } from '#features/claims/numbers.ts'
import type { CellOf, LineProblem } from '#platform/load/load.ts'

// A file of the plan's networks by NABP number.

export const networkColumns = ['nabp', 'networks'] as const
export type NetworkRow = { nabp: string; networks: readonly string[] }

const known = ['RETAIL', 'MAIL', 'NINETY_DAY', 'SPECIALTY']

/** A pharmacy with its networks; none means outside. */
export function networkRow(
  cell: CellOf<(typeof networkColumns)[number]>,
): { row: NetworkRow } | { problems: LineProblem[] } {
  const problems: LineProblem[] = []
  const { value: nabp, why } = readNabp(cell('nabp'))
  if (why !== undefined) problems.push({ column: 'nabp', message: why })
  const networks = [
    ...new Set(
      cell('networks')
        .toUpperCase()
        .split(/[\s,]+/)
        .filter((one) => one !== ''),
    ),
  ]
  if (networks.some((one) => !known.includes(one)))
    problems.push({ column: 'networks', message: `Enter networks among ${known.join(', ')}, or none.` })
  return problems.length > 0 ? { problems } : { row: { nabp: nabp!, networks } }
}
