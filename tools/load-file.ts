import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open, rm } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type pg from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'
import type { Sql } from '#platform/database/sql.ts'
import { batchesOf, columnsOf, loadBatch, type FileKind, type RefusedLine, type RunSql } from '#platform/load/load.ts'
import { beginLoad, endLoad, loadedUpTo, lockLoads, unlockLoads } from '#platform/load/load-sql.ts'
import { againHead, againLine } from '#platform/load/again.ts'
import { NotThisFile, recordsIn, type FileRecord, type FileShape } from '#platform/load/records.ts'
import { csvLine } from '#platform/text/csv.ts'

export type LoadContext = {
  db: pg.Pool
  now: Date
  tell: (line: string) => void
  /** Called at the beginning of every transaction. */
  begin?: (client: pg.PoolClient) => Promise<void>
  /** Something else changed what such files say then: a file from before says what holds now, and is loaded again. */
  changedSince?: Date | undefined
  /** Called after every batch; a test stops a load by throwing. */
  afterBatch?: () => void | Promise<void>
}

const BATCH = 500
/** A line of progress after so many percent of the file. */
const STEP = 5
const PIECE = 1024 * 1024

/** The same file, wherever it lies: the hash of all of it, since a file may be put right anywhere in its middle. */
async function fingerprintOf(path: string): Promise<{ size: number; fingerprint: string }> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
      hash.update(piece)
      size += piece.length
    }
  } catch {
    throw new CannotStart(`${path} cannot be read.`)
  }
  return { size, fingerprint: hash.digest('hex') }
}

const count = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`

/**
 * Loads a file in batches, each in a transaction with the place it ends at. What was loaded is skipped the next time: a load
 * that was cut off goes on, a file that was loaded changes nothing; while another process loads such a file, nothing is. Refused
 * lines go to a report beside the file, and as they were to a file that can be mended and loaded again.
 */
export async function loadFile<Row, Column extends string>(
  kind: FileKind<Row, Column>,
  path: string,
  { db, now, tell, begin, changedSince, afterBatch }: LoadContext,
): Promise<void> {
  const { size, fingerprint } = await fingerprintOf(path)
  const client = await db.connect()
  const run = async <R>(statement: Sql<R>): Promise<R[]> =>
    (await client.query(statement.text, [...statement.values])).rows as R[]
  const fileName = basename(path)
  let locked = false
  try {
    const { head, shape } = await firstRecord(path, kind)
    const places = columnsOf(head.cells, kind)
    locked = (await run(lockLoads(kind.kind)))[0]!.locked
    if (!locked)
      throw new CannotStart(`Another process is loading a file of this kind (${kind.kind}): wait until it is done.`)
    const [found] = await run(
      beginLoad({ kind: kind.kind, fingerprint, fileName, size, now: now.toISOString(), changedSince }),
    )
    const { id, finished_at: finished } = found!
    if (finished !== null) return tell(`${fileName} was loaded on ${finished.toISOString()}; nothing to do.`)
    const from = { bytes: Number(found!.bytes_done), lines: Number(found!.lines_done) }
    if (from.bytes > 0) tell(`${fileName} goes on after line ${from.lines.toLocaleString('en-US')}.`)
    const report = `${path}.refused.csv`
    const again = `${path}.again${extname(path)}`
    if (from.bytes === 0) for (const old of [report, again]) await rm(old, { force: true })
    let refusedLines = Number(found!.refused)
    let stored = Number(found!.stored)
    let shown = Math.floor((100 * from.bytes) / Math.max(1, size) / STEP)
    const records = recordsIn(createReadStream(path, { start: from.bytes }), shape, from)
    for await (const batch of batchesOf(records, BATCH, kind.together && places.places.get(kind.together))) {
      const lines = batch.records.filter(({ line }) => line > head.line)
      const done = await inTransaction(async (query) => {
        const result = await loadBatch(kind, places, lines, query)
        await query(loadedUpTo(id, { ...batch.end, stored: result.stored, refused: linesOf(result.refused) }))
        return result
      })
      stored += done.stored
      refusedLines += linesOf(done.refused)
      await reportTo(report, done.refused)
      await againTo(again, { shape, head, lines }, done.refused)
      const step = Math.floor((100 * batch.end.bytes) / size / STEP)
      if (step > shown && batch.end.bytes < size)
        tell(`${step * STEP}%, ${count(batch.end.lines, 'line')}, ${stored.toLocaleString('en-US')} stored`)
      shown = step
      await afterBatch?.()
    }
    await run(endLoad(id, now.toISOString()))
    tell(`${fileName}: ${stored.toLocaleString('en-US')} stored, ${count(refusedLines, 'line')} refused.`)
    if (refusedLines > 0)
      tell(`Each refused line, its column and how to put it right: ${report}. To mend and load again: ${again}`)
  } catch (reason) {
    throw reason instanceof NotThisFile ? new CannotStart(`${path}: ${reason.message}`) : reason
  } finally {
    if (locked) await run(unlockLoads(kind.kind)).catch(() => {}) // a connection that is lost has no lock
    client.release()
  }

  async function inTransaction<T>(work: (query: RunSql) => Promise<T>): Promise<T> {
    try {
      await client.query('begin')
      await begin?.(client)
      const result = await work(run)
      await client.query('commit')
      return result
    } catch (reason) {
      await client.query('rollback')
      throw reason
    }
  }
}

/** The first line, and the shape it is in. */
async function firstRecord<Row, Column extends string>(
  path: string,
  kind: FileKind<Row, Column>,
): Promise<{ head: FileRecord; shape: FileShape }> {
  const { shape, titled = false } = kind
  const { or, ...others } = shape
  let mayBeTitle = titled
  for await (const head of recordsIn(createReadStream(path), shape)) {
    const isTitle = mayBeTitle && head.cells.filter((cell) => cell !== '').length === 1
    mayBeTitle = false
    if (isTitle) continue
    if (head.cells.length > 1 || or === undefined || !head.cells[0]!.includes(or)) return { head, shape }
    return firstRecord(path, { ...kind, shape: { ...others, delimiter: or } })
  }
  throw new NotThisFile('The file is empty.')
}

const linesOf = (refused: readonly RefusedLine[]): number => new Set(refused.map(({ line }) => line)).size

async function reportTo(path: string, refused: readonly RefusedLine[]): Promise<void> {
  if (refused.length === 0) return
  const file = await open(path, 'a')
  try {
    const empty = (await file.stat()).size === 0
    const lines = refused.map(({ line, column, message }) => csvLine([line, column, message]))
    await appendFile(
      file,
      (empty ? csvLine(['Line', 'Column', 'What is wrong, and how to put it right']) : '') + lines.join(''),
    )
  } finally {
    await file.close()
  }
}

/** The refused lines as they were, with what is wrong in each. */
async function againTo(
  path: string,
  { shape, head, lines }: { shape: FileShape; head: FileRecord; lines: readonly FileRecord[] },
  refused: readonly RefusedLine[],
): Promise<void> {
  if (refused.length === 0) return
  const why = Map.groupBy(refused, ({ line }) => line)
  const parts = lines.flatMap((record) => {
    const found = why.get(record.line)
    return found ? [againLine(shape, head, record, found.map(({ message }) => message).join(' '))] : []
  })
  const file = await open(path, 'a')
  try {
    const empty = (await file.stat()).size === 0
    await file.appendFile(Buffer.concat(empty ? [againHead(shape, head), ...parts] : parts))
  } finally {
    await file.close()
  }
}
