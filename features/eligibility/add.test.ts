import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { eligibility } from './contract.ts'

let api: TestApi
let support: Visitor
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  support = await api.signIn('ext.aaa')
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

type More = Record<string, unknown>
const nora = {
  firstName: 'Nora',
  lastName: 'Quist',
  dob: '1981-02-03',
  gender: 'F',
  ssn4: '4411',
  address1: '4 Pine Road',
  city: 'Tampa',
  state: 'FL',
  zip: '33601',
  doi: day(-20),
  jurisState: 'FL',
  groupCode: 'AAA1GRP',
  claimNumber: 'NQ-1',
  caseOwnerId: idOf('adj.aaa'),
  effectiveDate: day(-20),
}
const add = (more: More = {}, by = support) =>
  by.ask(eligibility.add, { ...nora, ...more } as never, {
    key: `add-${createHash('sha256')
      .update(`${JSON.stringify(more)} ${by.cookie}`)
      .digest('hex')
      .slice(0, 32)}`,
  })
let other = 0
/** Somebody nobody on file looks like. */
const stranger = (more: More = {}): More => {
  other += 1
  return { lastName: `Stranger${other}`, dob: `19${50 + other}-07-0${1 + (other % 9)}`, ssn4: undefined, zip: '33601', claimNumber: `ST-${other}`, ...more } // prettier-ignore
}
const claims = async (claimNumber: string) =>
  (await api.db.query('select id, claimant_id from wc_claim where claim_number = $1', [claimNumber])).rows

describe('somebody who looks like a worker on file', () => {
  test('is refused, until support says why it is somebody else; the reason is kept in the history and in the audit', async () => {
    expect((await add({ cardChannel: 'NONE' })).status).toBe(200)
    const twin = { firstName: 'Nina', claimNumber: 'NQ-2', cardChannel: 'NONE' }
    const refused = await add(twin)
    expect([refused.status, refused.body.status.code]).toEqual([409, 'DUPLICATE'])
    expect(refused.body.status.message).toMatch(/or say why this is somebody else\.$/)
    expect(await claims('NQ-2')).toEqual([])
    const short = await add({ ...twin, otherPersonReason: 'no' })
    expect([short.status, short.body.fields]).toMatchObject([400, [{ path: 'otherPersonReason' }]])

    const { status, body } = await add({ ...twin, otherPersonReason: 'Twin sister, other Social Security number' })
    expect(status).toBe(200)
    const [[first], [second]] = [await claims('NQ-1'), await claims('NQ-2')]
    expect(second.claimant_id).not.toBe(first.claimant_id)
    const history = await adjuster.ask(eligibility.history, { claimId: body.claimId })
    const [onFile] = (await api.db.query('select patient_id from claimant where id = $1', [first.claimant_id])).rows
    expect(history.body.content).toMatchObject([
      { kind: 'ADDED', changedBy: 'Ext aaa', note: 'Twin sister, other Social Security number' },
    ])
    expect(history.body.content[0]!.fields).toContainEqual({
      label: 'Not the same person as',
      before: null,
      after: onFile.patient_id,
    })
    const audit = await api.db.query(
      `select detail from access_audit where call = 'eligibility.add' and claim_ids = $1`,
      [[body.claimId]],
    )
    expect(audit.rows).toMatchObject([{ detail: { reason: 'Twin sister, other Social Security number' } }])
  })

  test('is checked the same way before it is saved', async () => {
    const check = async (more: More) =>
      (await support.ask(eligibility.validate, { claim: { ...nora, claimNumber: 'NQ-9', ...more } } as never)).body
    expect(await check({})).toMatchObject({ valid: false, errors: [{ path: 'lastName', code: 'on_file' }] })
    expect((await check({})).possibleDuplicates[0]).toMatchObject({ claimNumber: 'NQ-1', dob: nora.dob, score: 125 })
    expect(await check({ otherPersonReason: 'Father and son' })).toMatchObject({ valid: true, errors: [] })
  })

  test('is not searched for by users who may change nothing', async () => {
    const { firstName, lastName, dob } = nora
    for (const username of ['read.only', 'prog.spec']) {
      const reader = await api.signIn(username)
      for (const answer of [
        await reader.ask(eligibility.duplicates, { firstName, lastName, dob }),
        await reader.ask(eligibility.validate, { claim: nora } as never),
      ])
        expect([username, answer.status, answer.body.status.code]).toEqual([username, 403, 'UPDATE_BLOCKED'])
    }
  })
})

describe('the first card of a new claim', () => {
  const sent = async (claimId: string) =>
    (
      await api.db.query(
        `select k.channel, k.status, m.channel as gateway, m.address from id_card k left join outside_message m on m.mc = k.mc and m.id = k.message_id
          where k.stratus_claim_id = $1`,
        [claimId],
      )
    ).rows

  test.each<[string, More, { requested: boolean; to: string | null; why: string | null }, More[]]>([
    [
      'goes by mail to the address that was typed, when nothing is chosen',
      {},
      { requested: true, to: 'the mailing address on file', why: null },
      [{ channel: 'MAIL', status: 'REQUESTED', gateway: 'POST', address: '4 Pine Road, Tampa, FL 33601' }],
    ],
    [
      'goes by e-mail where there is no mailing address',
      { address1: '', email: 'nora@mail.example' },
      { requested: true, to: 'n•••@mail.example', why: null },
      [{ channel: 'EMAIL', status: 'REQUESTED', gateway: 'MAIL', address: 'nora@mail.example' }],
    ],
    [
      'is printed where the user chose that',
      { cardChannel: 'PRINT' },
      { requested: true, to: null, why: null },
      [{ channel: 'PRINT', status: 'SENT', gateway: null, address: null }],
    ],
    ['is left out where the user wants none', { cardChannel: 'NONE' }, { requested: false, to: null, why: null }, []],
    [
      'is left out, with the reason, where the worker has no address',
      { address1: '' },
      { requested: false, to: null, why: 'The patient has no mailing address on file.' },
      [],
    ],
    [
      'is left out, with the reason, where coverage begins later',
      { effectiveDate: day(3) },
      { requested: false, to: null, why: 'A card needs coverage that is in force today.' },
      [],
    ],
  ])('%s', async (_, more, { requested, to, why }, rows) => {
    const { status, body } = await add(stranger(more))
    expect([status, body]).toMatchObject([200, { cardRequested: requested, cardSentTo: to, whyNoCard: why }])
    expect(await sent(body.claimId)).toEqual(rows)
  })

  test('that was chosen and cannot be sent refuses the claim at its field, and nothing is added', async () => {
    for (const [more, message] of [
      [{ cardChannel: 'EMAIL' }, 'The patient has no e-mail address on file.'],
      [{ cardChannel: 'TEXT', mobile: '8135550177' }, 'The patient was not asked yet whether they want text messages.'],
    ] as const) {
      const one = stranger(more)
      const answer = await add(one)
      expect([answer.status, answer.body.fields]).toMatchObject([400, [{ path: 'cardChannel', message }]])
      expect(await claims(String(one['claimNumber']))).toEqual([])
    }
  })

  test('is left out where the carrier has switched cards off', async () => {
    await api.db.query(
      `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'patient_send_card_disabled', true)`,
    )
    const { body } = await add(stranger())
    expect(body).toMatchObject({ cardRequested: false, whyNoCard: 'The carrier has switched cards off.' })
    await api.db.query('delete from feature_flag_override')
  })
})

describe('the form that adds a worker', () => {
  test('offers the groups of the programs the user sees that cover today, with their employer', async () => {
    const { body } = await support.ask(eligibility.addForm, { masterCarrier: 'AAA' })
    expect(body.today).toBe(day(0))
    expect(body.groups.map((group) => group.code)).toContain('AAA1GRP')
    expect(body.groups.map((group) => group.subCarrier)).not.toContain('BBB1')
    expect(body.whyNotAdd).toBeNull()
    const sub = await (await api.signIn('adj.sub1')).ask(eligibility.addForm, {})
    expect([...new Set(sub.body.groups.map((group) => group.subCarrier))]).toEqual(['AAA1'])
    await api.db.query(`update client_group set term_date = $1 where group_code = 'AAA1GRP'`, [day(-1)])
    const ended = await support.ask(eligibility.addForm, {})
    expect(ended.body.groups.map((group) => group.code)).not.toContain('AAA1GRP')
    await api.db.query(`update client_group set term_date = null where group_code = 'AAA1GRP'`)
  })

  test('says why a user may not add, and so does the tab', async () => {
    const asked = async (by: Visitor) => [
      (await by.ask(eligibility.addForm, {})).body.whyNotAdd?.code,
      (await by.ask(eligibility.of, { id: idOf('AAA AAA1 claim 6') })).body.whyNotAdd?.code,
    ]
    expect(await asked(adjuster)).toEqual(['NOT_ALLOWED', 'NOT_ALLOWED'])
    expect(await asked(await api.signIn('read.only'))).toEqual(['UPDATE_BLOCKED', 'UPDATE_BLOCKED'])
    expect(await asked(support)).toEqual([undefined, undefined])
    await api.db.query(
      `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'add_patient_mc_disabled', true)`,
    )
    expect(await asked(support)).toEqual(['FEATURE_OFF', 'FEATURE_OFF'])
    await api.db.query('delete from feature_flag_override')
  })
})
