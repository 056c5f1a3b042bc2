import { expect, onTestFinished, test } from 'vitest'
import { everyJob } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { trips } from '#platform/database/pools.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { eventually } from '#testing/eventually.ts'
import { owners } from './contract.ts'

const emails = async (api: TestApi): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await api.db.query('select username, email from app_user')).rows.map((row) => [row.username, row.email]),
  )
const one = { sub: 'AAA1', at: 1 } as const

test('a name finds the users who may own the request, in any spelling, and no others', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  const ask = (name: string, who = adjuster) => who.ask(owners.byName, { id, name })
  await ask('aaa')
  const before = trips.count
  const found = async (name: string) => (await ask(name)).body.map((person) => person.name)
  expect(await found('aaa2, adj')).toEqual(['Adj aaa2'])
  expect(trips.count - before).toBe(1)
  for (const name of ['adj aaa2', 'AAA2', ' aaa2 , Adj '])
    expect([name, await found(name)]).toEqual([name, ['Adj aaa2']])
  expect(await found('Super')).toEqual(['Super aaa'])
  // The current owner, readers, and users of other carriers are not found.
  expect(await found('aaa, adj')).toEqual(['Adj aaa2'])
  for (const name of ['only', 'bbb', '%%', '__', 'spec, prog']) expect([name, await found(name)]).toEqual([name, []])
  expect((await ask('a')).status).toBe(400)
  expect((await ask('aaa', await api.signIn('adj.bbb'))).status).toBe(404)
})

test('chosen owners are shown with the codes they could clear, and why they could not clear the others', async () => {
  const api = await startFixtureApi()
  const mail = await emails(api)
  const id = await raiseAuthorization(api, { ...one, drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 })
  const adjuster = await api.signIn('adj.aaa')
  await api.db.query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at) values ('AAA', gen_random_uuid(), $1, now() - interval '1 hour', now() + interval '2 days')`,
    [idOf('adj.aaa2')],
  )
  const names = ['adj.aaa', 'adj.aaa2', 'pharm.aaa', 'read.only', 'gone.aaa', 'adj.bbb']
  const asked = { authorizationId: id, caseOwnerEmails: [...names.map((name) => mail[name]!), 'Nobody@x.example'] }
  await adjuster.ask(owners.rights, asked)
  const before = trips.count
  const { body } = await adjuster.ask(owners.rights, asked)
  expect(trips.count - before).toBe(1)
  const unknown = 'Nobody of this carrier has this e-mail address.'
  expect(body.map((one) => [one.name, one.canDecide, one.canOverrideSafety, one.outOfOffice, one.reason])).toEqual([
    ['Adj aaa', true, false, false, null],
    ['Adj aaa2', true, false, true, expect.stringMatching(/^Adj aaa2 is out of office until \d\d\/\d\d\/\d{4}\.$/)],
    ['Pharm aaa', true, true, false, null],
    ['Read only', false, false, false, 'Read only cannot work on this group.'],
    ['Gone aaa', false, false, false, 'Gone aaa is not active.'],
    ['', false, false, false, unknown],
    ['', false, false, false, unknown],
  ])
  // The day of return is in the caller's zone: 02:30 in New York is the evening before in Honolulu.
  await api.db.query(`update out_of_office set end_at = '2036-03-11T06:30:00Z'`)
  for (const [zone, day] of [
    ['America/New_York', '03/11/2036'],
    ['Pacific/Honolulu', '03/10/2036'],
  ] as const) {
    await api.db.query(`update app_user set time_zone = $1 where username = 'adj.aaa'`, [zone])
    const again = await (
      await api.signIn('adj.aaa')
    ).ask(owners.rights, { ...asked, caseOwnerEmails: [mail['adj.aaa2']!] })
    expect(again.body[0]!.reason).toBe(`Adj aaa2 is out of office until ${day}.`)
  }
  await api.db.query('update rx_authorization set status_id = 23')
  expect((await adjuster.ask(owners.rights, { ...asked, caseOwnerEmails: [mail['adj.aaa']!] })).body[0]).toMatchObject({
    canDecide: false,
    reason: expect.stringContaining('utilization review'),
  })
  expect((await (await api.signIn('adj.bbb')).ask(owners.rights, asked)).status).toBe(404)
})

test('a letter to the examiner of a federal program goes to an address on file, without drug or diagnosis, and is logged', async () => {
  const api = await startFixtureApi()
  const mail = await emails(api)
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  const send = (more: object = {}, who = adjuster) =>
    who.ask(owners.mailExaminer, { authorizationId: id, message: 'Please call me about this request.', ...more })
  const untouched = await decisionRows(api)
  expect((await send()).body.status.code).toBe('FEATURE_OFF')
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'dolEnabled', 'true')`)
  const said = async (more: object, who = adjuster) => (await send(more, who)).body.status.code
  expect(await said({ to: 'somebody@elsewhere.example' })).toBe('VALIDATION')
  expect(await said({ to: mail['adj.bbb']! })).toBe('VALIDATION')
  expect(await said({ to: 'a@b.example\r\nBcc: c@d.example' })).toBe('VALIDATION')
  expect(await said({ subject: 'Two\nlines' })).toBe('VALIDATION')
  expect(await said({ message: '  ' })).toBe('VALIDATION')
  expect(await said({}, await api.signIn('read.only'))).toBe('UPDATE_BLOCKED')
  expect(await said({}, await api.signIn('adj.bbb'))).toBe('NOT_FOUND')
  await api.db.query(`delete from carrier_setting`)
  expect(await decisionRows(api)).toBe(untouched)
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'dolEnabled', 'true')`)
  const before = trips.count
  const first = await send()
  expect(trips.count - before).toBe(2)
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'dolExaminerMailbox', '"Examiners@dol.example"')`)
  await send({ subject: 'About a claim' })
  await send({ to: mail['adj.aaa2']!.toUpperCase() })
  const { rows } = await api.db.query(
    'select id, channel, address, subject, body, status from outside_message order by created_at, id',
  )
  const letters = rows.filter((row) => row.body.includes('Please call me'))
  expect(letters.map((row) => [row.channel, row.address])).toEqual([
    ['MAIL', mail['adj.aaa']],
    ['MAIL', 'examiners@dol.example'],
    ['MAIL', mail['adj.aaa2']],
  ])
  expect(letters[0].id).toBe(first.body.emailId)
  expect([letters[0].subject, letters[1].subject]).toEqual([expect.stringMatching(/^Request \d{12}$/), 'About a claim'])
  for (const letter of letters) expect(letter.body).not.toMatch(/pregabalin|ortega|lumbar/i)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, {}, 1e9)
  onTestFinished(() => jobs.stop())
  await eventually(async () => {
    await jobs.relay()
    expect(
      (
        await api.db.query(
          `select count(*)::int as n from outside_message where status = 'SENT' and body like '%Please call me%'`,
        )
      ).rows[0].n,
    ).toBe(3)
  })
  const log = (
    await api.db.query(
      `select event_text from authorization_event where event_code = 310 and event_text like '%examiner%' order by id`,
    )
  ).rows
  expect(log.filter((line) => line.event_text === 'E-mail to claims examiner queued')).toHaveLength(3)
})

test('the users of a carrier are listed whole, only those who are active, by their first letters, and by group', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const names = (body: unknown): string[] => (body as { name: string }[]).map(({ name }) => name)
  const all = await adjuster.ask(owners.all, { mc: 'AAA' })
  const active = await adjuster.ask(owners.active, { mc: 'AAA' })
  expect(names(all.body)).toEqual(expect.arrayContaining(['Adj aaa', 'Gone aaa']))
  expect(names(all.body)).not.toEqual(expect.arrayContaining(['Adj bbb']))
  expect(names(all.body)).not.toContain('Read only')
  expect(all.body.find(({ name }) => name === 'Gone aaa')!.active).toBe(false)
  expect(names(active.body)).toEqual(names(all.body.filter((person) => person.active)))
  const keys = all.body.map(({ lastName, firstName }) => `${lastName} ${firstName}`)
  expect(keys).toEqual(keys.toSorted())

  const beginning = async (chars: string) =>
    names((await adjuster.ask(owners.activeBeginning, { mc: 'AAA', chars })).body)
  expect(await beginning('aaa2')).toEqual(['Adj aaa2'])
  expect(await beginning('ADJ aaa2')).toEqual(['Adj aaa2'])
  expect(await beginning('gone')).toEqual([])
  for (const chars of ['%%', '__', '..']) expect([chars, await beginning(chars)]).toEqual([chars, []])

  const group = { mc: 'AAA', sc: 'AAA1', g: 'AAA1GRP' }
  const whole = names((await adjuster.ask(owners.ofGroup, group)).body)
  const some = names((await adjuster.ask(owners.ofGroupBeginning, { ...group, chars: 'aaa2' })).body)
  expect(some).toEqual(whole.filter((name) => name === 'Adj aaa2'))
  const stranger = await api.signIn('adj.bbb')
  expect((await stranger.ask(owners.ofGroupBeginning, { ...group, chars: 'aaa2' })).status).toBe(404)
  expect((await stranger.ask(owners.all, { mc: 'AAA' })).status).toBe(404)

  await api.db.query(`insert into feature_flag_override (mc, key, enabled) values ('AAA', 'activeAdjusters', false)`)
  expect((await adjuster.ask(owners.active, { mc: 'AAA' })).status).toBe(403)
})
