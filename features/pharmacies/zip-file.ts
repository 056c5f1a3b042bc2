import { readZip } from '#features/claims/numbers.ts'
import type { CellOf, LineProblem } from '#platform/load/load.ts'

// A line of the ZIP code file of the Census Bureau's gazetteer (*_Gaz_zcta_national.txt): pipes, in earlier years tabs; degrees.

export const zipColumns = ['GEOID', 'INTPTLAT', 'INTPTLONG'] as const
type ZipPlace = { zip: string; lat: number; lng: number }

export function zipRow(
  cell: CellOf<(typeof zipColumns)[number]>,
): { row: ZipPlace } | { problems: readonly LineProblem[] } {
  const [zip, lat, lng] = [readZip(cell('GEOID')).value, cell('INTPTLAT'), cell('INTPTLONG')]
  const problems: LineProblem[] = []
  const within = (text: string, most: number) => /^[+-]?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= most
  if (zip?.length !== 5) problems.push({ column: 'GEOID', message: 'Enter the five digits of a ZIP code.' })
  if (!within(lat, 90)) problems.push({ column: 'INTPTLAT', message: 'Enter degrees north, -90 to 90.' })
  if (!within(lng, 180)) problems.push({ column: 'INTPTLONG', message: 'Enter degrees east, -180 to 180.' })
  return problems.length > 0 ? { problems } : { row: { zip: zip!, lat: Number(lat), lng: Number(lng) } }
}
