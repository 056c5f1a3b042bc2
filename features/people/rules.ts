import { cleanRoles, hasRole } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal } from '#platform/calls/refusal.ts'
import { registrationPaths } from '#platform/session/registration-paths.ts'

/** Days an invitation is valid. */
export const INVITATION_DAYS = 14

/** Days without a sign-in after which an account counts as unused. */
export const UNUSED_DAYS = 90
/** Days a request to make somebody an administrator waits for the second one. */
export const GRANT_DAYS = 7

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

/** Why this user may not see or change the users of the carrier: account administrators may. */
export const whyNotAdminister = (person: Pick<Person, 'roles'>): Refusal<'NOT_ALLOWED'> | undefined =>
  hasRole(person, 'account_admin') ? undefined : { code: 'NOT_ALLOWED' }

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
  open: { invited_by_name: string; created_at: string; expires_at: string } | undefined
}

/** Why an address cannot be invited: one open invitation per address and carrier, and none for users of the carrier. */
export function whyNotInvite({ member, open }: AddressUse): Refusal<'DUPLICATE'> | undefined {
  if (member)
    return { code: 'DUPLICATE', field: 'email', message: 'Somebody with this address works for the carrier already.' }
  if (!open) return undefined
  return {
    code: 'DUPLICATE',
    field: 'email',
    message: 'This address has an open invitation.',
    current: { by: open.invited_by_name, at: open.created_at, expiresAt: open.expires_at },
  }
}

/** Why a colleague cannot be changed by this user: another administrator changes or removes the user's own access. */
export function whyNotChange(changer: Pick<Person, 'id'>, colleagueId: string): Refusal<'RULE'> | undefined {
  if (colleagueId !== changer.id) return undefined
  return { code: 'RULE', message: 'Ask another administrator to change your own account.' }
}

type Membership = { active: boolean; roles: readonly string[] }
const administers = ({ active, roles }: Membership): boolean => active && cleanRoles(roles).includes('account_admin')

/**
 * What a change does to the role of an administrator: `GRANT` now, `WAIT` for a second administrator, `LOSE`, or nothing. A
 * carrier's only administrator grants it alone; otherwise there could be no second one.
 */
export function administratorChange(of: {
  before: Membership
  after: Membership
  /** Administrators other than this user, the one who changes included. */
  others: number
  changer: string
  /** Who asked for the same within the last days. */
  askedBy: string | undefined
}): 'GRANT' | 'WAIT' | 'LOSE' | undefined {
  const [was, is] = [administers(of.before), administers(of.after)]
  if (was === is) return undefined
  if (was) return 'LOSE'
  return of.others <= 1 || (of.askedBy !== undefined && of.askedBy !== of.changer) ? 'GRANT' : 'WAIT'
}

/** Why an administrator cannot lose the role: the carrier would have none. */
export const whyNotLose = (others: number): Refusal<'RULE'> | undefined =>
  others > 0 ? undefined : { code: 'RULE', message: 'The carrier needs at least one account manager.' }

/** A membership as it is until a second administrator confirms the role: the role left out, or nothing changed. */
export function untilConfirmed<M extends Membership>(before: M, after: M): M {
  const roles = after.roles.filter((role) => role.trim().toLowerCase() !== 'account_admin')
  return roles.length > 0 ? { ...after, roles } : { ...after, active: before.active, roles: before.roles }
}

/** Why the role of an administrator cannot be given by invitation: a second administrator confirms it, for a user. */
export const whyNotInviteAdministrator = (roles: readonly string[], others: number): Refusal<'RULE'> | undefined =>
  cleanRoles(roles).includes('account_admin') && others > 0
    ? {
        code: 'RULE',
        field: 'roles',
        message: 'Invite them with another role. When they have registered, two account managers make them one.',
      }
    : undefined

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
