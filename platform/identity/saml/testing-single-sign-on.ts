import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestIdOf } from '#demo/carrier/request.ts'
import { enrolCarrierPeople } from '#demo/identity-provider/carrier-people.ts'
import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { loginsOf } from '#testing/database.ts'
import { portalKey, startPortalWithProvider } from '#testing/portal-with-provider.ts'
import { readSettings } from '../../start/settings.ts'
import { startPortal, type Started } from '../../../start.ts'
import { keepCarrierSso } from './carriers.ts'
import { serviceProviderOf } from './single-sign-on.ts'
import { arrive } from './testing-arrival.ts'
import { field, newKey, openIssuer, type Said } from './testing-issuer.ts'

// For tests: the whole portal over real ports and its own database, and the identity providers of two carriers, whose keys
// are made here. AAA (alder) may come unasked, BBB (birch) may not.

export async function openSingleSignOn() {
  const portal = await startPortalWithProvider()
  const sp = serviceProviderOf(portal.origin)
  const alder = openIssuer({ mc: 'AAA', entityId: 'https://idp.alder.example/saml', sp, keys: [await newKey()] })
  const birch = openIssuer({
    mc: 'BBB',
    entityId: 'https://idp.birch.example/saml',
    sp,
    keys: [await newKey()],
    allowIdpInitiated: false,
  })
  for (const { carrier } of [alder, birch]) await keepCarrierSso(portal.db, carrier)
  await portal.db.query(`update app_user set sso_user = true where username = 'adj.aaa2'`)
  await enrolCarrierPeople(portal.db, [
    { mc: 'AAA', nameId: 'A-1001', subject: 'adj.aaa2' },
    { mc: 'AAA', nameId: 'A-gone', subject: 'gone.aaa' },
    { mc: 'AAA', nameId: 'A-stranger', subject: 'stranger' },
    { mc: 'BBB', nameId: 'B-2002', subject: 'multi' },
  ])
  const count = async (table: string, where = 'true') =>
    Number((await portal.db.query(`select count(*) as n from ${table} where ${where}`)).rows[0].n)
  const { connectionString } = (portal.db as unknown as { options: { connectionString: string } }).options
  return {
    portal,
    sp,
    alder,
    birch,
    databaseUrl: connectionString,
    count,
    sessions: () => count('session'),
    refusals: () => count('security_event', `event = 'authn_login_fail' and call = 'single sign-on'`),
    details: async (of: CookieJar) =>
      (await (
        await of.visit(`${portal.origin}/api/user/details`, { headers: { 'x-portal-request': '1' } })
      ).json()) as {
        username: string
        ssoUser: boolean
        masterCarrier: { code: string }
      },
    /** An answer of a carrier's provider comes in this browser; answers the path it ends at. */
    come: (of: CookieJar, said: Said = {}, relayState = '', by = alder) =>
      arrive(of, portal.origin, field(by.answer(said)), relayState),
    /** Begins a sign-in at the portal: answers the ID of the request and the number sent along. */
    async begin(of: CookieJar, query = 'carrier=AAA&to=/authorizations') {
      const started = await of.visit(`${portal.origin}/sso/start?${query}`)
      const url = new URL(started.headers.get('location') ?? '', portal.origin)
      const [samlRequest, relayState] = ['SAMLRequest', 'RelayState'].map((name) => url.searchParams.get(name) ?? '')
      return { started, url, requestId: requestIdOf(samlRequest!, sp) ?? '', relayState: relayState! }
    },
    another: (originOf: (port: number) => string, limitFactor = 1000) =>
      anotherProcess(connectionString, originOf, limitFactor),
    close: () => portal.close(),
  }
}

export type SingleSignOn = Awaited<ReturnType<typeof openSingleSignOn>>

/** One more process of the same portal; everything it knows it has from the database and the settings. */
async function anotherProcess(
  databaseUrl: string,
  originOf: (port: number) => string,
  limitFactor: number,
): Promise<Started & { port: number }> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  const pagesFolder = await mkdtemp(join(tmpdir(), 'rxdocket-pages-'))
  await writeFile(join(pagesFolder, 'index.html'), '<!doctype html><title>Portal</title>')
  const settings = {
    ...readSettings({ PORT: String(port), RXDOCKET_ORIGIN: originOf(port), RXDOCKET_SEED: 'none' }),
    key: portalKey,
  }
  const started = await startPortal({
    settings,
    ...loginsOf(databaseUrl),
    pagesFolder,
    log: () => {},
    limitFactor,
  })
  await rm(pagesFolder, { recursive: true }) // read at the start
  return { ...started, port }
}
