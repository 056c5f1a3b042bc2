/**
 * `node bench/list-file.ts [rows] [rounds]`: the CSV of so many completed requests of the worklist through HTTP beside a bare COPY of what it
 * shows, in turns in one run; the processor time and the memory of the portal.
 */
import { pipeline } from 'node:stream/promises'
import { Writable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { worklist } from '#features/worklist/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { makeData, ORIGIN } from './data.ts'
import { startHelper } from './process.ts'
import { median } from './quantile.ts'

const [rows = 100_000, rounds = 5] = process.argv.slice(2).map(Number)
if (!(rows >= 1000 && rows <= 100_000 && rounds >= 1))
  throw new TypeError('Use: node bench/list-file.ts [1,000 to 100,000] [rounds]')
const { method, url, body } = toRequest(worklist.export, { complete: true, type: 'csv' })
const bare = `copy (select a.reference_number, a.status_id, a.request_received_at, a.statutory_due_at, t.last_name, t.first_name, t.dob, c.claim_number,
  c.doi, a.juris_state, a.drug_name, a.strength, a.quantity, a.days_supply, a.ndc, a.reject_codes, q.last_name, q.first_name, y.name, y.city,
  a.delivery_type_id, (select string_agg(u.name, ', ') from authorization_owner o join app_user u on u.id = o.user_id
    where o.mc = a.mc and o.authorization_id = a.id), a.escalation_level, a.estimated_cost, a.completed_at, a.completed_by_name
  from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
    left join pharmacy y on y.nabp = a.pharmacy_nabp left join practitioner q on q.npi = a.prescriber_npi
  where a.mc = 'AAA' and a.status_id >= 30 order by a.completed_at desc, a.id limit ${rows}) to stdout with (format csv)`

const postgres = await startEmbedded({ log: () => {}, fast: true })
try {
  const data = await makeData(postgres.url, { open: 10, done: rows, claims: 5000, fillsPerClaim: 1, toApprove: 1 })
  const db = new pg.Client({ connectionString: postgres.url, options: '-c jit=off' })
  db.on('error', () => {}) // what failed first is reported
  await db.connect()
  const portal = await startHelper('portal.ts', data)
  const port = await portal.ask<number>('port')
  const took: Record<'bare' | 'csv', number[]> = { bare: [], csv: [] }
  const cpu: number[] = []
  let [lines, bytes] = [0, 0]
  const turns = {
    bare: async () => {
      const stream = db.query(copyTo(bare))
      await pipeline(stream, new Writable({ write: (_chunk, _encoding, done) => done() }))
    },
    csv: async () => {
      const headers = { cookie: data.reader.cookie, origin: ORIGIN, 'x-portal-request': '1', 'x-master-carrier': 'AAA' }
      const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        headers: {
          ...headers,
          'accept-encoding': 'identity',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: body as string }),
      })
      if (!answer.ok) throw new Error(`The file: ${answer.status} ${await answer.text()}`)
      ;[lines, bytes] = [0, 0]
      for await (const part of answer.body! as unknown as AsyncIterable<Uint8Array>) {
        bytes += part.length
        for (const sign of part) if (sign === 10) lines += 1
      }
    },
  }
  const { now: before } = await portal.ask<{ now: number; most: number }>('memory')
  for (let round = 0; round <= rounds; round += 1)
    for (const turn of ['bare', 'csv'] as const) {
      const used = await portal.ask<number>('usage')
      const start = performance.now()
      await turns[turn]()
      // The first round warms up the caches.
      if (round === 0) continue
      took[turn].push(performance.now() - start)
      if (turn === 'csv') cpu.push((await portal.ask<number>('usage')) - used)
    }
  const [plain, ours] = [median(took.bare), median(took.csv)]
  console.log(`${lines.toLocaleString('en-US')} lines, ${(bytes / 1e6).toFixed(1)} MB, medians of ${rounds}`)
  console.log(`bare COPY ${plain.toFixed(0)} ms, CSV ${ours.toFixed(0)} ms: ${(ours / plain).toFixed(2)} times`)
  console.log(`processor time of the portal ${(median(cpu) / 1000).toFixed(0)} ms`)
  const { most } = await portal.ask<{ now: number; most: number }>('memory')
  console.log(`memory of the portal ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`)
  await portal.end()
  await db.end()
} finally {
  await postgres.stop()
}
