import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownNotifications } from '#features/notifications/list-contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { waitForYou } from './change-statuses.ts'
import { carrierSettings, type Change } from './contract.ts'

// A change that two account managers make: who may approve it, who hears of it, and what the one who comes second learns.

let api: TestApi
let first: Visitor
let second: Visitor
let third: Visitor
/** An account manager of the program AAA1 alone. */
let small: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  for (const [user, subs] of [
    ['ext.aaa', null],
    ['super.aaa', null],
    ['adj.aaa', null],
    ['ur.aaa', ['AAA1']],
  ] as const)
    await api.db.query(
      `update user_carrier set roles = '{account_admin}', sub_carriers = $2, data_extract_sub_carriers = '{}' where user_id = $1`,
      [idOf(user), subs],
    )
  await api.db.query(`insert into feature_flag_override values ('AAA', '*', 'dbClientSetupEnabled', true)`)
  first = await api.signIn('ext.aaa')
  second = await api.signIn('super.aaa')
  third = await api.signIn('adj.aaa')
  small = await api.signIn('ur.aaa')
})
afterAll(() => api.close())

const ask = async (
  settings: Record<string, unknown>,
  more: { subCarrier?: string } = {},
  by = first,
): Promise<string> =>
  (await by.ask(carrierSettings.setUp, { settings, reason: 'The new contract', ...more })).body.changes[0]!.changeId
const decide = (by: Visitor, changeId: string, approve = true) =>
  by.ask(carrierSettings.decide, { changeId, approve, ...(!approve && { reason: 'Not now' }) })
const openOf = async (by: Visitor, input: object): Promise<Change[]> =>
  (await by.ask(carrierSettings.list, input)).body.open
const noticesOf = async (by: Visitor): Promise<string[]> =>
  (await by.ask(ownNotifications.list, {})).body.content
    .map(({ title }: { title: string }) => title)
    .filter((title: string) => title.includes('waits for a second account manager'))
const refusal = ({ status, body }: { status: number; body: unknown }): unknown[] => {
  const { code, message } = (body as { status: { code: string; message: string } }).status
  return [status, code, message]
}
const elsewhere = 'You can only work with settings of sub-carriers that you work in.'

test('a change of the whole carrier waits for who works in all of it: an account manager of one program sees it and why it is not theirs', async () => {
  const changeId = await ask({ mmeLimit: 80 })
  const own = await ask({ mmeLimit: 70 }, { subCarrier: 'AAA1' })
  const seen = await openOf(small, { subCarrier: 'AAA1' })
  expect(seen.map((one) => [one.changeId, one.whyNotApprove, one.whyNotDecline])).toEqual([
    [changeId, elsewhere, elsewhere],
    [own, null, null],
  ])
  // Their count and their notices are of what they may approve.
  expect([waitForYou(seen), waitForYou(await openOf(second, {})), waitForYou(await openOf(first, {}))]).toEqual([
    1, 2, 0,
  ])
  expect([(await noticesOf(small)).length, (await noticesOf(second)).length]).toEqual([1, 2])
  for (const approve of [true, false])
    expect(refusal(await decide(small, changeId, approve))).toEqual([403, 'NOT_ALLOWED', elsewhere])
  expect((await decide(small, own)).body.status).toBe('DONE')
  expect((await decide(second, changeId)).body.status).toBe('DONE')
  const { content } = (await small.ask(carrierSettings.changes, {})).body
  expect(content.map((one) => [one.changeId, one.whyNotUndo])).toEqual([
    [own, null],
    [changeId, elsewhere],
  ])
  expect(refusal(await small.ask(carrierSettings.undo, { changeId }))).toEqual([403, 'NOT_ALLOWED', elsewhere])
})

test('of two who decide at once one does, and the other learns who it was and how', async () => {
  for (const approve of [true, false]) {
    const changeId = await ask({ costLimitPerFill: approve ? 900 : 800 })
    const answers = await Promise.all([decide(second, changeId, approve), decide(third, changeId, !approve)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [{ name, status }] = (
      await api.db.query(
        `select u.name, h.status from carrier_setting_change h join app_user u on u.id = h.decided_by where h.id = $1`,
        [changeId],
      )
    ).rows
    const words = status === 'DONE' ? 'approved this change already.' : 'declined or canceled this change.'
    expect(refusal(answers.find((one) => one.status === 409)!)).toEqual([409, 'ALREADY_DECIDED', `${name} ${words}`])
  }
})

test('who saves from an older page learns who changed what, and that a change waits from whom', async () => {
  const { version } = (await first.ask(carrierSettings.list, {})).body
  await third.ask(carrierSettings.setUp, { settings: { maxApprovalDays: 100 }, version })
  const late = await first.ask(carrierSettings.setUp, { settings: { maxApprovalDays: 60 }, version })
  expect(refusal(late)).toEqual([
    409,
    'CONFLICT',
    'Adj aaa changed “Longest approval” in the meantime. Look at the value, and save again.',
  ])
  await api.db.query(
    `insert into carrier_setting (mc, key, value, updated_at) values ('AAA', 'noticeDays', '60', now() + interval '1 second')`,
  )
  const byOperator = await first.ask(carrierSettings.setUp, { settings: { maxApprovalDays: 60 }, version: version + 1 })
  expect(refusal(byOperator)).toEqual([409, 'CONFLICT', 'This was changed by somebody else in the meantime.'])
  await api.db.query(`delete from carrier_setting where mc = 'AAA' and key = 'noticeDays'`)
  await ask({ mmeLimitWithBenzodiazepine: 45 }, {}, third)
  const again = await first.ask(carrierSettings.setUp, { settings: { mmeLimitWithBenzodiazepine: 40 } })
  expect((again.body as unknown as { fields: { message: string }[] }).fields[0]!.message).toMatch(
    /^A change of “.+” by Adj aaa waits already\. Approve or decline it first\.$/,
  )
})

test('nothing is undone while another change of the same setting waits', async () => {
  const done = await ask({ opioidFirstFillDays: 5 })
  await decide(second, done)
  const waiting = await ask({ opioidFirstFillDays: 3 })
  const { content } = (await first.ask(carrierSettings.changes, { key: 'opioidFirstFillDays' })).body
  expect(content.find((one) => one.changeId === done)!.whyNotUndo).toBe('Another change of this setting waits.')
  expect((await first.ask(carrierSettings.undo, { changeId: done })).status).toBe(409)
  await decide(second, waiting, false)
  const undo = await first.ask(carrierSettings.undo, { changeId: done })
  expect(undo.body.status).toBe('WAITING')
  expect((await decide(second, undo.body.changeId)).body.status).toBe('DONE')
})

test('mail does not go back to an address at a domain that is the carrier’s no more, by an undo or a late approval', async () => {
  const both = async (settings: Record<string, unknown>) => {
    const changeId = await ask(settings)
    expect((await decide(second, changeId)).body.status).toBe('DONE')
    return changeId
  }
  await both({ mailDomains: ['old.example', 'new.example'] })
  await both({ dolExaminerMailbox: 'examiner@old.example' })
  const moved = await both({ dolExaminerMailbox: 'examiner@new.example' })
  const late = await ask({ dolExaminerMailbox: 'other@old.example' })
  await both({ mailDomains: ['new.example'] })
  const at = { path: 'settings.dolExaminerMailbox' }
  expect((await decide(second, late)).body).toMatchObject({ status: { code: 'VALIDATION' }, fields: [at] })
  expect((await decide(second, late, false)).status).toBe(200)
  const undo = await first.ask(carrierSettings.undo, { changeId: moved })
  expect(undo.body).toMatchObject({ status: { code: 'VALIDATION' }, fields: [at] })
})
