import { eventCode } from '#features/authorizations/events.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import type { DecisionRow } from '#features/authorizations/rows.ts'
import type { PriorAuthShown } from '#features/prior-auths/rows.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import type { FirstApproval } from '#features/authorizations/rows.ts'

export type Outward = { id: string; topic: string; dispatched: boolean; available_at: string }
/** What waits to be sent for a request, locked: either the undo cancels it or the relay sends it. */
export const holdOutward = (id: string): Sql<Outward> => sql<Outward>`
  select id, topic, dispatched_at is not null as dispatched, available_at from outbox
    where mc = app_mc() and authorization_id = ${id} and topic = 'pharmacy.callback' and cancelled_at is null
   order by created_at desc, dispatched_at nulls last for update`
export const undoDecision = (mc: string, decisionId: string, by: string, now: string): Sql =>
  sql`update authorization_decision set undone_at = ${now}, undone_by_name = ${by} where mc = ${mc} and id = ${decisionId}`
export type Fills = {
  fills: number
  from_status: number | null
  first_approval: FirstApproval | null
  ended: EndedThen[] | null
}
/** A prior authorization or block that the decision ended, as it was. */
type EndedThen = {
  id: string
  kind: 'PERMIT' | 'BLOCK'
  authorizationId: string | null
  level: number
  gpiPrefix: string
  startDate: string
  endDate: string
  rxNumber: string | null
}
export const fillsSince = (id: string): Sql<Fills> => sql<Fills>`
  select coalesce((select max(p.fills_used) from prior_auth p
      where p.mc = app_mc() and p.authorization_id = ${id} and p.status_id <> ${integer(priorAuthStatus.ENDED)}), 0)::int as fills,
    (e.shown ->> 'fromStatus')::int as from_status, e.shown -> 'firstApproval' as first_approval,
    (select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'authorizationId', p.authorization_id, 'level', p.level,
        'gpiPrefix', p.gpi_prefix, 'startDate', p.start_date, 'endDate', p.end_date, 'rxNumber', p.rx_number) order by p.id)
      from jsonb_to_recordset(e.shown -> 'ended') as x(id uuid) join prior_auth p on p.mc = e.mc and p.id = x.id) as ended
  from (select) as one left join authorization_decision e on e.mc = app_mc() and e.authorization_id = ${id} and e.undone_at is null`

const ofPapers = [
  eventCode.LETTER_SENT,
  eventCode.LETTER_DELIVERY,
  eventCode.LETTER_RECEIVED,
  eventCode.LETTER_EXPIRED,
  eventCode.DOCUMENT_CHANGED,
]
export type Evidence = { at: string; text: string }
/** Letters and documents a request lists: their lines of its log, the newest first. */
export const evidence = (id: string): Sql<Evidence> => sql<Evidence>`
  select e.at, e.event_text as text from authorization_event e
    where e.mc = app_mc() and e.authorization_id = ${id} and e.event_code in (${integers(ofPapers)}) and not e.internal order by e.id desc limit 50`

/** Prior authorizations and blocks of the claim of a request. */
export const priorAuthsOf = (id: string): Sql<PriorAuthShown> => sql<PriorAuthShown>`
  select p.id, p.authorization_id, p.override_ref, p.kind, p.status_id, p.level, p.gpi_prefix, p.drug_name, p.brand_flag, p.start_date, p.end_date,
    p.one_time, p.max_fills, p.fills_used, p.max_qty_per_fill, p.max_days_per_fill, p.max_cost_per_fill,
    p.codes_cleared, p.findings, p.override_all, p.safety_included, p.reason_desc, p.created_by_name, p.created_at
  from rx_authorization a join prior_auth p on p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id
    where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = ${id} order by p.start_date desc, p.id`

export const insertDecision = (row: DecisionRow): Sql =>
  sql`insert into authorization_decision select * from jsonb_populate_record(null::authorization_decision, ${JSON.stringify(row)}::jsonb)`
