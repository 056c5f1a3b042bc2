import { expect, test } from 'vitest'
import type { Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { claims } from './contract.ts'

test('a user is listed the sub-carriers they work in, with those that ended', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const codes = async (who: Visitor) =>
    (await who.ask(claims.subCarriers, { masterCarrier: 'AAA' })).body.map((one) => one.subCarrierCode)
  const { rows } = await api.db.query<{ code: string }>(
    `select sub_carrier as code from sub_carrier where mc = 'AAA' order by sub_carrier`,
  )
  expect(await codes(adjuster)).toEqual(rows.map((one) => one.code))
  expect(await codes(await api.signIn('adj.sub1'))).toEqual(['AAA1'])
  await api.db.query(`update sub_carrier set status = 'ENDED' where mc = 'AAA' and sub_carrier = 'AAA2'`)
  const { body } = await adjuster.ask(claims.subCarriers, {})
  expect(body.find((one) => one.subCarrierCode === 'AAA2')).toMatchObject({ active: false })
})
