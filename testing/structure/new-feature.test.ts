import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ORIGIN } from '../api.ts'
import { exhaustive } from '../bounds.ts'
import { freshDatabase } from '../database.ts'
import { importsIn } from './source.ts'

const root = join(import.meta.dirname, '../..')
/** The test that a new feature comes with. */
const OWN_TEST = 'features/scratch-pad/scratch-pad.test.ts'

/** What a process of its own says of the copied tree, with a portal over a database of this run. */
const program = `
import Fastify from 'fastify'
import pg from 'pg'
import { everyCall, everyHandler } from '#registry'
import { clockOf, movedClock } from '#platform/dates/clock.ts'
import { buildPortal } from './app.ts'
import { partsOf } from './feature-parts.ts'
import { createSession, testEncryptionKey } from './testing/session.ts'
const [databaseUrl, origin] = process.argv.slice(2)
const call = everyCall.find((one) => one.name === 'scratchPad.summary')
const samples = (await partsOf('samples.ts')).flatMap((part) => Object.keys(part.samples))
const { app, portal, stop } = buildPortal({
  databaseUrl, encryptionKey: testEncryptionKey, version: 'test', log: Fastify().log, clock: clockOf(movedClock()),
  settings: { origin, apiBase: '/api', serviceTokens: { pharmacy: [], fax: [], sms: [], mail: [], feeds: {} }, testMode: false, undoSeconds: 0, sessionHours: 12 },
})
await app.ready()
const db = new pg.Client({ connectionString: databaseUrl })
await db.connect()
const cookie = portal.cookies.session + '=' + (await createSession(db, 'adj.bbb', 'BBB'))
const headers = { cookie, origin, 'x-portal-request': '1', 'x-master-carrier': 'BBB' }
const { statusCode, payload } = await app.inject({ method: 'GET', url: '/api/scratchPad', headers })
const { rows } = await db.query("select count(*)::int as n from user_carrier where mc = 'BBB'")
await db.end()
await stop()
console.log(JSON.stringify([
  call?.line, 'scratchPad.summary' in everyHandler, samples.includes('scratchPad.summary'), statusCode, JSON.parse(payload), rows[0].n,
]))
`

test('npm run new writes a feature that has its call, handler and sample, and is named on one line outside its folder', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'new-feature-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const name of ['features', 'platform', 'reference', 'testing', 'tools', 'docs', 'demo', 'database'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  for (const name of [
    'package.json',
    'vitest.config.ts',
    'registry.ts',
    'feature-parts.ts',
    'app.ts',
    'start.ts',
    '.oxfmtrc.json',
  ])
    cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })

  const made = run('tools/new.ts', 'feature', 'scratch-pad')
  expect(made.stderr + made.stdout).toContain('wrote features/scratch-pad/contract.ts')
  expect(readFileSync(join(copy, 'features/all.ts'), 'utf8').match(/'scratch-pad'/g)).toHaveLength(1)
  expect(run('tools/new.ts', 'feature', 'scratch-pad').stderr).toContain('exists already')
  expect(run('tools/new.ts', 'feature', 'my-utils').stderr).toContain('the word its users say')

  const format = run('node_modules/oxfmt/bin/oxfmt', '--check', 'features/scratch-pad', 'features/all.ts')
  expect(format.stdout + format.stderr).not.toContain('Format issues')
  const named = globSync('**/*.{ts,tsx,csv,md,json}', { cwd: copy, exclude: (name) => name === 'node_modules' })
    .filter((file) => /scratch-?pad/i.test(readFileSync(join(copy, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
  expect(named.filter((file) => !file.startsWith('features/scratch-pad/') && !isOwn(file)).sort()).toEqual([
    'docs/policy.csv', // computed
    'features/all.ts',
  ])

  writeFileSync(join(copy, 'program.ts'), program)
  const said = run('program.ts', await freshDatabase(false, 'fixtures'), ORIGIN)
  expect(said.status, said.stderr).toBe(0)
  const [line, handled, sampled, status, body, people] = JSON.parse(said.stdout) as unknown[]
  expect([line, handled, sampled, status]).toEqual(['GET /scratchPad', true, true, 200])
  expect(body).toEqual({ masterCarrier: 'BBB', people: `${String(people)} people` })
  const own = importsIn(OWN_TEST, readFileSync(join(copy, OWN_TEST), 'utf8')).filter(({ to }) => /\.tsx?$/.test(to))
  expect(own.length).toBeGreaterThan(2)
  expect(own.filter(({ to }) => !existsSync(join(copy, to)))).toEqual([])
  // The same once more, by the test it wrote itself, in a run of its own.
  if (exhaustive) expect(run('tools/test.ts', 'features/scratch-pad').stdout).toMatch(/\n2 passed, 0 failed/)
})

/** This test names it, too. */
const isOwn = (file: string): boolean => file === 'testing/structure/new-feature.test.ts'
