import { beginCopy } from '../calls/copied-file.ts'
import { Refused } from '../calls/refusal.ts'
import { sql, type Sql } from '../database/sql.ts'
import { auditOf, UnitOfWork, type AuditNote } from '../database/unit-of-work.ts'
import { newId } from '../ids.ts'
import type { Portal } from '../portal/portal.ts'
import type { Job, JobContext, LongJob } from './jobs.ts'

type Given = { mc: string; payload: Record<string, unknown> }

/** One job in a transaction of its own carrier, with its audit row. A failure is logged and thrown. */
export async function runJob(portal: Portal, topic: string, job: Job | LongJob, data: Given): Promise<void> {
  const now = portal.clock.now()
  const moved = portal.clock.moved ? now.toISOString() : null
  const requestId = newId(now, portal.random)
  const enter = (actor: string): Sql =>
    sql`select * from enter_service(${data.mc}, ${actor}, ${`job ${topic}`}, ${requestId}, null, ${moved})`
  const step = <Answer>(
    work: (context: JobContext & { note: (note: AuditNote) => void }) => Promise<Answer>,
    actor = 'RxDocket',
  ): Promise<Answer> =>
    UnitOfWork.run(portal.pools.app, async (unit) => {
      let noted: AuditNote = { type: 'job', id: topic, detail: data.payload }
      await unit.db.all(enter(actor))
      const answer = await work({
        mc: data.mc,
        payload: data.payload,
        db: unit.db,
        now,
        portal,
        write: unit.write,
        publishChange: unit.publishChange,
        newId: () => newId(now, portal.random),
        note: (note) => void (noted = note),
      })
      await unit.commit({ audit: auditOf(noted) })
      return answer
    })
  try {
    if (typeof job === 'function') return await step(job)
    await job.inSteps({
      mc: data.mc,
      payload: data.payload,
      portal,
      now,
      requestId,
      step,
      copy: (file, { actor, zone }) =>
        beginCopy(portal, sql`select set_config('app.zone', ${zone}, true) from (${enter(actor)}) entered`, file).catch(
          (error: unknown) => {
            if (error instanceof Refused) return { why: error.why.message ?? error.message }
            throw error
          },
        ),
    })
  } catch (error) {
    portal.log.warn(
      { topic, code: (error as { code?: string }).code, err: { message: (error as Error).message } },
      'job failed',
    )
    throw error
  }
}
