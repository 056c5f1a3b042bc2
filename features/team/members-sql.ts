import { sql, type Sql } from '#platform/database/sql.ts'

export type MemberOf = {
  id: string
  name: string
  email: string
  roles: string[]
  active: boolean
  direct: boolean
  /** All their programs are the caller's own. */
  managed: boolean
}
export type Supervisor = { id: string; name: string; roles: string[]; active: boolean; managed: boolean }

/** A user of the carrier who may lead a team; `managed` where all their programs are the caller's own. */
export const supervisor = (id: string): Sql<Supervisor> => sql<Supervisor>`
  select u.id, u.name, w.roles, w.active and u.status = 'ACTIVE' as active, app_manages(w) as managed
    from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and w.user_id = ${id}`

/** Everybody below a supervisor by name; `direct` are those they lead themselves. */
export const membersOf = (id: string): Sql<MemberOf> => sql<MemberOf>`
  with recursive below as (select s.member_id as id from user_supervision s where s.mc = app_mc() and s.supervisor_id = ${id}
    union select s.member_id from below join user_supervision s on s.mc = app_mc() and s.supervisor_id = below.id)
  select u.id, u.name, u.email, w.roles, w.active and u.status = 'ACTIVE' as active,
    exists (select from user_supervision s where s.mc = w.mc and s.supervisor_id = ${id} and s.member_id = u.id) as direct,
    app_manages(w) as managed
    from below join user_carrier w on w.mc = app_mc() and w.user_id = below.id join app_user u on u.id = w.user_id
   where u.id <> ${id} order by u.last_name, u.first_name, u.id limit 2000`

/** Serializes changes of teams in a carrier: the second sees what the first made. */
export const lockTeams = (): Sql => sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ' teams', 0))`

export type Chosen = { id: string; name: string; active: boolean; above: boolean }
/** The users of the caller's programs chosen for a team; `above` where they lead the supervisor. */
export const chosenFor = (id: string, memberIds: readonly string[]): Sql<Chosen> => sql<Chosen>`
  with recursive above as (select s.supervisor_id as id from user_supervision s where s.mc = app_mc() and s.member_id = ${id}
    union select s.supervisor_id from above join user_supervision s on s.mc = app_mc() and s.member_id = above.id)
  select u.id, u.name, w.active and u.status = 'ACTIVE' as active, u.id = ${id} or u.id in (select id from above) as above
    from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and w.user_id = any(${memberIds}::uuid[])
     and app_manages(w)`

export const addMembers = (id: string, memberIds: readonly string[]): Sql => sql`
  insert into user_supervision (mc, supervisor_id, member_id) select app_mc(), ${id}, m from unnest(${memberIds}::uuid[]) m
  on conflict do nothing`
export const removeMembers = (id: string, memberIds: readonly string[]): Sql => sql`
  delete from user_supervision where mc = app_mc() and supervisor_id = ${id} and member_id = any(${memberIds}::uuid[])`
