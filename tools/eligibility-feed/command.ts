import { randomUUID } from 'node:crypto'
import { feedKind } from '#features/eligibility-feed/feed-file.ts'
import { CannotStart } from '#platform/cannot-start.ts'
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
  await loadFile({ ...kind, kind: `eligibility ${mc}` }, path, {
    ...context,
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
