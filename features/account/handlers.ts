import { roleName } from '#features/permissions/role-names.ts'
import { passwordDaysLeft } from '#features/sign-in/rules.ts'
import { oneTrip, implement } from '#platform/calls/handler.ts'
import { AccountsFailure } from '#platform/identity/accounts-at-provider/accounts.ts'
import { cleanRoles } from '#features/permissions/roles.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { account } from './contract.ts'
import { overridesAll } from './override-all.ts'
import { MANAGED_ELSEWHERE } from './rules.ts'
import * as sql from './sql.ts'

const orAll = (code: string): string | null => (code === 'ALL' ? null : code)

export const handlers = implement(account)({
  profile: oneTrip(
    () => ({ me: sql.me(), memberships: sql.memberships() }),
    ({ me: [me], memberships }, { portal, refuse }) => {
      if (!me) return refuse({ code: 'NOT_REGISTERED' })
      const days = passwordDaysLeft({
        ssoUser: me.sso_user,
        pwdExpirationDays: me.password_age,
        pwdExpLimit: me.password_limit_days,
      })
      return {
        id: me.id,
        username: me.username,
        name: me.name,
        email: me.email,
        ssoUser: me.sso_user,
        timeZone: me.time_zone,
        lastLoginAt: me.previous_login_at,
        memberships: memberships.map((one) => ({
          masterCarrier: { code: one.mc, name: one.name },
          roles: cleanRoles(one.roles).map((role) => roleName([role])),
          subCarriers: one.sub_carriers,
          licenseStates: one.license_states,
          approvalLimit: one.approval_limit,
        })),
        passwordDaysLeft: days ?? null,
        canChangePassword: !me.sso_user && portal.accounts !== undefined,
      }
    },
  ),

  // The provider first: when it fails, no session ends.
  changePassword: async ({ input, db, who, write, cookie, confirm, now, portal, refuse }) => {
    const [, mine] = await Promise.all([who(), db.one(sql.credentials())])
    if (!mine?.idp_subject || mine.sso_user || !portal.accounts)
      return refuse({ code: 'RULE', message: MANAGED_ELSEWHERE })
    if (input.oktaAccessToken !== undefined) {
      const owner = await portal.identity?.verify(input.oktaAccessToken)
      if (owner?.issuer !== mine.idp_issuer || owner.subject !== mine.idp_subject)
        refuse({ code: 'VALIDATION', field: 'oktaAccessToken', message: 'This is no valid token of yours.' })
    }
    await confirm()
    try {
      await portal.accounts.expirePassword(mine.idp_subject)
    } catch (error) {
      if (!(error instanceof AccountsFailure)) throw error
      refuse({ code: error.reason === 'unreachable' ? 'UNAVAILABLE' : 'PROVIDER_FAILED' })
    }
    write(sql.endMySessions('password', now.toISOString()))
    cookie(null)
    return { success: true }
  },

  overridesAll: oneTrip(
    ({ sc, userId }) => ({ users: sql.userOf(userId, orAll(sc)) }),
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

  logoutEnabled: oneTrip(
    ({ id }) => ({ users: sql.colleagueOrMe(id) }),
    ({ users: [user] }) => (user ? { logoutEnabled: user.logout_enabled } : notFound()),
  ),
})
