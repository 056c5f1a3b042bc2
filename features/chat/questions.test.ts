import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { chat } from './contract.ts'

// What a chat starts with, and who is answered next.

let api: TestApi
let adjuster: Visitor
let theo: Visitor

const always = { days: [0, 1, 2, 3, 4, 5, 6], opens: '00:00', closes: '23:59', federalHolidays: false, daysOff: [] }
const setHours = (hours: Record<string, unknown>) =>
  api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', '*', 'chatHours', $1)
      on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
    [JSON.stringify(hours)],
  )

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id in (select id from app_user where username = 'ext.aaa')`,
  )
  adjuster = await api.signIn('adj.aaa')
  theo = await api.signIn('ext.aaa')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.query(`delete from chat_message; delete from chat_session; delete from chat_agent`)
  await setHours(always)
})

const form = {
  firstName: 'Juno',
  lastName: 'Merriweather',
  email: 'juno@carrier.example',
  subject: 'A new prescription?',
}
const start = (by: Visitor, data: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  by.ask(chat.start, { ...form, ...more, chatData: { reason: 'auth', ...data } } as never)

test('the next of the queue is who waits now, then the message promised an answer first; given back, it keeps its promise', async () => {
  const queue = async () =>
    (await theo.ask(chat.queue, {})).body.waiting.map(({ chatId, state, replyBy }) => [chatId, state, replyBy])
  await setHours({ ...always, opens: '00:00', closes: '00:01' })
  const later = (await start(adjuster, {}, { leaveMessage: true })).body
  const sooner = (await start(await api.signIn('adj.aaa2'), {}, { leaveMessage: true })).body
  await api.db.query(`update chat_session set reply_by = reply_by + interval '1 hour' where id = $1`, [later.chatId])
  const promise = new Date(Date.parse(later.replyBy!) + 3_600_000).toISOString()
  await setHours(always)
  const live = (await start(await api.signIn('adj.sub1'))).body
  const inTurn = [
    [live.chatId, 'WAITING', null],
    [sooner.chatId, 'LEFT', sooner.replyBy],
    [later.chatId, 'LEFT', promise],
  ]
  expect(await queue()).toEqual(inTurn)
  // Given back by hand, and by the job when its agent is gone.
  const take = (mine: boolean) => theo.ask(chat.take, { id: later.chatId, mine })
  await take(true)
  expect((await take(false)).body).toMatchObject({ state: 'LEFT', agent: null })
  expect(await queue()).toEqual(inTurn)
  await take(true)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  await api.db.query(`update chat_agent set there_until = there_until - interval '2 minutes'`)
  await jobs.tick()
  expect(await queue()).toEqual(inTurn)
  // Once an agent wrote, the promise is kept, and the user waits in the chat like others.
  await take(true)
  await theo.ask(chat.reply, { id: later.chatId, message: 'One fill.', messageKey: randomUUID() })
  expect((await take(false)).body).toMatchObject({ state: 'WAITING' })
  expect((await queue()).map(([id]) => id)).toEqual([later.chatId, live.chatId, sooner.chatId])
})

test.each([
  ['99/99/9999', 'Enter the date of injury as MM/DD/YYYY.'],
  ['not a date', 'Enter the date of injury as MM/DD/YYYY.'],
  ['02/30/2024', 'Enter the date of injury as MM/DD/YYYY.'],
  ['2024-02-03', 'Enter the date of injury as MM/DD/YYYY.'],
  ['12/31/2199', 'The date of injury cannot be in the future.'],
])('a chat about an injury on "%s" does not start: %s', async (patientDOI, message) => {
  const refused = await start(adjuster, { patientDOI })
  expect([refused.status, refused.body.fields]).toMatchObject([400, [{ path: 'chatData.patientDOI', message }]])
})

test('a day of injury reaches the agent as typed, and none where none was typed', async () => {
  const about = async (patientDOI: string, by: Visitor) => {
    const { chatId } = (await start(by, { patientDOI })).body
    return (await theo.ask(chat.conversation, { id: chatId })).body.context['patientDOI']
  }
  expect(await about('08/14/2023', adjuster)).toBe('08/14/2023')
  expect(await about('', await api.signIn('adj.aaa2'))).toBeUndefined()
})

test('a transaction number of ours that has the check digit of a card is not masked, one that is not ours is', async () => {
  await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const tcn = '263340000000000003'
  await api.db.query(
    `update rx_transaction set tcn = $1 where id = (select id from rx_transaction where mc = 'AAA' limit 1)`,
    [tcn],
  )
  const asked = await start(adjuster, {}, { subject: `Why was ${tcn} rejected?` })
  expect(asked.body).toMatchObject({ masked: false, messages: [{ text: `Why was ${tcn} rejected?` }] })
  const { chatId, userId, secureKey } = asked.body
  const send = (message: string) =>
    adjuster.ask(chat.send, { chatId, userId, secureKey, message, messageKey: randomUUID() })
  expect((await send(`${tcn}, and my card 4111 1111 1111 1111`)).body.masked).toBe(true)
  const { rows } = await api.db.query(
    `select text from chat_message where chat_id = $1 order by position desc limit 1`,
    [chatId],
  )
  expect(rows).toEqual([{ text: `${tcn}, and my card •••• 1111` }])
})

test('a user learns that a number in the question, or about the patient, was masked', async () => {
  const plain = await start(adjuster, { patientSSN: '6789' })
  expect(plain.body.masked).toBe(false)
  const typed = await start(await api.signIn('adj.aaa2'), {}, { subject: 'Is 123-45-6789 covered?' })
  expect(typed.body).toMatchObject({ masked: true, messages: [{ text: 'Is •••-••-6789 covered?' }] })
  const named = await start(await api.signIn('adj.sub1'), { patientName: 'Ann, 123-45-6789' })
  expect(named.body.masked).toBe(true)
})

test('a second question of a user with an open chat becomes its next message, masked and counted; sent again it is there once', async () => {
  const first = (await start(adjuster)).body
  const second = await api.signIn('adj.aaa')
  const question = { subject: 'And for 123-45-6789?' }
  for (const _ of [1, 2])
    expect((await start(second, {}, question)).body).toMatchObject({
      chatId: first.chatId,
      masked: true,
      nextPosition: 2,
      messages: [{ text: form.subject }, { index: 1, text: 'And for •••-••-6789?', from: { type: 'Client' } }],
    })
  const { chatId: id } = first
  const seen = async () => (await theo.ask(chat.conversation, { id })).body.messages.map(({ text }) => text)
  expect(await seen()).toEqual([form.subject, 'And for •••-••-6789?'])
  for (let at = 2; at < 30; at += 1) expect((await start(second, {}, { subject: `Question ${at}` })).status).toBe(200)
  expect((await start(second, {}, { subject: 'One more' })).body.status).toMatchObject({
    code: 'RULE',
    message: expect.stringMatching(/^You sent 30 messages within a minute\./),
  })
})
