import { sql, type Sql } from '#platform/database/sql.ts'
import type { DirectKind } from './direct-kinds.ts'

/** What a move of a request means for the notices of it, by their kinds. */
type Settled = {
  mc: string
  authorizationId: string
  /** Kinds whose work is done. */
  done: readonly string[]
  /** Kinds whose work the undone move had done. */
  back: readonly string[]
  now: string
}

/** Notices of a request leave the list of all who have them when their work is done, and come back when that is undone. */
export const settleNotices = ({ mc, authorizationId: id, done, back, now }: Settled): Sql => sql`
  update user_notification n set done_at = case when n.done_at is null then ${now}::timestamptz end
   where n.mc = ${mc} and n.authorization_id = ${id} and (n.done_at is null and n.kind = any(${done}::text[]) or n.kind = any(${back}::text[])
     and n.done_at = (select max(o.done_at) from user_notification o where o.mc = ${mc} and o.authorization_id = ${id}))`

/** One of what notices of a kind are about is done; the notice leaves with the last of it. */
export const settleAbout = (kind: DirectKind, id: string, now: string): Sql => sql`
  update user_notification n set about = array_remove(n.about, ${id}::uuid),
    done_at = case when array_remove(n.about, ${id}::uuid) = '{}' then ${now}::timestamptz end
   where n.mc = app_mc() and n.kind = ${kind} and n.about is not null and n.done_at is null and ${id}::uuid = any(n.about)`
