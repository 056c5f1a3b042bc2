/** Starts the portal: settings, database, tables, demo data, then the portal itself; and stops it in order. */
import { join } from 'node:path'
import pg from 'pg'
import { demoAccounts } from '#database/seed/accounts.ts'
import type { Size } from '#database/seed/sizes.ts'
import { brokenOff, LoadedAlready, seedState, type SeedState } from '#database/seed/tables.ts'
import { brand } from '#platform/brand.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { systemClock } from '#platform/dates/clock.ts'
import { type EmbeddedPostgres, startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { demoCarrierPath, demoEmployee } from '#demo/carrier/demo-person.ts'
import { checkOwnPostgres } from '#platform/database/own-postgres.ts'
import { checkPortalLogin, checkRoles, makePortalLogin } from '#platform/database/portal-login.ts'
import { checkEncryptionKey } from '#platform/encryption/encryption-check.ts'
import { fieldKey, loadEncryptionKey } from '#platform/encryption/encryption-key.ts'
import { warningsOf } from '#platform/start/production.ts'
import { describeSettings, readSettings, type Settings } from '#platform/start/settings.ts'
import { lifeCycle } from '#platform/start/stop.ts'
import { refuseTakenPort, throwTakenPort } from '#platform/start/taken-port.ts'

const log = (line: string) => console.error(line)
const { endWithParent, onStop, stop, stopping } = lifeCycle({ log, limitMs: 25_000 })
if (process.env.npm_lifecycle_event) endWithParent()

try {
  await start(readSettings(process.env))
} catch (reason) {
  // what fails while stopping fails because of it
  if (!stopping()) {
    log(reason instanceof CannotStart ? reason.message : String(reason instanceof Error ? reason.stack : reason))
    await stop(1)
  }
}

async function start(settings: Settings): Promise<void> {
  for (const line of describeSettings(process.env)) tell(line)
  if (settings.production) for (const warning of warningsOf(settings)) log(`Warning: ${warning}`)
  await refuseTakenPort(settings.port)
  const { databaseUrl: loginUrl, ownerDatabaseUrl: ownerUrl } = settings
  if (ownerUrl) await checkOwnPostgres(ownerUrl, ownerUrl === loginUrl ? undefined : 'RXDOCKET_OWNER_DATABASE_URL')
  const code = import('./start.ts').then(({ startPortal }) => startPortal) // loads while the database starts
  code.catch(() => {})
  const key = await loadEncryptionKey(settings)
  const { url, embedded } = await step('Starting the database', () => database(settings))
  const databaseUrl = await step('Preparing the tables', async () => {
    await migrate(url, { newerDatabase: settings.newerDatabase, log: tell })
    await checkRoles(url)
    return loginOf(settings, url)
  })
  await checkEncryptionKey(url, fieldKey(key))
  const { seed } = settings
  const state = await seedStateOf(url)
  if (state === 'begun' && seed !== 'scale') throw new CannotStart(brokenOff)
  if (seed !== 'none' && state !== 'loaded') {
    const asOf = settings.asOf ? new Date(settings.asOf) : systemClock.now()
    const { seedFraction: fraction } = settings
    await step('Loading the demo data', async (note) => {
      const { loadDemo } = await import('#database/seed/load.ts') // half a second only the first start pays
      const breakOff = new AbortController()
      const loading = loadDemo(url, {
        size: seed,
        ...(fraction !== undefined && { fraction }),
        asOf,
        log: note,
        signal: breakOff.signal,
      })
      onStop('The demo data', async () => {
        breakOff.abort()
        await loading.catch(() => {})
      })
      await loading.catch((reason: unknown) => {
        if (!(reason instanceof LoadedAlready)) throw reason // another process that started beside this one did
      })
      await embedded?.checkpoint() // so that a Ctrl-C soon after has nothing left to write
    })
  }
  const { origin, mailbox } = await step('Opening the portal', async () => {
    const startPortal = await code
    const opening = startPortal({ settings: { ...settings, key }, databaseUrl, ownerDatabaseUrl: url, log })
    onStop('The portal', async () => (await opening.catch(() => undefined))?.stop())
    return opening.then(
      (portal) => portal,
      (reason: unknown) => {
        throwTakenPort(reason, settings.port)
        throw reason
      },
    )
  })
  tell(`\n${brand.name} is ready at ${origin}`)
  if (seed !== 'none' && !settings.identityProvider) tellAccounts(seed, origin)
  if (mailbox) tell(`\nMail, faxes and text messages stay here: ${mailbox}`)
  tell('\nPress Ctrl-C to stop.')
}

/** The database with the login that owns its tables. */
async function database(settings: Settings): Promise<{ url: string; embedded?: EmbeddedPostgres }> {
  if (settings.ownerDatabaseUrl) return { url: settings.ownerDatabaseUrl }
  const starting = startEmbedded({ dir: join(settings.dataFolder, 'postgres'), log: tell })
  onStop('PostgreSQL', async () => (await starting.catch(() => undefined))?.stop())
  const embedded = await starting
  return { url: embedded.url, embedded }
}

/** The database with the login of the connections that answer calls. */
async function loginOf({ databaseUrl }: Settings, ownerUrl: string): Promise<string> {
  if (databaseUrl === undefined) return makePortalLogin(ownerUrl)
  if (databaseUrl === ownerUrl) return databaseUrl
  await checkPortalLogin(ownerUrl, databaseUrl)
  await checkOwnPostgres(databaseUrl)
  return databaseUrl
}

/** Whether this is the first start. */
async function seedStateOf(url: string): Promise<SeedState> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await seedState(client)
  } finally {
    await client.end()
  }
}

function tellAccounts(size: Size, origin: string): void {
  const shown = demoAccounts(size).filter((account) => account.what !== null)
  tell(`\nDemo accounts, each with the password ${shown[0]?.password}:`)
  for (const { username, what } of shown) tell(`  ${username.padEnd(14)} ${what}`)
  tell(
    `  ${demoEmployee.username.padEnd(14)} Comes by ${demoEmployee.carrier}’s own identity provider: ${origin}${demoCarrierPath}`,
  )
}

/** One step of the start: its name and what it is at while it runs, its time when it is done. */
async function step<T>(name: string, run: (note: (text: string) => void) => Promise<T>): Promise<T> {
  const began = performance.now()
  const live = process.stdout.isTTY
  let noted = ''
  let spoke = began
  const line = () => `${name} ... ${((performance.now() - began) / 1000).toFixed(1)} s`
  const show = () => void process.stdout.write(`\r${line()}  ${noted}\x1b[K`)
  const ticker = live ? setInterval(show, 200) : undefined
  if (live) show()
  try {
    const result = await run((text) => {
      noted = text
      // Where nobody watches a terminal, long work speaks twice a minute.
      if (live || performance.now() - spoke < 30_000) return
      spoke = performance.now()
      tell(`${name}: ${text}`)
    })
    tell(line())
    return result
  } catch (reason) {
    if (live) process.stdout.write('\n')
    throw reason
  } finally {
    clearInterval(ticker)
  }
}

function tell(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`)
}
