import { expect, onTestFinished } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { eventually } from './eventually.ts'
import type { TestApi } from './api.ts'

/** Runs the timed tasks `ticks` times, then the outbox and the jobs until nothing due is left. */
export async function runJobsUntilIdle(api: TestApi, { ticks = 0 } = {}): Promise<void> {
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  for (let turn = 0; turn < ticks; turn += 1) await jobs.tick()
  await untilIdle(api, jobs)
}

/** Relays the outbox until nothing due is left and every job is done. */
export async function untilIdle(api: TestApi, jobs: Jobs): Promise<void> {
  await eventually(async () => {
    // First the jobs, then what they wrote to the outbox.
    const { rows } = await api.db.query(
      `select count(*)::int as n from pgboss.job where name not like '\\_%' and name not like '%.dead' and state in ('created', 'active', 'retry')`,
    )
    expect(rows[0].n + (await jobs.relay())).toBe(0)
  })
}
