import { expect, test } from 'vitest'
import { transactions } from '#features/transactions/contract.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { decision } from './contract.ts'

const first = { sub: 'AAA1', at: 1, rx: '701001' } as const

/** A request of 60 days and three fills under the law of a state, approved by an adjuster. */
async function approvedIn(state: string) {
  const api = await startFixtureApi()
  await api.db.query('update wc_claim set juris_state = $1', [state])
  const id = await raiseAuthorization(api, first)
  const adjuster = await api.signIn('adj.aaa')
  const form = (await adjuster.ask(decision.editRules, { authorizationId: id, action: 'APPROVE' })).body
  const terms = { endDate: day(60), oneTimeFill: false, paMaxFill: 3 }
  const approved = (await adjuster.ask(decision.approve, { id, version: 1, ...terms })).body
  const fill = async (rx: string) => (await api.service.ask(transactions.intake, pharmacyClaim({ ...first, rx }))).body
  return { form, ref: approved.priorAuth!.priorAuthOverrideRef, fill }
}

test('An approval in Indiana lets through the prescription it was asked for; a new prescription stops and says so', async () => {
  const { form, ref, fill } = await approvedIn('IN')
  expect(form.oneOrder).toBe('701001')
  expect(await fill('701001')).toMatchObject({ status: 'P', priorAuthRef: ref })
  const stopped = await fill('701002')
  expect(stopped.status).not.toBe('P')
  expect(JSON.stringify(stopped)).toContain(`Prior authorization ${ref} covers prescription 701001 only`)
})

test('An approval in Florida lets a new prescription of the same drug through', async () => {
  const { form, ref, fill } = await approvedIn('FL')
  expect(form.oneOrder).toBeUndefined()
  expect(await fill('701002')).toMatchObject({ status: 'P', priorAuthRef: ref })
})
