import { againHead, againLine } from '#platform/load/again.ts'
import { batchesOf, columnsOf, loadBatch, type FileColumns, type RefusedLine } from '#platform/load/load.ts'
import { csvFile, NotThisFile, recordsIn, type FilePlace, type FileRecord } from '#platform/load/records.ts'
import { leaving, type OutboxRow } from '#platform/jobs/outbox-row.ts'
import type { Sql } from '#platform/database/sql.ts'
import { feedKind } from './feed-file.ts'
import type { FeedColumn } from './line.ts'
import * as sql from './sql.ts'

const LINES = 200
/** Batches of one job, and so of one transaction. */
const BATCHES = 10
const CHUNK = 256 * 1024

type FeedDb = { all<R>(statement: Sql<R>): Promise<R[]>; one<R>(statement: Sql<R>): Promise<R | undefined> }

/** Asks for the next lines of a feed, once what it stands in is committed. */
export const nextPart = (of: { mc: string; id: string; feedId: string; now: Date }): OutboxRow =>
  leaving({
    mc: of.mc,
    id: of.id,
    topic: 'eligibility.feed',
    payload: { feedId: of.feedId },
    now: of.now.toISOString(),
  })

/** Bytes of a feed from a place on, a part at a time. */
async function* bytesOf(db: FeedDb, id: string, from: number): AsyncGenerator<Uint8Array> {
  for (let at = from; ;) {
    const part = (await db.one(sql.bytesAfter(id, at, CHUNK)))?.part
    if (!part || part.length === 0) return
    yield part
    at += part.length
  }
}

/** The first line of a feed, and its columns; throws where it is none. */
async function columnsIn(db: FeedDb, id: string): Promise<{ head: FileRecord; places: FileColumns<FeedColumn> }> {
  for await (const head of recordsIn(bytesOf(db, id, 0), csvFile))
    return { head, places: columnsOf(head.cells, feedKind(never)) }
  throw new NotThisFile('The file is empty.')
}
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
/** The refused lines with their text to mend, each once. */
function withText(head: FileRecord, records: readonly FileRecord[], refused: readonly RefusedLine[]): sql.Refusal[] {
  const lines = new Map(records.map((record) => [record.line, record]))
  return [...Map.groupBy(refused, ({ line }) => line)].flatMap(([line, found]) => {
    const record = lines.get(line)
    const why = found.map(({ message }) => message).join(' ')
    // A character that cannot be stored is not kept here either: such a line is in the report alone.
    const keeps = record && !record.text.includes('\0') && !why.includes('\0')
    const again = keeps ? textOf(againLine(csvFile, head, record, why)) : null
    return found.map((one, at) => ({ ...one, again: at === 0 ? again : null }))
  })
}
const never = { now: new Date(0), newId: () => '' }

/** Loads the next lines of the first feed that waits; answers the feed whose lines are next. */
export async function loadPart({
  db,
  now,
  newId,
}: {
  db: FeedDb
  now: Date
  newId: () => string
}): Promise<string | undefined> {
  const feed = await db.one(sql.lockFirst())
  if (!feed) return undefined
  const { id } = feed
  try {
    const { head, places } = await columnsIn(db, id)
    const heading = textOf(againHead(csvFile, head))
    const from: FilePlace = { bytes: Number(feed.bytes_done), lines: Number(feed.lines_done) }
    let batches = 0
    const file = recordsIn(bytesOf(db, id, from.bytes), csvFile, from)
    for await (const { records, end } of batchesOf(file, LINES, places.places.get('claim_number'))) {
      const lines = from.bytes === 0 && batches === 0 ? records.slice(1) : records
      const { counts = {}, refused: found } = await loadBatch(feedKind({ now, newId }), places, lines, (one) =>
        db.all(one),
      )
      const { added = 0, changed = 0, unchanged = 0 } = counts
      const refused = withText(head, lines, found)
      await db.all(sql.loadedUpTo(id, { ...end, added, changed, unchanged, refused, heading }))
      batches += 1
      if (batches === BATCHES) return id
    }
    await db.all(sql.endFeed(id, now.toISOString(), null))
  } catch (reason) {
    if (!(reason instanceof NotThisFile)) throw reason
    await db.all(sql.endFeed(id, now.toISOString(), reason.message))
  }
  return (await db.one(sql.anyWaits()))?.id
}
