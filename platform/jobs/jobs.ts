import { PgBoss, type JobResult } from 'pg-boss'
import pg from 'pg'
import type { CopiedFile } from '../calls/handler.ts'
import type { Copying } from '../calls/copied-file.ts'
import type { AuditNote } from '../database/unit-of-work.ts'
import type { Db } from '../database/pools.ts'
import { surviveLoss } from '../database/pools.ts'
import type { Portal } from '../portal/portal.ts'
import { sql, type Sql } from '../database/sql.ts'
import { runJob } from './run-job.ts'

/** How often the process looks for what is due; what its database reports as changed it looks for at once. */
const LOOK_MS = 2000
/** How often a process does that hears of everything that is written, while nothing is due or under way. */
const QUIET_LOOK_MS = 10_000
const RELAY_BATCH = 100
/** The look wakes the worker of a topic; by itself it asks rarely. */
const POLL_SECONDS = 300
/**
 * Seconds without a heartbeat after which the jobs of a killed worker are given to another. Without it they would wait for
 * their time-out of a quarter of an hour. pg-boss allows no shorter interval.
 */
const HEARTBEAT_SECONDS = 10
const LOOK_AFTER_SECONDS = 3
/** Two looks are never closer, however much is written. */
const SHORTEST_MS = 100
/**
 * So many looks' time lies between two looks at what the clock says is due, two comparisons with the database's clock, and two times of the
 * queue's own upkeep, which removes old jobs: one whose process was lost is seen by the look.
 */
const TICK_EVERY = 5
const COMPARE_EVERY = 15
const UPKEEP_EVERY = 150

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
  /** Something was written: looks for what is due now rather than with the next turn. */
  soon(): void
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
  /** How often the outbox is handed on; a test that does it by hand gives a number that never comes. */
  relayMs = LOOK_MS,
  /** Whether `soon` is called for everything that is written, by whichever process. */
  hearsAll: () => boolean = () => false,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    application_name: 'rxdocket-jobs',
    // One look a turn asks for all queues what theirs would ask for each of them.
    supervise: false,
    schedule: false,
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

  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2, idleTimeoutMillis: 60_000 })
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
      // A machine's clock that jumps is seen without asking; what is asked for is how far the two drift apart.
      if (toCompare.isTime()) await portal.clock.compare()
      if (!clockIsRight()) return 0
      const now = portal.clock.now().toISOString()
      let applying = Object.entries(ticks).filter(([, one]) => one.applies?.(portal) ?? true)
      let due = await dueOf(client, now, applying)
      if (due.length === 0) return 0
      if (
        !(await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [TICK_LOCK])).rows[0]!.mine
      )
        return 0
      try {
        // What was done may make something else due, which is done in the same turn; each of them once.
        for (; due.length > 0; due = await dueOf(client, portal.clock.now().toISOString(), applying)) {
          applying = applying.filter((one) => !due.includes(one))
          for (const [name, one] of due) {
            const { text, values } = one.due(portal.clock.now().toISOString(), TICK_BATCH)
            for (const { mc, id } of (await client.query<{ mc: string; id: string }>(text, values as unknown[])).rows) {
              await runJob(portal, name, one.run, { mc, payload: { id } }).then(
                () => (done += 1),
                () => {},
              ) // one that fails is tried again, the others go on
              if (stopped || !clockIsRight()) return done
            }
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
  const warn = (what: string) => (error: Error) => portal.log.warn({ code: (error as { code?: string }).code }, what)
  const relays = relayMs <= LOOK_MS
  const usualMs = Math.min(relayMs, LOOK_MS)
  const every = (looks: number) => {
    let last = -Infinity
    const left = () => last + looks * usualMs - performance.now()
    const isTime = () => {
      if (left() > 0) return false
      last = performance.now()
      return true
    }
    return { left, isTime }
  }
  const [toTick, toCompare, toKeepUp] = [every(TICK_EVERY), every(COMPARE_EVERY), every(UPKEEP_EVERY)]
  /** Hands on what is due and wakes the workers of jobs that are; answers the milliseconds until the next look. */
  const look = async (): Promise<number> => {
    const now = portal.clock.moved ? portal.clock.now().toISOString() : null
    const found = (await owner.query<Due>(whatIsDue, [now, [...workers.keys()]])).rows[0]!
    const handedOn = relays && found.outbox_ms !== null && found.outbox_ms <= 0 ? await relay() : 0
    for (const queue of found.queues) boss.notifyWorker(workers.get(queue)!)
    if (found.lost || toKeepUp.isTime()) await boss.supervise()
    if (handedOn === RELAY_BATCH) return 0
    const waits = [found.job_ms, relays ? found.outbox_ms : null].filter((ms) => ms !== null)
    // What is due or under way here or elsewhere is looked after: another process may be lost with it, or busy.
    const isQuiet = !found.active && found.queues.length === 0 && waits.every((ms) => ms > 0)
    const longest = relays && isQuiet && now === null && hearsAll() ? QUIET_LOOK_MS : usualMs
    return Math.min(longest, ...waits.filter((ms) => ms > 0))
  }
  let turning = false
  let again = false
  let timer: NodeJS.Timeout
  const turnIn = (ms: number): void => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void turn(), ms)
  }
  const turn = async (): Promise<void> => {
    turning = true
    again = false
    const next = await look().catch((error: Error) => {
      warn('jobs due')(error)
      return usualMs
    })
    if (relays && toTick.isTime()) await tick().catch(warn('clock'))
    turning = false
    // A timer may fire a millisecond early.
    const until = relays ? Math.min(next, Math.ceil(toTick.left()) + 1) : next
    turnIn(again ? SHORTEST_MS : Math.max(until, SHORTEST_MS))
  }
  timer = setTimeout(() => void turn(), usualMs)

  return {
    ready: async () => (await owner.query('select 1')).rowCount === 1,
    soon: () => {
      if (again) return
      again = true
      if (!turning) turnIn(SHORTEST_MS)
    },
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

/** Which of these have something to do, in one statement. */
async function dueOf<One extends readonly [string, Tick]>(
  client: pg.PoolClient,
  now: string,
  ticks: readonly One[],
): Promise<One[]> {
  if (ticks.length === 0) return []
  const each = ticks.map(([, one]) => sql`exists (select from (${one.due(now, 1)}) due)`)
  const { text, values } = sql`select array[${each.reduce((some, next) => sql`${some}, ${next}`)}] as due`
  const { due } = (await client.query<{ due: boolean[] }>(text, values as unknown[])).rows[0]!
  return ticks.filter((_, at) => due[at])
}

type Due = {
  /** Milliseconds until the first entry of the outbox is due, below zero when it is overdue; null where none waits. */
  outbox_ms: number | null
  /** Queues with a job that is due. */
  queues: string[]
  /** Milliseconds until the next job is. */
  job_ms: number | null
  /** A job is under way. */
  active: boolean
  /** A process that had one was killed, or the job took longer than it may. */
  lost: boolean
}
const whatIsDue = `
  with first as materialized (
    select q.name, j.start_after from unnest($2::text[]) q(name), unnest(array['created', 'retry']::pgboss.job_state[]) s(state),
      lateral (select j.start_after from pgboss.job j where j.name = q.name and j.state = s.state
          and j.state in ('created', 'retry', 'active', 'failed') and not j.blocked order by j.start_after limit 1) j)
  select (select extract(epoch from w.available_at - coalesce($1::timestamptz, now()))::float8 * 1000 from outbox w
      where w.dispatched_at is null and w.cancelled_at is null order by w.available_at limit 1) as outbox_ms,
    array(select distinct f.name from first f where f.start_after <= now()) as queues,
    (select min(extract(epoch from f.start_after - now()))::float8 * 1000 from first f where f.start_after > now()) as job_ms,
    exists (select from unnest($2::text[]) q(name), lateral (select from pgboss.job j where j.name = q.name and j.state = 'active' limit 1) j) as active,
    exists (select from unnest($2::text[]) q(name), lateral (select from pgboss.job j where j.name = q.name and j.state = 'active'
        and (j.heartbeat_on + make_interval(secs => j.heartbeat_seconds) < now() or j.started_on + make_interval(secs => j.expire_seconds) < now())
        limit 1) j) as lost`

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
