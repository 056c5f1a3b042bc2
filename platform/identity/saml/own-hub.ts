import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Portal } from '../../portal/portal.ts'
import type { PlainRoute } from '../../portal/plain-route.ts'
import { notConfirmed, proved, sessionOpened, signInFailed } from '../../session/came-back.ts'
import { cookieOf } from '../../session/cookies.ts'
import type { Opening } from '../../session/opening.ts'
import { isStepUpId } from '../../session/step-up.ts'
import type { EncryptionKey } from '../../encryption/encrypt.ts'
import { safeReturnPath } from '../return-path.ts'
import { skewMs } from './assertion.ts'
import { carrierOfEntity, carrierPersonOf, firstUseOfAssertion } from './carriers.ts'
import { browserOf, decryptPass, type Pass } from './passes.ts'
import { longestForm, xmlOfField } from './shape.ts'
import type { Fail, Handler } from './single-sign-on.ts'
import { verifyAnswer, type ServiceProvider, type Verified } from './verify.ts'

// The hub of a portal whose people sign in at an identity provider of the operator's own: that one knows nothing of the
// carriers, so the portal itself verifies their answers and opens the session. The demonstration's provider does it there.

const path = '/sso/answer'
export const ownHubUrl = (origin: string): string => `${origin}${path}`

export type OwnHubOptions = {
  sp: ServiceProvider
  key: EncryptionKey
  returnPaths: readonly string[]
  now: () => Date
  /** Opens the session of somebody a carrier vouched for. */
  open: Opening['vouched']
  fail: Fail
  orUnavailable: (handler: Handler) => Handler
}

const route: PlainRoute = {
  name: 'single sign-on hub',
  summary: "Verify the signed answer of a carrier's identity provider and open the session",
  effect: 'public',
}

/** Takes what the post page sends: the answer of a carrier's provider and our own pass. */
export function serveOwnHub(app: FastifyInstance, portal: Portal, options: OwnHubOptions): void {
  const { sp, key, returnPaths, now, open, fail, orUnavailable } = options

  const take: Handler = async (request, reply) => {
    portal.limits.take('signIn', request, undefined)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const refuse = (detail: string) => fail(request, reply, 'SSO_FAILED', detail)
    const [samlResponse = '', ...more] = form.getAll('SAMLResponse')
    if (more.length > 0 || !xmlOfField(samlResponse).ok) return refuse('no SAML answer')
    // Only an assertion the portal received in this very browser: a form of another site cannot sign anybody in.
    const pass = decryptPass(key, form.get('RelayState') ?? '', now())
    if (!pass) return refuse('without a pass of ours')
    const cookie = cookieOf(request, portal.cookies.sso)
    if (cookie === undefined || browserOf(cookie) !== pass.browser) return refuse('brought by another browser')

    const { app: pool } = portal.pools
    const carrierOf = (entityId: string) => carrierOfEntity(pool, entityId)
    const sentRequest = pass.sentRequest ?? undefined
    const verified = await verifyAnswer({ samlResponse, sp, sentRequest, carrierOf, now: now() })
    if (!verified.ok) return refuse(verified.reason)
    if (!(await firstUseOfAssertion(pool, verified, now()))) return refuse('used before')
    const person = await carrierPersonOf(pool, verified.mc, verified.nameId)
    if (!person) return fail(request, reply, 'SSO_NOT_REGISTERED', `nobody of ${verified.mc} by this name`)
    portal.limits.takeSignIn(person.subject, request)
    return comeBack(request, reply, pass, verified, person)
  }

  async function comeBack(
    request: FastifyRequest,
    reply: FastifyReply,
    pass: Pass,
    { mc, authnInstant }: Verified,
    person: { issuer: string; subject: string },
  ): Promise<unknown> {
    const again = confirmedIn(pass)
    if (again) {
      const to = safeReturnPath(again.to, returnPaths)
      // The person was to be asked again: a sign-in of before the question proves nothing.
      if (pass.begun === null || authnInstant.getTime() < pass.begun - skewMs)
        return notConfirmed(portal, request, reply, {
          path: to,
          came: 'NOT_CONFIRMED',
          detail: 'the provider did not ask the person again',
        })
      return proved(portal, request, reply, { id: again.id, path: to, ...person, ssoMc: mc })
    }
    const opened = await open(portal, request, { ...person, mc, authTime: authnInstant.toISOString() })
    if ('refusal' in opened) return signInFailed(portal, request, reply, opened.refusal)
    return sessionOpened(portal, reply, opened, safeReturnPath(pass.returnTo, returnPaths))
  }

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post(path, { config: { plain: route }, bodyLimit: longestForm }, orUnavailable(take))
  })
}

/** The question that a sign-in answers, where it is for one: only the portal writes such a return path. */
function confirmedIn({ returnTo }: Pass): { id: string; to: string } | undefined {
  if (!returnTo.startsWith('?confirm=')) return undefined
  const asked = new URLSearchParams(returnTo.slice(1))
  const id = asked.get('confirm')
  return isStepUpId(id) ? { id, to: asked.get('to') ?? '/' } : undefined
}
