import type { Compensability } from '#features/adjudication/contract.ts'
import { lettersOff, lettersOfRequest, type LetterShown } from '#features/letters/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { snoozing } from '#features/clock/columns.ts'
import type { Snoozing } from '#features/deadlines/rules.ts'
import type { Decision, Fill } from '#features/authorizations/contract.ts'
import { standingDetermination } from '#features/authorizations/determination-columns.ts'
import type { Determined } from '#features/authorizations/determination-shape.ts'
import type { FirstApproval, Shown } from '#features/authorizations/rows.ts'
import { decidedBefore, explained, maintenance, withRequests } from '#features/authorizations/sql.ts'
import { authRow, type AuthRowFound } from '#features/worklist/row.ts'
import type { PermitRow } from '#features/decisions/sql.ts'

export type DetailRow = AuthRowFound & {
  shown: Shown
  first_approval: FirstApproval | null
  due_pack: string
  due_arithmetic: string[]
  must_also_fix: string[]
  last_submitted_at: string
  resubmission_count: number
  last_paid_cost: number | null
  original_auth_id: string | null
  passthru: Record<string, string>
  rx_number: string
  fill_number: number
  refills_authorised: number
  date_written: string | null
  date_of_service: string
  daw: string
  dea_schedule: string | null
  compound_code: number
  /** How a clinic billed it: code, units, modifiers; null of a drug with a package. */
  clinic: { code: string; units: number; modifiers?: string[] } | null
  gender: string
  patient_id: string
  ssn_last4: string | null
  compensability: Compensability
  accepted_date: string | null
  surgery_dates: string[]
  claim_status: string
  injury: string
  body_parts: number[]
  employer: string | null
  icd: { code: string; description: string; status: string; primary: boolean }[]
  coverage: { effectiveDate: string; termDate: string | null; planLevel: string }[]
  pharmacy: { npi: string; address: string; state: string; phone: string; fax: string | null } | null
  prescriber: {
    npi: string
    credential: string
    specialty: string
    phone: string | null
    fax: string | null
    email: string | null
  } | null
  drug: { form?: string; unit?: string } | null
  advice: {
    id: string
    license: string | null
    action: string
    rationale: string
    pharmacist: string
    at: string
    modified: { oneTime?: boolean; days?: number }
  } | null
  clock_state: Record<string, unknown>
  duplicates: {
    id: string
    reference: string
    status: number
    drug: string
    quantity: number
    days: number
    pharmacy: string
    received: string
    due: string
    version: number
  }[]
  merged_into: { id: string; reference: string } | null
  merged: { id: string; reference: string; pharmacy: string }[]
  decision: Decision | null
  permit: PermitRow | null
  callback: {
    callbackId: string
    statusId: number
    outcome: string
    createdAt: string
    acknowledgedAt: string | null
  } | null
  letters: LetterShown[]
  letters_off: boolean
  snoozing: Snoozing
  decided_at: string | null
  completed_by: string | null
  owner_ids: string[]
  supervised: string[]
  explained: boolean
  decided_before_by: string | null
  maintenance: boolean
  determination: Determined | null
  term_date: string | null
  settings: Record<string, unknown>
  snooze_hours_total: number
  mme_by_month: { month: string; mme: number }[]
}

const detailColumns = sql`
  ${authRow.columns}, a.shown, a.first_approval, a.due_pack, a.due_arithmetic, a.must_also_fix, a.last_submitted_at, a.resubmission_count, a.last_paid_cost, a.original_auth_id, a.passthru, a.rx_number, a.fill_number, a.refills_authorised,
  a.date_written, a.date_of_service, a.daw, a.dea_schedule, a.compound_code,
  case when a.claim_channel_type in (2, 7, 8, 9) then (select x.request -> 'hcpcs' from rx_transaction x where x.mc = a.mc and x.id = a.last_transaction_id) end as clinic, a.completed_by, a.snooze_hours_total, a.clock_state,
  case when a.status_id between 20 and 29 and length(a.gpi) >= 10 then coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'reference', b.reference_number, 'status', b.status_id, 'drug', trim(b.drug_name || ' ' || b.strength), 'quantity', b.quantity, 'days', b.days_supply,
      'pharmacy', coalesce((select n.name from pharmacy n where n.nabp = b.pharmacy_nabp), b.pharmacy_nabp), 'received', b.request_received_at, 'due', b.statutory_due_at, 'version', b.version) order by b.request_received_at, b.id)
     from rx_authorization b where b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id and b.id <> a.id and b.status_id between 20 and 29 and left(b.gpi, 10) = left(a.gpi, 10)
      and b.reconsideration_level = a.reconsideration_level and b.date_of_service < a.date_of_service + a.days_supply and a.date_of_service < b.date_of_service + b.days_supply), '[]') else '[]' end as duplicates,
  (select jsonb_build_object('id', b.id, 'reference', b.reference_number) from rx_authorization b where b.mc = a.mc and b.id = a.superseded_by) as merged_into,
  coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'reference', b.reference_number, 'pharmacy', coalesce((select n.name from pharmacy n where n.nabp = b.pharmacy_nabp), b.pharmacy_nabp)) order by b.request_received_at, b.id)
     from rx_authorization b where b.mc = a.mc and b.superseded_by = a.id), '[]') as merged, t.gender, t.patient_id, t.ssn_last4, c.compensability, c.accepted_date, to_jsonb(c.surgery_dates) as surgery_dates, c.status as claim_status, c.injury, c.body_parts,
  (select e.name from employer e where e.mc = c.mc and e.id = c.employer_id) as employer,
  coalesce((select jsonb_agg(jsonb_build_object('code', x.icd10, 'description', x.description, 'status', x.status, 'primary', x.is_primary) order by x.is_primary desc, x.icd10) from claim_icd x where x.mc = c.mc and x.stratus_claim_id = c.id), '[]') as icd,
  coalesce((select jsonb_agg(jsonb_build_object('effectiveDate', s.effective_date, 'termDate', s.term_date, 'planLevel', s.plan_level) order by s.effective_date) from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id), '[]') as coverage,
  (select s.term_date from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id order by s.effective_date desc limit 1) as term_date,
  case when y.nabp is null then null else jsonb_build_object('npi', y.npi, 'address', y.address1 || ', ' || y.city || ', ' || y.state || ' ' || y.zip, 'state', y.state, 'phone', y.phone, 'fax', y.fax) end as pharmacy,
  case when q.npi is null then null else jsonb_build_object('npi', q.npi, 'credential', q.credential, 'specialty', q.specialty, 'phone', q.phone, 'fax', q.fax, 'email', q.email) end as prescriber,
  (select d.facts from drug d where d.ndc = a.ndc) as drug,
  (select jsonb_build_object('id', r.id, 'license', r.license, 'action', r.action, 'rationale', r.rationale, 'pharmacist', r.pharmacist, 'at', r.at, 'modified', r.modified) from rph_recommendation r where r.mc = a.mc and r.authorization_id = a.id and not r.superseded order by r.at desc limit 1) as advice,
  (select jsonb_build_object('decision', e.decision, 'decidedBy', e.decided_by_name, 'secondApprover', e.second_approver_name, 'at', e.at, 'startDate', e.start_date, 'endDate', e.end_date, 'oneTimeFill', e.one_time, 'drugLevel', e.drug_level, 'maxFill', e.max_fill, 'reasonDesc', e.reason_desc,
      'note', e.note, 'rejects', e.rejects, 'undone', false) from authorization_decision e where e.mc = a.mc and e.authorization_id = a.id and e.undone_at is null) as decision,
  (select to_jsonb(p) from prior_auth p where p.mc = a.mc and p.authorization_id = a.id and p.terminated_reason is distinct from 'Decision undone' order by p.created_at desc limit 1) as permit,
  (select jsonb_build_object('callbackId', k.id, 'statusId', k.status_id, 'outcome', k.outcome, 'createdAt', k.created_at, 'acknowledgedAt', k.acknowledged_at) from pharmacy_callback k where k.mc = a.mc and k.authorization_id = a.id order by k.created_at desc limit 1) as callback,
  (select d.at from authorization_decision d where d.mc = a.mc and d.authorization_id = a.id and d.undone_at is null) as decided_at,
  ${lettersOfRequest} as letters, ${lettersOff} as letters_off, ${snoozing} as snoozing,
  array(select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id order by o.position) as owner_ids,
  array(select v.member_id from user_supervision v where v.mc = a.mc and v.supervisor_id = app_user()) as supervised, ${explained.fragment} as explained, ${decidedBefore.fragment} as decided_before_by, ${maintenance.fragment} as maintenance, ${standingDetermination.fragment} as determination,
  coalesce((select jsonb_object_agg(z.key, z.value order by z.sub_carrier = '*' desc) from carrier_setting z where z.mc = a.mc and z.sub_carrier in ('*', a.sub_carrier)), '{}') as settings,
  coalesce((select jsonb_agg(jsonb_build_object('month', m.month, 'mme', m.mme) order by m.month) from (
     select to_char(x.fill_date, 'YYYY-MM') as month, max(x.mme_per_day) as mme from rx_transaction x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.status in ('P', 'B') and x.mme_per_day > 0
       and x.fill_date > a.date_of_service - 210 and x.fill_date <= a.date_of_service group by 1) m), '[]') as mme_by_month`

/** Everything the decision screen shows, in one statement. */
export const detail = (ids: readonly string[]): Sql<DetailRow> =>
  sql<DetailRow>`${withRequests(ids)} select ${detailColumns} from a ${authRow.joins}`

export type AdditionalRow = DetailRow & {
  last_fills: Fill[]
  permits: PermitRow[]
  last_decision: { decision: string; at: string } | null
}
/** The preview of a list row: the detail and what lies around it. */
export const additional = (ids: readonly string[]): Sql<AdditionalRow> => sql<AdditionalRow>`
  ${withRequests(ids)} select ${detailColumns},
    coalesce((select jsonb_agg(f) from (
      select jsonb_build_object('referenceNumber', x.reference_number, 'tcn', x.tcn, 'status', x.status, 'fillDate', x.fill_date, 'drugName', x.drug_name, 'gpi', x.gpi, 'quantity', x.quantity, 'daysSupply', x.days_supply, 'refill', x.fill_number,
        'prescriberName', coalesce(pr.first_name || ' ' || pr.last_name, x.prescriber_npi), 'pharmacyName', coalesce(ph.name, x.pharmacy_nabp), 'paidAmount', x.paid_amount, 'rejects', x.reject_codes) as f
      from rx_transaction x left join practitioner pr on pr.npi = x.prescriber_npi left join pharmacy ph on ph.nabp = x.pharmacy_nabp
      where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.status in ('P', 'B') and left(x.gpi, 4) = left(a.gpi, 4) order by x.fill_date desc, x.id limit 5) l), '[]') as last_fills,
    coalesce((select jsonb_agg(to_jsonb(p) order by p.start_date desc) from prior_auth p where p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id and p.status_id in (1, 2, 3, 7)), '[]') as permits,
    (select jsonb_build_object('decision', e.decision, 'at', e.at) from rx_authorization b join authorization_decision e on e.mc = b.mc and e.authorization_id = b.id and e.undone_at is null
       where b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id and left(b.gpi, 10) = left(a.gpi, 10) and b.id <> a.id order by e.at desc limit 1) as last_decision
  from a ${authRow.joins}`
