import { settleAbout } from '#features/notifications/done-sql.ts'
import { invitation } from '#features/people/inviting.ts'
import { toAuthority } from '#features/people/membership.ts'
import { confirmKind, givingOf, whyNotLose, type Giving } from '#features/people/rules.ts'
import * as people from '#features/people/sql.ts'
import type { Directory, DirectoryContext, Part, Resource } from '#platform/scim/directory.ts'
import { ScimError } from '#platform/scim/protocol.ts'
import { groupOf, namesOf, toGroup, toUser, userOf, type UserWritten } from './resources.ts'
import { rolesAfter, stepOf, type Step } from './rules.ts'
import * as sql from './sql.ts'

/** A change of a resource by the directory, and what followed for users. */
type Followed = { user: string; step: Step['do'] }

const withheldOf = ({ waits, blocked }: Giving) => [...waits, ...blocked]

/**
 * Changes the membership of a user as the directory wants it, all else of it as it was. Roles that need two account managers
 * are asked for in the name of the one who made the token, and wait for another one.
 */
async function changeMember(
  { db, now, owner }: DirectoryContext,
  userId: string,
  to: { active: boolean; roles?: readonly string[] },
): Promise<void> {
  const [before, authorityRow, asked] = await Promise.all([
    db.one(people.colleagueForChange(userId)),
    db.one(people.authority()),
    db.one(people.asked(userId)),
  ])
  if (!before) throw new Error('The user of a directory is no member.')
  const authority = toAuthority(authorityRow!)
  const wanted = { ...before, active: to.active, roles: to.roles ? [...to.roles] : before.roles }
  const of = { giver: owner.made_by, colleague: userId, authority, asked: undefined }
  const giving = givingOf({ ...of, before, after: wanted })
  const withheld: readonly string[] = withheldOf(giving)
  const roles = wanted.roles.filter((role) => !withheld.includes(role))
  // Nobody is let in who would have no role yet.
  const active = wanted.active && (before.active || roles.length > 0 || withheld.length === 0)
  const after = { ...wanted, roles: active ? roles : wanted.active ? before.roles : roles, active }
  const why = whyNotLose({ colleague: userId, before, after, managers: authority.managers })
  if (why) throw new ScimError(409, why.message!, 'mutability')
  if (after.active !== before.active || after.roles.join(',') !== before.roles.join(','))
    await db.all(people.change(userId, before.version, after, now.toISOString()))
  const mayAsk = owner.made_by !== userId && (!asked || asked.asked_by === owner.made_by)
  if (giving.waits.length > 0 && mayAsk)
    await db.all(
      people.askForSecond(
        userId,
        { roles: [...new Set([...(asked?.roles ?? []), ...giving.waits])], subCarriers: wanted.sub_carriers },
        { id: owner.made_by, name: 'Your directory' },
        now.toISOString(),
      ),
    )
  if (!to.active && asked) {
    await db.all(people.closeGrant(userId))
    await db.all(settleAbout(confirmKind, userId, now.toISOString()))
  }
}

async function invite(context: DirectoryContext, row: sql.SituationRow, roles: readonly string[]): Promise<void> {
  const { db, now, owner, newId, origin } = context
  const [carrier] = await Promise.all([
    db.one(people.invitationFacts(row.email)),
    db.all(people.withdrawInvitation(row.email, now.toISOString())),
  ])
  const [firstName, lastName] = namesOf({
    givenName: row.given_name,
    familyName: row.family_name,
    displayName: row.display_name,
    userName: row.user_name,
  })
  const { id, writes } = invitation({
    mc: owner.mc,
    newId,
    now,
    origin,
    carrier: carrier!,
    invited: {
      email: row.email,
      firstName,
      lastName,
      ssoUser: false,
      roles,
      subCarriers: null,
      extract: [],
      licenseStates: [],
      licenses: [],
      // Nothing is approved alone until an account manager sets a limit.
      approvalLimit: 0,
      by: owner.made_by,
      byName: 'Your organization',
    },
  })
  for (const one of [...writes, sql.link(row.id, { userId: null, invitationId: id })]) await db.all(one)
}

/** Gives, takes and invites as the directory has these users now; `gone` are about to be removed. */
async function follow(context: DirectoryContext, ids: readonly string[], gone = false): Promise<Followed[]> {
  const { db, now, owner } = context
  const followed: Followed[] = []
  if (ids.length === 0) return followed
  const [authorityRow, rows] = await Promise.all([db.one(people.authority()), db.all(sql.situations(ids))])
  const authority = toAuthority(authorityRow!)
  for (const row of rows) {
    const newcomer = {
      active: true,
      roles: rolesAfter(row.granted, []),
      sub_carriers: null,
      data_extract_sub_carriers: [],
    }
    const of = { giver: owner.made_by, colleague: '', before: undefined, authority, asked: undefined }
    const step = stepOf({
      withheld: withheldOf(givingOf({ ...of, after: newcomer })),
      active: row.active && !gone,
      granted: row.granted,
      member: row.user_id === null ? null : { active: row.member_active!, roles: row.roles! },
      invited: row.invited,
    })
    if (row.user_id !== null) await db.all(sql.link(row.id, { userId: row.user_id, invitationId: null }))
    if (step.do === 'give') await changeMember(context, row.user_id!, { active: true, roles: step.roles })
    else if (step.do === 'end') await changeMember(context, row.user_id!, { active: false })
    else if (step.do === 'invite') await invite(context, row, step.roles)
    else if (step.do === 'withdraw') await db.all(people.withdrawInvitation(row.email, now.toISOString()))
    if (step.do !== 'nothing') followed.push({ user: row.user_id ?? row.id, step: step.do })
  }
  return followed
}

const noFilter = () =>
  new ScimError(400, 'Filter by attributes of the schema, each by what its type allows.', 'invalidFilter')

const Users: Part = {
  attributes: ['userName', 'externalId', 'name', 'displayName', 'emails', 'active'],
  list: async ({ db }, { filter, ...page }) => {
    const matches = sql.userMatches(filter)
    if (!matches) throw noFilter()
    const [found, counted] = await Promise.all([db.all(sql.users(matches, page)), db.one(sql.userCount(matches))])
    return { total: counted!.total, found: found.map(toUser) }
  },
  one: async ({ db }, id) => {
    const row = await db.one(sql.oneUser(id))
    return row && toUser(row)
  },
  create: async (context, body) => {
    const { db, newId, now, note } = context
    const of = userOf(body)
    const id = newId()
    await refuseTaken(context, of)
    await db.all(sql.insertUser(id, of, now.toISOString()))
    const followed = await follow(context, [id])
    note({ type: 'scim_user', id, detail: { created: true, active: of.active, followed } })
    return (await Users.one(context, id))!
  },
  replace: async (context, before, body) => {
    const { db, now, note } = context
    const old = userOf(before.attributes)
    const of = userOf(body, old.active)
    await refuseTaken(context, of, before.id)
    if (old.email.toLowerCase() !== of.email.toLowerCase())
      await db.all(people.withdrawInvitation(old.email, now.toISOString()))
    await db.all(sql.updateUser(before.id, of, now.toISOString()))
    if (old.userName !== of.userName) await db.all(sql.touchGroupsOf(before.id, now.toISOString()))
    const followed = await follow(context, [before.id])
    note({ type: 'scim_user', id: before.id, detail: { active: { before: old.active, after: of.active }, followed } })
    return (await Users.one(context, before.id))!
  },
  remove: async (context, { id }) => {
    const followed = await follow(context, [id], true)
    await context.db.all(sql.touchGroupsOf(id, context.now.toISOString()))
    await context.db.all(sql.deleteUser(id))
    context.note({ type: 'scim_user', id, detail: { removed: true, followed } })
  },
}

/** Two resources of one carrier have neither the same userName nor the same address. */
async function refuseTaken({ db }: DirectoryContext, of: UserWritten, own?: string): Promise<void> {
  for (const [attribute, value] of [
    ['username', of.userName],
    ['emails', of.email],
  ] as const) {
    const [other] = await db.all(sql.users(sql.userMatches({ op: 'eq', attribute, value })!, { offset: 0, count: 1 }))
    if (other && other.id !== own)
      throw new ScimError(
        409,
        `There is a user with this ${attribute === 'emails' ? 'address' : 'userName'}.`,
        'uniqueness',
      )
  }
}

const membersOf = (group: Resource): string[] =>
  (group.attributes['members'] as { value: string }[]).map(({ value }) => value)

/** Writes who is in a group, and gives or takes its role. */
async function setMembers(
  context: DirectoryContext,
  id: string,
  members: readonly string[],
  before: readonly string[],
) {
  const { db } = context
  const known = members.length === 0 ? [] : await db.all(sql.knownUsers(members))
  if (known.length < members.length) throw new ScimError(400, 'members: There is no such user.', 'invalidValue')
  await db.all(sql.setMembers(id, members, context.now.toISOString()))
  return follow(context, [...new Set([...before, ...members])])
}

const Groups: Part = {
  attributes: ['displayName', 'externalId', 'members'],
  list: async ({ db }, { filter, ...page }) => {
    const matches = sql.groupMatches(filter)
    if (!matches) throw noFilter()
    const [found, counted] = await Promise.all([db.all(sql.groups(matches, page)), db.one(sql.groupCount(matches))])
    return { total: counted!.total, found: found.map(toGroup) }
  },
  one: async ({ db }, id) => {
    const row = await db.one(sql.oneGroup(id))
    return row && toGroup(row)
  },
  create: async (context, body) => {
    const { db, newId, now, note } = context
    const of = groupOf(body)
    const id = newId()
    const taken = sql.groupMatches({ op: 'eq', attribute: 'displayname', value: of.displayName })!
    if ((await db.all(sql.groups(taken, { offset: 0, count: 1 }))).length > 0)
      throw new ScimError(409, 'There is a group with this displayName.', 'uniqueness')
    await db.all(sql.insertGroup(id, of, now.toISOString()))
    const followed = await setMembers(context, id, of.members, [])
    note({ type: 'scim_group', id, detail: { created: of.displayName, role: of.role, followed } })
    return (await Groups.one(context, id))!
  },
  replace: async (context, before, body) => {
    const { db, now, note } = context
    const of = groupOf(body)
    await db.all(sql.updateGroup(before.id, of, now.toISOString()))
    if (before.attributes['displayName'] !== of.displayName)
      await db.all(sql.touchUsersOf(before.id, now.toISOString()))
    const followed = await setMembers(context, before.id, of.members, membersOf(before))
    note({ type: 'scim_group', id: before.id, detail: { name: of.displayName, role: of.role, followed } })
    return (await Groups.one(context, before.id))!
  },
  remove: async (context, before) => {
    await context.db.all(sql.touchUsersOf(before.id, context.now.toISOString()))
    await context.db.all(sql.deleteGroup(before.id))
    const followed = await follow(context, membersOf(before))
    context.note({ type: 'scim_group', id: before.id, detail: { removed: true, followed } })
  },
}

/** What a carrier's directory may do with the carrier's users, and what follows from it. */
export const directory: Directory = {
  enter: sql.enter,
  lock: people.oneChangeAtATime,
  inForce: sql.inForce,
  Users,
  Groups,
}
