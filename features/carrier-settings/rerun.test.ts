import { afterAll, beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { addDays, addMonths } from '#platform/dates/day.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
import type { Snapshot } from '#features/adjudication/snapshot.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { differing } from './compare-programs.ts'
import { carrierSettings, type Listed } from './contract.ts'
import { asItCame, canRun, claimOf, effectOf, type Submission } from './rerun.ts'
import { added, caseWords, eachWeekday, receivers, type Case, type Sums } from './rerun-sums.ts'

// A change of a setting is tried on last month's submissions: the engine adjudicates each as it came, twice.

const answer = (outcome: 'P' | 'R', codes: string[] = [], verdict = 'NONE', amountDue: number | null = 20) =>
  ({ outcome, codes, pending: { verdict }, pricing: amountDue === null ? null : { amountDue } }) as never

test.each([
  ['stops', answer('P'), answer('R', ['78'], 'RAISE'), 'STOPS'],
  ['passes', answer('R', ['78'], 'RAISE'), answer('P'), 'PASSES'],
  ['pays as before', answer('P'), answer('P'), undefined],
  ['pays at another price', answer('P'), answer('P', [], 'NONE', 25), 'PRICE'],
  ['stops as before, whatever the order', answer('R', ['78', '79']), answer('R', ['79', '78']), undefined],
  ['stops for other reasons', answer('R', ['78']), answer('R', ['78', '79']), 'REASONS'],
  ['goes to a person now', answer('R', ['78']), answer('R', ['78'], 'RAISE'), 'REASONS'],
])('a submission that %s', (_, before, after, effect) => expect(effectOf(before, after)).toBe(effect))

const submission = (more: Partial<Submission> = {}): Submission => ({
  id: '1',
  reference_number: '1',
  authorization_id: null,
  claim_id: 'c',
  sub_carrier: 'AAA1',
  submitted_at: '2026-10-05T12:00:00Z',
  claim_channel_type: 1,
  pharmacy_nabp: '1043391',
  prescriber_npi: '1932102084',
  fill_date: '2026-10-05',
  rx_number: '700',
  fill_number: 0,
  refills_authorised: 2,
  date_written: null,
  ndc: '00000000001',
  drug_name: 'Naproxen',
  quantity: 60,
  days_supply: 30,
  daw: '0',
  compound_code: 0,
  usual_and_customary: 42,
  request: null,
  owner: null,
  later_fills: [],
  later_grants: [],
  ...more,
})

test('a submission whose claim is not kept is adjudicated from its figures, unless they do not say what was billed', () => {
  expect(claimOf(submission())).toMatchObject({
    dateOfService: '2026-10-05',
    prescription: { productId: '00000000001', quantity: 60 },
    pricing: { usualAndCustomary: 42 },
  })
  const kept = { channel: 3 } as const
  expect(claimOf(submission({ request: kept }))).toBe(kept)
  expect(
    [{}, { compound_code: 2 }, { claim_channel_type: 8 }, { compound_code: 2, request: kept }].map((one) =>
      canRun(submission(one)),
    ),
  ).toEqual([true, false, false, true])
})

test('what came with it or after it was not there: fills, approvals, and the fills of an approval', () => {
  const fill = (transactionId: string, priorAuthId: string | null = null) => ({ transactionId, priorAuthId })
  const snapshot = {
    history: [fill('before', 'a'), fill('own', 'a'), fill('after')],
    priorAuths: [
      { priorAuthId: 'a', statusId: 4, fillsUsed: 2, maxFills: 2 },
      { priorAuthId: 'b', statusId: 3, fillsUsed: 0 },
    ],
  } as unknown as Snapshot
  const known = asItCame(snapshot, { later_fills: ['own', 'after'], later_grants: ['b'] })
  expect(known.history.map((one) => one.transactionId)).toEqual(['before'])
  expect(known.priorAuths).toEqual([{ priorAuthId: 'a', statusId: 3, fillsUsed: 1, maxFills: 2 }])
})

const one = (more: Partial<Case>): Case => ({
  transactionId: '1',
  claimId: 'c',
  authorizationId: null,
  reference: '1',
  subCarrier: 'AAA1',
  day: '2026-10-05',
  drug: 'Naproxen',
  effect: 'STOPS',
  amountBefore: 20,
  amountAfter: 20,
  codesBefore: [],
  codesAfter: ['78'],
  forPersonBefore: false,
  forPersonAfter: true,
  owner: 'Dana Ruiz',
  ...more,
})

test('parts add up; who would get more or fewer is named, most changes first', () => {
  const part = (cases: Case[], total: number | null) => ({
    from: '2026-10-01',
    to: '2026-10-31',
    total,
    judged: 3,
    unjudged: 1,
    passed: { before: 2, after: 1 },
    forPerson: { before: 0, after: 1 },
    owners: [{ name: 'Dana Ruiz', before: 4, after: 6 }],
    amount: { before: 10, after: 5 },
    cases,
    next: null,
  })
  const passes = one({ effect: 'PASSES', forPersonBefore: true, forPersonAfter: false, owner: null })
  const sums: Sums = [part([one({}), one({})], 8), part([passes], null)].reduce(added, undefined as never)
  expect(sums).toMatchObject({ total: 8, judged: 6, unjudged: 2, passed: { before: 4, after: 2 } })
  expect(receivers(sums)).toEqual([
    { name: 'Dana Ruiz', had: 8, more: 2, fewer: 0, would: 12 },
    { name: 'Nobody yet', had: 0, more: 0, fewer: 1, would: 0 },
  ])
  // October 2026 has 22 days from Monday to Friday.
  expect(eachWeekday({ ...sums, forPerson: { before: 1, after: 34 } })).toBe(1.5)
  expect(sums.cases.map(caseWords)).toEqual([
    'Paid, would stop with 78 and go to Dana Ruiz',
    'Paid, would stop with 78 and go to Dana Ruiz',
    'Stopped with no code, went to the group queue; would pay',
  ])
})

test('two programs are compared by what counts there', () => {
  const row = (key: string, of: Partial<Listed>) => ({ key, default: null, carrier: null, subCarrier: null, ...of })
  const program = (of: Partial<Listed>) =>
    [row('maxApprovalDays', of), row('mmeLimit', { default: 90 })] as unknown as Listed[]
  expect(differing(program({ carrier: 180 }), program({ carrier: 180, subCarrier: 90 }))).toEqual([
    { key: 'maxApprovalDays', label: 'Longest approval', one: '180 days', other: '90 days' },
  ])
  expect(differing(program({ carrier: 180 }), program({ subCarrier: 180 }))).toEqual([])
})

let api: TestApi
let administrator: Visitor
const came: { status: string }[] = []
const submit = async (of: ClaimOptions) => (await api.service.ask(transactions.intake, pharmacyClaim(of))).body
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('ext.aaa'), idOf('adj.sub1')],
  ])
  // Two that pay; one that a person approves, and that is filled then.
  came.push(await submit({ sub: 'AAA1', at: 1, drug: 'naproxen', rx: '7009001' }))
  came.push(await submit({ sub: 'AAA2', at: 1, drug: 'naproxen', rx: '7009002' }))
  const stopped = await submit({ sub: 'AAA1', at: 2, rx: '7009003' })
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.approve, {
    id: stopped.authorizationId!,
    version: 1,
    oneTimeFill: false,
    endDate: day(60),
  })
  came.push(stopped, await submit({ sub: 'AAA1', at: 2, rx: '7009003' }))
  // The month after: what came until now is last month's.
  const today = day(0)
  const next = addDays(addMonths(`${today.slice(0, 8)}01`, 1), 1)
  api.clock.move(Date.parse(next) - Date.parse(today) + DAY_MS / 2)
  administrator = await api.signIn('ext.aaa')
})
afterAll(() => api.close())

const tried = async (settings: Record<string, unknown>, more: object = {}, by = administrator) =>
  (await by.ask(carrierSettings.rerun, { settings, ...more })).body

test('nothing changes with the value that counts, and each submission is judged as it came', async () => {
  expect(came.map(({ status }) => status)).toEqual(['P', 'P', 'R', 'P'])
  const same = await tried({ costLimitPerFill: 1000 })
  expect(same).toMatchObject({ total: 4, judged: 4, unjudged: 0, cases: [], next: null })
  // The approval that came later did not let the first one pass.
  expect([same.passed, same.forPerson]).toEqual([
    { before: 3, after: 3 },
    { before: 1, after: 1 },
  ])
})

test('a lower cost limit stops what paid: each is named with who would get it, and is on the audit trail', async () => {
  const lower = await tried({ costLimitPerFill: 1 })
  expect(lower.passed).toEqual({ before: 3, after: 0 })
  expect(lower.cases.filter(({ effect }) => effect === 'STOPS')).toMatchObject([
    { subCarrier: 'AAA1', drug: expect.stringMatching(/naproxen/i), codesBefore: [], forPersonAfter: true },
    { subCarrier: 'AAA2', codesAfter: expect.arrayContaining(['78']) },
    { subCarrier: 'AAA1', codesBefore: [] },
  ])
  expect(lower.cases.filter(({ effect }) => effect === 'REASONS').length).toBe(1)
  // Each that a person would decide has an owner, or nobody yet.
  const sumOf = (when: 'before' | 'after') => lower.owners.reduce((sum, one) => sum + one[when], 0)
  expect([sumOf('before'), sumOf('after')]).toEqual([lower.forPerson.before, lower.forPerson.after])
  expect(lower.forPerson).toEqual({ before: 1, after: 4 })
  const { rows } = await api.db.query(
    `select claim_ids, object_type, object_id from access_audit where call = 'carrierSettings.rerun' order by id desc limit 1`,
  )
  expect(rows).toMatchObject([{ object_type: 'carrier_setting', object_id: 'costLimitPerFill' }])
  expect(rows[0].claim_ids.toSorted()).toEqual([...new Set(lower.cases.map(({ claimId }) => claimId))].toSorted())
})

test('a sub-carrier is tried alone, and one with a value of its own keeps it', async () => {
  expect(await tried({ costLimitPerFill: 1 }, { subCarrier: 'AAA2' })).toMatchObject({ total: 1, judged: 1 })
  await api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', 'AAA2', 'costLimitPerFill', '500')`,
  )
  const lower = await tried({ costLimitPerFill: 1 })
  expect([lower.total, lower.cases.map(({ subCarrier }) => subCarrier)]).toEqual([3, ['AAA1', 'AAA1', 'AAA1']])
  // Without its own value it has the carrier's.
  expect((await tried({ costLimitPerFill: null }, { subCarrier: 'AAA2' })).cases).toEqual([])
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'costLimitPerFill', '1')`)
  expect(await tried({ costLimitPerFill: 1000 })).toMatchObject({ passed: { before: 0, after: 2 } })
  expect((await tried({ costLimitPerFill: null }, { subCarrier: 'AAA2' })).cases).toMatchObject([{ effect: 'STOPS' }])
  await api.db.query(`delete from carrier_setting where key = 'costLimitPerFill'`)
})

test('who manages one program tries it there, and values and places that do not fit are refused', async () => {
  const small = await api.signIn('adj.sub1')
  const codeOf = async (input: object, by = administrator) => {
    const { status, body } = await by.ask(carrierSettings.rerun, input as never)
    return [status, body.status?.code]
  }
  expect((await tried({ costLimitPerFill: 1 }, { subCarrier: 'AAA1' }, small)).total).toBe(3)
  expect(await codeOf({ settings: { costLimitPerFill: 1 } }, small)).toEqual([403, 'NOT_ALLOWED'])
  expect(await codeOf({ settings: { costLimitPerFill: 'x' } })).toEqual([400, 'VALIDATION'])
  expect(await codeOf({ settings: { chatPerAgent: 3 } })).toEqual([400, 'VALIDATION'])
  expect(await codeOf({ settings: { costLimitPerFill: 1 }, after: 'x' })).toEqual([400, 'VALIDATION'])
  expect(await codeOf({ settings: { costLimitPerFill: 1 } }, await api.signIn('adj.aaa'))).toEqual([403, 'NOT_ALLOWED'])
})
