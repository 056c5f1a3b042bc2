import { sql, type Sql } from '#platform/database/sql.ts'
import type { Sign } from './rules.ts'
import { MOST_VIEWS, type ViewRow } from './sql.ts'

export type CarrierViewRow = Omit<ViewRow, 'claims' | 'people' | 'without'> & {
  claim: string
  claim_number: string
  sub_carrier: string
  patient: string
  after_hours: boolean
  case: {
    id: string
    note: string
    openedBy: string
    openedAt: string
    answer: string | null
    closedBy: string | null
    closedAt: string | null
  } | null
  of_sign: Record<Sign, number>
  every: number
}

/** Nights from 8:00 PM to 6:00 AM, and weekends, in the carrier's time zone. */
const afterHours = sql`(extract(isodow from s.at at time zone m.time_zone) >= 6
  or (s.at at time zone m.time_zone)::time < '06:00' or (s.at at time zone m.time_zone)::time >= '20:00')`
const signs: Readonly<Record<Sign, Sql>> = {
  NO_REASON: sql`untied`,
  SAME_NAME: sql`untied and same_name`,
  AFTER_HOURS: sql`after_hours`,
  EXPORT: sql`call ~* 'export'`,
  SSN: sql`call = 'patients.revealSsn'`,
  CASE: sql`"case" is not null`,
}

type Which = { days: number; username: string | null; sign: Sign | undefined; page: number; size: number }
/** A page of the views of single patients in the carrier within these days, with how many of each sign there are. */
export const carrierViews = ({ days, username, sign, page, size }: Which): Sql<CarrierViewRow> => sql<CarrierViewRow>`
  with s as materialized (select v.* from carrier_views(app_now() - make_interval(days => ${days}), ${MOST_VIEWS}) v
    where ${username}::text is null or v.user_id = (select p.id from app_user p where lower(p.username) = lower(${username}::text))),
  tied as materialized (
    select s.id, s.at, s.call, s.ip, s.claim, s.stated, s.user_id, u.name, coalesce(w.roles, '{}') as roles, c.claim_number, c.sub_carrier,
      t.first_name || ' ' || t.last_name as patient, c.owner_id is not distinct from u.id as owns_claim,
      (select o.kind from claim_case_owner o where o.mc = c.mc and o.stratus_claim_id = c.id and o.user_id = u.id) as kind,
      exists (select from authorization_owner o join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id
        where o.mc = c.mc and a.stratus_claim_id = c.id and o.user_id = u.id) as owns_request,
      exists (select from emergency_access g where g.mc = c.mc and g.stratus_claim_id = c.id and g.user_id = u.id
        and s.at between g.granted_at - interval '1 minute' and g.until) as emergency,
      regexp_replace(lower(u.last_name), '[^a-z0-9]', '', 'g') = t.last_folded as same_name, ${afterHours} as after_hours,
      (select jsonb_build_object('id', k.id, 'note', k.note, 'openedBy', b.name, 'openedAt', k.opened_at, 'answer', k.answer,
          'closedBy', e.name, 'closedAt', k.closed_at)
        from access_case k join app_user b on b.id = k.opened_by left join app_user e on e.id = k.closed_by
        where k.mc = c.mc and k.view_id = s.id) as "case"
    from s join wc_claim c on c.mc = app_mc() and c.id = s.claim and app_sees(c.sub_carrier)
      join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = c.mc
      join app_user u on u.id = s.user_id left join user_carrier w on w.mc = c.mc and w.user_id = u.id),
  every as materialized (select tied.*, not (owns_claim or kind is not null or owns_request or emergency) as untied from tied),
  counted as (select count(*)::int as every, jsonb_build_object(
    'NO_REASON', count(*) filter (where ${signs.NO_REASON}), 'SAME_NAME', count(*) filter (where ${signs.SAME_NAME}),
    'AFTER_HOURS', count(*) filter (where ${signs.AFTER_HOURS}), 'EXPORT', count(*) filter (where ${signs.EXPORT}),
    'SSN', count(*) filter (where ${signs.SSN}), 'CASE', count(*) filter (where ${signs.CASE})) as of_sign from every)
  select every.*, counted.every as "every", counted.of_sign, count(*) over ()::int as total from every cross join counted
   where ${sign === undefined ? sql`true` : signs[sign]} order by every.id desc limit ${size} offset ${page * size}`

export type LookedAt = { id: string; claim: string; user_id: string; open: boolean }
/** A view of a patient the caller sees, and whether it has a case. */
export const lookedAt = (viewId: string): Sql<LookedAt> => sql<LookedAt>`
  select v.id, v.claim, v.user_id, exists (select from access_case k where k.mc = app_mc() and k.view_id = v.id) as open
    from carrier_view(${viewId}::bigint) v join wc_claim c on c.mc = app_mc() and c.id = v.claim and app_sees(c.sub_carrier)`
export const insertCase = (of: { id: string; view: LookedAt; note: string; by: string; at: string }): Sql => sql`
  insert into access_case (mc, id, view_id, claim_id, viewer_id, note, opened_by, opened_at)
  values (app_mc(), ${of.id}, ${of.view.id}, ${of.view.claim}, ${of.view.user_id}, ${of.note}, ${of.by}, ${of.at}) on conflict do nothing`

export type CaseFound = { id: string; claim_id: string; viewer_id: string; closed: boolean }
/** A case of a patient the caller sees, locked. */
export const caseOf = (id: string): Sql<CaseFound> => sql<CaseFound>`
  select k.id, k.claim_id, k.viewer_id, k.closed_at is not null as closed from access_case k
    join wc_claim c on c.mc = k.mc and c.id = k.claim_id and app_sees(c.sub_carrier)
   where k.mc = app_mc() and k.id = ${id} for update of k`
export const closeCase = (id: string, answer: string, by: string, at: string): Sql => sql`
  update access_case set answer = ${answer}, closed_by = ${by}, closed_at = ${at} where mc = app_mc() and id = ${id} and closed_at is null`
