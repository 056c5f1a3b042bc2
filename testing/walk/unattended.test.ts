import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { addManyWorkers, claimOfWorker } from '../many-workers.ts'
import { startFixtureApi } from '../fixture-api.ts'
import { startKillableServer } from '../killable-server.ts'

const SILENT = 24

test('no process runs when the statutory time ends: two start, one is killed at work, and each request is granted once', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  const { db } = api
  await addManyWorkers(db, SILENT + 3)
  await db.query(`update wc_claim set juris_state = 'NY' where subscriber_number like 'SAAA1CROWD%'`)
  // Silence decides nothing in Florida, and nothing that a person has decided.
  await db.query(`update wc_claim set juris_state = 'FL' where subscriber_number = 'SAAA1CROWD${SILENT + 1}'`)
  const ids: string[] = []
  for (let n = 1; n <= SILENT + 2; n += 1) {
    const { body } = await api.service.ask(transactions.intake, claimOfWorker(n, { rx: `9${n}` }))
    ids.push(body.authorizationId!)
  }
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.approve, { id: ids.at(-1)!, version: 1 })).status).toBe(200)
  // Five days pass without a process: the rows are five days older.
  const older = `update rx_authorization set request_received_at = request_received_at - interval '5 days',
     statutory_due_at = statutory_due_at - interval '5 days',
    next_clock_at = next_clock_at - interval '5 days'`
  await db.query(older)

  const count = async (of: string): Promise<number> =>
    Number((await db.query<{ n: string }>(`select count(*) as n from ${of}`)).rows[0]!.n)
  const granted = () => count('rx_authorization where status_id = 33')
  const [one, other] = await Promise.all([
    startKillableServer(api.url, { ticks: true }),
    startKillableServer(api.url, { ticks: true }),
  ])
  while ((await granted()) === 0) await new Promise((turn) => setImmediate(turn))
  await one.killAndRestart()
  while ((await granted()) < SILENT) await new Promise((turn) => setTimeout(turn, 50))
  // The one that was killed is back when one more runs out of time: nothing else is left to do for the two.
  await one.address()
  const last = await api.service.ask(transactions.intake, claimOfWorker(SILENT + 3, { rx: '99' }))
  await db.query(`${older} where id = $1`, [last.body.authorizationId])
  while ((await granted()) < SILENT + 1) await new Promise((turn) => setTimeout(turn, 50))

  const countOf = (of: string): string =>
    `(select count(*)::int from ${of} x where x.mc = a.mc and x.authorization_id = a.id`
  const { rows } = await db.query(
    `select a.status_id as status, ${countOf('authorization_decision')} and decision = 'DEEMED') as decisions, ${countOf('prior_auth')}) as "priorAuths",
       ${countOf('authorization_event')} and event_code = 210) as events, ${countOf('outbox')} and topic = 'pharmacy.callback') as words,
       ${countOf('outbox')} and topic = 'notify' and payload ->> 'happening' = 'deemed') as notices,
       (select count(*) < 2 from pharmacy_callback k join pharmacy_message m on m.mc = k.mc and m.id = k.id
         where k.mc = a.mc and k.authorization_id = a.id) as "notifiedAtMostOnce"
     from rx_authorization a where a.id = any($1) order by a.request_received_at`,
    [ids],
  )
  const silent = { status: 33, decisions: 1, priorAuths: 1, events: 1, words: 1, notices: 1, notifiedAtMostOnce: true }
  expect(rows.slice(0, SILENT)).toEqual(Array.from({ length: SILENT }, () => silent))
  expect(rows.slice(SILENT)).toEqual([
    { status: 20, decisions: 0, priorAuths: 0, events: 0, words: 0, notices: 0, notifiedAtMostOnce: true },
    { status: 30, decisions: 0, priorAuths: 1, events: 0, words: 1, notices: 0, notifiedAtMostOnce: true },
  ])
  expect(one.faults() + other.faults()).toBe('')
})
