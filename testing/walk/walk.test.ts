import { expect, test } from 'vitest'
import { openWalk, type Walk } from './portal.ts'
import { faults, replayed, type Fault } from './invariants.ts'
import { step } from './steps.ts'

/** `npm run walk` goes farther, and another way each time. */
const STEPS = Number(process.env['RXDOCKET_WALK_STEPS'] ?? 400)
const SEED = Number(process.env['RXDOCKET_WALK_SEED'] ?? 2)
/** The invariants are looked at so often. */
const LOOK_EVERY = STEPS > 5000 ? Math.max(250, STEPS / 200) : 60
/** Steps shown of a walk that went wrong. */
const SHOWN = 80
/** A walk far longer than those of `npm test` takes hours. */
const LIMIT_MS = Math.max(300_000, STEPS * 400)

/** What happened on any walk of this length; one on which it did not would prove nothing. */
const FAR = STEPS >= 2000
const near = [100, 101, 130, 131, 140, 141, 160, 170, 172, 173, 180, 215]
const events = FAR ? [...near, 110, 111, 132, 150, 161, 171, 191, 200, 210, 213, 304, 102, 112] : near
const statuses = [20, 30, 40, 41, ...(FAR ? [31, 33] : [])]

test(
  `${STEPS} random steps of people, pharmacies and the clock break no invariant`,
  async () => {
    const walk = await openWalk(STEPS, SEED)
    const { db } = walk.api
    let since = '0'
    const look = async (): Promise<Fault[]> => {
      await db.query('analyze') // a database that runs for days does so by itself
      await db.query(`delete from pgboss.job where state = 'completed'`)
      const { until, found } = await replayed(db, since)
      since = until
      return [...found, ...(await faults(db))]
    }
    for (let at = 1; at <= STEPS; at += 1) {
      try {
        await step(walk, at, STEPS)
        const found = at % LOOK_EVERY === 0 || at === STEPS ? await look() : []
        if (found.length > 0) throw new Error(found.map(({ rule, id, what }) => `${rule}: ${id} ${what}`).join('\n'))
      } catch (error) {
        throw new Error(await lost(walk, at, error as Error), { cause: error })
      }
    }
    const reached = await db.query<{ id: number }>('select distinct status_id as id from rx_authorization')
    expect(reached.rows.map((row) => row.id)).toEqual(expect.arrayContaining(statuses))
    const { read, statements, billed } = walk.sent
    expect([read, statements, billed].every((count) => count > STEPS / 40)).toBe(true)
    const written = await db.query<{ code: number }>('select distinct event_code as code from authorization_event')
    expect(written.rows.map((row) => row.code)).toEqual(expect.arrayContaining(events))
  },
  LIMIT_MS,
)

/** Where it went wrong, how it got there, and what was approved and billed of the claim; the same seed goes the same way. */
async function lost(walk: Walk, at: number, { message }: Error): Promise<string> {
  const said = walk.path.slice(-SHOWN)
  const about = [...new Set(message.match(/[0-9a-f]{12}(?= )/g))].filter((id) => id !== '')
  const earlier = walk.path.slice(0, -SHOWN).filter((line) => about.some((id) => line.includes(id)))
  const { rows } = await walk.api.db.query<{ text: string }>(
    `with of as (select mc, stratus_claim_id as claim from rx_authorization where right(id::text, 12) = any($1))
     select x.text from of, lateral (
       select right(a.id::text, 12) || ' ' || a.status_id || ' rx ' || a.rx_number || ', ' || a.quantity || ' for ' || a.days_supply || ' on '
         || a.date_of_service || coalesce(', merged into ' || right(a.superseded_by::text, 12), '') as text from rx_authorization a
        where a.mc = of.mc and a.stratus_claim_id = of.claim
       union all select p.kind || ' ' || p.status_id || ' of ' || coalesce(right(p.authorization_id::text, 12), 'nobody') || ' ' || p.gpi_prefix || ', '
         || p.start_date || ' to ' || coalesce(p.ended_on, p.end_date) || ', rx ' || coalesce(p.rx_number, '*') || ', '
         || coalesce(p.max_qty_per_fill::text, '*') || ' for ' || coalesce(p.max_days_per_fill::text, '*') || ', fills ' || p.fills_used || ' of '
         || coalesce(p.max_fills::text, '*') || ', clears ' || array_to_string(p.codes_cleared, ' ') from prior_auth p
        where p.mc = of.mc and p.stratus_claim_id = of.claim
       union all select 'bill ' || x.status || ' rx ' || x.rx_number || ', ' || x.quantity || ' for ' || x.days_supply || ' on ' || x.fill_date
         from rx_transaction x where x.mc = of.mc and x.stratus_claim_id = of.claim) x`,
    [about],
  )
  const claim = [...new Set(rows.map(({ text }) => text))]
  return [
    message,
    `at step ${at}, seed ${SEED}; of what it is about:`,
    ...earlier,
    'its claim:',
    ...claim,
    `the last ${SHOWN}:`,
    ...said,
  ].join('\n')
}
