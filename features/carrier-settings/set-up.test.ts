import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#features/settings/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { addDays } from '#platform/dates/day.ts'
import { waitForYou } from './change-statuses.ts'
import { carrierSettings } from './contract.ts'

let api: TestApi
let administrator: Visitor
let second: Visitor
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  const administer = (user: string, subs: string[] | null) =>
    api.db.query(`update user_carrier set roles = '{account_admin}', sub_carriers = $2 where user_id = $1`, [
      idOf(user),
      subs,
    ])
  await administer('ext.aaa', null)
  await administer('super.aaa', null)
  await administer('ur.aaa', ['AAA1'])
  await api.db.query(`insert into feature_flag_override values ('AAA', '*', 'dbClientSetupEnabled', true)`)
  administrator = await api.signIn('ext.aaa')
  second = await api.signIn('super.aaa')
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

type Given = { settings: Record<string, unknown>; subCarrier?: string; version?: number; startsOn?: string }
const setUp = async (given: Given, who = administrator) => who.ask(carrierSettings.setUp, given)
const shown = async (subCarrier?: string, who = adjuster) =>
  (await who.ask(carrierSettings.shown, { mc: 'AAA', ...(subCarrier && { subCarrier }) })).body
const refusal = (answer: { status: number; body: unknown }) => {
  const { status, fields } = answer.body as { status: { code: string; message: string }; fields?: unknown[] }
  return [answer.status, status.code, ...(fields?.length ? fields : [status.message])]
}
const one = async (text: string, values: unknown[] = []) => (await api.db.query(text, values)).rows

test('an adjuster reads the settings of a carrier with their defaults, and the kind of approval by name', async () => {
  expect(await shown()).toMatchObject({
    approveAuthType: { id: 3, name: 'One-time or date range' },
    allowPaFillLimit: true,
    safetyOverrides: false,
    formularyOverrides: true,
    eobrEnabled: true,
    dolEnabled: false,
    urRequirements: true,
    sojStateGuidelinesDisplay: true,
    rphRecommendation: true,
    dateLabel: 'P',
    maxApprovalDays: null,
    teamViewEnabled: true,
  })
  for (const [mc, subCarrier] of [
    ['BBB', undefined],
    ['AAA', 'BBB1'],
    ['AAA', 'AAA9'],
  ] as const)
    expect((await adjuster.ask(carrierSettings.shown, { mc, ...(subCarrier && { subCarrier }) })).status).toBe(404)
})

test('an administrator changes settings; the next request of an adjuster has them, the sub-carrier before the carrier', async () => {
  const { version } = await shown()
  const carrier = await setUp({ settings: { maxApprovalDays: 180, approveAuthType: 2 }, version })
  expect([carrier.status, carrier.body.settings.maxApprovalDays]).toEqual([200, 180])
  expect((await setUp({ subCarrier: 'AAA1', settings: { maxApprovalDays: 90 } })).body.settings).toMatchObject({
    maxApprovalDays: 90,
    approveAuthType: { id: 2, name: 'Date range only' },
  })
  expect([(await shown()).maxApprovalDays, (await shown('AAA1')).maxApprovalDays]).toEqual([180, 90])
  const global = { id1: 'AAA', id2: 'AAA1', level: 'settingsLevelGlobal' }
  expect((await adjuster.ask(settings.client, global)).body.settings['maxApprovalDays']).toBe(90)
  // A value taken away leaves that of the carrier.
  const gone = await setUp({ subCarrier: 'AAA1', settings: { maxApprovalDays: null } })
  expect(gone.body).toMatchObject({ settings: { maxApprovalDays: 180 }, version: (await shown()).version })
  expect((await shown('AAA1')).maxApprovalDays).toBe(180)
  expect(await one(`select detail from access_audit where call = 'carrierSettings.setUp' order by id`)).toHaveLength(3)
})

test('of two administrators with the same page the second is notified that it changed, and nothing is overwritten', async () => {
  const { version } = await shown()
  expect((await setUp({ settings: { teamViewEnabled: false }, version })).body.version).toBe(version + 1)
  const late = await setUp({ settings: { teamViewEnabled: true }, version }, second)
  expect(refusal(late).slice(0, 2)).toEqual([409, 'CONFLICT'])
  expect((await shown()).teamViewEnabled).toBe(false)
})

test.each([
  ['an unknown setting', { moon: true }, 'settings.moon', 'There is no setting moon.'],
  [
    'a value that does not fit',
    { maxApprovalDays: 400 },
    'settings.maxApprovalDays',
    'Longest approval takes a whole number of days, 1 to 365.',
  ],
  ['no setting', {}, 'settings', 'Enter at least one setting.'],
  ['an inherited name', { toString: 1 }, 'settings.toString', 'There is no setting toString.'],
])('%s is refused with its field', async (_, given, path, message) => {
  expect(refusal(await setUp({ settings: given }))).toMatchObject([400, 'VALIDATION', { path, message }])
})

test('settings are changed by administrators alone, of what they work in, where the carrier lets them', async () => {
  const change = { settings: { teamViewEnabled: true } }
  expect(refusal(await setUp(change, adjuster))).toEqual([403, 'NOT_ALLOWED', 'Your role does not include this.'])
  const ofOffice = await api.signIn('ur.aaa')
  expect(refusal(await setUp(change, ofOffice)).slice(0, 2)).toEqual([403, 'NOT_ALLOWED'])
  expect((await setUp({ ...change, subCarrier: 'AAA2' }, ofOffice)).status).toBe(404)
  expect((await setUp({ ...change, subCarrier: 'AAA1' }, ofOffice)).status).toBe(200)
  await api.db.query(`insert into feature_flag_override values ('AAA', 'AAA2', 'dbClientSetupEnabled', false)`)
  expect(refusal(await setUp({ ...change, subCarrier: 'AAA2' }))).toEqual([
    403,
    'FEATURE_OFF',
    'Settings of this carrier are changed by operators only.',
  ])
})

test('who clears safety codes is changed by two administrators: the second is notified and approves, not the first', async () => {
  const { body } = await setUp({ settings: { safetyOverrides: true, patientNameInFiles: false } })
  expect(body.changes.map(({ key, status }) => [key, status])).toEqual([
    ['safetyOverrides', 'WAITING'],
    ['patientNameInFiles', 'DONE'],
  ])
  expect(await shown()).toMatchObject({ safetyOverrides: false, patientNameInFiles: false })
  expect(
    await one(`select u.username from user_notification n join app_user u on u.id = n.user_id where n.kind = 'carrier_setting'
      and n.title like '%clear moderate safety codes. It waits%' order by 1`),
  ).toEqual([{ username: 'super.aaa' }])
  const changeId = body.changes[0]!.changeId
  const decide = (who: Visitor, approve = true) => who.ask(carrierSettings.decide, { changeId, approve })
  expect(refusal(await decide(administrator))).toEqual([
    403,
    'NOT_ALLOWED',
    'Another account manager approves your change.',
  ])
  expect(refusal(await setUp({ settings: { safetyOverrides: true } }))).toMatchObject([
    409,
    'DUPLICATE',
    { path: 'settings.safetyOverrides' },
  ])
  expect((await decide(second)).body.status).toBe('DONE')
  expect((await shown()).safetyOverrides).toBe(true)
  expect(refusal(await decide(second, false))[1]).toBe('ALREADY_DECIDED')
  expect(await noticesOfMaker()).toEqual([expect.stringMatching(/ approved your change of .*safety codes\.$/)])
})

const noticesOfMaker = async () => {
  const found = await one(
    `select n.title from user_notification n where n.kind = 'carrier_setting' and n.user_id = $1 and n.title like '%your change of%' order by n.at, n.id`,
    [idOf('ext.aaa')],
  )
  return found.map(({ title }) => title)
}
test('a second administrator declines with a reason, which the first is notified of and reads; who cancels needs none', async () => {
  const before = (await noticesOfMaker()).length
  const waiting = async () => (await setUp({ settings: { safetyOverrides: false } })).body.changes[0]!.changeId
  const changeId = await waiting()
  const waits = async (who: Visitor) => waitForYou((await who.ask(carrierSettings.list, {})).body.open)
  expect([await waits(second), await waits(administrator)]).toEqual([1, 0])
  expect(refusal(await second.ask(carrierSettings.decide, { changeId, approve: false, reason: ' ' }))).toMatchObject([
    400,
    'VALIDATION',
    { path: 'reason', message: 'Enter a reason.' },
  ])
  const declined = await second.ask(carrierSettings.decide, { changeId, approve: false, reason: 'Not before May.' })
  expect(declined.body.status).toBe('REFUSED')
  const history = async () =>
    (await administrator.ask(carrierSettings.changes, { key: 'safetyOverrides', page: 0, size: 1 })).body.content[0]
  expect(await history()).toMatchObject({ changeId, status: 'REFUSED', declinedBecause: 'Not before May.' })
  expect((await noticesOfMaker()).slice(before)).toEqual([expect.stringMatching(/ declined your change of /)])
  const own = await waiting()
  expect((await administrator.ask(carrierSettings.decide, { changeId: own, approve: false })).status).toBe(200)
  expect(await history()).toMatchObject({ changeId: own, declinedBecause: '' })
  expect(await noticesOfMaker()).toHaveLength(before + 1)
})

test('mail about patients goes to the carrier’s own domains only, and both are set by two', async () => {
  const mailbox = (address: string) => setUp({ settings: { dolExaminerMailbox: address } })
  const at = { path: 'settings.dolExaminerMailbox' }
  expect(refusal(await mailbox('examiner@aaa.example'))).toMatchObject([400, 'VALIDATION', at])
  const domains = await setUp({ settings: { mailDomains: ['aaa.example'] } })
  expect(domains.body.changes[0]!.status).toBe('WAITING')
  // A domain that waits is not the carrier's yet.
  expect(refusal(await mailbox('examiner@aaa.example'))).toMatchObject([400, 'VALIDATION', at])
  await second.ask(carrierSettings.decide, { changeId: domains.body.changes[0]!.changeId, approve: true })
  for (const address of ['examiner@elsewhere.example', 'examiner@not-aaa.example', 'aaa.example@evil.example'])
    expect([address, refusal(await mailbox(address))]).toMatchObject([address, [400, 'VALIDATION', at]])
  expect((await mailbox('Examiner@AAA.example')).body.changes[0]!.status).toBe('WAITING')
})

test('a queue takes people who work for the carrier, and no one else', async () => {
  const queue = (...people: string[]) => setUp({ settings: { subCarrierDesk: people.map(idOf) } })
  expect(refusal(await queue('adj.aaa', 'adj.bbb'))).toMatchObject([
    400,
    'VALIDATION',
    { path: 'settings.subCarrierDesk' },
  ])
  expect((await queue('adj.aaa')).body.changes[0]!.status).toBe('WAITING')
})

test('a change is undone, unless the setting was changed since; the history has each with names and values', async () => {
  const { body } = await setUp({ settings: { timelyFilingDays: { pos: 60, other: 300 } }, subCarrier: 'AAA1' })
  const changeId = body.changes[0]!.changeId
  expect((await administrator.ask(carrierSettings.undo, { changeId })).body.status).toBe('DONE')
  expect(await one(`select from carrier_setting where key = 'timelyFilingDays'`)).toEqual([])
  expect(refusal(await administrator.ask(carrierSettings.undo, { changeId }))).toEqual([
    409,
    'CONFLICT',
    'The setting was changed again since.',
  ])
  const { body: history } = await second.ask(carrierSettings.changes, { key: 'timelyFilingDays' })
  expect(history.content).toMatchObject([
    { subCarrier: 'AAA1', before: { pos: 60, other: 300 }, after: null, status: 'DONE', whyNotUndo: null },
    { before: null, after: { pos: 60, other: 300 }, whyNotUndo: 'The setting was changed again since.' },
  ])
})

test('a change planned for a day takes effect on that day, not before', async () => {
  const { body: list } = await administrator.ask(carrierSettings.list, {})
  expect(refusal(await setUp({ settings: { dolEnabled: true }, startsOn: '2020-01-01' }))).toMatchObject([
    400,
    'VALIDATION',
    { path: 'startsOn' },
  ])
  const startsOn = addDays(list.today, 2)
  const { body } = await setUp({ settings: { dolEnabled: true }, startsOn })
  expect(body.changes[0]!.status).toBe('PLANNED')
  expect((await shown()).dolEnabled).toBe(false)
  const { body: after } = await administrator.ask(carrierSettings.list, {})
  expect(after.open.filter(({ key }) => key === 'dolEnabled')).toMatchObject([{ startsOn, own: true }])
  await api.db.query(`update outbox set available_at = now() where topic = 'carrier-settings.start'`)
  await runJobsUntilIdle(api)
  expect((await shown()).dolEnabled).toBe(true)
})

test('the list has every setting with what it does, its default, its value and why two people change it', async () => {
  const { body } = await administrator.ask(carrierSettings.list, { subCarrier: 'AAA1' })
  const find = (key: string) => body.content.find((row) => row.key === key)
  expect(find('maxApprovalDays')).toMatchObject({
    means: 'An approval lasts at most so many days.',
    default: null,
    carrier: 180,
    by: 'Ext aaa',
    twoPeople: null,
  })
  expect(find('safetyOverrides')).toMatchObject({ twoPeople: 'It says who clears safety codes.', subCarrier: null })
  expect(body.subCarriers.map(({ code }) => code)).toEqual(['AAA1', 'AAA2'])
  expect((await adjuster.ask(carrierSettings.list, {})).status).toBe(403)
})

test('the list says who else may approve a change: at a program also the manager of that program', async () => {
  const approvers = async (input: object, who = administrator) =>
    (await who.ask(carrierSettings.list, input)).body.approvers
  const [{ name: whole }] = await one(`select name from app_user where username = 'super.aaa'`)
  const [{ name: small }] = await one(`select name from app_user where username = 'ur.aaa'`)
  expect(await approvers({})).toEqual([whole])
  expect(new Set(await approvers({ subCarrier: 'AAA1' }))).toEqual(new Set([whole, small]))
  expect(await approvers({ subCarrier: 'AAA2' })).toEqual([whole])
  // Nobody approves their own change.
  expect(await approvers({}, second)).not.toContain(whole)
})
