import type { FastifyRequest } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import type { BeforeAct, CallContext } from '../calls/handler.ts'
import { refuse } from '../calls/refusal.ts'
import { UnitOfWork } from '../database/unit-of-work.ts'
import type { Sql } from '../database/sql.ts'
import { networkOf } from '../portal/network-of.ts'
import type { Portal } from '../portal/portal.ts'
import { authenticate, personOf, refuseOtherCarrier, refuseRestricted } from './authenticate.ts'

type Act = (context: CallContext<AnyCall>) => Promise<unknown>

/**
 * The act of a call; what it does before it has a connection is done first. The caller is authenticated and asked whether they
 * may act before anything of it, and again in the act, since that may begin much later.
 */
export async function actOf(
  portal: Portal,
  call: AnyCall,
  handler: Act | BeforeAct<AnyCall>,
  input: Record<string, unknown>,
  request: FastifyRequest,
): Promise<Act> {
  if (typeof handler === 'function') return handler
  const sender = (await userOf(portal, call, request, input)) ?? `network ${networkOf(request.ip)}`
  const prepared = await handler.before({
    input: input as never,
    now: portal.clock.now(),
    requestId: request.id,
    ip: request.ip,
    sender,
    refuse,
    portal,
    look: (statements, last) => looked(portal, statements, last),
  })
  return (context) => handler.act(context, prepared as never)
}

/** The user who asks, where the call is one of a session; refuses who may not act. */
async function userOf(
  portal: Portal,
  call: AnyCall,
  request: FastifyRequest,
  input: Record<string, unknown>,
): Promise<string | undefined> {
  if (call.gate === 'public') return undefined
  const [row] = await rolledBack(portal, (unit) => unit.db.all(authenticate(portal, call, request, input)))
  const person = personOf(portal, row!)
  refuseRestricted(portal, call, person)
  refuseOtherCarrier(call, input, person.mc)
  return row!.user_id ?? undefined
}

const looked = <Row>(portal: Portal, statements: readonly Sql[], last: Sql<Row>): Promise<Row | undefined> =>
  rolledBack(portal, async (unit) => {
    const first = statements.map((one) => unit.db.all(one))
    const [found] = await Promise.all([unit.db.one(last), ...first])
    return found
  })

/** Runs statements in a transaction of which nothing stays; all of it travels in one trip. */
const rolledBack = <Found>(portal: Portal, ask: (unit: UnitOfWork) => Promise<Found>): Promise<Found> =>
  UnitOfWork.run(portal.pools.app, async (unit) => {
    const asked = ask(unit)
    asked.catch(() => {})
    await unit.rollback()
    return asked
  })
