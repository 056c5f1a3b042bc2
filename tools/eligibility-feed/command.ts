import { randomUUID } from 'node:crypto'
import { feedKind } from '#features/eligibility-feed/feed-file.ts'
import * as sql from '#features/eligibility-feed/sql.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import type { Sql } from '#platform/database/sql.ts'
import { newId } from '#platform/ids.ts'
import { machineRandom } from '#platform/portal/portal.ts'
import { loadFile, type LoadContext } from '../load-file.ts'

export const use = 'Use: npm run eligibility-feed -- CARRIER feed.csv'

/** Does what the words of the command say and reports in lines. Throws `CannotStart` with a sentence about what is wrong. */
export async function runEligibilityFeed(words: readonly string[], context: LoadContext): Promise<void> {
  const [mc = '', path = '', ...more] = words
  if (mc === '' || path === '' || more.length > 0) throw new CannotStart(use)
  const { rowCount } = await context.db.query('select from master_carrier where mc = $1', [mc])
  if (rowCount === 0) throw new CannotStart(`There is no carrier ${mc}.`)
  const kind = feedKind({ now: context.now, newId: () => newId(context.now, machineRandom) })
  const changedSince = await sharedOrder(mc, path, context)
  await loadFile({ ...kind, kind: `eligibility ${mc}` }, path, {
    ...context,
    changedSince,
    // What is written belongs to the carrier, and the audit says who wrote it.
    begin: async (client) => {
      await client.query(
        `select set_config('app.mc', $1, true), set_config('app.subs', '*', true), set_config('app.actor', 'Operator', true),
           set_config('app.user', '', true), set_config('app.session', '', true), set_config('app.ip', '', true),
           set_config('app.call', 'eligibility-feed', true), set_config('app.request', $2, true)`,
        [mc, randomUUID()],
      )
      await client.query(`select audit('{}', 'eligibility_feed', $1, null)`, [path.slice(-200)])
    },
  })
}

/**
 * A carrier's files come by the command and over HTTP, in one order: the same file is the same only while no other came after it,
 * whichever way. Answers when one last came over HTTP, and puts this one after it; a place of the command has no bytes.
 */
async function sharedOrder(mc: string, path: string, { db, now }: LoadContext): Promise<Date | undefined> {
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.mc', $1, true), set_config('app.subs', '*', true)`, [mc])
    await client.query(`select pg_advisory_xact_lock(hashtext('eligibility_feed'), hashtext($1))`, [mc])
    const run = async <R extends object>({ text, values }: Sql<R>) => (await client.query<R>(text, [...values])).rows
    const rows = await run(sql.lastSent(mc))
    const id = newId(now, machineRandom)
    await run(sql.placeOfCommand({ mc, id, fileName: path.slice(-200), at: now.toISOString() }) as Sql<object>)
    await client.query('commit')
    return rows[0]!.at ?? undefined
  } catch (reason) {
    await client.query('rollback')
    throw reason
  } finally {
    client.release()
  }
}
