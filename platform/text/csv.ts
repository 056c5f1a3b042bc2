/** A cell: text is guarded against being read as a formula, a number is a number. */
export type CsvCell = string | number | null | undefined

/**
 * What spreadsheets take for the beginning of a formula, in both widths (OWASP CSV injection), also after spaces and characters
 * that are not seen: readers drop them when a file is opened.
 */
const startsFormula = /^(?:[\s\p{Z}\p{C}\u034F\u115F\u1160\u3164\uFFA0]*[=+\-@＝＋－＠﬩﹢﹣﹦﹫−]|[\t\r\n\0])/u

/** Most cells begin with an ASCII letter or digit, which is a question of one comparison. */
const startsPlainly = (cell: string): boolean => {
  const first = cell.charCodeAt(0) // NaN of an empty cell
  return (first >= 0x61 && first <= 0x7a) || (first >= 0x30 && first <= 0x39) || (first >= 0x41 && first <= 0x5a)
}

const cellText = (cell: CsvCell): string => {
  if (cell === null || cell === undefined) return '""'
  if (typeof cell === 'number') return `"${cell}"`
  const safe = !startsPlainly(cell) && startsFormula.test(cell) ? `'${cell}` : cell
  return safe.includes('"') ? `"${safe.replaceAll('"', '""')}"` : `"${safe}"`
}

/** One record of RFC 4180: every field quoted, CRLF at the end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`

/** Comes before the first record, so that Excel reads UTF-8. */
export const csvMark = '\u{feff}'

/** A remark after the records, as wide as they are: readers that count columns stay content. */
export const csvRemark = (words: string, width: number): string =>
  csvLine([words, ...Array.from({ length: Math.max(0, width - 1) }, () => '')])
