import { usDate } from '../dates/day.ts'
import { inZone, type InZone } from '../dates/zone-stamp.ts'
import { csvLine, csvMark, csvRemark, type CsvCell } from '../text/csv.ts'
import { joined, xlsxTable } from './xlsx.ts'

/** A cell of a table: text, a number, a day or an instant. Digits that are a name, such as a ZIP code, are text. */
export type SheetCell = CsvCell | { day: string } | { at: string }

/** A table written as a file, a part of its rows at a time. */
export type TableWriter = {
  head: () => string | Uint8Array
  rows: (table: readonly (readonly SheetCell[])[]) => string | Uint8Array
  /** What the file is of: a line each. */
  end: (about: readonly string[]) => string | Uint8Array
}

/** A column's heading; where its cells are times, a spreadsheet's names their zone. */
export type TableHead = { label: string; isTime?: boolean | undefined }

/** A cell in words, as a CSV and paper have it. */
export const cellWords = (cell: SheetCell, zone: InZone): CsvCell =>
  typeof cell !== 'object' || cell === null ? cell : 'day' in cell ? usDate(cell.day) : zone.instant(cell.at)

export function tableWriter(type: 'csv' | 'xlsx', heads: readonly TableHead[], zone: string): TableWriter {
  const named = inZone(zone)
  if (type === 'xlsx')
    return xlsxTable(
      heads.map(({ label, isTime }) => (isTime ? `${label} (${named.zone})` : label)),
      named.zone,
    )
  const width = heads.length
  return {
    head: () => csvMark + csvLine(heads.map(({ label }) => label)),
    rows: (table) => table.map((cells) => csvLine(cells.map((cell) => cellWords(cell, named)))).join(''),
    end: (about) => ['', ...about].map((words) => csvRemark(words, width)).join(''),
  }
}

/** A short table at once. */
export function wholeTable(
  table: TableWriter,
  rows: readonly (readonly SheetCell[])[],
  about: readonly string[],
): Uint8Array {
  const parts = [table.head(), table.rows(rows), table.end(about)].map((part) =>
    typeof part === 'string' ? new TextEncoder().encode(part) : part,
  )
  return joined(parts)
}
