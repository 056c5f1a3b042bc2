import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { eventCode } from './events.ts'
import type { EventRow, OwnerRow } from './rows.ts'

// Rows travel as one JSON value and PostgreSQL takes the columns by name: one prepared statement a table.
const json = (value: unknown) => JSON.stringify(value)

export const insertOwners = (rows: readonly OwnerRow[]): Sql =>
  sql`insert into authorization_owner select * from jsonb_populate_recordset(null::authorization_owner, ${json(rows)}::jsonb)`
export const insertEvents = (rows: readonly EventRow[]): Sql => sql`
  insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name,
    at, old_status_id, new_status_id, internal, detail)
  select mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name,
    at, old_status_id, new_status_id, internal, detail
    from jsonb_to_recordset(${json(rows)}::jsonb) as x(mc text, authorization_id uuid, event_code smallint, event_text text, actor_type text,
      actor_id uuid, actor_name text, at timestamptz, old_status_id smallint, new_status_id smallint, internal boolean, detail jsonb)`
/**
 * The scope every statement on requests starts from: the carrier of the session and its sub-carriers. RLS says the same
 * once more. "All of them" is asked once a statement: a total of 10,000 rows asked it 20,000 times.
 */
export const inScope: { fragment: Sql } = {
  fragment: sql`a.mc = app_mc() and case when (select app_sees_all()) then true else app_sees(a.sub_carrier) end`,
}

/**
 * Of a request that is open again, its flags as they stood when it was decided; of one that was closed without a decision,
 * the escalation its log tells. A snooze whose time has passed is over.
 */
export const restoreFlags = (mc: string, id: string, decisionId: string | null, now: string): Sql => sql`
  with stood as (select coalesce(
      (select e.shown -> 'flags' from authorization_decision e where e.mc = ${mc} and e.id = ${decisionId}::uuid),
      (select jsonb_build_object('escalated', count(*) > 0, 'escalationLevel', coalesce(max((v.detail ->> 'n')::int), 0), 'escalatedAt', min(v.at))
         from authorization_event v where v.mc = ${mc} and v.authorization_id = ${id} and v.event_code = ${integer(eventCode.ESCALATED)})) as f)
  update rx_authorization a set escalated = (f ->> 'escalated')::boolean, escalation_level = (f ->> 'escalationLevel')::smallint,
    escalated_at = (f ->> 'escalatedAt')::timestamptz,
    snoozed_until = case when (f ->> 'snoozedUntil')::timestamptz > ${now} then (f ->> 'snoozedUntil')::timestamptz end,
    snoozed_by = case when (f ->> 'snoozedUntil')::timestamptz > ${now} then (f ->> 'snoozedBy')::uuid end
   from stood where a.mc = ${mc} and a.id = ${id}`

/**
 * A completed request that is reopened is looked at at once, its owner is reminded again, and it is kept as long as a new
 * one.
 */
export const restartClock = (mc: string, id: string, now: string): Sql => sql`
  update rx_authorization set next_clock_at = ${now},
    clock_state = clock_state || jsonb_build_object('reopenedAt', ${now}::text, 'reminded', false, 'remindFrom', ${now}::text)
  where mc = ${mc} and id = ${id}`
