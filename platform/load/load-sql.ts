import { sql, type Sql } from '../database/sql.ts'

export type LoadFound = {
  id: string
  bytes_done: string
  lines_done: string
  stored: string
  refused: string
  finished_at: Date | null
}
/** A file that was begun or loaded already goes on where it stands; another one begins. */
export const beginLoad = (of: {
  kind: string
  fingerprint: string
  fileName: string
  size: number
  now: string
}): Sql<LoadFound> => sql<LoadFound>`
  insert into file_load (kind, fingerprint, file_name, size, started_at)
  values (${of.kind}, ${of.fingerprint}, ${of.fileName}, ${of.size}, ${of.now})
  on conflict (kind, fingerprint) do update set file_name = excluded.file_name
  returning id, bytes_done, lines_done, stored, refused, finished_at`

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
