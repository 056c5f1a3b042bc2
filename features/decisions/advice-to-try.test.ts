import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { day } from '#testing/new-york-day.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { adviceToTry } from './advice-to-try.ts'
import { formOptions } from './form-options-contract.ts'

test('a trial run of what a pharmacist recommends: as requested a safety code stops it, of seven days it pays', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, {
    sub: 'AAA1',
    at: 1,
    drug: 'oxycodone 10 mg tablet',
    quantity: 60,
    days: 30,
  })
  const pharmacist = await api.signIn('pharm.aaa')
  const detail = (await pharmacist.ask(authorizations.one, { id })).body
  const rules = (await pharmacist.ask(formOptions.editRules, { authorizationId: id, action: 'APPROVE' })).body
  const reasons = (await pharmacist.ask(formOptions.reasons, { action: 'APPROVE', jurisState: detail.jurisState })).body
  const tried = (modifiedDays: number | null, modifiedQuantity: number | null, oneTime = false) =>
    adviceToTry(detail, rules, reasons, { modifiedDays, modifiedQuantity, oneTime }, day(0))
  const outcome = async (of: ReturnType<typeof tried>) => {
    const { body } = await pharmacist.ask(newAuthorization.trial, of.asBilled!)
    return [body.outcome, ...body.rejects.map(({ rejectCode }) => rejectCode)]
  }
  expect(await outcome(tried(null, null))).toEqual(['REJECTED', '925'])
  const narrower = tried(7, 14, true)
  expect(narrower.asBilled?.assumePriorAuth).toMatchObject({ maxDays: 7, maxQty: 14, oneTimeFill: true })
  expect(await outcome(narrower)).toEqual(['PAID'])
  expect(narrower.raised).toBeUndefined()
  expect(tried(30, 120).raised).toMatchObject({ quantity: 120 })
})
