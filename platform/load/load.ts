import type { Sql } from '../database/sql.ts'
import { NotThisFile, type FilePlace, type FileRecord, type FileShape } from './records.ts'

/** What is wrong with a line: its column, and a sentence that says how to put it right. */
export type LineProblem = { column: string; message: string }
export type RefusedLine = LineProblem & { line: number }

/** A cell of the line by the name of its column; a column the file does not have is empty. */
export type CellOf<Column extends string> = (column: Column) => string

/** A kind of file: its shape and columns, what a line says, and how lines are stored. */
export type FileKind<Row, Column extends string = string> = {
  /** As it is kept of what was loaded. */
  kind: string
  shape: FileShape
  /** What the file must have, by the names of its first line. */
  columns: readonly Column[]
  /** What else is read where the file has it. */
  more?: readonly Column[]
  /** Nothing for a line that is none of ours. */
  read: (cell: CellOf<Column>) => { row: Row } | { problems: readonly LineProblem[] } | undefined
  /** Stores rows that were read, in the transaction `query` is in; answers those it refused. */
  store: (rows: readonly ReadLine<Row>[], query: RunSql) => Promise<Stored>
}
export type ReadLine<Row> = { line: number; row: Row }
export type RunSql = <R>(statement: Sql<R>) => Promise<R[]>
/** How many rows changed something, and which lines were refused; `counts` where a kind counts more. */
export type Stored = { stored: number; refused: readonly RefusedLine[]; counts?: Readonly<Record<string, number>> }

/** The columns of a file, from its first line; throws where one is missing. */
export function columnsOf<Column extends string>(
  header: readonly string[],
  { columns, more = [] }: Pick<FileKind<unknown, Column>, 'columns' | 'more'>,
): ReadonlyMap<Column, number> {
  const places = new Map<Column, number>()
  const wanted = (name: string) => name.replaceAll(/\s+/g, ' ').toLowerCase()
  const names = header.map(wanted)
  for (const column of [...columns, ...more]) {
    const at = names.indexOf(wanted(column))
    if (at >= 0) places.set(column, at)
  }
  const missing = columns.filter((column) => !places.has(column))
  if (missing.length > 0)
    throw new NotThisFile(
      `The first line lacks ${missing.map((name) => `"${name}"`).join(', ')}. Give the file as it was published, with its first line.`,
    )
  return places
}

/** Reads lines and stores them: what a batch of records comes to. */
export async function loadBatch<Row, Column extends string>(
  kind: FileKind<Row, Column>,
  places: ReadonlyMap<Column, number>,
  records: readonly FileRecord[],
  query: RunSql,
): Promise<Stored> {
  const rows: ReadLine<Row>[] = []
  const refused: RefusedLine[] = []
  for (const { line, cells } of records) {
    // The one character PostgreSQL does not store.
    if (cells.some((cell) => cell.includes('\0'))) {
      refused.push({ line, column: 'line', message: 'This line has a character that cannot be stored (NUL).' })
      continue
    }
    const read = kind.read((column) => cells[places.get(column) ?? -1] ?? '')
    if (read === undefined) continue
    if ('row' in read) rows.push({ line, row: read.row })
    else refused.push(...read.problems.map((problem) => ({ line, ...problem })))
  }
  const stored: Stored = rows.length === 0 ? { stored: 0, refused: [] } : await kind.store(rows, query)
  return { ...stored, refused: [...refused, ...stored.refused].toSorted((a, b) => a.line - b.line) }
}

/** Records of a file by hundreds, each with the place after its last. */
export async function* batchesOf(
  records: AsyncIterable<FileRecord>,
  size: number,
): AsyncGenerator<{ records: FileRecord[]; end: FilePlace }> {
  let batch: FileRecord[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < size) continue
    yield { records: batch, end: record.end }
    batch = []
  }
  const last = batch.at(-1)
  if (last) yield { records: batch, end: last.end }
}
