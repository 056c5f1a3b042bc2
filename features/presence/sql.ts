import { openedToday } from '#features/authorizations/opened-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { SILENT_SECONDS } from './rules.ts'

/** Open pages of others that gave a sign lately. */
const present = sql`v.mc = app_mc() and v.seen_at > app_now() - make_interval(secs => ${integer(SILENT_SECONDS)}) and v.user_id <> app_user()`

export type ViewerRow = { authorization_id: string; user_id: string; name: string; since: string }
export const viewersOf = (id: string): Sql<ViewerRow> => sql<ViewerRow>`
  select v.authorization_id, v.user_id, u.name, v.since from request_viewer v join app_user u on u.id = v.user_id
   where ${present} and v.authorization_id = ${id} order by v.since, v.user_id`

/** The most open pages a list hears of. */
const MOST = 500
export const everyViewer = (): Sql<ViewerRow> => sql<ViewerRow>`
  select v.authorization_id, v.user_id, u.name, v.since from request_viewer v join app_user u on u.id = v.user_id
    join rx_authorization a on a.mc = v.mc and a.id = v.authorization_id
   where ${present} and ${inScope.fragment} order by v.since, v.user_id limit ${MOST}`

export type Seen = { id: string; mc: string; status_id: number; here: boolean; opened: boolean }
/** The request where the caller sees it, whether the caller has it open already, and whether its log says so today. */
export const seenRequest = (id: string): Sql<Seen> => sql<Seen>`
  select a.id, a.mc, a.status_id, exists (${openedToday}) as opened,
    exists (select from request_viewer v where v.mc = app_mc() and v.authorization_id = a.id and v.user_id = app_user()
      and v.seen_at > app_now() - make_interval(secs => ${integer(SILENT_SECONDS)})) as here
    from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

export const sign = (id: string, now: string, here: boolean): Sql => sql`
  insert into request_viewer as v (mc, authorization_id, user_id, since, seen_at) values (app_mc(), ${id}, app_user(), ${now}, ${now})
  on conflict (mc, authorization_id, user_id) do update set seen_at = excluded.seen_at,
    since = case when ${here} then v.since else excluded.since end`
export const leave = (id: string): Sql =>
  sql`delete from request_viewer v where v.mc = app_mc() and v.authorization_id = ${id} and v.user_id = app_user()`
/** Pages that closed without a word. */
export const forgetSilent = (now: string): Sql =>
  sql`delete from request_viewer v where v.mc = app_mc() and v.seen_at < ${now}::timestamptz - interval '1 hour'`
