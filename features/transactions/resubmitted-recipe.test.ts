import { expect, test } from 'vitest'
import { eventCode } from '#features/authorizations/events.ts'
import { decision } from '#features/decisions/contract.ts'
import { evidence } from '#features/evidence/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { transactions } from './contract.ts'

// A compound that is sent again with another recipe is another compound, though its leading ingredient, amount and price are the same.

const ndcOf = (name: string): string => drugs.find((one) => one.name.startsWith(name))!.ndc
const cream = (...parts: [name: string, quantity: number, cost: number][]) => {
  const claim = pharmacyClaim({ sub: 'AAA1', at: 1, quantity: 60 })
  return {
    ...claim,
    prescription: { ...claim.prescription, productId: '0', compoundCode: '2' },
    compound: { ingredients: parts.map(([name, quantity, cost]) => ({ productId: ndcOf(name), quantity, cost })) },
    pricing: { grossAmountDue: 450 },
  }
}
const ketamine = ['Ketamine, bulk', 10, 300] as const
const first = cream([...ketamine], ['Gabapentin, bulk', 20, 150])

test.each([
  ['another ingredient', cream([...ketamine], ['Baclofen, bulk', 20, 150]), 'Baclofen, bulk 20; Ketamine, bulk 10'],
  ['half of one', cream([...ketamine], ['Gabapentin, bulk', 10, 150]), 'Gabapentin, bulk 10; Ketamine, bulk 10'],
  [
    'one ingredient more',
    cream([...ketamine], ['Gabapentin, bulk', 20, 140], ['Lidocaine, bulk', 5, 10]),
    'Gabapentin, bulk 20; Ketamine, bulk 10; Lidocaine, bulk 5',
  ],
] as const)('%s is in the log and the evidence, and a first approval is void', async (_words, other, recipe) => {
  const api = await startFixtureApi()
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'dualControlThreshold', '1')`)
  const adjuster = await api.signIn('adj.aaa')
  const send = async (claim: object) => (await api.service.ask(transactions.intake, claim as typeof first)).body
  const { authorizationId } = await send(first)
  const id = authorizationId!
  const row = async () =>
    (
      await api.db.query<{ version: number; first: boolean }>(
        'select version, first_approval is not null as first from rx_authorization where id = $1',
        [id],
      )
    ).rows[0]!
  const approved = await adjuster.ask(decision.approve, { id, version: (await row()).version })
  expect(approved.body).toMatchObject({ authorizationStatusId: 25 })
  // The same once more, in another order, is the same.
  await send({ ...first, compound: { ingredients: first.compound.ingredients.toReversed() } })
  expect((await row()).first).toBe(true)
  expect((await send(other)).authorizationId).toBe(id)
  expect((await row()).first).toBe(false)
  const before = 'Gabapentin, bulk 20; Ketamine, bulk 10'
  const { rows } = await api.db.query<{ event_text: string }>(
    'select event_text from authorization_event where authorization_id = $1 and event_code = $2',
    [id, eventCode.MEDICATION_CHANGED],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.event_text).toContain(`Ingredients ${before} to ${recipe}`)
  const { body } = await adjuster.ask(evidence.of, { authorizationId: id })
  expect(body.resubmitted?.changes).toEqual([{ figure: 'Ingredients', before, after: recipe }])
  expect(body.submissions.map(({ figures }) => figures.find((one) => one.figure === 'Ingredients')?.words)).toEqual([
    before,
    recipe,
  ])
})
