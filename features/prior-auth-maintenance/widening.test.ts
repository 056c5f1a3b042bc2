import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { priorAuths } from './contract.ts'

// A change that lets more through is evaluated as a grant of the whole by the same user: every
// case with a user who may not and a user who may.

const generic = (name: string) => drugs.find((one) => one.name.startsWith(name) && one.brandFlag === 'G')!
const oxycodone = generic('Oxycodone 5 mg')
const pregabalin = generic('Pregabalin 75 mg')
const naproxen = generic('Naproxen')
const claim = (at: number) => idOf(`AAA AAA1 claim ${at}`)

type Made = { priorAuthOverrideRef: string; version: number }
const grant = async (who: Visitor, ndc: string, more: object): Promise<Made> => {
  const { body } = await who.ask(priorAuths.save, {
    stratusClaimId: claim(1),
    ndc,
    drugLevel: 14,
    reasonId: 1,
    startDate: day(0),
    authorizationExpirationDate: day(14),
    ...more,
  })
  expect(body).toMatchObject({ success: true })
  return body.priorAuth
}
const change = (who: Visitor, { priorAuthOverrideRef, version }: Made, more: object) =>
  who.ask(priorAuths.save, { priorAuthOverrideRef, version, ...more })
const move = (who: Visitor, { priorAuthOverrideRef, version }: Made, endDate: string, more: object = {}) =>
  who.ask(priorAuths.end, { priorAuthOverrideRef, version, authorizationExpirationDate: endDate, ...more })
const findings = ['922', '925'].map((rejectCode) => ({ rejectCode, reason: 'Seen, tapering' }))
const agreed = { safetyRejectEnabled: true, findings, note: 'Spoke with the prescriber' }
/** A pharmacist clears an opioid once: a week, one pharmacy, one prescriber, the generic. */
const once = async (api: TestApi, more: object = {}) =>
  grant(await api.signIn('pharm.aaa'), oxycodone.ndc, {
    oneTimeFill: true,
    maxQty: 28,
    maxDays: 7,
    maxCost: 200,
    pharmacyNabp: '1043391',
    prescriberNpi: '1932102084',
    brandFlag: 'G',
    codes: ['75', '922', '925'],
    ...agreed,
    ...more,
  })
const limitOf = (api: TestApi, username: string, dollars: number) =>
  api.db.query('update user_carrier set approval_limit = $2 where user_id = $1', [idOf(username), dollars])

test('An adjuster cannot extend or widen what a pharmacist cleared; the pharmacist can, with a confirmation', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const supervisor = await api.signIn('super.aaa')
  const pharmacist = await api.signIn('pharm.aaa')
  const made = await once(api, { startDate: day(2), authorizationExpirationDate: day(16) })
  const before = await decisionRows(api)
  const needsPharmacist = { status: { code: 'SAFETY_NEEDS_PHARMACIST', message: 'Only a pharmacist can clear 922.' } }
  for (const who of [adjuster, supervisor]) {
    expect((await move(who, made, day(21), { reason: 'Still in pain' })).body).toMatchObject(needsPharmacist)
    for (const more of [
      { authorizationExpirationDate: day(21) },
      { startDate: day(1) },
      { maxQty: null },
      { maxQty: 29 },
      { maxDays: null },
      { maxDays: 8 },
      { maxCost: null },
      { maxCost: 201 },
      { maxDays: null, maxQty: null },
      { oneTimeFill: false },
      { oneTimeFill: false, paMaxFill: 2 },
      { pharmacyNabp: null },
      { pharmacyNabp: '1043409' },
      { prescriberNpi: null },
      { prescriberNpi: '1999999984' },
      { brandFlag: '*' as const },
      { codes: ['75', '922', '925', '76'] },
    ])
      expect([more, (await change(who, made, { ...more, ...agreed })).body]).toMatchObject([more, needsPharmacist])
  }
  // The pharmacist must confirm as for a new approval, within the same limits.
  expect((await change(pharmacist, made, { maxQty: 42 })).body).toMatchObject({
    status: {
      code: 'REASON_REQUIRED',
      message: 'Confirm in words why each safety finding is to be cleared: 922; 925.',
    },
    fields: [{ path: 'safetyAck' }],
  })
  expect((await move(pharmacist, made, day(21))).body).toMatchObject({
    status: { code: 'REASON_REQUIRED' },
    fields: [{ path: 'reason' }],
  })
  expect((await move(pharmacist, made, day(33), { reason: 'As agreed by phone' })).body).toMatchObject({
    status: { code: 'DATES_NOT_ALLOWED' },
    fields: [{ path: 'authorizationExpirationDate' }],
  })
  expect(
    (await change(pharmacist, made, { oneTimeFill: false, paMaxFill: null, ...agreed })).body.status,
  ).toMatchObject({ code: 'RULE', message: 'Max fills must be from 1 to 3.' })
  expect((await change(pharmacist, made, { oneTimeFill: false, paMaxFill: 4, ...agreed })).body.status).toMatchObject({
    code: 'RULE',
    message: 'Max fills must be from 1 to 3.',
  })
  expect((await change(pharmacist, made, { drugLevel: 12, ...agreed })).body.status?.code).toBe('LEVEL_NOT_ALLOWED')
  expect((await change(pharmacist, made, { pharmacyNabp: '1111111', ...agreed })).body.fields).toMatchObject([
    { path: 'pharmacyNabp' },
  ])
  expect((await change(pharmacist, made, { prescriberNpi: '1111111111', ...agreed })).body.fields).toMatchObject([
    { path: 'prescriberNpi' },
  ])
  expect(await decisionRows(api)).toBe(before)

  // One reason serves one finding.
  expect((await move(pharmacist, made, day(21), { reason: 'As agreed by phone' })).body).toMatchObject({
    status: { code: 'REASON_REQUIRED' },
    data: { findings: [{ rejectCode: '922' }, { rejectCode: '925' }] },
  })
  const moved = await move(pharmacist, made, day(21), { reason: 'As agreed by phone', findings })
  expect(moved.body.priorAuth).toMatchObject({ endDate: day(21), codesCleared: ['75', '922', '925'], version: 2 })
  const wider = await change(
    pharmacist,
    { ...made, version: 2 },
    {
      startDate: day(1),
      oneTimeFill: false,
      paMaxFill: 3,
      maxQty: 42,
      maxDays: 10,
      maxCost: null,
      pharmacyNabp: null,
      prescriberNpi: null,
      brandFlag: '*',
      ...agreed,
    },
  )
  expect(wider.body.priorAuth).toMatchObject({
    startDate: day(1),
    oneTime: false,
    maxFills: 3,
    maxQtyPerFill: 42,
    maxDaysPerFill: 10,
    maxCostPerFill: null,
    pharmacyNabp: null,
    prescriberNpi: null,
    brandFlag: '*',
    safetyIncluded: true,
  })
  const { rows } = await api.db.query('select by_name, reason from prior_auth_change order by at')
  expect(rows).toEqual([
    { by_name: 'Pharm aaa', reason: 'As agreed by phone. Seen, tapering' },
    { by_name: 'Pharm aaa', reason: 'Seen, tapering Spoke with the prescriber' },
  ])
})

test('An adjuster of the claim can narrow what a pharmacist cleared', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const made = await grant(await api.signIn('pharm.aaa'), oxycodone.ndc, {
    oneTimeFill: false,
    paMaxFill: 3,
    maxQty: 28,
    maxDays: 7,
    codes: ['75', '922', '925'],
    ...agreed,
  })
  const less = [
    { authorizationExpirationDate: day(12) },
    { startDate: day(1) },
    { paMaxFill: 2 },
    { maxQty: 14, maxDays: 5, maxCost: 100 },
    { pharmacyNabp: '1043391', prescriberNpi: '1932102084', brandFlag: 'G' as const },
    { codes: ['75', '922'] },
    { oneTimeFill: true },
    // Unchanged values are not a change.
    { maxQty: 14, maxDays: 5, oneTimeFill: true, brandFlag: 'G' as const, codes: ['75', '922'], drugLevel: 14 },
  ]
  for (const [at, more] of less.entries())
    expect([more, (await change(adjuster, { ...made, version: at + 1 }, more)).status]).toEqual([more, 200])
  const last = { ...made, version: less.length + 1 }
  expect((await move(adjuster, last, day(10), { reason: 'Therapy ends' })).body.priorAuth).toMatchObject({
    endDate: day(10),
    maxFills: 1,
  })
})

test('A user who could grant an expired prior authorization can renew it; an adjuster cannot bypass the pharmacist', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const pharmacist = await api.signIn('pharm.aaa')
  const made = await once(api)
  await api.db.query(
    'update prior_auth set start_date = current_date - 30, end_date = current_date - 10, fills_used = 1',
  )
  const before = await decisionRows(api)
  expect((await move(adjuster, made, day(7), { reason: 'As agreed by phone' })).body.status).toMatchObject({
    code: 'SAFETY_NEEDS_PHARMACIST',
    message: 'Only a pharmacist can clear 922.',
  })
  expect((await move(pharmacist, made, day(7))).body.status?.code).toBe('REASON_REQUIRED')
  expect((await move(pharmacist, made, day(31), { reason: 'As agreed by phone' })).body.status?.code).toBe(
    'DATES_NOT_ALLOWED',
  )
  expect(await decisionRows(api)).toBe(before)
  expect((await move(pharmacist, made, day(7), { reason: 'Second week', findings })).body).toMatchObject({
    priorAuth: { startDate: day(0), endDate: day(7), fillsUsed: 0, oneTime: true, createdByName: 'Pharm aaa' },
    warnings: [expect.stringContaining('had expired')],
  })
})

test('A level that needs a supervisor also needs one for more time, more quantity or a longer block', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const supervisor = await api.signIn('super.aaa')
  const made = await grant(supervisor, naproxen.ndc, { drugLevel: 6, oneTimeFill: false, maxQty: 30, codes: ['75'] })
  const block = await grant(supervisor, pregabalin.ndc, { kind: 'BLOCK', drugLevel: 6, reasonId: 3 })
  const own = await grant(adjuster, naproxen.ndc, {
    stratusClaimId: claim(2),
    oneTimeFill: false,
    maxQty: 30,
    codes: ['75'],
  })
  const before = await decisionRows(api)
  const refused = await adjuster.ask(priorAuths.save, {
    stratusClaimId: claim(3),
    ndc: naproxen.ndc,
    drugLevel: 6,
    codes: ['75'],
  })
  for (const asked of [
    move(adjuster, made, day(30)),
    change(adjuster, made, { maxQty: 60 }),
    change(adjuster, made, { authorizationExpirationDate: day(30) }),
    move(adjuster, block, day(30), { reason: 'Still denied' }),
    change(adjuster, block, { authorizationExpirationDate: day(30) }),
  ])
    expect((await asked).body.status).toEqual(refused.body.status)
  expect(refused.body.status).toEqual({
    code: 'LEVEL_NOT_ALLOWED',
    message: 'Authorization level 6 is not allowed for your role: levels wider than 8 need a supervisor.',
  })
  expect(await decisionRows(api)).toBe(before)
  expect((await move(adjuster, own, day(30))).status).toBe(200)
  expect((await change(adjuster, { ...own, version: 2 }, { maxQty: 60 })).status).toBe(200)
  expect((await move(supervisor, made, day(30))).body.priorAuth).toMatchObject({ endDate: day(30), level: 6 })
  expect((await change(supervisor, { ...made, version: 2 }, { maxQty: 60 })).status).toBe(200)
  expect((await move(supervisor, block, day(30))).body.priorAuth).toMatchObject({ kind: 'BLOCK', endDate: day(30) })
})

test('A change over the user’s cost limit is refused with the cost of the new quantity', async () => {
  const api = await startFixtureApi()
  await limitOf(api, 'adj.aaa', 50)
  const adjuster = await api.signIn('adj.aaa')
  const supervisor = await api.signIn('super.aaa')
  const small = { oneTimeFill: false, maxQty: 2, maxDays: 2 }
  const made = await grant(adjuster, pregabalin.ndc, small)
  const before = await decisionRows(api)
  const refused = await adjuster.ask(priorAuths.save, {
    stratusClaimId: claim(2),
    ndc: pregabalin.ndc,
    drugLevel: 14,
    oneTimeFill: false,
    maxQty: 900,
    reasonId: 1,
  })
  const second = {
    code: 'RULE',
    message: 'A second person must agree to this. Create a request and approve that.',
  }
  expect(refused.body.status).toEqual(second)
  expect((await change(adjuster, made, { maxQty: 900 })).body).toMatchObject({
    status: second,
    fields: [{ path: 'maxQty' }],
  })
  expect(await decisionRows(api)).toBe(before)
  expect((await change(adjuster, made, { maxQty: 3 })).status).toBe(200)
  expect((await change(supervisor, { ...made, version: 2 }, { maxQty: 900 })).status).toBe(200)
  // The current cost is over the limit regardless of the window.
  expect((await move(adjuster, { ...made, version: 3 }, day(15))).body).toMatchObject({
    status: second,
    fields: [{ path: 'authorizationExpirationDate' }],
  })
  expect((await move(supervisor, { ...made, version: 3 }, day(15))).status).toBe(200)
  // Above the carrier's threshold a second approval is needed.
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'dualControlThreshold', '1')`)
  expect((await move(supervisor, { ...made, version: 4 }, day(16))).body.status).toEqual(second)
})

test('An approval without a quantity limit is priced at the requested quantity, not at one unit a day for a month', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1, quantity: 90 })
  const made = (await adjuster.ask(decision.approve, { id, version: 1, oneTimeFill: false })).body.priorAuth!
  // The engine's cost for the same quantity on another claim.
  const same = await grant(await api.signIn('super.aaa'), pregabalin.ndc, {
    stratusClaimId: claim(2),
    maxQty: 90,
    maxDays: 30,
  })
  const { rows } = await api.db.query(
    'select a.estimated_cost as cost from rx_authorization a join prior_auth p on p.authorization_id = a.id where p.override_ref = $1',
    [same.priorAuthOverrideRef],
  )
  const cost = Number(rows[0].cost)
  const approved = { priorAuthOverrideRef: made.priorAuthOverrideRef, version: 1 }
  const more = { codes: [...made.codesCleared, '76'] }
  await limitOf(api, 'adj.aaa', cost - 0.01)
  expect((await change(adjuster, approved, more)).body.status?.message).toContain('A second person must agree')
  await limitOf(api, 'adj.aaa', cost)
  expect((await change(adjuster, approved, more)).status).toBe(200)
})

test('Only a user who may clear "all" can extend it, and a severe code found earlier still counts', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const pharmacist = await api.signIn('pharm.aaa')
  // Override-all is a role with a license, where the carrier's setting allows it.
  await api.db.query(`update user_carrier set license_states = '{FL}' where user_id = $1`, [idOf('clin.aaa')])
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'safetyOverrides', 'true')`)
  const senior = await api.signIn('clin.aaa')
  const made = await grant(adjuster, pregabalin.ndc, { oneTimeFill: false })
  await api.db.query('update prior_auth set override_all = true')
  expect((await move(adjuster, made, day(20))).body.status).toMatchObject({
    code: 'RULE',
    message: 'Override all is not offered for this request.',
  })
  // With safety codes, "all" needs a pharmacist regardless of today's rejects.
  await api.db.query(`update prior_auth set safety_included = true, safety_tier = 'R'`)
  expect((await move(adjuster, made, day(20), { reason: 'As agreed by phone' })).body.status).toMatchObject({
    code: 'SAFETY_NEEDS_PHARMACIST',
    message: 'Only a pharmacist can clear 88.',
  })
  // A contraindication that an override-all pharmacist cleared with a second person.
  await api.db.query(
    `update prior_auth set override_all = false, safety_included = true, safety_tier = 'O', codes_cleared = '{75,88}'`,
  )
  const reason = 'Agreed with Dr. Brightwater'
  expect((await move(adjuster, made, day(20), { reason })).body.status?.code).toBe('SAFETY_NEEDS_PHARMACIST')
  expect((await move(pharmacist, made, day(20), { reason })).body.status).toMatchObject({
    code: 'SAFETY_NEEDS_PHARMACIST',
    message: expect.stringContaining('Only a senior pharmacist'),
  })
  expect((await move(senior, made, day(20), { reason })).body.priorAuth).toMatchObject({ endDate: day(20) })
})

test('Rejects that prevent a new grant also prevent widening', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const made = await grant(adjuster, pregabalin.ndc, { drugLevel: 10, oneTimeFill: false })
  await api.db.query(
    `update eligibility_span set term_date = current_date - 20, reason_code = 'TERM_CLOSED' where stratus_claim_id = $1`,
    [claim(1)],
  )
  expect((await change(adjuster, made, { maxDays: 20 })).body.priorAuth).toMatchObject({ maxDaysPerFill: 20 })
  expect((await change(adjuster, { ...made, version: 2 }, { maxDays: 30 })).body.status).toMatchObject({
    code: 'RULE',
    message: expect.stringContaining('The claim is not covered'),
  })
})
