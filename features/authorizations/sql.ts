import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import { letterCame } from './letter-columns.ts'
import { standingDetermination } from './determination-columns.ts'
import { eventCode } from './events.ts'
import { status } from './statuses.ts'
import type { Determined } from './determination-shape.ts'
import type { DecisionRow, EventRow, OwnerRow } from './rows.ts'

// Rows travel as one JSON value and PostgreSQL takes the columns by name: one prepared statement a table.
const json = (value: unknown) => JSON.stringify(value)

export const insertOwners = (rows: readonly OwnerRow[]): Sql =>
  sql`insert into authorization_owner select * from jsonb_populate_recordset(null::authorization_owner, ${json(rows)}::jsonb)`
export const insertEvents = (rows: readonly EventRow[]): Sql => sql`
  insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name, at, old_status_id, new_status_id, internal, detail)
  select mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name, at, old_status_id, new_status_id, internal, detail
    from jsonb_to_recordset(${json(rows)}::jsonb) as x(mc text, authorization_id uuid, event_code smallint, event_text text, actor_type text, actor_id uuid, actor_name text, at timestamptz,
      old_status_id smallint, new_status_id smallint, internal boolean, detail jsonb)`
export const insertDecision = (row: DecisionRow): Sql =>
  sql`insert into authorization_decision select * from jsonb_populate_record(null::authorization_decision, ${json(row)}::jsonb)`
/** The scope every statement on requests starts from: the carrier of the session and its sub-carriers. RLS says the same once more. */
export const inScope: { fragment: Sql } = { fragment: sql`a.mc = app_mc() and app_sees(a.sub_carrier)` }

export type Held = {
  id: string
  mc: string
  sub_carrier: string
  group_code: string
  stratus_claim_id: string
  reference_number: string
  status_id: number
  version: number
  juris_state: string
  statutory_due_at: string
  request_received_at: string
  snoozed_until: string | null
  snooze_hours_total: number
  reconsideration_level: number
  claim_channel_type: number
  delivery_type_id: number
  gpi: string
  ndc: string
  drug_name: string
  strength: string
  generic_or_brand: string
  dea_schedule: string | null
  quantity: number
  days_supply: number
  compound_code: number
  rx_number: string
  fill_number: number
  date_of_service: string
  estimated_cost: number | null
  pharmacy_nabp: string
  prescriber_npi: string
  rejects: import('#features/adjudication/contract.ts').Reject[]
  reject_codes: string[]
  shown: import('./rows.ts').Shown
  first_approval: import('./rows.ts').FirstApproval | null
  auto_pa: boolean
  owner_id: string | null
  owner_ids: string[]
  completed_at: string | null
  completed_by: string | null
  completed_by_name: string | null
  doi: string
  compensability: string
  claim_status: string
  term_date: string | null
  effective_date: string | null
  pharmacy_name: string
  claimant_name: string
  mme_after: number | null
  standing: {
    id: string
    decision: string
    reason: string
    at: string
    by: string | null
    byName: string
    startDate: string | null
    endDate: string | null
    codes: { rejectCode: string; override: boolean }[]
  } | null
  permits: {
    id: string
    level: number
    gpiPrefix: string
    brandFlag: string
    kind: 'PERMIT' | 'BLOCK'
    startDate: string
    endDate: string
    overrideRef: string
    statusId: number
    codesCleared: string[]
    safetyIncluded: boolean
    safetyTier: 'A' | 'R' | 'O' | null
    overrideAll: boolean
    ndc: string | null
    rxNumber: string | null
    pharmacyNabp: string | null
    prescriberNpi: string | null
    /** The request it came from, with the prescription that was about and when it came; none of a permission from a feed. */
    authorizationId: string | null
    rxOfRequest: string | null
    receivedAt: string
  }[]
  settings: Record<string, unknown>
  supervised: string[]
  /** Requests that were merged into this one (T28): their pharmacies hear what is decided here. */
  merged: { id: string; nabp: string }[]
  /** A letter of medical necessity has come for this request, read or not. */
  letter_came: boolean
  /** An explanation of bill review that denies its bill is kept. */
  explained: boolean
  /** Who decided the request this one reconsiders (T24). */
  decided_before_by: string | null
  /** The denied requests this one reconsiders, the last first. */
  reconsiders: string[]
  /** Who made it in the portal; none of a pharmacy's. */
  maker_id: string | null
  /** Denied for its fill or closed without a decision, and filled since (T32). */
  filled: boolean
  /** A drug that is taken for long. */
  maintenance: boolean
  /** The flags that a completion clears. */
  flags: Flags
  /** The determination that stands. */
  determination: Determined | null
}

/** Escalation and snooze of a request; instants ISO 8601. */
type Flags = {
  escalated: boolean
  escalationLevel: number
  escalatedAt: string | null
  snoozedUntil: string | null
  snoozedBy: string | null
}

/** Whether an explanation of bill review that denies the bill of `a` is kept; by its number, which also bills without a request have. */
export const explained: { fragment: Sql } = {
  fragment: sql`exists (select from eobr_note n where n.mc = a.mc and n.reference_number = a.reference_number and n.action = 'DENY')`,
}

/** Who decided the request that `a` reconsiders: at level 1 somebody else decides this one (T24). */
export const decidedBefore: { fragment: Sql } = {
  fragment: sql`(select b.completed_by from rx_authorization b where b.mc = a.mc and b.id = a.original_auth_id)`,
}

/** Who made `a` in the portal, by its log: a draft (110, 111) or a reconsideration (200). A pharmacy's request has no maker (T27). */
const makerEvents = [eventCode.DRAFT_PREPARED, eventCode.CREATED, eventCode.RECONSIDERATION_OPENED]
const maker = sql`(select e.actor_id from authorization_event e where e.mc = a.mc and e.authorization_id = a.id and e.event_code in (${integers(makerEvents)}) and e.actor_type = 'user' order by e.id limit 1)`

/** Whether the prescription of `a` was paid after it was denied for one fill or closed: it is not reopened then. */
const filled = sql`(a.status_id in (${integers([status.REJECTED_NO_PA, status.EXPIRED])}) and exists (select from rx_transaction x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.status in ('P', 'B')
    and left(x.gpi, 10) = left(a.gpi, 10) and (a.rx_number = '' or x.rx_number = a.rx_number) and x.submitted_at >= a.completed_at))`

/** Whether the drug of `a` is taken for long: by its own kind, or by the level of the plan. */
export const maintenance: { fragment: Sql } = {
  fragment: sql`(coalesce((select (d.facts ->> 'maintenance')::boolean from drug d where d.ndc = a.ndc), false) or coalesce(a.shown -> 'facts' ->> 'planLevel', '') = 'MAINTENANCE')`,
}

/** What the rules of a decision need of a request, over `a`. */
export const heldColumns = sql`
  a.id, a.mc, a.sub_carrier, a.group_code, a.stratus_claim_id, a.reference_number, a.status_id, a.version, a.juris_state, a.statutory_due_at, a.request_received_at, a.snoozed_until, a.snooze_hours_total,
  a.reconsideration_level, a.claim_channel_type, a.delivery_type_id, a.gpi, a.ndc, a.drug_name, a.strength, a.generic_or_brand, a.dea_schedule, a.quantity, a.days_supply, a.compound_code, a.rx_number, a.fill_number,
  a.date_of_service, a.estimated_cost, a.pharmacy_nabp, a.prescriber_npi, a.rejects, a.reject_codes, a.shown, a.first_approval, a.auto_pa, a.owner_id, a.completed_at, a.completed_by, a.completed_by_name, a.mme_after,
  array(select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id order by o.position) as owner_ids,
  c.doi, c.compensability, c.status as claim_status, t.first_name || ' ' || t.last_name as claimant_name,
  (select s.term_date from eligibility_span s where s.mc = a.mc and s.stratus_claim_id = a.stratus_claim_id order by s.effective_date desc limit 1) as term_date,
  (select s.effective_date from eligibility_span s where s.mc = a.mc and s.stratus_claim_id = a.stratus_claim_id order by s.effective_date limit 1) as effective_date,
  coalesce(y.name, a.pharmacy_nabp) as pharmacy_name,
  (select jsonb_build_object('id', e.id, 'decision', e.decision, 'reason', e.reason_desc, 'at', e.at, 'by', e.decided_by, 'byName', e.decided_by_name, 'startDate', e.start_date, 'endDate', e.end_date, 'codes', e.rejects)
     from authorization_decision e where e.mc = a.mc and e.authorization_id = a.id and e.undone_at is null) as standing,
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'level', p.level, 'gpiPrefix', p.gpi_prefix, 'brandFlag', p.brand_flag, 'kind', p.kind, 'startDate', p.start_date, 'endDate', p.end_date, 'overrideRef', p.override_ref,
     'statusId', p.status_id, 'codesCleared', p.codes_cleared, 'safetyIncluded', p.safety_included, 'safetyTier', p.safety_tier, 'overrideAll', p.override_all, 'ndc', p.ndc,
     'rxNumber', p.rx_number, 'pharmacyNabp', p.pharmacy_nabp, 'prescriberNpi', p.prescriber_npi, 'authorizationId', p.authorization_id, 'rxOfRequest', r.rx_number, 'receivedAt', coalesce(r.request_received_at, p.created_at)) order by p.start_date)
     from prior_auth p left join rx_authorization r on r.mc = p.mc and r.id = p.authorization_id where p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id and p.status_id in (1, 2, 3, 7)), '[]') as permits,
  coalesce((select jsonb_object_agg(s.key, s.value order by s.sub_carrier = '*' desc) from carrier_setting s where s.mc = a.mc and s.sub_carrier in ('*', a.sub_carrier)), '{}') as settings,
  array(select v.member_id from user_supervision v where v.mc = a.mc and v.supervisor_id = app_user()) as supervised, ${letterCame} as letter_came, ${explained.fragment} as explained, ${decidedBefore.fragment} as decided_before_by, ${maker} as maker_id, ${filled} as filled, ${maintenance.fragment} as maintenance, ${standingDetermination.fragment} as determination,
  jsonb_build_object('escalated', a.escalated, 'escalationLevel', a.escalation_level, 'escalatedAt', a.escalated_at, 'snoozedUntil', a.snoozed_until, 'snoozedBy', a.snoozed_by) as flags,
  case when a.reconsideration_level = 0 then '{}'::uuid[] else array(with recursive up as (select a.original_auth_id as id, 1 as level
      union all select b.original_auth_id, up.level + 1 from up join rx_authorization b on b.mc = a.mc and b.id = up.id where b.original_auth_id is not null and up.level < 3)
    select up.id from up order by up.level) end as reconsiders,
  coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'nabp', m.pharmacy_nabp) order by m.id) from rx_authorization m where m.mc = a.mc and m.superseded_by = a.id), '[]') as merged`

/**
 * `with a as …`: the requests of these ids that are in scope, found before anything is joined to them. Left to itself, a
 * planner that knows no figures of a table yet (a new installation's first hour) may walk every claim of the carrier for one.
 */
export const withRequests = (ids: readonly string[]): Sql =>
  sql`with a as materialized (select a.* from rx_authorization a where ${inScope.fragment} and a.id = any(${ids}::uuid[]))`
const withRequest = (id: string): Sql =>
  sql`with a as materialized (select a.* from rx_authorization a where ${inScope.fragment} and a.id = ${id})`
/** The same, its row held until the transaction ends. */
const withRequestHeld = (id: string): Sql =>
  sql`with a as materialized (select a.* from rx_authorization a where ${inScope.fragment} and a.id = ${id} for update)`

const heldJoins = sql`
  join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
  join claimant t on t.mc = c.mc and t.id = c.claimant_id
  left join pharmacy y on y.nabp = a.pharmacy_nabp`
export const heldFrom = sql`from rx_authorization a ${heldJoins}`

/** Reads one request with what its rules need, and holds its row until the transaction ends: the loser of a race waits here. */
export const hold = (id: string): Sql<Held> =>
  sql<Held>`${withRequestHeld(id)} select ${heldColumns} from a ${heldJoins}`
/** The same without holding it, for a read. */
export const look = (id: string): Sql<Held> => sql<Held>`${withRequest(id)} select ${heldColumns} from a ${heldJoins}`

/**
 * Of a request that is open again, its flags as they stood when it was decided; of one that was closed without a decision,
 * the escalation its log tells. A snooze whose time has passed is over.
 */
export const restoreFlags = (mc: string, id: string, decisionId: string | null, now: string): Sql => sql`
  with stood as (select coalesce(
      (select e.shown -> 'flags' from authorization_decision e where e.mc = ${mc} and e.id = ${decisionId}::uuid),
      (select jsonb_build_object('escalated', count(*) > 0, 'escalationLevel', coalesce(max((v.detail ->> 'n')::int), 0), 'escalatedAt', min(v.at))
         from authorization_event v where v.mc = ${mc} and v.authorization_id = ${id} and v.event_code = ${integer(eventCode.ESCALATED)})) as f)
  update rx_authorization a set escalated = (f ->> 'escalated')::boolean, escalation_level = (f ->> 'escalationLevel')::smallint, escalated_at = (f ->> 'escalatedAt')::timestamptz,
    snoozed_until = case when (f ->> 'snoozedUntil')::timestamptz > ${now} then (f ->> 'snoozedUntil')::timestamptz end,
    snoozed_by = case when (f ->> 'snoozedUntil')::timestamptz > ${now} then (f ->> 'snoozedBy')::uuid end
   from stood where a.mc = ${mc} and a.id = ${id}`
