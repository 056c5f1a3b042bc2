/**
 * `node bench/preview.ts [submissions] [part of the world]`: how long the preview of a setting takes over 20,000 stored submissions of the scale
 * world, or so many: month after month of its largest carriers, as the page asks, beside calls of the list of settings in the same run.
 */
import { devNull } from 'node:os'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import { loadDemo } from '#database/seed/load.ts'
import { carrierSettings } from '#features/carrier-settings/contract.ts'
import type { AnswerOf, AnyCall, InputOf } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { makePortalLogin } from '#platform/database/portal-login.ts'
import { clockOf, movedClock } from '#platform/dates/clock.ts'
import { addMonths } from '#platform/dates/day.ts'
import { cookieNames } from '#platform/portal/portal.ts'
import { buildPortal } from '../app.ts'
import { createSession, testEncryptionKey } from '../testing/session.ts'
import { ORIGIN, portalSettings } from './data.ts'
import { median } from './quantile.ts'

const [wanted = 20_000, part = 50] = process.argv.slice(2).map(Number)
if (!(wanted >= 100 && wanted <= 1_000_000 && part >= 1 && part <= 1000))
  throw new TypeError('Use: node bench/preview.ts [100 to 1,000,000] [1 to 1000]')
const asOf = new Date('2026-11-18T15:42:00.000Z')
const MONTHS = 24
const LIST_EVERY = 5

const postgres = await startEmbedded({ log: () => {}, fast: true })
try {
  await migrate(postgres.url)
  await loadDemo(postgres.url, { size: 'scale', ...(part > 1 && { fraction: 1 / part }), asOf })
  const db = new pg.Client({ connectionString: postgres.url })
  // Where something fails the database stops first: what failed is what is printed.
  db.on('error', () => {})
  await db.connect()
  const { rows: carriers } = await db.query<{ mc: string; username: string }>(
    `select distinct on (n.fills, w.mc) w.mc, u.username from (select mc, count(*) as fills from rx_transaction group by mc) n
       join user_carrier w on w.mc = n.mc and w.active join app_user u on u.id = w.user_id and u.status = 'ACTIVE'
      order by n.fills desc, w.mc, u.id`,
  )
  await db.query(
    `update user_carrier w set roles = '{account_admin}', sub_carriers = null from app_user u
      where u.id = w.user_id and (w.mc, u.username) in (select * from unnest($1::text[], $2::text[]))`,
    [carriers.map(({ mc }) => mc), carriers.map(({ username }) => username)],
  )
  await db.query('vacuum analyze')

  const clock = movedClock()
  const { log } = Fastify({ logger: { level: 'info', file: devNull } })
  const built = buildPortal({
    databaseUrl: await makePortalLogin(postgres.url),
    encryptionKey: testEncryptionKey,
    version: 'bench',
    log,
    clock: clockOf(clock),
    limitFactor: 100_000,
    settings: portalSettings,
  })
  await built.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = built.app.server.address() as AddressInfo
  const calls: number[] = []
  const lists: number[] = []
  const ask = async <C extends AnyCall>(call: C, input: InputOf<C>, mc: string, session: string, times: number[]) => {
    const { method, url, body } = toRequest(call, input as Record<string, unknown>)
    const start = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: {
        cookie: `${cookieNames(ORIGIN).session}=${session}`,
        origin: ORIGIN,
        'x-portal-request': '1',
        'x-master-carrier': mc,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body as string }),
    })
    const text = await answer.text()
    times.push(performance.now() - start)
    if (!answer.ok) throw new Error(`${call.name}: ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as AnswerOf<C>
  }

  const found = { judged: 0, unjudged: 0, cases: 0, months: 0 }
  const used = process.cpuUsage()
  for (const { mc, username } of carriers) {
    for (let month = 0; month < MONTHS && found.judged < wanted; month += 1) {
      const day = addMonths(asOf.toISOString().slice(0, 10), -month)
      clock.move(Date.parse(`${day}T15:00:00Z`) - clock.now().getTime())
      const session = await createSession(db, username, mc, { now: clock.now() })
      await ask(carrierSettings.list, {}, mc, session, [])
      for (let after: string | null | undefined; after !== null && found.judged < wanted;) {
        const input = { settings: { costLimitPerFill: 300 }, ...(after !== undefined && { after }) }
        const answer: AnswerOf<typeof carrierSettings.rerun> = await ask(
          carrierSettings.rerun,
          input,
          mc,
          session,
          calls,
        )
        found.judged += answer.judged
        found.unjudged += answer.unjudged
        found.cases += answer.cases.length
        after = answer.next
        if (calls.length % LIST_EVERY === 0) await ask(carrierSettings.list, {}, mc, session, lists)
      }
      found.months += 1
    }
  }
  const { user, system } = process.cpuUsage(used)
  const took = calls.reduce((sum, one) => sum + one, 0)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `submissions adjudicated twice: ${found.judged}, of ${found.months} months of carriers; not possible: ${found.unjudged}`,
  )
  console.log(`cases with another answer: ${found.cases}`)
  console.log(`in all ${seconds(took)}, processor time of Node ${seconds((user + system) / 1000)}`)
  console.log(
    `${(took / found.judged).toFixed(2)} ms a submission, ${seconds((took / found.judged) * 20_000)} for 20,000`,
  )
  console.log(
    `a call: median ${median(calls).toFixed(0)} ms, slowest ${Math.max(...calls).toFixed(0)} ms (${calls.length} calls)`,
  )
  console.log(`the list of settings in the same run: median ${median(lists).toFixed(0)} ms`)
  await built.app.close()
  await built.stop()
  await db.end()
} finally {
  await postgres.stop()
}
