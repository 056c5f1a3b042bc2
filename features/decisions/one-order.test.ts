import { expect, test } from 'vitest'
import { status } from '#features/authorizations/statuses.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { transactions } from '#features/transactions/contract.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
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
  const fill = async (rx: string, date = day(0)) =>
    (await api.service.ask(transactions.intake, pharmacyClaim({ ...first, rx, date }))).body
  return { api, adjuster, form, ref: approved.priorAuth!.priorAuthOverrideRef, fill, terms }
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

test('An adjuster in Indiana approves a second prescription; the approval of the first stays in force', async () => {
  const { api, adjuster, ref, fill, terms } = await approvedIn('IN')
  const second = (await fill('701002')).authorizationId!
  const approved = await adjuster.ask(decision.approve, { id: second, version: 1, ...terms })
  expect(approved.body).toMatchObject({ success: true, authorizationStatusId: 30 })
  const other = approved.body.priorAuth!.priorAuthOverrideRef
  expect(await fill('701002')).toMatchObject({ status: 'P', priorAuthRef: other })
  const inForce = (
    await api.db.query('select override_ref as ref from prior_auth where status_id = $1', [priorAuthStatus.ACTIVE])
  ).rows
  expect(new Set(inForce.map((row) => row.ref))).toEqual(new Set([ref, other]))
})

test('Silence in Indiana approves the prescription that was asked for, and what another one cleared stays with that one', async () => {
  const { api, ref, fill } = await approvedIn('IN')
  await api.db.query(
    `update prior_auth set codes_cleared = codes_cleared || '{76}', findings = findings || $1::jsonb`,
    [JSON.stringify([{ rejectCode: '76', rule: null, measure: null }])],
  )
  const second = (await fill('701002')).authorizationId!
  api.clock.move(10 * 24 * 3_600_000)
  await runJobsUntilIdle(api, { ticks: 2 })
  const rows = (
    await api.db.query(
      `select override_ref as ref, rx_number as rx, codes_cleared as codes, status_id as status from prior_auth where kind = 'PERMIT' order by rx_number`,
    )
  ).rows
  expect(rows).toMatchObject([
    { ref, rx: '701001', status: priorAuthStatus.ACTIVE },
    { rx: '701002', status: priorAuthStatus.ACTIVE },
  ])
  expect(rows[1].codes).not.toContain('76')
  const { status_id } = (await api.db.query('select status_id from rx_authorization where id = $1', [second])).rows[0]
  expect(status_id).toBe(status.DEEMED_APPROVED)
  expect(await fill('701002', day(10))).toMatchObject({ status: 'P', priorAuthRef: rows[1].ref })
  expect((await fill('701003', day(10))).status).not.toBe('P')
})
