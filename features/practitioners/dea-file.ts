import { readNpi } from '#features/claims/numbers.ts'
import { writtenDay } from '#platform/dates/written-day.ts'
import type { CellOf, LineProblem } from '#platform/load/load.ts'

// A file of DEA registrations by NPI. The registry itself (21 CFR 1301) is licensed and knows no NPI: who has both makes this.

export const deaColumns = ['npi', 'dea_schedules', 'expires'] as const
export type DeaRow = { npi: string; schedules: readonly string[]; expires: string }

const schedules: Readonly<Record<string, string>> = { '4': 'CIV', '5': 'CV' }
/** Of schedules II and III narcotic and other drugs are registered apart: 2 and 3, 2N and 3N. Both make the schedule. */
const halves = { CII: ['2', '2N'], CIII: ['3', '3N'] } as const
const taken: readonly string[] = [...Object.keys(halves), ...Object.values(halves).flat(), ...Object.values(schedules)]

/** "2 2N 3" as the registry writes it, or "CII CIII"; undefined for anything else. */
function schedulesOf(text: string): string[] | undefined {
  const found = new Set(
    text
      .toUpperCase()
      .split(/[\s,]+/)
      .filter((one) => one !== '')
      .map((one) => schedules[one] ?? one),
  )
  if ([...found].some((one) => !taken.includes(one))) return undefined
  for (const [whole, [narcotic, other]] of Object.entries(halves)) {
    if (found.has(narcotic) && found.has(other)) found.add(whole)
    if (found.has(whole)) for (const half of [narcotic, other]) found.delete(half)
  }
  return [...found].toSorted()
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
