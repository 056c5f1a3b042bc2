import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { carrierSettings, settingProblem } from '#features/carrier-settings/carrier-settings.ts'
import { CannotStart } from '#platform/cannot-start.ts'

export const use = `Use: npm run carrier-settings -- list NWM
     npm run carrier-settings -- set NWM lettersDisabled true
     npm run carrier-settings -- set NWM/NWM02 dualControlDrugs '["1012"]'
     npm run carrier-settings -- unset NWM/NWM02 dualControlDrugs
     npm run carrier-settings -- check`

export type CommandContext = { db: Pool; now: Date; tell: (line: string) => void }

/** Does what the words of the command say, and tells it in lines. Throws `CannotStart` with a sentence about what is wrong. */
export async function runCarrierSettings(words: string[], { db, now, tell }: CommandContext): Promise<void> {
  const [verb = '', place = '', key = '', value, ...more] = words
  const wanted = { list: 2, check: 1, set: 4, unset: 3 }[verb]
  if (wanted === undefined || words.length !== wanted || more.length > 0) throw new CannotStart(use)
  const { rows: carriers } = await db.query<{ mc: string }>('select mc from master_carrier order by mc')
  if (verb === 'check') {
    let wrong = 0
    for (const { mc } of carriers)
      for (const row of await inside(db, mc, kept)) {
        const problem = settingProblem(row.key, row.value)
        if (!problem) continue
        wrong += 1
        tell(`${placed(mc, row.sub)}: ${problem} It is ${JSON.stringify(row.value)}.`)
      }
    if (wrong === 0) tell('Every setting of every carrier is as it should be.')
    return
  }
  const [mc = '', sub = '*', rest] = place.split('/')
  if (rest !== undefined || !carriers.some((one) => one.mc === mc))
    throw new CannotStart(`There is no carrier ${place}.`)
  if (verb === 'list') {
    if (sub !== '*') throw new CannotStart(use)
    const rows = await inside(db, mc, kept)
    if (rows.length === 0) tell(`${mc} has set nothing.`)
    for (const row of rows) tell(`${placed(mc, row.sub).padEnd(12)} ${row.key} = ${JSON.stringify(row.value)}`)
    return
  }
  const next = verb === 'set' ? read(value!) : undefined
  const problem =
    verb === 'set' ? settingProblem(key, next) : key in carrierSettings ? undefined : `There is no setting ${key}.`
  if (problem) throw new CannotStart(problem)
  await inside(db, mc, async (client) => {
    const known =
      sub === '*' ||
      (await client.query('select from sub_carrier where mc = $1 and sub_carrier = $2', [mc, sub])).rowCount === 1
    if (!known) throw new CannotStart(`${mc} has no sub-carrier ${sub}.`)
    const { rows } = await client.query<{ value: unknown }>(
      'select value from carrier_setting where mc = $1 and sub_carrier = $2 and key = $3 for update',
      [mc, sub, key],
    )
    if (verb === 'set')
      await client.query(
        `insert into carrier_setting (mc, sub_carrier, key, value, updated_at) values ($1, $2, $3, $4, $5)
         on conflict (mc, sub_carrier, key) do update set value = excluded.value, updated_at = excluded.updated_at`,
        [mc, sub, key, JSON.stringify(next), now],
      )
    else
      await client.query('delete from carrier_setting where mc = $1 and sub_carrier = $2 and key = $3', [mc, sub, key])
    await client.query(
      `insert into access_audit (mc, at, actor, request_id, call, object_type, object_id, detail)
         values ($1, $2, 'operator', $3, 'npm run carrier-settings', 'carrier_setting', $4, $5)`,
      [
        mc,
        now,
        randomUUID(),
        key,
        JSON.stringify({ subCarrier: sub, before: rows[0]?.value ?? null, after: next ?? null }),
      ],
    )
  })
  tell(
    verb === 'set'
      ? `${placed(mc, sub)}: ${key} = ${JSON.stringify(next)}.`
      : `${placed(mc, sub)}: ${key} is as if never set.`,
  )
}

const placed = (mc: string, sub: string): string => (sub === '*' ? mc : `${mc}/${sub}`)

/** JSON; a word that is none stands for itself, so that a mail address needs no quotes. */
function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Kept = { sub: string; key: string; value: unknown }
const kept = async (client: PoolClient): Promise<Kept[]> =>
  (
    await client.query<Kept>(
      `select sub_carrier as sub, key, value from carrier_setting where mc = current_setting('app.mc') order by sub_carrier, key`,
    )
  ).rows

/** Work in one carrier, behind its wall like everybody's. */
async function inside<T>(db: Pool, mc: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.mc', $1, true)`, [mc])
    const done = await work(client)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
