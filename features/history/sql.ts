import { eventCode } from '#features/authorizations/events.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { flag } from '#features/settings/columns.ts'
import { sameDrug } from '#features/authorizations/same-drug-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { authRow, type AuthRowFound } from '#features/authorizations/row-columns.ts'

/** The request with the earlier and later ones it is a reconsideration of: carrier and id of each. */
export const linkedRequests = (id: string): Sql => sql`
  with recursive x as materialized (${sameDrug(id)}),
  back as (select x.mc, x.id, x.original_auth_id from x
    union select p.mc, p.id, p.original_auth_id from back join rx_authorization p on p.mc = back.mc and p.id = back.original_auth_id),
  linked as (select mc, id from back
    union select n.mc, n.id from linked join x on true join rx_authorization n on n.mc = linked.mc and n.stratus_claim_id = x.stratus_claim_id
      and n.original_auth_id = linked.id)
  select mc, id from linked`

/** The same requests, the first first. */
export const chain = (id: string): Sql<AuthRowFound> => sql<AuthRowFound>`
  with linked as materialized (${linkedRequests(id)})
  select ${authRow.columns} from linked join rx_authorization a on a.mc = linked.mc and a.id = linked.id ${authRow.joins}
   where ${inScope.fragment} order by a.request_received_at, a.id`

/** Whether the carrier has files as PDF, where the request is. */
export const pdfAllowed = (id: string): Sql<{ allowed: boolean }> =>
  sql<{
    allowed: boolean
  }>`select ${flag('pdfExportEnabled', true)} as allowed from rx_authorization a where a.mc = app_mc() and a.id = ${id}`

// Internal lines are for the benefit manager's own staff; a carrier neither sees nor counts them.
export const readableEvent = sql`(not e.internal or exists (select from user_carrier w
  where w.mc = app_mc() and w.user_id = app_user() and w.active and 'pbm_support' = any(select lower(btrim(role)) from unnest(w.roles) role)))`

export type EventFound = {
  /** Of an event its id; of an export, the id of the event it came after. */
  rank: string
  /** 1 of an export. */
  kind: number
  id: string
  event_code: number
  event_text: string
  actor_name: string
  actor_id: string | null
  actor_type: string
  at: string
  old_status_id: number | null
  new_status_id: number | null
}
const columns = sql`e.event_code, e.event_text, e.actor_name, case when e.actor_type = 'user' then e.actor_id end as actor_id, e.actor_type, e.at,
  e.old_status_id, e.new_status_id`

/** The newest events of the log up to one, and who took the request away between them (`x` is the request). */
const lines = (upTo: string | null, most: number): Sql => sql`
  (select e.id as rank, 0 as kind, e.id, ${columns} from x join authorization_event e on e.mc = x.mc and e.authorization_id = x.id and ${readableEvent}
      and ${upTo === null ? sql`true` : sql`e.id <= ${upTo}::bigint`} order by e.id desc limit ${most})
  union all
  select coalesce((select max(b.id) from authorization_event b where b.mc = x.mc and b.authorization_id = x.id and b.at <= v.at), 0), 1, v.id,
      ${integer(eventCode.EXPORTED)}, 'Exported by ' || v.name, v.name, null::uuid, 'user', v.at, null::int, null::int
    from x cross join lateral request_exports(x.id) v`

/** One page of the log, newest first. */
export const events = (id: string, page: number, size: number): Sql<EventFound> => sql<EventFound>`
  with x as materialized (${sameDrug(id)})
  select e.* from (${lines(null, (page + 1) * size)}) e order by e.rank desc, e.kind desc, e.id desc limit ${size} offset ${page * size}`

/** The lines of the log before one, or the newest, newest first: one more than wanted where there are more. */
export const eventsBefore = (id: string, before: EventFound | null, size: number): Sql<EventFound> => sql<EventFound>`
  with x as materialized (${sameDrug(id)})
  select e.* from (${lines(before && String(before.rank), size + 2)}) e
   where ${before === null ? sql`true` : sql`(e.rank, e.kind, e.id) < (${String(before.rank)}::bigint, ${before.kind}::int, ${String(before.id)}::bigint)`}
   order by e.rank desc, e.kind desc, e.id desc limit ${size + 1}`

/** The request itself, for the audit and to tell "no events" from "not there"; and how many lines its log has. */
export const logged = (id: string): Sql<{ stratus_claim_id: string; total: number }> => sql<{
  stratus_claim_id: string
  total: number
}>`
  with x as materialized (${sameDrug(id)})
  select x.stratus_claim_id,
    (select count(*)::int from authorization_event e where e.mc = x.mc and e.authorization_id = x.id and ${readableEvent})
      + (select count(*)::int from request_exports(x.id)) as total from x`
