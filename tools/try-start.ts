/**
 * Tries by hand what no test in a process can: `npm start` as a person sees it, in a terminal, killed, refused.
 * Ports 3900 and 3901 must be free. Run it under Node 24: npx --no-install node tools/try-start.ts
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const PORT = 3900
const READY = `is ready at http://localhost:${PORT}`
const data = mkdtempSync(join(tmpdir(), 'rxdocket-try-'))
chmodSync(data, 0o755)
let failed = 0

type Run = {
  child: ChildProcess
  output: () => string
  errors: () => string
  closed: Promise<number | null>
  began: number
}

function begin(command: string, args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PORT: String(PORT), RXDOCKET_DATA: data, RXDOCKET_SEED: 'test', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let text = ''
  let errors = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  const closed = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => text, errors: () => errors, closed, began: performance.now() }
}

const server = (env?: Record<string, string>) => begin(process.execPath, ['server.ts'], env)

async function until(run: Run, words: string): Promise<number> {
  let over = false
  void run.closed.then(() => (over = true))
  while (!run.output().includes(words)) {
    if (over) throw new Error(`it ended without "${words}":\n${run.output()}${run.errors()}`)
    await new Promise((done) => setTimeout(done, 10))
  }
  return (performance.now() - run.began) / 1000
}

function expect(what: string, holds: boolean, detail: string | number): void {
  if (!holds) failed++
  const shown = typeof detail === 'number' ? `${detail.toFixed(2)} s` : detail
  console.log(`${holds ? '✓' : '✗'} ${what} (${shown})`)
}

async function refused(what: string, env: Record<string, string>, words: RegExp): Promise<void> {
  const run = server(env)
  const code = await run.closed
  const seconds = (performance.now() - run.began) / 1000
  const lines = run.errors().trim().split('\n')
  const plain = code === 1 && lines.length === 1 && words.test(lines[0] ?? '') && seconds < 3
  expect(`${what}: one sentence, code 1, within 3 s`, plain, `${code}, ${seconds.toFixed(2)} s: ${run.errors().trim()}`)
}

const postgresPid = () => {
  const moved = join(data, 'postgres.moved')
  const folder = existsSync(moved) ? readFileSync(moved, 'utf8').trim() : join(data, 'postgres')
  const file = join(folder, 'postmaster.pid')
  return existsSync(file) ? parseInt(readFileSync(file, 'utf8')) : undefined
}

try {
  const first = server()
  expect('first start, with the small data', true, await until(first, READY))
  await refused('a second one beside it on the same port', {}, /^Port 3900 is in use: .*PORT/)
  await refused('a second one beside it on the same data', { PORT: '3901' }, /^Another RxDocket is running on /)
  first.child.kill('SIGTERM')
  const ended = performance.now()
  expect('SIGTERM ends it with 0', (await first.closed) === 0, (performance.now() - ended) / 1000)
  expect('and PostgreSQL with it', postgresPid() === undefined, String(postgresPid()))

  const second = begin('npm', ['start'])
  const seconds = await until(second, READY)
  expect('second start through npm within 3 s', seconds < 3, seconds)
  second.child.kill('SIGTERM')
  await second.closed
  expect('SIGTERM to npm ends it too', postgresPid() === undefined, String(postgresPid()))

  if (process.platform === 'linux') {
    const terminal = begin('script', ['-qfec', 'npm start', '/dev/null'])
    await until(terminal, 'Ctrl-C')
    const pressed = performance.now()
    terminal.child.stdin?.write('\x03')
    await terminal.closed
    const took = (performance.now() - pressed) / 1000
    expect('Ctrl-C in a terminal to the prompt within 1 s', took < 1, took)
    expect('and PostgreSQL is stopped', postgresPid() === undefined, String(postgresPid()))
  }

  const killed = server()
  await until(killed, READY)
  const before = postgresPid()
  killed.child.kill('SIGKILL')
  await killed.closed
  const adopting = server()
  expect('after kill -9 the next start takes over', postgresPid() === before, await until(adopting, READY))
  const orphan = postgresPid() as number
  adopting.child.kill('SIGKILL')
  await adopting.closed
  process.kill(orphan, 'SIGKILL')
  const recovering = server()
  expect('after kill -9 of both the next start recovers', true, await until(recovering, READY))
  recovering.child.kill('SIGTERM')
  await recovering.closed

  const early = begin(process.execPath, ['server.ts'], { RXDOCKET_DATA: join(data, 'early') })
  await until(early, 'database')
  early.child.kill('SIGINT')
  expect(
    'a signal in the middle of the first start',
    (await early.closed) === 0,
    early.output().trim().split('\n').at(-1) ?? '',
  )

  await refused('a wrong setting', { PORT: 'http' }, /^PORT must be/)
  await refused('an unknown setting', { RXDOCKET_PROT: '1' }, /^RXDOCKET_PROT is not a setting/)
  await refused(
    'an unreachable database',
    { DATABASE_URL: 'postgres://me:pw@127.0.0.1:1/db' },
    /^The PostgreSQL of DATABASE_URL at 127.0.0.1:1 is not running/,
  )
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  await refused(
    'a silent database',
    { DATABASE_URL: `postgres://me:pw@127.0.0.1:${port}/db` },
    /^The PostgreSQL of DATABASE_URL/,
  )
  silent.close()
  mkdirSync(join(data, 'old', 'postgres'), { recursive: true })
  writeFileSync(join(data, 'old', 'postgres', 'PG_VERSION'), '15\n')
  await refused('data of another version', { RXDOCKET_DATA: join(data, 'old') }, /belongs to PostgreSQL 15/)
  writeFileSync(join(data, 'file'), '')
  await refused('a data folder that is a file', { RXDOCKET_DATA: join(data, 'file') }, /cannot be written/)
} catch (fault) {
  failed++
  console.error(fault)
} finally {
  const left = postgresPid()
  if (left) process.kill(left, 'SIGINT')
  rmSync(data, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)
