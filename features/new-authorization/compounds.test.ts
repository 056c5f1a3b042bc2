import { beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, startFixtureApi } from '#testing/fixture-api.ts'
import { mixtureOf } from '#features/snapshots/compound.ts'
import { newAuthorization } from './contract.ts'
import { codes, emails } from './testing-drafts.ts'

const ndcOf = (name: string): string => drugs.find((one) => one.name.toLowerCase().startsWith(name))!.ndc
const [ketamine, menthol] = [ndcOf('ketamine, bulk'), ndcOf('menthol-methyl')]

/** A cream of two ingredients, as a pharmacy bills it. */
const cream = (at: number): ClaimRequest => {
  const claim = pharmacyClaim({ sub: 'AAA1', at, quantity: 60 })
  return {
    ...claim,
    prescription: { ...claim.prescription, productId: '0', compoundCode: '2' },
    compound: {
      ingredients: [
        { productId: ketamine, quantity: 10, cost: 300 },
        { productId: menthol, quantity: 20, cost: 150 },
      ],
    },
    pricing: { grossAmountDue: 450 },
  }
}

/** What the engine says of it: prior authorization is needed, and an ingredient is not covered. */
const stops = ['75', '7Y']

let api: TestApi
let adjuster: Visitor
let second: Visitor
let mail: Record<string, string>
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  second = await api.signIn('adj.aaa2')
  mail = await emails(api)
  return () => api.close()
})

const stoppedCream = async (at: number): Promise<string> => {
  const { body } = await api.service.ask(transactions.intake, cream(at))
  expect(body.rejects.map((one) => one.code)).toEqual(stops)
  return body.authorizationId!
}
const kept = async (id: string) =>
  (
    await api.db.query(
      `select compound_code, ndc, gpi, drug_name, quantity::float, days_supply, reject_codes, estimated_cost::float as cost from rx_authorization
        where id = $1`,
      [id],
    )
  ).rows[0]

test('An adjuster tries, re-evaluates and changes an open request for a compound with its ingredients', async () => {
  const id = await stoppedCream(1)
  const before = await kept(id)
  expect(before).toMatchObject({ compound_code: 2, drug_name: 'Compound with Ketamine, bulk', cost: 450 })

  // The pharmacy's answer; half the quantity has half of each ingredient and half the cost.
  const trial = (more: object = {}) => adjuster.ask(newAuthorization.trial, { authorizationId: id, ...more })
  const tried = await trial()
  expect([tried.status, codes(tried.body.rejects), tried.body.pricing?.uc]).toEqual([200, stops, 0])
  expect(tried.body.pricing?.paid).toBe(before.cost)
  const half = await trial({ quantity: 30 })
  expect([codes(half.body.rejects), half.body.pricing?.paid]).toEqual([stops, 225])
  expect(half.body.pricing?.awp).toBeCloseTo(tried.body.pricing!.awp / 2, 2)

  // The same rejects as on the request.
  const facts = await adjuster.ask(clinical.considerations, { authorizationId: id })
  const shown = (await adjuster.ask(authorizations.one, { id })).body.considerations
  expect(shown.length).toBeGreaterThan(0)
  expect(facts.body.considerations.map((one) => one.key)).toEqual(shown.map((one) => one.key))

  // Another quantity is the same compound; another product needs another request.
  const change = (more: object) => adjuster.ask(newAuthorization.changeMedication, { id, version: 1, ...more })
  const all = await decisionRows(api)
  expect((await change({ ndc: ketamine })).body.status.message).toBe('Another drug is another request.')
  expect((await change({ gpi: '99999999999999' })).body.fields).toMatchObject([{ path: 'gpi' }])
  expect((await change({ genericOrbrand: 'B' })).body.fields).toMatchObject([{ path: 'genericOrbrand' }])
  expect(await decisionRows(api)).toBe(all)
  const changed = await change({ quantity: 30 })
  expect(changed).toMatchObject({
    status: 200,
    body: { version: 2, medication: { drugName: before.drug_name, quantity: 30, daysSupply: 30 }, estimatedCost: 225 },
  })
  expect(codes(changed.body.rejects)).toEqual(stops)
  expect(await kept(id)).toEqual({ ...before, quantity: 30, cost: 225 })
  // The detail names the leading ingredient, which is not shown as a change of drug.
  expect(
    await adjuster.ask(newAuthorization.saveMedication, {
      authorizationId: id,
      version: 2,
      gpi: before.gpi,
      genericOrbrand: 'G',
      quantity: 60,
    }),
  ).toMatchObject({ status: 200, body: { estimatedCost: 450 } })
  expect(await kept(id)).toEqual(before)
})

test('A denied compound is reconsidered with its ingredients, and pays once it is approved', async () => {
  const id = await stoppedCream(2)
  expect((await adjuster.ask(decision.rejectThisFill, { id, version: 1, reasonId: 10 })).status).toBe(200)
  const first = await kept(id)
  expect((await second.ask(newAuthorization.build, { originalAuthId: id, ndc: menthol })).body.status.message).toBe(
    'Another drug is another request.',
  )
  const built = await second.ask(newAuthorization.build, { originalAuthId: id })
  expect(built).toMatchObject({
    status: 200,
    body: { reconsiderationLevel: 1, estimatedCost: 450, medication: { ndc: '', drugName: first.drug_name } },
  })
  expect(codes(built.body.rejects)).toEqual(stops)
  const draft = built.body.authorizationId
  expect(await kept(draft)).toEqual(first)
  // The draft has no claim of its own: its ingredients come from the claim of the denied request.
  expect((await second.ask(newAuthorization.trial, { authorizationId: draft })).body.pricing?.awp).toBeGreaterThan(0)
  expect(
    (await second.ask(clinical.considerations, { authorizationId: draft })).body.considerations.map((one) => one.key),
  ).toEqual(built.body.clinicalConsiderations.map((one) => one.key))
  expect(
    (await second.ask(newAuthorization.changeMedication, { id: draft, version: 1, daysSupply: 15 })).body.medication,
  ).toMatchObject({ quantity: 60, daysSupply: 15 })
  await second.ask(newAuthorization.changeMedication, { id: draft, version: 2, daysSupply: 30 })

  const sent = await second.ask(newAuthorization.create, {
    authorizationId: draft,
    selectedCaseOwners: [mail['super.aaa']!],
  })
  expect(sent.body).toMatchObject({ authorizationStatusId: 24 })
  expect(await kept(draft)).toEqual(first)
  const supervisor = await api.signIn('super.aaa')
  const granted = await supervisor.ask(decision.approve, { id: draft, version: sent.body.version })
  expect(granted.body).toMatchObject({ authorizationStatusId: 30, priorAuth: { codesCleared: stops } })
  expect((await api.service.ask(transactions.intake, cream(2))).body).toMatchObject({
    status: 'P',
    priorAuthRef: granted.body.priorAuth!.priorAuthOverrideRef,
  })
})

test('A compound that costs more than what was cleared is asked about again, whether an adjuster or a supervisor cleared it (R20)', async () => {
  const dearer = (at: number): ClaimRequest => ({
    ...cream(at),
    compound: {
      ingredients: [
        { productId: ketamine, quantity: 20, cost: 600 },
        { productId: menthol, quantity: 40, cost: 300 },
      ],
    },
    pricing: { grossAmountDue: 900 },
  })
  for (const [at, who, cap] of [
    [4, 'adj.aaa', 500],
    [6, 'super.aaa', null],
  ] as const) {
    const id = await stoppedCream(at)
    const by = await api.signIn(who)
    const { body } = await by.ask(decision.approve, { id, version: 1, oneTimeFill: false })
    expect(body).toMatchObject({ authorizationStatusId: 30, priorAuth: { maxCostPerFill: cap, codesCleared: stops } })
    const again = (await api.service.ask(transactions.intake, dearer(at))).body
    expect([who, again.status, again.rejects.some(({ code }) => code === '7Y')]).toEqual([who, 'R', true])
  }
})

test('Without a claim that names the ingredients, a compound is refused', async () => {
  const id = await stoppedCream(3)
  await api.db.query('update rx_transaction set request = null where authorization_id = $1', [id])
  const before = await decisionRows(api)
  const why = { code: 'RULE', message: expect.stringContaining('No claim on file says what is in this compound') }
  const status = async (answer: Promise<{ body: { status: unknown } }>) => (await answer).body.status
  expect(await status(adjuster.ask(newAuthorization.trial, { authorizationId: id }))).toMatchObject(why)
  expect(await status(adjuster.ask(newAuthorization.changeMedication, { id, version: 1, quantity: 30 }))).toMatchObject(
    why,
  )
  const shown = (await adjuster.ask(authorizations.one, { id })).body.considerations
  expect((await adjuster.ask(clinical.considerations, { authorizationId: id })).body.considerations).toEqual(shown)
  expect(await decisionRows(api)).toBe(before)
  // Ingredients typed by hand can still be tried.
  const typed = await adjuster.ask(newAuthorization.trial, {
    authorizationId: id,
    compound: [
      { ndc: ketamine, quantity: 10 },
      { ndc: menthol, quantity: 20 },
    ],
  })
  expect(codes(typed.body.rejects)).toEqual(stops)
})

test('A changed quantity of a compound scales its ingredients', () => {
  const request = cream(1)
  expect(mixtureOf(request, 60, '1043391')).toEqual({ compound: request.compound, pricing: request.pricing })
  expect(mixtureOf(request, 60, '1043409')).toEqual({ compound: request.compound })
  expect(mixtureOf({ ...request, compound: { ingredients: [] } }, 60, '1043391')).toBeUndefined()
  expect(mixtureOf(pharmacyClaim({ sub: 'AAA1', at: 1 }), 60, '1043391')).toBeUndefined()
  expect(mixtureOf(null, 60, '1043391')).toBeUndefined()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), (quantity) => {
      const made = mixtureOf(request, quantity, '1043391')!
      const [first, other] = made.compound!.ingredients
      expect(first!.quantity).toBeCloseTo(quantity / 6, 2)
      expect(other!.quantity).toBeCloseTo(quantity / 3, 2)
      // The charges still add up: the engine refuses a bill where they do not.
      expect(Math.abs(first!.cost! + other!.cost! - made.pricing!.grossAmountDue!)).toBeLessThan(0.02)
      expect(made.compound!.ingredients.map((one) => one.productId)).toEqual([ketamine, menthol])
    }),
  )
})
