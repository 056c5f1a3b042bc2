import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { everyJob, everyTick } from '#registry'
import { MOST_TRIES } from '#features/notifications/retries.ts'
import { nextMorning } from '#features/notifications/rules.ts'
import { startJobs, type Jobs } from '#platform/jobs/jobs.ts'
import type { Outgoing } from '#platform/gateways/gateways.ts'
import { RefusedAddress } from '#platform/gateways/refused-address.ts'
import { anotherWorker } from '#testing/another-worker.ts'
import { answerForGateways } from '#testing/gateway-answers.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { INTAKE_TOKEN, type TestApi, type Visitor } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { samplePdf } from '#testing/pdf-documents.ts'
import { eventually } from '#testing/eventually.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { letters } from './contract.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const office = 'office@clinic.example'
let api: TestApi
let adjuster: Visitor
let jobs: Jobs
let at = 400
/** What the gateways received, and how they answer the next message. */
const handed: (Outgoing & { by: string })[] = []
let behaves: (message: Outgoing, by: string) => Promise<'taken' | 'delivered'> = async () => 'taken'

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  answerForGateways(api, async (message, by) => {
    handed.push({ ...message, by })
    return behaves(message, by)
  })
  jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
})
afterAll(async () => {
  await jobs.stop()
  await api.close()
})

const query = async <T = Record<string, never>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await api.db.query(text, values)).rows as T[]
/** Signs in again: the clock was moved. */
const signIn = async () => (adjuster = await api.signIn('adj.aaa'))
const request = async () => {
  await signIn()
  return raiseAuthorization(api, await anotherWorker(api, 'AAA1', (at += 1)))
}
const one = async (id: string) => (await adjuster.ask(authorizations.one, { id })).body
const letterOf = async (id: string) => (await one(id)).lomn[0]!
const codes = async (id: string): Promise<number[]> =>
  (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events
    .map(({ eventCode }) => eventCode)
    .toReversed()
/** Runs due jobs until they are done. */
const until = (happened: () => Promise<void>) =>
  eventually(async () => {
    await jobs.relay()
    await happened()
  })
const status = (id: string, wanted: string) => until(async () => expect((await letterOf(id)).status).toBe(wanted))
const mailed = async (id: string) =>
  adjuster.ask(letters.email, { authorizationId: id, version: (await one(id)).version, to: [office] })
const faxed = (id: string) => adjuster.ask(letters.fax, { authorizationId: id, version: 1, faxNumber: '8135550151' })
const gatewaySays = (faxJobId: string, said: 'sent' | 'delivered' | 'failed', reason?: string) =>
  api.service.ask(letters.faxStatus, { faxJobId, status: said, ...(reason && { reason }) })
const notices = (id: string) =>
  query<{ kind: string; username: string }>(
    'select n.kind, u.username from user_notification n join app_user u on u.id = n.user_id where n.authorization_id = $1 order by n.at, n.kind, u.username',
    [id],
  )

test('an authorization with two open letters still waits for the other when one is cancelled', async () => {
  const id = await request()
  const first = (await mailed(id)).body
  await query(`update rx_authorization set prescriber_npi = '1999999984' where id = $1`, [id])
  await query("update lomn_request set requested_at = requested_at - interval '2 minutes' where id = $1", [
    first.lomnId,
  ])
  const asked = { authorizationId: id, version: 2, faxNumber: '8135550188', confirmFaxNumber: '8135550188' }
  const second = (await adjuster.ask(letters.fax, asked)).body
  expect((await adjuster.ask(letters.cancel, { lomnId: second.lomnId })).body).toMatchObject({
    status: 'CANCELLED',
    authorizationStatusId: 21,
  })
  expect((await adjuster.ask(letters.cancel, { lomnId: first.lomnId })).body).toMatchObject({
    authorizationStatusId: 20,
  })
})

test('a letter waits for the undo time, then is sent once; cancelled in that time it is never sent', async () => {
  const id = await request()
  const sent = (await mailed(id)).body
  handed.length = 0
  await jobs.relay()
  expect(handed.filter(({ to }) => to === office)).toEqual([])
  api.clock.move(11_000)
  await status(id, 'SENT')
  expect(handed.filter(({ to }) => to === office)).toEqual([
    expect.objectContaining({
      by: 'MAIL',
      subject: expect.stringContaining(sent.referenceNumber),
      attachment: undefined,
    }),
  ])
  expect((await letterOf(id)).deliveredAt).toBeNull()
  // The prescriber's first view counts as delivery.
  const token = /letter#(\S+)/.exec(handed.find(({ to }) => to === office)!.text)![1]!
  await api.anonymous.ask(letters.open, { token })
  expect(await letterOf(id)).toMatchObject({ status: 'DELIVERED', deliveredAt: expect.any(String) })

  const second = await request()
  const off = (await mailed(second)).body
  handed.length = 0
  expect((await adjuster.ask(letters.cancel, { lomnId: off.lomnId })).body).toMatchObject({
    status: 'CANCELLED',
    authorizationStatusId: 20,
  })
  api.clock.move(11_000)
  await jobs.relay()
  expect(handed.filter(({ to }) => to === office)).toEqual([])
  expect(await codes(second)).toEqual([100, 150, 151, 162])
  expect((await adjuster.ask(letters.cancel, { lomnId: off.lomnId })).body.status.code).toBe('CONFLICT')
  // Another letter may be requested.
  await query("update lomn_request set requested_at = requested_at - interval '2 minutes' where id = $1", [off.lomnId])
  expect((await mailed(second)).status).toBe(200)
})

test('a fax carries its pages; the gateway’s report of delivery counts once', async () => {
  const id = await request()
  const { faxJobId, referenceNumber } = (await faxed(id)).body
  handed.length = 0
  api.clock.move(11_000)
  await status(id, 'SENT')
  const [fax] = handed.filter(({ by }) => by === 'FAX')
  expect(fax).toMatchObject({
    id: faxJobId,
    to: '8135550151',
    attachment: { type: 'application/pdf', name: `Letter request ${referenceNumber}.pdf` },
  })
  expect(Buffer.from(fax!.attachment!.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await gatewaySays(faxJobId!, 'delivered')).body).toEqual({ success: true, status: 'delivered' })
  expect((await letterOf(id)).status).toBe('DELIVERED')
  expect((await gatewaySays(faxJobId!, 'delivered')).status).toBe(200)
  expect((await gatewaySays(faxJobId!, 'failed')).status).toBe(200)
  expect(await letterOf(id)).toMatchObject({ status: 'DELIVERED', attempts: 0 })
  expect((await codes(id)).filter((code) => code === 151)).toHaveLength(1)
  // Refused without the service's token, and for an unknown fax.
  expect((await adjuster.ask(letters.faxStatus, { faxJobId: faxJobId!, status: 'failed' })).status).toBe(401)
  expect((await gatewaySays('0190f5f0-0000-7000-8000-000000000000', 'failed')).status).toBe(404)
  const audit = await query<{ actor: string; mc: string }>(
    `select actor, mc from access_audit where call = 'letters.faxStatus'`,
  )
  expect(audit).toEqual([{ actor: 'Gateway', mc: 'AAA' }])
})

test('the fax gateway reports faxes: an e-mail and a text of the same carrier are not found and stay as they are', async () => {
  const id = await request()
  await mailed(id)
  await status(id, 'SENT')
  const messages = () =>
    query<{ id: string; channel: string; status: string }>(
      `select id, channel, status from outside_message where mc = 'AAA' and channel <> 'FAX' order by id`,
    )
  const before = await messages()
  expect(before.map(({ channel }) => channel)).toContain('MAIL')
  for (const message of before)
    for (const said of ['sent', 'delivered', 'failed'] as const)
      expect((await gatewaySays(message.id, said)).status).toBe(404)
  expect(await messages()).toEqual(before)
  expect((await letterOf(id)).status).toBe('SENT')
})

test('a gateway that is down is retried for a day with the same id; then the letter has failed and its owner is notified', async () => {
  const id = await request()
  const { faxJobId, lomnId } = (await faxed(id)).body
  handed.length = 0
  behaves = async (_message, by) => {
    if (by === 'FAX') throw new Error('The gateway answered 503.')
    return 'taken'
  }
  api.clock.move(11_000)
  for (const [tries, minutes] of [
    [1, 1],
    [2, 2],
    [3, 5],
  ] as const) {
    await until(async () => expect((await letterOf(id)).attempts).toBe(tries))
    expect(await letterOf(id)).toMatchObject({ status: 'QUEUED', lastError: 'The gateway answered 503.' })
    await jobs.relay()
    expect(handed.filter(({ by }) => by === 'FAX')).toHaveLength(tries)
    api.clock.move(minutes * MINUTE)
    await signIn()
  }
  // After nearly a day of retries: one more, then the last.
  await until(async () => expect((await letterOf(id)).attempts).toBe(4))
  await query('update lomn_request set attempts = $2 where id = $1', [lomnId, MOST_TRIES - 1])
  api.clock.move(10 * MINUTE)
  await signIn()
  await until(async () => expect((await letterOf(id)).attempts).toBe(MOST_TRIES))
  expect((await letterOf(id)).status).toBe('QUEUED')
  api.clock.move(10 * MINUTE)
  await signIn()
  await status(id, 'FAILED')
  behaves = async () => 'taken'
  expect(new Set(handed.filter(({ by }) => by === 'FAX').map((message) => message.id))).toEqual(new Set([faxJobId]))
  expect(handed.filter(({ by }) => by === 'FAX')).toHaveLength(6)
  const log = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events
  expect(log[0]).toMatchObject({ eventCode: 151, eventText: 'Letter failed: The gateway answered 503.' })
  await until(async () => expect(await notices(id)).toContainEqual({ kind: 'letterFailed', username: 'adj.aaa' }))
  // The authorization still waits; it can be decided, the letter requested by another channel, and the answer still
  // accepted.
  expect(await one(id)).toMatchObject({
    authorizationStatusId: 21,
    allowedActions: expect.arrayContaining(['approve', 'lomn']),
  })
  expect((await mailed(id)).body).toMatchObject({ success: true, authorizationStatusId: 21 })
  expect(lomnId).not.toBe((await letterOf(id)).lomnId)
})

test.each([
  ['a fax number', '8135550151', faxed],
  ['an e-mail address', office, mailed],
])(
  '%s that the gateway refuses is retried once; then the letter has failed and its owner is notified',
  async (_what, address, ask) => {
    const id = await request()
    await ask(id)
    handed.length = 0
    // Unreachable before the refusal: the two are counted separately.
    const tried = () => handed.filter(({ to }) => to === address)
    behaves = async ({ to }) => {
      if (to !== address) return 'taken'
      throw tried().length === 1 ? new Error('no answer') : new RefusedAddress('No such address.')
    }
    api.clock.move(11_000)
    for (const [tries, minutes] of [
      [1, 1],
      [2, 5],
    ] as const) {
      await until(async () => expect((await letterOf(id)).attempts).toBe(tries))
      expect((await letterOf(id)).status).toBe('QUEUED')
      api.clock.move(minutes * MINUTE)
      await signIn()
    }
    await status(id, 'FAILED')
    behaves = async () => 'taken'
    expect(tried()).toHaveLength(3)
    expect(await letterOf(id)).toMatchObject({ attempts: 3, lastError: 'No such address.' })
    // The e-mail that notifies the owner writes its own event beside this one.
    const { events } = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body
    const failures = events.filter(({ eventCode }) => eventCode === 151)
    expect(failures).toMatchObject([{ eventText: 'Letter failed: No such address.' }])
    await until(async () => expect(await notices(id)).toContainEqual({ kind: 'letterFailed', username: 'adj.aaa' }))
  },
)

test('a fax that was accepted and not delivered is sent once more as a new fax', async () => {
  const id = await request()
  const { faxJobId } = (await faxed(id)).body
  handed.length = 0
  api.clock.move(11_000)
  await status(id, 'SENT')
  expect((await gatewaySays(faxJobId!, 'failed', 'Line busy')).status).toBe(200)
  expect(await letterOf(id)).toMatchObject({ status: 'QUEUED', attempts: 1, lastError: 'Line busy' })
  expect((await gatewaySays(faxJobId!, 'failed', 'Line busy')).status).toBe(200)
  expect((await letterOf(id)).attempts).toBe(1)
  api.clock.move(6 * MINUTE)
  await signIn()
  await status(id, 'SENT')
  const ids = handed.filter(({ by }) => by === 'FAX').map((message) => message.id)
  expect(new Set(ids).size).toBe(2)
  expect((await gatewaySays(ids.at(-1)!, 'failed', 'Line busy')).status).toBe(200)
  expect(await letterOf(id)).toMatchObject({ status: 'FAILED', attempts: 2, lastError: 'Line busy' })
  expect((await codes(id)).filter((code) => code === 151)).toHaveLength(1)
  await until(async () => expect(await notices(id)).toContainEqual({ kind: 'letterFailed', username: 'adj.aaa' }))
  // The gateway corrects itself.
  expect((await gatewaySays(ids.at(-1)!, 'delivered')).body).toEqual({ success: true, status: 'delivered' })
  expect(await letterOf(id)).toMatchObject({ status: 'DELIVERED', deliveredAt: expect.any(String) })
})

test('a letter expires after ten working days without an answer; the legal clock is not affected', async () => {
  await query(
    "update rx_authorization set statutory_due_at = statutory_due_at + interval '60 days', juris_state = 'OH' where false",
  )
  const id = await request()
  // No statutory step comes first.
  await query("update rx_authorization set statutory_due_at = statutory_due_at + interval '40 days' where id = $1", [
    id,
  ])
  const { statutoryDueAt } = await one(id)
  const { lomnId } = (await mailed(id)).body
  const token = /letter#(\S+)/.exec(
    (
      await query<{ body: string }>(
        'select o.body from outside_message o join lomn_request l on l.message_id = o.id where l.id = $1',
        [lomnId],
      )
    )[0]!.body,
  )![1]!
  const { answerBy } = await letterOf(id)
  const working = (days: number) => api.clock.move(days * DAY)
  working(9)
  await jobs.tick()
  await jobs.tick()
  await signIn()
  expect(await one(id)).toMatchObject({ authorizationStatusId: 21, statutoryDueAt })
  working(9)
  await jobs.tick()
  await signIn()
  expect(await one(id)).toMatchObject({ authorizationStatusId: 20, lomnStatus: 'EXPIRED', statutoryDueAt })
  expect(answerBy < dayAt(api.clock.now())).toBe(true)
  await jobs.tick()
  expect((await codes(id)).filter((code) => code === 153)).toHaveLength(1)
  await until(async () => expect(await notices(id)).toContainEqual({ kind: 'letterExpired', username: 'adj.aaa' }))
  expect((await api.anonymous.ask(letters.open, { token })).body).toMatchObject({ state: 'CLOSED', letter: null })
  expect((await adjuster.ask(decision.approve, { id, version: (await one(id)).version })).status).toBe(200)
})

test('a decision cancels the letter and notifies the prescriber at the letter’s address; undone, the letter is waited for again', async () => {
  const id = await request()
  const { lomnId } = (await mailed(id)).body
  api.clock.move(11_000)
  await status(id, 'SENT')
  const decided = await adjuster.ask(decision.approve, { id, version: 2 })
  expect(decided.status).toBe(200)
  expect(await letterOf(id)).toMatchObject({ lomnId, status: 'CANCELLED', closedAt: expect.any(String) })
  expect((await adjuster.ask(decision.undo, { id })).status).toBe(200)
  expect(await one(id)).toMatchObject({ authorizationStatusId: 21, lomn: [{ status: 'SENT', closedAt: null }] })
  handed.length = 0
  const again = await adjuster.ask(decision.approve, { id, version: (await one(id)).version })
  expect(again.status).toBe(200)
  api.clock.move(11_000)
  await until(async () => expect(handed.some(({ to }) => to === office)).toBe(true))
  const sent = handed.filter(({ to }) => to === office)
  expect(sent).toEqual([expect.objectContaining({ by: 'MAIL', text: expect.stringContaining('is no longer needed') })])
  expect(sent[0]!.text).toContain('was approved')
  expect(handed.filter(({ by }) => by === 'FAX')).toEqual([])
  await signIn()
  expect((await letterOf(id)).status).toBe('CANCELLED')
})

test('a decision before the letter was sent keeps it from being sent; undone, it is sent after all', async () => {
  const id = await request()
  await mailed(id)
  handed.length = 0
  expect((await adjuster.ask(decision.approve, { id, version: 2 })).status).toBe(200)
  expect((await adjuster.ask(decision.undo, { id })).status).toBe(200)
  expect((await letterOf(id)).status).toBe('QUEUED')
  api.clock.move(11_000)
  await status(id, 'SENT')
  expect(handed.filter(({ to }) => to === office)).toHaveLength(1)
})

test('owner and worker are notified of a received letter; pharmacists of one on a reconsideration', async () => {
  // Texts are sent by day, in both zones of Florida: the worker's ZIP code is not known.
  const now = api.clock.now()
  api.clock.move(Date.parse(nextMorning(now.toISOString(), 'America/Chicago')) - now.getTime())
  await query(
    "update user_carrier set roles = '{clinical_pharmacist}' where user_id = (select id from app_user where username = 'pharm.aaa')",
  )
  const id = await request()
  await giveTextConsent(api.db, '8135550144')
  const { lomnId } = (await mailed(id)).body
  await query('update rx_authorization set reconsideration_level = 1 where id = $1', [id])
  handed.length = 0
  api.clock.move(11_000)
  await until(async () => expect(handed.some(({ by }) => by === 'SMS')).toBe(true))
  const [message] = await query<{ body: string }>(
    'select o.body from outside_message o join lomn_request l on l.message_id = o.id where l.id = $1',
    [lomnId],
  )
  const came = await api.anonymous.ask(letters.respond, {
    token: /letter#(\S+)/.exec(message!.body)![1]!,
    file: { name: 'a.pdf', type: 'application/pdf', bytes: samplePdf('x') },
    signedBy: 'Ansel Hawthorne',
    attested: true,
  })
  expect(came.status).toBe(200)
  await until(async () =>
    expect((await notices(id)).map(({ kind, username }) => `${kind} ${username}`)).toEqual(
      expect.arrayContaining(['letterSent adj.aaa', 'letterReceived adj.aaa', 'letterReceived pharm.aaa']),
    ),
  )
  const texts = () => handed.filter(({ by }) => by === 'SMS').map(({ text }) => text)
  await until(async () => {
    expect(texts()).toContainEqual(expect.stringContaining('We asked your doctor'))
    expect(texts()).toContainEqual(expect.stringContaining('Your doctor answered'))
  })
  expect(handed.filter(({ by }) => by === 'SMS').some(({ text }) => /pregabalin|Ortega/i.test(text))).toBe(false)
})

test('when a pharmacist approves all they may, what remains is named and those who can clear it are notified', async () => {
  await query(`insert into carrier_setting (mc, key, value) values ('AAA', 'opioidLetterAfterDays', '0')`)
  await signIn()
  const worker = await anotherWorker(api, 'AAA1', (at += 1))
  const id = await raiseAuthorization(api, { ...worker, drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 })
  await query(`delete from carrier_setting where key = 'opioidLetterAfterDays'`)
  const { rejects } = await one(id)
  const needed = [...new Set(rejects.filter((reject) => reject.letterNeeded).map(({ rejectCode }) => rejectCode))]
  expect(needed).toEqual(['75', '88'])
  const half = await adjuster.ask(decision.approve, { id, version: 1, note: 'Related to the injury' })
  expect(half.body).toMatchObject({
    authorizationStatusId: 22,
    warnings: [
      'Code 75, 88 needs a letter of medical necessity; request one from the prescriber.',
      'A pharmacist must clear 922, 925.',
    ],
  })
  const pharmacist = await api.signIn('pharm.aaa')
  const rest = { safetyRejectEnabled: true, note: 'Spoke with the prescriber' }
  const clear = (...codes: string[]) => ({
    ...rest,
    rejects: codes.map((rejectCode) => ({ rejectCode, override: true, reason: 'As agreed by phone' })),
  })
  // A missing letter is no question of rights: nobody clears the code without it.
  const without = await pharmacist.ask(decision.approve, { id, version: 2, ...clear('88') })
  expect(without.body.status).toMatchObject({ code: 'RULE', message: expect.stringContaining('letter') })
  const kept = await pharmacist.ask(decision.approve, { id, version: 2, ...clear('922', '925') })
  expect(kept.body).toMatchObject({
    authorizationStatusId: 22,
    warnings: ['Code 75, 88 needs a letter of medical necessity; request one from the prescriber.'],
  })
  const log = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events
  expect(log[0]).toMatchObject({
    eventCode: 134,
    eventText: 'Approved by Pharm aaa except 75, 88, which wait for a letter of medical necessity',
  })
  // The adjuster knew when they approved; they are notified of the pharmacist's part.
  await until(async () =>
    expect((await notices(id)).filter(({ kind }) => kind === 'letterNeeded')).toEqual([
      { kind: 'letterNeeded', username: 'adj.aaa' },
    ]),
  )
  const again = await pharmacist.ask(decision.approve, { id, version: 3, note: rest.note })
  expect(again.body.status).toMatchObject({
    code: 'SAFETY_NEEDS_PHARMACIST',
    message: expect.stringContaining('needs a letter of medical necessity'),
  })
})

test('senior pharmacists are notified of a code that only they can clear', async () => {
  await query(`insert into carrier_setting values ('AAA', '*', 'safetyOverrides', 'true')`)
  // Without a license a senior clears nothing.
  await query(
    `update user_carrier set license_states = '{FL}' where user_id = (select id from app_user where username = 'clin.aaa')`,
  )
  await signIn()
  const worker = await anotherWorker(api, 'AAA1', (at += 1))
  const id = await raiseAuthorization(api, { ...worker, drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 })
  await query(
    `update rx_authorization
      set rejects = (
        select jsonb_agg(case when r ->> 'rejectCode' = '922' then r || '{"overridableBy": "O"}' else r end)
        from jsonb_array_elements(rejects) r)
      where id = $1`,
    [id],
  )
  await adjuster.ask(decision.approve, { id, version: 1, note: 'Related to the injury' })
  const pharmacist = await api.signIn('pharm.aaa')
  const half = await pharmacist.ask(decision.approve, {
    id,
    version: 2,
    rejects: [{ rejectCode: '925', override: true }],
    safetyRejectEnabled: true,
    safetyAck: 'As agreed by phone',
    note: 'Spoke with the prescriber',
  })
  expect(half.body).toMatchObject({
    authorizationStatusId: 22,
    warnings: ['A senior pharmacist, together with a second person, must clear 922.'],
  })
  await until(async () => expect(await notices(id)).toContainEqual({ kind: 'seniorNeeded', username: 'clin.aaa' }))
  await query(`delete from carrier_setting where key = 'safetyOverrides'`)
})

test('logs contain no code, no person and no address', () => {
  const lines = api.logged.join('\n')
  expect(lines).not.toMatch(/letter#|Ortega|office@clinic|8135550151/)
  expect(lines).not.toContain(INTAKE_TOKEN)
})
