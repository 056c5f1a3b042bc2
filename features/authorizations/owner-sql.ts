import { sql, type Sql } from '#platform/database/sql.ts'

export const removeOwners = (mc: string, ids: readonly string[]): Sql =>
  sql`delete from authorization_owner where mc = ${mc} and authorization_id = any(${ids}::uuid[])`

/** The first owner changes: reminders begin again in their hours; escalation and the legal clock go on. */
export const setFirstOwners = (mc: string, to: readonly { id: string; ownerId: string }[], now: string): Sql => sql`
  update rx_authorization a
     set owner_id = x.owner_id, version = version + 1, updated_at = ${now}, next_clock_at = ${now},
       clock_state = clock_state || jsonb_build_object('reminded', false, 'remindFrom', ${now}::text)
    from jsonb_to_recordset(${JSON.stringify(to.map(({ id, ownerId }) => ({ id, owner_id: ownerId })))}::jsonb)
      as x(id uuid, owner_id uuid)
   where a.mc = ${mc} and a.id = x.id`
