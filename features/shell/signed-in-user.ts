import { cleanRoles, isRestricted } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { SignedInUser } from '#platform/browser/use-user.ts'
import type { User } from '#features/sign-in/contract.ts'
import { passwordDaysLeft } from '#features/sign-in/rules.ts'

/** The user in the shape the rules need, from the server's answer. */
export const personOf = (user: User): Person => ({
  id: user.id,
  username: user.username,
  name: user.name,
  mc: user.masterCarrier?.code ?? '',
  roles: cleanRoles(user.roles.filter((role) => role.isActive).map((role) => role.roleName)),
  subCarriers: user.subCarriers,
  licenseStates: user.licenseStates,
  approvalLimit: user.approvalLimit,
  timeZone: user.timeZone,
})

/**
 * What the screens may know of the user; undefined while no carrier is chosen. `receivedAt`: this device's clock when
 * the answer came.
 */
export function signedInUser(user: User, receivedAt: Date): SignedInUser | undefined {
  if (!user.masterCarrier) return undefined
  const person = personOf(user)
  return {
    person,
    username: user.username,
    firstName: user.firstName,
    email: user.email,
    carrier: user.masterCarrier,
    carriers: user.carriers,
    ssoUser: user.ssoUser,
    viewOnly: isRestricted(person),
    dataExtract: user.dataExtractSubCarriers.length > 0,
    settings: {},
    passwordDaysLeft: passwordDaysLeft(user),
    logoutEnabled: user.logoutEnabled,
    clockOffset: Date.parse(user.serverTime) - receivedAt.getTime(),
  }
}
