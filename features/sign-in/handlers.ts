import { addMs, SECOND_MS } from '#platform/dates/instant.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { oneTrip, type CallContext, implement } from '#platform/calls/handler.ts'
import type { AuditNote } from '#platform/database/unit-of-work.ts'
import { type Refusal, notFound } from '#platform/calls/refusal.ts'
import {
  endSession,
  idleLimits,
  openSession,
  renewSession,
  rotateSession,
  sessionMinutes,
  tellTexts,
  type Opened,
} from '#platform/session/sessions.ts'
import { acceptedTexts, legalText, otherVersions, textHash } from '#reference/legal.ts'
import { extractSubCarriers } from '#features/settings/sql.ts'
import { session } from './contract.ts'
import { termsStatus, whyNotCarrier } from './rules.ts'
import * as sql from './sql.ts'

const secondsUntil = (iso: string, now: Date): number =>
  Math.max(0, Math.floor((Date.parse(iso) - now.getTime()) / 1000))

/** The exact text accepted, with who, when and from where. */
async function acceptanceNote({ id, current_terms, current_privacy }: sql.UserRow): Promise<AuditNote> {
  const accepted = async (kind: 'tou' | 'privacy', version: string) => {
    const text = legalText(kind, version)
    return { version, sha256: text ? await textHash(text) : null }
  }
  const [tou, privacy] = await Promise.all([accepted('tou', current_terms), accepted('privacy', current_privacy)])
  return { type: 'terms_acceptance', id, detail: { tou, privacy } }
}

/** The sign-in URL of a user whose carrier has its own identity provider: the portal's address redirects to it. */
const signInAt = (origin: string, mc: string): string => `${origin}/sso/start?carrier=${mc}`

/** The carrier whose own identity provider vouched for the user of this session; null where none did. */
const vouchedFor = (mc: string | null | undefined, carriers: readonly { mc: string; name: string }[]) =>
  mc ? { mc, name: carriers.find((one) => one.mc === mc)?.name ?? mc } : null

/** The refusal of a client whose token opens no session. */
const notOpened: Record<
  NonNullable<Opened['refusal']>,
  Refusal<'ACCOUNT_DISABLED' | 'NOT_REGISTERED' | 'SESSION_REQUIRED' | 'VALIDATION'>
> = {
  NOT_REGISTERED: { code: 'NOT_REGISTERED' },
  ACCOUNT_DISABLED: { code: 'ACCOUNT_DISABLED' },
  SECOND_FACTOR_REQUIRED: {
    code: 'SESSION_REQUIRED',
    message: 'Please log in with a second factor. Your organization asks for one.',
  },
  OTHER_PERSON: {
    code: 'VALIDATION',
    fields: [
      { path: 'token', code: 'OTHER_PERSON', message: 'This token belongs to somebody else than is logged in.' },
    ],
  },
  USED_BEFORE: { code: 'SESSION_REQUIRED' },
}

export const handlers = implement(session)({
  // An ended session answers Ok too, and a caller without a session learns nothing.
  logout: async ({ db, input, sessionHash, now, ip, cookie, portal }) => {
    cookie(null)
    if (!sessionHash) return { success: true, logoutUrl: null, relayStateUrl: null }
    const ended = await db.one(endSession(sessionHash, input.reason, ip, now.toISOString()))
    if (!ended) return { success: true, logoutUrl: null, relayStateUrl: null }
    if (ended.refresh_token_sealed) portal.identity?.revoke(ended.refresh_token_sealed)
    return {
      success: true,
      logoutUrl: (await portal.identity?.logoutUrl(ended.id_token_sealed, input.reason).catch(() => null)) ?? null,
      relayStateUrl: ended.sso_mc === null ? null : signInAt(portal.settings.origin, ended.sso_mc),
    }
  },

  details: oneTrip(
    ({ isLogin = false }, { sessionHash }) => ({
      users: sql.user(),
      carriers: sql.myCarriers(),
      extracted: extractSubCarriers(),
      sessions: sql.mySession(sessionHash!),
      shown: sql.loginShown(sessionHash!, isLogin),
    }),
    ({ users: [user], carriers, extracted, sessions: [mine] }, { input, person, now, portal, refuse }) => {
      if (!user || !mine) return refuse({ code: 'NOT_REGISTERED' })
      // Once a login, and only where the carrier agreed.
      if (input.isLogin && user.monitored && !mine.login_shown && person.mc !== '')
        portal.monitoring.identify(user.id, { 'carrier.code': person.mc })
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
        masterCarrierNameOptions: carriers.map((one) => one.name.replaceAll(',', '')).join(','), // as many as there are codes
        masterCarrierIdOptions: carriers.map((one) => one.id).join(','),
        carriers: carriers.map((one) => ({ code: one.mc, name: one.name, id: one.id, programs: one.programs })),
        previousMasterCarrier: mine.previous_mc,
        selectMasterCarrier: person.mc === '' && carriers.length > 0,
        subCarrier: person.subCarriers?.join(',') ?? null,
        lastLogin: mine.login_shown ? null : user.previous_login_at,
        unsuccessfulAttempts: mine.login_shown ? 0 : Math.max(0, user.unsuccessful_attempts),
        ssoUser: user.sso_user,
        pwdExpirationDays: user.sso_user ? null : user.password_age,
        pwdExpLimit: user.sso_user ? null : user.password_limit_days,
        // After logging out they return to where they started, through the portal's address, which knows their
        // provider's.
        idpUrl: user.sso_user && user.has_sso ? signInAt(portal.settings.origin, person.mc) : null,
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
        dataExtractSubCarriers: extracted.map(({ code, name }) => ({ carrierCode: code, carrierName: name })),
        timeZone: user.time_zone,
        secondsToExpiration: secondsUntil(person.expiresAt, now),
        idle: {
          promptAfterSeconds: promptAfter,
          logoutAfterSeconds: logoutAfter,
          remainingSeconds: secondsUntil(person.idleAt, now),
        },
        limited: mine.limited,
        addPatientFeature: user.add_patient_feature,
        logoutEnabled: user.logout_enabled,
        serverTime: now.toISOString(),
        localizedMessage: null,
      }
    },
  ),

  // For clients that hold a token of the provider. The user is read from the token alone, once.
  exchange: async (context) => {
    const { db, input, portal, sessionHash, newToken, newId, cookie, now } = context
    const owner = await portal.identity?.verify(input.token)
    if (!owner) return context.refuse({ code: 'SESSION_REQUIRED', failedSignIn: true })
    const { minutes, limited } = sessionMinutes(owner.refreshHintMinutes, portal.settings.sessionHours)
    const idleSeconds = idleLimits(limited, portal.settings.testMode).total
    const same = { ...owner, minutes, limited, idleSeconds, now: now.toISOString() }
    if (!input.isLogin) {
      const renewed = sessionHash && (await db.one(renewSession({ ...same, hash: sessionHash })))
      if (!renewed) return context.refuse({ code: 'SESSION_REQUIRED', failedSignIn: true })
      return {
        success: true,
        secondsToExpiration: secondsUntil(renewed.expires_at, now),
        limited: renewed.limited,
      }
    }
    const { token, hash } = newToken()
    const opened = await db.one(
      openSession({
        ...same,
        id: newId(),
        hash,
        idTokenEncrypted: null,
        refreshTokenEncrypted: null,
        renewAt: null,
        held: sessionHash,
        samePerson: true,
        requestId: context.requestId,
        ip: context.ip,
        userAgent: context.userAgent,
        failures: 0,
      }),
    )
    if (opened?.refusal) context.refuse({ ...notOpened[opened.refusal], failedSignIn: true })
    cookie(token)
    return { success: true, secondsToExpiration: minutes * 60, limited }
  },

  // The statement that sets the carrier checks that it is one of the user's in this session, and replaces the cookie.
  chooseCarrier: async ({ db, who, input, sessionHash, newToken, cookie, refuse }) => {
    const { token, hash } = newToken()
    const [, mine, carriers, chosen] = await Promise.all([
      who(),
      db.one(sql.mySession(sessionHash!)),
      db.all(sql.myCarriers()),
      db.one(sql.chooseCarrier(sessionHash!, hash, input.masterCarrierCode)),
    ])
    refuse(whyNotCarrier(vouchedFor(mine?.sso_mc, carriers), input.masterCarrierCode))
    const carrier = carriers.find((one) => one.mc === chosen?.mc)
    if (!chosen || !carrier) return notFound()
    cookie(token)
    return {
      success: true,
      masterCarrier: { code: carrier.mc, name: carrier.name, id: carrier.id },
      previousMasterCarrier: chosen.previous,
    }
  },

  // Authentication has already recorded the activity; this answers with the resulting times.
  refresh: async ({ db, who, sessionHash, now, portal }) => {
    const [person, mine] = await Promise.all([who(), db.one(sql.mySession(sessionHash!))])
    if (mine?.renew_at && Date.parse(mine.renew_at) <= now.getTime())
      portal.identity?.renew(sessionHash!, now, portal.settings.sessionHours)
    return {
      success: true,
      serverTime: now.toISOString(),
      secondsToExpiration: secondsUntil(person.expiresAt, now),
      idleRemainingSeconds: mine ? secondsUntil(addMs(mine.last_activity_at, mine.idle_seconds * SECOND_MS), now) : 0,
    }
  },

  list: oneTrip(
    (_input, { sessionHash, now }) => ({ sessions: sql.mySessions(sessionHash!, now.toISOString()) }),
    ({ sessions }) => ({
      sessions: sessions.map((one) => ({
        sessionId: one.id,
        startedAt: one.started_at,
        lastActivityAt: one.last_activity_at,
        expiresAt: one.expires_at,
        ip: one.ip,
        userAgent: one.user_agent,
        current: one.current,
      })),
    }),
  ),

  end: async ({ db, who, input, ip, now }) => {
    const [, done] = await Promise.all([who(), db.one(sql.endMySession(input.sessionId, ip, now.toISOString()))])
    return done?.ended ? { success: true } : notFound()
  },

  acceptTerms: (context) =>
    accept(context, (user) => context.input.userId === user.username || context.input.userId === user.id),
  acceptTermsAgain: (context) => accept(context, () => true),

  legal: async ({ input }) => {
    const text = legalText(input.kind, input.version) ?? notFound()
    return { ...text, otherVersions: otherVersions(text.kind, text.version) }
  },
})

/** Stores which version, when and from where; `isSelf` refuses to accept for another user. */
async function accept(
  { db, who, write, note, now, ip, sessionHash, newToken, cookie }: CallContext<AnyCall>,
  isSelf: (user: { id: string; username: string }) => boolean,
) {
  const [person, user] = await Promise.all([who(), db.one(sql.user())])
  if (!user || !isSelf(user)) return notFound()
  write(tellTexts(await acceptedTexts({ tou: user.current_terms, privacy: user.current_privacy })))
  write(sql.acceptTerms(person.sessionId, ip, now.toISOString()))
  note(await acceptanceNote(user))
  // From here on the session may do more than before, so its cookie is replaced.
  const { token, hash } = newToken()
  write(rotateSession(sessionHash!, hash))
  cookie(token)
  return { success: true as const, acceptedVersion: user.current_terms }
}
