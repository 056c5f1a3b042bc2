import { sql, type Sql } from '#platform/database/sql.ts'

const works = sql`(select k.user_id as id, k.roles from user_carrier k join app_user u on u.id = k.user_id and u.status = 'ACTIVE'
  where k.mc = a.mc and k.active)`

/**
 * Who is notified that word of the request `a` reached nobody, as a list of ids: its first owner, else who decided it, else their
 * supervisors, else the account managers; the first of these who still work for the carrier.
 */
export const whoActs = sql`coalesce(
  (select array_agg(w.id) from ${works} w join authorization_owner o on o.user_id = w.id
    where o.mc = a.mc and o.authorization_id = a.id and o.position = 1),
  (select array_agg(w.id) from ${works} w where w.id = a.completed_by),
  (select array_agg(w.id order by w.id) from ${works} w where w.id in (
    select v.supervisor_id from user_supervision v where v.mc = a.mc and (v.member_id = a.completed_by or v.member_id in (
      select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id)))),
  (select array_agg(w.id order by w.id) from ${works} w where w.roles && '{account_admin}'), '{}')`

/** The same of one request, with its number. */
export const whoActsFor = (authorizationId: string): Sql<{ ids: string[]; reference: string }> =>
  sql<{
    ids: string[]
    reference: string
  }>`select a.reference_number as reference, ${whoActs} as ids from rx_authorization a where a.mc = app_mc() and a.id = ${authorizationId}`
