import { lookAtSent } from '../sent-statements/in-walk.ts'
import { callbacks } from '#features/callbacks/contract.ts'
import type { Walk } from './portal.ts'
import { MINUTE, HOUR, ask, somebody } from './calls.ts'
import { changeCoverage, changeFact } from './claim-facts.ts'
import { intake, reverse, decide, race, undo, decideAndUndo } from './decisions.ts'
import {
  move,
  advise,
  snooze,
  assign,
  create,
  priorAuthsByHand,
  merge,
  determine,
  letter,
  bypass,
  away,
} from './requests.ts'

/** Support calls a pharmacy that took no message. */
async function call(walk: Walk): Promise<void> {
  const { random, api } = walk
  const { rows } = await api.db.query<{ id: string; attempts: number }>(
    'select id, attempts from pharmacy_callback where status_id in (5, 7) order by id desc limit 10',
  )
  if (rows.length === 0) return
  const { id, attempts } = random.pick(rows)
  const reached = random.percent(60)
  await ask(
    walk,
    random.percent(90) ? 'ext.aaa' : somebody(walk),
    callbacks.called,
    {
      id,
      attempts: random.percent(90) ? attempts : attempts + 1,
      ...(reached ? { result: 'REACHED', spokeWith: 'Jo', callerChecked: true } : { result: 'NOT_REACHED' }),
    },
    `${id.slice(-12)} ${reached}`,
  )
}

/** Time passes; mostly the clock's work is done, sometimes no job runs. */
async function wait(walk: Walk): Promise<void> {
  const { random, api, jobs } = walk
  const hours = random.percent(60) ? ((1 + random.below(100)) * MINUTE) / HOUR : 1 + random.below(40)
  // Rarely half a month, so that what was filled is used up and is filled again.
  const ms = hours > 37 ? 15 * 24 * HOUR : hours * HOUR
  api.clock.move(ms)
  let done = 0
  if (random.percent(30)) return void walk.path.push(`${(ms / HOUR).toFixed(1)} h pass and no job runs`)
  for (let more = await jobs.tick(); more > 0; more = await jobs.tick()) done += more
  walk.path.push(`${(ms / HOUR).toFixed(1)} h pass: ${done} on the clock`)
}

/** What waits to leave leaves, and is done with before anything else act: the walk takes the same way again. */
async function send(walk: Walk): Promise<void> {
  let sent = 0
  const began = walk.api.clock.now()
  for (let more = await walk.jobs.relay(); more > 0; more = await walk.jobs.relay()) {
    sent += more
    await settled(walk)
  }
  walk.path.push(`${sent} of the outbox leave`)
  await lookAtSent(walk, began)
}

async function settled({ api }: Walk): Promise<void> {
  for (;;) {
    const { rows } = await api.db.query<{ n: number }>(
      `select count(*)::int as n from pgboss.job where state < 'completed' and name not like '%dead' and name not like '\\_\\_%'`,
    )
    if (rows[0]!.n === 0) return
    await new Promise((turn) => setTimeout(turn, 5))
  }
}

/** The actions of a walk with their relative frequency. */
const actions: readonly [weight: number, act: (walk: Walk) => Promise<void>][] = [
  [26, intake],
  [5, reverse],
  [22, decide],
  [4, race],
  [4, undo],
  [4, decideAndUndo],
  [8, move],
  [3, advise],
  [5, snooze],
  [3, assign],
  [2, (walk) => create(walk, false)],
  [2, (walk) => create(walk, true)],
  [2, priorAuthsByHand],
  [1, bypass],
  [3, merge],
  [3, determine],
  [3, letter],
  [2, away],
  [2, changeFact],
  [2, changeCoverage],
  [2, call],
  [6, wait],
  [4, send],
]
const weights = actions.reduce((sum, [weight]) => sum + weight, 0)

/** One step of the walk, number `at` of `of`. */
export async function step(walk: Walk, at: number, of: number): Promise<void> {
  // Six workers of each office at a time; the window moves with the walk.
  const first = 1 + Math.floor((at / of) * Math.max(0, walk.perSub - 6))
  walk.crowd = (['AAA1', 'AAA2'] as const).flatMap((sub) =>
    [0, 1, 2, 3, 4, 5].map((more) => ({ sub, n: first + more })),
  )
  let draw = walk.random.below(weights)
  for (const [weight, act] of actions) {
    draw -= weight
    if (draw < 0) return await act(walk)
  }
}
