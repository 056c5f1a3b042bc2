import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { demoAccounts } from '#database/seed/accounts.ts'
import { demoPassword } from '#database/seed/people.ts'
import { everyJob, everyTick, firstReads, publicPaths, returnPaths } from '#registry'
import { brand } from '#platform/brand.ts'
import { clockOf, movedClock, systemClock, type Clock } from '#platform/dates/clock.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { serveLoginErrorPage } from '#platform/session/login-error-page.ts'
import { openMonitoring } from '#platform/monitoring/monitoring.ts'
import { openGateways } from '#platform/gateways/gateways.ts'
import { openFileDrop } from '#platform/gateways/file-drop.ts'
import { openDocumentStore } from '#platform/gateways/document-store.ts'
import { clamdScanner, standInScanner } from '#platform/gateways/scanner.ts'
import { demoRecovery } from '#demo/identity-provider/demo-mail.ts'
import { demoAccountsAtProvider } from '#demo/identity-provider/managed-accounts.ts'
import { openAccounts } from '#platform/identity/accounts-at-provider/open.ts'
import { DEMO_MAILBOX, openDemoMailbox } from '#demo/mailbox/demo-mailbox.ts'
import { demoCarrierPath, demoEmployee } from '#demo/carrier/demo-person.ts'
import { openDemoCarrier } from '#demo/carrier/open.ts'
import { addDemoAccounts } from '#demo/identity-provider/accounts.ts'
import { failuresSince } from '#demo/identity-provider/attempts.ts'
import { createDemoProvider } from '#demo/identity-provider/demo-provider.ts'
import { ensureDemoProviderSchema } from '#demo/identity-provider/store.ts'
import { carrierInAmr, carrierPerson, endProviderSessions } from '#demo/identity-provider/carrier-people.ts'
import { carrierPersonOf } from '#platform/identity/saml/carriers.ts'
import { ownHubUrl } from '#platform/identity/saml/own-hub.ts'
import { serveCarrierSignIn, serviceProviderOf } from '#platform/identity/saml/single-sign-on.ts'
import { databaseClock } from '#platform/database/database-clock.ts'
import { encryptionKeyFrom } from '#platform/encryption/encrypt.ts'
import { fieldKey, secretFor } from '#platform/encryption/encryption-key.ts'
import { readPages, servePages, type Pages } from '#platform/http/pages.ts'
import { serveMetrics } from '#platform/monitoring/metrics-server.ts'
import { cookieNames, machineRandom, type Portal, type PortalSettings } from '#platform/portal/portal.ts'
import { isThisMachine } from '#platform/this-machine.ts'
import type { Settings } from '#platform/start/settings.ts'
import { endSessionsOf } from '#platform/session/sessions.ts'
import { createIdentity } from '#platform/session/sign-in.ts'
import packageFile from './package.json' with { type: 'json' }
import { buildPortal, type BuildOptions } from './app.ts'

export type StartOptions = {
  settings: Settings & { key: Uint8Array }
  /** A migrated database, with the login of the connections that answer calls. */
  databaseUrl: string
  /** The same with the login that owns its tables, for jobs and the demonstration's provider. */
  ownerDatabaseUrl: string
  /** Takes one line of the log (JSON). */
  log: (line: string) => void
  /** The browser build; dist/ unless given. */
  pagesFolder?: string
  /** The same, where it was read before. */
  pages?: Pages
  /** A clock that can be moved; the settings' as-of date unless given. */
  clock?: ReturnType<typeof movedClock>
  /** The clock on the wall of this machine, which is compared with the database's. */
  machineClock?: Clock
  testMode?: boolean
  limitFactor?: number
  database?: BuildOptions['database']
}

export type Started = {
  origin: string
  /** Where the messages of the stand-ins are read; undefined where there is no such page. */
  mailbox: string | undefined
  portal: Portal
  stop(): Promise<void>
}

/** Where the demo provider lives below the portal: one port to forward, one address to put behind a proxy. */
const API_BASE = '/api'
const DEMO_ROOM = '/identity'
/** What people's records call the demo provider, whatever its address (database/seed). */
const DEMO_ISSUER = 'demo'

/** Opens the portal: identity provider, jobs, pages, calls, and last the port. */
export async function startPortal(options: StartOptions): Promise<Started> {
  const { settings, databaseUrl, ownerDatabaseUrl } = options
  const { log } = Fastify({
    logger: {
      level: settings.production ? 'info' : 'warn',
      stream: { write: (line: string) => options.log(line.trimEnd()) },
    },
  })
  const pages = options.pages ?? (await readPages(options.pagesFolder ?? join(import.meta.dirname, 'dist')))
  const clock =
    options.clock ??
    movedClock(settings.asOf === undefined ? 0 : Date.parse(settings.asOf) - movedClock().now().getTime())
  const database = databaseClock(
    async () => {
      const { rows } = await built.portal.pools.app.query<{ now: string }>('select clock_timestamp() as now')
      return new Date(rows[0]!.now)
    },
    options.machineClock ?? systemClock,
    clock.offsetMs,
  )
  // A clock that was handed in is moved and stopped from there.
  const { differs, compare } = database
  const portalClock = options.clock ? Object.assign(clockOf(options.clock), { differs, compare }) : database
  const secret = (purpose: string) => secretFor(settings.key, purpose)

  const provider = settings.identityProvider
  const demo = provider ? undefined : await openDemoProvider({ settings, ownerDatabaseUrl, secret, log, clock })
  const signIn = createIdentity({
    origin: settings.origin,
    key: settings.key,
    returnPaths,
    log,
    pool: () => built.portal.pools.app,
    ...(provider ?? {
      issuer: `${settings.origin}${DEMO_ROOM}`,
      clientId: 'rxdocket',
      clientSecret: secret('demo client'),
    }),
    ...(demo && {
      issuerName: DEMO_ISSUER,
      carrierIn: carrierInAmr,
      failuresSince: (subject, since) => failuresSince(demo.pool, subject, since),
    }),
  })

  let jobs: Awaited<ReturnType<typeof startJobs>> | undefined
  const portalSettings: PortalSettings = {
    origin: settings.origin,
    apiBase: API_BASE,
    serviceTokens: settings.serviceTokens,
    testMode: options.testMode ?? settings.testMode,
    keyedByPeople: settings.keyedByPeople,
    undoSeconds: 10,
    sessionHours: settings.sessionHours,
    signInCookies: settings.signInCookies,
    proxies: settings.proxies,
    newerDatabase: settings.newerDatabase,
  }
  const built = buildPortal({
    databaseUrl,
    ...(options.database && { database: options.database }),
    encryptionKey: fieldKey(settings.key),
    settings: portalSettings,
    log,
    version: packageFile.version,
    clock: portalClock,
    accounts: provider
      ? provider.accounts && openAccounts({ ...provider, accounts: provider.accounts })
      : demo?.accounts,
    identity: { ...signIn.identity, hubs: [demo?.provider.samlUrl ?? ownHubUrl(settings.origin)] },
    fileDrop: openFileDrop({ folder: settings.dataFolder, sftp: settings.sftp }),
    gateways: openGateways({
      ...settings.gateways,
      mailFrom: settings.gateways.mailFrom ?? `${brand.provider} <${brand.noReplyEmail}>`,
    }),
    scanner: settings.scanner ? clamdScanner(settings.scanner) : standInScanner,
    documents: openDocumentStore({ folder: settings.dataFolder, s3: settings.s3 }),
    monitoring: openMonitoring({
      settings: settings.monitoring,
      key: secret('monitoring'),
      version: packageFile.version,
      clock,
      log,
    }),
    ready: {
      jobs: async () => (await jobs?.ready()) === true,
      clock: async () => {
        await portalClock.compare()
        return !portalClock.differs()
      },
    },
    ...(options.limitFactor !== undefined && { limitFactor: options.limitFactor }),
    plain: (app, portal) => {
      const providerOrigin = new URL(provider?.issuer ?? settings.origin).origin
      const page = servePages(app, portal, {
        first: firstReads,
        pages,
        providerOrigin,
        isPublic: (path) => publicPaths.includes(path),
        returnPaths,
      })
      signIn.routes(app, portal, page)
      serveLoginErrorPage(app, portal, page)
      const endAll = async (issuer: string, subject: string, mc: string) => {
        const end = endSessionsOf({ sid: null, issuer, subject, mc }, portal.clock.now().toISOString())
        await portal.pools.app.query(end.text, end.values as unknown[])
      }
      if (!demo) {
        serveCarrierSignIn(app, portal, page, {
          sp: serviceProviderOf(settings.origin),
          hubUrl: ownHubUrl(settings.origin),
          key: encryptionKeyFrom(secret('single sign-on')),
          returnPaths,
          open: signIn.vouched,
          people: {
            find: (mc, nameId) => carrierPersonOf(portal.pools.app, mc, nameId),
            endSessions: ({ issuer, subject }, mc) => endAll(issuer, subject, mc),
          },
        })
        return
      }
      mount(
        app,
        DEMO_ROOM,
        'demo identity provider',
        'Sign-in pages and tokens of the demo accounts',
        demo.provider.handler,
      )
      if (demo.carrier)
        mount(
          app,
          demoCarrierPath,
          'demo carrier',
          "Sign-in page of a carrier's own identity provider",
          demo.carrier.handler,
        )
      if (demo.mailbox)
        mount(
          app,
          DEMO_MAILBOX,
          'demo mailbox',
          'Mail, faxes and text messages that the local stand-ins kept',
          demo.mailbox.handler,
        )
      serveCarrierSignIn(app, portal, page, {
        sp: demo.sp,
        hubUrl: demo.provider.samlUrl,
        key: demo.ssoKey,
        returnPaths,
        people: {
          find: async (mc, nameId) => {
            const subject = (await carrierPerson(demo.pool, mc, nameId))?.subject
            return subject === undefined ? undefined : { issuer: DEMO_ISSUER, subject }
          },
          endSessions: async ({ issuer, subject }, mc) => {
            await endAll(issuer, subject, mc)
            await endProviderSessions(demo.pool, subject)
          },
        },
      })
    },
  })
  let metrics: Server | undefined
  const stop = async () => {
    metrics?.close()
    await jobs?.stop()
    await built.stop()
    await demo?.close()
  }
  try {
    await portalClock.compare()
    if (settings.metrics) metrics = await serveMetrics(built.portal.metrics, settings.metrics)
    const started = await startJobs(built.portal, ownerDatabaseUrl, everyJob, everyTick, undefined, built.hearsChanges)
    jobs = started
    built.onChange(() => started.soon())
    // An address of this machine is for this machine; any other one is reached from outside.
    await built.app.listen({
      port: settings.port,
      host: isThisMachine(new URL(settings.origin)) ? 'localhost' : '0.0.0.0',
    })
  } catch (error) {
    await stop()
    throw error
  }
  const mailbox = demo?.mailbox && `${settings.origin}${DEMO_MAILBOX}`
  return { origin: settings.origin, mailbox, portal: built.portal, stop }
}

type DemoOptions = Pick<StartOptions, 'settings' | 'ownerDatabaseUrl'> & {
  secret: (purpose: string) => string
  clock: Clock
  log: Portal['log']
}

async function openDemoProvider({ settings, ownerDatabaseUrl, secret, log, clock }: DemoOptions) {
  const pool = new pg.Pool({ connectionString: ownerDatabaseUrl, max: 4 })
  pool.on('error', (error) =>
    log.warn({ code: (error as { code?: string }).code }, 'demo identity provider lost its connection'),
  )
  try {
    await ensureDemoProviderSchema(pool)
    if (settings.seed !== 'none') await addDemoAccounts(pool, demoAccounts(settings.seed))
    const sp = serviceProviderOf(settings.origin)
    const ssoKey = encryptionKeyFrom(secret('single sign-on'))
    const noteRefusal = async ({ requestId, ip, code }: { requestId: string; ip: string; code: string }) => {
      await pool.query(
        `select note_security_event('authn_login_fail', null, 'single sign-on', $1, $2, jsonb_build_object('code', $3::text))`,
        [requestId, ip, code],
      )
    }
    const issuer = `${settings.origin}${DEMO_ROOM}`
    const leaves = settings.gateways.smtpUrl !== undefined
    const recovery = demoRecovery({ pool, issuerName: DEMO_ISSUER, clock, random: machineRandom, leaves })
    const provider = await createDemoProvider({
      issuer,
      recovery,
      portalOrigin: settings.origin,
      pool,
      clientId: 'rxdocket',
      clientSecret: secret('demo client'),
      cookieKeys: [secret('demo cookies')],
      log,
      brand: brand.name,
      saml: { sp, key: ssoKey, browserCookie: cookieNames(settings.origin, settings.signInCookies).sso, noteRefusal },
    })
    const carrier =
      settings.seed === 'none'
        ? undefined
        : await openDemoCarrier({
            url: `${settings.origin}${demoCarrierPath}`,
            sp,
            pool,
            log,
            employee: demoEmployee,
            password: demoPassword,
          })
    const mailbox = await openDemoMailbox({ settings, apiBase: API_BASE, pool, brand: brand.name, log })
    const close = async () => {
      provider.close()
      await pool.end()
    }
    const accounts = demoAccountsAtProvider({ pool, issuer, brand: brand.name, recovery })
    return { provider, carrier, mailbox, accounts, sp, ssoKey, pool, close }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** Hands every request at or below an address over as it came: who lives there reads bodies and sets headers itself. */
function mount(
  app: FastifyInstance,
  room: string,
  name: string,
  summary: string,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  for (const url of [room, `${room}/*`]) {
    app.route({
      method: ['GET', 'HEAD', 'POST', 'OPTIONS'],
      url,
      config: { plain: { name, summary, effect: 'public' } },
      onRequest: (request, reply) => {
        reply.hijack()
        handler(request.raw, reply.raw)
      },
      handler: (_request, reply) => reply.callNotFound(),
    })
  }
}
