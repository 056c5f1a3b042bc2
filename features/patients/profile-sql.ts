import { waitingFacts } from '#features/eligibility/claim-fact-sql.ts'
import { livePriorAuth } from '#features/prior-auths/sql.ts'
import { completeStatuses, openStatuses } from '#features/authorizations/statuses.ts'
import { flag, placeOf, settingIsOn } from '#features/settings/columns.ts'
import { integers, sql, type Sql } from '#platform/database/sql.ts'
import { pharmacies, prescribers, type ContactRow } from './contacts-sql.ts'
import { patientRow, type PatientRow } from './patient-columns.ts'

export type ProfileRow = PatientRow & {
  middle_name: string | null
  suffix: string | null
  language: string
  address1: string | null
  city: string | null
  state: string | null
  zip: string | null
  phone: string | null
  mobile: string | null
  email: string | null
  ssn_on_file: boolean
  claim_type: string
  accepted_date: string | null
  closed_date: string | null
  surgery_dates: string[]
  toc_start: string | null
  toc_end: string | null
  lock_in_nabp: string | null
  lock_in_pharmacy: string | null
  lock_in_npi: string | null
  lock_in_prescriber: string | null
  case_management: boolean
  diagnoses: { code: string; description: string; status: string; primary: boolean }[]
  case_owners: { userId: string; name: string; kind: string }[]
  bin: string | null
  pcn: string | null
  other_claims: {
    subCarrier: string
    claimId: string
    claimNumber: string
    doi: string
    status: string
    injury: string
  }[]
  prescribers: ContactRow[]
  pharmacies: ContactRow[]
  /** What was found grave about a drug that is asked for now, as the decision screen says it. */
  grave_findings: { id: string; drug: string; titles: string[] }[]
  completed: number
  in_force: number
  waiting_facts: number
  flags: Record<string, boolean>
  today: string
  in_seven_days: string
}

const place = placeOf(sql`c`)
const shownFlags = [
  ['patient_show_filecab', true],
  ['careRiskScoreDisabled', false],
  ['textMessagesDisabled', false],
  ['patient_request_lomn_disabled', false],
  ['patient_pending_auth_snooze_disabled', false],
  ['patient_add_note_enabled', true],
  ['patient_send_card_disabled', false],
  ['patient_view_card_disabled', false],
  ['patient_text_card_disabled', false],
  ['edit_patient_mc_disabled', false],
  ['create_prior_auth', true],
  ['pdfExportEnabled', true],
  ['claim_selection_enabled', true],
] as const
const flagsAsJson: Sql = shownFlags
  .map(([key, fallback]) => sql`${key}::text, ${flag(key, fallback, place)}`)
  .reduce((all, next) => sql`${all}, ${next}`)
/** Complete requests of a claim are counted up to this. */
const MOST_COUNTED = 1000

/** Everything the head of a profile and its overview show, where the claim belongs to this sub-carrier. */
export const profile = (claim: string, sub: string): Sql<ProfileRow> => sql<ProfileRow>`
  select ${patientRow.columns}, t.middle_name, t.suffix, t.language, t.address1, t.city, t.state, t.zip, t.phone, t.mobile, t.email,
    t.ssn_last4 is not null as ssn_on_file, c.claim_type, c.accepted_date, c.closed_date,
    to_jsonb(c.surgery_dates) as surgery_dates, c.toc_start, c.toc_end, c.lock_in_nabp,
    (select y.name from pharmacy y where y.nabp = c.lock_in_nabp) as lock_in_pharmacy,
    c.lock_in_npi, (select q.first_name || ' ' || q.last_name from practitioner q where q.npi = c.lock_in_npi) as lock_in_prescriber, c.case_management,
    coalesce((select jsonb_agg(jsonb_build_object('code', i.icd10, 'description', i.description,
      'status', i.status, 'primary', i.is_primary) order by i.is_primary desc, i.icd10)
      from claim_icd i where i.mc = c.mc and i.stratus_claim_id = c.id), '[]') as diagnoses,
    coalesce((select jsonb_agg(jsonb_build_object('userId', w.user_id, 'name', n.first_name || ' ' || n.last_name,
      'kind', w.kind) order by w.position, w.user_id)
      from claim_case_owner w join app_user n on n.id = w.user_id where w.mc = c.mc and w.stratus_claim_id = c.id), '[]') as case_owners,
    (select r.bin from pharmacy_route r where r.mc = c.mc and r.group_code = c.group_code order by r.bin limit 1) as bin,
    (select r.pcn from pharmacy_route r where r.mc = c.mc and r.group_code = c.group_code order by r.bin limit 1) as pcn,
    coalesce((select jsonb_agg(jsonb_build_object('subCarrier', k.sub_carrier, 'claimId', k.id, 'claimNumber', k.claim_number, 'doi', k.doi,
      'status', k.status, 'injury', k.injury) order by k.doi desc, k.id)
      from wc_claim k where k.mc = c.mc and app_sees(k.sub_carrier) and k.claimant_id = c.claimant_id and k.id <> c.id), '[]') as other_claims,
    ${prescribers} as prescribers, ${pharmacies} as pharmacies,
    coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'drug', g.drug, 'titles', g.titles) order by g.statutory_due_at, g.id) from (
      select a.id, a.statutory_due_at, concat_ws(' ', a.drug_name, a.strength) as drug,
          jsonb_agg(distinct f.one ->> 'title') as titles
        from rx_authorization a cross join lateral jsonb_array_elements(a.shown -> 'considerations') f(one)
       where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id in (${integers(openStatuses)}) and f.one ->> 'severity' = 'ALERT'
       group by a.id, a.statutory_due_at, a.drug_name, a.strength) g), '[]') as grave_findings,
    (select count(*)::int from (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id
      and a.status_id in (${integers(completeStatuses)}) limit ${MOST_COUNTED}) counted) as completed,
    (select count(*)::int from prior_auth p where p.mc = c.mc and p.stratus_claim_id = c.id and p.kind = 'PERMIT' and p.status_id in ${livePriorAuth}
      and p.start_date <= (app_now() at time zone app_zone())::date and p.end_date >= (app_now() at time zone app_zone())::date) as in_force,
    ${waitingFacts} as waiting_facts,
    jsonb_build_object(${flagsAsJson}) as flags,
    (app_now() at time zone app_zone())::date as today, (app_now() at time zone app_zone())::date + 7 as in_seven_days
    from wc_claim c ${patientRow.joins}
   where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claim} and c.sub_carrier = ${sub}`

/** Whether the carrier lets its own system open patients here. */
export const linksAllowed = (): Sql<{ allowed: boolean }> => sql<{ allowed: boolean }>`
  select ${settingIsOn('patientLinks', false, { mc: sql`app_mc()`, sub: sql`'*'` })} as allowed`

/** The digits on file of a claim the caller sees. */
export const ssnOf = (claim: string): Sql<{ ssn_last4: string | null }> => sql<{ ssn_last4: string | null }>`
  select t.ssn_last4 from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
   where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claim}`
