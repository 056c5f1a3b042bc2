import { hash as digestOf } from 'node:crypto'
import type { ActAs, ActedAs } from '../calls/act-as.ts'
import type { AnyCall } from '../calls/contract.ts'
import type { CallContext, Caller, Handler } from '../calls/handler.ts'
import { Overdue } from '../calls/overdue.ts'
import { refuse, Refused, refusalStatus, type RefusalCode } from '../calls/refusal.ts'
import { isRetryable, isUnavailable } from '../database/pools.ts'
import { sql, type Sql } from '../database/sql.ts'
import { auditOf, type AuditNote } from '../database/unit-of-work.ts'
import type { JobContext, Tick } from '../jobs/jobs.ts'
import type { Portal } from '../portal/portal.ts'
import { personOf, refuseRestricted, type Authenticated } from './authenticate.ts'
import { promised } from './promised.ts'

/** Every call with its handler, and what is done on the clock. */
type Acts = {
  calls: readonly AnyCall[]
  handlers: Readonly<Record<string, Handler<AnyCall>>>
  ticks: Readonly<Record<string, Tick>>
}

const savepoint = sql`savepoint act`

/** What a portal does when a job acts for a user (`ActAs`). */
export const actAs =
  ({ calls, handlers, ticks }: Acts, of: () => Portal): ActAs =>
  async (given, by, choose) => {
    const portal = of()
    const context: JobContext = { ...given, portal, payload: {} }
    const { db, now } = context
    const requestId = context.newId()
    const moved = portal.clock.moved ? now.toISOString() : null
    const enter = (call: string): Sql<Authenticated> =>
      sql`select * from enter_as(${context.mc}, ${by.userId}, ${by.sessionId}, ${call}, ${requestId}, ${moved})` as Sql<Authenticated>
    const attempt = async (overdue?: Overdue): Promise<ActedAs> => {
      const [row] = await db.all(enter('bulk'))
      const person = personOf(portal, row!)
      if (overdue) {
        await clockFirst(context, ticks, overdue)
        await db.all(savepoint)
      }
      const chosen = await choose(person, db)
      if (chosen.why) throw new Refused(chosen.why)
      const { call: name, input } = chosen
      const call = calls.find((one) => one.name === name)
      const handler = handlers[name]
      if (call?.kind !== 'act' || call.gate !== 'carrier' || call.stepUp || typeof handler !== 'function')
        throw new Error(`${name} is no act a job may do for a user.`)
      refuseRestricted(portal, call, person)
      await db.all(sql`select set_config('app.call', ${name}, true)`)
      const writes: Sql[] = []
      const changes = new Set<string>()
      let note: AuditNote | undefined
      const answer = await handler(
        contextFor(context, {
          input: call.input.parse(input),
          person,
          requestId,
          write: (statement) => void writes.push(statement),
          publishChange: (topic) => void changes.add(topic),
          note: (given) => void (note = given),
        }),
      )
      const output = promised(call, answer as never)
      await Promise.all([...writes, sql`select ${auditOf(note)}`].map((statement) => db.all(statement)))
      changes.forEach(context.publishChange)
      return { answer: output }
    }
    await db.all(savepoint)
    try {
      return await attempt().catch(async (error: unknown) => {
        if (!(error instanceof Overdue)) throw error
        await db.all(sql`rollback to savepoint act`)
        return attempt(error)
      })
    } catch (error) {
      if (isRetryable(error) || isUnavailable(error)) throw error
      await db.all(sql`rollback to savepoint act`)
      const { code, message } = (error ?? {}) as { code?: string; message?: string }
      if (error instanceof Refused) return { refused: error.why }
      if (code === 'RX001' && message && message in refusalStatus) return { refused: { code: message as RefusalCode } }
      portal.log.error({ requestId, code, err: { message } }, 'an act for a user failed')
      return { failed: true }
    } finally {
      // What the job writes itself is its own again.
      await db
        .all(sql`select * from enter_service(${context.mc}, 'RxDocket', 'job', ${context.newId()}, null, ${moved})`)
        .catch(() => {})
    }
  }

/** What the clock does to overdue objects, before the act that found them (`platform/http/act.ts`). */
async function clockFirst(context: JobContext, ticks: Acts['ticks'], overdue: Overdue): Promise<void> {
  const tick = ticks[overdue.tick]
  if (!tick?.first) throw overdue
  for (const id of overdue.ids.toSorted()) {
    const writes: Sql[] = []
    await tick.first({ ...context, payload: { id }, write: (statement) => void writes.push(statement) })
    // Before the next one is read: an approval has to find that of another request of the same claim.
    await Promise.all(writes.map((statement) => context.db.all(statement)))
  }
  await context.db.all(sql`select ${auditOf({ type: 'job', id: overdue.tick, detail: { ids: overdue.ids } })}`)
}

type Given = Pick<CallContext<AnyCall>, 'input' | 'requestId' | 'write' | 'publishChange' | 'note'> & { person: Caller }

const contextFor = ({ db, now, portal, newId }: JobContext, { person, ...given }: Given): CallContext<AnyCall> => ({
  ...given,
  db,
  who: () => Promise.resolve(person),
  now,
  timeZone: person.timeZone,
  ip: '',
  userAgent: '',
  screen: null,
  sessionHash: undefined,
  browserHash: undefined,
  newToken: () => {
    const token = Buffer.from(portal.random.bytes(32)).toString('base64url')
    return { token, hash: digestOf('sha256', token, 'buffer') }
  },
  cookie: () => {
    throw new Error('A job has no browser to give a cookie.')
  },
  confirm: () => Promise.resolve(),
  newId,
  refuse,
  portal,
})
