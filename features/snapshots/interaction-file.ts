import {
  columnsOf,
  loadBatch,
  type CellOf,
  type FileColumns,
  type FileKind,
  type LineProblem,
  type RefusedLine,
} from '#platform/load/load.ts'
import { csvFile, NotThisFile, recordsIn } from '#platform/load/records.ts'
import type { Interaction } from '#reference/interactions.ts'

// The file a licensed set of interactions comes in (docs/guide/interactions.md): CSV, one pair a line.

const interactionColumns = ['id', 'a', 'b', 'severity', 'text', 'source', 'section'] as const
type Column = (typeof interactionColumns)[number]
export type InteractionFile = { pairs: Interaction[]; refused: RefusedLine[] }

const codesOf = (cell: string): string[] => cell.split(/\s+/).filter((code) => code !== '')
const isCode = (code: string): boolean => /^(\d\d){2,7}$/.test(code)
const MOST_TEXT = 300
const MOST_SOURCE = 80

/** A pair, or what is wrong with its line. */
function pairOf(cell: CellOf<Column>): { row: Interaction } | { problems: LineProblem[] } {
  const problems: LineProblem[] = []
  const no = (column: Column, message: string) => void problems.push({ column, message })
  if (!/^[\w.-]{1,40}$/.test(cell('id'))) no('id', 'Enter 1 to 40 letters, digits, dots, dashes or underscores.')
  for (const column of ['a', 'b'] as const) {
    const codes = codesOf(cell(column))
    if (codes.length === 0) no(column, 'Enter a drug code.')
    const wrong = codes.find((code) => !isCode(code))
    if (wrong !== undefined) no(column, `${wrong} is no drug code of 4, 6, 8, 10, 12 or 14 digits.`)
  }
  if (!/^[123]$/.test(cell('severity'))) no('severity', 'Enter 1, 2 or 3.')
  const within = (column: Column, least: number, most: number) => {
    const { length } = cell(column)
    if (length < least || length > most) no(column, `Enter ${least} to ${most} characters.`)
  }
  within('text', 1, MOST_TEXT)
  within('source', 1, MOST_SOURCE)
  within('section', 0, MOST_SOURCE)
  if (problems.length > 0) return { problems }
  return {
    row: {
      id: cell('id'),
      a: codesOf(cell('a')),
      b: codesOf(cell('b')),
      severity: Number(cell('severity')) as Interaction['severity'],
      text: cell('text'),
      source: { label: cell('source'), section: cell('section'), from: 'licensed' },
    },
  }
}

/** Pairs as a kind of file; those of one file are kept in `pairs`, each id once. */
export function interactionKind(pairs: Interaction[]): FileKind<Interaction, Column> {
  const ids = new Set<string>()
  return {
    kind: 'interactions',
    shape: csvFile,
    columns: interactionColumns,
    ours: true,
    read: pairOf,
    store: async (lines) => {
      const refused: RefusedLine[] = []
      for (const { line, row } of lines) {
        if (ids.has(row.id)) refused.push({ line, column: 'id', message: `${row.id} is on an earlier line.` })
        else pairs.push(row)
        ids.add(row.id)
      }
      return { stored: lines.length - refused.length, refused }
    },
  }
}

/**
 * Every pair of a file and every line that is not one; throws `NotThisFile` where it is no such file. Lines that begin with # are
 * left out.
 */
export async function readInteractionFile(content: Uint8Array): Promise<InteractionFile> {
  const pairs: Interaction[] = []
  const refused: RefusedLine[] = []
  const kind = interactionKind(pairs)
  const whole = (async function* () {
    yield content
  })()
  let columns: FileColumns<Column> | undefined
  for await (const record of recordsIn(whole, csvFile)) {
    if (record.text.startsWith('#')) continue
    if (columns) refused.push(...(await loadBatch(kind, columns, [record], async () => [])).refused)
    else columns = columnsOf(record.cells, kind)
  }
  if (!columns) throw new NotThisFile(`The file is empty. Its first line is ${interactionColumns.join(',')}.`)
  return { pairs, refused }
}
