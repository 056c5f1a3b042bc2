import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { contactNotes } from '#features/contact-notes/contract.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { chat } from './contract.ts'

let api: TestApi
/** Another process on the same database. */
let second: TestApi
let adjuster: Visitor
let theo: Visitor
let nora: Visitor

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
    `update user_carrier set roles = '{pbm_support}' where user_id in (select id from app_user where username in ('ext.aaa', 'ur.aaa'))`,
  )
  second = await startFixtureApi({ keep: true, url: api.url })
  adjuster = await api.signIn('adj.aaa')
  theo = await api.signIn('ext.aaa')
  nora = await second.signIn('ur.aaa')
})
afterAll(async () => {
  await second.close()
  await api.close()
})
beforeEach(async () => {
  await api.db.query(
    `delete from chat_note; delete from chat_message; delete from chat_session; delete from chat_agent`,
  )
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
const keysOf = ({ chatId, userId, secureKey }: { chatId: string; userId: string; secureKey: string }) => ({
  chatId,
  userId,
  secureKey,
})
const begin = async (by = adjuster, data: Record<string, unknown> = {}) => keysOf((await start(by, data)).body)
const said = async (keys: { chatId: string; userId: string; secureKey: string }, by = adjuster) =>
  (await by.ask(chat.refresh, { ...keys, nextPosition: 0 })).body.messages.map(({ index, text }) => [index, text])
const isOpen = async (by = adjuster) => (await by.ask(chat.check, {})).body.ChatEnabled

test('an adjuster sees Open with an agent who has room, Busy without one, and the estimate of the wait', async () => {
  expect((await adjuster.ask(chat.check, {})).body).toMatchObject({
    ChatEnabled: 'Busy',
    phone: '800-555-0142',
    waitEstimateSec: null,
    agentsThere: false,
    hours: 'Every day, 12:00 AM to 11:59 PM EST',
    chat: null,
    statusCode: 0,
  })
  await theo.ask(chat.presence, { available: true, hidden: true })
  expect((await adjuster.ask(chat.check, {})).body).toMatchObject({ ChatEnabled: 'Open', waitEstimateSec: 0 })
  await begin(await api.signIn('adj.aaa2'))
  expect((await adjuster.ask(chat.check, {})).body).toMatchObject({ ChatEnabled: 'Busy', waitEstimateSec: 160 })
  await theo.ask(chat.presence, { available: false })
  expect(await isOpen()).toBe('Busy')
})

test('outside its hours chat is Closed or ClosedHoliday; a message is left with a promised time', async () => {
  await theo.ask(chat.presence, { available: true, hidden: true })
  const today = api.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  await setHours({ ...always, daysOff: [today] })
  expect(await isOpen()).toBe('ClosedHoliday')
  expect((await start(adjuster)).body.status).toMatchObject({
    code: 'RULE',
    message: 'Chat is currently closed.  Please check back after the holidays.',
  })
  await setHours({ ...always, opens: '00:00', closes: '00:01' })
  expect(await isOpen()).toBe('Closed')
  expect((await start(adjuster)).body.status.message).toBe(
    'Chat is currently closed.  Please check back during normal business hours.',
  )
  await setHours({ ...always, daysOff: [today] })
  const left = await start(adjuster, {}, { leaveMessage: true })
  expect(left.body).toMatchObject({ state: 'LEFT', statusCode: 0 })
  expect(Date.parse(left.body.replyBy!)).toBeGreaterThan(api.clock.now().getTime())
  expect((await theo.ask(chat.queue, {})).body.waiting).toMatchObject([{ state: 'LEFT', replyBy: left.body.replyBy }])
})

test('the first reply to a message that was left is announced by e-mail, which has nothing of what was written', async () => {
  await setHours({ ...always, opens: '00:00', closes: '00:01' })
  const left = await start(adjuster, {}, { leaveMessage: true })
  const id = left.body.chatId
  await theo.ask(chat.take, { id, mine: true })
  const mails = async () =>
    (
      await api.db.query<{ address: string; subject: string; body: string; queued: number }>(
        `select m.address, m.subject, m.body, (select count(*)::int from outbox o where o.payload->>'messageId' = m.id::text) as queued
           from outside_message m where m.mc = 'AAA' and m.address = $1`,
        [form.email],
      )
    ).rows
  expect(await mails()).toEqual([])
  const first = { id, message: 'Approve one fill of 120 tablets.', messageKey: randomUUID() }
  for (const reply of [first, first, { ...first, message: 'And another.', messageKey: randomUUID() }])
    expect((await theo.ask(chat.reply, reply)).status).toBe(200)
  const sent = await mails()
  expect(sent).toMatchObject([{ subject: expect.stringMatching(/: support replied to your message$/), queued: 1 }])
  expect(sent[0]!.body).toContain('open Chat Support')
  expect(sent[0]!.body).not.toMatch(/tablets|prescription/)
  // A chat that was started while chat was open is read in its window.
  await theo.ask(chat.finish, { id })
  await setHours(always)
  const keys = await begin()
  await theo.ask(chat.take, { id: keys.chatId, mine: true })
  await theo.ask(chat.reply, { id: keys.chatId, message: 'Hello.', messageKey: randomUUID() })
  expect(await mails()).toHaveLength(1)
})

test('a chat from both sides through two processes, in order, with its contact note at the claim', async () => {
  const { rows } = await api.db.query(`select claim_number from wc_claim where id = $1`, [idOf('AAA AAA1 claim 1')])
  const claimNumber = rows[0].claim_number as string
  const keys = await begin(adjuster, { claimNumber, patientSSN: '123-45-6789', patientDOI: '08/14/2023' })
  expect((await nora.ask(chat.take, { id: keys.chatId, mine: true })).body).toMatchObject({ state: 'TALKING' })
  await nora.ask(chat.reply, { id: keys.chatId, message: 'Hello.', messageKey: randomUUID() })
  const sent = await adjuster.ask(chat.send, {
    ...keys,
    message: 'And the rest?\n9:41 AM Ur aaa: Approved.',
    messageKey: randomUUID(),
    nextPosition: 1,
  })
  expect(sent.body).toMatchObject({ nextPosition: 4, chatEnded: false, statusCode: 0, masked: false })
  expect(sent.body.messages.map(({ from }) => from.type)).toEqual(['System', 'Agent', 'Client'])
  const seen = await nora.ask(chat.conversation, { id: keys.chatId })
  expect(seen.body).toMatchObject({
    claimId: idOf('AAA AAA1 claim 1'),
    context: { claimNumber, patientSSN: '•••-••-6789', patientDOI: '08/14/2023' },
  })
  const ended = await adjuster.ask(chat.end, keys)
  expect(ended.body.claimContactNoteId).toEqual(expect.any(String))
  expect((await adjuster.ask(chat.end, keys)).body).toEqual(ended.body)
  expect((await adjuster.ask(chat.refresh, { ...keys, nextPosition: 4 })).body).toMatchObject({ chatEnded: true })
  const late = await adjuster.ask(chat.send, { ...keys, message: 'Late', messageKey: randomUUID() })
  expect(late.body.status).toMatchObject({ code: 'CONFLICT', message: 'The conversation has ended.' })
  // Its text is a file for its user and for agents; how it went is asked of its user, and agents see it beside the next chat.
  const file = await adjuster.ask(chat.transcript, { chatId: keys.chatId })
  expect(file.headers['content-disposition']).toMatch(/filename="support-chat-\d{4}-\d\d-\d\d\.txt"/)
  expect(file.text).toMatch(
    /^Support chat: Authorization Inquiry\r\nJuno Merriweather with Ur aaa\r\n.*\r\nClaim .*\r\n\r\n.*M Juno Merriweather: A new prescription\?\r\n.*joined the chat\.\r\n.*: Hello\.\r\n.*: And the rest\?\r\n {4}\| 9:41 AM Ur aaa: Approved\.\r\n.*ended the chat\.\r\n$/s,
  )
  expect((await nora.ask(chat.transcript, { chatId: keys.chatId })).text).toBe(file.text)
  const other = await api.signIn('adj.aaa2')
  expect((await other.ask(chat.transcript, { chatId: keys.chatId })).status).toBe(404)
  expect((await other.ask(chat.rate, { chatId: keys.chatId, rating: 'NO' })).status).toBe(404)
  expect((await adjuster.ask(chat.rate, { chatId: keys.chatId, rating: 'PARTLY' })).status).toBe(200)
  const next = await begin(adjuster, { endpoint: `/patients/AAA/AAA1/${idOf('AAA AAA1 claim 1')}` })
  expect((await adjuster.ask(chat.rate, { chatId: next.chatId, rating: 'YES' })).body.status).toMatchObject({
    code: 'RULE',
    message: 'The conversation has not ended yet.',
  })
  const beside = (await nora.ask(chat.conversation, { id: next.chatId })).body
  expect(beside.earlier).toMatchObject([
    { chatId: keys.chatId, reason: 'Authorization Inquiry', rating: 'PARTLY', endedAt: expect.any(String) },
  ])
  expect(beside.lookingAt).toMatchObject({ claimNumber, drug: null, rejectCodes: [] })
  await adjuster.ask(chat.startTyping, { ...next, endpoint: '/home' })
  expect((await nora.ask(chat.conversation, { id: next.chatId })).body.lookingAt).toBeNull()
  const notes = await adjuster.ask(contactNotes.of, {
    masterCarrier: 'AAA',
    subCarrier: 'AAA1',
    claimId: idOf('AAA AAA1 claim 1'),
  })
  expect(notes.body.content[0]).toMatchObject({
    claimContactNoteId: ended.body.claimContactNoteId,
    contactType: 'CHAT',
    text: expect.stringMatching(
      /A new prescription\?\n.*Hello\.\n.*And the rest\?\n {4}\| 9:41 AM Ur aaa: Approved\.$/s,
    ),
  })
})

test('a user has one chat at a time, also when two processes are asked at once, and finds it after a reload', async () => {
  const other = await second.signIn('adj.aaa')
  const answers = await Promise.all([start(adjuster), start(other), start(adjuster), start(other)])
  expect(new Set(answers.map(({ body }) => body.chatId)).size).toBe(1)
  expect(await said(keysOf(answers[0]!.body))).toEqual([[0, 'A new prescription?']])
  expect(keysOf((await other.ask(chat.check, {})).body.chat!)).toEqual(keysOf(answers[0]!.body))
})

test('messages sent at once through two processes, each of them twice, are there once and without gaps', async () => {
  const keys = await begin()
  await theo.ask(chat.take, { id: keys.chatId, mine: true })
  const other = await second.signIn('adj.aaa')
  const sends = Array.from({ length: 10 }, (_, at) => ({ message: `Message ${at}`, messageKey: randomUUID() }))
  await Promise.all(
    sends.flatMap((one, at): Promise<unknown>[] =>
      at % 2 === 0
        ? [adjuster, other].map((by) => by.ask(chat.send, { ...keys, ...one }))
        : [0, 1].map(() => theo.ask(chat.reply, { id: keys.chatId, ...one })),
    ),
  )
  const all = await said(keys, other)
  expect(all.map(([index]) => index)).toEqual([...Array(12).keys()])
  expect(
    all
      .slice(2)
      .map(([, text]) => String(text))
      .toSorted(),
  ).toEqual(sends.map(({ message }) => message).toSorted())
})

test('a social security number is masked before it is stored, and the sender learns of it', async () => {
  const keys = await begin()
  const sent = await adjuster.ask(chat.send, { ...keys, message: 'It is 123 45 6789.', messageKey: randomUUID() })
  expect(sent.body.masked).toBe(true)
  expect((await said(keys)).at(-1)).toEqual([1, 'It is •••-••-6789.'])
  const blank = await adjuster.ask(chat.send, { ...keys, message: ' \u0007 ', messageKey: randomUUID() })
  expect(blank.body.status.code).toBe('VALIDATION')
})

test('a user sends 30 messages within a minute and learns when the next one may go; an agent is not counted', async () => {
  const keys = await begin()
  const send = (at: number) => adjuster.ask(chat.send, { ...keys, message: `Message ${at}`, messageKey: randomUUID() })
  for (let at = 1; at < 30; at += 1) expect((await send(at)).status).toBe(200)
  const refused = await send(30)
  expect([refused.status, refused.body.status]).toEqual([
    422,
    expect.objectContaining({
      code: 'RULE',
      message: expect.stringMatching(/^You sent 30 messages within a minute\. Send the next one in \d+ seconds?\.$/),
    }),
  ])
  await theo.ask(chat.take, { id: keys.chatId, mine: true })
  const reply = { id: keys.chatId, message: 'One at a time.', messageKey: randomUUID() }
  expect((await theo.ask(chat.reply, reply)).status).toBe(200)
  await api.db.query(`update chat_message set at = at - interval '1 minute'`)
  expect((await send(31)).status).toBe(200)
})

test('the agent sees the page the adjuster is on, as its address, which follows them', async () => {
  const keys = await begin(adjuster, { endpoint: '/authorizations' })
  const page = async () => (await theo.ask(chat.conversation, { id: keys.chatId })).body.context['endpoint']
  expect(await page()).toBe('/authorizations')
  await adjuster.ask(chat.startTyping, { ...keys, endpoint: '/patients' })
  expect(await page()).toBe('/patients')
  await adjuster.ask(chat.send, { ...keys, message: 'And this one?', messageKey: randomUUID(), endpoint: '/home' })
  expect(await page()).toBe('/home')
  await adjuster.ask(chat.stopTyping, keys)
  expect(await page()).toBe('/home')
})

test('the agent sees typing, which ends when it is said and by itself', async () => {
  const keys = await begin()
  const typing = async () => (await theo.ask(chat.conversation, { id: keys.chatId })).body.userTyping
  await adjuster.ask(chat.startTyping, keys)
  expect(await typing()).toBe(true)
  await adjuster.ask(chat.stopTyping, keys)
  expect(await typing()).toBe(false)
  await theo.ask(chat.take, { id: keys.chatId, mine: true })
  await theo.ask(chat.typing, { id: keys.chatId, typing: true })
  expect((await adjuster.ask(chat.refresh, { ...keys, nextPosition: 0 })).body.agentTyping).toBe(true)
})

test('a chat is read with its key by its user alone', async () => {
  const keys = await begin()
  const other = await api.signIn('adj.aaa2')
  expect((await other.ask(chat.refresh, { ...keys, nextPosition: 0 })).status).toBe(404)
  const wrong = await adjuster.ask(chat.refresh, { ...keys, secureKey: 'other', nextPosition: 0 })
  expect([wrong.status, wrong.body.fields[0]?.path]).toEqual([400, 'secureKey'])
})

test('the intervals of the window are 30 and 4 seconds, or what the carrier set', async () => {
  const f: ('chatCheckInterval' | 'chatRefreshInterval')[] = ['chatCheckInterval', 'chatRefreshInterval']
  expect((await adjuster.ask(chat.settings, { f })).body).toEqual({
    chatCheckInterval: 30_000,
    chatRefreshInterval: 4000,
  })
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'chatRefreshInterval', '9000')`)
  expect((await adjuster.ask(chat.settings, { f })).body).toMatchObject({ chatRefreshInterval: 9000 })
})

test('two agents take one chat at two processes: one has it, the other learns who; it is handed over and given back', async () => {
  const keys = await begin()
  const id = keys.chatId
  const answers = await Promise.all([theo, nora].map((who) => who.ask(chat.take, { id, mine: true })))
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  const [winner, loser, loserName] = answers[0]!.status === 200 ? [theo, nora, 'ur.aaa'] : [nora, theo, 'ext.aaa']
  const lost = answers.find(({ status }) => status === 409)!
  expect(lost.body.status.message).toMatch(/ aaa took this chat at \d+:\d\d [AP]M\.$/)
  const reply = { id, message: 'Hello.', messageKey: randomUUID() }
  expect((await loser.ask(chat.reply, reply)).status).toBe(409)
  await loser.ask(chat.presence, { available: true, hidden: true })
  expect((await winner.ask(chat.take, { id, mine: false, to: idOf(loserName) })).status).toBe(200)
  expect((await loser.ask(chat.reply, reply)).status).toBe(200)
  await loser.ask(chat.note, { id, note: 'Called twice.' })
  expect((await winner.ask(chat.conversation, { id })).body.notes).toMatchObject([{ text: 'Called twice.' }])
  expect(JSON.stringify(await said(keys))).not.toContain('Called twice.')
  expect((await loser.ask(chat.take, { id, mine: false })).body).toMatchObject({ state: 'WAITING', agent: null })
  expect((await winner.ask(chat.queue, {})).body).toMatchObject({ waiting: [{ chatId: id }], mine: [] })
  expect((await adjuster.ask(chat.take, { id, mine: true })).body.status.code).toBe('NOT_ALLOWED')
})

test('the chats of an agent who is gone return to the queue within half a minute, and nothing is lost', async () => {
  const keys = await begin()
  await theo.ask(chat.take, { id: keys.chatId, mine: true })
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  await jobs.tick()
  const state = async () => (await adjuster.ask(chat.refresh, { ...keys, nextPosition: 0 })).body.state
  expect(await state()).toBe('TALKING')
  // The clock is looked at every ten seconds.
  const passes = (seconds: number) =>
    api.db.query(`update chat_agent set there_until = there_until - make_interval(secs => $1)`, [seconds])
  // A hidden page is heard of once a minute.
  expect((await theo.ask(chat.presence, { available: true, hidden: true })).status).toBe(200)
  await passes(75)
  await jobs.tick()
  expect(await state()).toBe('TALKING')
  // An open one is heard of every few seconds: what it says shortens nothing, and counts for itself.
  await passes(20)
  expect((await theo.ask(chat.presence, { available: true })).status).toBe(200)
  await passes(10)
  await jobs.tick()
  expect(await state()).toBe('TALKING')
  await passes(10)
  await jobs.tick()
  expect((await adjuster.ask(chat.refresh, { ...keys, nextPosition: 0 })).body).toMatchObject({
    state: 'WAITING',
    agent: null,
  })
  expect((await said(keys)).at(-1)![1]).toMatch(/lost the connection\. The next agent will continue here\.$/)
  expect((await nora.ask(chat.take, { id: keys.chatId, mine: true })).status).toBe(200)
  expect((await nora.ask(chat.finish, { id: keys.chatId })).body).toEqual({ success: true, claimContactNoteId: null })
  expect((await adjuster.ask(chat.refresh, { ...keys, nextPosition: 0 })).body.chatEnded).toBe(true)
})

test('a chat about a claim goes only to an agent of its program, and one whose agent sees it no more is taken by another', async () => {
  const keys = await begin()
  const id = keys.chatId
  await api.db.query(
    `update chat_session s set stratus_claim_id = c.id, sub_carrier = c.sub_carrier
       from (select id, sub_carrier from wc_claim where mc = 'AAA' and sub_carrier = 'AAA1' limit 1) c where s.id = $1`,
    [id],
  )
  const worksFor = (subs: string[] | null) =>
    api.db.query(`update user_carrier set sub_carriers = $1 where mc = 'AAA' and user_id = $2`, [subs, idOf('ur.aaa')])
  const { rows: before } = await api.db.query(
    `select sub_carriers from user_carrier where mc = 'AAA' and user_id = $1`,
    [idOf('ur.aaa')],
  )
  onTestFinished(async () => void (await worksFor(before[0].sub_carriers)))
  await nora.ask(chat.presence, { available: true, hidden: true })
  await theo.ask(chat.take, { id, mine: true })
  const offered = async () => (await theo.ask(chat.conversation, { id })).body.transferTo.map(({ userId }) => userId)
  expect(await offered()).toEqual([idOf('ur.aaa')])
  await worksFor(['AAA2'])
  // The menu offers nobody whom the server refuses.
  expect(await offered()).toEqual([])
  const hand = () => theo.ask(chat.take, { id, mine: false, to: idOf('ur.aaa') })
  const refused = await hand()
  expect([refused.status, refused.body.fields[0]]).toMatchObject([
    400,
    {
      path: 'to',
      message: expect.stringMatching(
        /does not work for the program of this claim\. Choose another agent, or return the chat to the queue\.$/,
      ),
    },
  ])
  expect((await theo.ask(chat.queue, {})).body.mine).toMatchObject([{ chatId: id }])
  await worksFor(['AAA1'])
  expect((await hand()).body).toMatchObject({ state: 'TALKING' })
  expect((await theo.ask(chat.take, { id, mine: true })).status).toBe(409)
  // Their programs change while they have it.
  await worksFor(['AAA2'])
  expect((await theo.ask(chat.queue, {})).body.waiting).toMatchObject([{ chatId: id, state: 'WAITING' }])
  const reply = { id, message: 'Hello.', messageKey: randomUUID() }
  expect((await theo.ask(chat.reply, reply)).status).toBe(409)
  expect((await theo.ask(chat.take, { id, mine: true })).body).toMatchObject({ state: 'TALKING' })
  expect((await theo.ask(chat.reply, reply)).status).toBe(200)
})
