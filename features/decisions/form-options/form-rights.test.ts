import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { decision } from '../contract.ts'

// What a form offers comes from the carrier's settings, and the decision itself asks the same rules.

const about = { sub: 'AAA1', at: 1 } as const

const setting = (api: TestApi, key: string, value: unknown) =>
  api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', $1, $2)`, [key, JSON.stringify(value)])

test('An adjuster is shown a code locked that the carrier leaves to supervisors; the supervisor may clear it', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, about)
  const [adjuster, supervisor] = [await api.signIn('adj.aaa'), await api.signIn('super.aaa')]
  const clearing = async (who: typeof adjuster) =>
    (await who.ask(decision.editRules, { authorizationId: id, action: 'APPROVE' })).body.clearings
  expect(await clearing(adjuster)).toMatchObject([{ reject: { rejectCode: '75' }, may: true, whyNot: null }])
  await setting(api, 'overrideNeeds', { 75: 'S' })
  expect(await clearing(adjuster)).toMatchObject([
    { reject: { rejectCode: '75' }, may: false, whyNot: 'Your carrier does not let your role clear code 75.' },
  ])
  expect(await clearing(supervisor)).toMatchObject([{ may: true }])
  const refused = await adjuster.ask(decision.approve, {
    id,
    version: 1,
    rejects: [{ rejectCode: '75', override: true }],
  })
  expect(refused).toMatchObject({ status: 403, body: { status: { code: 'CODE_NOT_YOURS_TO_CLEAR' } } })
})

test.each([
  ['the carrier’s threshold', 'dualControlThreshold', 10],
  ['a drug class the carrier names', 'dualControlDrugs', ['']],
] as const)(
  'An approval form says a second person must confirm for %s, and the approval waits',
  async (_, key, value) => {
    const api = await startFixtureApi()
    const id = await raiseAuthorization(api, about)
    const { rows } = await api.db.query('update rx_authorization set estimated_cost = 50 returning gpi')
    const adjuster = await api.signIn('adj.aaa')
    const second = async () =>
      (await adjuster.ask(decision.editRules, { authorizationId: id, action: 'APPROVE' })).body.secondApproval
    expect(await second()).toBe(false)
    await setting(api, key, key === 'dualControlDrugs' ? [rows[0].gpi.slice(0, 4)] : value)
    expect(await second()).toBe(true)
    expect((await adjuster.ask(decision.approve, { id, version: 1 })).body).toMatchObject({ authorizationStatusId: 25 })
  },
)

test('An adjuster is shown the least that may be granted where the state leaves reductions to reviewers', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, about)
  const adjuster = await api.signIn('adj.aaa')
  const least = async () =>
    (await adjuster.ask(decision.editRules, { authorizationId: id, action: 'APPROVE' })).body.leastGrant
  expect(await least()).toBeNull()
  const { rows } = await api.db.query(
    `update rx_authorization set juris_state = 'CA' returning days_supply as days, quantity::float8 as quantity`,
  )
  const [{ days, quantity }] = rows
  expect(await least()).toMatchObject({
    message: 'This state needs a utilization review decision to deny.',
    daysSupply: days,
    quantity,
  })
  const less = await adjuster.ask(decision.approve, { id, version: 1, maxDays: days - 1 })
  expect(less.body).toMatchObject({ status: { code: 'NEEDS_UR_DECISION' }, fields: [{ path: 'maxDays' }] })
})

test('A denial form names the reasons only utilization review may give, and the denial for one is refused', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, about)
  const adjuster = await api.signIn('adj.aaa')
  const barred = async () =>
    (await adjuster.ask(decision.editRules, { authorizationId: id, action: 'REJECT' })).body.reasonsNotAllowed
  expect((await barred()).map(({ reasonId }) => reasonId)).toEqual([9, 15, 16, 21])
  await api.db.query(`update rx_authorization set juris_state = 'CA'`)
  const inCalifornia = await barred()
  const medical = inCalifornia.find(({ reasonId }) => reasonId === 5)
  expect(medical).toMatchObject({
    reject: 'This state needs a utilization review decision to deny.',
    rejectThisFill: 'This state needs a utilization review decision to deny.',
  })
  // What is no medical question, as denied liability, an adjuster may say for one fill.
  for (const id of [1, 2, 3, 10, 11, 12])
    expect(inCalifornia.find(({ reasonId }) => reasonId === id)).toMatchObject({ rejectThisFill: null })
  const refused = await adjuster.ask(decision.rejectThisFill, { id, version: 1, reasonId: 5, note: 'Not on the list.' })
  expect(refused.body).toMatchObject({ status: { code: 'NEEDS_UR_DECISION' } })
})

test('A supervisor is offered the determinations the role may record, and none once the request is decided', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, about)
  const kinds = async (name: string) =>
    (await (await api.signIn(name)).ask(authorizations.one, { id })).body.recordableDeterminations
  expect(await kinds('super.aaa')).toEqual(['BOARD', 'COURT'])
  expect(await kinds('adj.aaa')).toEqual([])
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  expect(await kinds('super.aaa')).toEqual([])
})

test('An adjuster whose approval left a safety code is not offered another one, and is shown who must act', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, about)
  await api.db.query(
    `update rx_authorization set
      rejects = rejects || jsonb_build_array((rejects -> 0) || '{"rejectCode": "922", "safety": true, "class": "DUR", "overridableBy": "R"}'::jsonb),
      reject_codes = array['75', '922']`,
  )
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).body).toMatchObject({ authorizationStatusId: 22 })
  const { body } = await adjuster.ask(authorizations.one, { id })
  expect(body.allowedActions).not.toContain('approve')
  expect(body.blockedReasons.find(({ action }) => action === 'approve')?.message).toMatch(
    /approved this except 922\. A pharmacist must clear 922\.$/,
  )
})
