import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'

export const use = `Use: npm run flags -- list
     npm run flags -- list NWM
     npm run flags -- set NWM lomnAutoFax off
     npm run flags -- set NWM/NWM02 lomnAutoFax on
     npm run flags -- unset NWM/NWM02 lomnAutoFax
     npm run flags -- default loginErrorPage on`

export type CommandContext = { db: Pool; now: Date; tell: (line: string) => void }

const words = (on: boolean): string => (on ? 'on' : 'off')

/** Does what the words of the command say, and reports it in lines. Throws `CannotStart` with a sentence about what is wrong. */
export async function runFlags(given: string[], { db, now, tell }: CommandContext): Promise<void> {
  const [verb = '', first = '', ...rest] = given
  const wanted = { list: [1, 2], set: [4], unset: [3], default: [3] }[verb]
  if (!wanted?.includes(given.length)) throw new CannotStart(use)
  const { rows: flags } = await db.query<{ key: string; enabled: boolean; description: string }>(
    'select key, enabled, description from feature_flag order by key',
  )
  const known = (key: string) => {
    if (!flags.some((flag) => flag.key === key)) throw new CannotStart(`There is no flag ${key}.`)
  }
  const isOn = (word: string | undefined): boolean => {
    if (word !== 'on' && word !== 'off') throw new CannotStart(use)
    return word === 'on'
  }
  if (verb === 'list' && first === '') {
    for (const { key, enabled, description } of flags)
      tell(`${words(enabled).padEnd(3)} ${key.padEnd(38)} ${description}`)
    return
  }
  if (verb === 'default') {
    known(first)
    const enabled = isOn(rest[0])
    const before = flags.find(({ key }) => key === first)!.enabled
    await db.query(
      `with done as (update feature_flag set enabled = $2 where key = $1)
       insert into security_event (event, call, request_id, detail) values ('flag_changed', 'npm run flags', $3, $4)`,
      [first, enabled, randomUUID(), JSON.stringify({ flag: first, before, after: enabled })],
    )
    tell(`${first} is ${words(enabled)} where no carrier says otherwise.`)
    return
  }
  const [mc = '', sub = '*', more] = first.split('/')
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.mc', $1, true), set_config('app.subs', '*', true)`, [mc])
    const { rowCount: there } = await client.query('select from master_carrier where mc = $1', [mc])
    if (!there || more !== undefined) throw new CannotStart(`There is no carrier ${first}.`)
    if (verb === 'list') {
      const { rows } = await client.query<{ sub: string; key: string; enabled: boolean }>(
        'select sub_carrier as sub, key, enabled from feature_flag_override where mc = $1 order by sub_carrier, key',
        [mc],
      )
      if (rows.length === 0) tell(`${mc} has set no flag.`)
      for (const row of rows) tell(`${words(row.enabled).padEnd(3)} ${row.key.padEnd(38)} ${placed(mc, row.sub)}`)
      await client.query('commit')
      return
    }
    const [key = '', word] = rest
    known(key)
    const after = verb === 'set' ? isOn(word) : null
    if (sub !== '*') {
      const { rowCount } = await client.query('select from sub_carrier where mc = $1 and sub_carrier = $2', [mc, sub])
      if (!rowCount) throw new CannotStart(`${mc} has no sub-carrier ${sub}.`)
    }
    const { rows: before } = await client.query<{ enabled: boolean }>(
      'select enabled from feature_flag_override where mc = $1 and sub_carrier = $2 and key = $3 for update',
      [mc, sub, key],
    )
    if (after === null)
      await client.query('delete from feature_flag_override where mc = $1 and sub_carrier = $2 and key = $3', [
        mc,
        sub,
        key,
      ])
    else
      await client.query(
        `insert into feature_flag_override (mc, sub_carrier, key, enabled) values ($1, $2, $3, $4)
         on conflict (mc, sub_carrier, key) do update set enabled = excluded.enabled`,
        [mc, sub, key, after],
      )
    await client.query(
      `insert into access_audit (mc, at, actor, request_id, call, object_type, object_id, detail)
         values ($1, $2, 'operator', $3, 'npm run flags', 'feature_flag', $4, $5)`,
      [mc, now, randomUUID(), key, JSON.stringify({ subCarrier: sub, before: before[0]?.enabled ?? null, after })],
    )
    await client.query('commit')
    tell(
      after === null
        ? `${placed(mc, sub)}: ${key} is as if never set.`
        : `${placed(mc, sub)}: ${key} is ${words(after)}.`,
    )
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const placed = (mc: string, sub: string): string => (sub === '*' ? mc : `${mc}/${sub}`)
