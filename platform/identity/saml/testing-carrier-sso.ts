import { once } from 'node:events'
import { request as ask, type RequestListener } from 'node:http'
import { createServer as createSecure, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { freePort } from '../../database/free-port.ts'
import { systemClock } from '../../dates/clock.ts'
import { readSettings } from '../../start/settings.ts'
import { startPortal } from '../../../start.ts'
import { dropDatabase, freshDatabase, loginsOf } from '#testing/database.ts'
import { portalKey } from '#testing/portal-with-provider.ts'
import { createDemoCarrier } from '#demo/carrier/demo-carrier.ts'
import { newSelfSigned } from '../../encryption/self-signed.ts'
import { addEmployees } from '#demo/carrier/store.ts'
import { addDemoAccounts } from '#demo/identity-provider/accounts.ts'
import { enrolCarrierPeople } from '#demo/identity-provider/carrier-people.ts'
import { keepCarrierSso } from './carriers.ts'
import { serviceProviderOf } from './single-sign-on.ts'
import { readMetadata } from './metadata.ts'

export const password = 'correct horse battery'

/**
 * For tests: the whole portal with its built pages behind TLS, as `https://localhost:…`, and a carrier with its own
 * identity provider on another site, `https://127.0.0.1:…`, so that browsers treat their cookies as in earnest.
 */
export async function openSecureInstallation() {
  const day = 86_400_000
  const tls = await newSelfSigned({
    commonName: 'localhost',
    from: new Date(systemClock.now().getTime() - day),
    to: new Date(systemClock.now().getTime() + day),
  })
  const back = await freePort('localhost')
  const databaseUrl = await freshDatabase(true, 'fixtures')
  const db = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  await db.query(`update app_user set idp_issuer = 'demo', sso_user = username = 'adj.aaa2'`)

  const proxy = await listen(tls, (incoming, outgoing) => {
    const passed = ask(
      { host: 'localhost', port: back, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  const origin = `https://localhost:${proxy.port}`
  // The portal asks its own provider through the front: its certificate is good there for as long as the test runs.
  const before = globalAgent.options.ca
  globalAgent.options.ca = tls.certificate
  const logged: string[] = []
  const started = await startPortal({
    settings: {
      ...readSettings({ PORT: String(back), RXDOCKET_ORIGIN: origin, RXDOCKET_SEED: 'none' }),
      key: portalKey,
    },
    ...loginsOf(databaseUrl),
    limitFactor: 1000,
    log: (line) => void logged.push(line),
  })
  const account = (username: string, secret: string | null) => ({
    username,
    password: secret,
    subject: username,
    email: `${username}@carrier.example`,
    name: username,
  })
  await addDemoAccounts(db, [account('adj.aaa', password), account('adj.aaa2', null)])

  const outside = await listen(tls, (incoming, outgoing) => carrier.handler(incoming, outgoing))
  const carrierUrl = `https://127.0.0.1:${outside.port}/demo-carrier`
  const quiet = () => {}
  const carrier = await createDemoCarrier({
    url: carrierUrl,
    carrier: 'Alder Mutual',
    sp: serviceProviderOf(origin),
    pool: db,
    log: { info: quiet, warn: quiet, error: (details) => void logged.push(JSON.stringify(details)) },
  })
  await addEmployees(db, [{ username: 'ann.alder', password, nameId: 'A-1001' }])
  await keepCarrierSso(db, { mc: 'AAA', ...readMetadata(carrier.metadata, new Date()), allowIdpInitiated: true })
  await enrolCarrierPeople(db, [{ mc: 'AAA', nameId: 'A-1001', subject: 'adj.aaa2' }])

  return {
    origin,
    carrierUrl,
    db,
    logged,
    async close() {
      globalAgent.options.ca = before
      await Promise.all([proxy.close(), outside.close()])
      await started.stop()
      await db.end()
      await dropDatabase(databaseUrl)
    },
  }
}

export type SecureInstallation = Awaited<ReturnType<typeof openSecureInstallation>>

async function listen(
  tls: { privateKey: string; certificate: string },
  listener: RequestListener,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createSecure({ key: tls.privateKey, cert: tls.certificate }, listener)
  server.listen(0)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
