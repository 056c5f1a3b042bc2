import type { FileShape } from '#platform/load/records.ts'

// A reader of delimited files that shares nothing with the portal's: the whole text at once, by one regular expression. Tests compare
// what a loader stored with what this one reads.

/** A record by the number of its first line; no cells where it cannot be read. */
export type SecondRecord = { line: number; cells: string[] | undefined }

/** The records of a file, or nothing where it is no text of this encoding or has a quotation mark that never closes. */
export function secondReader(
  bytes: Uint8Array,
  { delimiter, quoted, encoding }: FileShape,
): SecondRecord[] | undefined {
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
  const d = delimiter === '|' ? String.raw`\|` : delimiter
  const cell = new RegExp(
    quoted ? `(?:"((?:[^"]|"")*)"[^\\S\n]*|((?!")[^${d}\n]*))(${d}|\r?\n|$|\r$)` : `()([^${d}\n]*)(${d}|\n|$)`,
    'y',
  )
  const rest = new RegExp(`"(?:[^"]|"")*"[^${d}\n]*(${d}|\n|$)`, 'y')
  const records: SecondRecord[] = []
  let line = 1
  let cells: string[] = []
  let isBad = false
  let begins = 1
  const step = (regex: RegExp, at: number): RegExpExecArray | null => {
    regex.lastIndex = at
    return regex.exec(text)
  }
  for (let at = 0; at <= text.length;) {
    const found = step(cell, at)
    // What follows a closing quotation mark is no cell; the record goes on after the next separator.
    const broken = found ? null : step(rest, at)
    const [whole] = found ?? broken ?? []
    if (whole === undefined) return undefined
    const after = found ? found[3]! : broken![1]!
    const inQuotes = found?.[1]
    isBad ||= !found
    line += whole.split('\n').length - 1
    cells.push((inQuotes === undefined || !quoted ? (found?.[2] ?? '') : inQuotes.replaceAll('""', '"')).trim())
    at += whole.length
    if (after === delimiter) continue
    if (isBad || cells.length > 1 || cells[0] !== '') records.push({ line: begins, cells: isBad ? undefined : cells })
    ;[cells, begins, isBad] = [[], line, false]
    if (after === '' || (after === '\r' && at >= text.length)) break
  }
  return records
}
