import { decision } from '#features/decisions/contract.ts'
import { isDeepStrictEqual } from 'node:util'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { dayAt } from '../new-york-day.ts'
import type { Walk } from './portal.ts'
import { fingerprint } from './invariants.ts'

export const MINUTE = 60_000
export const HOUR = 3_600_000

export type Row = {
  id: string
  status_id: number
  version: number
  stratus_claim_id: string
  reconsideration_level: number
  sub_carrier: string
  gpi: string
  rejects: { rejectCode: string; safety: boolean; sourceRule: string }[]
}

/** Users who act: mostly `deciding`, rarely users without the right or of another carrier. */
export const people = {
  deciding: [
    'adj.aaa',
    'adj.aaa',
    'adj.aaa2',
    'super.aaa',
    'super.aaa',
    'clin.aaa',
    'pharm.aaa',
    'ur.aaa',
    'multi',
    'ext.aaa',
  ],
  watching: ['read.only', 'prog.spec', 'read.mess', 'both', 'no.role'],
  elsewhere: ['adj.bbb'],
} as const

export const drugs = [
  'pregabalin',
  'pregabalin',
  'oxycodone',
  'ibuprofen',
  'tizanidine',
  'alprazolam',
  'meloxicam',
] as const

/** Authorizations of the workers the walk is about, newest first. */
export async function requests(walk: Walk): Promise<Row[]> {
  const { rows } = await walk.api.db.query<Row>(
    `select a.id, a.status_id, a.version, a.stratus_claim_id, a.reconsideration_level, a.sub_carrier, a.gpi, a.rejects
       from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where c.subscriber_number = any($1) order by a.created_at desc, a.id desc limit 60`,
    [walk.crowd.map(({ sub, n }) => `S${sub}CROWD${n}`)],
  )
  return rows
}

export async function anyRequest(walk: Walk, statuses?: readonly number[]): Promise<Row | undefined> {
  const rows = await requests(walk)
  const fitting = statuses ? rows.filter((row) => statuses.includes(row.status_id)) : rows
  return fitting.length === 0 ? undefined : walk.random.pick(fitting)
}

export const day = (walk: Walk, plus = 0): string => dayAt(walk.api.clock.now(), plus)

let keys = 0

/** Makes a call as a user, sometimes twice with one idempotency key. Fails when a read-only user changes something or on a 5xx. */
export async function ask<C extends AnyCall>(
  walk: Walk,
  username: string,
  call: C,
  input: InputOf<C>,
  about: string,
): Promise<number> {
  const { random, api } = walk
  const twice = random.percent(4)
  keys += 1
  const key = `walk-key-${keys}`
  const visitor = await walk.person(username)
  const watched = (people.watching as readonly string[]).includes(username) || username === 'adj.bbb'
  const before = watched ? await fingerprint(api.db) : ''
  const once = () => visitor.ask(call, input, { key })
  const [first, second] = await Promise.all([once(), ...(twice ? [once()] : [])])
  const said = first!.status === 200 ? '' : ` ${(first!.body as { status?: { code: string } }).status?.code ?? ''}`
  walk.path.push(`${username} ${call.name} ${about}: ${first!.status}${said}${twice ? ' twice' : ''}`)
  if (first!.status >= 500)
    throw new Error(
      `A fault: ${first!.text}\n${api.logged
        .filter((line) => /"level":(40|50)/.test(line))
        .slice(-3)
        .join('')}`,
    )
  // The second answer equals the first when that was a success. When the first of the two sends names a version that does not
  // exist yet, it is refused without a trace, and the version may exist by the time of the second.
  const tooEarly =
    (second?.body as { data?: { version?: number } })?.data?.version === Number(Object(input).version) - 1
  // An undo that raced a decision: the second may have come before there was one.
  const undoneEarly =
    (call as AnyCall) === decision.undo &&
    /\(2\d\)$/.test(about) &&
    (second?.body as { status?: { message: string } })?.status?.message === 'There is no decision to take back.'
  if (
    twice &&
    first!.status === 200 &&
    !(second!.status === 409 && (tooEarly || undoneEarly)) &&
    (second!.status !== 200 || !isDeepStrictEqual(second!.body, first!.body))
  )
    throw new Error(`The same key was answered differently: ${first!.text} and ${second!.text}`)
  if (watched) {
    if (first!.status === 200) throw new Error(`${username} may not do this.`)
    const after = await fingerprint(api.db)
    if (after !== before) throw new Error(`${username} changed something:\n${before}\n\n${after}`)
  }
  return first!.status
}

export const somebody = (walk: Walk): string => {
  const { random } = walk
  if (random.percent(2)) return random.pick(people.watching)
  if (random.percent(1)) return random.pick(people.elsewhere)
  return random.pick(people.deciding)
}

/** The version to send: mostly the current one. */
export const shown = (walk: Walk, row: Row): number =>
  walk.random.percent(6) ? row.version + 1 - walk.random.below(3) || 1 : row.version
export const short = (row: Row): string => `${row.id.slice(-12)} (${row.status_id})`

export const open = [20, 21, 22, 23, 24, 25, 26] as const
