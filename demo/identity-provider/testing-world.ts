import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { firstUseIn } from '#platform/identity/first-use.ts'
import { createRelyingParty, type RelyingParty, type RelyingPartyOptions } from '#platform/identity/relying-party.ts'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { addDemoAccounts } from './accounts.ts'
import { openCookieJar, type CookieJar } from './testing-cookie-jar.ts'
import { createDemoProvider, type DemoProvider } from './demo-provider.ts'
import { ensureDemoProviderSchema } from './store.ts'

export const password = 'correct horse battery'
const clientId = 'portal'
const clientSecret = 'a secret & more: 100%'
const cookieKeys = ['a cookie key of more than thirty-two characters']

/**
 * For tests: the demo provider and a portal that only takes callbacks and logout notices, on real ports and a database of
 * their own. With `mounted` the provider lives below the portal's address, else on a port of its own.
 */
export async function startWorld({ mounted = false } = {}) {
  const databaseUrl = await freshDatabase(true)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  await ensureDemoProviderSchema(pool)
  await addDemoAccounts(pool, [
    {
      username: 'dana.ruiz',
      password,
      email: 'u1@northwind.example',
      name: 'Dana Ruiz',
      subject: 'sub-dana',
      refreshHint: 45,
    },
    { username: 'lee.park', password, email: 'u2@northwind.example', name: 'Lee Park', subject: 'sub-lee' },
    {
      username: 'old.timer',
      password,
      email: 'u3@northwind.example',
      name: 'Old Timer',
      subject: 'sub-old',
      mustChangePassword: true,
    },
    { username: 'sso.only', password: null, email: 'u4@carrier.example', name: 'Sso Only', subject: 'sub-sso' },
  ])
  const logged: string[] = []
  const note = (level: string) => (details: object, message: string) => {
    const plain = Object.entries(details).map(
      ([key, value]) => `${key}=${value instanceof Error ? value.stack : String(value)}`,
    )
    logged.push(`${level} ${message} ${plain.join(' ')}`)
  }
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  const notices: string[] = []
  let demo: DemoProvider | undefined
  const portal = await listen((request, response) => {
    if (mounted && request.url?.startsWith('/identity')) return demo?.handler(request, response)
    if (request.url !== '/backchannel-logout') return response.writeHead(200).end('portal')
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      notices.push(new URLSearchParams(body).get('logout_token') ?? '')
      response.writeHead(200).end()
    })
  })
  const own = mounted ? undefined : await listen((request, response) => demo?.handler(request, response))
  const issuer = own?.origin ?? `${portal.origin}/identity`
  const start = () =>
    createDemoProvider({
      issuer,
      portalOrigin: portal.origin,
      pool,
      clientId,
      clientSecret,
      cookieKeys,
      log,
      brand: 'Docket <&> Co',
    })
  demo = await start()

  const party = (more: Partial<RelyingPartyOptions> = {}): RelyingParty =>
    createRelyingParty({
      issuer,
      clientId,
      clientSecret,
      redirectUri: `${portal.origin}/login/callback`,
      postLogoutRedirectUri: `${portal.origin}/logout`,
      scopes: ['openid', 'profile', 'email'],
      encryptionKey: { id: 'k', secret: randomBytes(32) },
      firstUse: firstUseIn(() => pool),
      ...more,
    })
  const rp = party()

  return {
    pool,
    issuer,
    portalOrigin: portal.origin,
    clientId,
    clientSecret,
    logged,
    notices,
    rp,
    party,
    /** Goes to the sign-in page, or straight to the callback when the provider knows the browser. */
    async arrive(jar: CookieJar, ask: { reauthenticate?: boolean; party?: RelyingParty } = {}) {
      const begun = await (ask.party ?? rp).begin({
        returnTo: '/patients',
        reauthenticate: ask.reauthenticate ?? false,
      })
      return { ...begun, ...(await jar.follow(begun.redirectTo, `${portal.origin}/`)) }
    },
    /** Sends the form of a page the way a browser does. */
    submit: (jar: CookieJar, address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      jar.follow(address, `${portal.origin}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields),
      }),
    /** Types username and password on the page the browser is on. */
    async signIn(jar: CookieJar, username = 'dana.ruiz', typed = password) {
      const page = await this.arrive(jar)
      if (!page.response) throw new Error('no sign-in page')
      const after = await this.submit(jar, page.url, { username, password: typed })
      return { transaction: page.transaction, url: after.url, response: after.response }
    },
    /** As if the provider's process had ended and come up again. */
    async restart() {
      demo?.close()
      demo = await start()
    },
    async close() {
      demo?.close()
      await Promise.all([portal.close(), own?.close()])
      await pool.end()
      await dropDatabase(databaseUrl)
    },
    /** Before a test: forgets failed sign-ins and notices of the test before, and answers an empty cookie jar. */
    async forget(): Promise<CookieJar> {
      notices.length = 0
      await pool.query('delete from demo_idp.sign_in_failure')
      return openCookieJar()
    },
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>

async function listen(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An attribute of the first form of a page. */
export const attributeOf = (html: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(html.slice(html.indexOf('<form')))?.[1] ?? ''
/** The value of a field of a page. */
export const valueOf = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
