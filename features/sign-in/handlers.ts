import { oneTrip, type Handlers } from '#platform/handler.ts'
import { notFound, refuse } from '#platform/refusal.ts'
import { endSession, idleLimits, openSession, sessionHours } from '#platform/sessions.ts'
import { legalText } from '#reference/legal.ts'
import type { session } from './contract.ts'
import { termsStatus } from './rules.ts'
import * as sql from './sql.ts'

const secondsUntil = (iso: string, now: Date): number =>
  Math.max(0, Math.floor((Date.parse(iso) - now.getTime()) / 1000))

export const handlers: Handlers<typeof session> = {
  // A01: also a dead session answers Ok, and whoever holds no session learns nothing.
  logout: async ({ db, input, sessionHash, now, cookie, portal }) => {
    cookie(null)
    if (!sessionHash) return { success: true, logoutUrl: null }
    // Asked in this order: ending the session takes the sealed token away.
    const [sealed, ended] = await Promise.all([
      db.one(sql.idTokenOf(sessionHash)),
      db.one(endSession(sessionHash, input.reason, now.toISOString())),
    ])
    return {
      success: true,
      logoutUrl:
        ended && portal.identity ? await portal.identity.logoutUrl(sealed?.token ?? null).catch(() => null) : null,
    }
  },

  details: oneTrip(
    ({ isLogin = false }, { sessionHash }) => ({
      users: sql.user(),
      carriers: sql.myCarriers(),
      sessions: sql.mySession(sessionHash!),
      shown: sql.loginShown(sessionHash!, isLogin),
    }),
    ({ users: [user], carriers, sessions: [mine] }, { person, now, portal }) => {
      if (!user || !mine) return refuse({ code: 'NOT_REGISTERED' }) as never
      const current = carriers.find((one) => one.mc === person.mc)
      const { promptAfter, logoutAfter } = idleLimits(mine.limited, portal.settings.testMode)
      return {
        userId: user.username,
        id: user.id,
        username: user.username,
        name: user.name,
        firstName: user.first_name,
        lastName: user.last_name,
        email: user.email,
        masterCarrier: current ? { code: current.mc, name: current.name, id: current.id } : null,
        masterCarrierOptions: carriers.map((one) => one.mc).join(','),
        masterCarrierNameOptions: carriers.map((one) => one.name).join(','),
        masterCarrierIdOptions: carriers.map((one) => one.id).join(','),
        carriers: carriers.map((one) => ({ code: one.mc, name: one.name, id: one.id })),
        previousMasterCarrier: mine.previous_mc,
        selectMasterCarrier: person.mc === '' && carriers.length > 0,
        subCarrier: person.subCarriers?.join(',') ?? null,
        lastLogin: mine.login_shown ? null : user.previous_login_at,
        unsuccessfulAttempts: mine.login_shown ? 0 : Math.max(0, user.unsuccessful_attempts),
        ssoUser: user.sso_user,
        pwdExpirationDays: user.sso_user ? null : user.password_age,
        pwdExpLimit: user.sso_user ? null : user.password_limit_days,
        idpUrl: null,
        termsOfUseAccepted: user.terms_version !== null,
        termsAcceptedStatus: termsStatus({
          terms: user.terms_version,
          privacy: user.privacy_version,
          currentTerms: user.current_terms,
          currentPrivacy: user.current_privacy,
        }),
        roles: person.roles.map((role) => ({
          roleName: role,
          description: role.replaceAll('_', ' '),
          id: role,
          isActive: true,
        })),
        subCarriers: person.subCarriers ? [...person.subCarriers] : null,
        licenseStates: [...person.licenseStates],
        approvalLimit: person.approvalLimit,
        dataExtractSubCarriers: (current?.data_extract_sub_carriers ?? []).map((code) => ({
          carrierCode: code,
          carrierName: code,
        })),
        timeZone: user.time_zone,
        secondsToExpiration: secondsUntil(person.expiresAt, now),
        idle: {
          promptAfterSeconds: promptAfter,
          logoutAfterSeconds: logoutAfter,
          remainingSeconds: secondsUntil(person.idleAt, now),
        },
        limited: mine.limited,
        addPatientFeature: user.add_patient_feature,
        serverTime: now.toISOString(),
        localizedMessage: null,
      }
    },
  ),

  // A09: for clients that hold a token of the provider. Who they are comes from the token alone, once.
  exchange: async ({ db, input, portal, newToken, newId, cookie, now, ip, userAgent }) => {
    const verified = await portal.identity?.verify(input.token)
    if (!verified) return refuse({ code: 'SESSION_REQUIRED' }) as never
    const { token, hash } = newToken()
    const { hours, limited } = sessionHours(verified.refreshHintMinutes, portal.settings.sessionHours)
    const opened = await db.one(
      openSession({
        id: newId(),
        hash,
        issuer: verified.issuer,
        subject: verified.subject,
        idleSeconds: idleLimits(limited, portal.settings.testMode).total,
        hours,
        limited,
        sid: verified.sid,
        idTokenSealed: null,
        authTime: null,
        ip,
        userAgent,
        failures: 0,
        now: now.toISOString(),
      }),
    )
    if (opened?.refusal) refuse({ code: opened.refusal === 'ACCOUNT_DISABLED' ? 'ACCOUNT_DISABLED' : 'NOT_REGISTERED' })
    cookie(token)
    return { success: true, secondsToExpiration: hours * 3600, limited }
  },

  chooseCarrier: async ({ db, who, input, sessionHash, newToken, cookie }) => {
    const { token, hash } = newToken()
    const [, carriers] = await Promise.all([who(), db.all(sql.myCarriers())])
    const carrier = carriers.find((one) => one.mc === input.masterCarrierCode)
    if (!carrier) return notFound()
    const chosen = await db.one(sql.chooseCarrier(sessionHash!, hash, carrier.mc))
    if (!chosen) return notFound()
    cookie(token)
    return {
      success: true,
      masterCarrier: { code: carrier.mc, name: carrier.name, id: carrier.id },
      previousMasterCarrier: chosen.previous,
    }
  },

  // The door has already noted the activity; this answers with what it made of it.
  refresh: async ({ db, who, sessionHash, now }) => {
    const [person, mine] = await Promise.all([who(), db.one(sql.mySession(sessionHash!))])
    return {
      success: true,
      secondsToExpiration: secondsUntil(person.expiresAt, now),
      idleRemainingSeconds: mine
        ? secondsUntil(new Date(Date.parse(mine.last_activity_at) + mine.idle_seconds * 1000).toISOString(), now)
        : 0,
    }
  },

  acceptTerms: async ({ db, who, input, write, now, ip }) => {
    const [person, user] = await Promise.all([who(), db.one(sql.user())])
    if (!user || (input.userId !== user.username && input.userId !== user.id)) return notFound()
    write(sql.acceptTerms(person.sessionId, ip, now.toISOString()))
    return { success: true, acceptedVersion: user.current_terms }
  },

  legal: async ({ input }) => legalText(input.kind),
}
