import { readNpi } from '#features/claims/numbers.ts'
import { writtenDay } from '#platform/dates/written-day.ts'
import type { CellOf, LineProblem } from '#platform/load/load.ts'

// A file of DEA registrations by NPI. The registry itself (21 CFR 1301) is licensed and knows no NPI: who has both makes this.

export const deaColumns = ['npi', 'dea_schedules', 'expires'] as const
export type DeaRow = { npi: string; schedules: readonly string[]; expires: string }

const schedules: Readonly<Record<string, string>> = {
  '2': 'CII',
  '2N': 'CII',
  '3': 'CIII',
  '3N': 'CIII',
  '4': 'CIV',
  '5': 'CV',
}

/** "2 2N 3" as the registry writes it, or "CII CIII"; undefined for anything else. */
function schedulesOf(text: string): string[] | undefined {
  const found = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => schedules[one] ?? (Object.values(schedules).includes(one) ? one : undefined))
  return found.includes(undefined) ? undefined : [...new Set(found as string[])].toSorted()
}

/** A registration; one without schedules has none that may be prescribed. */
export function deaRow(cell: CellOf<(typeof deaColumns)[number]>): { row: DeaRow } | { problems: LineProblem[] } {
  const problems: LineProblem[] = []
  const { value: npi, why } = readNpi(cell('npi'))
  if (why !== undefined) problems.push({ column: 'npi', message: why })
  const found = schedulesOf(cell('dea_schedules'))
  if (found === undefined)
    problems.push({ column: 'dea_schedules', message: 'Enter schedules as 2 2N 3 3N 4 5, or as CII CIII CIV CV.' })
  const expires = writtenDay(cell('expires'))
  if (expires === undefined) problems.push({ column: 'expires', message: 'Enter the last day as YYYY-MM-DD.' })
  return problems.length > 0 ? { problems } : { row: { npi: npi!, schedules: found!, expires: expires! } }
}
