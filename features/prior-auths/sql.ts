import { inForceStatuses, livePriorAuthStatuses, priorAuthStatus } from './statuses.ts'
import { sql, type Sql, integers, integer } from '#platform/database/sql.ts'
import type { PriorAuthChanges, PriorAuthRow } from './rows.ts'

// The only statements that write prior_auth.

const QUEUED = integer(priorAuthStatus.QUEUED)
const FUTURE = integer(priorAuthStatus.FUTURE)
const ACTIVE = integer(priorAuthStatus.ACTIVE)
const USED_UP = integer(priorAuthStatus.USED_UP)
const EXPIRED = integer(priorAuthStatus.EXPIRED)
const ENDED = integer(priorAuthStatus.ENDED)
const BLOCK_ACTIVE = integer(priorAuthStatus.BLOCK_ACTIVE)
const BLOCK_ENDED = integer(priorAuthStatus.BLOCK_ENDED)

/** The list of statuses of approvals that let fills through: `p.status_id in ${livePriorAuth}`. */
export const livePriorAuth = sql`(${integers(livePriorAuthStatuses)})`
/** The list of statuses in force, blocks included: `p.status_id in ${inForce}`. */
export const inForce = sql`(${integers(inForceStatuses)})`

/** The status of `p` by its dates: between midnight and the nightly job the column still holds yesterday's. */
export const statusAsOf = (today: Sql): Sql => sql`
  case when p.status_id in ${livePriorAuth} and p.end_date < ${today} then ${EXPIRED}
    when p.status_id = ${FUTURE} and p.start_date <= ${today} then ${ACTIVE}
    when p.status_id = ${BLOCK_ACTIVE} and p.end_date < ${today} then ${BLOCK_ENDED}
    else p.status_id end`

/** Approvals `p` and `o` of a claim are for the same drug, and their days overlap. */
const sameDrugAndDays = sql`
  o.mc = p.mc and o.stratus_claim_id = p.stratus_claim_id and o.kind = 'PERMIT'
  and o.gpi_prefix = p.gpi_prefix and o.brand_flag = p.brand_flag and o.ndc is not distinct from p.ndc
  and o.start_date <= p.end_date and o.end_date >= p.start_date`

/**
 * Grants a prior authorization or sets a block. An approval that overlaps another one of the same claim, prefix and brand
 * names it, also one that is used up: a reversal makes that usable again.
 */
export const insertPriorAuth = (row: PriorAuthRow): Sql => sql`
  insert into prior_auth
  select n.* from jsonb_populate_record(null::prior_auth, ${JSON.stringify(row)}::jsonb) p,
    jsonb_populate_record(p, jsonb_build_object('supersedes_id', coalesce(p.supersedes_id,
      (select o.id from prior_auth o where p.kind = 'PERMIT' and (o.status_id in ${livePriorAuth} or o.status_id = ${USED_UP}) and ${sameDrugAndDays}
        order by o.created_at desc, o.id desc limit 1)))) n`

/** The status of what is ended early. */
const endedStatus = sql`case kind when 'BLOCK' then ${BLOCK_ENDED} else ${ENDED} end`

/** The day it is at the carrier of `p`. */
const carrierDay = sql`(app_now() at time zone (select m.time_zone from master_carrier m where m.mc = p.mc))::date`

/** In force once, and given by a person: what silence approved and a person denies later covers no day. */
export const wasGiven = sql`p.status_id <> ${QUEUED} and p.created_source <> 'AUTO'`

/**
 * Ends approvals and blocks because another prior authorization replaces them, or because of their claim: fills up to `lastDay`,
 * else of the days before today, stay covered.
 */
export const endPriorAuths = (
  mc: string,
  ids: readonly string[],
  by: string,
  reason: string,
  lastDay: string | null = null,
): Sql => sql`
  update prior_auth p set status_id = ${endedStatus}, terminated_by = ${by}, terminated_reason = ${reason},
    ended_on = case when ${wasGiven} then least(end_date, coalesce(${lastDay}::date, ${carrierDay} - 1)) end, version = version + 1
  where mc = ${mc} and id = any(${ids}::uuid[])`

/**
 * Ends what an undone decision granted or blocked, also where somebody ended it since; what the decision had ended is in
 * force again as it was, but for `except`.
 */
export const undoPriorAuths = (
  mc: string,
  authorizationId: string,
  decisionId: string,
  by: string,
  except: readonly string[],
): Sql => sql`
  with gone as (
    update prior_auth set status_id = ${endedStatus}, terminated_by = ${by}, terminated_reason = 'Decision undone',
      ended_on = null, version = version + 1
    where mc = ${mc} and authorization_id = ${authorizationId} and terminated_reason is distinct from 'Decision undone')
  update prior_auth p set status_id = x."statusId", terminated_by = null, terminated_reason = null, ended_on = null,
      version = version + 1
    from authorization_decision e, jsonb_to_recordset(e.shown -> 'ended') as x(id uuid, "statusId" smallint)
   where e.mc = ${mc} and e.id = ${decisionId} and p.mc = e.mc and p.id = x.id and p.status_id in (${ENDED}, ${BLOCK_ENDED})
     and p.terminated_reason is distinct from 'Decision undone' and p.id <> all(${except}::uuid[])`

/** Writes what a person changed. What a person ends stops at once: fills of the days before stay covered. */
export const changePriorAuth = (mc: string, id: string, to: PriorAuthChanges): Sql => sql`
  update prior_auth p set status_id = ${to.status_id},
    ended_on = case when ${to.status_id} = ${ENDED} and ${wasGiven} then least(end_date, ${carrierDay} - 1) end,
    level = ${to.level}, gpi_prefix = ${to.gpi_prefix}, ndc = ${to.ndc},
    brand_flag = ${to.brand_flag}, start_date = ${to.start_date}, end_date = ${to.end_date}, one_time = ${to.one_time},
    max_fills = ${to.max_fills}, max_qty_per_fill = ${to.max_qty_per_fill}, max_days_per_fill = ${to.max_days_per_fill},
    max_cost_per_fill = ${to.max_cost_per_fill}, pharmacy_nabp = ${to.pharmacy_nabp}, prescriber_npi = ${to.prescriber_npi},
    codes_cleared = ${to.codes_cleared}, findings = ${to.findings && JSON.stringify(to.findings)}::jsonb,
    safety_included = ${to.safety_included}, safety_tier = ${to.safety_tier},
    reason_id = ${to.reason_id}, reason_desc = ${to.reason_desc}, terminated_by = ${to.terminated_by},
    terminated_reason = ${to.terminated_reason}, version = version + 1
  where mc = ${mc} and id = ${id}`

/** The status its dates give it today (`statusByDate`). */
export const setStatusByDate = (id: string, statusId: number): Sql =>
  sql`update prior_auth set status_id = ${statusId}, version = version + 1 where mc = app_mc() and id = ${id}`

/** The claim owner was notified that these end soon. */
export const markEndingNotified = (ids: readonly string[], now: string): Sql =>
  sql`update prior_auth set ending_told_at = ${now} where mc = app_mc() and id = any(${ids}::uuid[])`

/** Counts a paid fill against the approval it matched, needed or not, so that "one-time" means one (T31). */
export const countFill = (id: string): Sql => sql`
  update prior_auth set fills_used = fills_used + 1, version = version + 1,
    status_id = case when (max_fills is not null and fills_used + 1 >= max_fills) or one_time then ${USED_UP} else status_id end
  where mc = app_mc() and id = ${id}`

/** A used up approval `p` that cannot become active again because another one for the same took its place. */
export const isReplaced = sql`
  p.status_id = ${USED_UP} and exists (select from prior_auth o where o.id <> p.id and o.status_id in ${livePriorAuth} and ${sameDrugAndDays}
    and o.rx_number is not distinct from p.rx_number and o.pharmacy_nabp is not distinct from p.pharmacy_nabp
    and o.prescriber_npi is not distinct from p.prescriber_npi and not stand_together(p, o))`

/** Gives back the fill of a reversed claim: a used up approval is active again, unless a newer one took its place. */
export const returnFill = (id: string): Sql => sql`
  update prior_auth p set fills_used = greatest(fills_used - 1, 0), version = version + 1,
    status_id = case when ${isReplaced} then ${ENDED} when status_id = ${USED_UP} then ${ACTIVE} else status_id end,
    terminated_by = case when ${isReplaced} then 'RxDocket' else terminated_by end,
    terminated_reason = case when ${isReplaced} then 'Replaced by a new approval' else terminated_reason end
  where mc = app_mc() and id = ${id}`

/** The benefit manager accepted a queued approval. */
export const acceptKeying = (id: string, statusId: number): Sql => sql`
  update prior_auth set status_id = ${statusId}, keying_error = null, version = version + 1
  where mc = app_mc() and id = ${id} and status_id = ${QUEUED}`
/** Gives a queued approval to a user who keys it, or back to all. Its version stays: nothing it lets through changes. */
export const assignKeying = (id: string, to: { by: string | null; name: string | null; at: string | null }): Sql => sql`
  update prior_auth set keying_by = ${to.by}, keying_by_name = ${to.name}, keying_at = ${to.at} where mc = app_mc() and id = ${id}`
/** The benefit manager refused a queued approval; it stays queued. */
export const refuseKeying = (id: string, error: string): Sql => sql`
  update prior_auth set keying_attempts = coalesce(keying_attempts, 0) + 1, keying_error = ${error}, keying_by = null, keying_by_name = null,
    keying_at = null, version = version + 1
  where mc = app_mc() and id = ${id} and status_id = ${QUEUED}`
/** A queued approval is keyed by the system: active, or future until its first day in the carrier's zone. */
export const keyAutomatically = (id: string): Sql => sql`
  update prior_auth p set version = version + 1, status_id = case
      when start_date > (app_now() at time zone (select m.time_zone from master_carrier m where m.mc = p.mc))::date then ${FUTURE} else ${ACTIVE} end
  where mc = app_mc() and id = ${id} and status_id = ${QUEUED}`
