import type { FastifyRequest } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import { isSeen, type OneTrip } from '../calls/handler.ts'
import { refuse } from '../calls/refusal.ts'
import { isUnavailable, Transaction } from '../database/pools.ts'
import { sql } from '../database/sql.ts'
import { auditOf, committedAll } from '../database/unit-of-work.ts'
import {
  authenticate,
  personOf,
  refuseOtherCarrier,
  refuseWithoutRole,
  showsActivity,
  type Authenticated,
} from './authenticate.ts'
import { sessionHash } from '../session/cookies.ts'
import { exportOf, type FileDelivery } from './file-answer.ts'
import type { Portal } from '../portal/portal.ts'
import { promised } from './promised.ts'

/** The request a file is about, where its call names one. */
function requestOf(call: AnyCall, input: Record<string, unknown>): { id?: string } {
  const [field] = Object.entries(call.ids).find(([, table]) => table === 'rx_authorization') ?? []
  const id = field === undefined ? undefined : input[field]
  return typeof id === 'string' ? { id } : {}
}

/** Runs a read whose statements follow from its input: authentication, questions, audit and commit are one trip. */
export async function read(
  portal: Portal,
  call: AnyCall,
  handler: OneTrip<AnyCall>,
  input: Record<string, unknown>,
  request: FastifyRequest,
  file: FileDelivery | undefined,
) {
  if (call.gate === 'public') throw new Error(`${call.name} is public: nobody can be authenticated.`)
  const opening = authenticate(portal, call, request, input)
  const now = portal.clock.now()
  const questions = handler.questions(input as never, { now, sessionHash: sessionHash(portal, request) })
  const acts = call.kind === 'act'
  const db = await Transaction.open(acts ? portal.pools.app : portal.pools.reader)
  let broken = false
  try {
    const audited = call.phi !== 'none'
    const writes = acts || audited || showsActivity(request)
    const sent = [db.command(writes ? 'begin' : 'begin read only'), db.all(opening)] as const
    const names = Object.keys(questions)
    const reads = names.map((name) => db.all(questions[name]!))
    const noted =
      audited && !names.some((name) => isSeen(questions[name]!)) ? [db.all(sql`select ${auditOf(undefined)}`)] : []
    const committed = db.command('commit')
    const answers = await committedAll([...sent, ...reads, ...noted], committed)
    const caller = (answers[1] as Authenticated[])[0]!
    if (caller.user_id) portal.limits.know(sessionHash(portal, request), caller.user_id)
    refuseOtherCarrier(call, input, caller.mc ?? '')
    const person = personOf(portal, caller)
    refuseWithoutRole(portal, call, person)
    if (caller.session_id) file?.startedBy(caller, db)
    const found = Object.fromEntries(names.map((name, at) => [name, answers[2 + at] as unknown[]]))
    const output = await handler.answer(found as Record<string, never[]>, {
      input: input as never,
      person,
      now,
      refuse,
      portal,
    })
    const exported = exportOf({ portal, call, input, mc: caller.mc }, output)
    if (exported)
      await committedAll(
        [
          db.command('begin'),
          db.all(opening),
          db.all(sql`select ${auditOf({ type: 'export', ...requestOf(call, input), exported })}`),
        ],
        db.command('commit'),
      )
    return call.file === undefined ? promised(call, output) : output
  } catch (error) {
    broken = isUnavailable(error)
    throw error
  } finally {
    db.release(broken)
  }
}
