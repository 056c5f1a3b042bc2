import type { Reject } from '#features/adjudication/answer.ts'
import { careBand } from '#features/care-score/sql.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { letterCame } from './letter-columns.ts'
import type { StatusId } from './statuses.ts'

/** What a list shows of a request, as `authRow` selects it. */
export type AuthRowFound = {
  id: string
  mc: string
  sub_carrier: string
  group_code: string
  stratus_claim_id: string
  reference_number: string
  status_id: StatusId
  version: number
  juris_state: string
  request_received_at: string
  statutory_due_at: string
  completed_at: string | null
  completed_by_name: string | null
  snoozed_until: string | null
  escalated: boolean
  escalation_level: number
  reconsideration_level: number
  claim_channel_type: number
  delivery_type_id: number
  drug_name: string
  strength: string
  quantity: number
  days_supply: number
  generic_or_brand: string
  ndc: string
  gpi: string
  estimated_cost: number | null
  mme_after: number | null
  pharmacy_nabp: string
  pharmacy_waiting: boolean
  last_submitted_at: string
  rejects: Reject[]
  reject_codes: string[]
  claim_number: string
  doi: string
  first_name: string
  last_name: string
  dob: string
  /** Its number where it is not on file. */
  pharmacy_name: string
  pharmacy_city: string | null
  prescriber_npi: string
  prescriber_first: string | null
  prescriber_last: string | null
  owners: { id: string; first: string; last: string }[]
  lomn_status: number | null
  letter_came: boolean
  has_recommendation: boolean
  care_band: string | null
  /** Asked for by lists that are worked through. */
  has_draft?: boolean
}

/** The columns and joins of a row; `a` is rx_authorization, already in scope. */
export const authRow: { columns: Sql; joins: Sql } = {
  columns: sql`
    a.id, a.mc, a.sub_carrier, a.group_code, a.stratus_claim_id, a.reference_number, a.status_id, a.version, a.juris_state, a.request_received_at,
    a.statutory_due_at, a.completed_at, a.completed_by_name, a.snoozed_until,
    a.escalated, a.escalation_level, a.reconsideration_level, a.claim_channel_type, a.delivery_type_id, a.drug_name, a.strength, a.quantity, a.days_supply,
    a.generic_or_brand, a.ndc, a.gpi, a.estimated_cost, a.mme_after,
    a.pharmacy_nabp, a.pharmacy_waiting, a.last_submitted_at, a.rejects, a.reject_codes, c.claim_number, c.doi, t.first_name, t.last_name, t.dob,
    coalesce(y.name, a.pharmacy_nabp) as pharmacy_name, y.city as pharmacy_city,
    a.prescriber_npi, q.first_name as prescriber_first, q.last_name as prescriber_last,
    coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'first', u.first_name, 'last', u.last_name) order by o.position, u.id)
      from authorization_owner o join app_user u on u.id = o.user_id where o.mc = a.mc and o.authorization_id = a.id), '[]') as owners,
    (select l.status from lomn_request l where l.mc = a.mc and l.authorization_id = a.id order by l.requested_at desc, l.id desc limit 1) as lomn_status,
    ${letterCame} as letter_came,
    exists (select from rph_recommendation r where r.mc = a.mc and r.authorization_id = a.id and not r.superseded) as has_recommendation,
    ${careBand} as care_band`,
  joins: sql`
    join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
    join claimant t on t.mc = c.mc and t.id = c.claimant_id
    left join pharmacy y on y.nabp = a.pharmacy_nabp
    left join practitioner q on q.npi = a.prescriber_npi`,
}
