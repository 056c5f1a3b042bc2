import { PgBoss } from 'pg-boss'
import pg from 'pg'
import type { Db } from './database.ts'
import { Transaction } from './database.ts'
import { newId } from './ids.ts'
import type { Portal } from './portal.ts'
import { sql, type Sql } from './sql.ts'

const RELAY_MS = 1000
const RELAY_BATCH = 100

/** What a job does with one entry of the outbox: loads, decides and writes in one transaction of its own carrier. */
export type JobAsked = { mc: string; payload: Record<string, unknown>; db: Db; now: Date; write(statement: Sql): void; bell(topic: string): void; newId(): string; portal: Portal }
export type Job = (asked: JobAsked) => Promise<void>

/**
 * What happens after the answer has left. Acts write to the outbox in their own transaction; the relay hands what is due
 * to pg-boss in one transaction (so nothing is lost or sent twice), and workers run it with retries and a dead letter.
 */
export async function startJobs(portal: Portal, databaseUrl: string, jobs: Record<string, Job>, relayMs = RELAY_MS): Promise<{ ready(): Promise<boolean>; relay(): Promise<number>; stop(): Promise<void> }> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 4, application_name: 'rxdocket-jobs' })
  boss.on('error', (error) => portal.log.warn({ code: (error as { code?: string }).code }, 'job queue'))
  await boss.start()
  const workers: string[] = []
  for (const [topic, job] of Object.entries(jobs)) {
    await boss.createQueue(`${topic}.dead`)
    await boss.createQueue(topic, { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, deadLetter: `${topic}.dead` })
    workers.push(
      await boss.work<{ mc: string; payload: Record<string, unknown> }>(topic, { batchSize: 10, pollingIntervalSeconds: 0.5 }, async (batch) => {
        for (const one of batch) await run(portal, topic, job, one.data)
      }),
    )
  }

  const owner = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  owner.on('error', (error) => portal.log.warn({ code: (error as { code?: string }).code }, 'relay connection'))
  let running: Promise<number> | undefined
  const relayOnce = async (): Promise<number> => {
    const client = await owner.connect()
    try {
      await client.query('begin')
      const now = portal.clock.moved ? portal.clock.now().toISOString() : null
      const taken = (await client.query<{ mc: string; topic: string; payload: Record<string, unknown> }>('select mc, topic, payload from take_outbox($1, $2)', [RELAY_BATCH, now])).rows
      for (const { mc, topic, payload } of taken) await boss.send(topic, { mc, payload }, { db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) } })
      await client.query('commit')
      if (taken.length > 0) for (const worker of workers) boss.notifyWorker(worker)
      return taken.length
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }
  const relay = (): Promise<number> => (running ??= relayOnce().finally(() => (running = undefined)))
  let stopped = false
  const tick = async (): Promise<void> => {
    await relay().catch((error: Error) => portal.log.warn({ code: (error as { code?: string }).code }, 'relay'))
    if (!stopped) timer = setTimeout(() => void tick(), relayMs)
  }
  let timer: NodeJS.Timeout = setTimeout(() => void tick(), relayMs)

  return {
    ready: async () => (await owner.query('select 1')).rowCount === 1,
    relay,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running?.catch(() => {})
      await boss.stop({ graceful: true, timeout: 3000 })
      await owner.end()
    },
  }
}

async function run(portal: Portal, topic: string, job: Job, data: { mc: string; payload: Record<string, unknown> }): Promise<void> {
  const now = portal.clock.now()
  const db = await Transaction.open(portal.pools.app)
  let broken = false
  try {
    const writes: Sql[] = []
    const bells = new Set<string>()
    const begun = db.command('begin')
    const entered = db.all(sql`select * from enter_service(${data.mc}, 'RxDocket', ${`job ${topic}`}, ${newId(now, portal.random)}, null, ${portal.clock.moved ? now.toISOString() : null})`)
    await Promise.all([begun, entered])
    await job({ mc: data.mc, payload: data.payload, db, now, portal, write: (statement) => void writes.push(statement), bell: (topic) => void bells.add(topic), newId: () => newId(now, portal.random) })
    const last = writes.map((statement) => db.all(statement))
    last.push(db.all(sql`select audit('{}', 'job', ${topic}, ${JSON.stringify(data.payload)}::jsonb)`))
    for (const bell of bells) last.push(db.all(sql`select pg_notify('bell', app_mc() || ':' || ${bell})`))
    const committed = db.command('commit')
    const settled = await Promise.allSettled([...last, committed])
    for (const one of settled) if (one.status === 'rejected') throw one.reason
    if ((await committed) !== 'COMMIT') throw new Error('The job did not commit.')
  } catch (error) {
    await db.command('rollback').catch(() => void (broken = true))
    portal.log.warn({ topic, code: (error as { code?: string }).code, err: { message: (error as Error).message } }, 'job failed')
    throw error
  } finally {
    db.release(broken)
  }
}
