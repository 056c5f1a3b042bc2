import type { TokenOwner } from '#platform/scim/directory.ts'
import type { Filter } from '#platform/scim/filter.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { filterSql, type Attribute, type Attributes } from './filter-sql.ts'
import type { GroupWritten, UserWritten } from './resources.ts'

export const enter = (of: {
  hash: Uint8Array
  call: string
  request: string
  ip: string
  now: string | null
}): Sql<TokenOwner> =>
  sql<TokenOwner>`select * from enter_directory(${of.hash}, ${of.call}, ${of.request}, ${of.ip}, ${of.now})`

export type UserRow = {
  id: string
  user_name: string
  external_id: string | null
  given_name: string | null
  family_name: string | null
  display_name: string | null
  email: string
  active: boolean
  version: number
  created_at: string
  updated_at: string
  groups: { value: string; display: string }[]
}
const user = sql`s.id, s.user_name, s.external_id, s.given_name, s.family_name, s.display_name, s.email, s.active, s.version, s.created_at, s.updated_at,
  (select coalesce(jsonb_agg(jsonb_build_object('value', g.id, 'display', g.display_name) order by g.display_name), '[]') from scim_member m
    join scim_group g on g.mc = m.mc and g.id = m.group_id where m.mc = s.mc and m.scim_user_id = s.id) as groups`
type Page = { offset: number; count: number }
const text = (column: Sql): Attribute => ({ is: 'text', column })
/** What both kinds are filtered by; `row` is the alias of the resource. */
const common = (row: Sql, kind: string): Attributes => ({
  id: text(sql`${row}.id::text`),
  externalid: { is: 'text', column: sql`${row}.external_id`, exact: true },
  displayname: text(sql`${row}.display_name`),
  'meta.resourcetype': { is: 'text', column: sql`${kind}::text`, exact: true },
  'meta.created': { is: 'time', column: sql`${row}.created_at` },
  'meta.lastmodified': { is: 'time', column: sql`${row}.updated_at` },
})
const userAttributes: Attributes = {
  ...common(sql`s`, 'User'),
  username: text(sql`s.user_name`),
  name: text(sql`coalesce(s.given_name, s.family_name)`),
  'name.givenname': text(sql`s.given_name`),
  'name.familyname': text(sql`s.family_name`),
  active: { is: 'flag', column: sql`s.active` },
  emails: {
    is: 'list',
    entries: (fits) => sql`(${fits})`,
    of: {
      value: text(sql`s.email`),
      type: text(sql`'work'::text`),
      primary: { is: 'flag', column: sql`true` },
    },
  },
  groups: {
    is: 'list',
    entries: (fits) => sql`exists (select from scim_member m join scim_group h on h.mc = m.mc and h.id = m.group_id
      where m.mc = s.mc and m.scim_user_id = s.id and ${fits})`,
    of: { value: text(sql`h.id::text`), display: text(sql`h.display_name`) },
  },
}
/** What a filter asks for as a condition; null where it asks for what cannot be filtered. */
export const userMatches = (of: Filter | undefined): Sql | null => (of ? filterSql(of, userAttributes) : sql`true`)
export const users = (matches: Sql, { offset, count }: Page): Sql<UserRow> => sql<UserRow>`
  select ${user} from scim_user s where s.mc = app_mc() and ${matches} order by lower(s.user_name) offset ${offset} limit ${count}`
export const userCount = (matches: Sql): Sql<{ total: number }> =>
  sql<{ total: number }>`select count(*)::int as total from scim_user s where s.mc = app_mc() and ${matches}`
export const oneUser = (id: string): Sql<UserRow> =>
  sql<UserRow>`select ${user} from scim_user s where s.mc = app_mc() and s.id::text = lower(${id})`
export const insertUser = (id: string, of: UserWritten, now: string): Sql => sql`
  insert into scim_user (mc, id, user_name, external_id, given_name, family_name, display_name, email, active, created_at, updated_at)
  values (app_mc(), ${id}, ${of.userName}, ${of.externalId}, ${of.givenName}, ${of.familyName}, ${of.displayName}, ${of.email}, ${of.active},
    ${now}, ${now})`
export const updateUser = (id: string, of: UserWritten, now: string): Sql => sql`
  update scim_user set user_name = ${of.userName}, external_id = ${of.externalId}, given_name = ${of.givenName}, family_name = ${of.familyName},
    display_name = ${of.displayName}, email = ${of.email}, active = ${of.active}, version = version + 1, updated_at = ${now}
  where mc = app_mc() and id = ${id}`
export const deleteUser = (id: string): Sql => sql`delete from scim_user where mc = app_mc() and id = ${id}`

export type GroupRow = {
  id: string
  display_name: string
  external_id: string | null
  version: number
  created_at: string
  updated_at: string
  members: { value: string; display: string }[]
}
const group = sql`g.id, g.display_name, g.external_id, g.version, g.created_at, g.updated_at,
  (select coalesce(jsonb_agg(jsonb_build_object('value', s.id, 'display', s.user_name) order by lower(s.user_name)), '[]') from scim_member m
    join scim_user s on s.mc = m.mc and s.id = m.scim_user_id where m.mc = g.mc and m.group_id = g.id) as members`
const groupAttributes: Attributes = {
  ...common(sql`g`, 'Group'),
  members: {
    is: 'list',
    entries: (fits) => sql`exists (select from scim_member m join scim_user n on n.mc = m.mc and n.id = m.scim_user_id
      where m.mc = g.mc and m.group_id = g.id and ${fits})`,
    of: { value: text(sql`n.id::text`), display: text(sql`n.user_name`) },
  },
}
export const groupMatches = (of: Filter | undefined): Sql | null => (of ? filterSql(of, groupAttributes) : sql`true`)
export const groups = (matches: Sql, { offset, count }: Page): Sql<GroupRow> => sql<GroupRow>`
  select ${group} from scim_group g where g.mc = app_mc() and ${matches} order by lower(g.display_name) offset ${offset} limit ${count}`
export const groupCount = (matches: Sql): Sql<{ total: number }> =>
  sql<{ total: number }>`select count(*)::int as total from scim_group g where g.mc = app_mc() and ${matches}`
export const oneGroup = (id: string): Sql<GroupRow> =>
  sql<GroupRow>`select ${group} from scim_group g where g.mc = app_mc() and g.id::text = lower(${id})`
export const insertGroup = (id: string, of: GroupWritten, now: string): Sql => sql`
  insert into scim_group (mc, id, display_name, external_id, role, created_at, updated_at)
  values (app_mc(), ${id}, ${of.displayName}, ${of.externalId}, ${of.role}, ${now}, ${now})`
export const updateGroup = (id: string, of: GroupWritten, now: string): Sql => sql`
  update scim_group set display_name = ${of.displayName}, external_id = ${of.externalId}, role = ${of.role}, version = version + 1, updated_at = ${now}
  where mc = app_mc() and id = ${id}`
export const deleteGroup = (id: string): Sql => sql`delete from scim_group where mc = app_mc() and id = ${id}`
/** Members that there are; others are not added. A user who comes or goes has another version: their groups are a part of them. */
export const setMembers = (id: string, members: readonly string[], now: string): Sql => sql`
  with gone as (delete from scim_member m where m.mc = app_mc() and m.group_id = ${id} and m.scim_user_id <> all(${members}::uuid[])
      returning m.scim_user_id),
    come as (insert into scim_member (mc, group_id, scim_user_id) select app_mc(), ${id}, s.id from scim_user s
      where s.mc = app_mc() and s.id = any(${members}::uuid[]) on conflict do nothing returning scim_user_id)
  update scim_user s set version = version + 1, updated_at = ${now}
   where s.mc = app_mc() and s.id in (select scim_user_id from gone union all select scim_user_id from come)`
/** Another version of the users of a group: its name is a part of them. */
export const touchUsersOf = (groupId: string, now: string): Sql => sql`
  update scim_user s set version = version + 1, updated_at = ${now} where s.mc = app_mc()
    and s.id in (select m.scim_user_id from scim_member m where m.mc = app_mc() and m.group_id = ${groupId})`
/** Another version of the groups of a user: the userName is a part of them. */
export const touchGroupsOf = (userId: string, now: string): Sql => sql`
  update scim_group g set version = version + 1, updated_at = ${now} where g.mc = app_mc()
    and g.id in (select m.group_id from scim_member m where m.mc = app_mc() and m.scim_user_id = ${userId})`
export const knownUsers = (ids: readonly string[]): Sql<{ id: string }> =>
  sql<{ id: string }>`select s.id from scim_user s where s.mc = app_mc() and s.id = any(${ids}::uuid[])`

export type SituationRow = {
  id: string
  user_name: string
  given_name: string | null
  family_name: string | null
  display_name: string | null
  email: string
  active: boolean
  granted: string[]
  user_id: string | null
  member_active: boolean | null
  roles: string[] | null
  invited: string[] | null
}
/** What the directory says of these users, and how they stand at the carrier. */
export const situations = (ids: readonly string[]): Sql<SituationRow> => sql<SituationRow>`
  select s.id, s.user_name, s.given_name, s.family_name, s.display_name, s.email, s.active,
    (select coalesce(array_agg(distinct g.role) filter (where g.role is not null), '{}') from scim_member m
      join scim_group g on g.mc = m.mc and g.id = m.group_id where m.mc = s.mc and m.scim_user_id = s.id) as granted,
    w.user_id, w.active as member_active, w.roles,
    (select i.roles from invitation i where i.mc = s.mc and lower(i.email) = lower(s.email) and i.closed_at is null and i.expires_at > app_now()) as invited
  from scim_user s left join lateral (
    select w.user_id, w.active, w.roles from user_carrier w join app_user u on u.id = w.user_id
     where w.mc = s.mc and (w.user_id = coalesce(s.user_id, (select i.user_id from invitation i where i.mc = s.mc and i.id = s.invitation_id))
       or lower(u.email) = lower(s.email)) order by w.user_id = s.user_id desc nulls last limit 1) w on true
  where s.mc = app_mc() and s.id = any(${ids}::uuid[]) order by s.id`
export const link = (id: string, of: { userId: string | null; invitationId: string | null }): Sql => sql`
  update scim_user set user_id = coalesce(${of.userId}, user_id), invitation_id = coalesce(${of.invitationId}, invitation_id)
  where mc = app_mc() and id = ${id}`

/** When the token `t` ended because who made it is no account manager of all programs any more. */
const makerLost = sql`maker_lost_right(t.mc, t.made_by, t.made_at)`
/** Whether a token is in force, once a change that it waited for is written. */
export const inForce = (id: string): Sql<{ there: boolean }> => sql<{ there: boolean }>`
  select exists (select from scim_token t where t.mc = app_mc() and t.id = ${id} and t.revoked_at is null and ${makerLost} is null) as there`

export type TokenRow = {
  id: string
  name: string
  made_by_name: string
  made_at: string
  last_used_at: string | null
  ended_at: string | null
  revoked_by_name: string | null
  revoked_at: string | null
}
/** The tokens of the carrier, newest first. */
export const tokens = (): Sql<TokenRow> => sql<TokenRow>`
  select t.id, t.name, t.made_by_name, t.made_at, t.last_used_at, t.revoked_by_name, t.revoked_at,
    case when t.revoked_at is null then ${makerLost} end as ended_at from scim_token t
  where t.mc = app_mc() order by t.made_at desc, t.id limit 50`
export const tokensInForce = (): Sql<{ many: number }> =>
  sql<{
    many: number
  }>`select count(*)::int as many from scim_token t where t.mc = app_mc() and t.revoked_at is null and ${makerLost} is null`
/** Made at the database's time, which changes of rights have too. */
export const insertToken = (of: {
  id: string
  name: string
  hash: Uint8Array
  by: { id: string; name: string }
}): Sql => sql`
  insert into scim_token (mc, id, name, token_hash, made_by, made_by_name, made_at)
  values (app_mc(), ${of.id}, ${of.name}, ${of.hash}, ${of.by.id}, ${of.by.name}, app_now())`
export const revokeToken = (id: string, by: string, now: string): Sql<{ id: string }> => sql<{ id: string }>`
  update scim_token set revoked_by_name = ${by}, revoked_at = ${now} where mc = app_mc() and id = ${id} and revoked_at is null returning id`
export const token = (id: string): Sql<{ id: string; revoked_at: string | null }> =>
  sql<{
    id: string
    revoked_at: string | null
  }>`select t.id, t.revoked_at from scim_token t where t.mc = app_mc() and t.id = ${id}`
/** The groups of the directory with what they give and how many they have. */
export const groupRoles = (): Sql<{ id: string; display_name: string; role: string | null; members: number }> =>
  sql<{ id: string; display_name: string; role: string | null; members: number }>`
  select g.id, g.display_name, g.role, (select count(*)::int from scim_member m where m.mc = g.mc and m.group_id = g.id) as members
  from scim_group g where g.mc = app_mc() order by lower(g.display_name) limit 200`
