import { eventCode } from '#features/authorizations/events.ts'
import { status } from '#features/authorizations/statuses.ts'
import { sql, type Sql, integer } from '#platform/database/sql.ts'

const today = sql`(app_now() at time zone app_zone())::date`

export type BypassFound = {
  id: string
  mc: string
  stratus_claim_id: string
  scope_prefix: string
  /** The generic name of a drug it applies to; null for the whole claim. */
  drug: string | null
  reason: string
  codes: string[]
  start_date: string
  end_date: string
  max_fills: number | null
  max_cost_per_fill: number | null
  fills_used: number
  status: 'ACTIVE' | 'ENDED' | 'REVOKED'
}
/** The generic name of a drug under a code; null for no code. */
const drugUnder = (prefix: Sql): Sql => sql`(select d.facts->>'genericName' from drug d where ${prefix} <> ''
    and d.gpi between rpad(${prefix}, 14, '0') and rpad(${prefix}, 14, '9') order by d.gpi, d.ndc limit 1)`
const columns = sql`b.id, b.mc, b.stratus_claim_id, b.scope_prefix, ${drugUnder(sql`b.scope_prefix`)} as drug, b.reason,
  b.codes, b.start_date, b.end_date, b.max_fills, b.max_cost_per_fill, b.fills_used,
  case when b.status = 'ACTIVE' and b.end_date < ${today} then 'ENDED' else b.status end as status`
const inScope = sql`b.mc = app_mc() and app_sees(b.sub_carrier)`

export type ClaimFound = {
  id: string
  mc: string
  sub_carrier: string
  claim_number: string
  compensability: string
  today: string
  supervisors: string[]
  /** The generic name of a drug under the wanted code. */
  drug: string | null
  active: { bypassId: string; scopePrefix: string; startDate: string; endDate: string; reason: string }[]
}
/** The claim with its bypasses in force and the supervisors to notify of a new one. */
export const claimOf = (id: string, prefix: string): Sql<ClaimFound> => sql<ClaimFound>`
  select c.id, c.mc, c.sub_carrier, c.claim_number, c.compensability, ${today} as today,
    ${drugUnder(sql`${prefix}::text`)} as drug,
    array(select v.supervisor_id from user_supervision v where v.mc = c.mc and v.member_id = c.owner_id) as supervisors,
    coalesce((select jsonb_agg(jsonb_build_object('bypassId', b.id, 'scopePrefix', b.scope_prefix, 'startDate', b.start_date, 'endDate', b.end_date,
      'reason', b.reason) order by b.start_date, b.id)
      from auth_bypass b where b.mc = c.mc and b.stratus_claim_id = c.id and b.status = 'ACTIVE' and b.end_date >= ${today}), '[]') as active
  from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id}`

export type BypassRow = {
  mc: string
  id: string
  sub_carrier: string
  stratus_claim_id: string
  scope_prefix: string
  reason: string
  codes: readonly string[]
  start_date: string
  end_date: string
  max_fills: number | null
  max_cost_per_fill: number | null
  fills_used: number
  status: string
}
const json = (value: unknown): string => JSON.stringify(value)
export const insert = (row: BypassRow): Sql =>
  sql`insert into auth_bypass select * from jsonb_populate_record(null::auth_bypass, ${json(row)}::jsonb)`
export type EventRow = {
  mc: string
  id: string
  bypass_id: string
  stratus_claim_id: string
  at: string
  action: 'SET' | 'ENDED'
  actor_id: string
  actor_name: string
  detail: string
}
export const insertEvent = (row: EventRow): Sql =>
  sql`insert into auth_bypass_event select * from jsonb_populate_record(null::auth_bypass_event, ${json(row)}::jsonb)`

/** A bypass, locked until the transaction ends. */
export const hold = (id: string): Sql<BypassFound & { today: string }> =>
  sql<
    BypassFound & { today: string }
  >`select ${columns}, ${today} as today from auth_bypass b where ${inScope} and b.id = ${id} for update of b`
export const end = (mc: string, id: string, endDate: string): Sql =>
  sql`update auth_bypass set status = 'REVOKED', end_date = ${endDate} where mc = ${mc} and id = ${id}`

/** The claim a history is about: named itself, or by one of its bypasses; both must agree. */
export const claimOfBypass = (
  claimId: string | undefined,
  bypassId: string | undefined,
): Sql<{ id: string; today: string }> => sql<{
  id: string
  today: string
}>`
  select c.id, ${today} as today from wc_claim c
   where c.mc = app_mc() and app_sees(c.sub_carrier) and (${claimId ?? null}::uuid is null or c.id = ${claimId ?? null}::uuid)
    and (${bypassId ?? null}::uuid is null or exists (select from auth_bypass b
      where ${inScope} and b.id = ${bypassId ?? null}::uuid and b.stratus_claim_id = c.id))
    and (${claimId ?? null}::uuid is not null or ${bypassId ?? null}::uuid is not null) limit 1`
const claimGiven = (claimId: string | undefined, bypassId: string | undefined): Sql =>
  claimId === undefined
    ? sql`(select b.stratus_claim_id from auth_bypass b where ${inScope} and b.id = ${bypassId ?? null}::uuid)`
    : sql`${claimId}::uuid`

export const bypassesOf = (
  claimId: string | undefined,
  bypassId: string | undefined,
): Sql<BypassFound> => sql<BypassFound>`
  select ${columns} from auth_bypass b where ${inScope} and b.stratus_claim_id = ${claimGiven(claimId, bypassId)}
    and (${bypassId ?? null}::uuid is null or b.id = ${bypassId ?? null}::uuid) order by b.start_date desc, b.id desc`

type Happened = {
  bypass_id: string | null
  at: string
  actor: string
  action: 'SET' | 'USED' | 'ENDED'
  detail: string
  tcn: string | null
  fill_date: string | null
  drug_name: string | null
  paid_amount: number | null
  codes: string[] | null
}
/** A line of the page asked for with how many there are in all; past the end one row without a line. */
export type Counted = { total: number } & (Happened | { [column in keyof Happened]: null })
/** Set and ended from their own log, used from the log of the requests that were cleared (event 121). */
export const happened = (
  claimId: string | undefined,
  bypassId: string | undefined,
  page: number,
  size: number,
): Sql<Counted> => sql<Counted>`
  with lines as (
    select e.bypass_id, e.at, e.actor_name as actor, e.action, e.detail, null::uuid as transaction_id, null::text[] as codes, e.id::text as tie
      from auth_bypass_event e where e.mc = app_mc() and e.stratus_claim_id = ${claimGiven(claimId, bypassId)}
    union all
    select (select b.id from auth_bypass b where b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id
        and (v.detail->>'bypassId' = b.id::text or v.detail->>'cause' = 'bypass ' || b.id)),
      v.at, v.actor_name, 'USED', v.event_text, a.trigger_transaction_id, a.reject_codes, a.id::text
      from rx_authorization a join authorization_event v on v.mc = a.mc and v.authorization_id = a.id and v.event_code = ${integer(eventCode.BYPASSED)}
     where a.mc = app_mc() and app_sees(a.sub_carrier) and a.stratus_claim_id = ${claimGiven(claimId, bypassId)} and a.status_id = ${integer(status.BYPASSED)}),
  kept as (select * from lines l where ${bypassId ?? null}::uuid is null or l.bypass_id = ${bypassId ?? null}::uuid),
  shown as (select * from kept order by at desc, tie desc limit ${size} offset ${page * size})
  select t.total, l.bypass_id, l.at, l.actor, l.action, l.detail, x.tcn, x.fill_date, x.drug_name, x.paid_amount, l.codes
    from (select count(*)::int as total from kept) t left join shown l on true left join rx_transaction x on x.mc = app_mc() and x.id = l.transaction_id
   order by l.at desc, l.tie desc`

/** Counts a fill that a bypass cleared. */
export const countBypassFill = (bypassId: string): Sql =>
  sql`update auth_bypass set fills_used = fills_used + 1 where mc = app_mc() and id = ${bypassId}`

/** Gives the fill of a reversed claim back to the bypass that cleared it. */
export const returnBypassFill = (transactionId: string): Sql => sql`
  update auth_bypass b set fills_used = greatest(b.fills_used - 1, 0)
    from rx_transaction x, jsonb_array_elements(coalesce(x.result -> 'cleared', '[]')) one
   where x.mc = app_mc() and x.id = ${transactionId} and b.mc = x.mc and one ->> 'by' = 'BYPASS' and b.id::text = one ->> 'id'`
