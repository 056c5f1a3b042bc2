import { implement, type Refusing, type CallContext } from '#platform/calls/handler.ts'
import { type Refusal, invalid } from '#platform/calls/refusal.ts'
import { networkOf } from '#platform/portal/network-of.ts'
import { openRegistration, registrationOf } from '#platform/session/registration-ticket.ts'
import { tellTexts } from '#platform/session/sessions.ts'
import { acceptedTexts } from '#reference/legal.ts'
import { privacyVersions, termsVersions } from '#reference/legal/versions.ts'
import { registration } from './contract.ts'
import {
  INVITATION_CLOSED,
  INVITATION_WITHDRAWN,
  isReserved,
  TAKEN,
  TIME_IS_OVER,
  usernameProblems,
  wordsOf,
} from './rules.ts'
import * as sql from './sql.ts'

type TicketContext = Pick<
  CallContext<(typeof registration)['ticket']>,
  'db' | 'portal' | 'sessionHash' | 'now' | 'ip' | 'requestId'
> &
  Refusing<'SESSION_REQUIRED'> & { input: { oktaToken?: string | undefined } }

/**
 * The registration ticket of a call, by the hash it is stored under; `sound` rejects when cookie and token contradict
 * each other.
 */
type Ticket = { hash: Uint8Array; sound: () => Promise<boolean> }

/** Hashes of the current texts; they do not change while the portal runs. */
const currentTexts = acceptedTexts({ tou: termsVersions[0].version, privacy: privacyVersions[0].version })

const expired: Refusal<'REGISTRATION_EXPIRED'> = { code: 'REGISTRATION_EXPIRED', current: TIME_IS_OVER }

/**
 * The ticket of this browser, or of the token a client sends instead; not awaited yet. A token's thirty minutes count
 * from when it was issued. Both together must belong to the same user.
 */
async function ticketOf({
  input,
  db,
  portal,
  sessionHash,
  now,
  ip,
  requestId,
  refuse,
}: TicketContext): Promise<Ticket> {
  const at = now.toISOString()
  if (input.oktaToken === undefined) {
    if (!sessionHash) return refuse({ code: 'SESSION_REQUIRED' })
    return { hash: sessionHash, sound: async () => true }
  }
  const owner = await portal.identity?.verify(input.oktaToken)
  if (!owner) return refuse({ code: 'SESSION_REQUIRED' })
  const { issuer, subject, email, emailVerified, name, issuedAt, once } = owner
  const of = { issuer, subject, email, emailVerified, name, idTokenEncrypted: null, requestId, ip }
  const opening = db.one(openRegistration({ ...of, hash: once.keyHash, started: issuedAt, now: at }))
  const ofBrowser = sessionHash ? db.one(registrationOf(sessionHash, at)) : Promise.resolve(undefined)
  opening.catch(() => {})
  ofBrowser.catch(() => {})
  return {
    hash: once.keyHash,
    sound: async () => {
      const [opened, browser] = await Promise.all([opening, ofBrowser])
      if (browser && (browser.issuer !== issuer || browser.subject !== subject))
        invalid('oktaToken', 'This token is of another person than this browser.')
      return opened?.registers === true
    },
  }
}

/** The refusal without a ticket: with a valid token the user is not waiting to be registered. */
const nobody = (token: string | undefined): Refusal<'NOT_REGISTERED' | 'SESSION_REQUIRED'> =>
  token === undefined ? { code: 'SESSION_REQUIRED' } : { code: 'NOT_REGISTERED' }

export const handlers = implement(registration)({
  ticket: async (context) => {
    const { hash, sound } = await ticketOf(context)
    const found = context.db.one(registrationOf(hash, context.now.toISOString()))
    await sound()
    const ticket = await found
    if (!ticket) return context.refuse(nobody(context.input.oktaToken))
    if (ticket.state === 'EXPIRED') context.refuse(expired)
    const left = Date.parse(ticket.expires_at) - context.now.getTime()
    return {
      email: ticket.email,
      carriers: ticket.carriers,
      secondsToExpiration: Math.max(0, Math.floor(left / 1000)),
      expiresAt: ticket.expires_at,
    }
  },

  validate: async (context) => {
    const { input, db, ip, now } = context
    const { hash, sound } = await ticketOf(context)
    const checking = db.one(sql.checkUsername(hash, input.userId, networkOf(ip), now.toISOString()))
    await sound()
    const checked = await checking
    if (checked?.outcome === 'LIMITED') context.refuse({ code: 'RATE_LIMIT' })
    if (checked?.outcome === 'EXPIRED') context.refuse(expired)
    if (checked?.outcome !== 'OK') return context.refuse(nobody(input.oktaToken))
    const problems = usernameProblems(input.userId, checked.email ?? '')
    const duplicateFlag = checked.taken === true || isReserved(input.userId)
    const reasons = [...problems.map(wordsOf), ...(checked.taken ? [TAKEN] : [])]
    return { duplicateFlag, valid: reasons.length === 0, reasons }
  },

  complete: async (context) => {
    const { input, db, portal, now, ip, requestId, newId, cookie } = context
    const { newUserId, email, oktaToken } = input
    const problems = usernameProblems(newUserId, email)
    if (problems.length > 0) {
      const fields = problems.map((code) => ({ path: 'newUserId', code, message: wordsOf(code) }))
      context.refuse({ code: 'VALIDATION', fields, current: `${fields.map(({ message }) => message).join('. ')}.` })
    }
    const texts = await currentTexts
    const { hash, sound } = await ticketOf(context)
    const of = { hash, id: newId(), username: newUserId, email, requestId, ip, now: now.toISOString() }
    db.all(tellTexts(texts)).catch(() => {})
    const completing = db.one(sql.complete(of))
    completing.catch(() => {})
    await sound()
    const done = await completing
    switch (done?.outcome) {
      case 'DONE': {
        if (oktaToken === undefined) cookie(null)
        const logoutUrl = await portal.identity?.logoutUrl(done.id_token_sealed).catch(() => null)
        return { success: true, logoutUrl: logoutUrl ?? null }
      }
      case 'EXPIRED':
        return context.refuse(expired)
      case 'LIMITED':
        return context.refuse({ code: 'RATE_LIMIT' })
      // Each of these counts as a try, so that names cannot be tested without limit.
      case 'TAKEN':
        return context.refuse({ code: 'DUPLICATE', field: 'newUserId', message: TAKEN, current: TAKEN, counted: true })
      case 'EMAIL': {
        const message = 'Enter the e-mail address you signed in with.'
        return context.refuse({ code: 'VALIDATION', field: 'email', message, current: message, counted: true })
      }
      case 'CLOSED':
        return context.refuse({ code: 'RULE', message: INVITATION_CLOSED, current: INVITATION_CLOSED, counted: true })
      case 'WITHDRAWN': {
        const message = INVITATION_WITHDRAWN
        return context.refuse({ code: 'RULE', message, current: message, counted: true })
      }
      default:
        return context.refuse(nobody(oktaToken))
    }
  },

  recover: async ({ input, db, newId, ip, now, refuse }) => {
    const { userId: username, rxGroupNumber: group } = input
    const recovery = await db.one(
      sql.askRecovery({ id: newId(), username, group, from: networkOf(ip), now: now.toISOString() }),
    )
    if (!recovery?.taken) refuse({ code: 'RATE_LIMIT' })
    return {
      valid: true,
      message: 'If the user id and the group number belong together, a recovery mail is on its way.',
    }
  },
})
