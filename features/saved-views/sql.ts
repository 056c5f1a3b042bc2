import { sql, type Sql } from '#platform/database/sql.ts'

/** True where the caller sees the view `v`: an own one, or one that somebody of their team shares. */
const seesView = sql`(v.user_id = app_user() or (v.shared and exists (
  select from user_carrier w where w.mc = v.mc and w.user_id = v.user_id and w.active) and (
    exists (select from user_supervision s where s.mc = app_mc()
      and ((s.supervisor_id = app_user() and s.member_id = v.user_id) or (s.supervisor_id = v.user_id and s.member_id = app_user())))
    or exists (select from user_supervision mine join user_supervision theirs on theirs.mc = mine.mc and theirs.supervisor_id = mine.supervisor_id
      where mine.mc = app_mc() and mine.member_id = app_user() and theirs.member_id = v.user_id))))`

export type ViewRow = {
  id: string
  name: string
  address: string
  columns: string[] | null
  shared: boolean
  mine: boolean
  made_by: string
  is_default: boolean
}
/** The most views a list shows. */
const SHOWN = 100
/** Own views first, then shared ones, each by name. */
export const viewsSeen = (): Sql<ViewRow> => sql<ViewRow>`
  select v.id, v.name, v.address, v.columns, v.shared, v.user_id = app_user() as mine, u.name as made_by,
    exists (select from saved_view_default d where d.mc = app_mc() and d.user_id = app_user() and d.view_id = v.id) as is_default
    from saved_view v join app_user u on u.id = v.user_id
   where v.mc = app_mc() and ${seesView}
   order by v.user_id <> app_user(), lower(v.name), v.id limit ${SHOWN}`

/** Serializes changes of the caller's views. */
export const inTurn = (): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended('saved views ' || app_mc() || ' ' || app_user(), 7))`

export type Own = { views: number; named: boolean; found: boolean }
/** How many views the caller has, whether another than `id` has this name, and whether `id` is one of them. */
export const own = (name: string | undefined, id: string | undefined): Sql<Own> => sql<Own>`
  select count(*)::int as views,
    coalesce(bool_or(lower(v.name) = lower(${name ?? null}::text) and v.id is distinct from ${id ?? null}::uuid), false) as named,
    coalesce(bool_or(v.id = ${id ?? null}::uuid), false) as found
    from saved_view v where v.mc = app_mc() and v.user_id = app_user()`

type Saved = {
  id: string
  name: string
  address: string
  columns: readonly string[] | null
  shared: boolean
  at: string
}
export const insert = (of: Saved): Sql => sql`
  insert into saved_view (mc, user_id, id, name, address, columns, shared, saved_at)
  values (app_mc(), app_user(), ${of.id}, ${of.name}, ${of.address}, ${of.columns}::text[], ${of.shared}, ${of.at})`

type Changed = {
  id: string
  name: string | undefined
  address: string | undefined
  columns: readonly string[] | null | undefined
  shared: boolean | undefined
  at: string
}
export const update = (of: Changed): Sql => sql`
  update saved_view v set name = coalesce(${of.name ?? null}::text, v.name), address = coalesce(${of.address ?? null}::text, v.address),
    columns = case when ${of.columns !== undefined} then ${of.columns ?? null}::text[] else v.columns end,
    shared = coalesce(${of.shared ?? null}::boolean, v.shared), saved_at = ${of.at}
   where v.mc = app_mc() and v.user_id = app_user() and v.id = ${of.id}`

export const remove = (id: string): Sql =>
  sql`delete from saved_view v where v.mc = app_mc() and v.user_id = app_user() and v.id = ${id}`

/** A row where the caller sees the view, which stays until the transaction ends. */
export const seen = (id: string): Sql<{ id: string }> =>
  sql<{
    id: string
  }>`select v.id from saved_view v where v.mc = app_mc() and v.id = ${id} and ${seesView} for key share of v`

export const openWith = (id: string | null): Sql =>
  id === null
    ? sql`delete from saved_view_default d where d.mc = app_mc() and d.user_id = app_user()`
    : sql`insert into saved_view_default (mc, user_id, view_id) values (app_mc(), app_user(), ${id})
        on conflict (mc, user_id) do update set view_id = excluded.view_id`
