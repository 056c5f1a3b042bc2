import { expect, onTestFinished, vi } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { Desk } from './desk.ts'

/** Runs the clock once if asked, then the outbox and its jobs until nothing that is due is left. */
export async function settled(desk: Desk, { ticks = 0 } = {}): Promise<void> {
  const jobs = await startJobs(desk.built.portal, desk.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  for (let turn = 0; turn < ticks; turn += 1) await jobs.tick()
  await vi.waitFor(
    async () => {
      // First the jobs, then what they left in the outbox.
      const { rows } = await desk.db.query(
        `select count(*)::int as n from pgboss.job where name not like '\\_%' and name not like '%.dead' and state in ('created', 'active', 'retry')`,
      )
      expect(rows[0].n + (await jobs.relay())).toBe(0)
    },
    { timeout: 20_000, interval: 100 },
  )
}
