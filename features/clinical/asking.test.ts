import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { completeStatuses, openStatuses } from '#features/authorizations/statuses.ts'
import { worklist } from '#features/worklist/contract.ts'
import type { ClinicalPart } from '#features/worklist/rules.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import type { TestApi } from '#testing/api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { clinical } from './contract.ts'

const oxycodone = { sub: 'AAA1', at: 1, drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 } as const

async function inReview(api: TestApi): Promise<string> {
  const id = await raiseAuthorization(api, oxycodone)
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  return id
}
const notices = async (api: TestApi, kind: string) =>
  (await api.db.query('select user_id as to, title from user_notification where kind = $1 order by at', [kind])).rows
const logged = async (api: TestApi, id: string) =>
  (
    await api.db.query('select event_text as text from authorization_event where authorization_id = $1 order by id', [
      id,
    ])
  ).rows.map(({ text }) => text as string)

test('a pharmacist works by the clock of the answer, not of the state: who waits at a counter first, page by page', async () => {
  const api = await startFixtureApi()
  const pharmacist = await api.signIn('pharm.aaa')
  const id = await inReview(api)
  const others = await Promise.all([2, 3].map((at) => raiseAuthorization(api, { ...oxycodone, sub: 'AAA1', at })))
  const adjuster = await api.signIn('adj.aaa')
  for (const other of others) await adjuster.ask(decision.move, { id: other, status: 'clinical', version: 1, note: '' })
  const [second, third] = others as [string, string]
  // The state wants the second first; a patient waits for the third.
  await api.db.query(
    'update rx_authorization set statutory_due_at = statutory_due_at - interval $$40 hours$$, pharmacy_waiting = false where id = $1',
    [second],
  )
  await api.db.query('update rx_authorization set pharmacy_waiting = id = $1', [third])
  const ask = (more: object) =>
    pharmacist.ask(worklist.list, { mc: 'AAA', size: 25, authStatuses: [22], isMyQueueOnly: true, ...more })
  const { body } = await ask({})
  expect(body.sort).toBe('answerDueAt,asc')
  expect(body.content.map((row) => row.id)).toEqual([third, id, second])
  const dues = body.content.map((row) => row.pharmacist![1])
  expect(dues).toEqual([...dues].sort())
  expect(body.content[1]!.asked).toMatchObject({ by: 'Adj aaa', approved: { codes: ['75'], fills: 1 } })
  expect(body.content[2]!.asked!.approved).toBeUndefined()

  const pages: string[] = []
  for (let after: string | undefined; ;) {
    const { body: page } = await ask({ size: 1, ...(after && { after }) })
    pages.push(...page.content.map((row) => row.id))
    if (page.next === null) break
    after = page.next
  }
  expect(pages).toEqual([third, id, second])
  // Whose queue it is not, asks for an order of their own.
  expect((await adjuster.ask(worklist.list, { mc: 'AAA', authStatuses: [22], sort: 'answerDueAt,asc' })).status).toBe(
    400,
  )
})

test('a pharmacist takes a request, others leave it until the answer is late, and gives it back', async () => {
  const api = await startFixtureApi()
  const id = await inReview(api)
  const [pharmacist, colleague, adjuster] = [
    await api.signIn('pharm.aaa'),
    await api.signIn('clin.aaa'),
    await api.signIn('adj.aaa'),
  ]
  const take = (who: typeof pharmacist, takes = true) => who.ask(clinical.take, { authorizationId: id, take: takes })
  expect((await take(adjuster)).body).toMatchObject({ status: { code: 'NOT_ALLOWED' } })
  expect((await take(pharmacist)).body).toEqual({ success: true, takenBy: 'Pharm aaa' })
  expect((await take(pharmacist)).status).toBe(200)
  const row = (await pharmacist.ask(worklist.list, { mc: 'AAA', authStatuses: [22], isMyQueueOnly: true })).body
    .content[0]!
  expect(row.asked!.taker).toBe('Pharm aaa')
  expect((await take(colleague)).body).toMatchObject({
    status: { code: 'RULE', message: 'Pharm aaa took it. You can take it over once the answer is late.' },
  })
  expect((await take(colleague, false)).body).toMatchObject({ status: { code: 'RULE' } })
  await api.db.query('update rx_authorization set answer_by = now() - interval $$1 minute$$ where id = $1', [id])
  expect((await take(colleague)).status).toBe(200)
  expect((await take(colleague, false)).body).toEqual({ success: true, takenBy: null })
  expect((await logged(api, id)).slice(-3)).toEqual([
    'Taken by Pharm aaa in clinical review',
    expect.stringMatching(/^Taken by .+ in clinical review$/),
    expect.stringMatching(/^Returned to the other pharmacists by /),
  ])
})

test('the parts of clinical review: what I took, what waits on a called prescriber, what pharmacists answered today', async () => {
  const api = await startFixtureApi()
  const [pharmacist, colleague, adjuster] = [
    await api.signIn('pharm.aaa'),
    await api.signIn('clin.aaa'),
    await api.signIn('adj.aaa'),
  ]
  const ids = await Promise.all([1, 2, 3, 4].map((at) => raiseAuthorization(api, { ...oxycodone, at })))
  for (const id of ids) await adjuster.ask(decision.approve, { id, version: 1 })
  const [first, second, third, pulledBack] = ids as [string, string, string, string]
  const part = async (clinicalPart: ClinicalPart, who = pharmacist) => {
    const authStatuses = clinicalPart === 'ANSWERED' ? [...openStatuses, ...completeStatuses] : [22]
    const search = { authStatuses, clinicalPart, ...(clinicalPart !== 'ANSWERED' && { isMyQueueOnly: true }) }
    const listed = (await who.ask(worklist.list, { mc: 'AAA', size: 25, ...search })).body
    const counted = (await who.ask(worklist.countsOf, { mc: 'AAA', searches: [search] })).body.counts[0]!
    expect(counted).toEqual({ total: listed.content.length, exact: true })
    return new Set(listed.content.map(({ id }) => id))
  }
  const call = (id: string, outcome: 'REACHED' | 'NO_ANSWER') =>
    pharmacist.ask(clinical.called, { authorizationId: id, outcome })

  await pharmacist.ask(clinical.take, { authorizationId: first })
  expect(await part('TAKEN')).toEqual(new Set([first]))
  expect(await part('TAKEN', colleague)).toEqual(new Set())
  await call(first, 'NO_ANSWER')
  await call(second, 'NO_ANSWER')
  expect(await part('PRESCRIBER')).toEqual(new Set([first, second]))
  await call(second, 'REACHED')
  expect(await part('PRESCRIBER', colleague)).toEqual(new Set([first]))

  expect(await part('ANSWERED')).toEqual(new Set())
  const answers = [
    await pharmacist.ask(clinical.advise, {
      authorizationId: first,
      version: 2,
      action: 'DEFER',
      rationale: 'Wait for the records',
    }),
    await pharmacist.ask(decision.approve, {
      id: second,
      version: 2,
      safetyRejectEnabled: true,
      note: 'Spoke with the prescriber',
      rejects: ['922', '925'].map((rejectCode) => ({ rejectCode, override: true, reason: 'As agreed by phone' })),
    }),
    await pharmacist.ask(decision.reject, { id: third, version: 2, reasonId: 6, note: 'Not needed' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  // The last answer comes first, and there is no other order.
  const answered = {
    mc: 'AAA',
    authStatuses: [...openStatuses, ...completeStatuses],
    clinicalPart: 'ANSWERED' as const,
  }
  const inOrder = await pharmacist.ask(worklist.list, answered)
  expect([inOrder.body.sort, inOrder.body.content.map(({ id }) => id)]).toEqual([
    'answeredAt,desc',
    [third, second, first],
  ])
  expect((await pharmacist.ask(worklist.list, { ...answered, sort: 'estimatedCost,asc' })).status).toBe(400)
  // Who pulls it back answers nothing.
  await adjuster.ask(decision.move, { id: pulledBack, status: 'pending', version: 2, note: '' })
  expect(await part('ANSWERED', colleague)).toEqual(new Set([first, second, third]))
  expect(await part('TAKEN')).toEqual(new Set())
  expect(await part('PRESCRIBER')).toEqual(new Set())

  await adjuster.ask(decision.move, { id: first, status: 'clinical', version: 3, note: 'The records are here' })
  expect(await part('ANSWERED')).toEqual(new Set([second, third]))
  await api.db.query(
    `update rx_authorization set pharmacist_answered_at = pharmacist_answered_at - interval '1 day' where id = $1`,
    [second],
  )
  expect(await part('ANSWERED')).toEqual(new Set([third]))
})

test('an answer that is late frees the request for the next pharmacist and is reported to the supervisor, once a question', async () => {
  const api = await startFixtureApi()
  const id = await inReview(api)
  const [pharmacist, colleague] = [await api.signIn('pharm.aaa'), await api.signIn('clin.aaa')]
  const take = (who: typeof pharmacist) => who.ask(clinical.take, { authorizationId: id, take: true })
  const late = () => notices(api, 'answerLate')
  expect((await take(pharmacist)).status).toBe(200)
  await runJobsUntilIdle(api, { ticks: 1 })
  expect(await late()).toEqual([])
  await api.db.query(`update authorization_event set at = at - interval '5 minutes' where event_code = 163`)
  await api.db.query(
    'update rx_authorization set answer_by = now() - interval $$1 minute$$, answer_by_at_counter = null where id = $1',
    [id],
  )
  await runJobsUntilIdle(api, { ticks: 3 })
  const { takenBy } = (await pharmacist.ask(clinical.waiting, { authorizationId: id })).body.asked!
  expect(takenBy).toBeNull()
  expect((await logged(api, id)).filter((text) => text.startsWith('No pharmacist answered by '))).toHaveLength(1)
  const heard = await late()
  // Who sent it waits for the answer.
  for (const who of ['super.aaa', 'adj.aaa']) expect(heard.map(({ to }) => to)).toContain(idOf(who))
  expect(new Set(heard.map(({ to }) => to)).size).toBe(heard.length)
  expect(heard[0]!.title).toMatch(/^Request \d+ waits for a pharmacist, whose answer is late\.$/)
  expect((await take(colleague)).body).toMatchObject({ takenBy: expect.any(String) })
  await runJobsUntilIdle(api, { ticks: 3 })
  expect((await late()).length).toBe(heard.length)
  expect((await logged(api, id)).filter((text) => text.startsWith('No pharmacist answered by '))).toHaveLength(1)
})

test('who takes a request that is late already keeps it when the lateness is noted', async () => {
  const api = await startFixtureApi()
  const id = await inReview(api)
  const pharmacist = await api.signIn('pharm.aaa')
  await api.db.query(
    'update rx_authorization set answer_by = now() - interval $$1 minute$$, answer_by_at_counter = null where id = $1',
    [id],
  )
  await pharmacist.ask(clinical.take, { authorizationId: id, take: true })
  await runJobsUntilIdle(api, { ticks: 2 })
  expect((await notices(api, 'answerLate')).length).toBeGreaterThan(0)
  const { takenBy } = (await pharmacist.ask(clinical.waiting, { authorizationId: id })).body.asked!
  expect(takenBy).toMatchObject({ name: 'Pharm aaa' })
})

test('an adjuster reminds the pharmacist who took a request, or all of them, and not again before the carrier’s minutes are over', async () => {
  const api = await startFixtureApi()
  const id = await inReview(api)
  const [pharmacist, adjuster, stranger] = [
    await api.signIn('pharm.aaa'),
    await api.signIn('adj.aaa'),
    await api.signIn('adj.aaa2'),
  ]
  await api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', '*', 'anyoneInGroupMayDecide', 'false')`,
  )
  const nudge = (who: typeof adjuster) => who.ask(clinical.nudge, { authorizationId: id })
  const waiting = async () => (await adjuster.ask(clinical.waiting, { authorizationId: id })).body.asked!
  expect(await waiting()).toMatchObject({ takenBy: null, nudge: null, whyNotNudge: null, nudgeMinutes: 30 })
  expect((await nudge(stranger)).body).toMatchObject({ status: { code: 'NOT_ALLOWED' } })
  await runJobsUntilIdle(api)
  const before = (await notices(api, 'clinicalNeeded')).length
  expect((await nudge(adjuster)).body).toMatchObject({ success: true, to: null })
  await runJobsUntilIdle(api)
  expect((await notices(api, 'clinicalNeeded')).length).toBe(before + 1)
  expect((await nudge(adjuster)).body).toMatchObject({
    status: { code: 'RULE', message: 'The next reminder can go in 30 minutes.' },
  })
  expect(await waiting()).toMatchObject({
    nudge: { byName: 'Adj aaa' },
    whyNotNudge: 'The next reminder can go in 30 minutes.',
  })
  await pharmacist.ask(clinical.take, { authorizationId: id })
  await api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', '*', 'ladder', '{"nudgeMinutes": 1}')`,
  )
  await api.db.query(`update authorization_event set at = at - interval '1 minute' where event_code = 164`)
  await api.db.query(`update rx_authorization set pharmacist_asked_at = pharmacist_asked_at - interval '5 minutes'`)
  expect((await nudge(adjuster)).body).toMatchObject({ success: true, to: 'Pharm aaa' })
  expect(await notices(api, 'nudged')).toEqual([
    { to: idOf('pharm.aaa'), title: expect.stringMatching(/^Adj aaa waits for your answer on request \d+\.$/) },
  ])
})

test('a pharmacist asks the case owner, who answers, and records a call to the prescriber; the waiting card says both', async () => {
  const api = await startFixtureApi()
  const id = await inReview(api)
  const [pharmacist, adjuster] = [await api.signIn('pharm.aaa'), await api.signIn('adj.aaa')]
  await pharmacist.ask(clinical.take, { authorizationId: id })
  const write = (who: typeof adjuster, text: string) => who.ask(clinical.write, { authorizationId: id, text })
  expect((await write(pharmacist, 'Is surgery planned?')).body).toEqual({ success: true, to: [idOf('adj.aaa')] })
  expect((await write(adjuster, 'Yes, next week.')).body).toEqual({ success: true, to: [idOf('pharm.aaa')] })
  expect((await notices(api, 'asked')).map(({ to }) => to)).toEqual([idOf('adj.aaa'), idOf('pharm.aaa')])
  const call = (who: typeof adjuster, input: object) =>
    who.ask(clinical.called, { authorizationId: id, outcome: 'CALL_BACK', ...input } as never)
  expect((await call(adjuster, { outcome: 'REACHED' })).body).toMatchObject({ status: { code: 'NOT_ALLOWED' } })
  expect((await call(pharmacist, {})).body).toMatchObject({
    fields: [{ path: 'backAt', message: 'Enter when the call back is.' }],
  })
  const backAt = new Date(api.clock.now().getTime() + 3_600_000).toISOString()
  expect((await call(pharmacist, { backAt, text: 'Clinic is at lunch' })).status).toBe(200)
  const { asked } = (await adjuster.ask(clinical.waiting, { authorizationId: id })).body
  expect(asked!.questionSince).toBeNull()
  expect(asked!.thread.map(({ byName, text, byAnswerer }) => [byName, text, byAnswerer])).toEqual([
    ['Pharm aaa', 'Is surgery planned?', true],
    ['Adj aaa', 'Yes, next week.', false],
    [
      'Pharm aaa',
      expect.stringMatching(/^Prescriber called, a call back was agreed for .+: Clinic is at lunch$/),
      true,
    ],
  ])
  expect(asked).toMatchObject({
    takenBy: { name: 'Pharm aaa' },
    taken: { byName: 'Pharm aaa' },
    call: { byName: 'Pharm aaa', backAt },
    whyNotTake: 'Only a pharmacist takes a request in clinical review.',
  })
  expect((await logged(api, id)).slice(-3)).toEqual([
    'Note added by Pharm aaa: Is surgery planned?',
    'Note added by Adj aaa: Yes, next week.',
    expect.stringMatching(/^Prescriber called by Pharm aaa: a call back was agreed for .+: Clinic is at lunch$/),
  ])
  await adjuster.ask(decision.move, { id, status: 'pending', version: 2 })
  expect((await adjuster.ask(clinical.waiting, { authorizationId: id })).body).toEqual({ asked: null })
  expect((await write(adjuster, 'Thanks')).body).toMatchObject({ status: { code: 'RULE' } })
})

test('a question waits for the case owners from its first note until one of them writes back, and is over with the hand-over', async () => {
  const api = await startFixtureApi()
  const id = await inReview(api)
  const [pharmacist, adjuster] = [await api.signIn('pharm.aaa'), await api.signIn('adj.aaa')]
  const shown = async (who = adjuster) => (await who.ask(clinical.waiting, { authorizationId: id })).body.asked!
  const write = async (who: typeof adjuster, text: string) => {
    api.clock.move(60_000)
    expect((await who.ask(clinical.write, { authorizationId: id, text })).status).toBe(200)
  }
  expect(await shown()).toMatchObject({ thread: [], questionSince: null })
  // What an owner writes by themselves is no question of the other side.
  await write(adjuster, 'She travels on Friday.')
  expect((await shown()).questionSince).toBeNull()
  await write(pharmacist, 'Since when?')
  await write(pharmacist, 'And with whom?')
  const { thread, questionSince } = await shown(pharmacist)
  expect([questionSince, (await shown()).questionSince]).toEqual([thread[1]!.at, thread[1]!.at])
  // A call answers nothing.
  api.clock.move(60_000)
  await pharmacist.ask(clinical.called, { authorizationId: id, outcome: 'REACHED', text: 'Spoke with the nurse' })
  expect((await shown()).questionSince).toBe(thread[1]!.at)
  await write(adjuster, 'Since August, alone.')
  expect((await shown()).questionSince).toBeNull()
  await write(pharmacist, 'Thank you. Which airport?')
  const last = await shown()
  expect(last.questionSince).toBe(last.thread[5]!.at)
  expect(last.thread.map(({ byAnswerer }) => byAnswerer)).toEqual([false, true, true, true, false, true])

  // Handed over once more, it begins without what was written before.
  await adjuster.ask(decision.move, { id, status: 'pending', version: 2, note: '' })
  api.clock.move(60_000)
  await adjuster.ask(decision.move, { id, status: 'clinical', version: 3, note: 'Once more, please' })
  expect(await shown()).toMatchObject({ thread: [], questionSince: null })
})
