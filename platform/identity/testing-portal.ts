import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JWTPayload } from 'jose'
import pg from 'pg'
import { freePort } from '../database/free-port.ts'
import { movedClock } from '../dates/clock.ts'
import { readSettings } from '../start/settings.ts'
import { startPortal } from '../../start.ts'
import { dropDatabase, freshDatabase, loginsOf } from '#testing/database.ts'
import { portalKey } from '#testing/portal-with-provider.ts'
import { openCookieJar, type CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { startScriptedProvider } from './testing-scripted-provider.ts'

// For tests: the whole portal over real ports, with an identity provider of its operator's own that says whatever the test
// wants. Several portals over one database are the processes of one installation.

const clientId = 'portal'
export const ours = { 'x-portal-request': '1' }

export async function openInstallation() {
  const provider = await startScriptedProvider(clientId)
  const databaseUrl = await freshDatabase(true, 'fixtures')
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  await db.query('update app_user set idp_issuer = $1', [provider.issuer])
  const pagesFolder = await mkdtemp(join(tmpdir(), 'rxdocket-pages-'))
  await writeFile(join(pagesFolder, 'index.html'), '<!doctype html><title>Portal</title>')
  const closing: (() => Promise<unknown>)[] = []

  /** One more process, as its settings say; all of them share what the first was given. */
  async function open(
    env: Record<string, string> | ((port: number) => Record<string, string>) = {},
    limitFactor = 1000,
    pages = pagesFolder,
  ) {
    const port = await freePort('localhost')
    const clock = movedClock()
    const logged: string[] = []
    const settings = readSettings({
      PORT: String(port),
      RXDOCKET_SEED: 'none',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: 'secret',
      ...(typeof env === 'function' ? env(port) : env),
    })
    const started = await startPortal({
      settings: { ...settings, key: portalKey },
      ...loginsOf(databaseUrl),
      pagesFolder: pages,
      clock,
      limitFactor,
      log: (line) => void logged.push(line),
    })
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= started.stop())
    closing.push(stop)
    // Where it listens; its origin is where browsers find the installation.
    return { ...started, stop, address: `http://localhost:${port}`, port, clock, logged }
  }

  /** A sign-in as far as the callback, with a token of this person waiting at the provider. */
  async function begin(
    portal: { address: string },
    make: (claims: JWTPayload) => string | Promise<string> = (claims) => provider.sign(claims),
    { jar = openCookieJar(), path = '', more = {} }: { jar?: CookieJar; path?: string; more?: object } = {},
  ) {
    const begun = await jar.visit(`${portal.address}/loginOkta${path}`)
    const asked = new URL(begun.headers.get('location') ?? '').searchParams
    const idToken = await make({ ...provider.goodClaims(new Date(), asked.get('nonce') ?? ''), sub: 'adj.aaa' })
    provider.script['/token'] = {
      json: { access_token: 'opaque-access', token_type: 'Bearer', expires_in: 300, id_token: idToken, ...more },
    }
    const parameters = new URLSearchParams({ code: 'c1', state: asked.get('state') ?? '', iss: provider.issuer })
    return { jar, asked, callback: `/login/callback?${parameters}` }
  }

  /** Signs in as somebody; answers the browser and where it was sent. */
  async function signIn(
    portal: { address: string },
    make?: (claims: JWTPayload) => string | Promise<string>,
    options?: Parameters<typeof begin>[2],
  ) {
    const { jar, callback } = await begin(portal, make, options)
    const answer = await jar.visit(`${portal.address}${callback}`)
    return { jar, answer, to: (answer.headers.get('location') ?? '').replace(/&id=[\da-f-]{36}$/, '') }
  }

  return {
    provider,
    db,
    open,
    begin,
    signIn,
    count: async (table: string, where = 'true') =>
      Number((await db.query(`select count(*) as n from ${table} where ${where}`)).rows[0].n),
    async close() {
      await Promise.all(closing.map((close) => close()))
      await provider.close()
      await db.end()
      await dropDatabase(databaseUrl)
      await rm(pagesFolder, { recursive: true })
    },
  }
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>
export type ScriptedPortal = Awaited<ReturnType<Installation['open']>>
