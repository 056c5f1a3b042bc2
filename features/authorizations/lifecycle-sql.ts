import { sql, type Sql } from '#platform/database/sql.ts'
import type { AuthorizationRow } from './rows.ts'
import type { StatusId } from './statuses.ts'
import { storedAuthorization } from './stored-row.ts'

// The only statements that write rx_authorization.status_id; only lifecycle.ts, which asks the transition table, uses them.

export const insertAuthorization = (row: AuthorizationRow): Sql => sql`
  insert into rx_authorization
  select * from jsonb_populate_record(null::rx_authorization, ${JSON.stringify(storedAuthorization(row))}::jsonb)`

/** A completion clears the flags that stand beside the status. */
export function setStatus(of: {
  mc: string
  id: string
  to: StatusId
  now: string
  /** Set when the move completes the authorization. */
  completedBy: { id: string | null; name: string } | undefined
}): Sql {
  const { completedBy } = of
  const stays = completedBy === undefined
  return sql`
  update rx_authorization set status_id = ${of.to}, version = version + 1, updated_at = ${of.now},
    completed_at = ${completedBy ? of.now : null}, completed_by = ${completedBy?.id ?? null},
    completed_by_name = ${completedBy?.name ?? null},
    snoozed_until = case when ${stays} then snoozed_until end, snoozed_by = case when ${stays} then snoozed_by end,
    escalated = escalated and ${stays}, escalation_level = case when ${stays} then escalation_level else 0 end,
    escalated_at = case when ${stays} then escalated_at end
  where mc = ${of.mc} and id = ${of.id}`
}

export const touch = (mc: string, id: string, now: string): Sql =>
  sql`update rx_authorization set version = version + 1, updated_at = ${now} where mc = ${mc} and id = ${id}`
