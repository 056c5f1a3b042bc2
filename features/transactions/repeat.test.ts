import { beforeAll, expect, test } from 'vitest'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { transactions } from './contract.ts'

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  return () => api.close()
})

const send = async (claim: ClaimRequest) => (await api.service.ask(transactions.intake, claim)).body
/** Naproxen is on the formulary: it is paid without a person. */
const payable = (at: number, rx: string) =>
  pharmacyClaim({ sub: 'AAA1', at, rx, drug: 'naproxen', quantity: 30, days: 10 })
const paidRows = async (rx: string) =>
  (await api.db.query<{ n: number }>('select count(*)::int as n from rx_transaction where rx_number = $1', [rx]))
    .rows[0]!.n

test('A claim that was paid and is sent once more is answered as the first time, marked as a repeat; nothing is paid again', async () => {
  const claim = payable(4, '7300001')
  const first = await send(claim)
  expect([first.status, first.pricing?.paid]).toEqual(['P', expect.any(Number)])
  const again = await send(claim)
  expect(again).toEqual({
    ...first,
    status: 'D',
    message: [`PAID BEFORE - TCN ${first.tcn}`, ...first.message].slice(0, 4),
  })
  expect(await paidRows('7300001')).toBe(1)
  const { rows } = await api.db.query(
    `select detail from access_audit where object_type = 'pharmacy_claim' and detail ->> 'outcome' = 'D' and detail ->> 'of' = $1`,
    [first.tcn],
  )
  expect(rows).toHaveLength(1)
})

test('Of two that arrive at once, one is paid and the other is its repeat', async () => {
  const answers = await Promise.all([send(payable(5, '7300002')), send(payable(5, '7300002'))])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['D', 'P'])
  expect(new Set(answers.map(({ tcn }) => tcn)).size).toBe(1)
  expect(await paidRows('7300002')).toBe(1)
})

test('Another quantity, day or fill is no repeat, and after its reversal the claim is paid again', async () => {
  const claim = payable(6, '7300003')
  const first = await send(claim)
  expect(first.status).toBe('P')
  for (const more of [{ quantity: 29 }, { fillNumber: 1 }, { daysSupply: 9 }])
    expect((await send({ ...claim, prescription: { ...claim.prescription, ...more } })).status).toBe('R')
  const reversed = await api.service.ask(transactions.reverse, {
    tcn: first.tcn,
    bin: '610014',
    pcn: 'WCPBM',
    insurance: { groupCode: 'AAA1GRP' },
  })
  expect(reversed.body.status).toBe('A')
  const later = await send(claim)
  expect([later.status, later.tcn === first.tcn]).toEqual(['P', false])
})

test('A stopped claim that is sent again joins its request as before', async () => {
  const claim = pharmacyClaim({ sub: 'AAA1', at: 1, rx: '7300004' })
  const first = await send(claim)
  const again = await send(claim)
  expect([first.status, again.status, again.authorizationId]).toEqual(['R', 'R', first.authorizationId])
  expect(first.authorizationId).not.toBeNull()
})

test('Zeros, blanks and dashes make no second prescription, pharmacy or product of one', async () => {
  const claim = pharmacyClaim({ sub: 'AAA1', at: 2, rx: '8800001' })
  const written = (rxNumber: string, more: Partial<ClaimRequest> = {}) =>
    send({ ...claim, ...more, prescription: { ...claim.prescription, rxNumber } })
  const first = await written('8800001')
  expect(first.authorizationId).toEqual(expect.any(String))
  const others = [
    await written('000008800001'),
    await written('8800001 '),
    await written(' 880 0001'),
    await written('8800001', { prescriber: { npi: '1932-102-084' } }),
  ]
  expect(others.map(({ authorizationId }) => authorizationId)).toEqual(Array(4).fill(first.authorizationId))
  const { rows } = await api.db.query(
    `select distinct rx_number, prescriber_npi from rx_transaction where rx_number like '%8800001%'`,
  )
  expect(rows).toEqual([{ rx_number: '8800001', prescriber_npi: '1932102084' }])
})
