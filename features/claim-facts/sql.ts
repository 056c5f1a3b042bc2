import { eventCode } from '#features/authorizations/events.ts'
import { openStatuses, status } from '#features/authorizations/statuses.ts'
import { canBeFilled } from '#features/callbacks/sql.ts'
import { factColumns, type FactBase } from '#features/eligibility/claim-fact-sql.ts'
import { livePriorAuth } from '#features/prior-auths/sql.ts'
import { flag, placeOf } from '#features/settings/columns.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import { deferralReason } from '#reference/rejection-reasons.ts'
import type { Hold } from './holding.ts'
import type { Approval } from './rests-on.ts'

const inScope = sql`c.mc = app_mc() and app_sees(c.sub_carrier)`
const open = integers(openStatuses)
/** Today where the carrier is. */
const today = (now: string): Sql => sql`(${now}::timestamptz at time zone m.time_zone)::date`

export type FactsFound = FactBase & {
  juris_state: string
  nature_code: number | null
  first_responder: boolean
  /** Approvals that let fills through today or later. */
  approvals: Approval[]
  holds: Hold[]
  today: string
  zone: string
  owner_id: string | null
  edit_off: boolean
  open_requests: number
  /** All claims of the person: a death is of all of them. */
  claims: string[]
}
const approvals = (now: string): Sql => sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'authorization_id', p.authorization_id, 'auth_status', a.status_id,
      'override_ref', p.override_ref, 'drug_name', p.drug_name, 'gpi_prefix', p.gpi_prefix, 'prescriber_npi', p.prescriber_npi,
      'codes_cleared', p.codes_cleared, 'max_days', p.max_days_per_fill,
      'fills_left', case when p.one_time or p.max_fills is not null
        then greatest(0, case when p.one_time then 1 else p.max_fills end - p.fills_used) end,
      'by_silence', p.supersedes_id is null and coalesce(a.status_id = ${integer(status.DEEMED_APPROVED)}, false),
      'received_at', coalesce(a.request_received_at, p.created_at), 'pharmacy_nabp', a.pharmacy_nabp,
      'waiting', coalesce((select k.status_id in ${canBeFilled} from pharmacy_callback k where k.mc = p.mc
        and k.authorization_id = p.authorization_id order by k.created_at desc limit 1), false),
      'merged', coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'nabp', g.pharmacy_nabp) order by g.id) from rx_authorization g
        where g.mc = p.mc and g.superseded_by = p.authorization_id), '[]')) order by p.start_date, p.id)
    from prior_auth p left join rx_authorization a on a.mc = p.mc and a.id = p.authorization_id
    where p.mc = c.mc and p.stratus_claim_id = c.id and p.kind = 'PERMIT' and p.status_id in ${livePriorAuth}
      and p.end_date >= ${today(now)}), '[]')`
const columns = (now: string): Sql => sql`${factColumns}, ${today(now)} as today, m.time_zone as zone, c.owner_id,
  c.juris_state, c.nature_code, c.first_responder, ${approvals(now)} as approvals,
  coalesce((select jsonb_agg(jsonb_build_object('fact_id', h.fact_id, 'until', h.until, 'reason', h.reason, 'asked_by', h.asked_by,
      'asked_by_name', h.asked_by_name, 'agreed_by_name', h.agreed_by_name) order by h.asked_at, h.fact_id)
    from claim_fact_hold h where h.mc = c.mc and h.stratus_claim_id = c.id), '[]') as holds,
  ${flag('edit_patient_mc_disabled', false, placeOf(sql`c`))} as edit_off,
  (select count(*)::int from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id in (${open})) as open_requests,
  array(select k.id from wc_claim k where k.mc = c.mc and k.claimant_id = c.claimant_id order by k.id) as claims`
const from = sql`from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = c.mc`

/** The claim of a change. */
export const claimOfFact = (factId: string): Sql =>
  sql`(select f.stratus_claim_id from claim_fact f where f.mc = app_mc() and f.id = ${factId})`
export type HoldRow = {
  fact_id: string
  sub_carrier: string
  stratus_claim_id: string
  until: string
  reason: string
  asked_at: string
  asked_by: string
  asked_by_name: string
}
/** Somebody asks that a change be held. */
export const askForHold = (row: HoldRow): Sql => sql`
  insert into claim_fact_hold select h.* from
    jsonb_populate_record(null::claim_fact_hold, ${JSON.stringify(row)}::jsonb || jsonb_build_object('mc', app_mc())) h`
/** A second person agrees. */
export const agreeToHold = (factId: string, by: { id: string; name: string }, at: string): Sql => sql`
  update claim_fact_hold set agreed_at = ${at}, agreed_by = ${by.id}, agreed_by_name = ${by.name}
   where mc = app_mc() and fact_id = ${factId} and agreed_at is null`

/** What a change is checked against. */
export const forChange = (id: string | Sql, now: string): Sql<FactsFound> =>
  sql<FactsFound>`select ${columns(now)} ${from} where ${inScope} and c.id = ${id}`

export type FactsShown = FactsFound & {
  accepted_date: string | null
  closed_date: string | null
  employer: string | null
  owner: string | null
  people: { npi: string; name: string; specialty: string }[]
}
/** Everything the screen of a claim's facts shows. */
export const factsShown = (id: string, now: string): Sql<FactsShown> => sql<FactsShown>`
  select ${columns(now)}, c.accepted_date, c.closed_date,
    (select e.name from employer e where e.mc = c.mc and e.id = c.employer_id) as employer,
    (select u.name from app_user u where u.id = c.owner_id) as owner,
    coalesce((select jsonb_agg(jsonb_build_object('npi', q.npi, 'name', q.first_name || ' ' || q.last_name || ', ' || q.credential,
        'specialty', q.specialty)) from practitioner q
      where q.npi in (select v.npi from claim_treating_provider v where v.mc = c.mc and v.stratus_claim_id = c.id)), '[]') as people
  ${from} where ${inScope} and c.id = ${id}`

/** Whether there is a prescriber with this number, and their name. */
export const prescriberNamed = (npi: string): Sql<{ name: string }> =>
  sql<{
    name: string
  }>`select first_name || ' ' || last_name || ', ' || credential as name from practitioner where npi = ${npi}`

export type Deferred = { id: string; status_id: number; juris_state: string }
/** Requests of a claim whose review was deferred because liability was disputed, and not decided in another way since. */
export const deferredOf = (claim: string): Sql<Deferred> => sql<Deferred>`
  select a.id, a.status_id, a.juris_state from rx_authorization a join authorization_decision e on e.mc = a.mc and e.authorization_id = a.id
    and e.undone_at is null and e.reason_id = ${integer(deferralReason)}
   where a.mc = app_mc() and a.stratus_claim_id = ${claim} and a.status_id = ${integer(status.REJECTED_NO_PA)}
     and not exists (select from rx_authorization o where o.mc = a.mc and o.original_auth_id = a.id)
     and not exists (select from authorization_event v where v.mc = a.mc and v.authorization_id = a.id
       and v.event_code = ${integer(eventCode.LIABILITY_SETTLED)}) order by a.id`

/** Open requests of a claim, over `a`. */
export const openOf = (claim: string): Sql => sql`a.stratus_claim_id = ${claim} and a.status_id in (${open})`

export type Changed = {
  id: string
  today: string
  facts: Pick<FactBase['facts'][number], 'kind' | 'subject' | 'description' | 'value' | 'before' | 'from'>[]
}
/** The day at the carrier of a claim, and the changes of it a job is about. */
export const changed = (claim: string, ids: readonly string[], now: string): Sql<Changed> => sql<Changed>`
  select c.id, ${today(now)} as today, coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'subject', f.subject,
      'description', f.description, 'value', f.value, 'before', f.before, 'from', f.valid_from) order by f.at, f.id)
    from claim_fact f where f.mc = c.mc and f.id = any(${ids}::uuid[])), '[]') as facts
  from wc_claim c join master_carrier m on m.mc = c.mc where ${inScope} and c.id = ${claim}`
