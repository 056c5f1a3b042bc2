import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'

export const use = `Use: npm run flags -- list
     npm run flags -- list NWM
     npm run flags -- set NWM lomnAutoFax off
     npm run flags -- set NWM/NWM02 lomnAutoFax on
     npm run flags -- unset NWM/NWM02 lomnAutoFax
     npm run flags -- set NWM:dana.ruiz lomnAutoFax off
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
  const [place = '', username, ...others] = first.split(':')
  const [mc = '', sub = '*', more] = place.split('/')
  const wrong = more !== undefined || others.length > 0 || (username !== undefined && sub !== '*')
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.mc', $1, true), set_config('app.subs', '*', true)`, [mc])
    const { rowCount: there } = await client.query('select from master_carrier where mc = $1', [mc])
    if (!there || wrong) throw new CannotStart(`There is no carrier ${first}.`)
    if (verb === 'list') {
      const { rows } = await client.query<{ sub: string; key: string; enabled: boolean }>(
        'select sub_carrier as sub, key, enabled from feature_flag_override where mc = $1 order by sub_carrier, key',
        [mc],
      )
      const { rows: own } = await client.query<{ username: string; key: string; enabled: boolean }>(
        `select u.username, o.key, o.enabled from feature_flag_user o join app_user u on u.id = o.user_id
          where o.mc = $1 order by u.username, o.key`,
        [mc],
      )
      if (rows.length + own.length === 0) tell(`${mc} has set no flag.`)
      for (const row of rows) tell(line(row, placed(mc, row.sub)))
      for (const row of own) tell(line(row, `${mc}:${row.username}`))
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
    const userId = username === undefined ? null : await userOf(client, mc, username)
    const { before } = await change(client, { mc, sub, userId, key, after })
    await client.query(
      `insert into access_audit (mc, at, actor, request_id, call, object_type, object_id, detail)
         values ($1, $2, 'operator', $3, 'npm run flags', 'feature_flag', $4, $5)`,
      [mc, now, randomUUID(), key, JSON.stringify({ subCarrier: sub, userId, before, after })],
    )
    await client.query('commit')
    const whose = username === undefined ? placed(mc, sub) : `${mc}:${username}`
    tell(after === null ? `${whose}: ${key} is as if never set.` : `${whose}: ${key} is ${words(after)}.`)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const placed = (mc: string, sub: string): string => (sub === '*' ? mc : `${mc}/${sub}`)
const line = ({ key, enabled }: { key: string; enabled: boolean }, whose: string): string =>
  `${words(enabled).padEnd(3)} ${key.padEnd(38)} ${whose}`

async function userOf(client: PoolClient, mc: string, username: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select u.id from user_carrier w join app_user u on u.id = w.user_id where w.mc = $1 and lower(u.username) = lower($2)`,
    [mc, username],
  )
  if (!rows[0]) throw new CannotStart(`${mc} has no user ${username}.`)
  return rows[0].id
}

type Change = { mc: string; sub: string; userId: string | null; key: string; after: boolean | null }

/** Where a value is: its lock, its deletion and its insertion. The place is carrier, sub-carrier or user, key. */
const ofPlace = {
  read: 'select enabled from feature_flag_override where mc = $1 and sub_carrier = $2 and key = $3 for update',
  remove: 'delete from feature_flag_override where mc = $1 and sub_carrier = $2 and key = $3',
  set: `insert into feature_flag_override (mc, sub_carrier, key, enabled) values ($1, $2, $3, $4)
    on conflict (mc, sub_carrier, key) do update set enabled = excluded.enabled`,
}
const ofUser = {
  read: 'select enabled from feature_flag_user where mc = $1 and user_id = $2 and key = $3 for update',
  remove: 'delete from feature_flag_user where mc = $1 and user_id = $2 and key = $3',
  set: `insert into feature_flag_user (mc, user_id, key, enabled) values ($1, $2, $3, $4)
    on conflict (mc, user_id, key) do update set enabled = excluded.enabled`,
}

/** Sets a value or takes it away, and answers what was set. */
async function change(client: PoolClient, { mc, sub, userId, key, after }: Change) {
  const statements = userId === null ? ofPlace : ofUser
  const place = [mc, userId ?? sub, key]
  const { rows } = await client.query<{ enabled: boolean }>(statements.read, place)
  await (after === null ? client.query(statements.remove, place) : client.query(statements.set, [...place, after]))
  return { before: rows[0]?.enabled ?? null }
}
