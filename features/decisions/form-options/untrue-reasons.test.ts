import { expect, test } from 'vitest'
import { transactions } from '#features/transactions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { decision } from '../contract.ts'

// A reason the file contradicts is neither offered nor taken; what it contradicts changes with the file.

const TOO_SOON = 10
const NOT_TREATING = 11
const DUPLICATE = 20

test('Too soon and duplicate are offered and taken only where the drug was filled or requested before', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const untrue = async (id: string) => {
    const { body } = await adjuster.ask(decision.editRules, { authorizationId: id, action: 'REJECT' })
    return (body.untrueReasons ?? []).filter((reason) => [TOO_SOON, NOT_TREATING, DUPLICATE].includes(reason))
  }
  const first = { sub: 'AAA1', at: 1, date: day(-20), days: 10, quantity: 20 } as const
  const id = await raiseAuthorization(api, first)
  expect(await untrue(id)).toEqual([TOO_SOON, DUPLICATE])
  for (const call of [decision.reject, decision.rejectThisFill])
    for (const [reasonId, message] of [
      [TOO_SOON, 'Nothing of this drug was filled in the 180 days before.'],
      [DUPLICATE, 'No other request for this drug is on file.'],
    ] as const)
      expect(await adjuster.ask(call, { id, version: 1, reasonId, note: 'Not this time.' })).toMatchObject({
        status: 422,
        body: { status: { code: 'RULE', message }, fields: [{ path: 'reasonId' }] },
      })

  const terms = { startDate: day(-20), oneTimeFill: true }
  expect((await adjuster.ask(decision.approve, { id, version: 1, ...terms })).status).toBe(200)
  expect((await api.service.ask(transactions.intake, pharmacyClaim(first))).body).toMatchObject({ status: 'P' })
  // The supply is used up: the engine does not say that it is too soon, and a person may have a reason to.
  const again = await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '7099001' })
  expect(await untrue(again)).toEqual([])
  const denied = await adjuster.ask(decision.rejectThisFill, { id: again, version: 1, reasonId: TOO_SOON })
  expect(denied).toMatchObject({ status: 200, body: { authorizationStatusId: 41 } })
})

test('A denial does not say that the prescriber is no treating provider where the claim lists that prescriber', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const deny = () =>
    adjuster.ask(decision.rejectThisFill, {
      id,
      version: 1,
      reasonId: NOT_TREATING,
      note: 'Care was moved to another clinic.',
    })
  await api.db.query(
    `insert into claim_treating_provider (mc, stratus_claim_id, npi, valid_from)
       select mc, stratus_claim_id, prescriber_npi, date_of_service - 30 from rx_authorization where id = $1`,
    [id],
  )
  expect(await deny()).toMatchObject({
    status: 422,
    body: { status: { message: 'The prescriber is an authorized treating provider of this claim.' } },
  })
  await api.db.query('update claim_treating_provider set valid_to = $1', [day(-1)])
  expect((await deny()).status).toBe(200)
})
