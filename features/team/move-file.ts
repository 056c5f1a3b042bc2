import type { InZone } from '#platform/dates/zone-stamp.ts'
import { csvLine, csvMark, csvRemark } from '#platform/text/csv.ts'
import type { Stay } from './contract.ts'
import { stayWords } from './in-words.ts'
import type { ResultFound } from './moving-sql.ts'

const heads = ['Reference', 'Claimant', 'Claim number', 'Drug', 'State', 'Due', 'From', 'Result'] as const

/** The result of a move as CSV, a line for each request; the last line says who made it. */
export function moveFile(
  rows: readonly ResultFound[],
  stayed: readonly { authorizationId: string; stays: Stay }[],
  { by, at, zone }: { by: string; at: string; zone: InZone },
): string {
  const result = (row: ResultFound): string => {
    const stays = stayed.find(({ authorizationId }) => authorizationId === row.id)?.stays
    if (row.to_name === null) return stays ? `Stays: ${stayWords(stays, row.state)}` : 'Stays'
    return row.undone_at === null ? `With ${row.to_name}` : `Went back to ${row.from_name ?? ''}`.trim()
  }
  const lines = rows.map((row) =>
    csvLine([
      row.reference,
      row.claimant,
      row.claim_number,
      row.drug,
      row.state,
      zone.instant(row.due_at),
      row.from_name,
      result(row),
    ]),
  )
  return (
    csvMark +
    csvLine(heads) +
    lines.join('') +
    csvRemark(`Exported by ${by}, ${zone.instant(at)}. Times are in ${zone.zone}.`, heads.length)
  )
}
