import { sql, type Sql } from '#platform/database/sql.ts'
import type { FactKind } from './claim-fact-rules.ts'

// What a claim is, as it changes (claim_fact), and the columns that say what holds today.

export type FactRow = {
  id: string
  sub_carrier: string
  stratus_claim_id: string
  kind: FactKind
  subject: string
  description: string
  value: string
  before: string | null
  valid_from: string
  source: 'FEED' | 'PORTAL' | 'SUPPORT'
  at: string
  changed_by: string | null
  changed_by_name: string
  reason: string
}
/** Keeps changes with what held before. */
export const insertFacts = (rows: readonly FactRow[]): Sql => sql`
  insert into claim_fact select r.* from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) one,
    jsonb_populate_record(null::claim_fact, one || jsonb_build_object('mc', app_mc())) r`

/** How many changes of a claim `c` wait for their day; of two for one day the later counts. */
export const waitingFacts = sql`(
  select count(*)::int from claim_fact f where f.mc = c.mc and f.stratus_claim_id = c.id and f.valid_from > (app_now() at time zone app_zone())::date
    and not exists (select from claim_fact n where n.mc = f.mc and n.stratus_claim_id = f.stratus_claim_id and n.kind = f.kind
      and n.subject = f.subject and n.valid_from = f.valid_from and n.at > f.at))`

/** What the rules of a change read of a claim `c` of the claimant `t`. */
export type FactBase = {
  id: string
  sub_carrier: string
  claimant_id: string
  version: number
  doi: string
  dob: string
  deceased_on: string | null
  compensability: string
  status: string
  body_parts: number[]
  surgery_dates: string[]
  icd: { code: string; description: string; status: string; from: string | null; to: string | null }[]
  providers: { npi: string; from: string; to: string | null }[]
  facts: {
    id: string
    kind: FactKind
    subject: string
    description: string
    value: string
    before: string | null
    from: string
    source: 'FEED' | 'PORTAL' | 'SUPPORT'
    at: string
    by: string
    reason: string
  }[]
}
export const factColumns = sql`c.id, c.sub_carrier, c.claimant_id, c.version, c.doi, t.dob, t.deceased_on, c.compensability, c.status,
  to_jsonb(c.body_parts) as body_parts, to_jsonb(c.surgery_dates) as surgery_dates,
  coalesce((select jsonb_agg(jsonb_build_object('code', x.icd10, 'description', x.description, 'status', x.status, 'from', x.valid_from,
      'to', x.valid_to) order by x.is_primary desc, x.icd10)
    from claim_icd x where x.mc = c.mc and x.stratus_claim_id = c.id), '[]') as icd,
  coalesce((select jsonb_agg(jsonb_build_object('npi', v.npi, 'from', v.valid_from, 'to', v.valid_to) order by v.valid_from, v.npi)
    from claim_treating_provider v where v.mc = c.mc and v.stratus_claim_id = c.id), '[]') as providers,
  coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'subject', f.subject, 'description', f.description, 'value', f.value,
      'before', f.before, 'from', f.valid_from, 'source', f.source, 'at', f.at, 'by', f.changed_by_name, 'reason', f.reason) order by f.at, f.id)
    from claim_fact f where f.mc = c.mc and f.stratus_claim_id = c.id), '[]') as facts`

/** A diagnosis that was not on file; what holds of it says `factsInForce`. */
export const addDiagnoses = (
  rows: readonly { claim: string; code: string; description: string; value: string }[],
): Sql => sql`
  insert into claim_icd (mc, stratus_claim_id, icd10, description, status)
  select app_mc(), r.claim, r.code, r.description, r.value
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(claim uuid, code text, description text, value text)
  on conflict (mc, stratus_claim_id, icd10) do nothing`

/** A treating provider is allowed from a day on. */
export const allowProviders = (rows: readonly { claim: string; npi: string; from: string }[]): Sql => sql`
  insert into claim_treating_provider (mc, stratus_claim_id, npi, valid_from)
  select app_mc(), r.claim, r.npi, r."from" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(claim uuid, npi text, "from" date)
  on conflict (mc, stratus_claim_id, npi, valid_from) do update set valid_to = null`
/** One is not allowed any more from a day on. */
export const endProviders = (rows: readonly { claim: string; npi: string; from: string }[]): Sql => sql`
  with r as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(claim uuid, npi text, "from" date)),
  later as (delete from claim_treating_provider v using r where v.mc = app_mc() and v.stratus_claim_id = r.claim and v.npi = r.npi
    and v.valid_from >= r."from")
  update claim_treating_provider v set valid_to = r."from" - 1 from r
   where v.mc = app_mc() and v.stratus_claim_id = r.claim and v.npi = r.npi and v.valid_from < r."from"
     and coalesce(v.valid_to, 'infinity') >= r."from"`

/** The day a person died, or that they did not. */
export const setDeaths = (rows: readonly { claimant: string; on: string | null }[]): Sql => sql`
  update claimant t set deceased_on = r."on", version = t.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(claimant uuid, "on" date) where t.mc = app_mc() and t.id = r.claimant`

const days = (kind: string, keeps: string): Sql => sql`
  select s.subject from (select distinct f.subject from claim_fact f where f.mc = c.mc and f.stratus_claim_id = c.id and f.kind = ${kind}) s
   where claim_fact_on(c.id, ${kind}, s.subject, 'infinity') = ${keeps}`
/**
 * The columns of these claims as their facts have them on a day: run in the transaction of a change that holds already, and on
 * the day of one that was entered ahead. A claim nobody changed stays as it is.
 */
export const factsInForce = (claims: readonly string[], today: string): Sql => sql`
  with c as materialized (select c.*, claim_fact_on(c.id, 'COMPENSABILITY', '', ${today}::date) as now_accepted,
      claim_fact_on(c.id, 'STATUS', '', ${today}::date) as now_status from wc_claim c where c.mc = app_mc() and c.id = any(${claims}::uuid[])),
  icds as (update claim_icd x set status = f.value, valid_from = null, valid_to = null from (
      select x.stratus_claim_id, x.icd10, claim_fact_on(x.stratus_claim_id, 'DIAGNOSIS', x.icd10, ${today}::date) as value
        from claim_icd x join c on c.mc = x.mc and c.id = x.stratus_claim_id) f
    where x.mc = app_mc() and x.stratus_claim_id = f.stratus_claim_id and x.icd10 = f.icd10 and f.value is not null)
  update wc_claim w set version = w.version + 1,
    compensability = coalesce(c.now_accepted, w.compensability),
    status = case when c.now_accepted = 'SETTLED_MSA' and coalesce(c.now_status, w.status) <> 'REOPENED' then 'CLOSED'
      else coalesce(c.now_status, w.status) end,
    accepted_date = case when c.now_accepted in ('ACCEPTED', 'PARTIAL') then coalesce(w.accepted_date, (select max(f.valid_from) from claim_fact f
        where f.mc = c.mc and f.stratus_claim_id = c.id and f.kind = 'COMPENSABILITY' and f.value = c.now_accepted and f.valid_from <= ${today}::date))
      else w.accepted_date end,
    closed_date = case when c.now_status is null and c.now_accepted is null then w.closed_date
      when c.now_status = 'CLOSED' or c.now_accepted = 'SETTLED_MSA' then coalesce(claim_over_since(c.id, ${today}::date), w.closed_date)
      when c.now_status in ('OPEN', 'REOPENED') then null else w.closed_date end,
    body_parts = array(select p.part from (select u.part, u.place from unnest(w.body_parts) with ordinality u(part, place)
        union all select distinct f.subject::int, 1000 from claim_fact f where f.mc = c.mc and f.stratus_claim_id = c.id and f.kind = 'PART'
          and f.subject::int <> all (w.body_parts)) p
      where coalesce(claim_fact_on(c.id, 'PART', p.part::text, ${today}::date), 'ACCEPTED') = 'ACCEPTED' order by p.place, p.part),
    surgery_dates = array(select d.day from (select unnest(w.surgery_dates) as day union select s.subject::date from (${days('SURGERY', 'ADDED')}) s) d
      where d.day::text not in (${days('SURGERY', 'REMOVED')}) order by d.day)
  from c where w.mc = c.mc and w.id = c.id`

/** The topic of the job that looks at the open requests of a claim after a fact changed (features/claim-facts). */
export const FACTS_CHANGED = 'claim.factsChanged'
