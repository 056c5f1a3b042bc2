import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { outgoing } from './contract.ts'
import { insteadNote } from './instead-words.ts'

test.each([
  [{ paysNow: true, same: true }, 'green', 'Pays now without approval.'],
  [{ paysNow: true, same: false }, 'green', 'Pays now without approval. The prescriber has to prescribe it.'],
  [{ paysNow: false, same: true }, 'amber', 'Named then; does not pay now. Messages no longer name it.'],
])('of a drug to use instead, %j is said as %s', (of, tone, words) => {
  expect(insteadNote(of)).toEqual({ tone, words })
})

const celecoxib = (brandFlag: 'M' | 'G') =>
  drugs.find((one) => one.name.startsWith('Celecoxib 200') && one.brandFlag === brandFlag)!

test('the card of a denial says that the drug it named pays, and no longer once something stops it', async () => {
  const api = await startFixtureApi()
  const bill = async (brandFlag: 'M' | 'G', rx: string) => {
    const claim = pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'celecoxib 200', quantity: 60, days: 30, rx })
    const daw = brandFlag === 'M' ? '1' : '0'
    const prescription = { ...claim.prescription!, productId: celecoxib(brandFlag).ndc, daw }
    return (await api.service.ask(transactions.intake, { ...claim, prescription })).body
  }
  const id = (await bill('M', '7021001')).authorizationId!
  const adjuster = await api.signIn('adj.aaa')
  const now = async () => (await adjuster.ask(outgoing.instead, { authorizationId: id })).body.instead
  expect(await now()).toBeNull()
  const { ndc } = celecoxib('G')
  const denial = { id, version: 1, reasonId: 6, note: 'It is the same drug.', insteadNdc: ndc }
  expect((await adjuster.ask(decision.reject, denial)).body.authorizationStatusId).toBe(40)
  const named = { ndc, name: 'Celecoxib 200 mg capsule, generic', same: true }
  expect(await now()).toEqual({ ...named, paysNow: true })
  // Another pharmacy dispenses it: the same amount would be a duplicate.
  expect(await bill('G', '7021002')).toMatchObject({ status: 'P' })
  expect(await now()).toEqual({ ...named, paysNow: false })
  expect((await adjuster.ask(decision.undo, { id })).status).toBe(200)
  expect(await now()).toBeNull()
})
