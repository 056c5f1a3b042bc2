import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { priorAuths } from './contract.ts'

const first = { sub: 'AAA1', at: 5, rx: '701001' } as const
const second = { ...first, rx: '701002' } as const
const why = { reasonId: 22, note: 'Not related to the injury.' }

/** A request that silence approved an hour ago, another one for the same drug, and who would take the approval back. */
async function approvedBySilence(state: string) {
  const api = await startFixtureApi()
  await api.db.query('update wc_claim set juris_state = $1 where id = $2', [state, idOf('AAA AAA1 claim 5')])
  const id = await raiseAuthorization(api, first)
  const other = await raiseAuthorization(api, second)
  const { rows } = await api.db.query('select statutory_due_at as due from rx_authorization where id = $1', [id])
  await api.db.query(
    `update rx_authorization set statutory_due_at = statutory_due_at + interval '9 days' where id = $1`,
    [other],
  )
  api.clock.move(rows[0].due.getTime() + 3_600_000 - api.clock.now().getTime())
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.approve, { id, version: 1 })
  const { body } = await adjuster.ask(priorAuths.page, { claimId: idOf('AAA AAA1 claim 5') })
  return { api, adjuster, other, priorAuth: body.content[0]! }
}
const fill = async (api: TestApi) => (await api.service.ask(transactions.intake, pharmacyClaim(first))).body

test('An adjuster in New York can neither end, shorten nor narrow what silence approved, nor block the drug; it is filled', async () => {
  const { api, adjuster, priorAuth } = await approvedBySilence('NY')
  const { priorAuthOverrideRef, version } = priorAuth
  expect(priorAuth.blockedReasons).toMatchObject([{ action: 'end', code: 'RULE' }])
  const message = 'Nobody decided in time, so NY approved it. That approval cannot be withdrawn.'
  const changed = { priorAuthOverrideRef, version }
  const ending = { ...changed, reason: 'Not related' }
  const today = api.clock.now().toISOString().slice(0, 10)
  for (const answer of [
    await adjuster.ask(priorAuths.end, { ...ending, terminate: true }),
    await adjuster.ask(priorAuths.end, { ...ending, authorizationExpirationDate: today }),
    await adjuster.ask(priorAuths.save, {
      ...changed,
      stratusClaimId: priorAuth.stratusClaimId,
      maxQty: 1,
      reasonId: 1,
    }),
  ])
    expect([answer.status, answer.body]).toMatchObject([422, { status: { code: 'RULE', message } }])
  const block = await adjuster.ask(priorAuths.save, {
    ...why,
    stratusClaimId: priorAuth.stratusClaimId,
    kind: 'BLOCK',
    gpi: priorAuth.gpiPrefix,
    drugLevel: 14,
    codes: ['75'],
    authorizationExpirationDate: day(60),
  })
  expect([block.status, block.body]).toMatchObject([422, { status: { code: 'RULE' } }])
  expect(await fill(api)).toMatchObject({ status: 'P', priorAuthRef: priorAuthOverrideRef })
})

test('A denial of a second request in New York ends nothing that silence approved, and blocks its own prescription only', async () => {
  const { api, adjuster, other, priorAuth } = await approvedBySilence('NY')
  const denied = { id: other, version: 1, ...why }
  expect((await adjuster.ask(decision.reject, { ...denied, terminateExisting: true })).body).toMatchObject({
    status: { code: 'RULE' },
    fields: [{ path: 'terminateExisting' }],
  })
  expect((await adjuster.ask(decision.reject, denied)).body).toMatchObject({ authorizationStatusId: 40 })
  expect(await fill(api)).toMatchObject({ status: 'P', priorAuthRef: priorAuth.priorAuthOverrideRef })
})

test('An adjuster in Nevada may deny later what silence approved, before it is filled', async () => {
  const { api, adjuster, priorAuth } = await approvedBySilence('NV')
  const { priorAuthOverrideRef, version } = priorAuth
  const ended = await adjuster.ask(priorAuths.end, { priorAuthOverrideRef, version, terminate: true, reason: 'Denied' })
  expect(ended.status).toBe(200)
  expect((await fill(api)).status).toBe('R')
})
