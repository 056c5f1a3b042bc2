import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { clinical } from './contract.ts'

const drug = { sub: 'AAA1', at: 1 } as const
const question = { status: 'supervisor', about: 'ROLE', note: 'He travels on Friday. May I?' } as const

const notices = async (api: TestApi, kind: string) =>
  (await api.db.query('select user_id as to, title from user_notification where kind = $1 order by at', [kind])).rows
const logged = async (api: TestApi, id: string): Promise<string[]> =>
  (
    await api.db.query(
      `select event_text as text from authorization_event where authorization_id = $1 and event_text not like '%mail%' order by id`,
      [id],
    )
  ).rows.map(({ text }) => text as string)
const queue = async (who: Visitor, status: number) =>
  (await who.ask(worklist.list, { mc: 'AAA', size: 25, authStatuses: [status], isMyQueueOnly: true })).body
const mine = async (who: Visitor) =>
  (await who.ask(worklist.list, { mc: 'AAA', size: 25, authStatuses: [20, 21, 24], caseOwners: ['me'] })).body.content
const counted = async (who: Visitor) => (await who.ask(worklist.counts, { mc: 'AAA' })).body

async function asked() {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, drug)
  const [adjuster, supervisor] = [await api.signIn('adj.aaa'), await api.signIn('super.aaa')]
  const sent = await adjuster.ask(decision.move, { id, version: 1, ...question })
  expect(sent.body).toMatchObject({ authorizationStatusId: 26, authorizationStatus: 'Supervisor review' })
  return { api, id, adjuster, supervisor }
}

test('an adjuster asks a supervisor: it leaves the adjuster’s pending requests and stands in the supervisor’s queue', async () => {
  const { api, id, adjuster, supervisor } = await asked()
  expect(await mine(adjuster)).toEqual([])
  expect(await counted(adjuster)).toMatchObject({ pendingAuthCount: 0, waitingOnSupervisorCount: 1, queues: [] })
  expect((await counted(supervisor)).queues.find(({ status }) => status === 26)).toMatchObject({ waiting: 1 })
  const listed = await queue(supervisor, 26)
  expect(listed.sort).toBe('answerDueAt,asc')
  expect(listed.content).toMatchObject([
    { id, status: 26, asked: { by: 'Adj aaa', about: 'over the role', note: question.note } },
  ])
  const { body } = await supervisor.ask(authorizations.one, { id })
  expect(body.handedOver).toMatchObject({ byName: 'Adj aaa', about: 'over the role', note: question.note })
  await runJobsUntilIdle(api)
  expect(await notices(api, 'supervisorNeeded')).toEqual([
    { to: idOf('super.aaa'), title: expect.stringMatching(/^Request \d+ waits for a supervisor\.$/) },
  ])
  expect((await logged(api, id)).at(-1)).toBe(`Sent to a supervisor by Adj aaa: over the role: ${question.note}`)
})

test('a supervisor takes it, asks back and returns it with an answer, which the adjuster reads', async () => {
  const { api, id, adjuster, supervisor } = await asked()
  expect((await adjuster.ask(clinical.take, { authorizationId: id })).body).toMatchObject({
    status: { code: 'NOT_ALLOWED', message: 'Only a supervisor takes a request in supervisor review.' },
  })
  expect((await supervisor.ask(clinical.take, { authorizationId: id })).body).toMatchObject({ takenBy: 'Super aaa' })
  expect((await adjuster.ask(clinical.waiting, { authorizationId: id })).body.asked).toMatchObject({
    who: 'supervisor',
    takenBy: { name: 'Super aaa' },
    whyNotNudge: null,
    whyNotWrite: null,
  })
  await supervisor.ask(clinical.write, { authorizationId: id, text: 'When does he travel?' })
  await adjuster.ask(clinical.write, { authorizationId: id, text: 'At noon.' })
  await adjuster.ask(clinical.nudge, { authorizationId: id })
  expect((await notices(api, 'asked')).map(({ to }) => to)).toEqual([idOf('adj.aaa'), idOf('super.aaa')])
  const back = (note: string) => supervisor.ask(decision.move, { id, status: 'pending', version: 2, note })
  expect((await back(' ')).body).toMatchObject({
    status: { code: 'RULE' },
    fields: [{ path: 'note', message: 'Write why it comes back.' }],
  })
  expect((await back('Yes, one fill.')).body).toMatchObject({ authorizationStatusId: 20 })
  await runJobsUntilIdle(api)
  expect((await notices(api, 'supervisorReturned')).map(({ to }) => to)).toEqual([idOf('adj.aaa')])
  expect((await mine(adjuster)).map((row) => row.id)).toEqual([id])
  const { returned } = (await adjuster.ask(authorizations.one, { id })).body
  expect(returned).toMatchObject({ byName: 'Super aaa', note: 'Yes, one fill.' })
  expect((await logged(api, id)).slice(-5)).toEqual([
    'Taken by Super aaa in supervisor review',
    'Note added by Super aaa: When does he travel?',
    'Note added by Adj aaa: At noon.',
    'Supervisor reminded by Adj aaa',
    'Returned by Super aaa, supervisor: Yes, one fill.',
  ])
})

test('meanwhile only a supervisor decides it; who asked takes it back, and a supervisor asks none', async () => {
  const { id, adjuster, supervisor } = await asked()
  const approve = (who: Visitor, version: number) => who.ask(decision.approve, { id, version })
  expect((await approve(adjuster, 2)).body).toMatchObject({
    status: { code: 'NOT_ALLOWED', message: 'A supervisor was asked about it. Take it back to decide it.' },
  })
  expect((await adjuster.ask(decision.move, { id, status: 'pending', version: 2 })).body).toMatchObject({
    authorizationStatusId: 20,
  })
  expect((await supervisor.ask(decision.move, { id, version: 3, ...question })).body).toMatchObject({
    status: { code: 'NOT_ALLOWED' },
  })
  const ask = (more: object) => adjuster.ask(decision.move, { id, version: 3, ...question, ...more })
  expect((await ask({ note: '' })).body).toMatchObject({ fields: [{ path: 'note', message: 'Write what you ask.' }] })
  expect((await ask({ about: undefined })).body).toMatchObject({ fields: [{ path: 'about' }] })
  expect((await ask({})).status).toBe(200)
  expect((await approve(supervisor, 4)).body).toMatchObject({ authorizationStatusId: 30 })
  expect((await supervisor.ask(decision.undo, { id })).body).toMatchObject({ authorizationStatusId: 26 })
})

/** A request that waits for each of those who answer by their own target, and who is notified when it is late. */
const late = [
  {
    of: 'a second approver',
    status: 25,
    words: 'No second approver answered by ',
    kind: 'secondLate',
    to: ['super.aaa', 'adj.aaa'],
    send: async (api: TestApi, id: string, adjuster: Visitor) => {
      await api.db.query('update rx_authorization set estimated_cost = 3000 where id = $1', [id])
      return adjuster.ask(decision.approve, { id, version: 1, note: 'The third course' })
    },
  },
  {
    of: 'a supervisor',
    status: 26,
    words: 'No supervisor answered by ',
    kind: 'supervisorLate',
    to: ['super.aaa', 'adj.aaa'],
    send: (_: TestApi, id: string, adjuster: Visitor) => adjuster.ask(decision.move, { id, version: 1, ...question }),
  },
  {
    of: 'a reviewer',
    status: 23,
    words: 'No reviewer answered by ',
    kind: 'reviewLate',
    to: ['ur.aaa', 'super.aaa', 'adj.aaa'],
    send: (_: TestApi, id: string, adjuster: Visitor) => adjuster.ask(decision.move, { id, version: 1, status: 'ur' }),
  },
] as const

test.each(late)(
  'what waits for $of goes late by its own target, is free for the next, and the supervisor is notified, once',
  async (one) => {
    const api = await startFixtureApi()
    const id = await raiseAuthorization(api, { ...drug, at: 6 })
    const adjuster = await api.signIn('adj.aaa')
    expect((await one.send(api, id, adjuster)).body).toMatchObject({ authorizationStatusId: one.status })
    const { rows } = await api.db.query(
      'select answer_by > pharmacist_asked_at as later, answer_by < statutory_due_at as sooner from rx_authorization where id = $1',
      [id],
    )
    expect(rows).toEqual([{ later: true, sooner: true }])
    const taker = await api.signIn(one.status === 23 ? 'ur.aaa' : 'super.aaa')
    expect((await taker.ask(clinical.take, { authorizationId: id })).status).toBe(200)
    await runJobsUntilIdle(api, { ticks: 1 })
    expect(await notices(api, one.kind)).toEqual([])
    await api.db.query(`update authorization_event set at = at - interval '5 minutes' where event_code = 163`)
    await api.db.query(
      'update rx_authorization set answer_by = now() - interval $$1 minute$$, answer_by_at_counter = null where id = $1',
      [id],
    )
    await runJobsUntilIdle(api, { ticks: 3 })
    expect((await adjuster.ask(clinical.waiting, { authorizationId: id })).body.asked!.takenBy).toBeNull()
    expect((await logged(api, id)).filter((text) => text.startsWith(one.words))).toHaveLength(1)
    const notified = await notices(api, one.kind)
    expect(new Set(notified.map(({ to }) => to))).toEqual(new Set(one.to.map(idOf)))
    expect(notified).toHaveLength(one.to.length)
  },
)

/** Those who could take it leave after it was handed over: who is notified then. */
const left = [
  {
    of: 'the pharmacists',
    status: 22,
    kind: 'answerLate',
    gone: ['pharm.aaa', 'clin.aaa'],
    to: ['super.aaa', 'adj.aaa'],
  },
  { of: 'the reviewer', status: 23, kind: 'reviewLate', gone: ['ur.aaa'], to: ['super.aaa', 'adj.aaa'] },
  { of: 'the supervisor', status: 26, kind: 'supervisorLate', gone: ['super.aaa'], to: ['adj.aaa'] },
] as const

test.each(left)('where $of left after a hand-over, those who are there are notified and it comes back', async (one) => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { ...drug, at: 6 })
  const adjuster = await api.signIn('adj.aaa')
  const to = { 22: { status: 'clinical' }, 23: { status: 'ur' }, 26: question }[one.status]
  expect((await adjuster.ask(decision.move, { id, version: 1, ...to })).body).toMatchObject({
    authorizationStatusId: one.status,
  })
  await api.db.query('update user_carrier set active = false where user_id = any($1)', [one.gone.map(idOf)])
  await api.db.query(
    'update rx_authorization set answer_by = now() - interval $$1 minute$$, answer_by_at_counter = null where id = $1',
    [id],
  )
  await runJobsUntilIdle(api, { ticks: 3 })
  expect(new Set((await notices(api, one.kind)).map((notice) => notice.to))).toEqual(new Set(one.to.map(idOf)))
  expect((await adjuster.ask(decision.move, { id, version: 2, status: 'pending', note: '' })).body).toMatchObject({
    authorizationStatusId: 20,
  })
})

test.each([
  ['a pharmacist', 'clinical', 22, 'pharm.aaa', 'clinicalReturned', 'clinical review'],
  ['a reviewer', 'ur', 23, 'ur.aaa', 'reviewReturned', 'utilization review'],
] as const)(
  '%s returns what was handed over: who sent it and the case owner are notified, and who takes it back needs no notice',
  async (_, to, at, answerer, kind, place) => {
    const api = await startFixtureApi()
    const id = await raiseAuthorization(api, { ...drug, at: 6 })
    const [adjuster, sender, who] = [
      await api.signIn('adj.aaa'),
      await api.signIn('super.aaa'),
      await api.signIn(answerer),
    ]
    const send = (by: Visitor, version: number) =>
      by.ask(decision.move, { id, status: to, version, note: 'Is it safe?' })
    const back = (by: Visitor, version: number) =>
      by.ask(decision.move, { id, status: 'pending', version, note: 'The office notes are missing.' })
    expect((await send(adjuster, 1)).body).toMatchObject({ authorizationStatusId: at })
    expect((await back(adjuster, 2)).body).toMatchObject({ authorizationStatusId: 20 })
    await runJobsUntilIdle(api)
    expect(await notices(api, kind)).toEqual([])
    expect((await send(sender, 3)).body).toMatchObject({ authorizationStatusId: at })
    expect((await back(who, 4)).body).toMatchObject({ authorizationStatusId: 20 })
    await runJobsUntilIdle(api)
    const notified = await notices(api, kind)
    expect(new Set(notified.map(({ to: one }) => one))).toEqual(new Set(['adj.aaa', 'super.aaa'].map(idOf)))
    expect(notified[0]!.title).toMatch(new RegExp(`^Request \\d+ came back from ${place} without a decision\\.$`))
    expect((await adjuster.ask(authorizations.one, { id })).body.returned).toMatchObject({
      note: 'The office notes are missing.',
    })
  },
)

test('what its case owner snoozed keeps its place in the queue of who answers, and is awake when it comes back', async () => {
  const api = await startFixtureApi()
  const [first, second] = [
    await raiseAuthorization(api, { ...drug, at: 6 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 4 }),
  ]
  await api.db.query(`update rx_authorization set statutory_due_at = now() + interval '60 hours' where id = $1`, [
    first,
  ])
  await api.db.query(`update rx_authorization set statutory_due_at = now() + interval '90 hours' where id = $1`, [
    second,
  ])
  const [adjuster, reviewer] = [await api.signIn('adj.aaa'), await api.signIn('ur.aaa')]
  expect((await adjuster.ask(clock.snooze, { id: first, value: 24 })).status).toBe(200)
  const version = async (id: string) => (await adjuster.ask(authorizations.one, { id })).body.version
  for (const id of [first, second])
    expect((await adjuster.ask(decision.move, { id, status: 'ur', version: await version(id) })).body).toMatchObject({
      authorizationStatusId: 23,
    })
  expect((await queue(reviewer, 23)).content.map((row) => row.id)).toEqual([first, second])
  const back = await reviewer.ask(decision.move, {
    id: first,
    status: 'pending',
    version: await version(first),
    note: 'The office notes are missing.',
  })
  expect(back.body).toMatchObject({ authorizationStatusId: 20 })
  expect((await mine(adjuster)).map(({ id, snoozed }) => ({ id, snoozed }))).toEqual([
    { id: first, snoozed: undefined },
  ])
  expect((await logged(api, first)).slice(-2)).toEqual([
    expect.stringMatching(/ returned/),
    'Snooze ended (it came back)',
  ])
})

test('a second approver’s queue says what was saved by whom with what note, and a return says why', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, drug)
  const [adjuster, supervisor] = [await api.signIn('adj.aaa'), await api.signIn('super.aaa')]
  await late[0].send(api, id, adjuster)
  const listed = await queue(supervisor, 25)
  expect(listed.sort).toBe('answerDueAt,asc')
  expect(listed.content).toMatchObject([
    { id, asked: { by: 'Adj aaa', note: 'The third course', approved: { codes: ['75'], limit: 2500 } } },
  ])
  expect((await adjuster.ask(clinical.take, { authorizationId: id })).status).toBe(403)
  const back = (note: string) => supervisor.ask(decision.move, { id, status: 'pending', version: 2, note })
  expect((await back('')).body).toMatchObject({ fields: [{ path: 'note', message: 'Write why it comes back.' }] })
  expect((await back('One fill only.')).body).toMatchObject({ authorizationStatusId: 20 })
  await runJobsUntilIdle(api)
  expect((await notices(api, 'secondReturned')).map(({ to }) => to)).toEqual([idOf('adj.aaa')])
  // Who saved it finds it in the form again; nobody else does.
  const returned = async (who: Visitor) => (await who.ask(authorizations.one, { id })).body.returned
  expect(await returned(adjuster)).toMatchObject({
    byName: 'Super aaa',
    note: 'One fill only.',
    saved: { byName: 'Adj aaa', codes: ['75'], note: 'The third course', drugLevel: 14 },
  })
  expect(await returned(supervisor)).toMatchObject({ note: 'One fill only.', saved: null })
  // A later hand-over without an approval brings nothing of it back.
  await adjuster.ask(decision.move, { id, version: 3, ...question })
  await supervisor.ask(decision.move, { id, status: 'pending', version: 4, note: 'Not for this injury' })
  expect(await returned(adjuster)).toMatchObject({ note: 'Not for this injury', saved: null })
})
