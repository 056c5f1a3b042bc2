import { flag, placeOf } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { mayAdd } from './sql.ts'

/** A person on file with one of their claims the user may see. */
export type Candidate = {
  claimantId: string
  patientId: string
  firstName: string
  lastName: string
  dob: string
  ssn4: string | null
  phone: string | null
  zip: string | null
  claimId: string
  claimNumber: string
  doi: string
}
/**
 * People who may be the one asked for: of the same birth date, the same last name (by its first letters), or injured the same day
 * with the same last four digits. The score decides; claims outside the sub-carriers of the user are left out.
 */
export const candidates = (of: {
  dob: string
  doi: string | null
  lastSearched: string
  ssn4: string | null
}): Sql<Candidate> => sql<Candidate>`
  select t.id as "claimantId", t.patient_id as "patientId", t.first_name as "firstName", t.last_name as "lastName", t.dob, t.ssn_last4 as ssn4,
    coalesce(t.mobile, t.phone) as phone, t.zip, c.id as "claimId", c.claim_number as "claimNumber", c.doi
    from (
      (select t.id from claimant t where t.mc = app_mc() and t.dob = ${of.dob} limit 200)
      union (select t.id from claimant t where t.mc = app_mc() and t.last_folded = ${of.lastSearched} limit 200)
      union (select c.claimant_id from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
        where c.mc = app_mc() and c.doi = ${of.doi} and t.ssn_last4 = ${of.ssn4} limit 200)
    ) found join claimant t on t.mc = app_mc() and t.id = found.id
      join wc_claim c on c.mc = t.mc and c.claimant_id = t.id and app_sees(c.sub_carrier) limit 1000`

export type AddFacts = {
  mc: string
  sub_carrier: string | null
  group_open: boolean
  employer_id: string | null
  today: string
  /** The user may add people, and the carrier lets them. */
  may_add: boolean
  add_off: boolean
  owner: boolean
  number_taken: boolean
  claimant: { dob: string } | null
}
/** What a new claim is checked against. Its claim number is locked until the transaction ends. */
export const lockNumber = (claimNumber: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended('claim number:' || app_mc() || ':' || ${claimNumber}::text, 7))`
export const addFacts = (
  of: { group: string; owner: string; claimNumber: string; claimant: string | null; effective: string },
  now: string,
): Sql<AddFacts> => {
  const place = placeOf(sql`g`)
  return sql<AddFacts>`
  select m.mc, g.sub_carrier, g.effective_date <= ${of.effective}::date and (g.term_date is null or g.term_date >= ${of.effective}::date) as group_open,
    g.employer_id, (${now}::timestamptz at time zone m.time_zone)::date as today,
    ${mayAdd} as may_add,
    ${flag('add_patient_mc_disabled', false, place)} as add_off,
    exists (select from user_carrier w where w.mc = m.mc and w.user_id = ${of.owner} and w.active
      and (w.sub_carriers is null or g.sub_carrier = any (w.sub_carriers))) as owner,
    exists (select from wc_claim c where c.mc = m.mc and (c.claim_number = ${of.claimNumber} or c.client_claim_id = ${of.claimNumber})) as number_taken,
    (select jsonb_build_object('dob', t.dob) from claimant t where t.mc = m.mc and t.id = ${of.claimant}
      and exists (select from wc_claim c where c.mc = t.mc and c.claimant_id = t.id and app_sees(c.sub_carrier))) as claimant
    from master_carrier m left join client_group g on g.mc = m.mc and g.group_code = ${of.group} and app_sees(g.sub_carrier)
   where m.mc = app_mc()`
}

type FormGroup = {
  code: string
  name: string
  subCarrier: string
  subCarrierName: string
  employer: string | null
  state: string
  ownerId: string | null
  cardOff: boolean
  addOff: boolean
}
export type FormFacts = { today: string; may_add: boolean; groups: FormGroup[] }
/** What the form that adds a worker offers: the groups in force today of the programs the user sees. */
export const formFacts = (now: string): Sql<FormFacts> => {
  const place = placeOf(sql`g`)
  return sql<FormFacts>`
  select d.today, ${mayAdd} as may_add,
    coalesce((select jsonb_agg(jsonb_build_object('code', g.group_code, 'name', g.name, 'subCarrier', g.sub_carrier, 'subCarrierName', s.name,
        'employer', e.name, 'state', g.state, 'ownerId', g.default_owner_id,
        'cardOff', ${flag('patient_send_card_disabled', false, place)}, 'addOff', ${flag('add_patient_mc_disabled', false, place)})
        order by g.sub_carrier, g.group_code)
      from client_group g join sub_carrier s on s.mc = g.mc and s.sub_carrier = g.sub_carrier
        left join employer e on e.mc = g.mc and e.id = g.employer_id
      where g.mc = m.mc and app_sees(g.sub_carrier) and g.effective_date <= d.today and (g.term_date is null or g.term_date >= d.today)), '[]')
      as groups
    from master_carrier m cross join lateral (select (${now}::timestamptz at time zone m.time_zone)::date as today) d where m.mc = app_mc()`
}

export type NewWorker = {
  id: string
  first_name: string
  last_name: string
  first_folded: string
  last_folded: string
  dob: string
  gender: string
  ssn_last4: string | null
  address1: string | null
  city: string | null
  state: string | null
  zip: string | null
  phone: string | null
  mobile: string | null
  email: string | null
  language: string
}
/** A new worker; the number is drawn, and drawn again where it is given already. */
export const insertWorker = (row: NewWorker): Sql<{ patient_id: string }> => sql<{ patient_id: string }>`
  insert into claimant (mc, id, patient_id, first_name, last_name, first_folded, last_folded, dob, gender, ssn_last4, address1, city, state, zip,
    phone, mobile, email, language)
  select app_mc(), r.id, 'P' || lpad(floor(random() * 1e9)::bigint::text, 9, '0'), r.first_name, r.last_name, r.first_folded, r.last_folded, r.dob,
    r.gender, r.ssn_last4, r.address1, r.city, r.state, r.zip, r.phone, r.mobile, r.email, r.language
    from jsonb_populate_record(null::claimant, ${JSON.stringify(row)}::jsonb) r returning patient_id`
export const patientIdOf = (id: string): Sql<{ patient_id: string }> =>
  sql<{ patient_id: string }>`select t.patient_id from claimant t where t.mc = app_mc() and t.id = ${id}`

export type NewClaim = {
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
export const insertClaim = (row: NewClaim): Sql<{ subscriber_number: string }> => sql<{ subscriber_number: string }>`
  insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, employer_id, esi_claim_id, client_claim_id, claim_number,
    subscriber_number, doi, juris_state, compensability, status, injury, owner_id)
  select app_mc(), r.id, r.sub_carrier, r.group_code, r.claimant_id, r.employer_id, 'E' || lpad(floor(random() * 1e10)::bigint::text, 10, '0'),
    r.claim_number, r.claim_number, upper(lpad(to_hex(floor(random() * 17592186044415)::bigint), 11, '0')), r.doi, r.juris_state, 'PENDING',
    'OPEN', r.injury, r.owner_id
    from jsonb_populate_record(null::wc_claim, ${JSON.stringify(row)}::jsonb) r returning subscriber_number`
