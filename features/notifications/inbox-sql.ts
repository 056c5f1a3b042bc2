import { flag, settingValue } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { KEPT_DAYS, KEPT_SETTING } from './days-kept.ts'

/** Unread ones are counted this far. */
const MOST_COUNTED = 100
/** Only the caller's own. */
const own = sql`n.mc = app_mc() and n.user_id = app_user()`

/** Whether the carrier shows notifications in the portal. */
const isShown = flag('notifications', true, { mc: sql`app_mc()`, sub: sql`'*'` })
export const shown = (): Sql<{ shown: boolean }> => sql<{ shown: boolean }>`select ${isShown} as shown`

export type NoticeFound = {
  id: string
  kind: string
  title: string
  authorization_id: string | null
  at: string
  read_at: string | null
  place: string
}
/** Those of these kinds, or with `others` of all but these; all where there is no list. */
export type Kinds = { kinds: readonly string[] | null; others: boolean }
const isOf = ({ kinds, others }: Kinds): Sql =>
  sql`(${kinds}::text[] is null or (n.kind = any(${kinds}::text[])) <> ${others}::boolean)`
type Which = Kinds & {
  unread: boolean
  /** Those whose work is done, in place of the others. */
  done: boolean
}
/** One notice more than is shown, from an encrypted cursor on; an invalid cursor finds nothing. */
export const slice = (of: Which & { size: number; after: string | null }, question: string) =>
  sql<NoticeFound>`
  with place as materialized (select open_cursor(${of.after}, ${question}) as at)
  select n.id, n.kind, n.title, n.authorization_id, n.at, n.read_at,
    seal_cursor((n.at at time zone 'UTC')::text || '~' || n.id, ${question}) as place
    from user_notification n where ${own} and n.done_at is ${of.done ? sql`not null` : sql`null`}
     and ${of.unread ? sql`n.read_at is null` : sql`true`}
     and ${isOf(of)}
     and (${of.after}::text is null or (n.at, n.id) < (
       select split_part(at, '~', 1)::timestamp at time zone 'UTC', split_part(at, '~', 2)::uuid from place))
   order by n.at desc, n.id desc limit ${of.size + 1}`
/** True where an encrypted cursor is ours, for this user and list. */
export const opens = (cursor: string | null, question: string): Sql<{ ours: boolean }> =>
  sql<{ ours: boolean }>`select ${cursor}::text is null or open_cursor(${cursor}, ${question}) is not null as ours`
export const unread = (): Sql<{ unread: number }> => sql<{ unread: number }>`
  select count(*)::int as unread
    from (select 1 from user_notification n where ${own} and n.read_at is null and n.done_at is null limit ${MOST_COUNTED}) counted`

/** Notices that are counted by their kind. */
const MOST_BY_KIND = 1000
export const byKind = (): Sql<{ kind: string; all: number; unread: number }> => sql<{
  kind: string
  all: number
  unread: number
}>`
  select kind, count(*)::int as all, count(*) filter (where read_at is null)::int as unread
    from (select n.kind, n.read_at from user_notification n where ${own} and n.done_at is null
      order by n.at desc, n.id desc limit ${MOST_BY_KIND}) as newest
   group by kind order by kind`

/** A notification of the caller, where the carrier shows them. */
export const markable = (id: string): Sql<{ user_id: string }> => sql<{ user_id: string }>`
  select n.user_id from user_notification n where ${own} and n.id = ${id} and ${isShown}`
/** Marks one as read, with `andOlder` all of these kinds that came before it, too; what is done is no longer in the list. */
export const markRead = (id: string, andOlder: boolean, kinds: Kinds, now: string): Sql => sql`
  update user_notification n set read_at = ${now} where ${own} and n.read_at is null
     and (n.id = ${id} or (${andOlder}::boolean and n.done_at is null and ${isOf(kinds)} and n.at <= (
       select o.at from user_notification o where o.mc = app_mc() and o.user_id = app_user() and o.id = ${id})))`
/** Marks one as unread, with `together` all that were read in the same act, too. */
export const markUnread = (id: string, together: boolean): Sql => sql`
  update user_notification n set read_at = null where ${own} and n.read_at is not null
     and (n.id = ${id} or (${together}::boolean and n.read_at = (
       select o.read_at from user_notification o where o.mc = app_mc() and o.user_id = app_user() and o.id = ${id})))`

const SWEPT_AT_ONCE = 5000
/** The carrier's days of keeping a notice, read or not. */
const daysKept = (mc: Sql): Sql =>
  sql`coalesce((${settingValue(KEPT_SETTING, { mc, sub: sql`'*'` })})::int, ${KEPT_DAYS}::int)`
export const kept = (): Sql<{ days: number }> => sql<{ days: number }>`select ${daysKept(sql`app_mc()`)} as days`
/** Carriers with notices that were kept as long as they are kept. */
export const stale = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from carriers_with_stale_notices(${limit}, ${now}, ${KEPT_DAYS})`
export const sweep = (now: string): Sql =>
  sql`select sweep_notices(${now}::timestamptz - make_interval(days => ${daysKept(sql`app_mc()`)}), ${SWEPT_AT_ONCE})`
