/** The portal as it runs in a page: the calls, rules, SQL and handlers of the server, on a database in the page (docs/decisions/0135-the-portal-in-a-page.md). */
import type { PGlite } from '@electric-sql/pglite'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { everyCall, everyHandler, everyJob, everyTick } from '#registry'
import { PageApp, answerPage, type PageAnswer, type PageRequest } from '#demo/page/app.ts'
import { startPageJobs, type PageJobs } from '#demo/page/jobs.ts'
import { Client, Pool, openDatabase } from '#demo/page/pg.ts'
import { cleanRoles, mayAct, mayRead } from '#features/permissions/roles.ts'
import { services } from '#features/transactions/services.ts'
import { clockOf, movedClock } from '#platform/dates/clock.ts'
import { columnTypes, planning, type Pools } from '#platform/database/pools.ts'
import { decrypt, encrypt, encryptionKeyFrom } from '#platform/encryption/encrypt.ts'
import { documentCheck } from '#platform/gateways/document-check.ts'
import type { Gateway, Outgoing } from '#platform/gateways/gateways.ts'
import { noDrop } from '#platform/calls/file-drop.ts'
import { standInScanner } from '#platform/gateways/scanner.ts'
import { actAs } from '#platform/http/act-as.ts'
import { serveChangeEvents } from '#platform/http/change-events.ts'
import { serve } from '#platform/http/routes.ts'
import { openMonitoring } from '#platform/monitoring/monitoring.ts'
import { oneToken } from '#platform/portal/service-tokens.ts'
import { limits } from '#platform/portal/limits.ts'
import { cookieNames, machineRandom, securityNotes, type Portal } from '#platform/portal/portal.ts'
import { watchRevocations } from '#platform/portal/revocation.ts'

export type PagePortal = {
  portal: Portal
  /** The portal's clock, which stands at the time of the data. */
  clock: ReturnType<typeof movedClock>
  jobs: PageJobs
  answer: (came: PageRequest, to: PageAnswer) => Promise<void>
}

export type PagePortalOptions = {
  lite: PGlite
  origin: string
  version: string
  /** How far the portal's clock stands from the machine's. */
  offsetMs: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Hears of each commit. */
  onWritten?: () => void
  /** Hears of each message that leaves the portal: nothing leaves the page. */
  onMessage?: (message: Outgoing) => void
}

/** Nobody reads metrics of a page. */
const nobodyReads: Portal['metrics'] = {
  answered: () => {},
  userAction: () => {},
  watchPool: () => {},
  watchFigures: () => {},
  text: () => Promise.resolve({ type: 'text/plain', body: '' }),
}

const withFonts = async <Drawing>(drawing: () => Promise<Drawing>): Promise<Drawing> => {
  await import('#demo/page/pdf-fonts.ts')
  return drawing()
}

export function openPagePortal({
  lite,
  origin,
  version,
  offsetMs,
  onWritten,
  onMessage = () => {},
  ...options
}: PagePortalOptions): PagePortal {
  openDatabase(lite, onWritten)
  const log = options.log as FastifyBaseLogger
  const pool = (role: string) =>
    new Pool({ options: `-c role=${role} -c timezone=UTC ${planning}`, types: columnTypes }) as unknown as pg.Pool
  const pools: Pools = {
    reader: pool('rxdocket_reader'),
    app: pool('rxdocket_app'),
    copies: pool('rxdocket_reader'),
    oneConnection: true,
    end: async () => {},
  }
  const moved = movedClock(offsetMs)
  const clock = clockOf(moved)
  const cookies = cookieNames(origin)
  const delivered: Gateway = {
    send: async (message) => {
      onMessage(message)
      return 'delivered'
    },
  }
  const key = encryptionKeyFrom('there is no secret in a page that anybody may open')
  const portal: Portal = {
    version,
    settings: {
      origin,
      apiBase: '/api',
      // Known to nobody but those who are at work beside the visitor (`demo-life.ts`).
      serviceTokens: oneToken(Buffer.from(machineRandom.bytes(24)).toString('hex')),
      testMode: false,
      demonstration: true,
      undoSeconds: 10,
      sessionHours: 1,
    },
    origin,
    identity: undefined,
    accounts: undefined,
    clock,
    random: machineRandom,
    pools,
    log,
    cookies,
    limits: limits(clock),
    metrics: nobodyReads,
    roles: { clean: cleanRoles, mayRead, mayAct },
    actAs: actAs({ calls: everyCall, handlers: everyHandler, ticks: everyTick }, () => portal),
    services,
    revocations: watchRevocations({ pools, clock, log }),
    fileDrop: noDrop,
    gateways: { MAIL: delivered, FAX: delivered, SMS: delivered, POST: delivered },
    monitoring: openMonitoring({ settings: { endpoint: undefined, headers: {} }, key: '', version, clock, log }),
    // Paper is seldom asked for, and what draws it is large: it comes when it is.
    files: {
      pdf: async (report) => (await withFonts(() => import('#platform/pdf/pdf.ts'))).pdfReport(report),
      letter: async (letter) => (await withFonts(() => import('#platform/pdf/pdf-letter.ts'))).pdfLetter(letter),
      text: async (text) => (await withFonts(() => import('#platform/pdf/pdf-text.ts'))).pdfText(text),
    },
    checkDocument: documentCheck(standInScanner, async (bytes) =>
      (await import('#demo/page/document-page.ts')).inspect(bytes),
    ),
    documentPage: async (bytes, type, page) =>
      (await import('#demo/page/document-page.ts')).documentPage(bytes, type, page),
    documents: undefined,
    encryption: {
      encrypt: (text, purpose) => encrypt(key, text, purpose),
      decrypt: (encrypted, purpose) => decrypt(key, encrypted, purpose),
    },
    noteSecurity: securityNotes(pools, log, cookies.session),
  }
  const app = new PageApp()
  serve(app.asServer, portal, everyCall, everyHandler, everyTick)
  serveChangeEvents(app.asServer, portal, () => new Client() as unknown as pg.Client)
  const jobs = startPageJobs(portal, new Pool({ types: columnTypes }), everyJob, everyTick)
  return { portal, clock: moved, jobs, answer: (came, to) => answerPage(app, portal, came, to) }
}
