import { roleNames } from '#features/permissions/role-names.ts'
import { cleanRoles, isRestricted, type Role } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal } from '#platform/calls/refusal.ts'
import { registrationPaths } from '#platform/session/registration-paths.ts'

/** Days an invitation is valid. */
export const INVITATION_DAYS = 14

/** Days without a sign-in after which an account counts as unused. */
export const UNUSED_DAYS = 90
/** Days a request for roles of two waits for the second account manager. */
export const GRANT_DAYS = 7
/** Days after an account manager lost something in which nobody gives roles of two alone. */
export const ALONE_DAYS = 7

/** How a user stands at the carrier: away is out of office now, unused has not signed in for 90 days, off has no access. */
export const userStates = ['ACTIVE', 'AWAY', 'UNUSED', 'LOCKED', 'OFF'] as const
export type UserState = (typeof userStates)[number]
/** What lists open invitations alone, in the place of a state. */
export const INVITED = 'INVITED'

export type ListedState = UserState | typeof INVITED
export type Counts = Record<ListedState, number>
/** The changes of a user that are listed at most, newest first. */
export const MOST_CHANGES = 20

/** How many users of each state there are, with those that have no user. */
export const countsOf = (found: readonly { state: UserState; users: number }[], invited: number): Counts => ({
  ...(Object.fromEntries(userStates.map((state) => [state, 0])) as Record<UserState, number>),
  ...Object.fromEntries(found.map(({ state, users }) => [state, users])),
  INVITED: invited,
})
/** Users in a list of this state; of any where it names none. Who is invited is no user yet. */
export const usersOf = (counts: Counts, state: ListedState | undefined): number =>
  state === undefined ? userStates.reduce((sum, one) => sum + counts[one], 0) : state === INVITED ? 0 : counts[state]
/** Whether a list of this state has the open invitations too. */
export const listsInvitations = (state: ListedState | undefined): boolean => state === undefined || state === INVITED

/** Why this user may not grant these sub-carriers: only their own can be granted. */
export function whyNotGrant(
  giver: Pick<Person, 'subCarriers'>,
  given: readonly string[] | null,
  field = 'subCarriers',
): Refusal<'NOT_ALLOWED'> | undefined {
  const own = giver.subCarriers
  if (own === null || (given !== null && given.every((sub) => own.includes(sub)))) return undefined
  return {
    code: 'NOT_ALLOWED',
    field,
    message: 'You can only give sub-carriers that you work in yourself.',
  }
}

/** Why these sub-carriers cannot be granted: the carrier does not have them. */
export function whyNotThere(
  named: readonly string[],
  there: readonly string[],
  field: string,
): Refusal<'VALIDATION'> | undefined {
  if (named.every((sub) => there.includes(sub))) return undefined
  return { code: 'VALIDATION', field, message: 'The carrier has no such sub-carrier.' }
}

export type AddressUse = {
  /** Works for the carrier already. */
  member: boolean
  /** Had access before, also to programs that are not the caller's: it is for somebody who has them to give back. */
  former: boolean
  /** `listed`: to programs that are all the caller's. */
  open: { invited_by_name: string; created_at: string; expires_at: string; listed: boolean } | undefined
}

/** Why an address cannot be invited: one open invitation per address and carrier, and none for users of the carrier. */
export function whyNotInvite({ member, former, open }: AddressUse): Refusal<'DUPLICATE'> | undefined {
  if (member)
    return { code: 'DUPLICATE', field: 'email', message: 'Somebody with this address works for the carrier already.' }
  if (former)
    return {
      code: 'DUPLICATE',
      field: 'email',
      message: 'Somebody with this address worked for other programs too. Ask an account manager of those programs.',
    }
  if (!open) return undefined
  return {
    code: 'DUPLICATE',
    field: 'email',
    message: 'This address has an open invitation.',
    ...(open.listed && { current: { by: open.invited_by_name, at: open.created_at, expiresAt: open.expires_at } }),
  }
}

/** Why a colleague cannot be changed by this user: another administrator changes or removes the user's own access. */
export function whyNotChange(changer: Pick<Person, 'id'>, colleagueId: string): Refusal<'RULE'> | undefined {
  if (colleagueId !== changer.id) return undefined
  return { code: 'RULE', message: 'Ask another account manager to change your own account.' }
}

/** The roles one account manager does not give alone: they clear safety codes, open everything, or make another manager. */
export const rolesOfTwo = [
  'clinical_pharmacist',
  'override_all_edit_clinical',
  'all_access',
  'account_admin',
] as const satisfies readonly Role[]
const ofTwo = (roles: readonly string[]): Role[] =>
  cleanRoles(roles).filter((role) => (rolesOfTwo as readonly Role[]).includes(role))
/** Role names as a sentence lists them: "Full access and Account manager". */
export const namesOf = (roles: readonly Role[]): string => listed(roles.map((role) => roleNames[role]))
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** What somebody may do at a carrier, as far as it says who gives it. */
export type Membership = {
  active: boolean
  roles: readonly string[]
  sub_carriers: readonly string[] | null
  data_extract_sub_carriers: readonly string[]
}
type Programs = Pick<Membership, 'sub_carriers' | 'data_extract_sub_carriers'>

/** Whether all programs of a user are among an account manager's own; null = all programs. `app_manages` is the same in SQL. */
export const covers = (own: readonly string[] | null, of: Programs): boolean =>
  own === null ||
  (of.sub_carriers !== null && [...of.sub_carriers, ...of.data_extract_sub_carriers].every((sub) => own.includes(sub)))

/** Why this user may not give these programs, whichever of them were sent: what counts is what the user will have. */
export const whyNotGiveAll = (
  giver: Pick<Person, 'subCarriers'>,
  after: Programs,
): Refusal<'NOT_ALLOWED'> | undefined =>
  whyNotGrant(giver, after.sub_carriers) ??
  whyNotGrant(giver, after.data_extract_sub_carriers, 'dataExtractSubCarriers')

/** An account manager of the carrier with access. */
export type Manager = {
  id: string
  subCarriers: readonly string[] | null
  /** The account is not locked: they can act now. */
  acts: boolean
}
/** What giving a role of two depends on beside the user. */
export type Authority = {
  managers: readonly Manager[]
  /** Until when two are needed in any case: a manager lost the role, the access or programs in the last days. */
  twoUntil: string | null
}
/** Who asked for which roles of a user, with which programs (null = all), within the last days. */
export type RolesAsked = { by: string; roles: readonly string[]; subCarriers: readonly string[] | null }

/** Whether a user gets programs they did not have: a role of two reaches further then. */
const isWithin = (own: readonly string[] | null, after: Pick<Membership, 'sub_carriers'>): boolean =>
  covers(own, { sub_carriers: after.sub_carriers, data_extract_sub_carriers: [] })

export type Giving = {
  /** Given now, because this account manager confirms what another one asked for. */
  confirmed: Role[]
  /** Given once another account manager saves the same. */
  waits: Role[]
  /** Not given: nobody could confirm them, and nobody gives them alone. */
  blocked: Role[]
}

/** The account managers who could confirm what another one gives to a user. */
export const confirmersOf = (of: {
  giver: string
  colleague: string
  after: Pick<Membership, 'sub_carriers' | 'data_extract_sub_carriers'>
  managers: readonly Manager[]
}): readonly Manager[] =>
  of.managers.filter(({ id, subCarriers }) => id !== of.giver && id !== of.colleague && covers(subCarriers, of.after))

/** The kind of notice they get. */
export const confirmKind = 'admin_grant'
/** What it says. */
export const confirmTitle = (by: string, colleague: string, waits: readonly Role[]): string =>
  `${by} asked for ${namesOf(waits)} for ${colleague}. It waits for a second account manager.`

/**
 * What becomes of the roles of two that a change gives. Access that is given back gives the roles that come with it, and more
 * programs give each role at these. Alone
 * they are given only where no other account manager has all programs of the user, and none lost anything lately.
 */
export function givingOf(of: {
  giver: string
  colleague: string
  before: Membership | undefined
  after: Membership
  authority: Authority
  asked: RolesAsked | undefined
}): Giving {
  const { giver, colleague, before, after, authority, asked } = of
  const kept = before?.active && isWithin(before.sub_carriers, after) ? ofTwo(before.roles) : []
  const gained = after.active ? ofTwo(after.roles).filter((role) => !kept.includes(role)) : []
  const others = confirmersOf({ giver, colleague, after, managers: authority.managers })
  // Who asked confirms nothing themselves, and counts only while they could still give it, for the programs they asked for.
  const stillAsked = asked && others.some(({ id }) => id === asked.by) && isWithin(asked.subCarriers, after)
  const askedFor = stillAsked ? asked.roles : []
  const [confirmed, rest] = [
    gained.filter((role) => askedFor.includes(role)),
    gained.filter((role) => !askedFor.includes(role)),
  ]
  if (others.length > 0) return { confirmed, waits: rest, blocked: [] }
  return { confirmed, waits: [], blocked: authority.twoUntil === null ? [] : rest }
}

/** Why roles of two cannot be given now, until when that is so, and what can be done. `until` in words. */
export const whyNotAlone = (blocked: readonly Role[], until: string): Refusal<'RULE'> | undefined =>
  blocked.length === 0
    ? undefined
    : {
        code: 'RULE',
        field: 'roles',
        message: `Until ${until} two account managers give ${namesOf(blocked)}: one lost the role, the access or programs in the last ${ALONE_DAYS} days. Save without ${namesOf(blocked)} until then.`,
      }

const administers = ({ active, roles }: Pick<Membership, 'active' | 'roles'>): boolean => {
  const clean = cleanRoles(roles)
  return active && clean.includes('account_admin') && !isRestricted({ roles: clean })
}

/** Why an account manager cannot lose the role, the access or programs: the carrier would have none, or none of all programs. */
export function whyNotLose(of: {
  colleague: string
  before: Membership
  after: Membership
  managers: readonly Manager[]
}): Refusal<'RULE'> | undefined {
  const { before, after } = of
  if (!administers(before)) return undefined
  const others = of.managers.filter(({ id, acts }) => acts && id !== of.colleague)
  if (!administers(after) && others.length === 0)
    return { code: 'RULE', message: 'The carrier needs at least one account manager.' }
  const ofAll = (one: Membership): boolean => administers(one) && one.sub_carriers === null
  if (ofAll(before) && !ofAll(after) && others.every(({ subCarriers }) => subCarriers !== null))
    return { code: 'RULE', message: 'The carrier needs at least one account manager of all programs.' }
  return undefined
}

/**
 * A membership as it is until a second account manager confirms these roles: without them, or as it was. A role that the user
 * has at fewer programs stays at these, and more programs wait with it.
 */
export function untilConfirmed<M extends Membership>(before: Membership, after: M, waits: readonly Role[]): M {
  const had = before.active ? ofTwo(before.roles) : []
  const roles = after.roles.filter((role) => {
    const [clean] = cleanRoles([role])
    return clean === undefined || !waits.includes(clean) || had.includes(clean)
  })
  if (roles.length === 0)
    return { ...after, active: before.active, roles: before.roles, sub_carriers: before.sub_carriers }
  return waits.some((role) => had.includes(role))
    ? { ...after, roles, sub_carriers: before.sub_carriers }
    : { ...after, roles }
}

/** Why these roles cannot be given by invitation: two account managers give them to a user. `until` in words. */
export function whyNotInviteTo({ waits, blocked }: Giving, until: string): Refusal<'RULE'> | undefined {
  if (blocked.length > 0) return whyNotAlone(blocked, until)
  if (waits.length === 0) return undefined
  return {
    code: 'RULE',
    field: 'roles',
    message: `Invite them without ${namesOf(waits)}. Once they have registered, two account managers add ${namesOf(waits)}.`,
  }
}

type InvitationState = {
  outcome: 'ACCEPTED' | 'EXPIRED' | 'WITHDRAWN' | null
  expired: boolean
  /** Who was invited. */
  name: string
  closedBy: string | null
  closedAt: string | null
}
/** Why an invitation cannot be withdrawn: it is not open any more. Who comes second learns what became of it, by whom and when. */
export function whyNotWithdrawInvitation(of: InvitationState): Refusal<'ALREADY_DECIDED'> | undefined {
  const outcome = of.outcome ?? (of.expired ? 'EXPIRED' : null)
  if (outcome === null) return undefined
  const by = outcome === 'ACCEPTED' ? of.name : of.closedBy
  const words = {
    ACCEPTED: `${of.name} has accepted the invitation. Take the access away instead.`,
    WITHDRAWN: `The invitation was withdrawn${by === null ? '' : ` by ${by}`}.`,
    EXPIRED: 'The invitation has expired.',
  }
  return { code: 'ALREADY_DECIDED', message: words[outcome], current: { outcome, by, at: of.closedAt } }
}

/** The mail to somebody whose invitation was withdrawn. */
export const withdrawalMail = (of: {
  brand: string
  firstName: string
  carrier: string
  phone: string
}): { subject: string; body: string } => ({
  subject: `Your invitation to ${of.brand} was withdrawn`,
  body: `Hello ${of.firstName},

your invitation to ${of.brand} for ${of.carrier} was withdrawn. Its link works no more, and you have nothing to do. Questions: ${of.phone}.
`,
})

/** The invitation e-mail. `until` in words. */
export const invitationMail = (of: {
  brand: string
  origin: string
  firstName: string
  carrier: string
  invitedBy: string
  email: string
  until: string
  phone: string
}): { subject: string; body: string } => ({
  subject: `Your invitation to ${of.brand}`,
  body: `Hello ${of.firstName},

${of.invitedBy} invited you to ${of.brand} for ${of.carrier}.

To begin, open ${of.origin}${registrationPaths.begin} and log in with the account of this mail address (${of.email}). Then choose a
username and agree to the Terms of Use. You have 30 minutes for it once you have logged in.

The invitation is good until ${of.until}. If you did not expect it, do nothing. Questions: ${of.phone}.
`,
})
