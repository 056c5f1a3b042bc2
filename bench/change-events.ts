/**
 * What open tabs of one carrier cost one process: `node bench/change-events.ts [tabs] [seconds] [idle tabs]`, by default 2000 60 5000.
 * First 200 tabs that all ask at the instant of a change each ten seconds. Then so many tabs hear of a change a second: each asks for its
 * counts and its list, one after the other, when it hears. Then so many idle ones. Two tabs share a session. The portal is a process of its own: its
 * processor time and its heap, before and after, are without the tabs. With a folder as fourth argument heap snapshots are written
 * there, and what the second has more of is printed.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Agent, get, request, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { worklist } from '#features/worklist/contract.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { makeData, ORIGIN } from './data.ts'
import { startHelper } from './process.ts'
import { quantile } from './quantile.ts'

const [tabs = 2000, seconds = 60, idleTabs = 5000] = process.argv.slice(2, 5).map(Number)
const snapshots = process.argv[5]
const AT_ONCE = 200
const CARRIER = 'AAA'

const postgres = await startEmbedded({ log: () => {}, fast: true })
try {
  const data = await makeData(postgres.url, { open: 300, done: 3000, claims: 500, fillsPerClaim: 2, toApprove: 1 })
  const db = new pg.Client({ connectionString: postgres.url })
  db.on('error', () => {}) // what failed first is reported
  await db.connect()
  const cookies = await sessionsLike(db, data.reader.cookie, Math.ceil(Math.max(tabs, idleTabs, AT_ONCE) / 2))
  const portal = await startHelper('portal.ts', data, ['--expose-gc'])
  const origin = `http://127.0.0.1:${await portal.ask<number>('port')}`
  const seen = { times: [] as number[], refused: 0 }
  const agent = new Agent({ keepAlive: true })
  const ask = <C extends AnyCall>(call: C, input: InputOf<C>, cookie: string): Promise<void> => {
    const { method, url, body } = toRequest(call, input, '/api')
    const headers = { cookie, origin: ORIGIN, 'x-portal-request': '1', 'x-master-carrier': CARRIER }
    const began = performance.now()
    return new Promise((done, failed) => {
      const asked = request(
        origin + url,
        { method, headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) }, agent },
        (answer) => {
          answer.resume().on('end', () => {
            if (answer.statusCode === 200) seen.times.push(performance.now() - began)
            else if (answer.statusCode === 503) seen.refused += 1
            else failed(new Error(`${call.name} answered ${answer.statusCode}.`))
            done()
          })
        },
      )
      asked.on('error', failed)
      asked.end(body as string | undefined) // none of these calls sends a file
    })
  }
  const askAll = async (cookie: string): Promise<void> => {
    await ask(worklist.counts, { mc: CARRIER }, cookie)
    await ask(worklist.search, { mc: CARRIER, size: 50 }, cookie)
  }
  const line = async (name: string, work: () => Promise<void>): Promise<void> => {
    seen.times = []
    seen.refused = 0
    const used = await portal.ask<number>('usage')
    const began = performance.now()
    await work()
    const took = performance.now() - began
    const cpu = (await portal.ask<number>('usage')) - used
    const times = seen.times.toSorted((a, b) => a - b)
    const ms = (share: number) => (times.length === 0 ? '-' : quantile(times, share).toFixed(0))
    const { rss } = await portal.ask<NodeJS.MemoryUsage>('heap')
    console.log(
      `${name}: ${times.length} answers, ${seen.refused} refused, half within ${ms(0.5)} ms, 95 of 100 within ${ms(0.95)} ms, ` +
        `${(cpu / took / 10).toFixed(1)} % of a core, ${(rss / 1e6).toFixed(0)} MB`,
    )
  }
  const kept = async (when: string): Promise<void> => {
    const { heapUsed, heapTotal, external, rss } = await portal.ask<NodeJS.MemoryUsage>('heap')
    console.log(
      `${when}: heap ${(heapUsed / 1e6).toFixed(1)} of ${(heapTotal / 1e6).toFixed(1)} MB, outside it ${(external / 1e6).toFixed(1)} MB, process ${(rss / 1e6).toFixed(0)} MB`,
    )
    if (snapshots) await portal.ask('snapshot', join(snapshots, `${when}.heapsnapshot`))
  }

  const streams: ClientRequest[] = []
  const asking = new Set<Promise<void>>()
  let hears = true
  const open = (cookie: string): Promise<void> => {
    let wanted = false
    let busy = false
    const hear = async () => {
      wanted = true
      if (busy) return
      busy = true
      while (wanted) {
        wanted = false
        await askAll(cookie)
      }
      busy = false
    }
    return new Promise<void>((opened, failed) => {
      const stream = get(`${origin}/api/changes`, { headers: { cookie }, agent: false }, (answer) => {
        if (answer.statusCode !== 200) return failed(new Error(`The stream answered ${answer.statusCode}.`))
        opened()
        answer.setEncoding('utf8').on('data', (text: string) => {
          if (!hears || !text.includes('data:')) return
          const asked = hear().finally(() => asking.delete(asked))
          asking.add(asked)
        })
        answer.on('error', () => {})
      })
      stream.on('error', failed)
      streams.push(stream)
    })
  }
  const openUntil = async (count: number): Promise<void> => {
    while (streams.length < count)
      await Promise.all(
        // Each adds its own stream: two in turn have one session.
        Array.from({ length: Math.min(50, count - streams.length) }, () => open(cookies[streams.length >> 1]!)),
      )
  }

  await Promise.all(Array.from({ length: 30 }, () => askAll(cookies[0]!))) // connections and plans are there before anything is measured
  await kept('before')
  await line(`${AT_ONCE} tabs ask at once, every ten seconds`, async () => {
    for (let at = 0; at < Math.min(seconds, 30) / 10; at += 1)
      await Promise.all([pause(10_000), ...Array.from({ length: AT_ONCE }, (_, tab) => askAll(cookies[tab >> 1]!))])
  })
  await openUntil(tabs)
  await line(`${tabs} tabs hear of a change a second`, async () => {
    for (let at = 0; at < seconds; at += 1) {
      await db.query(`select pg_notify('changes', $1)`, [`${CARRIER}:authorizations`])
      await pause(1000)
    }
  })
  hears = false
  await Promise.all(asking)
  await openUntil(idleTabs)
  await line(`${idleTabs} idle tabs`, () => pause(30_000))
  for (const stream of streams) stream.destroy()
  agent.destroy()
  await pause(3000)
  await kept('after')
  await portal.end()
  await db.end()
  if (snapshots) await printGrowth(join(snapshots, 'before.heapsnapshot'), join(snapshots, 'after.heapsnapshot'))
} finally {
  await postgres.stop()
}

/** So many sessions like this one; their cookies. */
async function sessionsLike(db: pg.Client, cookie: string, count: number): Promise<string[]> {
  const [name, token] = cookie.split('=') as [string, string]
  const made = Array.from({ length: count }, () => `${randomUUID()}${randomUUID()}`)
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  await db.query(
    `insert into session select (jsonb_populate_record(s, jsonb_build_object('id', n.id, 'token_hash', n.hash))).*
       from session s, unnest($2::uuid[], $3::bytea[]) n(id, hash) where s.token_hash = $1`,
    [hashOf(token), made.map(() => randomUUID()), made.map(hashOf)],
  )
  return made.map((one) => `${name}=${one}`)
}

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }
  nodes: number[]
  strings: string[]
}
/** Bytes of a heap by the kind and name of what lies in it. */
async function sizes(file: string): Promise<Map<string, { bytes: number; count: number }>> {
  const { snapshot, nodes, strings } = JSON.parse(await readFile(file, 'utf8')) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const place = (field: string) => fields.indexOf(field)
  const [type, name, size] = [place('type'), place('name'), place('self_size')]
  const found = new Map<string, { bytes: number; count: number }>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type]!]!
    const key =
      kind === 'object' || kind === 'native' || kind === 'closure' ? `${kind} ${strings[nodes[at + name]!]!}` : kind
    const sum = found.get(key) ?? { bytes: 0, count: 0 }
    found.set(key, { bytes: sum.bytes + nodes[at + size]!, count: sum.count + 1 })
  }
  return found
}
async function printGrowth(before: string, after: string): Promise<void> {
  const [first, second] = [await sizes(before), await sizes(after)]
  const grown = [...second]
    .map(([key, { bytes, count }]) => {
      const old = first.get(key) ?? { bytes: 0, count: 0 }
      return { key, bytes: bytes - old.bytes, count: count - old.count }
    })
    .toSorted((a, b) => b.bytes - a.bytes)
  for (const { key, bytes, count } of grown.slice(0, 20))
    console.log(`${(bytes / 1000).toFixed(0).padStart(8)} KB more, ${String(count).padStart(7)} more  ${key}`)
}
