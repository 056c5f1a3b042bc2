import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { patientAccess } from '#features/patient-access/contract.ts'
import { patients } from '#features/patients/contract.ts'
import { transactionHistory } from '#features/transaction-history/contract.ts'
import { emergencyAccess } from './contract.ts'
import { OPEN_MINUTES } from './rules.ts'

let api: TestApi
/** Works in AAA1 alone, as do the others who open claims here. */
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`insert into user_supervision values ('AAA', $1, $2)`, [idOf('super.aaa'), idOf('adj.sub1')])
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('ext.aaa')])
  for (const user of ['read.only', 'no.role', 'pharm.aaa', 'ur.aaa', 'clin.aaa'])
    await api.db.query(`update user_carrier set sub_carriers = '{AAA1}' where user_id = $1`, [idOf(user)])
  adjuster = await api.signIn('adj.sub1')
})
afterAll(() => api.close())

const outside = idOf('AAA AAA2 claim 1')
const asked = { number: 'WC-20001', dob: '19790314', reason: 'The emergency room asks what she takes.' }
const allow = (mc: string, sub: string, value = 'true') =>
  api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ($1, $2, 'emergencyAccess', $3)
     on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
    [mc, sub, value],
  )
const rows = async (text: string) => (await api.db.query(text)).rows
const open = (who: Visitor, more = {}) => who.ask(emergencyAccess.open, { ...asked, ...more })
const summary = (who: Visitor, claimId = outside, mc = 'AAA') => who.ask(emergencyAccess.claim, { mc, claimId })

test('Nobody opens a claim of another program until the carrier allows it', async () => {
  expect((await adjuster.ask(emergencyAccess.allowed, {})).body).toEqual({ allowed: false })
  const { status, body } = await open(adjuster)
  expect([status, body]).toMatchObject([403, { status: { code: 'FEATURE_OFF' } }])
  expect((await summary(adjuster)).status).toBe(404)
  expect(await rows('select from emergency_access')).toEqual([])
})

describe('Where the carrier allows it', () => {
  beforeAll(async () => {
    await allow('AAA', '*')
    await allow('BBB', '*')
  })

  test('an adjuster opens one claim of another program with a reason, and reads its summary', async () => {
    const { status, body } = await open(adjuster)
    expect(status).toBe(200)
    expect(body).toMatchObject({ claimId: outside, subCarrier: 'AAA2', notified: 2 })
    const read = await summary(adjuster)
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({
      patient: { claimId: outside, subCarrier: 'AAA2', dob: '1979-03-14' },
      until: body.until,
    })
    expect(JSON.stringify(read.body)).not.toMatch(/ssn|phone|address|email/i)
  })

  test('the supervisor and the privacy office are notified in the portal and by mail, and nobody else', async () => {
    const notices = await rows(
      `select u.username, n.title from user_notification n join app_user u on u.id = n.user_id where n.kind = 'emergency_access' order by 1`,
    )
    expect(notices.map(({ username }) => username)).toEqual(['ext.aaa', 'super.aaa'])
    expect(notices[0].title).toContain(asked.reason)
    const mails = await rows(
      `select m.subject, m.body, o.topic from outside_message m join outbox o on o.payload ->> 'messageId' = m.id::text
        where m.subject like '%emergency access%'`,
    )
    expect(mails.length).toBe(2)
    expect(mails[0].topic).toBe('outside.message')
    expect(mails[0].body).toContain('WC-20001')
    // A mail says neither who the worker is nor why.
    expect(mails[0].body).not.toMatch(/Maria|Ortega|emergency room/)
  })

  test.each([
    ['the supervisor', 'super.aaa', 1],
    ['the privacy office', 'ext.aaa', 1],
    ['the adjuster', 'adj.sub1', 1],
    ['a colleague', 'adj.aaa', 0],
    ['a user of another carrier', 'adj.bbb', 0],
  ])('the opening and its reason are listed for %s', async (_, who, many) => {
    const { body } = await (await api.signIn(who)).ask(emergencyAccess.openings, {})
    expect(body.content.map(({ claimNumber, reason }) => [claimNumber, reason])).toEqual(
      Array.from({ length: many }, () => ['WC-20001', asked.reason]),
    )
    expect(body.content.some(({ open: live }) => live)).toBe(who === 'adj.sub1')
  })

  test('an account manager of one program lists the claims of it and what their own users opened, and no others', async () => {
    const set = (roles: string, subs: string | null) =>
      api.db.query(`update user_carrier set roles = $2, sub_carriers = $3 where user_id = $1 and mc = 'AAA'`, [
        idOf('ur.aaa'),
        roles,
        subs,
      ])
    await set('{account_admin}', '{AAA1}')
    const small = await api.signIn('ur.aaa')
    const listed = async () => (await small.ask(emergencyAccess.openings, {})).body.totalElements
    const extracts = (programs: string) =>
      api.db.query(`update user_carrier set data_extract_sub_carriers = $2 where user_id = $1`, [
        idOf('adj.sub1'),
        programs,
      ])
    expect(await listed()).toBe(1)
    await extracts('{AAA2}')
    expect(await listed()).toBe(0)
    await extracts('{}')
    await set('{ur_reviewer}', null)
  })

  test('the privacy office reads who opened it, when and why', async () => {
    const privacy = await api.signIn('ext.aaa')
    const { body } = await privacy.ask(patientAccess.views, { mc: 'AAA', sc: 'AAA2', claimId: outside })
    const views = body.content.filter((view) => view.userId === idOf('adj.sub1'))
    expect(views.length).toBeGreaterThan(1)
    expect(new Set(views.map(({ part, reason }) => `${part} ${reason}`))).toEqual(new Set(['EMERGENCY EMERGENCY']))
    expect(views.some(({ statedReason }) => statedReason === asked.reason)).toBe(true)
  })

  test('nothing but the summary of that one claim is open', async () => {
    const place = { mc: 'AAA', sc: 'AAA2', claimId: outside }
    expect((await adjuster.ask(patients.profile, place)).status).toBe(404)
    expect((await adjuster.ask(patients.revealSsn, { claimId: outside, reason: 'It is an emergency' })).status).toBe(
      404,
    )
    expect(
      (await adjuster.ask(transactionHistory.all, { masterCarrier: 'AAA', subCarrier: 'AAA2', claimId: outside }))
        .status,
    ).toBe(404)
    expect(
      (await adjuster.ask(patients.search, { searchType: 'C', value: asked.number })).body.content.map(
        (one) => one.claimId,
      ),
    ).toEqual([])
    // The next claim of the same program, and a claim of another carrier, under the id of this one.
    expect((await summary(adjuster, idOf('AAA AAA2 claim 2'))).status).toBe(404)
    expect((await summary(adjuster, idOf('BBB BBB1 claim 1'))).status).toBe(404)
    expect((await summary(adjuster, outside, 'BBB')).status).not.toBe(200)
  })

  test('a colleague of the same program does not share the access', async () => {
    expect((await summary(await api.signIn('clin.aaa'))).status).toBe(404)
  })

  test.each([
    ['a wrong birth date', { dob: '19790315' }, 404],
    ['a number of nobody', { number: 'WC-99999' }, 404],
    ['a number of another carrier', { number: 'SUBBBB11' }, 404],
    ['no reason', { reason: '   ' }, 400],
    ['a reason in one word', { reason: 'urgent' }, 400],
    ['a birth date that is none', { dob: '19791399' }, 400],
  ])('%s opens nothing', async (_, more, status) => {
    const before = await rows('select from emergency_access')
    expect((await open(adjuster, more)).status).toBe(status)
    expect((await rows('select from emergency_access')).length).toBe(before.length)
  })

  test.each([
    ['An adjuster who may only read', 'read.only', 403],
    ['A user without a role', 'no.role', 403],
    ['A reviewer whom nobody supervises, with a privacy office', 'ur.aaa', 200],
  ])('%s is answered %s', async (_, who, status) => {
    expect((await open(await api.signIn(who))).status).toBe(status)
  })

  test('a claim of one’s own program needs no access: nobody is notified', async () => {
    const before = await rows('select from user_notification')
    const { status, body } = await open(adjuster, { number: 'WC-0001' })
    expect([status, body]).toMatchObject([200, { subCarrier: 'AAA1', until: null, notified: 0 }])
    expect((await rows('select from user_notification')).length).toBe(before.length)
  })

  test('a program that forbids it stays closed', async () => {
    await allow('AAA', 'AAA2', 'false')
    expect((await open(adjuster)).status).toBe(404)
    await allow('AAA', 'AAA2')
  })

  test('an opened claim closes when the carrier or its program withdraws it, and when the user may only read', async () => {
    const live = async () => [
      (await summary(adjuster)).status,
      (await adjuster.ask(emergencyAccess.openings, {})).body.content.some((one) => one.open),
    ]
    expect(await live()).toEqual([200, true])
    await allow('AAA', 'AAA2', 'false')
    expect(await live()).toEqual([404, false])
    await rows(`delete from carrier_setting where mc = 'AAA' and sub_carrier = 'AAA2' and key = 'emergencyAccess'`)
    expect(await live()).toEqual([200, true])
    await allow('AAA', '*', 'false')
    expect(await live()).toEqual([404, false])
    await allow('AAA', '*')
    await allow('AAA', 'AAA2')
    const had = (await rows(`select roles from user_carrier where user_id = '${idOf('adj.sub1')}'`))[0].roles
    const holds = (roles: string[]) =>
      api.db.query(`update user_carrier set roles = $1 where user_id = $2`, [roles, idOf('adj.sub1')])
    for (const roles of [[...had, 'read_only'], ['prog_special'], ['nurse_case_manager']]) {
      await holds(roles)
      expect(await live()).toEqual([404, false])
    }
    await holds(had)
    expect(await live()).toEqual([200, true])
  })

  test('birth dates cannot be tried: after five wrong ones, at once too, nothing is looked for, and the supervisor learns of it', async () => {
    await api.db.query(`delete from emergency_guess`)
    const guesser = await api.signIn('adj.sub1')
    const days = Array.from({ length: 12 }, (_, at) => `197903${String(at + 15).padStart(2, '0')}`)
    const answers = await Promise.all(days.map((dob) => open(guesser, { dob })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 5 }, () => 404),
      ...Array.from({ length: 7 }, () => 422),
    ])
    // Also the right one, and one of another number.
    for (const more of [{}, { number: 'WC-20002' }]) {
      const { body } = await open(guesser, more)
      expect(body.status).toMatchObject({
        code: 'RULE',
        message: expect.stringMatching(/fit no claim\..+in an hour\.$/),
      })
    }
    expect((await rows(`select from emergency_guess`)).length).toBe(5)
    expect((await rows(`select from access_audit where object_type = 'emergency_guess'`)).length).toBeGreaterThan(4)
    const notified = await rows(
      `select u.username from user_notification n join app_user u on u.id = n.user_id where n.title like '%fit no claim%' order by 1`,
    )
    expect(notified.map(({ username }) => username)).toEqual(['ext.aaa', 'super.aaa'])
    // Another user is not held back, and an hour later this one is not either.
    expect((await open(await api.signIn('ur.aaa'))).status).toBe(200)
    await api.db.query(`update emergency_guess set at = at - interval '61 minutes'`)
    expect((await open(guesser)).status).toBe(200)
  })

  test('where nobody could be notified, nothing is opened', async () => {
    await api.db.query(`update user_carrier set active = false where user_id = $1`, [idOf('ext.aaa')])
    const { status, body } = await open(await api.signIn('pharm.aaa'))
    expect([status, body]).toMatchObject([422, { status: { code: 'RULE' } }])
    await api.db.query(`update user_carrier set active = true where user_id = $1`, [idOf('ext.aaa')])
  })

  const anHourPasses = () =>
    api.db.query(
      `update emergency_access set granted_at = granted_at - make_interval(mins => $1), until = until - make_interval(mins => $1)`,
      [OPEN_MINUTES + 1],
    )

  test('after the hour the claim is closed again', async () => {
    expect((await summary(adjuster)).status).toBe(200)
    await anHourPasses()
    expect((await summary(adjuster)).status).toBe(404)
  })

  test('an account manager is notified of claims of their programs and of users they manage, and of no others', async () => {
    const notified = async (programs: string, extracts: string) => {
      await api.db.query(
        `update user_carrier set roles = '{account_admin}', sub_carriers = $2 where user_id = $1 and mc = 'AAA'`,
        [idOf('ur.aaa'), programs],
      )
      await api.db.query(`update user_carrier set data_extract_sub_carriers = $2 where user_id = $1`, [
        idOf('adj.sub1'),
        extracts,
      ])
      const { body } = await open(adjuster)
      await anHourPasses()
      const mails = await rows(
        `select recipient from outside_message where subject like '%emergency access%' order by created_at desc, recipient limit ${body.notified}`,
      )
      return mails.some(({ recipient }) => recipient === 'Ur aaa')
    }
    expect(await notified('{AAA1}', '{AAA2}')).toBe(false)
    expect(await notified('{AAA1}', '{}')).toBe(true)
    expect(await notified('{AAA2}', '{AAA2}')).toBe(true)
  })
})
