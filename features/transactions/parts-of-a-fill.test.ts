import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { transactions } from './contract.ts'

// A fill that is handed out in parts is one fill of its approval (docs/decisions/0988).

const fill = { sub: 'AAA1', at: 1, rx: '7700988', date: day(0) } as const

test('An approval of one fill pays the part and the rest, counts them once, and has the fill again when both are reversed', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, fill)
  const adjuster = await api.signIn('adj.aaa')
  const terms = { id, version: 1, paMaxFill: 1, maxQty: 60, startDate: day(0), endDate: day(30) }
  expect(await adjuster.ask(decision.approve, terms)).toMatchObject({ status: 200 })
  const bill = async (quantity: number, dispensingStatus?: 'P' | 'C') => {
    const claim = pharmacyClaim({ ...fill, quantity, days: quantity / 2 })
    if (dispensingStatus) Object.assign(claim.prescription!, { dispensingStatus, quantityIntended: 60 })
    return (await api.service.ask(transactions.intake, claim)).body
  }
  const used = async () => {
    const { rows } = await api.db.query<{ used: string }>(
      "select status_id || ' ' || fills_used as used from prior_auth",
    )
    return rows.map((row) => row.used)
  }
  const reverse = async (tcn: string) => {
    const insurance = { groupCode: 'AAA1GRP' }
    return (await api.service.ask(transactions.reverse, { tcn, bin: '610014', pcn: 'WCPBM', insurance })).body
  }
  const part = await bill(20, 'P')
  expect(part.status).toBe('P')
  expect(await used()).toEqual(['4 1'])
  expect(await bill(41, 'C')).toMatchObject({ status: 'R' })
  const rest = await bill(40, 'C')
  expect(rest).toMatchObject({ status: 'P', priorAuthRef: part.priorAuthRef })
  expect(await used()).toEqual(['4 1'])
  expect(await reverse(part.tcn)).toMatchObject({ status: 'A', restoredFills: 0 })
  expect(await used()).toEqual(['4 1'])
  expect(await reverse(rest.tcn)).toMatchObject({ status: 'A', restoredFills: 1 })
  expect(await used()).toEqual(['3 0'])
  expect(await bill(60)).toMatchObject({ status: 'P' })
})
