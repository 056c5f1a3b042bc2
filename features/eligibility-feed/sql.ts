import type { RefusedLine } from '#platform/load/load.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** The carrier a service says its file is of; null where there is none. */
export const carrierNamed = (code: unknown): Sql =>
  sql`(select m.mc from master_carrier m where m.mc = ${typeof code === 'string' ? code : ''})`

export type FeedRow = {
  id: string
  file_name: string
  size: string
  bytes_done: string
  lines_done: string
  added: string
  changed: string
  unchanged: string
  refused: string
  problem: string | null
  received_at: string
  finished_at: string | null
}
const columns = sql`f.id, f.file_name, f.size, f.bytes_done, f.lines_done, f.added, f.changed, f.unchanged, f.refused, f.problem,
  to_char(f.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as received_at,
  to_char(f.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as finished_at`

/** Feeds of the carrier come one after the other: each is compared with the one before it. */
export const lockFeeds = (): Sql => sql`select pg_advisory_xact_lock(hashtext('eligibility_feed'), hashtext(app_mc()))`

/**
 * The file that came last, sent again, is the same feed; `is_new` is false then. One that came before another is loaded again: it
 * says what holds now. So is one that failed or had refused lines: what was wrong may be put right on file.
 */
export const insertFeed = (of: {
  id: string
  fileName: string
  content: Uint8Array
  at: string
}): Sql<FeedRow & { is_new: boolean }> => sql<FeedRow & { is_new: boolean }>`
  with sent as materialized (select sha256(${of.content}::bytea) as sha256),
  last as (select f.* from eligibility_feed f where f.mc = app_mc() order by f.place desc limit 1),
  made as (
    insert into eligibility_feed (mc, id, file_name, sha256, size, content, received_at)
    select app_mc(), ${of.id}, ${of.fileName}, sent.sha256, ${of.content.byteLength}, ${of.content}, ${of.at} from sent
     where not exists (select from last where last.sha256 = sent.sha256
       and (last.finished_at is null or (last.problem is null and last.refused = 0))) returning *)
  select ${columns}, true as is_new from made f
  union all select ${columns}, false from last f where not exists (select from made)`

/** When a file of this carrier last came over HTTP; what the command loads has a place among them, and no bytes. */
export const lastSent = (mc: string): Sql<{ at: Date | null }> =>
  sql<{ at: Date | null }>`select max(received_at) as at from eligibility_feed where mc = ${mc} and size > 0`
/** The place of a file that the command loads: after it, the same file over HTTP is loaded again. */
export const placeOfCommand = (of: { mc: string; id: string; fileName: string; at: string }): Sql => sql`
  insert into eligibility_feed (mc, id, file_name, sha256, size, received_at, finished_at)
  values (${of.mc}, ${of.id}::uuid, ${of.fileName}, sha256(convert_to(${of.id}::text, 'UTF8')), 0, ${of.at}::timestamptz, ${of.at}::timestamptz)`

/** A file `f` with refused lines, or that could not be read, that support has not looked at. */
export const feedException = sql`f.mc = app_mc() and app_sees_all() and f.reviewed_at is null and f.finished_at is not null
  and (f.refused > 0 or f.problem is not null)`
/** What waits for support, and what is being loaded, the oldest first; one more than is shown. */
export const exceptions = (page: number, size: number): Sql<FeedRow> => sql<FeedRow>`
  select ${columns} from eligibility_feed f where ${feedException} or (f.mc = app_mc() and app_sees_all() and f.finished_at is null)
   order by f.received_at, f.id limit ${size + 1} offset ${page * size}`
export type FeedReviewed = { id: string; reviewed_at: string | null; reviewed_by_name: string | null; waits: boolean }
/** A file, locked, with who looked at it. */
export const toReview = (id: string): Sql<FeedReviewed> => sql<FeedReviewed>`
  select f.id, f.reviewed_at, f.reviewed_by_name, ${feedException} as waits from eligibility_feed f
   where f.mc = app_mc() and app_sees_all() and f.id = ${id} for update of f`
export const feedReviewed = (id: string, by: { id: string; name: string }, at: string): Sql => sql`
  update eligibility_feed set reviewed_at = ${at}, reviewed_by = ${by.id}, reviewed_by_name = ${by.name} where mc = app_mc() and id = ${id}`

/** A file is of all programs of the carrier: who works for some of them finds none. */
export const feedById = (id: string): Sql<FeedRow> =>
  sql<FeedRow>`select ${columns} from eligibility_feed f where f.mc = app_mc() and app_sees_all() and f.id = ${id}`
export const refusalsOf = (id: string, page: number, size: number): Sql<RefusedLine> => sql<RefusedLine>`
  select r.line::int as line, r.column_name as column, r.message from eligibility_feed_refusal r
   where r.mc = app_mc() and r.feed_id = ${id} order by r.line, r.column_name limit ${size + 1} offset ${page * size}`

/** Refused lines with their text, the first of each line alone. */
export type Refusal = RefusedLine & { again: string | null }
/** Lines to mend and send again, under the heading they had; one more than asked. */
export const linesAgain = (id: string, page: number, size: number): Sql<{ again: string }> => sql<{ again: string }>`
  select r.again from eligibility_feed_refusal r where r.mc = app_mc() and r.feed_id = ${id} and r.again is not null
   order by r.line, r.column_name limit ${size + 1} offset ${page * size}`
export const headingOf = (id: string): Sql<{ file_name: string; heading: string | null }> => sql<{
  file_name: string
  heading: string | null
}>`
  select f.file_name, f.heading from eligibility_feed f where f.mc = app_mc() and app_sees_all() and f.id = ${id}`
/** Somebody looked at the file: the text of its lines is not kept any longer. */
export const dropAgain = (id: string): Sql =>
  sql`update eligibility_feed_refusal set again = null where mc = app_mc() and feed_id = ${id} and again is not null`

const waiting = sql`f.mc = app_mc() and f.finished_at is null and f.content is not null`
/** The first feed that is not loaded yet, locked: a later one would be overwritten by it. Nothing where another job has it. */
export const lockFirst = (): Sql<FeedRow> => sql<FeedRow>`
  select ${columns} from eligibility_feed f
   where f.mc = app_mc() and f.id = (select f.id from eligibility_feed f where ${waiting} order by f.place limit 1)
     and f.finished_at is null for update skip locked`
export const anyWaits = (): Sql<{ id: string }> =>
  sql<{
    id: string
  }>`select f.id from eligibility_feed f where ${waiting} order by f.place limit 1`
/** Bytes of a feed after the first so many. */
export const bytesAfter = (id: string, from: number, most: number): Sql<{ part: Uint8Array }> => sql<{
  part: Uint8Array
}>`
  select substring(f.content from ${from + 1}::int for ${most}::int) as part from eligibility_feed f where f.mc = app_mc() and f.id = ${id}`

/** What a batch did, in its transaction. */
export const loadedUpTo = (
  id: string,
  of: {
    bytes: number
    lines: number
    added: number
    changed: number
    unchanged: number
    refused: readonly Refusal[]
    heading: string
  },
): Sql => sql`
  with refusals as (
    insert into eligibility_feed_refusal (mc, feed_id, line, column_name, message, again)
    select app_mc(), ${id}, r.line, r.column, string_agg(r.message, ' '), max(r.again)
      from jsonb_to_recordset(${JSON.stringify(of.refused)}::jsonb) as r(line bigint, "column" text, message text, again text) group by r.line, r.column)
  update eligibility_feed set heading = ${of.heading}, bytes_done = ${of.bytes}, lines_done = ${of.lines}, added = added + ${of.added},
    changed = changed + ${of.changed},
    unchanged = unchanged + ${of.unchanged}, refused = refused + ${new Set(of.refused.map(({ line }) => line)).size}
   where mc = app_mc() and id = ${id}`

/** Every line was read, or the file is no feed. The bytes are not kept. */
export const endFeed = (id: string, at: string, problem: string | null): Sql => sql`
  update eligibility_feed set content = null, finished_at = ${at}, problem = ${problem} where mc = app_mc() and id = ${id}`
