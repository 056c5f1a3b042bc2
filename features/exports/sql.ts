import { sql, type Sql } from '#platform/database/sql.ts'

export type ExportRow = {
  id: string
  at: string
  name: string
  username: string | null
  call: string
  about: string | null
  sub_carrier: string | null
  filters: string[]
  state: 'RUNNING' | 'FINISHED' | 'CANCELED' | 'FAILED'
  rows: number | null
  bytes: number | null
  again: string | null
  ended_at: string | null
  place: string
}
type Which = {
  username: string | null
  /** Words of the list, and the calls whose own words have them. */
  subject: string | null
  calls: readonly string[]
  from: string | null
  to: string | null
  state: string | null
  size: number
  after: string | null
}

/** A file whose end nobody recorded in time was cut off. */
const state = sql`case when e.state = 'RUNNING' and e.at < app_now() - interval '1 hour' then 'FAILED' else e.state end`

/** One export more than is shown, newest first, from an encrypted cursor on; without a program, those of users the caller manages. */
export const exportsOf = (
  { username, subject, calls, from, to, state: only, size, after }: Which,
  question: string,
): Sql<ExportRow> => sql<ExportRow>`
  with place as materialized (select open_cursor(${after}, ${question}) as at)
  select e.id, e.at, coalesce(u.name, e.actor) as name, u.username, e.call, e.about, e.sub_carrier, e.filters, ${state} as state, e.rows, e.bytes, e.ended_at,
    e.again, seal_cursor((e.at at time zone 'UTC')::text || '~' || e.id, ${question}) as place
    from export_record e left join app_user u on u.id = e.user_id
   where e.mc = app_mc() and (app_sees(e.sub_carrier) or e.sub_carrier is null and (app_sees_all()
       or exists (select from user_carrier w where w.mc = e.mc and w.user_id = e.user_id and app_manages(w))))
     and (${only}::text is null or ${state} = ${only}::text)
     and (${subject}::text is null or e.call = any(${calls}::text[]) or strpos(lower(e.about), lower(${subject}::text)) > 0)
     and (${from}::date is null or e.at >= ${from}::date::timestamp at time zone app_zone())
     and (${to}::date is null or e.at < (${to}::date + 1)::timestamp at time zone app_zone())
     and (${username}::text is null or e.user_id = (select p.id from app_user p where lower(p.username) = lower(${username}::text)))
     and (${after}::text is null or (e.at, e.id) < (
       select split_part(at, '~', 1)::timestamp at time zone 'UTC', split_part(at, '~', 2)::uuid from place))
   order by e.at desc, e.id desc limit ${size + 1}`
/** True where an encrypted cursor is ours, for this user and list. */
export const opens = (cursor: string | null, question: string): Sql<{ ours: boolean }> =>
  sql<{ ours: boolean }>`select ${cursor}::text is null or open_cursor(${cursor}, ${question}) is not null as ours`

export type OwnRow = Omit<ExportRow, 'place' | 'name' | 'username' | 'again'> & { encrypted: string | null }
/** The caller's own latest exports by these calls, with what makes them again. */
export const ownExports = (made: readonly string[], most: number): Sql<OwnRow> => sql<OwnRow>`
  select e.id, e.at, e.call, e.about, e.sub_carrier, e.filters, ${state} as state, e.rows, e.bytes, e.ended_at, e.encrypted from export_record e
   where e.mc = app_mc() and e.user_id = app_user() and e.call = any(${made}) and (e.sub_carrier is null or app_sees(e.sub_carrier))
   order by e.at desc, e.id desc limit ${most}`

/** An own export by its id. */
export const ownExport = (id: string): Sql<OwnRow> => sql<OwnRow>`
  select e.id, e.at, e.call, e.about, e.sub_carrier, e.filters, ${state} as state, e.rows, e.bytes, e.ended_at, e.encrypted from export_record e
   where e.mc = app_mc() and e.user_id = app_user() and e.id = ${id} and (e.sub_carrier is null or app_sees(e.sub_carrier))`

/** What makes a file of the list again. */
export const againOf = (id: string): Sql<{ again: string | null }> => sql<{ again: string | null }>`
  select e.again from export_record e where e.mc = app_mc() and e.id = ${id} and (e.sub_carrier is null or app_sees(e.sub_carrier))`
