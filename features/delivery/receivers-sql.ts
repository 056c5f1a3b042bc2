import { sql, type Sql } from '#platform/database/sql.ts'
import { approvers, inSubCarrier, members, pool } from './sql.ts'

/** Somebody a saved approval may go to, and whether they are at work now. */
export type Receiver = { name: string; away: boolean }

/** Who may take an approval that the caller saves, by whose turn it is: those who are notified, as far as they may act on it. */
export type Receivers = { pharmacists: Receiver[]; seniors: Receiver[]; supervisors: Receiver[] }

const receivers = (ids: Sql, may: Sql = sql`true`): Sql => sql`coalesce((
  select jsonb_agg(jsonb_build_object('name', u.name, 'away', exists (select from out_of_office f
      where f.mc = k.mc and f.user_id = k.user_id and app_now() >= f.start_at and app_now() < f.end_at)) order by u.name, u.id)
    from app_user u join user_carrier k on k.mc = a.mc and k.user_id = u.id and k.active
   where u.status = 'ACTIVE' and u.id <> app_user() and u.id in (${ids}) and ${may}), '[]')`

const caller = sql`app_user()`
const seniorRole = ['override_all_edit_clinical']
const supervisorRoles = ['supervisor', 'account_admin']
const maySupervise = sql`k.roles && ${supervisorRoles}::text[] and not k.roles && '{read_only,prog_special}'::text[]`

/** Who gets an approval of this request that the caller saves and does not finish: the people its notices go to. */
export const receiversOf = (id: string): Sql<Receivers> => sql<Receivers>`
  select ${receivers(sql`${members(['clinical_pharmacist', ...seniorRole])} and ${inSubCarrier}`)} as pharmacists,
    ${receivers(sql`${members(seniorRole)} and ${inSubCarrier}`, sql`cardinality(k.license_states) > 0`)} as seniors,
    ${receivers(
      sql`${approvers(caller)} union ${pool(supervisorRoles)} and not exists (${approvers(caller)})`,
      maySupervise,
    )} as supervisors
    from rx_authorization a where a.mc = app_mc() and a.id = ${id}`
