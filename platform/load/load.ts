import type { Sql } from '../database/sql.ts'
import { WHY_COLUMN } from './again.ts'
import { NotThisFile, type FilePlace, type FileRecord, type FileShape } from './records.ts'

/** What is wrong with a line: its column, and a sentence that says how to put it right. */
export type LineProblem = { column: string; message: string }
export type RefusedLine = LineProblem & { line: number }

/** A cell of the line by the name of its column; a column the file does not have is empty. */
export type CellOf<Column extends string> = (column: Column) => string
/** The columns of a file: where each of ours is, how many cells its first line has, and which of those name nothing. */
export type FileColumns<Column extends string> = {
  places: ReadonlyMap<Column, number>
  count: number
  nameless: readonly number[]
}

/** A kind of file: its shape and columns, what a line says, and how lines are stored. */
export type FileKind<Row, Column extends string = string> = {
  /** As it is kept of what was loaded. */
  kind: string
  shape: FileShape
  /** What the file must have, by the names of its first line. */
  columns: readonly Column[]
  /** What else is read where the file has it. */
  more?: readonly Column[]
  /** A line with one cell may stand before the names of the columns: the title of a sheet. */
  titled?: boolean
  /** The file is written for us: a column with another name is a mistake, and not one we do not need. */
  ours?: boolean
  /** Lines that follow each other with the same cell here are stored in one batch: what one says depends on the other. */
  together?: Column
  /** `has` says whether the file has a column. Nothing for a line that is none of ours. */
  read: (
    cell: CellOf<Column>,
    has: (column: Column) => boolean,
  ) => { row: Row } | { problems: readonly LineProblem[] } | undefined
  /** Stores rows that were read, in the transaction `query` is in; answers those it refused. */
  store: (rows: readonly ReadLine<Row>[], query: RunSql) => Promise<Stored>
}
export type ReadLine<Row> = { line: number; row: Row }
export type RunSql = <R>(statement: Sql<R>) => Promise<R[]>
/** How many rows changed something, and which lines were refused; `counts` where a kind counts more. */
export type Stored = { stored: number; refused: readonly RefusedLine[]; counts?: Readonly<Record<string, number>> }

/** The columns of a file, from its first line; throws where one is missing, twice there, or in a file of ours unknown. */
export function columnsOf<Column extends string>(
  header: readonly string[],
  { columns, more = [], ours = false }: Pick<FileKind<unknown, Column>, 'columns' | 'more' | 'ours'>,
): FileColumns<Column> {
  const places = new Map<Column, number>()
  const plain = (name: string) => name.replaceAll(/\s+/g, ' ').toLowerCase()
  const names = header.map(plain)
  const wanted = [...columns, ...more]
  for (const column of wanted) {
    const at = names.indexOf(plain(column))
    if (at >= 0) places.set(column, at)
  }
  const missing = columns.filter((column) => !places.has(column))
  if (missing.length > 0) {
    const other = header.length === 1 && Object.entries(others).find(([sign]) => header[0]!.includes(sign))
    if (other)
      throw new NotThisFile(
        `The cells of this file are separated by ${other[1]}. Save it with commas and give it again.`,
      )
    throw new NotThisFile(
      `The first line lacks ${quoted(missing)}. Give the file as it was published, with its first line.`,
    )
  }
  // A file of refused lines says in its last column what was wrong.
  const known = new Set([...wanted.map(plain), WHY_COLUMN])
  const twice = header.filter((_, at) => known.has(names[at]!) && names.indexOf(names[at]!) !== at)
  if (twice.length > 0) throw new NotThisFile(`The first line has ${quoted(twice)} twice. Remove one of each.`)
  const unknown = ours ? header.filter((name, at) => name !== '' && !known.has(names[at]!)) : []
  if (unknown.length > 0)
    throw new NotThisFile(
      `The first line has ${quoted(unknown)}, which is no column of this file. The columns are ${wanted.join(', ')}.`,
    )
  return { places, count: header.length, nameless: header.flatMap((name, at) => (name === '' ? [at] : [])) }
}
/** What may separate the cells of a file instead of commas. */
const others = { ';': 'semicolons', '|': 'vertical bars', '\t': 'tabs' } as const
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** What stands for a letter that a program could not read, and those that no keyboard has: a file that was read and saved wrongly. */
const LOST = /[\ufffd\u0080-\u009f]/

/**
 * Why the cells of a line are not those of the columns. One cell more, also an empty one, may be a comma that shifted those before
 * it; a spreadsheet that ends its lines with empty cells ends its first line with them, too.
 */
function whyNotCells(
  { cells, fault }: FileRecord,
  { count, nameless }: Pick<FileColumns<string>, 'count' | 'nameless'>,
  ours: boolean,
): string | undefined {
  // The one character PostgreSQL does not store.
  if (cells.some((cell) => cell.includes('\0'))) return 'This line has a character that cannot be stored (NUL).'
  const lost = ours ? cells.findIndex((cell) => LOST.test(cell)) : -1
  if (lost !== -1)
    return `Cell ${lost + 1} of this line has a letter that was lost when the file was saved. Write it again.`
  if (fault !== undefined) return fault
  if (cells.length !== count)
    return `This line has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} and the first line ${count}. Put a cell with a comma in quotation marks.`
  const extra = nameless.find((at) => cells[at] !== '')
  if (extra === undefined) return undefined
  return `Cell ${extra + 1} of this line has no name in the first line. Name it there, or put a cell with a comma in quotation marks.`
}

/** Reads lines and stores them: what a batch of records comes to. */
export async function loadBatch<Row, Column extends string>(
  kind: FileKind<Row, Column>,
  columns: FileColumns<Column>,
  records: readonly FileRecord[],
  query: RunSql,
): Promise<Stored> {
  const rows: ReadLine<Row>[] = []
  const refused: RefusedLine[] = []
  const { places } = columns
  const has = (column: Column) => places.has(column)
  for (const record of records) {
    const { line, cells } = record
    if (cells.every((cell) => cell === '')) continue
    const why = whyNotCells(record, columns, kind.ours ?? false)
    if (why !== undefined) {
      refused.push({ line, column: 'line', message: why })
      continue
    }
    const read = kind.read((column) => cells[places.get(column) ?? -1] ?? '', has)
    if (read === undefined) continue
    if ('row' in read) rows.push({ line, row: read.row })
    else refused.push(...read.problems.map((problem) => ({ line, ...problem })))
  }
  const stored: Stored = rows.length === 0 ? { stored: 0, refused: [] } : await kind.store(rows, query)
  return { ...stored, refused: [...refused, ...stored.refused].toSorted((a, b) => a.line - b.line) }
}

/**
 * Records of a file by hundreds, each with the place after its last. Those that follow each other with the same cell at
 * `together` stay in one batch, as long as it is not twice as large.
 */
export async function* batchesOf(
  records: AsyncIterable<FileRecord>,
  size: number,
  together = -1,
): AsyncGenerator<{ records: FileRecord[]; end: FilePlace }> {
  let batch: FileRecord[] = []
  for await (const record of records) {
    const before = batch.at(-1)
    const joined = (record.cells[together] ?? '') !== '' && before?.cells[together] === record.cells[together]
    if (before && batch.length >= size && (!joined || batch.length >= 2 * size)) {
      yield { records: batch, end: before.end }
      batch = []
    }
    batch.push(record)
  }
  const last = batch.at(-1)
  if (last) yield { records: batch, end: last.end }
}
