import { expect, test } from 'vitest'
import { transactions } from '#features/transactions/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import { clearingAll } from '#testing/clear-all.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { decision } from './contract.ts'

const opioid = { sub: 'AAA1', at: 1, drug: 'oxycodone 10 mg tablet', days: 30 } as const
/** 120, 195 and 90 MME a day. */
const [cleared, higher, lower] = [240, 390, 180]

const bill = async (api: TestApi, of: ClaimOptions) =>
  (await api.service.ask(transactions.intake, pharmacyClaim(of))).body

/** A pharmacist clears everything that stops the request. */
async function clearAll(api: TestApi, of: ClaimOptions): Promise<string> {
  const id = await raiseAuthorization(api, of)
  const pharmacist = await api.signIn('pharm.aaa')
  const { body } = await pharmacist.ask(decision.approve, {
    id,
    version: 1,
    oneTimeFill: false,
    endDate: day(30),
    ...(await clearingAll(pharmacist, id)),
    note: 'Spoke with Dr. Hawthorne',
  })
  expect(body).toMatchObject({ authorizationStatusId: 30 })
  return id
}

test('A pharmacy that bills a higher opioid dose than the pharmacist cleared is stopped again', async () => {
  const api = await startFixtureApi()
  await clearAll(api, { ...opioid, quantity: cleared })
  const ref = (await api.db.query('select override_ref as ref from prior_auth')).rows[0].ref
  const more = await bill(api, { ...opioid, quantity: higher, rx: '7009001' })
  expect(more.status).toBe('R')
  expect(more.rejects.map(({ code, message }) => [code, message])).toEqual([
    [
      '922',
      `195 MME a day (limit 90). Oxycodone 10 mg tablet: 10 mg x 13 a day x 1.5 = 195. Prior authorization ${ref} cleared 120 MME a day. Billed: 195 MME a day`,
    ],
    ['925', expect.stringContaining(`cleared 30 days’ supply, 80 mg a day. Billed: 30 days’ supply, 130 mg a day`)],
  ])
  expect(await bill(api, { ...opioid, quantity: cleared, rx: '7009002' })).toMatchObject({ status: 'P', rejects: [] })
})

test('A lower opioid dose than the pharmacist cleared is paid', async () => {
  const api = await startFixtureApi()
  await clearAll(api, { ...opioid, quantity: cleared })
  expect(await bill(api, { ...opioid, quantity: lower, rx: '7009003' })).toMatchObject({ status: 'P', rejects: [] })
})

test('An interaction cleared with one drug stops again beside another drug', async () => {
  const api = await startFixtureApi()
  const tramadol = { sub: 'AAA1', at: 1, drug: 'tramadol 50 mg tablet', quantity: 60, days: 30 } as const
  expect(await bill(api, { ...tramadol, drug: 'duloxetine', quantity: 30, rx: '7009011' })).toMatchObject({
    status: 'P',
  })
  await clearAll(api, tramadol)
  expect(await bill(api, { ...tramadol, drug: 'gabapentin', quantity: 30, rx: '7009012' })).toMatchObject({
    status: 'P',
  })
  const beside = await bill(api, tramadol)
  expect(beside.status).toBe('R')
  expect(beside.rejects.map(({ code, message }) => [code, message])).toEqual([
    ['88', expect.stringMatching(/Gabapentin.*Prior authorization PA\d+ cleared .*Duloxetine.*Billed: .*Gabapentin/)],
  ])
})

test('A prior authorization that is older than its findings clears ordinary codes and no safety code', async () => {
  const api = await startFixtureApi()
  await clearAll(api, { ...opioid, quantity: cleared })
  await api.db.query('update prior_auth set findings = null')
  const { status, rejects } = await bill(api, { ...opioid, quantity: cleared, rx: '7009021' })
  expect([status, rejects.map(({ code }) => code)]).toEqual(['R', ['922', '925']])
  expect(rejects[0]!.message).toMatch(/does not say what it cleared of code 922. Billed: 120 MME a day$/)
})

test('A trial run says what would be cleared with its measure, and stops at a higher dose', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { ...opioid, quantity: cleared })
  const pharmacist = await api.signIn('pharm.aaa')
  const tried = (quantity: number) =>
    pharmacist.ask(newAuthorization.trial, {
      authorizationId: id,
      quantity,
      assumePriorAuth: {
        startDate: day(0),
        endDate: day(60),
        drugLevel: 14,
        oneTimeFill: false,
        overrideAll: false,
        safetyIncluded: true,
        codes: ['75', '922', '925'],
        maxFills: null,
        maxDays: null,
        maxQty: null,
      },
    })
  const { body } = await tried(cleared)
  expect(body.outcome).toBe('PAID')
  expect(body.clearedFindings).toEqual(
    expect.arrayContaining([
      { rejectCode: '922', measure: '120 MME a day' },
      { rejectCode: '925', measure: '30 days’ supply, 80 mg a day' },
      { rejectCode: '75', measure: '' },
    ]),
  )
  expect((await tried(higher)).body).toMatchObject({
    outcome: 'REJECTED',
    rejects: [{ rejectCode: '922' }, { rejectCode: '925' }],
  })
})
