import { hash as digestOf } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import { Refused } from '../calls/refusal.ts'
import type { Transaction } from '../database/pools.ts'
import { sql, type Sql } from '../database/sql.ts'

const hash = (text: string | Uint8Array): Buffer => digestOf('sha256', text, 'buffer')
/** For `JSON.stringify`: a file by its hash. */
const fileAsHash = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? hash(value).toString('hex') : value

const refuseKey = (code: string, message: string): never => {
  throw new Refused({ code: 'VALIDATION', fields: [{ path: 'Idempotency-Key', code, message }] })
}

/**
 * The Idempotency-Key of a request, where the call takes one. A public call has no user whose key it could be; a file is
 * not kept beside the key, it is made again.
 */
export function idempotencyKey(call: AnyCall, request: FastifyRequest): string | undefined {
  const takes = call.kind === 'act' && call.gate !== 'public' && call.file === undefined
  const key = takes ? request.headers['idempotency-key'] : undefined
  if (key !== undefined && (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)))
    return refuseKey('invalid', 'Enter 8 to 100 letters, digits, - or _.')
  if (call.once && key === undefined) refuseKey('required', 'Send an Idempotency-Key with this call.')
  return key
}

/** The record of a key: what was answered to the first request that carried it, for every repeat. */
export type IdempotencyRecord = {
  /** The answer of an earlier request with this key; nothing for the first. Refuses other content under the same key. */
  earlierAnswer(): Promise<{ answer: unknown } | undefined>
  /** The statement that keeps the answer, sent with the commit. */
  keep(answer: unknown): Sql
}

/** Claims the key in this transaction; the statements travel with those of the handler. */
export function claimKey(db: Transaction, call: AnyCall, key: string, input: unknown): IdempotencyRecord {
  const bodyHash = hash(JSON.stringify(input, fileAsHash))
  const user = sql`coalesce(app_user(), '00000000-0000-0000-0000-000000000000')`
  const mine = sql`mc = app_mc() and user_id = ${user} and call = ${call.name} and key = ${key}`
  const claimed = db.one(
    sql<{ mine: boolean }>`insert into idempotency (mc, user_id, call, key, body_hash)
      values (app_mc(), ${user}, ${call.name}, ${key}, ${bodyHash}) on conflict do nothing returning true as mine`,
  )
  const earlier = db.one(
    sql<{
      same: boolean
      answer: unknown
    }>`select body_hash = ${bodyHash} as same, answer from idempotency where ${mine}`,
  )
  claimed.catch(() => {})
  earlier.catch(() => {})
  return {
    earlierAnswer: async () => {
      if (await claimed) return undefined
      const before = (await earlier)!
      if (!before.same || before.answer === null)
        throw new Refused({ code: before.same ? 'IN_PROGRESS' : 'IDEMPOTENCY_MISMATCH' })
      return { answer: before.answer }
    },
    keep: (answer) => sql`update idempotency set answer = ${JSON.stringify(answer)}::jsonb where ${mine}`,
  }
}
