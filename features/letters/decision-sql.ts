import type { InsteadDrug } from '#features/authorizations/decided.ts'
import { drugInFull } from '#features/snapshots/drug-in-full-sql.ts'
import type { AuthorizationRow, DecisionRow } from '#features/authorizations/rows.ts'
import type { ClearedNow } from '#features/prior-auths/findings.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { callbackStatus } from '#features/callbacks/statuses.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'

/** A decided authorization with the content and the addresses of its decision letter. */
export type DecidedRequest = Pick<
  AuthorizationRow,
  | 'mc'
  | 'id'
  | 'sub_carrier'
  | 'stratus_claim_id'
  | 'reference_number'
  | 'status_id'
  | 'juris_state'
  | 'quantity'
  | 'days_supply'
  | 'reconsideration_level'
> &
  Pick<DecisionRow, 'decision' | 'reason_id' | 'note' | 'start_date' | 'end_date'> & {
    instead: InsteadDrug | null
    due_pack: string
    request_received_at: string
    claim_channel_type: number
    claim_number: string
    patient: string
    /** The worker's language on the claim ("es"). */
    language: string
    /** Street, then city with state and ZIP code; null where none is on file. */
    address: string[] | null
    drug: string
    pharmacy: string
    pharmacy_knows: boolean
    prescriber: string
    prescriber_fax: string | null
    prescriber_email: string | null
    carrier: string
    phone: string
    zone: string
    today: string
    decided_at: string
    decided_on: string
    decided_by: string
    reason: string
    max_fills: number | null
    approval_number: string | null
    dob: string
    unit: string
    form: string
    date_of_service: string
    /** Limits per fill, where the prior authorization sets them. */
    most_quantity: number | null
    most_days: number | null
    compensability: string
    /** The safety findings an approval cleared, each with its reason. */
    cleared: ClearedNow[]
    /** Conditions of the claim that were denied, and those still pending. */
    denied: string[]
    undecided: string[]
  }
const BLOCK_ENDED = integer(priorAuthStatus.BLOCK_ENDED)
const FILLED = integer(callbackStatus.FILLED)
const REACHED = integer(callbackStatus.REACHED)
const conditions = (status: 'DENIED' | 'PENDING') =>
  sql`
    array(select x.description || ' (' || x.icd10 || ')' from claim_icd x
      where x.mc = c.mc and x.stratus_claim_id = c.id and x.status = ${status} order by x.icd10)`
/** What the decision `e` of the request `a` granted or blocked: the newest. */
export const grantedOrBlocked = sql`(select o.id, o.status_id, o.start_date, o.end_date from prior_auth o
      where o.mc = a.mc and o.authorization_id = a.id
        and o.kind = case when e.decision like 'REJECT%' then 'BLOCK' else 'PERMIT' end order by o.created_at desc limit 1)`
/** Its days as they are now (`w`): they may have been changed since it was decided; a block that was lifted has none any more. */
export const daysInForce = sql`
    case when w.id is null then e.start_date when w.status_id <> ${BLOCK_ENDED} then w.start_date end as start_date,
    case when w.id is null then e.end_date when w.status_id <> ${BLOCK_ENDED} then w.end_date end as end_date`
/** The authorization with its decision in force; no row where the decision was undone. */
export const decidedRequest = (id: string): Sql<DecidedRequest> => sql<DecidedRequest>`
  select a.mc, a.id, a.sub_carrier, a.stratus_claim_id, a.reference_number, a.status_id, a.juris_state, a.due_pack,
    a.request_received_at, a.claim_channel_type, a.reconsideration_level, c.claim_number,
    t.first_name || ' ' || t.last_name as patient, t.language,
    case when t.address1 <> '' and t.city <> '' and t.zip <> '' then array[t.address1, t.city || ', ' || coalesce(t.state, '') || ' ' || t.zip] end as address,
    ${drugInFull} as drug, a.quantity, a.days_supply,
      coalesce(y.name, a.pharmacy_nabp) as pharmacy,
      exists (select from pharmacy_callback k where k.mc = a.mc and k.authorization_id = a.id and k.created_at >= e.at
        and (k.sent_at is not null or k.status_id in (${FILLED}, ${REACHED}))) as pharmacy_knows,
      coalesce(q.first_name || ' ' || q.last_name || ', ' || q.credential, a.prescriber_npi) as prescriber,
    q.fax as prescriber_fax, q.email as prescriber_email, m.name as carrier, m.product_phone as phone,
      m.time_zone as zone, (app_now() at time zone m.time_zone)::date as today, e.decision,
      e.at as decided_at,
    (e.at at time zone m.time_zone)::date as decided_on, e.decided_by_name as decided_by, e.reason_id,
      e.reason_desc as reason, e.note, e.shown -> 'instead' as instead, e.max_fill as max_fills,
    ${daysInForce},
    t.dob, a.date_of_service, coalesce(d.facts ->> 'unit', '') as unit, coalesce(d.facts ->> 'form', '') as form,
    coalesce((select jsonb_agg(f || jsonb_build_object('rejectCode', r -> 'rejectCode'))
      from jsonb_array_elements(e.rejects) r, jsonb_array_elements(r -> 'findings') f), '[]') as cleared,
    p.override_ref as approval_number, p.max_qty_per_fill as most_quantity, p.max_days_per_fill as most_days,
      c.compensability, ${conditions('DENIED')} as denied, ${conditions('PENDING')} as undecided
  from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
    join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = a.mc
    join authorization_decision e on e.mc = a.mc and e.authorization_id = a.id and e.undone_at is null
    left join lateral (select o.override_ref, o.max_qty_per_fill, o.max_days_per_fill from prior_auth o
      where o.mc = a.mc and o.authorization_id = a.id and o.kind = 'PERMIT' order by o.created_at desc limit 1) p
      on true
    left join lateral ${grantedOrBlocked} w on true
    left join drug d on d.ndc = a.ndc left join pharmacy y on y.nabp = a.pharmacy_nabp left join practitioner q on q.npi = a.prescriber_npi
  where ${inScope.fragment} and a.id = ${id}`
