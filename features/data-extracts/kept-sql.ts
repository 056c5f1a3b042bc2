import { roles } from '#features/permissions/roles.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { Cadence, Period } from './schedule-rules.ts'

// What users keep: data_extract_preset, data_extract_schedule and its files, data_extract_delivery.

/** Programs the caller extracts from now: what is kept about others is not shown. */
const programs = sql`(select unnest(w.data_extract_sub_carriers) from user_carrier w where w.mc = app_mc() and w.user_id = app_user())`

export type PresetRow = {
  id: string
  name: string
  shared: boolean
  mine: boolean
  by: string
  sub_carrier: string
  area: string
  encrypted: string
}
export const presets = (): Sql<PresetRow> => sql<PresetRow>`
  select p.id, p.name, p.shared, p.user_id = app_user() as mine, u.name as by, p.sub_carrier, p.area, p.encrypted
    from data_extract_preset p join app_user u on u.id = p.user_id
   where p.mc = app_mc() and app_sees(p.sub_carrier) and p.sub_carrier in ${programs} and (p.shared or p.user_id = app_user())
   order by p.user_id <> app_user(), p.name, p.id limit 200`
/** How many presets and schedules the caller has. */
export const kept = (name: string): Sql<{ presets: number; schedules: number; zone: string }> => sql<{
  presets: number
  schedules: number
  zone: string
}>`
  select (select count(*)::int from data_extract_preset p where p.mc = app_mc() and p.user_id = app_user() and p.name <> ${name}) as presets,
    (select count(*)::int from data_extract_schedule s where s.mc = app_mc() and s.user_id = app_user() and s.state <> 'REMOVED') as schedules,
    m.time_zone as zone from master_carrier m where m.mc = app_mc()`
type KeptPreset = {
  id: string
  name: string
  shared: boolean
  program: string
  area: string
  encrypted: string
  at: string
}
export const keepPreset = (of: KeptPreset): Sql => sql`
  insert into data_extract_preset (mc, id, user_id, sub_carrier, area, name, shared, encrypted, changed_at)
  values (app_mc(), ${of.id}, app_user(), ${of.program}, ${of.area}, ${of.name}, ${of.shared}, ${of.encrypted}, ${of.at})
  on conflict (mc, user_id, name) do update set sub_carrier = excluded.sub_carrier, area = excluded.area, shared = excluded.shared,
    encrypted = excluded.encrypted, changed_at = excluded.changed_at`
export const ownPreset = (id: string | null, name: string | null): Sql<{ id: string }> => sql<{ id: string }>`
  select p.id from data_extract_preset p
   where p.mc = app_mc() and app_sees(p.sub_carrier) and p.user_id = app_user() and (p.id = ${id}::uuid or p.name = ${name}::text)`
export const removePreset = (id: string): Sql =>
  sql`delete from data_extract_preset where mc = app_mc() and user_id = app_user() and id = ${id}`

export type ScheduleRow = {
  id: string
  name: string
  sub_carrier: string
  area: string
  cadence: Cadence
  day: number
  hour: number
  period: Period
  state: 'ACTIVE' | 'PAUSED'
  why: string | null
  next_at: string
  zone: string
  due_at: string | null
  delivery: 'WAITING' | 'WRITTEN' | 'FINISHED' | 'FAILED'
  file: string
  rows: number | null
  delivery_why: string | null
  support_id: string | null
  tries: number
  next_try_at: string | null
}
export const schedules = (id: string | null = null): Sql<ScheduleRow> => sql<ScheduleRow>`
  select s.id, s.name, s.sub_carrier, s.area, s.cadence, s.day, s.hour, s.period, s.state, s.why, s.next_at, m.time_zone as zone,
    d.due_at, d.state as delivery, d.file, d.rows, d.why as delivery_why, d.support_id, d.tries, d.next_try_at
    from data_extract_schedule s join master_carrier m on m.mc = s.mc left join lateral (
      select * from data_extract_delivery d where d.mc = s.mc and d.schedule_id = s.id order by d.due_at desc limit 1) d on true
   where s.mc = app_mc() and app_sees(s.sub_carrier) and s.user_id = app_user() and s.state <> 'REMOVED' and (${id}::uuid is null or s.id = ${id}::uuid)
   order by s.created_at, s.id`
export type RunRow = Pick<ScheduleRow, 'file' | 'rows' | 'support_id'> & {
  due_at: string
  state: ScheduleRow['delivery']
  why: string | null
  tries: number
  next_try_at: string | null
  ended_at: string | null
}
/** An own schedule, locked, and whether a file of it is being made. */
export const holdOwn = (id: string) => sql<Pick<ScheduleRow, 'id' | 'sub_carrier' | 'area'> & { making: boolean }>`
  select s.id, s.sub_carrier, s.area, exists (select from data_extract_delivery d
      where d.mc = s.mc and d.schedule_id = s.id and d.state in ('WAITING', 'WRITTEN')) as making
    from data_extract_schedule s
   where s.mc = app_mc() and app_sees(s.sub_carrier) and s.user_id = app_user() and s.state <> 'REMOVED' and s.id = ${id} for update of s`
/** The latest files of an own schedule. */
export const runs = (scheduleId: string, most: number): Sql<RunRow> => sql<RunRow>`
  select d.due_at, d.state, d.file, d.rows, d.why, d.support_id, d.tries, d.next_try_at, d.ended_at
    from data_extract_delivery d join data_extract_schedule s on s.mc = d.mc and s.id = d.schedule_id
   where d.mc = app_mc() and app_sees(s.sub_carrier) and s.user_id = app_user() and s.state <> 'REMOVED' and s.id = ${scheduleId}
   order by d.due_at desc limit ${most}`
/** When the first of the files was due that failed since the last one that was delivered. */
export const missedSince = (scheduleId: string): Sql<{ at: string | null }> => sql<{ at: string | null }>`
  select min(d.due_at) as at from data_extract_delivery d join data_extract_schedule s on s.mc = d.mc and s.id = d.schedule_id
   where d.mc = app_mc() and app_sees(s.sub_carrier) and s.user_id = app_user() and s.id = ${scheduleId} and d.state = 'FAILED'
     and not exists (select from data_extract_delivery f
       where f.mc = d.mc and f.schedule_id = d.schedule_id and f.state = 'FINISHED' and f.due_at > d.due_at)`
export const zone = (): Sql<{ zone: string }> => sql<{ zone: string }>`
  select m.time_zone as zone from master_carrier m where m.mc = app_mc()`
type NewSchedule = {
  id: string
  program: string
  area: string
  name: string
  encrypted: string
  cadence: Cadence
  day: number
  hour: number
  period: Period
  nextAt: string
  at: string
}
export const addSchedule = (of: NewSchedule): Sql => sql`
  insert into data_extract_schedule (mc, id, user_id, sub_carrier, area, name, encrypted, cadence, day, hour, period, next_at, created_at)
  values (app_mc(), ${of.id}, app_user(), ${of.program}, ${of.area}, ${of.name}, ${of.encrypted}, ${of.cadence}, ${of.day}, ${of.hour},
    ${of.period}, ${of.nextAt}, ${of.at})`
export const setSchedule = (id: string, state: 'ACTIVE' | 'PAUSED' | 'REMOVED', nextAt: string): Sql => sql`
  update data_extract_schedule set state = ${state}, why = null, failures = 0, next_at = ${nextAt}
   where mc = app_mc() and user_id = app_user() and id = ${id} and state <> 'REMOVED'`

// The clock and the job, which work for every user of the carrier.

export const due = (now: string, limit: number): Sql<{ mc: string; id: string }> => sql<{ mc: string; id: string }>`
  select mc, id from due_extracts(${limit}, ${now})`
export type DueRow = Pick<ScheduleRow, 'id' | 'sub_carrier' | 'area' | 'cadence' | 'day' | 'hour' | 'next_at' | 'zone'>
export const holdDue = (id: string, now: string): Sql<DueRow> => sql<DueRow>`
  select s.id, s.sub_carrier, s.area, s.cadence, s.day, s.hour, s.next_at, m.time_zone as zone
    from data_extract_schedule s join master_carrier m on m.mc = s.mc
   where s.mc = app_mc() and s.id = ${id} and s.state = 'ACTIVE' and s.next_at <= ${now} for update of s skip locked`
export const insertDelivery = (of: {
  id: string
  scheduleId: string
  dueAt: string
  program: string
  file: string
  missedSince: string | null
}): Sql => sql`
  insert into data_extract_delivery (mc, id, schedule_id, due_at, sub_carrier, file, missed_since)
  values (app_mc(), ${of.id}, ${of.scheduleId}, ${of.dueAt}, ${of.program}, ${of.file}, ${of.missedSince})`
export const setNext = (id: string, nextAt: string): Sql =>
  sql`update data_extract_schedule set next_at = ${nextAt} where mc = app_mc() and id = ${id}`

export type DeliveryRow = {
  schedule_id: string
  due_at: string
  /** When the first file was due whose rows this one has too. */
  missed_since: string | null
  file: string
  state: 'WAITING' | 'WRITTEN' | 'FINISHED' | 'FAILED'
  tries: number
  next_try_at: string | null
  rows: number | null
  support_id: string | null
  name: string
  encrypted: string
  period: Period
  schedule_state: 'ACTIVE' | 'PAUSED' | 'REMOVED'
  failures: number
  user_id: string
  owner: string
  zone: string
  /** Whether its owner may still extract from its program: somebody without a role reads nothing of a patient. */
  allowed: boolean
}
export const holdDelivery = (id: string): Sql<DeliveryRow> => sql<DeliveryRow>`
  select d.schedule_id, d.due_at, d.missed_since, d.file, d.state, d.tries, d.next_try_at, d.rows, d.support_id, s.name, s.encrypted, s.period,
    s.state as schedule_state, s.failures, s.user_id, u.name as owner, m.time_zone as zone,
    u.status <> 'DISABLED' and w.active and exists (select from unnest(w.roles) r where lower(btrim(r)) = any (${roles}))
      and s.sub_carrier = any (w.data_extract_sub_carriers)
      and (w.sub_carriers is null or s.sub_carrier = any (w.sub_carriers))
      and exists (select from sub_carrier p where p.mc = s.mc and p.sub_carrier = s.sub_carrier and p.status = 'ACTIVE') as allowed
    from data_extract_delivery d join data_extract_schedule s on s.mc = d.mc and s.id = d.schedule_id join master_carrier m on m.mc = d.mc
      join app_user u on u.id = s.user_id join user_carrier w on w.mc = s.mc and w.user_id = s.user_id
   where d.mc = app_mc() and d.id = ${id} for update of d, s`
/** A try has begun. */
export const tried = (id: string, tries: number, supportId: string): Sql => sql`
  update data_extract_delivery set tries = ${tries}, next_try_at = null, support_id = ${supportId} where mc = app_mc() and id = ${id}`
/** The file is whole; nothing where another try took over. */
export const written = (id: string, tries: number, rows: number): Sql<{ id: string }> => sql<{ id: string }>`
  update data_extract_delivery set state = 'WRITTEN', rows = ${rows}
   where mc = app_mc() and id = ${id} and state = 'WAITING' and tries = ${tries} returning id`
export const finished = (id: string, now: string): Sql => sql`
  update data_extract_delivery set state = 'FINISHED', why = null, next_try_at = null, ended_at = ${now} where mc = app_mc() and id = ${id}`
/** A try failed: there is another at `nextTryAt`, or the file has failed now. */
export const failed = (id: string, why: string, now: string | null, nextTryAt: string | null): Sql => sql`
  update data_extract_delivery set why = ${why}, next_try_at = ${nextTryAt}, ended_at = ${now},
    state = case when ${now}::timestamptz is null then state else 'FAILED' end
   where mc = app_mc() and id = ${id}`
export const setFailures = (scheduleId: string, failures: number, paused: string | null): Sql => sql`
  update data_extract_schedule set failures = ${failures}, why = coalesce(${paused}, why),
    state = case when ${paused}::text is not null and state = 'ACTIVE' then 'PAUSED' else state end
   where mc = app_mc() and id = ${scheduleId}`
