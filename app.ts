import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pg from 'pg'
import { everyCall, everyHandler, everyTick } from '#registry'
import { openApi } from '#platform/calls/api-description.ts'
import { actAs } from '#platform/http/act-as.ts'
import { httpApp } from '#platform/http/app.ts'
import { serveChangeEvents } from '#platform/http/change-events.ts'
import type { PortalClock } from '#platform/dates/clock.ts'
import { standIns, type Gateways } from '#platform/gateways/gateways.ts'
import { noDrop, type FileDrop } from '#platform/calls/file-drop.ts'
import { askAlone, openPools, type PoolOptions } from '#platform/database/pools.ts'
import { health } from '#platform/http/health.ts'
import { cleanRoles, mayAct, mayRead } from '#features/permissions/roles.ts'
import { directory } from '#features/scim/directory.ts'
import { services } from '#features/transactions/services.ts'
import { limits } from '#platform/portal/limits.ts'
import { openMonitoring, type Monitoring } from '#platform/monitoring/monitoring.ts'
import { openMetrics } from '#platform/monitoring/metrics.ts'
import { figureHelp } from '#features/monitoring/rules.ts'
import { figures } from '#features/monitoring/sql.ts'
import { documentWork } from '#platform/gateways/document-work.ts'
import { documentCheck } from '#platform/gateways/document-check.ts'
import { standInScanner, type Scanner } from '#platform/gateways/scanner.ts'
import { pdfReport } from '#platform/pdf/pdf.ts'
import { pdfLetter } from '#platform/pdf/pdf-letter.ts'
import { pdfText } from '#platform/pdf/pdf-text.ts'
import { cookieNames, machineRandom, securityNotes, type Portal, type PortalSettings } from '#platform/portal/portal.ts'
import { scimRoutes } from '#platform/scim/routes.ts'
import { watchRevocations } from '#platform/portal/revocation.ts'
import { encrypt, decrypt, type EncryptionKey } from '#platform/encryption/encrypt.ts'

export type BuildOptions = {
  databaseUrl: string
  /** Seals single fields in the database; every process over one database has the same. */
  encryptionKey: EncryptionKey
  settings: PortalSettings
  clock: PortalClock
  log: FastifyBaseLogger
  /** How many connections there are, and how long is waited for one. */
  database?: Omit<PoolOptions, 'onError'>
  /** Multiplies every rate limit: load tests and fuzzing from one session need room. */
  limitFactor?: number
  version: string
  /** What ids, numbers and tokens are drawn from; the machine's unless given. */
  random?: Portal['random']
  /** Routes that are no calls: pages, sign-in redirects. */
  plain?: (app: FastifyInstance, portal: Portal) => void
  ready?: Record<string, () => Promise<boolean>>
  identity?: Portal['identity']
  /** Where faults are reported; the log alone unless given. */
  monitoring?: Monitoring
  /** The accounts at the identity provider, where it lets us manage them. */
  accounts?: Portal['accounts']
  /** What carries mail, fax and text messages; local stand-ins unless given. */
  gateways?: Gateways
  /** Where files of schedules are left; nowhere unless given. */
  fileDrop?: FileDrop
  /** What looks for malware in files from outside; a stand-in that knows the test file unless given. */
  scanner?: Scanner
  /** Where documents are kept; in the database unless given. */
  documents?: Portal['documents']
}

export type Built = {
  app: FastifyInstance
  portal: Portal
  /** Something changed, here or in another process over the same database. */
  onChange(listener: () => void): void
  /** Whether this process hears of every change now. */
  hearsChanges: () => boolean
  stop(): Promise<void>
}

/** Puts the service together: the platform, every feature's calls and handlers, and what the start hands in. */
export function buildPortal(options: BuildOptions): Built {
  const { databaseUrl, settings, encryptionKey, clock, log } = options
  const pools = openPools(databaseUrl, {
    ...options.database,
    onError: (error) => log.warn({ code: (error as { code?: string }).code }, 'a database connection was lost'),
  })
  const cookies = cookieNames(settings.origin, settings.signInCookies)
  const monitoring =
    options.monitoring ??
    openMonitoring({ settings: { endpoint: undefined, headers: {} }, key: '', version: options.version, clock, log })
  const metrics = openMetrics()
  metrics.watchPool('reader', pools.reader)
  metrics.watchPool('app', pools.app)
  metrics.watchFigures(figureHelp, () => askAlone(pools.reader, figures()))
  const portal: Portal = {
    metrics,
    version: options.version,
    settings,
    origin: settings.origin,
    identity: options.identity,
    accounts: options.accounts,
    clock,
    random: options.random ?? machineRandom,
    pools,
    log,
    cookies,
    limits: limits(clock, options.limitFactor),
    roles: { clean: cleanRoles, mayRead, mayAct },
    actAs: actAs({ calls: everyCall, handlers: everyHandler, ticks: everyTick }, () => portal),
    services,
    revocations: watchRevocations({ pools, clock, log }),
    gateways: options.gateways ?? standIns,
    fileDrop: options.fileDrop ?? noDrop,
    monitoring,
    files: { pdf: pdfReport, letter: pdfLetter, text: pdfText },
    checkDocument: documentCheck(options.scanner ?? standInScanner, documentWork.inspect),
    documentPage: documentWork.page,
    documents: options.documents,
    encryption: {
      encrypt: (text, purpose) => encrypt(encryptionKey, text, purpose),
      decrypt: (encrypted, purpose) => decrypt(encryptionKey, encrypted, purpose),
    },
    noteSecurity: securityNotes(pools, log, cookies.session),
  }
  let publishChange: ReturnType<typeof serveChangeEvents> | undefined
  let changed = () => {}
  const app = httpApp(portal, everyCall, everyHandler, everyTick, (http) => {
    health(http, portal, options.ready)
    publishChange = serveChangeEvents(
      http,
      portal,
      () => new pg.Client({ connectionString: databaseUrl, keepAlive: true, options: '-c role=rxdocket_reader' }),
      () => changed(),
    )
    scimRoutes(http, portal, directory)
    let document: ReturnType<typeof openApi> | undefined // made when it is first asked for: it takes as long as all else here
    http.get(
      `${settings.apiBase}/openapi.json`,
      { config: { plain: { name: 'openapi', summary: 'This API, computed from its contracts', effect: 'public' } } },
      async () => (document ??= openApi('RxDocket', options.version, settings.apiBase, everyCall, cookies.session)),
    )
    options.plain?.(http, portal)
  })
  return {
    app,
    portal,
    onChange: (listener) => void (changed = listener),
    hearsChanges: () => publishChange?.hears() === true,
    stop: async () => {
      await publishChange?.stop()
      await app.close()
      portal.revocations.stop()
      await monitoring.stop()
      await pools.end()
    },
  }
}
