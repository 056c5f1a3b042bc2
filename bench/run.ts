/**
 * `npm run bench`: the portal beside the same statements without it, in interleaved rounds of one run, so that a busy
 * machine disturbs all of them alike. Prints a table of ratios and writes bench/results.md.
 */
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { makeData, type Data } from './data.ts'
import { measureEngine } from './engine.ts'
import type { Load, Loaded } from './load.ts'
import { startHelper, type Helper } from './process.ts'
import { resultsOf, type Sample, type Target } from './results.ts'
import { inputsOf, rawRequest, scenarioNames, whoAsks, type Scenario } from './scenarios.ts'

const ROUNDS = 3
const SAMPLE_MS = 1200
const WARM_MS = 1000
/** Requests approved in one sample, by connections; each can be approved only once. */
const APPROVALS: Record<number, number> = { 1: 150, 16: 400 }
const targets: readonly Target[] = ['driver', 'bare', 'floor', 'portal']

const ofTheMoment = new Set(['serverTime', 'secondsToExpiration', 'remainingSeconds', 'ageHours', 'hoursToDue', 'next'])

const began = performance.now()
const tell = (line: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`)
const only = process.argv.slice(2).filter((word): word is Scenario => (scenarioNames as string[]).includes(word))
const chosen = only.length > 0 ? only : scenarioNames

const postgres = await startEmbedded({ log: () => {}, fast: true })
const helpers: Helper[] = []
try {
  tell('making the data')
  const data = await makeData(postgres.url)
  const start = async (program: string, flags: string[] = [], more: object = {}): Promise<Helper> => {
    const helper = await startHelper(program, { ...data, ...more }, flags)
    helpers.push(helper)
    return helper
  }
  const processes: Record<Target, Helper> = {
    driver: await start('driver.ts'),
    bare: await start('floor.ts'),
    floor: await start('floor.ts', [], { guarded: true }),
    portal: await start('portal.ts', (process.env['BENCH_FLAGS'] ?? '').split(' ').filter(Boolean)),
  }
  const load = await start('load.ts')
  await sameAnswers(data, processes)
  const samples: Sample[] = []
  const measure = sampler(data, processes, load)
  tell('warming up')
  for (const scenario of chosen) for (const target of targets) await measure(scenario, target, 16, WARM_MS)
  for (let round = 1; round <= ROUNDS; round += 1) {
    tell(`round ${round} of ${ROUNDS}`)
    await analyze(postgres.url)
    for (const connections of [16, 1]) {
      for (const scenario of chosen) {
        // Every second round the other way about: nobody always comes after the same neighbour.
        for (const target of round % 2 === 0 ? targets.toReversed() : targets) {
          samples.push({
            round,
            scenario,
            target,
            connections,
            ...(await measure(scenario, target, connections, SAMPLE_MS)),
          })
        }
      }
    }
  }
  for (const helper of helpers.splice(0)) await helper.end()
  tell('the engine')
  const engine = await measureEngine(postgres.url)
  const machine = `${cpus().length} × ${cpus()[0]!.model.trim()}, Node ${process.versions.node}, PostgreSQL 18 without fsync`
  const text = resultsOf(samples, engine, { machine, rounds: ROUNDS })
  console.log(`\n${text}`)
  if (only.length === 0) await writeFile(join(import.meta.dirname, 'results.md'), text)
} finally {
  for (const helper of helpers) await helper.end().catch(() => {})
  await postgres.stop()
}

/** What autovacuum does by itself within a minute, and does not in a PostgreSQL made for tests. */
async function analyze(url: string): Promise<void> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  await db.query('analyze')
  await db.end()
}

type Measured = Omit<Sample, 'round' | 'scenario' | 'target' | 'connections'>

function sampler(data: Data, processes: Record<Target, Helper>, client: Helper) {
  const left = [...data.toApprove]
  return async (scenario: Scenario, target: Target, connections: number, ms: number): Promise<Measured> => {
    const helper = processes[target]
    const once = scenario === 'approve'
    const inputs = inputsOf(scenario, data, once ? left.splice(0, APPROVALS[connections]) : [])
    if (inputs.length === 0) throw new Error('There is nothing left to approve: more rounds need more data.')
    if (target === 'driver') await helper.ask('prepare', { scenario, inputs })
    const trips = async () => (target === 'portal' ? helper.ask<number>('trips') : 0)
    const [port, tripsBefore, before] = [
      target === 'driver' ? 0 : await helper.ask<number>('port'),
      await trips(),
      await helper.ask<number>('usage'),
    ]
    const requests = inputs.map((input) => rawRequest(scenario, input, whoAsks(scenario, data)))
    const loaded =
      target === 'driver'
        ? await helper.ask<Loaded>('load', { scenario, connections, ms, once })
        : await client.ask<Loaded>('load', { port, connections, requests, ms, once } satisfies Load)
    if (loaded.failed !== null) throw new Error(`${target} failed at ${scenario}: ${loaded.failed}`)
    const used = (await helper.ask<number>('usage')) - before
    return {
      perSecond: (loaded.count / loaded.ms) * 1000,
      p50: loaded.p50,
      p99: loaded.p99,
      cpu: used / loaded.count,
      trips: ((await trips()) - tripsBefore) / loaded.count,
    }
  }
}

/** Floor and portal must say the same, else they would not be doing the same work. */
async function sameAnswers(data: Data, { bare, floor, portal }: Record<Target, Helper>): Promise<void> {
  for (const scenario of ['user', 'worklist', 'card'] as const) {
    const [input] = inputsOf(scenario, data, [])
    const [head, body] = rawRequest(scenario, input!, data.reader).split('\r\n\r\n')
    const [first, ...lines] = head!.split('\r\n')
    const [method, path] = first!.split(' ')
    const headers = Object.fromEntries(
      lines
        .map((line) => line.split(': ') as [string, string])
        .filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
    )
    const said = await Promise.all(
      [bare, floor, portal].map(async (helper) => {
        const response = await fetch(`http://127.0.0.1:${await helper.ask<number>('port')}${path}`, {
          method: method!,
          headers,
          ...(method !== 'GET' && { body: body! }),
        })
        return withoutClock(await response.json())
      }),
    )
    const texts = said.map((one) => JSON.stringify(one))
    if (new Set(texts).size > 1)
      throw new Error(`Bare, floor and portal answer ${scenario} differently:\n${texts.join('\n')}`)
  }
}

/** An answer with its fields in order and without what depends on the second it was asked. */
function withoutClock(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutClock)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([name]) => !ofTheMoment.has(name))
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => [name, withoutClock(of)]))
}
