import { oneTrip, type Handlers } from '#platform/handler.ts'
import { notFound } from '#platform/refusal.ts'
import type { account } from './contract.ts'
import { overridesAll } from './rules.ts'
import * as sql from './sql.ts'

export const handlers: Handlers<typeof account> = {
  overridesAll: oneTrip(
    ({ sc, userId }) => ({ users: sql.userOf(userId, sc === 'ALL' ? null : sc) }),
    ({ users: [user] }) =>
      user
        ? overridesAll({
            active: user.active,
            roles: user.roles,
            licenseStates: user.license_states,
            safetyOverrides: user.safety_overrides,
          })
        : notFound(),
  ),
}
