import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataExtracts } from '#features/data-extracts/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { pharmacies } from '#features/pharmacies/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { exportList } from './contract.ts'
import { whyNotAsk } from './rules.ts'

// What left about a patient, and what its user says of it.

let api: TestApi
let manager: Visitor
let second: Visitor
let user: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true, limitFactor: 100 })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('adj.aaa'), idOf('adj.aaa2')],
  ])
  manager = await api.signIn('adj.aaa')
  second = await api.signIn('adj.aaa2')
  user = await api.signIn('ext.aaa')
  await user.ask(dataExtracts.extract, {
    mc: 'AAA',
    selectedSubCarriers: ['AAA1'],
    subjectAreaId: 'patients',
    fieldList: ['claimNumber'],
  })
  await user.ask(pharmacies.export, { name: 'pharm' })
})
afterAll(() => api.close())

const claimIn = async (sub: string): Promise<string> =>
  (await api.db.query('select id from wc_claim where sub_carrier = $1 order by id limit 1', [sub])).rows[0].id
const latest = async (subject: string) => (await manager.ask(exportList.list, { subject })).body.content[0]!
const ask = (by: Visitor, exportId: string) => by.ask(exportList.ask, { exportId, question: 'What was it for?' })

test('the files with something of a claim are found by it, and by nobody who does not see the claim', async () => {
  const whats = async (claimId: string) =>
    (await manager.ask(exportList.list, { claimId })).body.content.map(({ what }) => what)
  expect(await whats(await claimIn('AAA1'))).toEqual(['Data extract'])
  expect(await whats(await claimIn('AAA2'))).toEqual([])
  const answers = await Promise.all(
    [await claimIn('BBB1'), randomUUID()].map((claimId) => manager.ask(exportList.list, { claimId })),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect((await user.ask(exportList.list, { claimId: await claimIn('AAA1') })).status).toBe(403)
  // That the privacy office looked for a patient is on record too.
  const { rows } = await api.db.query(
    `select claim_ids from access_audit where call = 'exports.list' and outcome = 'ok' and claim_ids <> '{}' limit 1`,
  )
  expect(rows).toEqual([{ claim_ids: [await claimIn('AAA1')] }])
})

test('an account manager asks who took a file, once at a time; the answer stays with the entry', async () => {
  const file = await latest('patients')
  expect(file).toMatchObject({ mayAsk: true, questions: [] })
  // Two ask at the same moment: one question is kept, the other hears of it.
  const asked = await Promise.all([ask(manager, file.exportId), ask(second, file.exportId)])
  expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(asked.find(({ status }) => status === 422)!.body.status).toMatchObject({
    code: 'RULE',
    message: 'A question about this file waits for the answer of Ext aaa.',
  })
  expect(await latest('patients')).toMatchObject({
    mayAsk: false,
    questions: [{ question: 'What was it for?', answer: null, answeredAt: null }],
  })
  const notices = (of: Visitor) => of.ask(notifications.list, {})
  expect((await notices(user)).body.content[0]).toMatchObject({
    kind: 'exportAsked',
    title: 'There is a question about a file you took: Data extract.',
  })

  const mine = (await user.ask(exportList.questions, {})).body
  expect(mine).toMatchObject([{ question: 'What was it for?', what: 'Data extract', about: 'Patients', answer: null }])
  expect((await second.ask(exportList.questions, {})).body).toEqual([])
  const { questionId } = mine[0]!
  const answer = (by: Visitor) => by.ask(exportList.answer, { questionId, answer: 'The yearly review.' })
  expect((await answer(second)).status).toBe(404)
  expect((await answer(user)).status).toBe(200)
  expect(await answer(user)).toMatchObject({
    status: 422,
    body: { status: { message: 'You answered this question already.' } },
  })
  expect(await latest('patients')).toMatchObject({
    mayAsk: true,
    questions: [{ answer: 'The yearly review.', answeredAt: expect.stringMatching(/Z$/) }],
  })
  // Answered, it waits for nobody: the notice left the list.
  expect((await notices(user)).body.content).toEqual([])
  const askers = await Promise.all([manager, second].map(async (of) => (await notices(of)).body.content))
  expect(askers.flat().map(({ title }) => title)).toEqual(['Ext aaa answered a question about a file: Data extract.'])
  expect((await ask(manager, file.exportId)).status).toBe(200)
})

test('nobody but account managers asks, and only about what they see', async () => {
  const { exportId } = await latest('pharmacies')
  expect((await ask(user, exportId)).status).toBe(403)
  expect((await ask(manager, randomUUID())).status).toBe(404)
  await api.db.query(`update user_carrier set sub_carriers = '{AAA2}' where user_id = $1`, [idOf('adj.aaa2')])
  const narrow = await api.signIn('adj.aaa2')
  expect((await ask(narrow, (await latest('patients')).exportId)).status).toBe(404)
})

test.each([
  ['may be asked', {}, undefined],
  ['made it by itself', { userId: null }, 'The portal made this file by itself: there is nobody to ask.'],
  ['is the asker', { userId: 'me' }, 'You took this file yourself.'],
  ['left', { works: false }, 'Ext aaa does not work for this carrier any more.'],
  ['was asked', { waits: true }, 'A question about this file waits for the answer of Ext aaa.'],
])('who took a file %s', (_, of, why) => {
  const file = { userId: 'them', name: 'Ext aaa', works: true, waits: false }
  expect(whyNotAsk({ id: 'me' }, { ...file, ...of })).toBe(why)
})
