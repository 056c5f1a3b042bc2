import { implement, oneTrip } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { colleagues } from './contract.ts'
import { userType } from './rules.ts'
import * as sql from './sql.ts'

const orAll = (code: string): string | null => (code === 'ALL' ? null : code)

export const handlers = implement(colleagues)({
  groups: oneTrip(
    ({ userId }) => ({ members: sql.member(userId), groups: sql.groups(userId) }),
    ({ members: [member], groups }) =>
      member
        ? groups.map((group) => ({
            groupCode: group.group_code,
            groupName: group.name,
            subCarrier: group.sub_carrier,
            state: group.state,
            autoPa: group.auto_pa,
          }))
        : notFound(),
  ),

  fullName: oneTrip(
    ({ id }) => ({ users: sql.colleagueNamed(id) }),
    ({ users: [user] }) => (user ? { id: user.id, fullName: user.name } : notFound()),
  ),

  type: oneTrip(
    ({ id }) => ({ users: sql.colleague(id) }),
    ({ users: [user] }) => (user ? { type: userType(user.roles), ssoUser: user.sso_user } : notFound()),
  ),

  nameByEmail: oneTrip(
    ({ a, c, d }) => ({ users: sql.byEmail(a, orAll(c), orAll(d)) }),
    ({ users: [user] }) => (user ? { fullName: user.name, active: user.active, email: user.email } : notFound()),
  ),
})
