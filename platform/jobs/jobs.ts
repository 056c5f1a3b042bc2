import { PgBoss, type JobResult } from 'pg-boss'
import pg from 'pg'
import type { CopiedFile } from '../calls/handler.ts'
import type { Copying } from '../calls/copied-file.ts'
import type { AuditNote } from '../database/unit-of-work.ts'
import type { Db } from '../database/pools.ts'
import { surviveLoss } from '../database/pools.ts'
import type { Portal } from '../portal/portal.ts'
import type { Sql } from '../database/sql.ts'
import { runJob } from './run-job.ts'

const RELAY_MS = 1000
const RELAY_BATCH = 100
/** The relay wakes the worker of a topic; the worker looks by itself for what is tried again and for what a killed process left. */
const POLL_SECONDS = 2
/**
 * Seconds without a heartbeat after which the jobs of a killed worker are given to another. Without it they would wait for
 * their time-out of a quarter of an hour. pg-boss allows no shorter interval.
 */
const HEARTBEAT_SECONDS = 10
const LOOK_AFTER_SECONDS = 3
/** The clock is looked at with every tenth turn of the relay. */
const TICK_EVERY = 10

/** What a job does with one entry of the outbox: loads, decides and writes in one transaction of its own carrier. */
export type JobContext = {
  mc: string
  payload: Record<string, unknown>
  db: Db
  now: Date
  write: (statement: Sql) => void
  publishChange: (topic: string) => void
  newId: () => string
  portal: Portal
}
export type Job = (context: JobContext) => Promise<void>

/**
 * A job that takes minutes, in short transactions with the long work between them: one that was open meanwhile would hold a
 * connection and locks. Its audit rows have one request id.
 */
export type LongJob = {
  inSteps: (context: {
    mc: string
    payload: Record<string, unknown>
    portal: Portal
    now: Date
    requestId: string
    /** One transaction with its audit row. `actor`: on whose behalf, in words. */
    step: <Answer>(
      work: (context: JobContext & { note: (note: AuditNote) => void }) => Promise<Answer>,
      actor?: string,
    ) => Promise<Answer>
    /** Begins to copy a file out of the database, its claims in the audit, or says why there is none; times are written in this zone. */
    copy: (file: CopiedFile, of: { actor: string; zone: string }) => Promise<Copying | { why: string }>
  }) => Promise<void>
}

/** A job of which somebody waits for the end: `gaveUp` says so, once it failed as often as it is tried. */
export type JobThatEnds = { run: Job; gaveUp: Job }
export type AnyJob = Job | LongJob | JobThatEnds

/** What happens on the clock: which objects are due now, over all carriers, and what is done with each of them. */
export type Tick = {
  /** False where this portal has nothing for it to work with: nothing is due then. */
  applies?(portal: Portal): boolean
  due(now: string, limit: number): Sql<{ mc: string; id: string }>
  run: Job
  /** The same for one object an act is about (`Overdue`): waits for its lock instead of leaving it to the next turn. */
  first?: Job
}

const TICK_BATCH = 200
const TICK_LOCK = 7212

export type Jobs = {
  ready(): Promise<boolean>
  /** Hands on what is due in the outbox; answers how much. */
  relay(): Promise<number>
  /** Does what the clock says is due; answers how much. One process at a time, the others find nothing to do. */
  tick(): Promise<number>
  stop(): Promise<void>
}

/**
 * What happens after the answer has left. Acts write to the outbox in their own transaction; the relay hands what is due
 * to pg-boss in one transaction (so nothing is lost or sent twice), and workers run it with retries and a dead letter.
 */
export async function startJobs(
  portal: Portal,
  databaseUrl: string,
  jobs: Record<string, AnyJob>,
  ticks: Record<string, Tick> = {},
  relayMs = RELAY_MS,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    application_name: 'rxdocket-jobs',
    superviseIntervalSeconds: LOOK_AFTER_SECONDS,
    monitorIntervalSeconds: LOOK_AFTER_SECONDS,
  })
  boss.on('error', (error) => portal.log.warn({ code: (error as { code?: string }).code }, 'job queue'))
  await boss.start()
  await makeQueues(boss, Object.keys(jobs))
  const workers = new Map<string, string>()
  const work = async (queue: string, topic: string, job: Job | LongJob): Promise<void> => {
    workers.set(
      queue,
      await boss.work<{ mc: string; payload: Record<string, unknown> }>(
        queue,
        { batchSize: 10, burstWhenBatchFull: true, pollingIntervalSeconds: POLL_SECONDS, perJobResults: true },
        async (batch) => {
          const results: JobResult[] = []
          // Each job by itself: one that fails is tried again without repeating the others.
          for (const { id, data } of batch)
            results.push(
              await runJob(portal, topic, job, data).then(
                () => ({ id, status: 'completed' as const }),
                (error: { code?: string }) => ({
                  id,
                  status: 'failed' as const,
                  output: { code: error.code ?? 'unknown' },
                }),
              ),
            )
          return results
        },
      ),
    )
  }
  for (const [topic, job] of Object.entries(jobs)) {
    const ends = 'gaveUp' in job
    await work(topic, topic, ends ? job.run : job)
    if (ends) await work(deadLetterOf(topic), `${topic} given up`, job.gaveUp)
  }

  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  owner.on('connect', surviveLoss)
  owner.on('error', (error) => portal.log.warn({ code: (error as { code?: string }).code }, 'relay connection'))
  let running: Promise<number> | undefined
  const relayOnce = async (): Promise<number> => {
    const client = await owner.connect()
    try {
      await client.query('begin')
      const now = portal.clock.moved ? portal.clock.now().toISOString() : null
      const taken = (
        await client.query<{ mc: string; topic: string; payload: Record<string, unknown> }>(
          'select mc, topic, payload from take_outbox($1, $2)',
          [RELAY_BATCH, now],
        )
      ).rows
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
      for (const [topic, entries] of Map.groupBy(taken, (one) => one.topic)) {
        const found = entries.map(({ mc, payload }) => ({ data: { mc, payload } }))
        if (topic in jobs) await boss.insert(topic, found, { db })
        else portal.log.error({ topic }, 'nobody takes this topic of the outbox')
      }
      await client.query('commit')
      for (const topic of new Set(taken.map((one) => one.topic))) {
        const worker = workers.get(topic)
        if (worker) boss.notifyWorker(worker)
      }
      return taken.length
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }
  const relay = (): Promise<number> => (running ??= relayOnce().finally(() => (running = undefined)))

  let ticking: Promise<number> | undefined
  /** What is due is due by the database's clock; while this machine's differs, another process does it. */
  const clockIsRight = (): boolean => {
    if (portal.clock.differs()) portal.log.error('the clock of this machine is wrong: nothing is done on the clock')
    return !portal.clock.differs()
  }
  const tickOnce = async (): Promise<number> => {
    const client = await owner.connect()
    let done = 0
    try {
      await portal.clock.compare()
      if (!clockIsRight()) return 0
      if (
        !(await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [TICK_LOCK])).rows[0]!.mine
      )
        return 0
      try {
        for (const [name, one] of Object.entries(ticks)) {
          if (one.applies && !one.applies(portal)) continue
          const { text, values } = one.due(portal.clock.now().toISOString(), TICK_BATCH)
          const due = (await client.query<{ mc: string; id: string }>(text, values as unknown[])).rows
          for (const { mc, id } of due) {
            await runJob(portal, name, one.run, { mc, payload: { id } }).then(
              () => (done += 1),
              () => {},
            ) // one that fails is tried again, the others go on
            if (stopped || !clockIsRight()) return done
          }
        }
      } finally {
        await client.query('select pg_advisory_unlock($1)', [TICK_LOCK])
      }
      return done
    } finally {
      client.release()
    }
  }
  const tick = (): Promise<number> => (ticking ??= tickOnce().finally(() => (ticking = undefined)))

  let stopped = false
  let beat = 0
  const turn = async (): Promise<void> => {
    const warn = (what: string) => (error: Error) => portal.log.warn({ code: (error as { code?: string }).code }, what)
    await relay().catch(warn('relay'))
    if (beat % TICK_EVERY === 0) await tick().catch(warn('clock'))
    beat += 1
    if (!stopped) timer = setTimeout(() => void turn(), relayMs)
  }
  let timer: NodeJS.Timeout = setTimeout(() => void turn(), relayMs)

  return {
    ready: async () => (await owner.query('select 1')).rowCount === 1,
    relay,
    tick,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running?.catch(() => {})
      await ticking?.catch(() => {})
      await boss.stop({ graceful: true, timeout: 3000 })
      await owner.end()
    },
  }
}

/** Where a job goes that failed as often as it is tried. */
const deadLetterOf = (topic: string): string => `${topic}.dead`

/** What a queue of a topic does with a job that failed. */
const policyOf = (topic: string) => ({
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deadLetter: deadLetterOf(topic),
})

/** Makes the queues that are missing, and brings those of an older version to today's policy. */
export async function makeQueues(boss: PgBoss, topics: readonly string[]): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const topic of topics) {
    const policy = policyOf(topic)
    const queue = there.get(topic)
    if (!there.has(policy.deadLetter)) await boss.createQueue(policy.deadLetter)
    if (!queue) await boss.createQueue(topic, policy)
    else if (Object.entries(policy).some(([name, value]) => queue[name as keyof typeof policy] !== value))
      await boss.updateQueue(topic, policy)
  }
}
