import { beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { eobr } from '#features/eobr/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { isClinicLine, lacksProduct, lineOf } from '#features/snapshots/clinic-line.ts'
import { newAuthorization } from './contract.ts'
import { emails, codes } from './testing-drafts.ts'

type Line = NonNullable<ClaimRequest['hcpcs']>
/** A clinic bill: a HCPCS code and units, no prescription and no NDC. */
const injection = (of: ClaimOptions, hcpcs: Line, due = 40): ClaimRequest => {
  const { prescription: _none, ...claim } = pharmacyClaim(of)
  return { ...claim, channel: 8, hcpcs, pricing: { grossAmountDue: due } }
}
const steroid: Line = { code: 'J3301', units: 4 }
const gel: Line = { code: 'J7325', units: 48 }
/** Words for the code of the steroid on file. */
const name = 'Triamcinolone acetonide injection, not otherwise specified'

let api: TestApi
let adjuster: Visitor
let second: Visitor
let supervisor: Visitor
let mail: Record<string, string>
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  second = await api.signIn('adj.aaa2')
  supervisor = await api.signIn('super.aaa')
  mail = await emails(api)
  return () => api.close()
})

const send = async (claim: ClaimRequest) => {
  const { body } = await api.service.ask(transactions.intake, claim)
  return { ...body, codes: body.rejects.map(({ code }) => code) }
}
const kept = async (id: string) =>
  (
    await api.db.query(
      `select claim_channel_type as channel, ndc, gpi, drug_name, quantity::float, days_supply, date_of_service::text, reject_codes,
        estimated_cost::float as cost
       from rx_authorization where id = $1`,
      [id],
    )
  ).rows[0]
const priorAuth = async (id: string) =>
  (
    await api.db.query(
      'select level, gpi_prefix, start_date::text, end_date::text, one_time, fills_used from prior_auth where authorization_id = $1',
      [id],
    )
  ).rows[0]

/** A bill is explained before it is denied. */
const deny = async (
  id: string,
  call: typeof decision.reject | typeof decision.rejectThisFill = decision.rejectThisFill,
) => {
  const { juris_state: jurisState } = (
    await api.db.query('select juris_state from rx_authorization where id = $1', [id])
  ).rows[0]
  await adjuster.ask(eobr.note, {
    authorizationId: id,
    jurisState,
    eobrCodes: ['30'],
    action: 'DENY',
    note: 'Not for this injury',
  })
  expect((await adjuster.ask(call, { id, version: 1, reasonId: 3 })).status).toBe(200)
}

test('A denied clinic line is reconsidered by another user, and pays once it is approved', async () => {
  // Eight days ago: the reconsideration is of the bill of that day.
  const of = { sub: 'AAA1', at: 1, date: day(-8) } as const
  const raiseAuthorization = await send(injection(of, steroid))
  expect(raiseAuthorization.codes).toEqual(['75'])
  const id = raiseAuthorization.authorizationId!
  const first = await kept(id)
  expect(first).toMatchObject({ channel: 8, ndc: '', gpi: '20120101', drug_name: name, quantity: 4, days_supply: 1 })
  const seen = (await adjuster.ask(authorizations.one, { id })).body
  expect(seen.medication.clinicCode).toEqual({ code: 'J3301', units: 4, modifiers: [] })
  await deny(id)

  const all = await decisionRows(api)
  const build = (more: object = {}) => second.ask(newAuthorization.build, { originalAuthId: id, ...more })
  const refused = async (more: object) => (await build(more)).body
  expect(await refused({ ndc: drugs[0]!.ndc })).toMatchObject({
    status: { code: 'RULE', message: 'Another drug is another request.' },
    fields: [{ path: 'ndc' }],
  })
  expect(await refused({ genericOrbrand: 'B' })).toMatchObject({ fields: [{ path: 'genericOrbrand' }] })
  expect(await refused({ hcpcs: gel })).toMatchObject({ fields: [{ path: 'hcpcs' }] })
  expect(await refused({ effectiveDate: day(-7) })).toMatchObject({
    status: { message: 'A bill is for the day it was billed for.' },
    fields: [{ path: 'effectiveDate' }],
  })
  expect(await decisionRows(api)).toBe(all)

  const built = await build()
  expect(built).toMatchObject({
    status: 200,
    body: {
      reconsiderationLevel: 1,
      estimatedCost: first.cost,
      medication: { ndc: '', gpi: '20120101', drugName: name, quantity: 4, daysSupply: 1, dateOfService: day(-8) },
      // The day of service only, one fill, at the level of the code.
      editRules: { fields: { drugLevel: { allowed: [14], default: 14 } } },
    },
  })
  expect(codes(built.body.rejects)).toEqual(['75'])
  const draft = built.body.authorizationId
  expect(await kept(draft)).toEqual(first)
  // The draft has no bill of its own: the units come from the bill of the denied request.
  const tried = await second.ask(newAuthorization.trial, { authorizationId: draft })
  expect([codes(tried.body.rejects), tried.body.pricing?.paid]).toEqual([['75'], first.cost])
  expect(
    (await second.ask(clinical.considerations, { authorizationId: draft })).body.considerations.map((one) => one.key),
  ).toEqual(built.body.clinicalConsiderations.map((one) => one.key))
  expect(
    (await second.ask(newAuthorization.changeMedication, { id: draft, version: 1, effectiveDate: day(-3) })).body
      .fields,
  ).toMatchObject([{ path: 'effectiveDate' }])
  expect(
    (await second.ask(newAuthorization.changeMedication, { id: draft, version: 1, quantity: 6 })).body.medication,
  ).toMatchObject({ quantity: 6, drugName: name })
  await second.ask(newAuthorization.changeMedication, { id: draft, version: 2, quantity: 4 })

  // The injection of another day is a separate request and no duplicate.
  const other = await send(injection({ ...of, date: day(-1) }, steroid))
  expect([other.codes, other.authorizationId === id]).toEqual([['75'], false])
  const sent = await second.ask(newAuthorization.create, {
    authorizationId: draft,
    selectedCaseOwners: [mail['super.aaa']!],
  })
  expect(sent.body).toMatchObject({ authorizationStatusId: 24 })
  expect(await kept(draft)).toEqual(first)
  const granted = await supervisor.ask(decision.approve, { id: draft, version: sent.body.version })
  expect(granted.body).toMatchObject({ authorizationStatusId: 30, priorAuth: { codesCleared: ['75'] } })
  expect(await priorAuth(draft)).toEqual({
    level: 14,
    gpi_prefix: '20120101',
    start_date: day(-8),
    end_date: day(-8),
    one_time: true,
    fills_used: 0,
  })
  // It clears that line on that day, not another code or day.
  expect((await send(injection(of, gel))).codes).toContain('75')
  expect((await send(injection({ ...of, date: day(-1) }, steroid))).codes).toEqual(['75'])
  expect(await send(injection(of, steroid))).toMatchObject({
    status: 'P',
    priorAuthRef: granted.body.priorAuth!.priorAuthOverrideRef,
  })
  expect((await priorAuth(draft)).fills_used).toBe(1)
})

test('Approving the reconsideration of a denied clinic line ends its block', async () => {
  const of = { sub: 'AAA1', at: 1 } as const
  const { authorizationId: id } = await send(injection(of, steroid))
  await deny(id!, decision.reject)
  const again = await send(injection(of, steroid))
  expect([again.codes, again.authorizationId]).toEqual([expect.arrayContaining(['3Y']), null])
  const built = await second.ask(newAuthorization.build, { originalAuthId: id! })
  expect(built.body.warnings).toEqual([expect.stringContaining('It ends when this reconsideration is approved.')])
  const draft = built.body.authorizationId
  const sent = await second.ask(newAuthorization.create, {
    authorizationId: draft,
    selectedCaseOwners: [mail['super.aaa']!],
  })
  const granted = await supervisor.ask(decision.approve, { id: draft, version: sent.body.version })
  expect(granted.body).toMatchObject({ authorizationStatusId: 30 })
  expect((await send(injection(of, steroid))).status).toBe('P')
})

test('An adjuster tries, changes and approves an open request for a clinic line', async () => {
  const of = { sub: 'AAA1', at: 2 } as const
  const raiseAuthorization = await send(injection(of, gel, 600))
  expect(raiseAuthorization.codes).toContain('75')
  const id = raiseAuthorization.authorizationId!
  const before = await kept(id)
  const trial = (more: object = {}) => adjuster.ask(newAuthorization.trial, { authorizationId: id, ...more })
  const tried = await trial()
  expect([codes(tried.body.rejects), tried.body.pricing?.paid]).toEqual([before.reject_codes, before.cost])
  const half = await trial({ quantity: 24 })
  expect(half.body.pricing?.paid).toBeCloseTo(before.cost / 2, 2)
  // Over the daily maximum.
  expect(codes((await trial({ quantity: 97 })).body.rejects)).toContain('9G')
  const facts = await adjuster.ask(clinical.considerations, { authorizationId: id })
  const shown = (await adjuster.ask(authorizations.one, { id })).body.considerations
  expect(facts.body.considerations.map((one) => one.key)).toEqual(shown.map((one) => one.key))

  const change = (more: object) => adjuster.ask(newAuthorization.changeMedication, { id, version: 1, ...more })
  const all = await decisionRows(api)
  expect((await change({ ndc: drugs[0]!.ndc })).body.status.message).toBe('Another drug is another request.')
  expect((await change({ gpi: '99999999999999' })).body.fields).toMatchObject([{ path: 'gpi' }])
  expect((await change({ genericOrbrand: 'B' })).body.fields).toMatchObject([{ path: 'genericOrbrand' }])
  expect(await decisionRows(api)).toBe(all)
  expect(await change({ quantity: 24 })).toMatchObject({
    status: 200,
    body: { version: 2, medication: { quantity: 24, daysSupply: 1 }, estimatedCost: half.body.pricing!.paid },
  })
  expect(
    await adjuster.ask(newAuthorization.saveMedication, { authorizationId: id, version: 2, quantity: 48 }),
  ).toMatchObject({ status: 200, body: { estimatedCost: before.cost } })
  expect(await kept(id)).toEqual(before)

  const assumePriorAuth = {
    startDate: day(0),
    endDate: day(0),
    drugLevel: 14,
    oneTimeFill: true,
    maxFills: 1,
    maxDays: null,
    codes: before.reject_codes,
    overrideAll: false,
    safetyIncluded: false,
  }
  expect((await trial({ assumePriorAuth })).body).toMatchObject({ outcome: 'PAID', priorAuthApplied: true })
  const rules = (await adjuster.ask(decision.editRules, { authorizationId: id, action: 'APPROVE' })).body
  expect(rules.fields).toMatchObject({
    drugLevel: { allowed: [14], default: 14 },
    startDate: { default: day(0), editable: false },
    oneTimeFill: { default: true, editable: false },
  })
  const approved = await adjuster.ask(decision.approve, { id, version: 3 })
  expect(approved.body).toMatchObject({ authorizationStatusId: 30 })
  expect((await send(injection(of, gel, 600))).status).toBe('P')
})

test('An adjuster tries, drafts and approves a clinic line in the portal', async () => {
  const of = { sub: 'AAA1', at: 3, date: day(-5) } as const
  const claim = idOf('AAA AAA1 claim 3')
  const all = await decisionRows(api)
  const trial = (more: object) => adjuster.ask(newAuthorization.trial, { claimId: claim, fillDate: day(-5), ...more })
  expect(codes((await trial({ hcpcs: steroid })).body.rejects)).toEqual(['75'])
  expect(codes((await trial({ hcpcs: { ...steroid, units: 13 } })).body.rejects)).toEqual(['75', '9G'])
  expect(codes((await trial({ hcpcs: { ...steroid, doseGiven: 30 } })).body.rejects)).toContain('9H')
  const build = (more: object) => adjuster.ask(newAuthorization.build, { stratusClaimId: claim, ...more })
  for (const [asked, path] of [
    [{ hcpcs: { code: 'J9999', units: 1 } }, 'hcpcs.code'],
    [{ hcpcs: { code: 'J3490', units: 1, description: 'A drug' } }, 'ndc'],
    [{ hcpcs: steroid, gpi: '20120101010105' }, 'gpi'],
    [{ hcpcs: steroid, quantity: 5 }, 'quantity'],
    [{ hcpcs: { code: 'J3301', units: 0 } }, 'hcpcs.units'],
  ] as const)
    for (const answer of [await build(asked), await trial(asked)])
      expect(answer, JSON.stringify(asked)).toMatchObject({
        body: { status: { code: 'VALIDATION' }, fields: [{ path }] },
      })
  expect(await decisionRows(api)).toBe(all)

  const built = await build({ hcpcs: steroid, effectiveDate: day(-5), pharmacyNabp: '1043391' })
  expect(built.body.medication).toMatchObject({ ndc: '', drugName: name, quantity: 4, daysSupply: 1 })
  expect(codes(built.body.rejects)).toEqual(['75'])
  const draft = built.body.authorizationId
  expect((await kept(draft)).channel).toBe(8)
  const changed = await adjuster.ask(newAuthorization.changeMedication, { id: draft, version: 1, quantity: 5 })
  expect(changed.body.estimatedCost).toBeCloseTo((built.body.estimatedCost! / 4) * 5, 2)
  const sent = await adjuster.ask(newAuthorization.create, {
    authorizationId: draft,
    selectedCaseOwners: [mail['adj.aaa']!],
    approveNow: { reasonId: 1 },
  })
  expect(sent.body).toMatchObject({
    authorizationStatusId: 30,
    priorAuth: { startDate: day(-5), endDate: day(-5), codesCleared: ['75'] },
  })
  expect((await send(injection(of, { ...steroid, units: 5 }))).status).toBe('P')
})

test('An adjuster grants or blocks a clinic code without a request', async () => {
  const claim = idOf('AAA AAA1 claim 4')
  const date = day(-3)
  const of = { sub: 'AAA1', at: 4, date } as const
  const save = (more: object) =>
    supervisor.ask(priorAuths.save, { stratusClaimId: claim, startDate: date, reasonId: 1, ...more })
  expect((await save({ hcpcs: { code: 'J3490', units: 1 } })).body.fields).toMatchObject([{ path: 'ndc' }])
  expect((await save({ hcpcs: steroid, drugLevel: 8 })).body.status.code).toBe('LEVEL_NOT_ALLOWED')
  expect((await save({ hcpcs: steroid, authorizationExpirationDate: day(5) })).body.status.code).toBe(
    'DATES_NOT_ALLOWED',
  )
  const made = await save({ hcpcs: steroid })
  expect(made.body).toMatchObject({
    success: true,
    warnings: [],
    priorAuth: { level: 14, startDate: date, endDate: date, codesCleared: ['75'] },
  })
  expect((await send(injection(of, gel))).codes).toContain('75')
  expect((await send(injection(of, steroid))).status).toBe('P')

  // A change follows the rules of its bill: no longer window, no wider level.
  const today = (await save({ stratusClaimId: idOf('AAA AAA1 claim 3'), hcpcs: gel, startDate: day(0) })).body.priorAuth
  const change = (more: object) =>
    supervisor.ask(priorAuths.save, {
      priorAuthOverrideRef: today.priorAuthOverrideRef,
      version: today.version,
      ...more,
    })
  expect((await change({ authorizationExpirationDate: day(30) })).body.status.code).toBe('DATES_NOT_ALLOWED')
  expect((await change({ drugLevel: 8 })).body.status).toMatchObject({ code: 'LEVEL_NOT_ALLOWED' })
  expect((await change({ maxQty: 60 })).body).toMatchObject({ priorAuth: { maxQtyPerFill: 60, endDate: day(0) } })

  const blocked = await save({
    stratusClaimId: idOf('AAA AAA1 claim 3'),
    kind: 'BLOCK',
    hcpcs: steroid,
    startDate: day(0),
    authorizationExpirationDate: day(30),
    reasonId: 3,
    note: 'Not for this injury.',
  })
  expect(blocked.body).toMatchObject({ success: true, priorAuth: { kind: 'BLOCK' } })
  expect((await send(injection({ sub: 'AAA1', at: 3 }, steroid))).codes).toContain('3Y')
  expect((await send(injection({ sub: 'AAA1', at: 3 }, gel))).codes).not.toContain('3Y')
})

test('An unclassified code with an NDC always needs a decision', async () => {
  const drug = drugs.find((one) => one.name.startsWith('Ketorolac') && one.form === 'injection') ?? drugs[0]!
  const of = { sub: 'AAA1', at: 2 } as const
  const claim = injection(of, { code: 'J3490', units: 1, description: 'Given in the clinic' })
  const asked = { ...claim, prescription: { productId: drug.ndc, quantity: 1, daysSupply: 1 } }
  const raiseAuthorization = await send(asked)
  expect(raiseAuthorization.codes).toContain('75')
  const id = raiseAuthorization.authorizationId!
  const before = await kept(id)
  expect(before.ndc).toBe(drug.ndc)
  const tried = await adjuster.ask(newAuthorization.trial, { authorizationId: id })
  expect(codes(tried.body.rejects)).toEqual(before.reject_codes)
  await deny(id)
  const built = await second.ask(newAuthorization.build, { originalAuthId: id })
  expect([codes(built.body.rejects), built.body.medication.ndc]).toEqual([before.reject_codes, drug.ndc])
  const sent = await second.ask(newAuthorization.create, {
    authorizationId: built.body.authorizationId,
    selectedCaseOwners: [mail['super.aaa']!],
  })
  const granted = await supervisor.ask(decision.approve, {
    id: built.body.authorizationId,
    version: sent.body.version,
  })
  expect(granted.body).toMatchObject({ authorizationStatusId: 30 })
  expect((await send(asked)).status).toBe('P')
})

test('Without a bill that names the units, a clinic line is refused', async () => {
  const { authorizationId: id } = await send(injection({ sub: 'AAA1', at: 6 }, steroid))
  await api.db.query('update rx_transaction set request = null where authorization_id = $1', [id])
  const before = await decisionRows(api)
  const why = { body: { status: { code: 'RULE', message: expect.stringContaining('No claim on file says what was') } } }
  expect(await adjuster.ask(newAuthorization.trial, { authorizationId: id! })).toMatchObject(why)
  expect(await adjuster.ask(newAuthorization.changeMedication, { id: id!, version: 1, quantity: 3 })).toMatchObject(why)
  const shown = (await adjuster.ask(authorizations.one, { id: id! })).body.considerations
  expect((await adjuster.ask(clinical.considerations, { authorizationId: id! })).body.considerations).toEqual(shown)
  expect(await decisionRows(api)).toBe(before)
})

test('A changed quantity of a clinic line is whole units of the same code at a proportional charge', () => {
  const line = { ...steroid, doseGiven: 40, modifiers: ['JZ'] }
  const request = injection({ sub: 'AAA1', at: 1 }, line)
  expect(lineOf(request, 4, '1043391')).toEqual({ hcpcs: line, pricing: request.pricing })
  expect(lineOf(request, 4, '1043409')).toEqual({ hcpcs: line })
  expect(lineOf(pharmacyClaim({ sub: 'AAA1', at: 1 }), 60, '1043391')).toBeUndefined()
  expect(lineOf(null, 4, '1043391')).toBeUndefined()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_000 }), (thousandths) => {
      const quantity = thousandths / 1000
      const made = lineOf(request, quantity, '1043391')!
      expect(Number.isInteger(made.hcpcs!.units)).toBe(true)
      expect(made.hcpcs!.units).toBeGreaterThanOrEqual(quantity - 1e-6)
      expect(made.hcpcs!.units).toBeLessThan(quantity + 1)
      expect(made.hcpcs).toMatchObject({ code: 'J3301', doseGiven: 40, modifiers: ['JZ'] })
      expect(made.pricing!.grossAmountDue).toBeCloseTo(quantity * 10, 1)
    }),
  )
})

test.each([
  ['a compound', { compound_code: 2, claim_channel_type: 8 }, false, true],
  ['a line of a code alone', {}, true, true],
  ['a line with its package', { ndc: '98800000101', bill: injection({ sub: 'AAA1', at: 1 }, steroid) }, true, false],
  ['a paper bill of a product', { claim_channel_type: 9, ndc: '98800000101' }, false, false],
  ['a product nobody knows', { claim_channel_type: 9, gpi: '' }, false, false],
  ['a counter', { claim_channel_type: 1 }, false, false],
])('%s', (_words, more, line, bare) => {
  const of = { compound_code: 0, claim_channel_type: 8, ndc: '', gpi: '20120101', bill: null, ...more }
  expect([isClinicLine(of), lacksProduct(of)]).toEqual([line, bare])
})
