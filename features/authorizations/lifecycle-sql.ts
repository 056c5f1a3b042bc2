import { sql, type Sql } from '#platform/database/sql.ts'
import type { AuthorizationRow } from './rows.ts'
import { status, type StatusId } from './statuses.ts'
import { storedAuthorization } from './stored-row.ts'

// The only statements that write rx_authorization.status_id; only lifecycle.ts, which asks the transition table, uses them.

export const insertAuthorization = (row: AuthorizationRow): Sql => sql`
  insert into rx_authorization
  select * from jsonb_populate_record(null::rx_authorization, ${JSON.stringify(storedAuthorization(row))}::jsonb)`

/** Roles of those who answer for a pharmacist, as `isPharmacist` has them. */
const pharmacistRoles = sql`'{clinical_pharmacist,override_all_edit_clinical}'::text[]`

/**
 * A completion clears the flags that stand beside the status; what a pharmacist was asked ends with every move, and when
 * one of them answered is kept until it is asked again.
 */
export function setStatus(of: {
  mc: string
  id: string
  to: StatusId
  now: string
  /** Set when the move completes the authorization. */
  completedBy: { id: string | null; name: string } | undefined
  /** Who answers by this move what a pharmacist was asked, if a pharmacist it is. */
  answeredBy: string | null
}): Sql {
  const { completedBy, answeredBy } = of
  const answered = sql`exists (select from user_carrier k where k.mc = ${of.mc} and k.user_id = ${answeredBy}::uuid and k.roles && ${pharmacistRoles})`
  const stays = completedBy === undefined
  return sql`
  update rx_authorization set status_id = ${of.to}, version = version + 1, updated_at = ${of.now},
    completed_at = ${completedBy ? of.now : null}, completed_by = ${completedBy?.id ?? null},
    completed_by_name = ${completedBy?.name ?? null},
    pharmacist_asked_at = null, answer_by = null, answer_by_at_counter = null, taken_by = null, answer_late_at = null, no_taker_at = null,
    pharmacist_answered_at = case when ${of.to === status.PENDING_CLINICAL} then null when ${answered} then ${of.now} else pharmacist_answered_at end,
    snoozed_until = case when ${stays} then snoozed_until end, snoozed_by = case when ${stays} then snoozed_by end,
    escalated = escalated and ${stays}, escalation_level = case when ${stays} then escalation_level else 0 end,
    escalated_at = case when ${stays} then escalated_at end
  where mc = ${of.mc} and id = ${of.id}`
}

export const touch = (mc: string, id: string, now: string): Sql =>
  sql`update rx_authorization set version = version + 1, updated_at = ${now} where mc = ${mc} and id = ${id}`
