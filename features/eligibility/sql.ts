import { openStatuses } from '#features/authorizations/statuses.ts'
import { flag, placeOf } from '#features/settings/columns.ts'
import { integers, sql, type Sql } from '#platform/database/sql.ts'
import type { CardChannel } from '#features/cards/rules.ts'
import type { CardStatus, ClaimFacts, PlanLevel, Span, SpanReason } from './rules.ts'

const inScope = sql`c.mc = app_mc() and app_sees(c.sub_carrier)`
const ofClaim = placeOf(sql`c`)
/** Now as the call has it, in the carrier's time zone, as a date. */
const todayAt = (now: string): Sql => sql`(${now}::timestamptz at time zone m.time_zone)::date`

const spansColumn = sql`coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'effectiveDate', s.effective_date, 'termDate', s.term_date,
    'reasonCode', s.reason_code, 'planLevel', s.plan_level, 'source', s.source, 'version', s.version) order by s.effective_date)
  from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id), '[]')`
export type SpanRow = Span & { reasonCode: SpanReason; source: string; version: number }

const workerColumns = sql`jsonb_build_object('claimantId', t.id, 'patientId', t.patient_id, 'firstName', t.first_name, 'lastName', t.last_name,
  'dob', t.dob, 'gender', t.gender, 'ssn4', t.ssn_last4, 'address1', coalesce(t.address1, ''), 'city', coalesce(t.city, ''),
  'state', coalesce(t.state, ''), 'zip', coalesce(t.zip, ''), 'phone', coalesce(t.phone, ''), 'mobile', coalesce(t.mobile, ''),
  'email', coalesce(t.email, ''), 'language', t.language, 'preferredPharmacyNabp', t.preferred_pharmacy_nabp,
  'preferredPharmacy', (select p.name from pharmacy p where p.nabp = t.preferred_pharmacy_nabp), 'version', t.version)`
export type WorkerRow = {
  claimantId: string
  patientId: string
  firstName: string
  lastName: string
  dob: string
  gender: string
  ssn4: string | null
  address1: string
  city: string
  state: string
  zip: string
  phone: string
  mobile: string
  email: string
  language: string
  preferredPharmacyNabp: string | null
  preferredPharmacy: string | null
  version: number
}

export type CoverageFound = {
  id: string
  mc: string
  sub_carrier: string
  group_code: string
  claim_number: string
  client_claim_id: string
  subscriber_number: string
  doi: string
  juris_state: string
  status: ClaimFacts['status']
  compensability: string
  injury: string
  employer: string | null
  owner_id: string | null
  closed_date: string | null
  toc_start: string | null
  toc_end: string | null
  today: string
  worker: WorkerRow
  spans: SpanRow[]
  diagnoses: { code: string; description: string; status: string }[]
  groups: { code: string; name: string }[]
  card: {
    cardId: string
    channel: CardChannel
    status: CardStatus
    error: string | null
    requestedAt: string
    requestedBy: string
  } | null
  bypasses: { bypassId: string; reason: string; start: string; end: string }[]
  edit_off: boolean
  may_add: boolean
  /** Name of the sub-carrier. */
  program: string
  add_off: boolean
}
/** The user was given the right to add workers. */
export const mayAdd = sql`coalesce((select u.add_patient_feature from app_user u where u.id = app_user()), false)`
/** A claim with its coverage and its worker. */
export const coverageOf = (id: string, sub: string | null, now: string): Sql<CoverageFound> => sql<CoverageFound>`
  select c.id, c.mc, c.sub_carrier, c.group_code, c.claim_number, c.client_claim_id, c.subscriber_number, c.doi, c.juris_state,
    c.status, c.compensability, c.injury, c.owner_id, c.closed_date, c.toc_start, c.toc_end, ${todayAt(now)} as today,
    (select e.name from employer e where e.mc = c.mc and e.id = c.employer_id) as employer,
    ${workerColumns} as worker, ${spansColumn} as spans,
    coalesce((select jsonb_agg(jsonb_build_object('code', i.icd10, 'description', i.description, 'status', i.status)
        order by i.is_primary desc, i.icd10)
      from claim_icd i where i.mc = c.mc and i.stratus_claim_id = c.id), '[]') as diagnoses,
    coalesce((select jsonb_agg(jsonb_build_object('code', g.group_code, 'name', g.name) order by g.group_code)
      from client_group g where g.mc = c.mc and g.sub_carrier = c.sub_carrier
       and (g.group_code = c.group_code or g.term_date is null or g.term_date >= ${todayAt(now)})), '[]') as groups,
    (select jsonb_build_object('cardId', k.id, 'channel', k.channel, 'requestedAt', k.requested_at, 'requestedBy',
        k.requested_by_name, 'status', case o.status when 'SENT' then 'SENT' when 'FAILED' then 'NOT_SENT' when 'BLOCKED' then 'NOT_SENT'
          else k.status end, 'error', case when o.status in ('FAILED', 'BLOCKED') then o.error end)
      from id_card k left join outside_message o on o.mc = k.mc and o.id = k.message_id
       where k.mc = c.mc and k.stratus_claim_id = c.id and k.status <> 'VOID') as card,
    coalesce((select jsonb_agg(jsonb_build_object('bypassId', b.id, 'reason', b.reason, 'start', b.start_date, 'end', b.end_date)
        order by b.start_date desc)
      from auth_bypass b where b.mc = c.mc and b.stratus_claim_id = c.id and b.status = 'ACTIVE'
       and b.end_date >= ${todayAt(now)}), '[]') as bypasses,
    ${flag('edit_patient_mc_disabled', false, ofClaim)} as edit_off, ${mayAdd} as may_add,
    (select s.name from sub_carrier s where s.mc = c.mc and s.sub_carrier = c.sub_carrier) as program,
    ${flag('add_patient_mc_disabled', false, ofClaim)} as add_off
    from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = c.mc
   where ${inScope} and c.id = ${id} and (${sub}::text is null or c.sub_carrier = ${sub})`

export type ClaimFound = {
  id: string
  mc: string
  sub_carrier: string
  group_code: string
  dob: string
  doi: string
  status: ClaimFacts['status']
  closed_date: string | null
  owner_id: string | null
  today: string
  spans: SpanRow[]
  groups: string[]
  last_paid_fill: string | null
  edit_off: boolean
  /** Prior authorizations in force beyond a day, and open requests by the day of their fill. */
  grants: { drug: string; end: string }[]
  requests: string[]
}
/** What is checked before coverage changes. */
export const claimForEdit = (id: string, now: string): Sql<ClaimFound> => sql<ClaimFound>`
  select c.id, c.mc, c.sub_carrier, c.group_code, t.dob, c.doi, c.status, c.closed_date, c.owner_id, ${todayAt(now)} as today,
    ${spansColumn} as spans,
    coalesce((select jsonb_agg(g.group_code) from client_group g where g.mc = c.mc and g.sub_carrier = c.sub_carrier
      and (g.term_date is null or g.term_date >= ${todayAt(now)})), '[]') as groups,
    (select max(x.fill_date) from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status in ('P', 'B')) as last_paid_fill,
    ${flag('edit_patient_mc_disabled', false, ofClaim)} as edit_off,
    coalesce((select jsonb_agg(jsonb_build_object('drug', p.drug, 'end', p.end_date) order by p.end_date)
      from (select distinct on (p.id) coalesce(nullif(trim(a.drug_name || ' ' || a.strength), ''), 'GPI ' || p.gpi_prefix) as drug, p.end_date
        from prior_auth p left join rx_authorization a on a.mc = p.mc and a.id = p.authorization_id
       where p.mc = c.mc and p.stratus_claim_id = c.id and p.kind = 'PERMIT' and p.end_date >= ${todayAt(now)}
       order by p.id limit 50) p), '[]') as grants,
    coalesce((select jsonb_agg(a.date_of_service) from rx_authorization a
      where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id in (${integers(openStatuses)})), '[]') as requests
    from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = c.mc
   where ${inScope} and c.id = ${id}`

export type SpanWrite = {
  id: string
  claim: string
  effectiveDate: string
  termDate: string | null
  planLevel: PlanLevel
  reasonCode: SpanReason
  source: 'PORTAL' | 'SUPPORT'
}
export const insertSpan = (of: SpanWrite): Sql => sql`
  insert into eligibility_span (mc, id, stratus_claim_id, effective_date, term_date, reason_code, plan_level, source)
  values (app_mc(), ${of.id}, ${of.claim}, ${of.effectiveDate}, ${of.termDate}, ${of.reasonCode}, ${of.planLevel}, ${of.source})`
export const changeSpan = (of: SpanWrite): Sql => sql`
  update eligibility_span set effective_date = ${of.effectiveDate}, term_date = ${of.termDate}, reason_code = ${of.reasonCode},
    plan_level = ${of.planLevel}, source = ${of.source}, version = version + 1
   where mc = app_mc() and id = ${of.id} and stratus_claim_id = ${of.claim}`
export const changeClaim = (id: string, doi: string, group: string): Sql =>
  sql`update wc_claim set doi = ${doi}, group_code = ${group}, version = version + 1 where mc = app_mc() and id = ${id}`

export type ChangeRow = {
  id: string
  sub_carrier: string
  stratus_claim_id: string
  eligibility_id: string | null
  kind: 'CONTACT' | 'SPAN' | 'ADDED' | 'PERSON'
  at: string
  changed_by: string
  changed_by_name: string
  before: unknown
  after: unknown
  note: string
}
/** Keeps what was changed, before and after. */
export const insertChange = (row: ChangeRow): Sql => sql`
  insert into eligibility_change select r.* from jsonb_populate_record(null::eligibility_change, ${JSON.stringify(row)}::jsonb
    || jsonb_build_object('mc', app_mc())) r`

export type WorkerFound = {
  id: string
  mc: string
  sub_carrier: string
  claimant_id: string
  worker: WorkerRow
  edit_off: boolean
  pharmacy_name: string | null
}
/** The worker of a claim, locked, and the name of a pharmacy. */
export const workerOf = (claim: string, pharmacyNabp: string | null): Sql<WorkerFound> => sql<WorkerFound>`
  select c.id, c.mc, c.sub_carrier, t.id as claimant_id, ${workerColumns} as worker, ${flag('edit_patient_mc_disabled', false, ofClaim)} as edit_off,
    (select p.name from pharmacy p where p.nabp = ${pharmacyNabp}) as pharmacy_name
    from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id where ${inScope} and c.id = ${claim} for no key update of t`

export type ContactWrite = Pick<
  WorkerRow,
  'address1' | 'city' | 'state' | 'zip' | 'phone' | 'mobile' | 'email' | 'language' | 'preferredPharmacyNabp'
>
export const changeContact = (claimant: string, of: ContactWrite): Sql => sql`
  update claimant set address1 = nullif(${of.address1}, ''), city = nullif(${of.city}, ''), state = nullif(${of.state}, ''),
    zip = nullif(${of.zip}, ''), phone = nullif(${of.phone}, ''), mobile = nullif(${of.mobile}, ''), email = nullif(${of.email}, ''),
    language = ${of.language}, preferred_pharmacy_nabp = ${of.preferredPharmacyNabp}, version = version + 1
   where mc = app_mc() and id = ${claimant}`
