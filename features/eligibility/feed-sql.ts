import { sql, type Sql } from '#platform/database/sql.ts'
import type { Candidate } from './add-sql.ts'
import { factColumns, type FactBase } from './claim-fact-sql.ts'
import type { ClaimFacts, PlanLevel } from './rules.ts'

// What a feed of many lines reads and writes at once.

export type FeedKey = {
  line: number
  claimNumber: string
  group: string
  ownerEmail: string | null
  dob: string
  doi: string
  last: string
  ssn4: string | null
  patientId: string | null
}
type FeedSpan = { id: string; effectiveDate: string; termDate: string | null; planLevel: PlanLevel }
export type FeedContact = {
  address1: string
  city: string
  state: string
  zip: string
  phone: string
  mobile: string
  email: string
  language: string
}
export type FeedClaim = {
  id: string
  subCarrier: string
  groupCode: string
  jurisState: string
  injury: string
  gender: string
  ssn4: string | null
  claimantId: string
  firstName: string
  lastName: string
  dob: string
  doi: string
  status: ClaimFacts['status']
  closedDate: string | null
  lastPaidFill: string | null
  spans: FeedSpan[]
  /** Who was merged into the worker: a feed may go on saying so. */
  formerly: { firstName: string; lastName: string; dob: string }[]
  contact: FeedContact
  /** What changed of the claim itself, and what holds. */
  base: FactBase
}
export type FeedFacts = {
  line: number
  mc: string
  zone: string
  today: string
  claim: FeedClaim | null
  group: { subCarrier: string; employerId: string | null; effectiveDate: string; termDate: string | null } | null
  /** The case owner of the line, else of the group. */
  owner: string | null
  /** The worker on file of the line's patient ID. */
  patient: { claimantId: string; dob: string } | null
  candidates: Candidate[]
}

/** What each line of a feed is checked against. */
export const feedFacts = (keys: readonly FeedKey[], now: string): Sql<FeedFacts> => sql<FeedFacts>`
  select r.line, m.mc, m.time_zone as zone, (${now}::timestamptz at time zone m.time_zone)::date::text as today,
    (select jsonb_build_object('id', c.id, 'subCarrier', c.sub_carrier, 'groupCode', c.group_code, 'jurisState', c.juris_state,
        'injury', c.injury, 'gender', t.gender, 'ssn4', t.ssn_last4, 'claimantId', t.id, 'firstName', t.first_name, 'lastName', t.last_name,
        'dob', t.dob, 'doi', c.doi, 'status', c.status, 'closedDate', c.closed_date,
        'lastPaidFill', (select max(x.fill_date) from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status in ('P', 'B')),
        'spans', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'effectiveDate', s.effective_date, 'termDate', s.term_date,
            'planLevel', s.plan_level)) from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id), '[]'),
        'formerly', coalesce((select jsonb_agg(jsonb_build_object('firstName', f.first_name, 'lastName', f.last_name, 'dob', f.dob))
          from claimant f where f.mc = t.mc and f.merged_into = t.id), '[]'),
        'contact', jsonb_build_object('address1', coalesce(t.address1, ''), 'city', coalesce(t.city, ''), 'state', coalesce(t.state, ''),
          'zip', coalesce(t.zip, ''), 'phone', coalesce(t.phone, ''), 'mobile', coalesce(t.mobile, ''), 'email', coalesce(t.email, ''),
          'language', t.language), 'base', (select to_jsonb(b) from (select ${factColumns}) b))
      from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
      where c.mc = m.mc and (c.claim_number = r."claimNumber" or c.client_claim_id = r."claimNumber")
      order by c.claim_number = r."claimNumber" desc limit 1) as claim,
    (select jsonb_build_object('subCarrier', g.sub_carrier, 'employerId', g.employer_id, 'effectiveDate', g.effective_date, 'termDate', g.term_date)
      from client_group g where g.mc = m.mc and g.group_code = r.group) as group,
    coalesce((select u.id from app_user u join user_carrier w on w.mc = m.mc and w.user_id = u.id and w.active
        join client_group g on g.mc = m.mc and g.group_code = r.group
        where lower(u.email) = r."ownerEmail" and (w.sub_carriers is null or g.sub_carrier = any (w.sub_carriers)) limit 1),
      (select g.default_owner_id from client_group g where g.mc = m.mc and g.group_code = r.group and r."ownerEmail" is null)) as owner,
    (select jsonb_build_object('claimantId', s.id, 'dob', s.dob) from claimant t join claimant s on s.mc = t.mc and s.id = coalesce(t.merged_into, t.id)
      where t.mc = m.mc and t.patient_id = r."patientId") as patient,
    coalesce((select jsonb_agg(jsonb_build_object('claimantId', t.id, 'patientId', t.patient_id, 'firstName', t.first_name, 'lastName', t.last_name,
        'dob', t.dob, 'ssn4', t.ssn_last4, 'phone', coalesce(t.mobile, t.phone), 'zip', t.zip, 'claimId', c.id, 'claimNumber', c.claim_number,
        'doi', c.doi))
      from ((select t.id from claimant t where t.mc = m.mc and t.dob = r.dob and t.last_folded = r.last limit 50)
        union (select t.id from claimant t where t.mc = m.mc and t.dob = r.dob and t.ssn_last4 = r.ssn4 limit 50)) near
        join claimant t on t.mc = m.mc and t.id = near.id join wc_claim c on c.mc = t.mc and c.claimant_id = t.id), '[]') as candidates
  from master_carrier m, jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r(line bigint, "claimNumber" text, "group" text, "ownerEmail" text,
    dob date, doi date, last text, ssn4 text, "patientId" text) where m.mc = app_mc()`

/** Numbers that are drawn until one is free; an act draws again when it fails, a feed of many lines does not. */
const freePatientId = sql`(select d.n from (select 'P' || lpad(floor(random() * 1e9)::bigint::text, 9, '0') as n from generate_series(1, 8)
    where r.id is not null) d where not exists (select from claimant o where o.mc = app_mc() and o.patient_id = d.n) limit 1)`

export type FeedWorker = {
  id: string
  first_name: string
  last_name: string
  first_folded: string
  last_folded: string
  dob: string
  gender: string
  ssn_last4: string | null
} & FeedContact
export const insertWorkers = (rows: readonly FeedWorker[]): Sql => sql`
  insert into claimant (mc, id, patient_id, first_name, last_name, first_folded, last_folded, dob, gender, ssn_last4, address1, city, state, zip,
    phone, mobile, email, language)
  select app_mc(), r.id, ${freePatientId}, r.first_name, r.last_name, r.first_folded, r.last_folded, r.dob, r.gender, r.ssn_last4,
    nullif(r.address1, ''), nullif(r.city, ''), nullif(r.state, ''), nullif(r.zip, ''), nullif(r.phone, ''), nullif(r.mobile, ''),
    nullif(r.email, ''), r.language
  from jsonb_populate_recordset(null::claimant, ${JSON.stringify(rows)}::jsonb) r`

export type FeedNewClaim = {
  id: string
  sub_carrier: string
  group_code: string
  claimant_id: string
  employer_id: string | null
  claim_number: string
  doi: string
  juris_state: string
  injury: string
  owner_id: string
}
export const insertClaims = (rows: readonly FeedNewClaim[]): Sql => sql`
  insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, employer_id, esi_claim_id, client_claim_id, claim_number,
    subscriber_number, doi, juris_state, compensability, status, injury, owner_id)
  select app_mc(), r.id, r.sub_carrier, r.group_code, r.claimant_id, r.employer_id, 'E' || lpad(floor(random() * 1e10)::bigint::text, 10, '0'),
    r.claim_number, r.claim_number, upper(lpad(to_hex(floor(random() * 17592186044415)::bigint), 11, '0')), r.doi, r.juris_state, 'PENDING',
    'OPEN', r.injury, r.owner_id
  from jsonb_populate_recordset(null::wc_claim, ${JSON.stringify(rows)}::jsonb) r`

export type FeedSpanWrite = FeedSpan & { claimId: string; reasonCode: string }
const spanRows = (rows: readonly FeedSpanWrite[]): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "claimId" uuid, "effectiveDate" date, "termDate" date, "planLevel" text,
    "reasonCode" text)`
export const insertSpans = (rows: readonly FeedSpanWrite[]): Sql => sql`
  insert into eligibility_span (mc, id, stratus_claim_id, effective_date, term_date, reason_code, plan_level, source)
  select app_mc(), r.id, r."claimId", r."effectiveDate", r."termDate", r."reasonCode", r."planLevel", 'FEED' from ${spanRows(rows)}`
export const changeSpans = (rows: readonly FeedSpanWrite[]): Sql => sql`
  update eligibility_span s set term_date = r."termDate", plan_level = r."planLevel", reason_code = r."reasonCode", source = 'FEED',
    version = s.version + 1
  from ${spanRows(rows)} where s.mc = app_mc() and s.id = r.id`

/** What a feed may change of a worker. */
export type FeedDetails = FeedContact & { gender: string; ssn4: string | null }
export const changeWorkers = (
  rows: readonly (FeedContact & { id: string; gender: string; ssn_last4: string | null })[],
): Sql => sql`
  update claimant t set address1 = nullif(r.address1, ''), city = nullif(r.city, ''), state = nullif(r.state, ''), zip = nullif(r.zip, ''),
    phone = nullif(r.phone, ''), mobile = nullif(r.mobile, ''), email = nullif(r.email, ''), language = r.language,
    gender = r.gender, ssn_last4 = r.ssn_last4, version = t.version + 1
  from jsonb_populate_recordset(null::claimant, ${JSON.stringify(rows)}::jsonb) r where t.mc = app_mc() and t.id = r.id`

export const changeInjuries = (rows: readonly { id: string; injury: string }[]): Sql => sql`
  update wc_claim c set injury = r.injury, version = c.version + 1
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, injury text) where c.mc = app_mc() and c.id = r.id`

export type FeedChange = {
  id: string
  sub_carrier: string
  stratus_claim_id: string
  eligibility_id: string | null
  kind: 'CONTACT' | 'SPAN' | 'ADDED'
  at: string
  changed_by_name: string
  before: unknown
  after: unknown
  note: string
}
export const insertChanges = (rows: readonly FeedChange[]): Sql => sql`
  insert into eligibility_change select r.* from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) one,
    jsonb_populate_record(null::eligibility_change, one || jsonb_build_object('mc', app_mc())) r`
