import { drugNamed } from '#features/authorizations/drug-named-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { answeredToday } from '#features/authorizations/hand-over-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import type { CallMade } from './prescriber-calls.ts'

const WITH_PHARMACIST = integer(status.PENDING_CLINICAL)
const CALLED = integer(eventCode.PRESCRIBER_CALLED)

const PHARMACISTS = sql`'{clinical_pharmacist,override_all_edit_clinical}'::text[]`
const READERS = sql`'{read_only,prog_special}'::text[]`
/** The caller is a pharmacist; who is none reads nothing of these. */
const asPharmacist = sql`exists (select from user_carrier i where i.mc = app_mc() and i.user_id = app_user() and i.roles && ${PHARMACISTS}
  and not i.roles && ${READERS})`

type PrescriberCallRow = CallMade & {
  stratus_claim_id: string
  authorizationId: string
  claimantName: string
  drugName: string
  prescriberName: string
  phone: string | null
  byName: string
  calls: number
}
/** The last call to the prescriber of each question that is the caller's or nobody's; of one that reached the prescriber, today's. */
export const prescriberCalls = (): Sql<PrescriberCallRow> => sql<PrescriberCallRow>`
  select a.stratus_claim_id, a.id as "authorizationId", trim(t.first_name || ' ' || t.last_name) as "claimantName", ${drugNamed} as "drugName",
    coalesce(q.first_name || ' ' || q.last_name || ', ' || q.credential, a.prescriber_npi) as "prescriberName", nullif(q.phone, '') as phone,
    k.outcome, k.at, k."backAt", k."byName", k.calls
  from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
    left join practitioner q on q.npi = a.prescriber_npi
    cross join lateral (select e.at, e.actor_name as "byName", e.detail ->> 'outcome' as outcome, e.detail ->> 'backAt' as "backAt",
        count(*) over ()::int as calls
      from authorization_event e where e.mc = a.mc and e.authorization_id = a.id and e.event_code = ${CALLED}
        and e.at >= coalesce(a.pharmacist_asked_at, a.request_received_at)
      order by e.id desc limit 1) k
  where ${inScope.fragment} and a.status_id = ${WITH_PHARMACIST} and (a.taken_by is null or a.taken_by = app_user())
    and ${asPharmacist} and (k.outcome <> 'REACHED' or k.at >= (select (app_now() at time zone app_zone())::date::timestamp at time zone app_zone()))
  order by k.at desc, a.id limit 100`

type OnDutyRow = {
  userId: string
  name: string
  /** May clear every code a pharmacist may. */
  senior: boolean
  taken: number
  answeredToday: number
  /** When they are back; null where they are at work. */
  awayUntil: string | null
  /** Who stands in, in order. */
  standIns: string[]
  /** When they leave, of the next days. */
  awayFrom: string | null
}
/** Days ahead in which a time off is said. */
const AHEAD = 7
/** The pharmacists of the carrier who share a sub-carrier with the caller: what each has and did today, and when they are away. */
export const onDuty = (): Sql<OnDutyRow> => sql<OnDutyRow>`
  with taken as materialized (select a.taken_by from rx_authorization a
      where ${inScope.fragment} and a.status_id = ${WITH_PHARMACIST} and a.taken_by is not null),
    answered as materialized (select (select e.actor_id from authorization_event e where e.mc = a.mc and e.authorization_id = a.id
        and e.old_status_id = ${WITH_PHARMACIST} and e.new_status_id is distinct from e.old_status_id order by e.id desc limit 1) as by
      from rx_authorization a where ${inScope.fragment} and ${answeredToday})
  select u.id as "userId", u.name, w.roles && '{override_all_edit_clinical}' as senior,
    (select count(*)::int from taken x where x.taken_by = u.id) as taken,
    (select count(*)::int from answered x where x.by = u.id) as "answeredToday", f.end_at as "awayUntil",
    coalesce((select array_agg(d.name order by x.place) from unnest(f.delegates) with ordinality x(id, place) join app_user d on d.id = x.id
      where d.status = 'ACTIVE'), '{}') as "standIns",
    (select n.start_at from out_of_office n where n.mc = w.mc and n.user_id = w.user_id and n.start_at > app_now()
      and n.start_at < app_now() + make_interval(days => ${integer(AHEAD)}) order by n.start_at limit 1) as "awayFrom"
  from user_carrier w join app_user u on u.id = w.user_id
    left join lateral (select o.end_at, o.delegates from out_of_office o where o.mc = w.mc and o.user_id = w.user_id
      and app_now() >= o.start_at and app_now() < o.end_at limit 1) f on true
  where w.mc = app_mc() and w.active and u.status = 'ACTIVE' and w.roles && ${PHARMACISTS} and not w.roles && ${READERS}
    and ${asPharmacist} and (w.sub_carriers is null or exists (select from unnest(w.sub_carriers) s where app_sees(s)))
  order by u.id <> app_user(), f.end_at is not null, u.last_name, u.first_name, u.id limit 50`
