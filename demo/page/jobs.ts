/** What happens after an answer and on the clock, in a page: one connection, nobody else at work. */
import type { AnyJob, Tick } from '#platform/jobs/jobs.ts'
import { runJob } from '#platform/jobs/run-job.ts'
import type { Portal } from '#platform/portal/portal.ts'
import type { Pool } from './pg.ts'

const RELAY_MS = 1000
const TICK_EVERY = 10
const AT_ONCE = 100
const TRIES = 4

type Entry = { mc: string; topic: string; payload: Record<string, unknown> }

export type PageJobs = {
  /** Does what is due in the outbox, then what the clock says; answers how much. */
  turn(ticks: boolean): Promise<number>
  stop(): void
}

export function startPageJobs(
  portal: Portal,
  owner: Pool,
  jobs: Readonly<Record<string, AnyJob>>,
  ticks: Readonly<Record<string, Tick>>,
): PageJobs {
  const again: { entry: Entry; tries: number }[] = []

  const relay = async (): Promise<number> => {
    const now = portal.clock.now().toISOString()
    const { rows } = await owner.query('select mc, topic, payload from take_outbox($1, $2)', [AT_ONCE, now])
    const waiting = [...again.splice(0), ...rows.map((row) => ({ entry: row as Entry, tries: 0 }))]
    for (const { entry, tries } of waiting) {
      const job = jobs[entry.topic]
      if (!job) continue
      const ends = 'gaveUp' in job
      await runJob(portal, entry.topic, ends ? job.run : job, entry).catch(async () => {
        if (tries + 1 < TRIES) again.push({ entry, tries: tries + 1 })
        else if (ends) await runJob(portal, `${entry.topic} given up`, job.gaveUp, entry).catch(() => {})
      })
    }
    return waiting.length
  }

  const tick = async (): Promise<number> => {
    let done = 0
    for (const [name, one] of Object.entries(ticks)) {
      if (one.applies && !one.applies(portal)) continue
      const { text, values } = one.due(portal.clock.now().toISOString(), AT_ONCE)
      for (const { mc, id } of (await owner.query(text, values)).rows as { mc: string; id: string }[])
        await runJob(portal, name, one.run, { mc, payload: { id } }).then(
          () => (done += 1),
          () => {},
        )
    }
    return done
  }

  const turn = async (withTicks: boolean): Promise<number> => {
    const relayed = await relay()
    return withTicks ? relayed + (await tick()) : relayed
  }

  let stopped = false
  let beat = 0
  const next = async (): Promise<void> => {
    beat += 1
    await turn(beat % TICK_EVERY === 0).catch((error: Error) =>
      portal.log.warn({ err: { message: error.message } }, 'jobs'),
    )
    if (!stopped) timer = setTimeout(() => void next(), RELAY_MS)
  }
  let timer = setTimeout(() => void next(), RELAY_MS)
  return {
    turn,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
