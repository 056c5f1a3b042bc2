import { drugNamed } from '#features/authorizations/drug-named-sql.ts'
import { every, sql, type Sql } from '#platform/database/sql.ts'
import type { Figures } from './contract.ts'
import type { groupings } from './rules.ts'

type By = (typeof groupings)[number]
/** Figures of one group; of all together where `key` is null. */
export type Counted = Figures & { key: string | null; name: string | null }

const decidedOnes = sql`kind in ('approved', 'partial', 'denied')`
/** Which of the counted requests each figure counts; a time is counted over the decided ones. */
const counts: Readonly<Record<keyof Figures, Sql>> = {
  received: sql`kind <> 'cleared'`,
  decided: decidedOnes,
  approved: sql`kind = 'approved'`,
  partial: sql`kind = 'partial'`,
  denied: sql`kind = 'denied'`,
  deemed: sql`kind = 'deemed'`,
  closed: sql`kind = 'closed'`,
  withdrawn: sql`kind = 'withdrawn'`,
  merged: sql`kind = 'merged'`,
  open: sql`kind = 'open'`,
  lapsed: sql`kind <> 'cleared' and lapsed`,
  extended: sql`kind <> 'cleared' and extended`,
  overturned: sql`kind = 'denied' and overturned`,
  cleared: sql`kind = 'cleared'`,
  reopened: sql`kind <> 'cleared' and reopened`,
  medianHours: decidedOnes,
  meanHours: decidedOnes,
  p90Hours: decidedOnes,
  reopenedMedianHours: sql`${decidedOnes} and reopened`,
}

/** The days of a period, in the carrier's zone, and the Mondays its weeks begin on. */
const periodOf = (from: string, to: string): Sql => sql`
  period as (select m.mc, m.time_zone as zone, app_now() as now, ${from}::date::timestamp at time zone m.time_zone as begins,
      (${to}::date + 1)::timestamp at time zone m.time_zone as ends, date_trunc('week', ${from}::date::timestamp) as monday,
      (select array_agg(d at time zone m.time_zone order by d)
        from generate_series(date_trunc('week', ${from}::date::timestamp), ${to}::date::timestamp, interval '7 days') d) as mondays
    from master_carrier m where m.mc = app_mc())`
/** The requests received in it (`t`), as `request_turnaround` has them. */
const received = sql`period p join request_turnaround t on t.mc = p.mc and t.received_at >= p.begins and t.received_at < p.ends
  and case when (select app_sees_all()) then true else t.sub_carrier = any ((select app_subs())::text[]) end`
/** Whether its due time was missed: an open one that was never answered by the clock. */
const lapsed = sql`coalesce(t.lapsed, t.due_at < p.now)`

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
    of: sql`width_bucket(t.received_at, p.mondays)`,
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
const quantiles = sql`percentile_cont(array[0.5, 0.9]) within group (order by k.hours) as hours,
  percentile_cont(0.5) within group (order by k.again_hours) as again`

/**
 * The figures of the requests received in a period, of each group and of all. Requests are counted once, by what they are
 * grouped by and what became of them; the figures add those counts up. Times alone are read request by request.
 */
export function counted(from: string, to: string, by: By): Sql<Counted> {
  const { of, names, key, name } = groups[by]
  return sql<Counted>`
  with ${periodOf(from, to)},
  k as materialized (select ${of} as part, t.kind, ${lapsed} as lapsed, t.extended, t.overturned, t.reopened,
      count(*) as many, sum(t.hours) as hours from ${received} group by 1, 2, 3, 4, 5, 6),
  timed as materialized (select ${of} as part, t.hours, t.again_hours from ${received} where t.hours is not null),
  grouped as (select ${key} as key, ${name} as name, ${figures}, ${meanHours} as "meanHours" from k ${names} group by 1, 2),
  of_groups as (select ${key} as key, ${quantiles} from timed k ${names} group by 1),
  of_all as (select ${quantiles} from timed k),
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
  const chosen = sql`(select t.mc, t.id, t.person, t.received_at, t.due_at, t.kind, ${lapsed} as lapsed, t.extended, t.overturned, t.reopened, t.hours
    from ${received} where ${every(key === undefined ? [] : [ofGroup(by, key)])}) as k where ${counts[figure]}`
  return sql<CountedRequest>`
  with ${periodOf(from, to)}${week},
  shown as materialized (select * from ${chosen} order by received_at desc, id limit ${limit} offset ${offset})
  select shown.id, a.stratus_claim_id, a.reference_number as reference, c.first_name || ' ' || c.last_name as claimant,
    ${drugNamed} as drug, a.juris_state as state, coalesce(u.name, 'Nobody') as person, shown.received_at,
    shown.due_at, shown.kind, shown.hours, (select count(*)::int from ${chosen}) as total
  from shown join rx_authorization a on a.mc = shown.mc and a.id = shown.id join wc_claim w on w.mc = a.mc and w.id = a.stratus_claim_id
    join claimant c on c.mc = w.mc and c.id = w.claimant_id left join app_user u on u.id = shown.person
  order by shown.received_at desc, shown.id`
}
