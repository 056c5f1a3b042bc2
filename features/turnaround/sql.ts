import { inScope } from '#features/authorizations/sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { status } from '#features/authorizations/statuses.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import type { Figures } from './contract.ts'
import type { groupings } from './rules.ts'

type By = (typeof groupings)[number]
/** Figures of one group; of all together where `key` is null. */
export type Counted = Figures & { key: string | null; name: string | null }

const rejected = integers([status.REJECTED, status.REJECTED_NO_PA])
/** Approved or rejected by a person. */
const decided = integers([status.APPROVED, status.REJECTED, status.REJECTED_NO_PA])
/** The line of the log of `a` that brought it where it is. */
const lastMove = sql`(select e.new_status_id, e.at, e.actor_id from authorization_event e
  where e.mc = a.mc and e.authorization_id = a.id and e.new_status_id is not null and e.new_status_id is distinct from e.old_status_id
  order by e.id desc limit 1)`
/** The reopenings of `a`, if any: the line of the first, the instant of the last. */
const reopenings = sql`(select min(e.id) as first_line, max(e.at) as again_at from authorization_event e
  where e.mc = a.mc and e.authorization_id = a.id and e.event_code = ${integer(eventCode.REOPENED)})`
/** What was answered to `a` before it was opened again; nothing where it had been closed without an answer. */
const firstAnswer = sql`(select e.new_status_id, e.at from authorization_event e
  where e.mc = a.mc and e.authorization_id = a.id and e.id < reopened.first_line and e.new_status_id is not null
    and e.new_status_id is distinct from e.old_status_id
  order by e.id desc limit 1)`
/** Whether the log of the request before it in scope (`n`) ends in a grant. */
const granted = (n: Sql): Sql => sql`(select e.new_status_id in (${integers([status.APPROVED, status.DEEMED_APPROVED])})
  from authorization_event e
  where e.mc = r.mc and e.authorization_id = ${n} and e.new_status_id is not null and e.new_status_id is distinct from e.old_status_id
  order by e.id desc limit 1)`
/** Reconsiderations of `r`: those of one request lie on one claim and go three levels deep (T23). */
const [second, third, fourth] = [
  sql`rx_authorization n1 where n1.mc = r.mc and n1.stratus_claim_id = r.stratus_claim_id and n1.original_auth_id = r.id`,
  sql`rx_authorization n2 where n2.mc = r.mc and n2.stratus_claim_id = r.stratus_claim_id and n2.original_auth_id = n1.id`,
  sql`rx_authorization n3 where n3.mc = r.mc and n3.stratus_claim_id = r.stratus_claim_id and n3.original_auth_id = n2.id`,
]
const overturned = sql`exists (select from ${second!} and (${granted(sql`n1.id`)} or exists (select from ${third!} and (${granted(sql`n2.id`)}
  or exists (select from ${fourth!} and ${granted(sql`n3.id`)})))))`

/** Which of the counted requests each figure counts; a time is counted over the decided ones. */
const decidedOnes = sql`kind in ('approved', 'partial', 'denied')`
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
  reopened: sql`kind <> 'cleared' and again_at is not null`,
  medianHours: decidedOnes,
  meanHours: decidedOnes,
  p90Hours: decidedOnes,
  reopenedMedianHours: sql`${decidedOnes} and again_at is not null`,
}
const count = (figure: keyof Figures): Sql => sql`count(*) filter (where ${counts[figure]})::int`
const figures = sql`
  ${count('received')} as received, ${count('decided')} as decided, ${count('approved')} as approved, ${count('partial')} as partial,
  ${count('denied')} as denied, ${count('deemed')} as deemed, ${count('closed')} as closed, ${count('withdrawn')} as withdrawn,
  ${count('merged')} as merged, ${count('open')} as open, ${count('lapsed')} as lapsed, ${count('extended')} as extended,
  ${count('overturned')} as overturned, ${count('cleared')} as cleared, ${count('reopened')} as reopened,
  round(percentile_cont(0.5) within group (order by hours)::numeric, 2)::float8 as "medianHours",
  round(avg(hours)::numeric, 2)::float8 as "meanHours",
  round(percentile_cont(0.9) within group (order by hours)::numeric, 2)::float8 as "p90Hours",
  round(percentile_cont(0.5) within group (order by again_hours)::numeric, 2)::float8 as "reopenedMedianHours"`

const groups: Readonly<Record<By, Sql>> = {
  state: sql`select k.juris_state as key, k.juris_state as name, k.* from counted k`,
  subCarrier: sql`select k.sub_carrier as key, s.name as name, k.* from counted k join sub_carrier s on s.mc = k.mc and s.sub_carrier = k.sub_carrier`,
  // A user in two teams is counted in both; one in none has no team.
  team: sql`select coalesce(v.supervisor_id::text, '') as key, coalesce(u.name, 'No team') as name, k.* from counted k
    left join user_supervision v on v.mc = k.mc and v.member_id = k.person left join app_user u on u.id = v.supervisor_id`,
  week: sql`select w.monday as key, w.monday as name, k.* from period p, counted k
    cross join lateral (select to_char(date_trunc('week', k.received_at at time zone p.zone), 'YYYY-MM-DD') as monday) w`,
  person: sql`select coalesce(k.person::text, '') as key, coalesce(u.name, 'Nobody') as name, k.* from counted k left join app_user u on u.id = k.person`,
}

/** `period … counted`: the requests received in a period (days in the carrier's zone), each with what its log says. */
const countedIn = (from: string, to: string): Sql => sql`
  period as (select m.mc, m.time_zone as zone, ${from}::date::timestamp at time zone m.time_zone as begins,
      (${to}::date + 1)::timestamp at time zone m.time_zone as ends
    from master_carrier m where m.mc = app_mc()),
  r as (
    select a.mc, a.id, a.stratus_claim_id, a.juris_state, a.sub_carrier, a.owner_id, a.quantity, a.days_supply, a.statutory_due_at, a.due_arithmetic,
      a.request_received_at as received_at, -- the instant of the first line of its log
      last.new_status_id as status, last.at as since, last.actor_id, reopened.again_at,
      case when first.new_status_id in (${decided}) then first.at end as answered_at -- before it was opened again
    from period p join rx_authorization a on a.mc = p.mc and ${inScope.fragment} and a.request_received_at >= p.begins
      and a.request_received_at < p.ends and a.status_id >= ${integer(status.PENDING)}
      cross join lateral ${lastMove} last cross join lateral ${reopenings} reopened left join lateral ${firstAnswer} first on true),
  again as (select n.stratus_claim_id as claim from period p
    join rx_authorization n on n.mc = p.mc and n.request_received_at >= p.begins and n.reconsideration_level > 0),
  counted as materialized (
    select r.mc, r.id, r.stratus_claim_id, r.received_at, r.statutory_due_at,
      r.juris_state, r.sub_carrier, case when r.status in (${decided}) then coalesce(r.actor_id, r.owner_id) else r.owner_id end as person,
      case when r.status = ${integer(status.APPROVED)} then case when d.max_days < r.days_supply or d.max_qty < r.quantity then 'partial' else 'approved' end
           when r.status in (${rejected}) then 'denied'
           when r.status in (${integers([status.AUTO_APPROVED, status.BYPASSED])}) then 'cleared'
           when r.status = ${integer(status.DEEMED_APPROVED)} then 'deemed'
           when r.status = ${integer(status.EXPIRED)} then 'closed'
           when r.status = ${integer(status.WITHDRAWN)} then 'withdrawn'
           when r.status = ${integer(status.SUPERSEDED)} then 'merged' else 'open' end as kind,
      r.status = ${integer(status.DEEMED_APPROVED)}
        or r.statutory_due_at < case when r.answered_at is not null then r.answered_at
          when r.status >= ${integer(status.APPROVED)} then r.since else app_now() end as lapsed,
      exists (select from jsonb_array_elements_text(r.due_arithmetic) as line(words) where line.words like 'Extended (%') as extended,
      r.status in (${rejected}) and r.stratus_claim_id in (select again.claim from again) and ${overturned} as overturned,
      r.again_at,
      case when r.status in (${decided}) then extract(epoch from coalesce(r.answered_at, r.since) - r.received_at)::float8 / 3600 end as hours,
      case when r.status in (${decided}) then extract(epoch from r.since - r.again_at)::float8 / 3600 end as again_hours
    from r left join authorization_decision d on d.mc = r.mc and d.authorization_id = r.id and d.undone_at is null)`

/** The figures of the requests received in a period, of each group and of all. */
export const counted = (from: string, to: string, by: By): Sql<Counted> => sql<Counted>`
  with ${countedIn(from, to)}
  select null::text as key, null::text as name, ${figures} from counted
  union all (select key, name, ${figures} from (${groups[by]}) as grouped group by key, name order by name, key)`

/** The time zone of a period's days. */
export const zoneOfCarrier = (): Sql<{ zone: string }> =>
  sql<{ zone: string }>`select m.time_zone as zone from master_carrier m where m.mc = app_mc()`

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
export const requestsOf = (
  of: { from: string; to: string; by: By; figure: keyof Figures; key: string | undefined },
  limit: number,
  offset: number,
): Sql<CountedRequest> => sql<CountedRequest>`
  with ${countedIn(of.from, of.to)},
  chosen as materialized (select distinct on (id) * from (${groups[of.by]}) as grouped
    where ${counts[of.figure]} and ${of.key === undefined ? sql`true` : sql`key = ${of.key}`} order by id),
  shown as (select chosen.*, (select count(*)::int from chosen) as total from chosen order by received_at desc, id limit ${limit} offset ${offset})
  select shown.id, shown.stratus_claim_id, a.reference_number as reference, t.first_name || ' ' || t.last_name as claimant,
    trim(a.drug_name || ' ' || a.strength) as drug, shown.juris_state as state, coalesce(u.name, 'Nobody') as person, shown.received_at,
    shown.statutory_due_at as due_at, shown.kind, shown.hours, shown.total
  from shown join rx_authorization a on a.mc = shown.mc and a.id = shown.id join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
    join claimant t on t.mc = c.mc and t.id = c.claimant_id left join app_user u on u.id = shown.person
  order by shown.received_at desc, shown.id`
