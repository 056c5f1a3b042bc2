import { drugNamed } from '#features/authorizations/drug-named-sql.ts'
import { every, integer, sql, type Sql } from '#platform/database/sql.ts'
import { outcomes, type Figures } from './contract.ts'
import type { groupings } from './rules.ts'

type By = (typeof groupings)[number]
/** Figures of one group; of all together where `key` is null. */
export type Counted = Figures & { key: string | null; name: string | null }

/** Outcomes are numbered in their order, from 1 (database/migrations/0820-outcomes-as-numbers.sql). */
const numberOf = (outcome: (typeof outcomes)[number]): Sql => integer(outcomes.indexOf(outcome) + 1)
const isOf = (outcome: (typeof outcomes)[number]): Sql => sql`outcome / 8 = ${numberOf(outcome)}`
const [extended, overturned, reopened] = [sql`outcome & 1 > 0`, sql`outcome & 2 > 0`, sql`outcome & 4 > 0`]
const received = sql`outcome / 8 < ${numberOf('cleared')}`
const decided = sql`outcome / 8 <= ${numberOf('denied')}`
/** Which of the counted requests each figure counts; a time is counted over the decided ones. */
const counts: Readonly<Record<keyof Figures, Sql>> = {
  received,
  decided,
  approved: isOf('approved'),
  partial: isOf('partial'),
  denied: isOf('denied'),
  deemed: isOf('deemed'),
  closed: isOf('closed'),
  withdrawn: isOf('withdrawn'),
  merged: isOf('merged'),
  open: isOf('open'),
  lapsed: sql`${received} and late`,
  extended: sql`${received} and ${extended}`,
  overturned: sql`${isOf('denied')} and ${overturned}`,
  cleared: isOf('cleared'),
  reopened: sql`${received} and ${reopened}`,
  medianHours: decided,
  meanHours: decided,
  p90Hours: decided,
  reopenedMedianHours: sql`${decided} and ${reopened}`,
}

/** The days of a period, in the carrier's zone, and the Mondays its weeks begin on. */
const periodOf = (from: string, to: string): Sql => sql`
  period as materialized (select m.mc, m.time_zone as zone, app_now() as now, ${from}::date::timestamp at time zone m.time_zone as begins,
      (${to}::date + 1)::timestamp at time zone m.time_zone as ends, date_trunc('week', ${from}::date::timestamp) as monday,
      (select array_agg(d at time zone m.time_zone order by d)
        from generate_series(date_trunc('week', ${from}::date::timestamp), ${to}::date::timestamp, interval '7 days') d) as mondays
    from master_carrier m where m.mc = app_mc())`
/** The requests received in it (`t`), as `request_turnaround` has them. */
const ofPeriod = sql`request_turnaround t where t.mc = app_mc() and t.received_at >= (select p.begins from period p)
  and t.received_at < (select p.ends from period p) and case when (select app_sees_all()) then true else t.sub_carrier = any ((select app_subs())::text[]) end`
/** Whether its due time was missed: one that was never answered, by the clock. */
const late = sql`t.late_at < (select p.now from period p)`

/** `of`: what requests (`t`) are first counted by; `names`: key and name of the groups those counts (`k`) belong to. */
const groups: Readonly<Record<By, { of: Sql; names: Sql; key: Sql; name: Sql }>> = {
  state: { of: sql`t.juris_state`, names: sql``, key: sql`k.part`, name: sql`k.part` },
  subCarrier: {
    of: sql`t.sub_carrier`,
    names: sql`join sub_carrier s on s.mc = app_mc() and s.sub_carrier = k.part`,
    key: sql`k.part`,
    name: sql`s.name`,
  },
  // A user in two teams is counted in both; one in none has no team.
  team: {
    of: sql`t.person`,
    names: sql`left join user_supervision v on v.mc = app_mc() and v.member_id = k.part left join app_user u on u.id = v.supervisor_id`,
    key: sql`coalesce(v.supervisor_id::text, '')`,
    name: sql`coalesce(u.name, 'No team')`,
  },
  week: {
    of: sql`width_bucket(t.received_at, (select p.mondays from period p))`,
    names: sql`cross join period w cross join lateral (select to_char(w.monday + (k.part - 1) * interval '7 days', 'YYYY-MM-DD') as day) d`,
    key: sql`d.day`,
    name: sql`d.day`,
  },
  person: {
    of: sql`t.person`,
    names: sql`left join app_user u on u.id = k.part`,
    key: sql`coalesce(k.part::text, '')`,
    name: sql`coalesce(u.name, 'Nobody')`,
  },
}

const count = (figure: keyof Figures): Sql => sql`coalesce(sum(many) filter (where ${counts[figure]}), 0)::int`
const figures = sql`
  ${count('received')} as received, ${count('decided')} as decided, ${count('approved')} as approved, ${count('partial')} as partial,
  ${count('denied')} as denied, ${count('deemed')} as deemed, ${count('closed')} as closed, ${count('withdrawn')} as withdrawn,
  ${count('merged')} as merged, ${count('open')} as open, ${count('lapsed')} as lapsed, ${count('extended')} as extended,
  ${count('overturned')} as overturned, ${count('cleared')} as cleared, ${count('reopened')} as reopened`
const rounded = (hours: Sql): Sql => sql`round((${hours})::numeric, 2)::float8`
const meanHours = rounded(sql`sum(hours) / nullif(sum(many) filter (where hours is not null), 0)`)
const times = sql`${rounded(sql`x.hours[1]`)} as "medianHours", means."meanHours", ${rounded(sql`x.hours[2]`)} as "p90Hours",
  ${rounded(sql`x.again`)} as "reopenedMedianHours"`
const quantiles = sql`percentile_cont(array[0.5, 0.9]) within group (order by x.hours) as hours,
  percentile_cont(0.5) within group (order by x.again) as again`

/**
 * The figures of the requests received in a period, of each group and of all. Requests are read once: counted by what they are
 * grouped by and what became of them, their times gathered. The figures add those counts up and put those times in order.
 */
export function counted(from: string, to: string, by: By): Sql<Counted> {
  const { of, names, key, name } = groups[by]
  return sql<Counted>`
  with ${periodOf(from, to)},
  k as materialized (select ${of} as part, t.outcome, ${late} as late, count(*) as many, sum(t.hours) as hours,
      array_agg(t.hours) filter (where t.hours is not null) as times, array_agg(t.again_hours) filter (where t.again_hours is not null) as again
    from ${ofPeriod} group by 1, 2, 3),
  grouped as (select ${key} as key, ${name} as name, ${figures}, ${meanHours} as "meanHours" from k ${names} group by 1, 2),
  of_groups as (select g.key, ${quantiles} from (select ${key} as key, k.times, k.again from k ${names} where k.times is not null order by 1) g
    cross join lateral unnest(g.times, g.again) as x (hours, again) group by 1),
  of_all as (select ${quantiles} from (select unnest(k.times) as hours, unnest(k.again) as again from k) x),
  whole as (select ${figures}, ${meanHours} as "meanHours" from k)
  select null::text as key, null::text as name, means.received, means.decided, means.approved, means.partial, means.denied, means.deemed,
      means.closed, means.withdrawn, means.merged, means.open, means.lapsed, means.extended, means.overturned, means.cleared, means.reopened, ${times}
    from whole means cross join of_all x
  union all (select means.key, means.name, means.received, means.decided, means.approved, means.partial, means.denied, means.deemed,
      means.closed, means.withdrawn, means.merged, means.open, means.lapsed, means.extended, means.overturned, means.cleared, means.reopened, ${times}
    from grouped means left join of_groups x on x.key = means.key order by means.name, means.key)`
}

/** The time zone of a period's days. */
export const zoneOfCarrier = (): Sql<{ zone: string }> =>
  sql<{ zone: string }>`select m.time_zone as zone from master_carrier m where m.mc = app_mc()`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** That a request (`t`) belongs to the group of a key: conditions an index begins with. */
function ofGroup(by: By, key: string): Sql {
  const nobody = key === ''
  if (!nobody && (by === 'team' || by === 'person') && !uuid.test(key)) return sql`false`
  switch (by) {
    case 'state':
      return sql`t.juris_state = ${key}`
    case 'subCarrier':
      return sql`t.sub_carrier = ${key}`
    case 'person':
      return nobody ? sql`t.person is null` : sql`t.person = ${key}::uuid`
    case 'team':
      return nobody
        ? sql`not exists (select from user_supervision v where v.mc = t.mc and v.member_id = t.person)`
        : sql`t.person in (select v.member_id from user_supervision v where v.mc = app_mc() and v.supervisor_id = ${key}::uuid)`
    case 'week':
      return sql`t.received_at >= (select w.begins from week w) and t.received_at < (select w.ends from week w)`
  }
}
/** The name of the group of a key, of those of this carrier that its figures may have. */
export function groupNamed(by: By, key: string | undefined): Sql<{ name: string }> {
  const people = by === 'team' || by === 'person'
  if (key === undefined || (people && key !== '' && !uuid.test(key))) return sql`select '' as name where false`
  if (people && key === '') return by === 'team' ? sql`select 'No team' as name` : sql`select 'Nobody' as name`
  switch (by) {
    case 'state':
    case 'week':
      return sql`select ${key}::text as name`
    case 'subCarrier':
      return sql`select s.name from sub_carrier s where s.mc = app_mc() and s.sub_carrier = ${key} and app_sees(s.sub_carrier)`
    case 'person':
      return sql`select u.name from app_user u where u.id = ${key}::uuid
        and exists (select from request_turnaround t where t.mc = app_mc() and t.person = u.id and app_sees(t.sub_carrier))`
    case 'team':
      return sql`select u.name from app_user u where u.id = ${key}::uuid
        and exists (select from user_supervision v where v.mc = app_mc() and v.supervisor_id = u.id)`
  }
}
/** The week of a key, if the period has it. */
const weekOf = (key: string): Sql => sql`
  week as (select d at time zone p.zone as begins, (d + interval '7 days') at time zone p.zone as ends
    from period p, generate_series(p.monday, p.monday + array_length(p.mondays, 1) * interval '7 days', interval '7 days') d
    where to_char(d, 'YYYY-MM-DD') = ${key})`

export type CountedRequest = {
  id: string
  stratus_claim_id: string
  reference: string
  claimant: string
  drug: string
  state: string
  person: string
  received_at: string
  due_at: string
  kind: string
  hours: number | null
  total: number
}
/** The requests one figure counts, of one group or of all, the latest received first. */
export function requestsOf(
  of: { from: string; to: string; by: By; figure: keyof Figures; key: string | undefined },
  limit: number,
  offset: number,
): Sql<CountedRequest> {
  const { from, to, by, figure, key } = of
  const week = by === 'week' && key !== undefined ? sql`, ${weekOf(key)}` : sql``
  const chosen = sql`(select t.mc, t.id, t.received_at, t.outcome, ${late} as late
    from ${ofPeriod} and ${every(key === undefined ? [] : [ofGroup(by, key)])}) as k where ${counts[figure]}`
  return sql<CountedRequest>`
  with ${periodOf(from, to)}${week},
  shown as materialized (select * from ${chosen} order by received_at desc, id limit ${limit} offset ${offset})
  select t.id, a.stratus_claim_id, a.reference_number as reference, c.first_name || ' ' || c.last_name as claimant,
    ${drugNamed} as drug, a.juris_state as state, coalesce(u.name, 'Nobody') as person, t.received_at,
    t.due_at, t.kind, t.hours, (select count(*)::int from ${chosen}) as total
  from shown join request_turnaround t on t.mc = shown.mc and t.id = shown.id join rx_authorization a on a.mc = t.mc and a.id = t.id
    join wc_claim w on w.mc = a.mc and w.id = a.stratus_claim_id
    join claimant c on c.mc = w.mc and c.id = w.claimant_id left join app_user u on u.id = t.person
  order by shown.received_at desc, shown.id`
}
