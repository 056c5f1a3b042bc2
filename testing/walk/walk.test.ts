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
const events = FAR ? [...near, 110, 111, 132, 150, 161, 171, 191, 200, 210, 213, 304] : near
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
        throw new Error(lost(walk, at, error as Error), { cause: error })
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

/** Where it went wrong and how it got there; the same seed goes the same way. */
function lost(walk: Walk, at: number, { message }: Error): string {
  const said = walk.path.slice(-SHOWN)
  const about = [...new Set(message.match(/[0-9a-f]{12}(?= )/g))].filter((id) => id !== '')
  const earlier = walk.path.slice(0, -SHOWN).filter((line) => about.some((id) => line.includes(id)))
  return [message, `at step ${at}, seed ${SEED}; of what it is about:`, ...earlier, `the last ${SHOWN}:`, ...said].join(
    '\n',
  )
}
