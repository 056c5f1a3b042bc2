import { compoundCode } from '#features/authorizations/decision-facts.ts'
import { status } from '#features/authorizations/statuses.ts'
import { managers } from '#features/people/sql.ts'
import { flag } from '#features/settings/columns.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import type { ChangeStatus } from './change-statuses.ts'
import type { Completed } from './preview.ts'
import { setUpFlag } from './rules.ts'

export type SettingRow = { sub_carrier: string; key: string; value: unknown; updated_at: string }
/** What the carrier and the sub-carrier have set; '*' asks for the carrier alone. */
export const rowsOf = (sub: string | Sql): Sql<SettingRow> => sql<SettingRow>`
  select z.sub_carrier, z.key, z.value, z.updated_at from carrier_setting z
   where z.mc = app_mc() and z.sub_carrier in ('*', ${sub}) order by z.sub_carrier = '*' desc, z.key`

/** The same with who set each value in the portal. */
export const listedRowsOf = (sub: string): Sql<SettingRow & { set_by: string | null }> => sql<
  SettingRow & { set_by: string | null }
>`
  select z.sub_carrier, z.key, z.value, z.updated_at,
    (select u.name from carrier_setting_change h join app_user u on u.id = h.made_by
      where h.mc = z.mc and h.sub_carrier = z.sub_carrier and h.key = z.key and h.status = 'DONE' and h.after = z.value
      order by h.made_at desc limit 1) as set_by
    from carrier_setting z where z.mc = app_mc() and z.sub_carrier in ('*', ${sub})`

/** All that the carrier and its sub-carriers have set. */
export const everyRow = (): Sql<Value> =>
  sql<Value>`select z.sub_carrier, z.key, z.value from carrier_setting z where z.mc = app_mc() order by z.sub_carrier = '*' desc`

/**
 * The requests that a setting of this place was for and that were completed in the month before today's, the latest: of the
 * sub-carrier, or of all that have no value of their own.
 */
export const completedLastMonth = (sub: string, key: string, limit: number): Sql<Completed> => sql<Completed>`
  select a.id, a.reference_number, a.sub_carrier, a.gpi, a.estimated_cost::float8 as estimated_cost,
    a.compound_code = ${compoundCode.COMPOUND} as compound, a.reject_codes,
    exists (select from lomn_request l where l.mc = a.mc and l.authorization_id = a.id) as letter,
    array(select distinct e.new_status_id from authorization_event e
      where e.mc = a.mc and e.authorization_id = a.id and e.new_status_id is not null)::int[] as went,
    d.decision, coalesce(d.one_time, false) as one_time, d.start_date, d.end_date, d.max_fill, u.approval_limit::float8 as approval_limit
  from master_carrier m
    cross join lateral (select date_trunc('month', app_now() at time zone m.time_zone) as begins) this
    join rx_authorization a on a.mc = m.mc and a.status_id >= ${integer(status.APPROVED)}
      and a.completed_at >= (this.begins - interval '1 month') at time zone m.time_zone and a.completed_at < this.begins at time zone m.time_zone
    left join authorization_decision d on d.mc = a.mc and d.authorization_id = a.id and d.undone_at is null
    left join user_carrier u on u.mc = d.mc and u.user_id = d.decided_by
  where m.mc = app_mc() and (a.sub_carrier = ${sub} or ${sub} = '*' and not exists (select from carrier_setting z
    where z.mc = a.mc and z.sub_carrier = a.sub_carrier and z.key = ${key}))
  order by a.completed_at desc, a.id limit ${limit}`

export type Carrier = {
  known: boolean
  date_label: string
  zone: string
  today: string
  last: string
  version: number
  set_up: boolean
}
/** The carrier, and whether the caller sees this sub-carrier of it ('*': none is asked about). */
export const carrierAt = (sub: string | Sql, daysAhead = 0): Sql<Carrier> => sql<Carrier>`
  select ${sub} = '*' or exists (select from sub_carrier s where s.mc = m.mc and s.sub_carrier = ${sub} and app_sees(s.sub_carrier)) as known,
    m.date_label, m.time_zone as zone, (app_now() at time zone m.time_zone)::date as today,
    (app_now() at time zone m.time_zone)::date + ${daysAhead}::int as last,
    coalesce((select v.version from carrier_setting_version v where v.mc = m.mc), 0) as version,
    ${flag(setUpFlag, false, { mc: sql`m.mc`, sub: sql`${sub}` })} as set_up
  from master_carrier m where m.mc = app_mc()`

const placeOfChange = (id: string): Sql =>
  sql`(select h.sub_carrier from carrier_setting_change h where h.mc = app_mc() and h.id = ${id})`
/** The carrier, for the place of a change. */
export const carrierOfChange = (id: string): Sql<Carrier> => carrierAt(placeOfChange(id))
/** What is set at the place of a change. */
export const rowsOfChange = (id: string): Sql<SettingRow> => rowsOf(placeOfChange(id))

/** Serializes changes of the settings of a carrier. */
export const lock = (): Sql => sql`select pg_advisory_xact_lock(hashtextextended('settings ' || app_mc(), 7))`

export const subCarriers = (): Sql<{ code: string; name: string }> => sql<{ code: string; name: string }>`
  select s.sub_carrier as code, s.name from sub_carrier s
   where s.mc = app_mc() and s.status = 'ACTIVE' and app_sees(s.sub_carrier) order by s.sub_carrier`

/** The other account managers who may approve a change at this place. */
export const approvers = (sub: string | Sql): Sql<{ id: string; name: string }> => sql<{ id: string; name: string }>`
  select u.id, u.name from (${managers}) m join app_user u on u.id = m.user_id
   where m.acts and m.user_id <> app_user() and (m.sub_carriers is null or ${sub} = any (m.sub_carriers))
   order by u.last_name, u.first_name, u.id limit 50`

export const approversOfChange = (id: string): Sql<{ id: string; name: string }> => approvers(placeOfChange(id))

export type NewChange = {
  id: string
  sub_carrier: string
  key: string
  before: unknown
  after: unknown
  reason: string
  starts_on: string
  status: ChangeStatus
  made_at: string
  undoes: string | null
}
export const insertChanges = (rows: readonly NewChange[]): Sql => sql`
  insert into carrier_setting_change (mc, id, sub_carrier, key, before, after, reason, starts_on, status, made_by, made_at, undoes)
  select app_mc(), x.id, x.sub_carrier, x.key, nullif(x.before, 'null'), nullif(x.after, 'null'), x.reason, x.starts_on, x.status, app_user(),
    x.made_at, x.undoes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, sub_carrier text, key text, before jsonb, after jsonb, reason text,
      starts_on date, status text, made_at timestamptz, undoes uuid)`

export type Value = { sub_carrier: string; key: string; value: unknown }
/** Sets these values; null takes a value away. */
export const setValues = (values: readonly Value[], at: string): Sql => sql`
  with given as (select x.sub_carrier, x.key, nullif(x.value, 'null') as value
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as x(sub_carrier text, key text, value jsonb)),
    gone as (delete from carrier_setting z using given g
      where z.mc = app_mc() and z.sub_carrier = g.sub_carrier and z.key = g.key and g.value is null)
  insert into carrier_setting (mc, sub_carrier, key, value, updated_at)
  select app_mc(), g.sub_carrier, g.key, g.value, ${at} from given g where g.value is not null
  on conflict (mc, sub_carrier, key) do update set value = excluded.value, updated_at = excluded.updated_at`

export type ChangeRow = {
  id: string
  sub_carrier: string
  key: string
  before: unknown
  after: unknown
  reason: string
  starts_on: string
  status: ChangeStatus
  made_by: string
  made_by_name: string
  made_at: string
  decided_by_name: string | null
  decided_at: string | null
  declined_because: string
  /** The value that is set now. */
  current: unknown
  /** A change of the same setting waits, for another person or for its day. */
  waits: boolean
}
const changed = sql`
  select h.id, h.sub_carrier, h.key, h.before, h.after, h.reason, h.starts_on, h.status, h.made_by, h.made_at, h.decided_at, h.declined_because,
    (select u.name from app_user u where u.id = h.made_by) as made_by_name,
    (select u.name from app_user u where u.id = h.decided_by) as decided_by_name,
    (select z.value from carrier_setting z where z.mc = h.mc and z.sub_carrier = h.sub_carrier and z.key = h.key) as current,
    exists (select from carrier_setting_change o where o.mc = h.mc and o.sub_carrier = h.sub_carrier and o.key = h.key
      and o.status in ('WAITING', 'PLANNED')) as waits
    from carrier_setting_change h where h.mc = app_mc()`
const change = sql`${changed} and (h.sub_carrier = '*' or app_sees(h.sub_carrier))`

/** The changes of a place that wait for their day or for a second administrator. */
export const openChanges = (sub: string | undefined): Sql<ChangeRow> => sql<ChangeRow>`
  ${change} and h.status in ('WAITING', 'PLANNED') and (${sub ?? null}::text is null or h.sub_carrier = ${sub ?? null}::text) order by h.made_at, h.id`

export const changesOf = (key: string | undefined, page: number, size: number): Sql<ChangeRow & { total: number }> =>
  sql<ChangeRow & { total: number }>`select c.*, count(*) over ()::int as total from (${change}) c
    where ${key ?? null}::text is null or c.key = ${key ?? null}::text order by c.made_at desc, c.id desc limit ${size} offset ${page * size}`

export const changeById = (id: string): Sql<ChangeRow> => sql<ChangeRow>`${change} and h.id = ${id}`

/** The last change of a setting that took effect, where it was made in the portal and no operator changed one since. */
export const lastChange = (): Sql<{ key: string; by: string }> => sql<{ key: string; by: string }>`
  select h.key, u.name as by from carrier_setting_change h join app_user u on u.id = coalesce(h.decided_by, h.made_by)
   where h.mc = app_mc() and h.status = 'DONE' and (h.sub_carrier = '*' or app_sees(h.sub_carrier))
     and coalesce(h.decided_at, h.made_at) >= coalesce((select max(z.updated_at) from carrier_setting z where z.mc = h.mc), '-infinity')
   order by coalesce(h.decided_at, h.made_at) desc, h.id desc limit 1`

export const decideChange = (id: string, of: { status: ChangeStatus; at: string; declinedBecause: string }): Sql => sql`
  update carrier_setting_change set status = ${of.status}, decided_by = app_user(), decided_at = ${of.at},
    declined_because = ${of.declinedBecause} where mc = app_mc() and id = ${id}`

/** A change for the clock, which is limited to no sub-carrier. */
export const changeForJob = (id: string): Sql<ChangeRow> => sql<ChangeRow>`${changed} and h.id = ${id}`

/** A planned change that took effect replaced this value. */
export const finishChange = (id: string, before: unknown): Sql => sql`
  update carrier_setting_change set status = 'DONE', before = nullif(${JSON.stringify(before ?? null)}::jsonb, 'null')
   where mc = app_mc() and id = ${id} and status = 'PLANNED'`

/** Those of these people who work for the carrier. */
export const workingHere = (ids: readonly string[]): Sql<{ id: string }> => sql<{ id: string }>`
  select k.user_id as id from user_carrier k where k.mc = app_mc() and k.active and k.user_id = any(${ids}::uuid[])`
