import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { status } from '#features/authorizations/statuses.ts'
import { carrierSettings } from './contract.ts'
import { countDifferent, lastMonth, whyNotCounted, type Completed } from './preview.ts'

const row = (more: Partial<Completed>): Completed => ({
  id: '00000000-0000-4000-8000-000000000001',
  reference_number: '004417733920',
  sub_carrier: 'AAA1',
  gpi: '65100091102320',
  estimated_cost: 800,
  compound: false,
  reject_codes: ['75'],
  letter: false,
  went: [20, 30],
  decision: 'APPROVE',
  one_time: false,
  start_date: '2026-10-01',
  end_date: '2026-12-30',
  max_fill: null,
  approval_limit: null,
  ...more,
})
type Case = [what: string, key: string, before: object, after: object, row: Partial<Completed>, counts: number[]]

test.each<Case>([
  ['a cost above the new threshold', 'dualControlThreshold', {}, { dualControlThreshold: 500 }, {}, [1, 0]],
  ['a cost at the threshold', 'dualControlThreshold', {}, { dualControlThreshold: 800 }, {}, [0, 0]],
  [
    'a cost between the thresholds',
    'dualControlThreshold',
    { dualControlThreshold: 500 },
    { dualControlThreshold: 900 },
    {},
    [0, 1],
  ],
  [
    'a cost over the approver’s own limit, whatever the threshold',
    'dualControlThreshold',
    { dualControlThreshold: 500 },
    { dualControlThreshold: 900 },
    { approval_limit: 100 },
    [0, 0],
  ],
  ['a rejection', 'dualControlThreshold', {}, { dualControlThreshold: 500 }, { decision: 'REJECT' }, [0, 0]],
  ['a drug of the class', 'dualControlDrugs', {}, { dualControlDrugs: ['6510'] }, {}, [1, 0]],
  ['90 days', 'maxApprovalDays', {}, { maxApprovalDays: 89 }, {}, [1]],
  ['90 days of 90', 'maxApprovalDays', {}, { maxApprovalDays: 90 }, {}, [0]],
  ['one fill', 'maxApprovalDays', {}, { maxApprovalDays: 10 }, { one_time: true }, [0]],
  ['a date range', 'approveAuthType', {}, { approveAuthType: 1 }, {}, [1]],
  ['one fill where ranges alone are offered', 'approveAuthType', {}, { approveAuthType: 2 }, { one_time: true }, [1]],
  ['a number of fills', 'allowPaFillLimit', {}, { allowPaFillLimit: false }, { max_fill: 3 }, [1]],
  ['a letter', 'lettersDisabled', {}, { lettersDisabled: true }, { letter: true }, [1]],
  [
    'a way through a pharmacist',
    'clinicalService',
    {},
    { clinicalService: false },
    { went: [status.PENDING_CLINICAL] },
    [1],
  ],
  [
    'a way through utilization review',
    'urRequirements',
    {},
    { urRequirements: false },
    { went: [status.PENDING_UR] },
    [1],
  ],
  [
    'reject 78 below the new limit',
    'costLimitPerFill',
    { costLimitPerFill: 500 },
    { costLimitPerFill: 900 },
    { reject_codes: ['78'] },
    [1],
  ],
  [
    'reject 78 of a compound, which has another limit',
    'costLimitPerFill',
    { costLimitPerFill: 500 },
    { costLimitPerFill: 900 },
    { reject_codes: ['78'], compound: true },
    [0],
  ],
])('%s: a change of %s from %j to %j counts %j as %j', (_, key, before, after, of, counts) => {
  const counted = countDifferent(key, [row(of)], () => ({ before, after }) as never)
  expect(counted.map(({ count }) => count)).toEqual(counts)
})

test('what last month’s requests cannot show is not counted, with the reason', () => {
  expect(whyNotCounted('costLimitPerFill', 1000, 800)).toMatch(/^A lower limit stops fills that were paid/)
  expect(whyNotCounted('costLimitPerFill', 1000, 1200)).toBeUndefined()
  expect(whyNotCounted('mmeLimit', 90, 50)).toMatch(/adjudicated again/)
  expect(whyNotCounted('overrideNeeds', {}, { 79: 'S' })).toMatch(/who would have acted/)
  expect(whyNotCounted('chatPerAgent', 3, 4)).toMatch(/changes no request/)
})

test('last month is the calendar month before today', () => {
  expect(lastMonth('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(lastMonth('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

let api: TestApi
let administrator: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('ext.aaa')])
  administrator = await api.signIn('ext.aaa')
})
afterAll(() => api.close())

test('approvals of last month are counted by the rules, in the sub-carriers that have no value of their own', async () => {
  const month = lastMonth((await administrator.ask(carrierSettings.list, {})).body.today)
  const approved = async (sub: 'AAA1' | 'AAA2', number: number, at: string) => {
    const id = await raiseAuthorization(api, { sub, at: number })
    // What a grant writes besides is not read here.
    await api.db.query(`begin; set local session_replication_role = replica;
      insert into authorization_decision (mc, authorization_id, id, decision, decided_by, decided_by_name, at, shown, start_date, end_date)
        values ('AAA', '${id}', '${randomUUID()}', 'APPROVE', '${idOf('adj.aaa')}', 'Somebody', '${at}', '{}', '${month.from}',
          '${month.from}'::date + 120);
      update rx_authorization set status_id = 30, completed_at = '${at}', estimated_cost = 700 where id = '${id}'; commit`)
  }
  await approved('AAA1', 1, `${month.from}T12:00:00Z`)
  await approved('AAA2', 1, `${month.to}T12:00:00Z`)
  await approved('AAA1', 2, new Date().toISOString())
  const preview = async (input: { settings: Record<string, unknown>; subCarrier?: string }) =>
    (await administrator.ask(carrierSettings.preview, input)).body
  expect(await preview({ settings: { maxApprovalDays: 100 } })).toMatchObject({
    ...month,
    judged: 2,
    more: false,
    counts: [
      {
        words: 'approvals ran longer than the new limit',
        count: 2,
        requests: [{ reference: expect.stringMatching(/^\d{12}$/) }, { authorizationId: expect.any(String) }],
      },
    ],
    whyNotCounted: null,
  })
  await api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', 'AAA2', 'maxApprovalDays', '365')`,
  )
  expect(await preview({ settings: { maxApprovalDays: 100 } })).toMatchObject({
    judged: 1,
    counts: [{ count: 1 }],
  })
  expect(await preview({ settings: { maxApprovalDays: 100 }, subCarrier: 'AAA2' })).toMatchObject({
    counts: [{ count: 1 }],
  })
  expect(await preview({ settings: { dualControlThreshold: 600 }, subCarrier: 'AAA1' })).toMatchObject({
    counts: [{ count: 1 }, { count: 0 }],
  })
  expect(await preview({ settings: { mmeLimit: 60 } })).toMatchObject({
    judged: 0,
    counts: [],
    whyNotCounted: expect.stringMatching('adjudicated'),
  })
  for (const [key, value, path] of [
    ['moon', 1, 'settings.moon'],
    ['\0', 1, 'settings.\0'],
    ['maxApprovalDays', 400, 'settings.maxApprovalDays'],
  ] as const) {
    const refused = await administrator.ask(carrierSettings.preview, { settings: { [key]: value } })
    expect([refused.status, (refused.body as never as { fields: unknown }).fields]).toMatchObject([400, [{ path }]])
  }
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(carrierSettings.preview, { settings: { maxApprovalDays: 100 } })).status).toBe(403)
})
