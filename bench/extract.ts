/**
 * `node bench/extract.ts [rows] [rounds]`: an extract of a million transactions (or so many) through HTTP beside a bare COPY of the same columns,
 * in turns in one run, the memory of the portal, and how long a canceled one is still in pg_stat_activity. Says whether the bounds below hold,
 * and fails where they do not.
 */
import { pipeline } from 'node:stream/promises'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { dataExtracts } from '#features/data-extracts/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { makeData, ORIGIN } from './data.ts'
import { startHelper } from './process.ts'
import { median } from './quantile.ts'

const [rows = 1_000_000, rounds = 5] = process.argv.slice(2).map(Number)
if (!(rows >= 1000 && rows <= 1_000_000 && rounds >= 1))
  throw new TypeError('Use: node bench/extract.ts [1,000 to 1,000,000] [rounds]')
/** Times a bare COPY, MB over idle, ms until a canceled extract is gone from the database. */
const bounds = { times: 1.5, memory: 60, gone: 2000 }
/** A fill a month: so many of a claim lie within a year. */
const FILLS = 11
const year = (days: number): string => {
  const at = new Date()
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString()
}
const extractSince = (days: number) =>
  toRequest(dataExtracts.extract, {
    mc: 'AAA',
    selectedSubCarriers: ['AAA1'],
    subjectAreaId: 'transactions',
    fieldList: ['filled', 'type', 'claimNumber', 'patientLastName', 'drug', 'ndc', 'quantity', 'daysSupply', 'paid'],
    reportFilters: [{ fieldName: 'filled', fromValue: year(-days), toValue: year(0) }],
  })
const whole = extractSince(364)
/** What a portal has done before it is idle: pages of the list, and extracts of some days. */
const usual = { lists: 500, extracts: 20, days: 3 }
const bare = `copy (select x.fill_date, x.status, c.claim_number, t.last_name, x.drug_name, x.ndc, x.quantity, x.days_supply, x.paid_amount
  from rx_transaction x left join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id left join claimant t on t.mc = c.mc and t.id = c.claimant_id
  where x.mc = 'AAA' and x.sub_carrier = 'AAA1' and x.fill_date >= current_date - 364 and x.fill_date <= current_date) to stdout with (format csv)`

const postgres = await startEmbedded({ log: () => {}, fast: true })
try {
  // A few rows are there already, and a file holds no more than a million.
  const sizes = { open: 10, done: 10, claims: Math.floor((rows - 20) / FILLS), fillsPerClaim: FILLS, toApprove: 1 }
  const data = await makeData(postgres.url, sizes)
  const db = new pg.Client({ connectionString: postgres.url, options: '-c jit=off' })
  db.on('error', () => {}) // what failed first is reported
  await db.connect()
  await db.query(`update user_carrier set data_extract_sub_carriers = '{AAA1}' where user_id = $1`, [
    data.reader.userId,
  ])
  await db.query('vacuum analyze')
  const portal = await startHelper('portal.ts', data)
  const port = await portal.ask<number>('port')
  const took: Record<'bare' | 'extract', number[]> = { bare: [], extract: [] }
  let [found, bytes] = [0, 0]
  /** Asks the portal, and answers how many bytes came. */
  const read = async ({ method, url, body }: ReturnType<typeof toRequest>, signal?: AbortSignal): Promise<number> => {
    const headers = { cookie: data.reader.cookie, origin: ORIGIN, 'x-portal-request': '1', 'x-master-carrier': 'AAA' }
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': 'identity' },
      body: body as string,
      ...(signal && { signal }),
    })
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    let length = 0
    for await (const part of answer.body!) length += part.length
    return length
  }
  const turns = {
    bare: async () => {
      const stream = db.query(copyTo(bare))
      await pipeline(stream, new Writable({ write: (_chunk, _encoding, done) => done() }))
      found = stream.rowCount
    },
    extract: async (signal?: AbortSignal) => {
      bytes = await read(whole, signal)
    },
  }
  /** Begins an extract, goes away after its first bytes, and waits until the database works for it no more. */
  const gone = async (): Promise<number> => {
    const copying = async () =>
      (
        await db.query(
          `select from pg_stat_activity where query like 'copy (%' and state = 'active' and pid <> pg_backend_pid()`,
        )
      ).rowCount! > 0
    const leave = new AbortController()
    const reading = turns.extract(leave.signal).catch(() => {})
    while (!(await copying())) await pause(5)
    leave.abort()
    const start = performance.now()
    while ((await copying()) && performance.now() - start < 60_000) await pause(5)
    await reading
    return performance.now() - start
  }
  const memory = () => portal.ask<{ now: number; most: number }>('memory')
  const started = await memory()
  for (let list = 0; list < usual.lists; list += 1)
    await read(toRequest(worklist.search, { mc: 'AAA', page: 0, size: 25 }))
  for (let extract = 0; extract < usual.extracts; extract += 1) await read(extractSince(usual.days))
  const idle = await memory()
  for (let round = 0; round <= rounds; round += 1)
    for (const turn of ['bare', 'extract'] as const) {
      const start = performance.now()
      await turns[turn]()
      // The first round warms up the caches.
      if (round > 0) took[turn].push(performance.now() - start)
    }
  const [plain, ours] = [median(took.bare), median(took.extract)]
  console.log(`${found.toLocaleString('en-US')} rows, ${(bytes / 1e6).toFixed(0)} MB, medians of ${rounds}`)
  console.log(`bare COPY ${plain.toFixed(0)} ms, extract ${ours.toFixed(0)} ms: ${(ours / plain).toFixed(2)} times`)
  const { most } = await memory()
  console.log(
    `memory of the portal: ${started.now.toFixed(0)} MB as it started, ${idle.now.toFixed(0)} MB idle after ${usual.lists} lists and ` +
      `${usual.extracts} extracts of ${usual.days} days (${idle.most.toFixed(0)} MB at most), ${most.toFixed(0)} MB at most with the extracts`,
  )
  const left: number[] = []
  for (let round = 0; round < rounds; round += 1) left.push(await gone())
  console.log(`a canceled extract is gone after ${Math.max(...left).toFixed(0)} ms at most`)
  const verdicts = [
    [`at most ${bounds.times} times a bare COPY`, ours <= bounds.times * plain],
    [`at most ${bounds.memory} MB over idle`, most - idle.now <= bounds.memory],
    [`a canceled one gone within ${bounds.gone} ms`, Math.max(...left) <= bounds.gone],
  ] as const
  for (const [what, holds] of verdicts) console.log(`${holds ? 'holds' : 'FAILS'}: ${what}`)
  if (verdicts.some(([, holds]) => !holds)) process.exitCode = 1
  await portal.end()
  await db.end()
} finally {
  await postgres.stop()
}
