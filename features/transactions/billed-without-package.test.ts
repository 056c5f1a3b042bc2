import { beforeAll, expect, test } from 'vitest'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { decision } from '#features/decisions/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { transactions } from './contract.ts'

const ndcOf = (name: string): string => drugs.find((one) => one.name.toLowerCase().startsWith(name))!.ndc

const cream = (of: ClaimOptions, leading = 'ketamine, bulk'): ClaimRequest => {
  const claim = pharmacyClaim({ ...of, quantity: 60 })
  return {
    ...claim,
    prescription: { ...claim.prescription, productId: '0', compoundCode: '2' },
    compound: {
      ingredients: [
        { productId: ndcOf(leading), quantity: 10, cost: 300 },
        { productId: ndcOf('transdermal cream base'), quantity: 50, cost: 50 },
      ],
    },
    pricing: { grossAmountDue: 350 },
  }
}

/** A clinic line: a HCPCS code and units, no prescription and no NDC. */
const injection = (of: ClaimOptions, hcpcs: NonNullable<ClaimRequest['hcpcs']>): ClaimRequest => {
  const { prescription: _none, ...claim } = pharmacyClaim(of)
  return { ...claim, channel: 8, hcpcs, pricing: { grossAmountDue: 8 } }
}

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  return () => api.close()
})

const send = async (claim: ClaimRequest) => {
  const { body } = await api.service.ask(transactions.intake, claim)
  return { ...body, codes: body.rejects.map(({ code }) => code) }
}
const reverse = async (tcn: string) =>
  (
    await api.service.ask(transactions.reverse, {
      tcn,
      bin: '610014',
      pcn: 'WCPBM',
      insurance: { groupCode: 'AAA1GRP' },
    })
  ).body

test('A compound approved as "this package only" pays once when the pharmacy resubmits it', async () => {
  const of = { sub: 'AAA1', at: 1, rx: '7200001' } as const
  const raiseAuthorization = await send(cream(of))
  expect(raiseAuthorization.codes).toEqual(['75'])
  const adjuster = await api.signIn('adj.aaa')
  const id = raiseAuthorization.authorizationId!
  const terms = { startDate: day(0), endDate: day(30), oneTimeFill: false, maxFills: 3, maxDays: null, drugLevel: 11 }
  const assumed = { ...terms, codes: ['75'], overrideAll: false, safetyIncluded: false }
  const tried = await adjuster.ask(newAuthorization.trial, { authorizationId: id, assumePriorAuth: assumed })
  expect(tried.body.outcome).toBe('PAID')
  const given = await adjuster.ask(decision.approve, { id, version: 1, drugLevel: 11, oneTimeFill: false })
  expect(given.status).toBe(200)
  // Another compound on the same claim is another package.
  expect((await send(cream({ ...of, rx: '7200002' }, 'gabapentin, bulk'))).codes).toEqual(['75'])
  const paid = await send(cream(of))
  expect([paid.status, paid.codes]).toEqual(['P', []])
  const used = async () =>
    (await api.db.query('select level, fills_used from prior_auth where authorization_id = $1', [id])).rows
  expect(await used()).toEqual([{ level: 11, fills_used: 1 }])

  // It was dispensed although it has no NDC on file.
  // A repeat is no second fill; the same fill billed another way is a duplicate.
  expect(await send(cream(of))).toMatchObject({ status: 'D', tcn: paid.tcn, codes: [] })
  expect((await send({ ...cream(of), deliveryType: 2 })).codes).toContain('83')
  api.clock.move(86_400_000)
  expect((await send(cream({ ...of, rx: '7200003', date: day(1) }))).codes).toContain('79')
  expect((await reverse(paid.tcn)).status).toBe('A')
  expect(await used()).toEqual([{ level: 11, fills_used: 0 }])
  expect((await send(cream({ ...of, rx: '7200003', date: day(1) }))).status).toBe('P')
})

test('A pharmacy gets at most twenty reject reasons, the most severe first', async () => {
  const claim = cream({ sub: 'AAA1', at: 1, rx: '7200031' })
  const unknown = Array.from({ length: 23 }, (_, at) => ({ productId: String(97_000_000_000 + at), quantity: 1 }))
  const { codes } = await send({ ...claim, compound: { ingredients: [...claim.compound!.ingredients, ...unknown] } })
  expect(codes).toEqual(Array.from({ length: 20 }, () => '771'))
})

test('A clinic line without an NDC pays once, and again after the first is reversed', async () => {
  const of = { sub: 'AAA1', at: 2 } as const
  const ketorolac = { code: 'J1885', units: 2 }
  const first = await send(injection(of, ketorolac))
  expect([first.status, first.codes]).toEqual(['P', []])
  expect(await send(injection(of, ketorolac))).toMatchObject({ status: 'D', tcn: first.tcn, codes: [] })
  expect((await send({ ...injection(of, ketorolac), deliveryType: 2 })).codes).toEqual(['83'])
  expect((await send(injection(of, { ...ketorolac, units: 3 }))).codes).toEqual([])
  expect((await reverse(first.tcn)).status).toBe('A')
  expect((await send(injection(of, ketorolac))).codes).toEqual([])
})

test('A clinic line is matched to the formulary by its code, raises one request, and a dry run gives the same answer', async () => {
  const of = { sub: 'AAA1', at: 3 } as const
  const steroid = { code: 'J3301', units: 4 }
  const first = await send(injection(of, steroid))
  expect(first.codes).toEqual(['75'])
  const again = await send(injection(of, steroid))
  expect([again.codes, again.authorizationId]).toEqual([['75'], first.authorizationId])
  const id = first.authorizationId!
  const adjuster = await api.signIn('adj.aaa')
  const tried = await adjuster.ask(newAuthorization.trial, { authorizationId: id })
  expect(tried.body.rejects.map((one) => one.rejectCode)).toEqual(['75'])
  const weekLater = await send(injection({ ...of, date: day(-7) }, steroid))
  expect(weekLater.authorizationId).not.toBe(id)
})

test('A reversal gives the fill back to the bypass that cleared it', async () => {
  const of = { sub: 'AAA1', at: 4 } as const
  const bypass = idOf('a bypass of one fill')
  await api.db.query(
    `insert into auth_bypass (mc, id, sub_carrier, stratus_claim_id, reason, codes, start_date, end_date, max_fills)
     select mc, $1, sub_carrier, id, 'DISASTER', '{75}', $2, $3, 1 from wc_claim where id = $4`,
    [bypass, day(-1), day(20), idOf('AAA AAA1 claim 4')],
  )
  const used = async () =>
    (await api.db.query('select fills_used from auth_bypass where id = $1', [bypass])).rows[0].fills_used
  const paid = await send(pharmacyClaim(of))
  expect([paid.status, await used()]).toEqual(['P', 1])
  expect((await send(pharmacyClaim({ ...of, rx: '7200009', drug: 'eszopiclone' }))).codes).toContain('75')
  expect((await reverse(paid.tcn)).status).toBe('A')
  expect(await used()).toBe(0)
  expect((await send(pharmacyClaim(of))).status).toBe('P')
})

test('A brand is not priced as a generic that is obsolete or not yet on the market', async () => {
  const brand = drugs.find((one) => one.brandFlag === 'M' && one.name.startsWith('Celecoxib 200'))!
  const generic = drugs.find((one) => one.brandFlag === 'G' && one.gpi === brand.gpi && !one.repackaged)!
  const add = (ndc: string, change: object) =>
    api.db.query('insert into drug (ndc, gpi, facts) values ($1, $2, $3)', [
      ndc,
      generic.gpi,
      JSON.stringify({ ...generic, ndc, awpUnit: 0.001, ...change }),
    ])
  await add('98801777701', { obsoleteDate: day(-30) })
  await add('98801777702', { marketStart: day(30) })
  const claim = pharmacyClaim({ sub: 'AAA1', at: 5, drug: 'celecoxib 200', quantity: 30 })
  const asGeneric = { ...claim, prescription: { ...claim.prescription, productId: brand.ndc, daw: '5' } }
  const before = pharmacyClaim({
    sub: 'AAA1',
    at: 5,
    drug: 'celecoxib 200',
    quantity: 30,
    rx: '7200011',
    date: day(-40),
  })
  const [paid, plain] = [await send(asGeneric), await send(before)]
  expect([paid.codes, plain.codes]).toEqual([[], []])
  expect(paid.pricing?.paid).toBe(plain.pricing?.paid)
})

test('A sub-carrier’s own formulary does not apply to another sub-carrier', async () => {
  await api.db.query(
    `insert into formulary_item (mc, sub_carrier, gpi_prefix, status) select mc, sub_carrier, $1, 'EXCLUDED' from wc_claim where id = $2`,
    ['11100101', idOf('AAA AAA2 claim 1')],
  )
  const send600 = (sub: 'AAA1' | 'AAA2') =>
    send(pharmacyClaim({ sub, at: 1, drug: 'ibuprofen 600', rx: '7200021', date: day(1) }))
  expect([(await send600('AAA2')).codes, (await send600('AAA1')).codes]).toEqual([['70'], []])
})
