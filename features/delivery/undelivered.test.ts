import { beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { recipients, lacksAddress, happenings } from '#features/notifications/rules.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import type { TestApi } from '#testing/api.ts'
import { anotherWorker } from '#testing/another-worker.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { asFile, returnedMail } from '#testing/returned-mail.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { reportChanges } from '#features/letters/late-report.ts'

// A message that does not arrive is logged and its owner is notified, however late that is known.

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  return () => api.close()
})

const deny = async (id: string) => {
  const adjuster = await api.signIn('adj.aaa')
  const note = 'Gabapentin was not tried first'
  expect((await adjuster.ask(decision.reject, { id, version: 1, reasonId: 6, note })).status).toBe(200)
  api.clock.move(11_000)
  await runJobsUntilIdle(api)
}
const faxes = async (id: string): Promise<{ id: string; status: string; delivered: boolean }[]> =>
  (
    await api.db.query(
      `select id, status, delivered_at is not null as delivered from outside_message
        where authorization_id = $1 and channel = 'FAX' order by created_at, id`,
      [id],
    )
  ).rows
const says = (faxJobId: string, status: 'sent' | 'delivered' | 'failed', reason?: string) =>
  api.service.ask(letters.faxStatus, { faxJobId, status, ...(reason && { reason }) })
const log = async (id: string): Promise<string[]> =>
  (
    await api.db.query(
      `select event_text from authorization_event
        where authorization_id = $1 and event_code = 310 and event_text not like 'E-mail to Adj%' order by id`,
      [id],
    )
  ).rows.map((row) => row.event_text)
const notices = async (id: string): Promise<string[]> =>
  (
    await api.db.query(
      `select u.username || ': ' || n.title as line from user_notification n join app_user u on u.id = n.user_id
        where n.authorization_id = $1 and n.kind in ('notDelivered', 'noAddress') and n.title not like '%patient%'
        order by n.at, n.id`,
      [id],
    )
  ).rows.map((row) => row.line)

test('a fax of a denial that fails later is logged, its owner is notified, and it is sent once more; a late delivery counts', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1, date: day(1) })
  await deny(id)
  const [first] = await faxes(id)
  expect(await log(id)).toEqual(['Fax to Ansel Hawthorne, MD sent'])
  // Of a fax nothing is learned by mail.
  const back = asFile(returnedMail({ action: 'failed', status: '5.1.1' }))
  expect((await api.service.ask(letters.mailReport, { messageId: first!.id, file: back })).status).toBe(404)
  expect((await says(first!.id, 'failed', 'Line busy')).status).toBe(200)
  expect((await says(first!.id, 'failed', 'Line busy')).status).toBe(200)
  expect((await log(id)).at(-1)).toBe('Fax to Ansel Hawthorne, MD failed: Line busy. It is sent once more.')
  expect(await notices(id)).toEqual([
    expect.stringMatching(/^adj\.aaa: The fax to Ansel .* could not be delivered\. It is sent once more\.$/),
  ])
  api.clock.move(6 * 60_000)
  await runJobsUntilIdle(api)
  const [, second] = await faxes(id)
  expect(await faxes(id)).toMatchObject([{ status: 'FAILED' }, { status: 'SENT' }])
  await says(second!.id, 'failed', 'No answer')
  expect((await log(id)).at(-1)).toBe('Fax to Ansel Hawthorne, MD failed: No answer.')
  expect(await notices(id)).toHaveLength(2)
  expect(await faxes(id)).toHaveLength(2)
  // The gateway corrects itself; a failure that comes after it changes nothing.
  await says(second!.id, 'delivered')
  await says(second!.id, 'failed')
  expect(await faxes(id)).toMatchObject([{ status: 'FAILED' }, { status: 'SENT', delivered: true }])
  expect((await log(id)).at(-1)).toBe('Fax to Ansel Hawthorne, MD delivered')
})

test.each([
  ['QUEUED', null, 'sent', undefined],
  ['SENT', null, 'sent', undefined],
  ['SENT', null, 'delivered', 'delivered'],
  ['SENT', null, 'failed', 'failed'],
  ['FAILED', null, 'failed', undefined],
  ['FAILED', null, 'delivered', 'delivered'],
  ['SENT', '2026-11-20T12:00:00.000Z', 'failed', undefined],
  ['SENT', '2026-11-20T12:00:00.000Z', 'delivered', undefined],
] as const)('of a fax that is %s, delivered at %s, the report %s changes: %s', (status, delivered, report, change) => {
  expect(reportChanges({ status, delivered_at: delivered }, report)).toBe(change)
})

test('a mail of a denial that comes back is logged, its owner is notified, and it is sent once more; a note of absence changes nothing', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 3, date: day(1) })
  await api.db.query(
    `update practitioner set fax = null, email = 'office@clinic.example' where npi =
    (select prescriber_npi from rx_authorization where id = $1)`,
    [id],
  )
  await deny(id)
  const mails = async () =>
    (
      await api.db.query(
        `select id, status, delivered_at is not null as delivered from outside_message
          where authorization_id = $1 and channel = 'MAIL' and address = 'office@clinic.example' order by created_at, id`,
        [id],
      )
    ).rows as { id: string; status: string; delivered: boolean }[]
  const comesBack = async (messageId: string, message: string) =>
    (await api.service.ask(letters.mailReport, { messageId, file: asFile(message) })).body as { status: string }
  const unknown = returnedMail({ action: 'failed', status: '5.1.1' })
  const [first] = await mails()
  expect(await comesBack(first!.id, 'Subject: Away until Monday\r\n\r\nfailed\r\n')).toMatchObject({
    status: 'unknown',
  })
  expect(await comesBack(first!.id, returnedMail({ action: 'delayed', status: '4.4.1' }))).toMatchObject({
    status: 'sent',
  })
  expect(await mails()).toMatchObject([{ status: 'SENT' }])
  const before = (await log(id)).length
  expect(await comesBack(first!.id, unknown)).toMatchObject({ status: 'failed' })
  expect(await comesBack(first!.id, unknown)).toMatchObject({ status: 'failed' })
  const lines = await log(id)
  expect(lines.slice(before)).toEqual([
    'E-mail to Ansel Hawthorne, MD failed: the address does not exist (5.1.1). It is sent once more.',
  ])
  expect(lines.join()).not.toContain('Maria')
  expect(await notices(id)).toEqual([
    expect.stringMatching(/^adj\.aaa: The e-mail to Ansel .* could not be delivered\. It is sent once more\.$/),
  ])
  api.clock.move(6 * 60_000)
  await runJobsUntilIdle(api)
  const [, second] = await mails()
  await comesBack(second!.id, unknown)
  expect((await log(id)).at(-1)).toBe('E-mail to Ansel Hawthorne, MD failed: the address does not exist (5.1.1).')
  expect(await mails()).toMatchObject([{ status: 'FAILED' }, { status: 'FAILED' }])
  await comesBack(second!.id, returnedMail({ action: 'delivered', status: '2.1.5' }))
  await comesBack(second!.id, unknown)
  expect(await mails()).toMatchObject([{ status: 'FAILED' }, { status: 'SENT', delivered: true }])
})

test('a prescriber without fax and e-mail is not skipped: the denial is logged as not sent and its owner is notified', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 2, date: day(1) })
  await api.db.query(`update rx_authorization set prescriber_npi = '1999999984' where id = $1`, [id])
  await deny(id)
  expect(await faxes(id)).toEqual([])
  expect(await log(id)).toEqual([expect.stringMatching(/^Message to .+ not sent: no fax and no e-mail on file$/)])
  expect(await notices(id)).toEqual([
    expect.stringMatching(/^adj\.aaa: .+ was not notified about request \d{12}: no fax and no e-mail on file\./),
  ])
})

// Who would be notified has left the carrier: the next one who acts for the request is.
test.each([
  ['its case owner', [], ['adj.aaa']],
  ['who decided it', ['adj.aaa'], ['adj.aaa2']],
  ['their supervisors', ['adj.aaa', 'adj.aaa2'], ['super.aaa']],
  ['the account managers', ['adj.aaa', 'adj.aaa2', 'super.aaa'], ['ext.aaa']],
])('a fax that fails later is heard of by %s, where the others have left', async (_, gone, hear) => {
  const id = await raiseAuthorization(api, { ...(await anotherWorker(api, 'AAA1', 700 + gone.length)), date: day(1) })
  await api.db.query(`update practitioner set fax = '8135550151' where npi = '1932102084'`)
  const decider = await api.signIn('adj.aaa2')
  const note = 'Gabapentin was not tried first'
  expect((await decider.ask(decision.reject, { id, version: 1, reasonId: 6, note })).status).toBe(200)
  api.clock.move(11_000)
  await runJobsUntilIdle(api)
  const [fax] = await faxes(id)
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('ext.aaa')])
  await api.db.query('update user_carrier set active = false where user_id = any($1)', [gone.map(idOf)])
  await says(fax!.id, 'failed', 'Line busy')
  const { rows } = await api.db.query<{ to: string }>(
    `select distinct user_id as to from user_notification where authorization_id = $1 and kind = 'notDelivered'`,
    [id],
  )
  await api.db.query('update user_carrier set active = true where user_id = any($1)', [gone.map(idOf)])
  expect(new Set(rows.map(({ to }) => to))).toEqual(new Set(hear.map(idOf)))
})

test('the prescriber is reached or the owner is notified, whatever happens', () => {
  const of = { safetyOverride: false, advisedOtherwise: false, takesTexts: false, chosen: ['prescriber'] as const }
  for (const happening of happenings) {
    const nobody = { ...of, prescriberFax: null, prescriberEmail: null, letterOpen: false }
    const hears = recipients(happening, { ...nobody, prescriberFax: '8135550151' }).some(
      ({ party }) => party === 'prescriber',
    )
    expect([happening, lacksAddress(happening, nobody)]).toEqual([happening, hears])
    expect(lacksAddress(happening, { ...nobody, prescriberEmail: 'office@x.example' })).toBe(false)
  }
})
