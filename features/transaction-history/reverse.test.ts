import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbacks } from '#features/callbacks/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { BIN, idOf, PCN } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { transactionHistory as calls } from './contract.ts'
import { addFills, claimId } from '#testing/fills.ts'

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{pbm_support}' where user_id = $1`, [idOf('ext.aaa')])
})
afterAll(() => api.close())

const tcnOf = (at: number) => `55${String(at).padStart(16, '0')}`
const stateOf = async (tcn: string) =>
  (
    await api.db.query(
      'select status, reversal_reference, reversal_reason, reversed_by_name, reversed_by from rx_transaction where tcn = $1',
      [tcn],
    )
  ).rows[0]

test('Support reverses a fill: its one-time approval may be filled again, and pharmacy, log and audit know it', async () => {
  const of = { sub: 'AAA1', at: 1 } as const
  const id = await raiseAuthorization(api, of)
  const adjuster = await api.signIn('adj.aaa')
  const approved = await adjuster.ask(decision.approve, {
    id,
    version: 1,
    oneTimeFill: true,
    startDate: day(0),
    endDate: day(20),
  })
  expect(approved.status).toBe(200)
  const { tcn } = (await api.service.ask(transactions.intake, pharmacyClaim(of))).body
  const {
    rows: [paid],
  } = await api.db.query('select reference_number, prior_auth_id from rx_transaction where tcn = $1', [tcn])
  const used = () =>
    api.db.query('select status_id, fills_used, override_ref from prior_auth where id = $1', [paid.prior_auth_id])
  expect((await used()).rows[0]).toMatchObject({ status_id: 4, fills_used: 1 })

  const support = await api.signIn('ext.aaa')
  const before = (await support.ask(calls.detail, { id: claimId(), referenceNumber: paid.reference_number, tcn })).body
  expect(before).toMatchObject({ status: 'P', reverse: { allowed: true }, reversal: null })
  await api.db.query('delete from access_audit')
  const reversed = await support.ask(calls.reverse, {
    tcn,
    referenceNumber: paid.reference_number,
    reason: 'Not picked up',
  })
  const ref = (await used()).rows[0].override_ref
  expect(reversed.body).toMatchObject({ success: true, tcn, restoredFills: 1, priorAuthRef: ref })
  expect((await used()).rows[0]).toMatchObject({ status_id: 3, fills_used: 0 })
  expect(await stateOf(tcn)).toMatchObject({
    status: 'X',
    reversal_reference: reversed.body.reversalReference,
    reversal_reason: 'Not picked up',
    reversed_by: idOf('ext.aaa'),
  })
  const { rows: events } = await api.db.query(
    'select event_text, actor_type from authorization_event where authorization_id = $1 order by id desc limit 1',
    [id],
  )
  expect(events).toMatchObject([
    { actor_type: 'user', event_text: expect.stringContaining('reversed (Not picked up)') },
  ])
  const { rows: audit } = await api.db.query(
    `select claim_ids, object_id from access_audit where call = 'transactionHistory.reverse'`,
  )
  expect(audit).toMatchObject([{ claim_ids: [claimId()] }])
  const taken = await api.service.ask(callbacks.take, {
    bin: BIN,
    pcn: PCN,
    insurance: { groupCode: 'AAA1GRP' },
    nabp: '1043391',
  })
  expect(taken.body.messages.filter((one) => one.outcome === 'REVERSED')).toMatchObject([
    { referenceNumber: paid.reference_number, text: 'The payment of this fill was reversed: Not picked up' },
  ])
  const after = (await support.ask(calls.detail, { id: claimId(), referenceNumber: paid.reference_number, tcn })).body
  expect(after).toMatchObject({
    status: 'X',
    reverse: { allowed: false, reason: 'This fill is already reversed.' },
    reversal: { reason: 'Not picked up', reference: reversed.body.reversalReference },
  })
  // The one-time approval pays once more.
  expect((await api.service.ask(transactions.intake, pharmacyClaim(of))).body).toMatchObject({ status: 'P' })
})

test('a fill is reversed once, by whom the carrier lets, within 90 days, and only while it is paid', async () => {
  await addFills(
    api,
    [
      { ago: 10 },
      { ago: 10, status: 'R' },
      { ago: 90 },
      { ago: 91 },
      { ago: 10, status: 'B', more: { invoice_number: 'INV-1', billed_date: day(-3) } },
      { ago: 10, status: 'X' },
    ],
    100,
  )
  const ask = async (who: string, at: number, more: object = {}) => {
    const { status, body } = await (
      await api.signIn(who)
    ).ask(calls.reverse, { tcn: tcnOf(at), reason: 'Wrong drug', ...more })
    return status === 200 ? 200 : [status, body.status.code, body.status.message]
  }
  const onlySupport = 'At this carrier only support reverses a fill. Call or chat with support.'
  expect(await ask('adj.aaa', 100)).toEqual([
    403,
    'NOT_ALLOWED',
    'Only support reverses a fill. Call or chat with support.',
  ])
  expect(await ask('super.aaa', 100)).toEqual([403, 'NOT_ALLOWED', onlySupport])
  expect(await ask('read.only', 100)).toEqual([403, 'UPDATE_BLOCKED', 'Update functionality is blocked for user'])
  expect(await ask('ext.aaa', 101)).toEqual([422, 'RULE', 'There is no paid claim to reverse (code 31).'])
  expect(await ask('ext.aaa', 103)).toMatchObject([422, 'RULE', expect.stringContaining('within 90 days')])
  expect(await ask('ext.aaa', 105)).toEqual([409, 'ALREADY_DECIDED', 'This fill is already reversed.'])
  expect(await ask('ext.aaa', 100, { referenceNumber: '000000000199' })).toEqual([
    400,
    'VALIDATION',
    expect.any(String),
  ])
  expect(await ask('ext.aaa', 100, { reason: '  ' })).toEqual([400, 'VALIDATION', expect.any(String)])
  expect(await ask('ext.aaa', 999)).toEqual([404, 'NOT_FOUND', expect.any(String)])
  expect((await Promise.all([100, 101, 102, 103].map((at) => stateOf(tcnOf(at))))).map((one) => one.status)).toEqual([
    'P',
    'R',
    'P',
    'P',
  ])

  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'supervisorsMayReverse', 'true')`)
  expect(await ask('super.aaa', 104)).toEqual([
    403,
    'NOT_ALLOWED',
    `This fill was invoiced on ${usDay(-3)}. Only support can reverse it.`,
  ])
  expect(await ask('super.aaa', 100)).toBe(200)
  expect(await ask('ext.aaa', 104)).toBe(200)
  expect(await ask('ext.aaa', 102)).toBe(200)
  expect(await ask('ext.aaa', 102)).toEqual([409, 'ALREADY_DECIDED', 'This fill is already reversed.'])
})
const usDay = (days: number) => day(days).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

test('two people who reverse one fill at the same moment reverse it once', async () => {
  await addFills(api, [{ ago: 5 }], 200)
  const support = await api.signIn('ext.aaa')
  const answers = await Promise.all(
    ['Not picked up', 'Wrong drug'].map((reason) => support.ask(calls.reverse, { tcn: tcnOf(200), reason })),
  )
  expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a fill of another carrier or sub-carrier cannot be reversed, and is not there', async () => {
  await addFills(
    api,
    [
      { ago: 5, sub: 'AAA2' },
      { ago: 5, sub: 'BBB1', mc: 'BBB' },
    ],
    300,
  )
  await api.db.query(`update user_carrier set roles = '{pbm_support}' where user_id = $1`, [idOf('adj.sub1')])
  const support = await api.signIn('adj.sub1')
  for (const at of [300, 301])
    expect((await support.ask(calls.reverse, { tcn: tcnOf(at), reason: 'Not picked up' })).status).toBe(404)
  expect((await Promise.all([300, 301].map((at) => stateOf(tcnOf(at))))).map((one) => one.status)).toEqual(['P', 'P'])
})
