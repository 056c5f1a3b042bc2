import { expect, onTestFinished, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { determinations } from '#features/determinations/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { status } from '#features/authorizations/statuses.ts'
import { startApi, type Answer, type Refusal, type TestApi, type Visitor } from '#testing/api.ts'
import { decisionRows, raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { addManyWorkers, claimOfWorker } from '#testing/many-workers.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { clock } from './contract.ts'

// No job runs in these tests unless one says so: an act finds the due time passed and nobody has looked.

const HOUR = 3_600_000
const NEVER = 1e9
const why = { reasonId: 22, note: 'Not related to the injury.' }

const under = (api: TestApi, at: number, state: string) =>
  api.db.query('update wc_claim set juris_state = $1 where id = $2', [state, idOf(`AAA AAA1 claim ${at}`)])
const rowOf = async (api: TestApi, id: string) =>
  (await api.db.query('select status_id, version, statutory_due_at from rx_authorization where id = $1', [id])).rows[0]
/** Moves the clock so that a request has been due for so long; negative: it is due in so long. */
const passDue = async (api: TestApi, id: string, ms: number) =>
  api.clock.move((await rowOf(api, id)).statutory_due_at.getTime() + ms - api.clock.now().getTime())
const codeOf = (answer: Answer<unknown>): unknown =>
  answer.status === 200 ? 200 : (answer.body as Refusal).status.code
const lapsed = (api: TestApi, id: string) =>
  api.db.query(
    `select (select count(*)::int from authorization_decision where authorization_id = a.id and decision = 'DEEMED' and undone_at is null) as decisions,
       (select count(*)::int from authorization_decision where authorization_id = a.id and decision like 'REJECT%' and undone_at is null) as denials,
       (select count(*)::int from prior_auth where authorization_id = a.id and kind = 'PERMIT' and terminated_by is null) as approvals,
       (select count(*)::int from authorization_event where authorization_id = a.id and event_code = 210) as events,
       (select count(*)::int from outbox where authorization_id = a.id and topic = 'pharmacy.callback' and cancelled_at is null) as callbacks,
       (select count(*)::int from outbox where authorization_id = a.id and payload ->> 'happening' = 'deemed') as notices,
       (select count(*)::int from decision_record r join authorization_decision d on d.id = r.decision_id
         where d.authorization_id = a.id and d.decision = 'DEEMED') as records, status_id
     from rx_authorization a where id = $1`,
    [id],
  )
const onceApproved = {
  decisions: 1,
  denials: 0,
  approvals: 1,
  events: 1,
  callbacks: 1,
  notices: 1,
  records: 1,
  status_id: status.DEEMED_APPROVED,
}

test.each(['NY', 'CO', 'IN'])(
  'in %s an adjuster cannot deny a request or its fill an hour past due: silence has approved it, and the adjuster learns when',
  async (state) => {
    const api = await startFixtureApi()
    await under(api, 1, state)
    await under(api, 2, state)
    const ids = [
      await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
      await raiseAuthorization(api, { sub: 'AAA1', at: 2 }),
    ]
    await passDue(api, ids[0]!, HOUR)
    // In Indiana the reviewer denies; in the others the adjuster may.
    await api.db.query(`update user_carrier set license_states = '{NY,CO,IN}' where user_id = $1`, [idOf('ur.aaa')])
    const person = await api.signIn(state === 'IN' ? 'ur.aaa' : 'adj.aaa')
    const calls = [decision.reject, decision.rejectThisFill]
    for (const [at, call] of calls.entries()) {
      const answer = await person.ask(call, { id: ids[at]!, version: 1, ...why })
      expect([answer.status, codeOf(answer)]).toEqual([409, 'ALREADY_DECIDED'])
      expect(answer.body.status.message).toMatch(
        /^Authorization is already Deemed approved\. No decision was made by .+\.$/,
      )
      expect(answer.body.data).toMatchObject({ decision: 'DEEMED', decidedBy: 'RxDocket', authorizationStatusId: 33 })
      expect((await lapsed(api, ids[at]!)).rows).toEqual([onceApproved])
      const audit = await api.db.query(
        `select actor, detail from access_audit where call = $1 and object_type = 'job'`,
        [call.name],
      )
      expect(audit.rows).toMatchObject([{ detail: { ids: [ids[at]] } }])
    }
  },
)

/** Every act on an open request, with the user who might do it. */
const acts: Record<string, (api: TestApi, id: string, other: string) => Promise<Answer<unknown>>> = {
  approve: async (api, id) => (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 }),
  'send to clinical review': async (api, id) =>
    (await api.signIn('adj.aaa')).ask(decision.move, { id, status: 'clinical', version: 1 }),
  'send to clinical review, without a version': async (api, id) =>
    (await api.signIn('adj.aaa')).ask(decision.move, { id, status: 'clinical' }),
  snooze: async (api, id) => (await api.signIn('adj.aaa')).ask(clock.snooze, { id, value: 1 }),
  'end a snooze': async (api, id) => (await api.signIn('adj.aaa')).ask(clock.unsnooze, { id }),
  'extend the due time': async (api, id) =>
    (await api.signIn('adj.aaa')).ask(clock.extend, {
      id,
      version: 1,
      askedOn: day(0),
      askedOf: 'The prescriber',
      information: 'Notes',
    }),
  assign: async (api, id) =>
    (await api.signIn('adj.aaa')).ask(owners.assign, { id, userEmails: ['adj.aaa2@example.test'], version: 1 }),
  'ask for a letter': async (api, id) =>
    (await api.signIn('adj.aaa')).ask(letters.email, { authorizationId: id, to: ['office@clinic.example'] }),
  'merge it into another': async (api, id, other) =>
    (await api.signIn('super.aaa')).ask(merging.merge, { id, into: other, version: 1, intoVersion: 1 }),
  'merge another into it': async (api, id, other) =>
    (await api.signIn('super.aaa')).ask(merging.merge, { id: other, into: id, version: 1, intoVersion: 1 }),
  'record a denial of the board': async (api, id) =>
    (await api.signIn('super.aaa')).ask(determinations.record, {
      id,
      version: 1,
      kind: 'BOARD',
      authority: 'The Board',
      number: 'B-1',
      determinedOn: day(0),
      result: 'DENIED',
    }),
}

test('after the due time of a state where silence approves nobody can act on a request any more: it is approved first', async () => {
  const api = await startFixtureApi()
  const names = Object.keys(acts)
  await addManyWorkers(api.db, names.length)
  await api.db.query(`update wc_claim set juris_state = 'NY' where subscriber_number like '%CROWD%'`)
  const raise = async (n: number, rx: string) =>
    (await api.service.ask(transactions.intake, claimOfWorker(n, { rx }))).body.authorizationId!
  const ids: string[] = []
  const others: string[] = []
  for (const at of names.keys()) {
    ids.push(await raise(at + 1, '801'))
    others.push(await raise(at + 1, '802'))
  }
  // The others have time left.
  await api.db.query(
    `update rx_authorization set statutory_due_at = statutory_due_at + interval '9 days' where id = any($1)`,
    [others],
  )
  await passDue(api, ids[0]!, HOUR)
  const refused = await Promise.all(
    names.map(async (name, at) => [name, codeOf(await acts[name]!(api, ids[at]!, others[at]!))]),
  )
  expect(refused).toEqual(names.map((name) => [name, 'ALREADY_DECIDED']))
  for (const id of ids) expect((await lapsed(api, id)).rows).toEqual([onceApproved])
  for (const id of others) expect((await rowOf(api, id)).status_id).toBe(status.PENDING)
})

test('a pharmacist cannot advise on a request that silence approved while it was in clinical review', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.move, { id, status: 'clinical', version: 1 })).status).toBe(200)
  await passDue(api, id, HOUR)
  const pharmacist = await api.signIn('pharm.aaa')
  const advice = { authorizationId: id, version: 2, action: 'REJECT' as const, rationale: 'The label says so' }
  expect(codeOf(await pharmacist.ask(clinical.advise, advice))).toBe('ALREADY_DECIDED')
  expect((await lapsed(api, id)).rows).toEqual([onceApproved])
})

/** A request in New York whose first approval waits for a supervisor. */
async function firstApproved(): Promise<{ api: TestApi; id: string; supervisor: () => Promise<Visitor> }> {
  const api = await startFixtureApi()
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'dualControlThreshold', '1')`)
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).body).toMatchObject({ authorizationStatusId: 25 })
  return { api, id, supervisor: () => api.signIn('super.aaa') }
}

test('a second approval that nobody gives in time lapses like any request: a supervisor can neither give nor return it', async () => {
  for (const act of ['approve', 'return'] as const) {
    const { api, id, supervisor } = await firstApproved()
    await passDue(api, id, HOUR)
    const person = await supervisor()
    const answer =
      act === 'approve'
        ? await person.ask(decision.approve, { id, version: 2 })
        : await person.ask(decision.move, { id, status: 'pending', version: 2 })
    expect(codeOf(answer)).toBe('ALREADY_DECIDED')
    expect((await lapsed(api, id)).rows).toEqual([onceApproved])
    const { rows } = await api.db.query('select first_approval from rx_authorization where id = $1', [id])
    expect(rows).toEqual([{ first_approval: null }])
  }
})

test('the clock approves a request whose second approval nobody gave in time', async () => {
  const { api, id } = await firstApproved()
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, NEVER)
  onTestFinished(() => jobs.stop())
  await passDue(api, id, HOUR)
  await jobs.tick()
  expect((await lapsed(api, id)).rows).toEqual([onceApproved])
})

test('a pharmacy that submits again after silence has approved is paid, although no job has run', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  await passDue(api, id, HOUR)
  const again = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 5 }))
  expect(again.body).toMatchObject({ status: 'P' })
  expect((await lapsed(api, id)).rows).toMatchObject([{ decisions: 1, approvals: 1, status_id: 33 }])
})

test('three overdue requests for one drug of a claim are approved before the pharmacy is answered, each beside the others', async () => {
  const api = await startFixtureApi()
  await under(api, 5, 'NY')
  const ids = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 5 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 5, rx: '7059998' }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 5, rx: '7059999' }),
  ]
  expect(new Set(ids).size).toBe(3)
  await passDue(api, ids[2]!, HOUR)
  const another = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 5, drug: 'tizanidine' }))
  expect(another.status).toBe(200)
  for (const id of ids) expect((await lapsed(api, id)).rows).toEqual([onceApproved])
})

test('a denial in time that is undone after the due time leaves silence: the next act finds the request approved', async () => {
  const api = await startFixtureApi({ undoSeconds: 3600 })
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  await passDue(api, id, -60_000)
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.reject, { id, version: 1, ...why })).status).toBe(200)
  api.clock.move(120_000)
  expect((await adjuster.ask(decision.undo, { id })).body).toMatchObject({ authorizationStatusId: 20 })
  expect(codeOf(await adjuster.ask(decision.reject, { id, ...why, version: (await rowOf(api, id)).version }))).toBe(
    'ALREADY_DECIDED',
  )
  expect((await lapsed(api, id)).rows).toMatchObject([{ decisions: 1, denials: 0, approvals: 1, status_id: 33 }])
})

test('denials of two processes and the clock meet at the due time: one approval by law, and every adjuster learns of it', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  await passDue(api, id, HOUR)
  const second = await startApi({ url: api.url })
  second.clock.move(api.clock.offsetMs())
  const jobs = await startJobs(second.built.portal, api.url, everyJob, everyTick, NEVER)
  onTestFinished(() => jobs.stop())
  const people = [await api.signIn('adj.aaa'), await second.signIn('adj.aaa2'), await second.signIn('super.aaa')]
  const [, ...answers] = await Promise.all([
    jobs.tick(),
    ...people.flatMap((person) =>
      [decision.reject, decision.rejectThisFill].map((call) => person.ask(call, { id, version: 1, ...why })),
    ),
  ])
  expect(answers.map(codeOf)).toEqual(answers.map(() => 'ALREADY_DECIDED'))
  expect((await lapsed(api, id)).rows).toEqual([onceApproved])
})

test('who may not decide is refused after the due time as before, and nothing changes', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  await passDue(api, id, HOUR)
  const before = await decisionRows(api)
  const reader = await api.signIn('read.only')
  const stranger = await api.signIn('adj.bbb')
  expect((await reader.ask(decision.reject, { id, version: 1, ...why })).status).toBe(403)
  expect((await stranger.ask(decision.reject, { id, version: 1, ...why })).status).toBe(404)
  expect(await decisionRows(api)).toBe(before)
})

test('where silence approves nothing, a denial past due is late, and taken; for medical need not where the law has decided', async () => {
  const api = await startFixtureApi()
  const states = ['FL', 'TX', 'CA', 'KY']
  await api.db.query(`update user_carrier set license_states = '{FL,TX,CA,KY}' where user_id = $1`, [idOf('ur.aaa')])
  const ids: string[] = []
  for (const [at, state] of states.entries()) {
    await under(api, at + 1, state)
    ids.push(await raiseAuthorization(api, { sub: 'AAA1', at: at + 1 }))
  }
  api.clock.move(20 * 24 * HOUR)
  const reviewer = await api.signIn('ur.aaa')
  const deny = (id: string, reasonId: number) =>
    reviewer.ask(decision.rejectThisFill, { id, version: 1, ...why, reasonId })
  expect(codeOf(await deny(ids[states.indexOf('FL')]!, 22))).toBe('DENIAL_TOO_LATE')
  for (const id of ids) expect((await deny(id, 1)).status).toBe(200)
})

test('the page of a request that silence has approved offers no decision, also before a job has written it down', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  const before = (await (await api.signIn('adj.aaa')).ask(authorizations.one, { id })).body
  expect(before.allowedActions).toEqual(expect.arrayContaining(['approve', 'reject', 'snooze']))
  await passDue(api, id, HOUR)
  const { allowedActions, blockedReasons } = (await (await api.signIn('adj.aaa')).ask(authorizations.one, { id })).body
  expect(allowedActions).toEqual([])
  expect(blockedReasons.find(({ action }) => action === 'reject')).toMatchObject({ code: 'ALREADY_DECIDED' })
})

test('the database takes a denial at the due time and none a millisecond later, where silence approves', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  const deny = (later: string) => async () => {
    await api.db.query('begin')
    try {
      await api.db.query(
        `update rx_authorization set status_id = 41, completed_at = statutory_due_at + $2::interval where id = $1`,
        [id, later],
      )
    } finally {
      await api.db.query('rollback')
    }
  }
  await deny('0')()
  await expect(deny('1 millisecond')()).rejects.toMatchObject({ constraint: 'denied_in_time' })
})
