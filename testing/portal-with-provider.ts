import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { movedClock } from '#platform/dates/clock.ts'
import { addDemoAccounts } from '#demo/identity-provider/accounts.ts'
import { openCookieJar, type CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { noncePlaceholder } from '#platform/http/nonce.ts'
import { freePort } from '#platform/database/free-port.ts'
import { readSettings } from '#platform/start/settings.ts'
import { startPortal } from '../start.ts'
import { dropDatabase, freshDatabase, loginsOf, longTimeouts } from './database.ts'

/** The password of every account of this portal. */
export const password = 'correct horse battery'
/** Encryption key of the cookies and state that pass through the browser. */
export const portalKey = Buffer.from('0123456789abcdeffedcba98765432100f1e2d3c4b5a69788796a5b4c3d2e1f0', 'hex')

const accounts = ['adj.aaa', 'adj.aaa2', 'multi', 'gone.aaa', 'stranger']

/** Starts the whole portal with its demo identity provider on a real port, with the fixtures. Close it at the end. */
export async function startPortalWithProvider() {
  const databaseUrl = await freshDatabase(true, 'fixtures')
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  await db.query(`update app_user set idp_issuer = 'demo'`)
  const pagesFolder = await mkdtemp(join(tmpdir(), 'rxdocket-pages-'))
  await mkdir(join(pagesFolder, 'assets'))
  const write = (name: string, text: string) => writeFile(join(pagesFolder, name), text)
  await write(
    'index.html',
    `<!doctype html><title>Portal</title><script type="module" nonce="${noncePlaceholder}" src="/assets/browser-1a2b3c4d.js"></script>`,
  )
  await write('assets/browser-1a2b3c4d.js', 'export {}\n')
  await write('assets/browser-1a2b3c4d.js.br', 'packed')
  const clock = movedClock()
  const logged: string[] = []
  const started = await startPortal({
    settings: { ...readSettings({ PORT: String(await freePort('localhost')), RXDOCKET_SEED: 'none' }), key: portalKey },
    ...loginsOf(databaseUrl),
    database: longTimeouts,
    pagesFolder,
    clock,
    limitFactor: 1000,
    log: (line) => void logged.push(line),
  })
  const { origin } = started
  await addDemoAccounts(
    db,
    accounts.map((username) => ({
      username,
      password,
      subject: username,
      email: `${username}@carrier.example`,
      name: username,
    })),
  )

  /** Submits a form of the provider's pages; stops at the portal's callback page or at the next page. */
  const fillIn = (jar: CookieJar, address: string, fields: Record<string, string>) =>
    jar.follow(address, `${origin}/login/callback#`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    })

  return {
    ...started,
    databaseUrl,
    db,
    clock,
    logged,
    fillIn,
    newBrowser: openCookieJar,
    /** Signs in as a browser does, from the Log In button to the callback page; returns the address it ends at. */
    async signIn(jar: CookieJar, username: string, path = ''): Promise<string> {
      const page = await jar.follow(`${origin}/loginOkta${path}`, `${origin}/login/callback#`)
      return page.response ? (await fillIn(jar, page.url, { username, password })).url : page.url
    },
    /** Logs out as the page's button does. */
    logOut: (jar: CookieJar) =>
      jar.visit(`${origin}/api/logout`, {
        method: 'POST',
        headers: { 'x-portal-request': '1', origin, 'content-type': 'application/json' },
        body: '{}',
      }),
    async close() {
      await started.stop()
      await db.end()
      await dropDatabase(databaseUrl)
      await rm(pagesFolder, { recursive: true })
    },
  }
}

export type PortalWithProvider = Awaited<ReturnType<typeof startPortalWithProvider>>
