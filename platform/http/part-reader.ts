import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import { isSeen, type ReadPart } from '../calls/handler.ts'
import { isRetryable, isUnavailable, Transaction } from '../database/pools.ts'
import { sql, type Sql } from '../database/sql.ts'
import { auditOf, committedAll, type AuditNote } from '../database/unit-of-work.ts'
import type { Portal } from '../portal/portal.ts'
import { authenticate, showsActivity } from './authenticate.ts'

/** How often a part is tried: nothing of it was sent yet, and a busy database is free a moment later. */
const ATTEMPTS = 3

export type PartReader = {
  read: ReadPart
  /** Writes the audit row of how the file ended, also when the session has ended meanwhile. */
  noteEnd(by: { mc: string | null; name: string }, note: AuditNote): Promise<void>
  /** Ends the statement that is running and reads no more. */
  cancel(): void
}

/**
 * Reads the parts of a file that is on its way. Between two parts no connection is kept, so that slow readers take none
 * from others; each part costs one round trip.
 */
export function partReader(
  portal: Portal,
  call: AnyCall,
  request: FastifyRequest,
  input: Record<string, unknown>,
): PartReader {
  let running: Transaction | undefined
  let isOver = false

  async function once<Row>(query: Sql<Row>): Promise<Row[]> {
    const db = await Transaction.open(portal.pools.reader)
    let broken = false
    try {
      if (isOver) throw new Error('Nobody reads this file any more.')
      running = db
      const begun = db.command(isSeen(query) || showsActivity(request) ? 'begin' : 'begin read only')
      const sent = [begun, db.all(authenticate(portal, call, request, input)), db.all(query)]
      return (await committedAll(sent, db.command('commit')))[2] as Row[]
    } catch (error) {
      broken = isOver || isUnavailable(error)
      throw error
    } finally {
      running = undefined
      db.release(broken)
    }
  }

  return {
    async read(query) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(query)
        } catch (error) {
          if (isOver || attempt === ATTEMPTS || !(isRetryable(error) || isUnavailable(error))) throw error
          await pause(attempt * randomInt(20, 200))
        }
      }
    },
    async noteEnd({ mc, name }, note) {
      const now = portal.clock.moved ? portal.clock.now().toISOString() : null
      const db = await Transaction.open(portal.pools.reader)
      let broken = true
      try {
        const entered = sql`select mc from enter_service(${mc}, ${name}, ${call.name}, ${request.id}, ${request.ip}, ${now})`
        const sent = [db.command('begin'), db.all(entered), db.all(sql`select ${auditOf(note)}`)]
        await committedAll(sent, db.command('commit'))
        broken = false
      } finally {
        db.release(broken)
      }
    },
    cancel() {
      isOver = true
      running?.cancel()
    },
  }
}
