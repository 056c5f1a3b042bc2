import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { borrowEmbedded, type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './embedded-postgres.ts'

/** The folder of the first database: made once, since making one takes seconds; tests start copies of its files. */
let origin: string
let first: EmbeddedPostgres
let folder: string
let started: EmbeddedPostgres[]
const lines: string[] = []
const log = (line: string) => void lines.push(line)

async function start(options: Omit<EmbeddedOptions, 'log'>): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ ...options, log })
  started.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return Object.values(rows[0] ?? {})[0]
}

function pidOf(dir: string): number {
  return parseInt(readFileSync(join(dir, 'postmaster.pid'), 'utf8'))
}

/** A portal of its own that owns the database and can be killed: this process cannot be. */
async function startElsewhere(dir: string): Promise<{ portal: ChildProcess; port: number }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
    const { port } = await startEmbedded({ dir: ${JSON.stringify(dir)}, fast: true, log: () => {} })
    console.log(port)
    setInterval(() => {}, 1000)`
  const portal = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = (await Promise.race([
    once(portal.stdout, 'data'),
    once(portal, 'exit').then(([code]) => Promise.reject(new Error(`the portal ended with ${code}`))),
  ])) as [Buffer]
  return { portal, port: Number(printed.toString()) }
}

/** A data folder as the first start left it. */
function copied(name = 'pg'): string {
  const [from, dir] = [join(origin, 'pg'), join(folder, name)]
  cpSync(from, dir, { recursive: true })
  cpSync(`${from}.password`, `${dir}.password`)
  chmodSync(dir, 0o700)
  const { uid, gid } = statSync(from)
  if (process.getuid?.() === 0)
    for (const inside of ['.', ...readdirSync(dir, { recursive: true }).map(String)])
      chownSync(join(dir, inside), uid, gid)
  return dir
}

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'rxdocket-embedded-'))
  chmodSync(made, 0o755)
  return made
}

beforeAll(async () => {
  origin = newFolder()
  // What a first start that was killed half-way leaves behind.
  mkdirSync(join(origin, 'pg.new', 'cluster'), { recursive: true })
  writeFileSync(join(origin, 'pg.new', 'cluster', 'PG_VERSION'), '18\n')
  first = await startEmbedded({ dir: join(origin, 'pg'), log })
  await first.stop()
})
afterAll(() => rmSync(origin, { recursive: true, force: true }))

beforeEach(() => {
  folder = newFolder()
  started = []
  lines.length = 0
})

afterEach(async () => {
  for (const server of started) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the database that comes with the portal', () => {
  test('is created once, also after a first start that was killed half-way, keeps its data, and says which of the two it was', async () => {
    expect(first).toMatchObject({ created: true, adopted: false })
    expect(existsSync(join(origin, 'pg.new'))).toBe(false)
    const dir = copied()
    const one = await start({ dir })
    expect(one).toMatchObject({ created: false, adopted: false })
    await ask(one.url, 'create table kept as select 42 as answer')
    await one.stop()
    expect(existsSync(join(dir, 'postmaster.pid'))).toBe(false)

    const second = await start({ dir })
    expect(second).toMatchObject({ created: false, adopted: false })
    expect(await ask(second.url, 'select answer from kept')).toBe(42)
  })

  test('is borrowed as it runs, and left running; where none runs one is started for the moment', async () => {
    const dir = copied()
    const running = await start({ dir, fast: true })
    await ask(running.url, 'create table kept as select 42 as answer')
    const beside = await borrowEmbedded({ dir, log })
    expect([beside.url, await ask(beside.url, 'select answer from kept')]).toEqual([running.url, 42])
    await beside.giveBack()
    expect(await ask(running.url, 'select answer from kept')).toBe(42)
    await running.stop()
    const alone = await borrowEmbedded({ dir, log })
    expect(await ask(alone.url, 'select answer from kept')).toBe(42)
    await alone.giveBack()
    expect(existsSync(join(dir, 'postmaster.pid'))).toBe(false)
  })

  test('writes durably, unless it was started for tests', async () => {
    const durable = await start({ dir: copied('durable') })
    const quick = await start({ dir: copied('quick'), fast: true })
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      expect([setting, await ask(durable.url, `show ${setting}`)]).toEqual([setting, 'on'])
      expect([setting, await ask(quick.url, `show ${setting}`)]).toEqual([setting, 'off'])
    }
  })

  test('speaks UTC and plain UTF-8, on this machine only, and only to who knows the password', async () => {
    const { url, port } = await start({ dir: copied(), fast: true })
    expect(await ask(url, 'select current_user')).toBe('portal')
    expect(await ask(url, 'select current_database()')).toBe('rxdocket')
    expect(await ask(url, 'show timezone')).toBe('UTC')
    expect(await ask(url, 'select datlocale from pg_database where datname = current_database()')).toBe('C.UTF-8')
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1')
    expect(await ask(url, 'show max_connections')).toBe('100')
    await expect(ask(`postgres://portal:guess@127.0.0.1:${port}/rxdocket`, 'select 1')).rejects.toThrow(
      'authentication',
    )
  })

  test('runs in a session of its own, which Ctrl-C in the terminal does not reach', async () => {
    const dir = copied()
    await start({ dir, fast: true })
    if (process.platform !== 'linux') return
    const session = (pid: number | 'self') =>
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[3]
    expect(session(pidOf(dir))).not.toBe(session('self'))
  })

  test.each([false, true])('deletes its folder when it was temporary; in memory: %s', async (inMemory) => {
    const server = await start({ fast: true, inMemory })
    const dir = (await ask(server.url, 'show data_directory')) as string
    await server.stop()
    expect(existsSync(dir)).toBe(false)
    expect(existsSync(`${dir}.password`)).toBe(false)
  })

  test('is taken over, on the port it has, after its portal was killed', async () => {
    const dir = copied()
    const { portal, port } = await startElsewhere(dir)
    const pid = pidOf(dir)
    portal.kill('SIGKILL')
    await once(portal, 'exit')

    const next = await start({ dir, fast: true })
    expect(next).toMatchObject({ adopted: true, created: false, port })
    expect(pidOf(dir)).toBe(pid)
    await next.stop()
    expect(existsSync(join(dir, 'postmaster.pid'))).toBe(false)
    await expect(ask(next.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })

  test('refuses a second portal while the first one runs', async () => {
    const dir = copied()
    const { portal, port } = await startElsewhere(dir)
    await expect(start({ dir, fast: true })).rejects.toThrow(/^Another RxDocket is running on .*: stop it, or set /)
    portal.kill('SIGKILL')
    await once(portal, 'exit')
    expect((await start({ dir, fast: true })).port).toBe(port)
  })

  test('recovers when both were killed, whichever process has the old process number now', async () => {
    const dir = copied()
    const { portal } = await startElsewhere(dir)
    const file = join(dir, 'postmaster.pid')
    const note = readFileSync(file, 'utf8')
    const pid = pidOf(dir)
    portal.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await once(portal, 'exit')
    writeFileSync(file, note.replace(/^\d+/, String(process.pid)))

    const next = await start({ dir, fast: true })
    expect(next).toMatchObject({ adopted: false, created: false })
    expect(await ask(next.url, 'select 1')).toBe(1)
  })

  test('says in one sentence why it cannot start', async () => {
    const other = join(folder, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'PG_VERSION'), '15\n')
    await expect(start({ dir: other })).rejects.toThrow(/^The data folder .* belongs to PostgreSQL 15 .*RXDOCKET_DATA/)

    const strange = join(folder, 'strange')
    mkdirSync(strange)
    writeFileSync(join(strange, 'letter.txt'), 'dear')
    await expect(start({ dir: strange })).rejects.toThrow(/^The folder .* holds something other than a database/)

    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as { port: number }
    const dir = copied()
    await expect(start({ dir, port, fast: true })).rejects.toThrow(`Port ${port} for PostgreSQL is in use`)
    squatter.close()

    expect(await start({ dir, fast: true })).toMatchObject({ created: false })
  })

  test.runIf(process.getuid?.() === 0)('works for root in a folder nobody else may enter', async () => {
    const home = join(folder, 'home')
    mkdirSync(home, { mode: 0o700 })
    const dir = join(home, 'pg')
    const one = await start({ dir, fast: true })
    const place = (await ask(one.url, 'show data_directory')) as string
    expect(place).not.toContain(home)
    expect(lines).toEqual([expect.stringContaining(place)])
    expect(statSync(place).uid).not.toBe(0)
    await ask(one.url, 'create table kept as select 42 as answer')
    await one.stop()

    const second = await start({ dir, fast: true })
    expect(await ask(second.url, 'select answer from kept')).toBe(42)
    await second.stop()
    rmSync(place, { recursive: true })
  })
})
