import { sql, type Sql } from '../database/sql.ts'

export type LoadFound = {
  id: string
  bytes_done: string
  lines_done: string
  stored: string
  refused: string
  finished_at: Date | null
}
/** One process loads a kind of file at a time; `locked` is false while another does. The lock is the connection's own. */
export const lockLoads = (kind: string): Sql<{ locked: boolean }> =>
  sql<{ locked: boolean }>`select pg_try_advisory_lock(7213, hashtext(${kind})) as locked`
export const unlockLoads = (kind: string): Sql => sql`select pg_advisory_unlock(7213, hashtext(${kind}))`
/**
 * The file of its kind that was begun last goes on where it stands; another one begins, also one that was loaded before another,
 * or before something else changed what such files say: it says what holds now. So does one that had refused lines: what was
 * wrong may be put right on file.
 */
export const beginLoad = (of: {
  kind: string
  fingerprint: string
  fileName: string
  size: number
  now: string
  changedSince: Date | undefined
}): Sql<LoadFound> => sql<LoadFound>`
  with last as (select f.* from (select f.* from file_load f where f.kind = ${of.kind} order by f.id desc limit 1) f
    where ${of.changedSince?.toISOString() ?? null}::timestamptz is null or f.started_at > ${of.changedSince?.toISOString() ?? null}::timestamptz),
  begun as (
    insert into file_load (kind, fingerprint, file_name, size, started_at)
    select ${of.kind}, ${of.fingerprint}, ${of.fileName}, ${of.size}, ${of.now}
     where not exists (select from last where last.fingerprint = ${of.fingerprint} and (last.finished_at is null or last.refused = 0)) returning *)
  select id, bytes_done, lines_done, stored, refused, finished_at from begun
  union all select id, bytes_done, lines_done, stored, refused, finished_at from last where not exists (select from begun)`

/** What a batch did, in its transaction. */
export const loadedUpTo = (
  id: string,
  of: { bytes: number; lines: number; stored: number; refused: number },
): Sql => sql`
  update file_load set bytes_done = ${of.bytes}, lines_done = ${of.lines}, stored = stored + ${of.stored}, refused = refused + ${of.refused}
   where id = ${id} and bytes_done < ${of.bytes}`
export const endLoad = (id: string, now: string): Sql => sql`update file_load set finished_at = ${now} where id = ${id}`

/** What was loaded, the newest first. */
export const lastLoads = (): Sql<{
  kind: string
  file_name: string
  stored: string
  refused: string
  lines_done: string
  started_at: Date
  finished_at: Date | null
}> => sql`
  select kind, file_name, stored, refused, lines_done, started_at, finished_at from file_load order by started_at desc, id desc limit 20`
