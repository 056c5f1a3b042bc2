import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Portal } from '../../portal/portal.ts'
import { browserHash, sessionHash } from '../../session/cookies.ts'
import type { PlainRoute } from '../../portal/plain-route.ts'
import type { ShowPage } from '../../session/sign-in.ts'
import { contentSecurityPolicy, css } from '../../text/page-style.ts'
import type { Fail, Handler } from './single-sign-on.ts'
import { takeRelay, type Relayed } from './relay.ts'
import { alreadyIn, continuing } from './words.ts'
import { xmlText } from './xml.ts'

export type PostPageOptions = { hubUrl: string; fail: Fail; orUnavailable: (handler: Handler) => Handler }

const plain = (name: string, summary: string): { config: { plain: PlainRoute } } => ({
  config: { plain: { name, summary, effect: 'public' } },
})
const isId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{43}$/.test(id)
const idIn = ({ query }: FastifyRequest): unknown => (query as { id?: unknown }).id

/**
 * The page that carries a signed answer to the hub. With scripts it fetches its form; without them the browser goes
 * on to the same page with the form in it, sent by its button.
 */
export function servePostPage(app: FastifyInstance, portal: Portal, page: ShowPage, options: PostPageOptions): void {
  const { hubUrl, fail, orUnavailable } = options
  const withoutScripts = async (request: FastifyRequest, _reply: FastifyReply, payload: unknown) => {
    const id = idIn(request)
    if (typeof payload !== 'string' || !isId(id)) return payload
    const onward = `<meta http-equiv="refresh" content="0; url=/loginOktaSaml/continue?id=${id}">`
    return payload.replace('<noscript>', `<noscript>${onward}`)
  }
  app.get(
    '/loginOktaSaml',
    { ...plain('single sign-on post', 'The page that carries a signed answer to the hub'), onSend: withoutScripts },
    async (request, reply) => page(request, reply),
  )

  const withForm: Handler = async (request, reply) => {
    portal.limits.take('signIn', request, undefined)
    const [id, browser] = [idIn(request), browserHash(portal, request)]
    if (!isId(id) || !browser) return fail(request, reply, 'SSO_FAILED', 'no answer of this id')
    const { text, values } = takeRelay(id, browser, portal.clock.now().toISOString())
    const [relayed] = (await portal.pools.app.query<Relayed>(text, values as unknown[])).rows
    if (!relayed || relayed.hub_url !== hubUrl) return fail(request, reply, 'SSO_FAILED', 'no answer of this id')
    const notice = relayed.unsolicited && sessionHash(portal, request) !== undefined
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(new URL(hubUrl).origin),
        'x-frame-options': 'DENY',
      })
      .send(formPage(relayed, notice))
  }
  const described = plain('single sign-on post, plain', 'The same page without scripts')
  app.get('/loginOktaSaml/continue', described, orUnavailable(withForm))
}

/** `notice`: somebody is signed in here and may be replaced by another person. */
const formPage = (relayed: Relayed, notice: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in</title>
<style>${css}</style>
</head>
<body>
<main>
<h1>${continuing}</h1>
${notice ? `<p>${alreadyIn}</p>\n` : ''}<form method="post" action="${xmlText(relayed.hub_url)}">
<input type="hidden" name="SAMLResponse" value="${xmlText(relayed.saml_response)}">
<input type="hidden" name="RelayState" value="${xmlText(relayed.relay_state)}">
<button type="submit">Continue</button>
</form>
</main>
</body>
</html>
`
