/** The portal with its demo data, a browser, and the session of an adjuster, for measures of what a user sees. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { BrowserContext } from 'playwright-core'
import pg from 'pg'
import { loadDemo } from '#database/seed/load.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { makePortalLogin } from '#platform/database/portal-login.ts'
import { readSettings } from '#platform/start/settings.ts'
import { launchBrowser } from '../testing/browser/browser.ts'
import { startPortal, type StartOptions } from '../start.ts'

export const CARRIER = 'NWM'
const USER = 'dana.ruiz'

type SignedIn = {
  origin: string
  /** The database, as its superuser. */
  databaseUrl: string
  /** "name=value" of the session. */
  cookie: string
  /** The same for so many others who may send documents at the carrier. */
  others: (count: number) => Promise<string[]>
  /** A fresh browser context that is signed in. */
  visit: () => Promise<BrowserContext>
}

/** Starts all of it, measures, and stops it again. */
export async function signedIn(
  measure: (of: SignedIn) => Promise<void>,
  more: Pick<StartOptions, 'limitFactor'> = {},
): Promise<void> {
  const postgres = await startEmbedded({ log: () => {}, fast: true })
  try {
    await migrate(postgres.url)
    await loadDemo(postgres.url, { size: 'demo', asOf: new Date(), log: () => {} })
    const db = new pg.Pool({ connectionString: postgres.url, max: 2 })
    const portal = await startPortal({
      settings: {
        ...readSettings({ PORT: String(await freePort()), RXDOCKET_SEED: 'demo' }),
        key: createHash('sha256').update(postgres.url).digest(),
      },
      databaseUrl: await makePortalLogin(postgres.url),
      ownerDatabaseUrl: postgres.url,
      log: () => {},
      ...more,
    })
    const browser = await launchBrowser()
    try {
      const cookie = { name: portal.portal.cookies.session, value: await session(db, USER), url: portal.origin }
      await measure({
        origin: portal.origin,
        databaseUrl: postgres.url,
        cookie: `${cookie.name}=${cookie.value}`,
        others: async (count) => {
          const { rows } = await db.query<{ username: string }>(
            `select u.username from app_user u join user_carrier uc on uc.user_id = u.id
              where uc.mc = $1 and uc.active and 'adjuster' = any(uc.roles) and u.username <> $2 order by u.username limit $3`,
            [CARRIER, USER, count],
          )
          return Promise.all(rows.map(async ({ username }) => `${cookie.name}=${await session(db, username)}`))
        },
        visit: async () => {
          const context = await browser.newContext({
            viewport: { width: 1440, height: 900 },
            timezoneId: 'America/New_York',
          })
          await context.addCookies([cookie])
          return context
        },
      })
    } finally {
      await browser.close()
      await portal.stop()
      await db.end()
    }
  } finally {
    await postgres.stop()
  }
}

/** A session as signing in would make it; answers its cookie. */
async function session(db: pg.Pool, username: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into session (id, token_hash, user_id, mc, started_at, expires_at, idle_seconds, last_activity_at, login_shown, auth_time)
     select $1, $2, id, $3, now(), now() + interval '12 hours', 900, now(), true, now() from app_user where username = $4`,
    [randomUUID(), createHash('sha256').update(token).digest(), CARRIER, username],
  )
  return token
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
