import { openStatuses } from '#features/authorizations/statuses.ts'
import { integers, sql, type Sql } from '#platform/database/sql.ts'
import type { Patient } from './contract.ts'

/** What a list shows of a patient and a claim. */
export type PatientRow = {
  stratus_claim_id: string
  mc: string
  sub_carrier: string
  group_code: string
  esi_claim_id: string
  client_claim_id: string
  claim_number: string
  subscriber_number: string
  doi: string
  juris_state: string
  injury: string
  status: string
  compensability: string
  employer: string | null
  claimant_id: string
  patient_id: string
  first_name: string
  last_name: string
  dob: string
  gender: string
  owner_id: string | null
  owner_first: string | null
  owner_last: string | null
  claims: number
  plan_level: string | null
  effective_date: string | null
  term_date: string | null
  coverage: 'COVERED' | 'FUTURE' | 'ENDED' | 'NONE'
  open_count: number
  next_due: string | null
}

/** The day of the user. */
export const today = sql`(app_now() at time zone app_zone())::date`

/** The columns and joins of a row; `c` is wc_claim, already in scope. */
export const patientRow: { columns: Sql; joins: Sql } = {
  columns: sql`c.id as stratus_claim_id, c.mc, c.sub_carrier, c.group_code, c.esi_claim_id, c.client_claim_id, c.claim_number, c.subscriber_number,
    c.doi, c.juris_state, c.injury, c.status, c.compensability, e.name as employer,
    t.id as claimant_id, t.patient_id, t.first_name, t.last_name, t.dob, t.gender, c.owner_id, u.first_name as owner_first, u.last_name as owner_last,
    (select count(*)::int from wc_claim k where k.mc = c.mc and app_sees(k.sub_carrier) and k.claimant_id = c.claimant_id) as claims,
    s.plan_level, s.effective_date, s.term_date, coalesce(s.coverage, 'NONE') as coverage, o.open_count, o.next_due`,
  joins: sql`
    join claimant t on t.mc = c.mc and t.id = c.claimant_id
    left join employer e on e.mc = c.mc and e.id = c.employer_id
    left join app_user u on u.id = c.owner_id
    left join lateral (
      select p.plan_level, p.effective_date, p.term_date,
        case when p.effective_date > ${today} then 'FUTURE' when p.term_date < ${today} then 'ENDED' else 'COVERED' end as coverage
      from eligibility_span p where p.mc = c.mc and p.stratus_claim_id = c.id
      order by p.effective_date <= ${today} and (p.term_date is null or p.term_date >= ${today}) desc, p.effective_date desc limit 1) s on true
    cross join lateral (
      select count(*)::int as open_count, min(a.statutory_due_at) as next_due from rx_authorization a
       where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id in (${integers(openStatuses)})) o`,
}

/** A row as calls answer it. */
export const toPatient = (row: PatientRow): Patient => ({
  claimantId: row.claimant_id,
  patientId: row.patient_id,
  claimantFirstName: row.first_name,
  claimantLastName: row.last_name,
  dob: row.dob,
  gender: row.gender,
  masterCarrier: row.mc,
  subCarrier: row.sub_carrier,
  groupCode: row.group_code,
  claimId: row.stratus_claim_id,
  stratusClaimId: row.stratus_claim_id,
  esiClaimId: row.esi_claim_id,
  clientClaimId: row.client_claim_id,
  customerClaimNumber: row.claim_number,
  subscriberNumber: row.subscriber_number,
  doi: row.doi,
  jurisState: row.juris_state,
  injury: row.injury,
  employerName: row.employer,
  claimStatus: row.status,
  compensability: row.compensability,
  caseOwner:
    row.owner_id === null
      ? null
      : { userId: row.owner_id, firstName: row.owner_first ?? '', lastName: row.owner_last ?? '' },
  termDate: row.term_date,
  coverage: { state: row.coverage, planLevel: row.plan_level, from: row.effective_date, to: row.term_date },
  openAuthorizationCount: row.open_count,
  nextDueAt: row.next_due === null ? null : new Date(row.next_due).toISOString(),
  claimCount: row.claims,
})
