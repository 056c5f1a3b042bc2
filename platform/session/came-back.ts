import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../database/pools.ts'
import type { SignInRefusal } from '../identity/sign-in-result.ts'
import type { Portal } from '../portal/portal.ts'
import { sessionCookie, sessionHash } from './cookies.ts'
import { failurePath } from './login-error-page.ts'
import { registrationPaths } from './registration-paths.ts'
import type { Opened } from './sessions.ts'
import { prove, type Proof } from './step-up.ts'

// Where a browser goes that comes back from an identity provider, the operator's or a carrier's.

/** Why nobody is signed in, as the callback page's address says it: a word of ours, never the provider's. */
type SignInFailure = SignInRefusal['code'] | NonNullable<Opened['refusal']> | 'INVITATION_WITHDRAWN' | 'UNAVAILABLE'

/** What came of a proof, as the page's address says it. */
type StepUpCame = Proof | 'NOT_CONFIRMED' | 'UNAVAILABLE'

const seeOther = (reply: FastifyReply, location: string) =>
  reply.code(303).header('cache-control', 'no-store').header('location', location).send()

/** Nobody is signed in: on record, and on to the page that says why. */
export async function signInFailed(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  code: SignInFailure,
  detail?: string,
): Promise<unknown> {
  portal.log.warn({ requestId: request.id, code, detail }, 'sign-in failed')
  await portal.noteSecurity('authn_login_fail', request, 'sign-in', { code })
  // Without the second factor the organization has to do something about it, as with a failed single sign-on.
  const path = code === 'SECOND_FACTOR_REQUIRED' ? '/ssoError' : await failurePath(portal, code)
  return seeOther(reply, `${path}?failed=${code}&id=${request.id}`)
}

/** A session was opened, or a ticket to register with: its cookie, and on to the page that was wanted. */
export function sessionOpened(
  portal: Portal,
  reply: FastifyReply,
  opened: { token: string; registers: boolean },
  returnTo: string,
): unknown {
  reply.header('set-cookie', sessionCookie(portal, opened.token))
  return seeOther(
    reply,
    // A strict cookie does not come along from the provider's site: then the callback page leads to the form too.
    opened.registers && portal.cookies.sessionSite === 'Lax' ? registrationPaths.finish : `/login/callback#${returnTo}`,
  )
}

/** Back to where somebody was asked to confirm that it is them; the page reads from the fragment what came of it. */
export const backTo = (portal: Portal, reply: FastifyReply, path: string, came: StepUpCame): unknown =>
  seeOther(
    reply,
    // A strict cookie does not come along from the provider's site: the callback page leads on, without the word.
    portal.cookies.sessionSite === 'Lax' ? `${path}#confirm=${came}` : `/login/callback#${path}`,
  )

/** No proof: on record, and back to where it was asked for. */
export async function notConfirmed(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, came, detail }: { path: string; came: StepUpCame; detail: string },
): Promise<unknown> {
  portal.log.warn({ requestId: request.id, code: came, detail }, 'not confirmed')
  await portal.noteSecurity('authn_step_up_fail', request, 'confirm', { code: came })
  return backTo(portal, reply, path, came)
}

/** Somebody proved again who they are: writes it down, gives the session another cookie, and goes back. */
export async function proved(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  of: { id: string; path: string; issuer: string; subject: string; ssoMc: string | null },
): Promise<unknown> {
  const token = randomBytes(32).toString('base64url')
  const { text, values } = prove({
    id: of.id,
    issuer: of.issuer,
    subject: of.subject,
    held: sessionHash(portal, request),
    next: createHash('sha256').update(token).digest(),
    ssoMc: of.ssoMc,
    requestId: request.id,
    ip: request.ip,
    now: portal.clock.now().toISOString(),
  })
  const said = await portal.pools.app.query<{ proof: Proof }>(text, values as unknown[]).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
  })
  const proof = said?.rows[0]?.proof
  if (proof !== 'PROVEN')
    return notConfirmed(portal, request, reply, {
      path: of.path,
      came: proof ?? 'UNAVAILABLE',
      detail: 'no proof of what was asked',
    })
  reply.header('set-cookie', sessionCookie(portal, token))
  return backTo(portal, reply, of.path, 'PROVEN')
}
