import { hash as digestOf } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import type { CallContext } from '../calls/handler.ts'
import type { Overdue } from '../calls/overdue.ts'
import { refuse, Refused, type RefusalCode } from '../calls/refusal.ts'
import { auditOf, UnitOfWork, type AuditNote } from '../database/unit-of-work.ts'
import { newId } from '../ids.ts'
import type { Tick } from '../jobs/jobs.ts'
import { confirmed } from '../session/step-up.ts'
import { authenticate, personOf, refuseOtherCarrier, refuseRestricted, type Authenticated } from './authenticate.ts'
import { browserHash, sessionCookie, sessionHash } from '../session/cookies.ts'
import { exportOf, type FileDelivery } from './file-answer.ts'
import { claimKey, idempotencyKey } from './idempotency.ts'
import type { Portal } from '../portal/portal.ts'
import { promised } from './promised.ts'
import { screenOf, zoneOf } from './request-facts.ts'

const hash = (text: string): Buffer => digestOf('sha256', text, 'buffer')

type Run = {
  portal: Portal
  call: AnyCall
  handler: (context: CallContext<AnyCall>) => Promise<unknown>
  input: Record<string, unknown>
  request: FastifyRequest
  reply: FastifyReply
  file: FileDelivery | undefined
  /** The work of the clock to do before the act, because an earlier attempt found an object overdue. */
  overdue: { work: Overdue; tick: Tick } | undefined
}

/**
 * Runs a handler that decides: it loads, asks the rules and queues its writes; the writes, the audit and the commit travel
 * last, together.
 */
export function act(run: Run): Promise<unknown> {
  const { portal, call, request, input } = run
  if (call.kind === 'act' && call.gate !== 'session' && portal.clock.differs()) throw new Refused(wrongClock)
  const key = idempotencyKey(call, request)
  // Read before a connection is taken: a request without a credential costs none.
  const opening = call.gate === 'public' ? undefined : authenticate(portal, call, request, input)
  return UnitOfWork.run(call.kind === 'act' ? portal.pools.app : portal.pools.reader, async (unit) => {
    const { db } = unit
    const caller = opening ? db.all(opening).then(([row]) => row) : Promise.resolve(undefined)
    caller.then(
      (row) => row?.session_id && run.file?.startedBy(row, db),
      () => {},
    )
    if (run.overdue) await doFirst(run, unit, caller)
    const record = key === undefined ? undefined : claimKey(db, call, key, input)
    const proven = call.stepUp && db.one(confirmed(call, input))
    proven?.catch(() => {})
    const confirm = async () => {
      if (proven && !(await proven)?.confirmed) throw new Refused({ code: 'STEP_UP_REQUIRED' })
    }
    const noted: Noted = {}
    const outcome = await run.handler(contextOf(run, unit, caller, confirm, noted)).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    // Report the authentication error before errors it caused.
    const row = await caller
    if (row?.user_id) portal.limits.know(sessionHash(portal, request), row.user_id)
    if (row) refuseRestricted(portal, call, personOf(portal, row))
    if (row) refuseOtherCarrier(call, input, row.mc ?? '')
    const before = await record?.earlierAnswer()
    if (before) {
      await unit.rollback()
      return before.answer
    }
    if ('error' in outcome) {
      if (outcome.error instanceof Refused && (outcome.error.why.failedSignIn || outcome.error.why.counted))
        await unit.commitWithoutQueue()
      // The clock's work is kept where the refusal speaks of what it left; another one rolls everything back.
      else if (run.overdue && outcome.error instanceof Refused && ofWhatStands.includes(outcome.error.why.code))
        await unit.commitFirst()
      throw outcome.error
    }
    await confirm()
    const { note, cookie } = noted
    if (call.kind === 'act' && call.gate === 'carrier' && call.phi !== 'none' && !note)
      throw new Error(`${call.name} changed something and did not say for the audit what.`)
    const output = call.file === undefined ? promised(call, outcome.value as never) : outcome.value
    run.file?.check()
    const exported = exportOf({ portal, call, input, mc: row?.mc }, output)
    const audited = call.gate !== 'public' && (call.phi !== 'none' || note !== undefined || exported !== undefined)
    const whole = exported ? { ...note, exported: { ...note?.exported, ...exported } } : note
    await unit.commit({ record: record?.keep(output), audit: audited ? auditOf(whole) : undefined })
    if (cookie !== undefined) run.reply.header('set-cookie', sessionCookie(portal, cookie))
    return output
  })
}

/** Deadlines and days would come out wrong. */
const wrongClock = {
  code: 'UNAVAILABLE',
  message: 'The clock of this server is wrong, so nothing was changed. Please try again in a moment.',
} as const

/** Refusals because of the state of the objects, not of who asks. */
const ofWhatStands: readonly RefusalCode[] = ['ALREADY_DECIDED', 'CONFLICT', 'DUPLICATE', 'RULE']

/** Does the overdue work of the clock on the objects of this call, before the act loads them. */
async function doFirst(
  { portal, call, input, overdue }: Run,
  unit: UnitOfWork,
  caller: Promise<Authenticated | undefined>,
): Promise<void> {
  const { work, tick } = overdue!
  const row = await caller
  if (!row) throw new Error(`${call.name} is public and cannot do the work of the clock.`)
  const { mc } = personOf(portal, row)
  refuseRestricted(portal, call, personOf(portal, row))
  refuseOtherCarrier(call, input, mc)
  const now = portal.clock.now()
  for (const id of work.ids.toSorted()) {
    await tick.first!({
      mc,
      payload: { id },
      db: unit.db,
      now,
      portal,
      write: unit.write,
      publishChange: unit.publishChange,
      newId: () => newId(now, portal.random),
    })
    await unit.flush() // two of one claim: the second one's approval has to find the first one's
  }
  await unit.flush({ type: 'job', id: work.tick, detail: { ids: work.ids } })
  await unit.savepoint()
}

/** What the handler notes for the audit and sends besides its answer. */
type Noted = { note?: AuditNote; cookie?: string | null }

function contextOf(
  { portal, call, input, request }: Run,
  unit: UnitOfWork,
  caller: Promise<Authenticated | undefined>,
  confirm: () => Promise<void>,
  noted: Noted,
): CallContext<AnyCall> {
  const now = portal.clock.now()
  return {
    input: input as never,
    db: unit.db,
    who: async () => {
      const row = await caller
      if (!row) throw new Error(`${call.name} is public: nobody is asking.`)
      const person = personOf(portal, row)
      refuseRestricted(portal, call, person)
      refuseOtherCarrier(call, input, person.mc)
      return person
    },
    now,
    timeZone: zoneOf(request),
    requestId: request.id,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    screen: screenOf(request),
    sessionHash: sessionHash(portal, request),
    browserHash: browserHash(portal, request),
    newToken: () => {
      const token = Buffer.from(portal.random.bytes(32)).toString('base64url')
      return { token, hash: hash(token) }
    },
    cookie: (token) => void (noted.cookie = token),
    confirm,
    newId: () => newId(now, portal.random),
    write: unit.write,
    note: (given) => void (noted.note = given),
    publishChange: unit.publishChange,
    refuse,
    portal,
  }
}
