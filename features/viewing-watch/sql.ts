import { sql, type Sql } from '#platform/database/sql.ts'
import { MOST_CLAIMS, MOST_MISSING } from './rules.ts'

/** Users over a limit who have no alert yet. */
export const viewers = (_now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from unusual_viewers(${MOST_CLAIMS}, ${MOST_MISSING}, ${limit})`

export type Viewing = { claims: number; missing: number; username: string; name: string }
/** A user's counts: claims of the last hour, not-found records of the last ten minutes. */
export const viewing = (id: string): Sql<Viewing> => sql<Viewing>`
  select v.claims, v.missing, u.username, u.name from unusual_viewers(${MOST_CLAIMS}, ${MOST_MISSING}, 1000) v
    join app_user u on u.id = v.id where v.mc = app_mc() and v.id = ${id}`

/** Records the alert; false when it already exists. */
export const alert = (id: string, of: Viewing): Sql<{ first: boolean }> =>
  sql<{ first: boolean }>`select note_unusual_viewing(${id}, ${of.claims}, ${of.missing}) as first`

export type Recipient = { name: string; email: string }
/** Recipients of the alert: the carrier's administrators and support, except the user it is about. */
export const recipients = (except: string): Sql<Recipient> => sql<Recipient>`
  select u.name, u.email from user_carrier k join app_user u on u.id = k.user_id
  where k.mc = app_mc() and k.active and u.status = 'ACTIVE' and u.id <> ${except}
    and exists (select from unnest(k.roles) r where lower(btrim(r)) in ('account_admin', 'pbm_support'))
    order by u.id limit 50`
