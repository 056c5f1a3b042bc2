import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { transactions } from './contract.ts'

const one = { sub: 'AAA1', at: 1 } as const
const claim = idOf('AAA AAA1 claim 1')
const codes = async (api: TestApi, of: ClaimOptions) =>
  (await api.service.ask(transactions.intake, pharmacyClaim(of))).body.rejects.map((reject) => reject.code)
const day = (api: TestApi, days: number) => dayAt(api.clock.now(), days)

test('A claimant locked in to one pharmacy is rejected at another (R42) and paid at their own', async () => {
  const api = await startFixtureApi()
  await api.db.query(`update wc_claim set lock_in_nabp = '1043391', case_management = false where id = $1`, [claim])
  expect(await codes(api, { ...one, drug: 'naproxen' })).not.toContain('M2')
  await api.db.query(`update wc_claim set lock_in_nabp = '9999999' where id = $1`, [claim])
  expect(await codes(api, { ...one, drug: 'naproxen', rx: '7000002' })).toContain('M2')
  await api.db.query(`update wc_claim set lock_in_nabp = null, case_management = true where id = $1`, [claim])
  expect(await codes(api, { ...one, drug: 'naproxen', rx: '7000003' })).toContain('828')
})

test('A heart drug matches a first responder’s injury only while the heart diagnosis is accepted', async () => {
  const api = await startFixtureApi()
  const asked = async (rx: string) => codes(api, { ...one, drug: 'lisinopril', rx })
  const before = await asked('7000011')
  await api.db.query(
    `insert into claim_icd (mc, stratus_claim_id, icd10, description) values ('AAA', $1, 'I21.9', 'Heart attack')`,
    [claim],
  )
  expect(await asked('7000012')).toEqual(before)
  const coverage = (from: string | null, to: string | null) =>
    api.db.query(
      `update claim_icd set valid_from = $2, valid_to = $3 where stratus_claim_id = $1 and icd10 = 'I21.9'`,
      [claim, from, to],
    )
  await api.db.query(`update wc_claim set first_responder = true where id = $1`, [claim])
  await coverage(day(api, -300), day(api, -10))
  expect(await asked('7000013')).toEqual(before)
  const shown = await (await api.signIn('adj.aaa')).ask(clinical.diagnoses, { claimId: claim, masterCarrier: 'AAA' })
  expect(shown.body.icds.find((icd) => icd.code === 'I21.9')).toMatchObject({
    from: day(api, -300),
    to: day(api, -10),
  })
  await coverage(day(api, -300), null)
  const matched = await asked('7000014')
  expect(before).toEqual(expect.arrayContaining(matched))
  expect(matched.length).toBeLessThan(before.length)
})

test('An expired prior authorization still covers a fill within its days that is billed later', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  const filled = day(api, 0)
  await api.db.query(`update prior_auth set end_date = start_date + 3`)
  api.clock.move(6 * 86_400_000)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  await jobs.tick()
  await jobs.stop()
  expect((await api.db.query('select status_id from prior_auth')).rows).toEqual([{ status_id: 5 }])
  const late = await api.service.ask(transactions.intake, pharmacyClaim({ ...one, date: filled }))
  expect([late.body.status, late.body.rejects.map((reject) => reject.code)]).toEqual(['P', []])
  const today = await api.service.ask(transactions.intake, pharmacyClaim({ ...one, rx: '7000021', date: day(api, 0) }))
  expect(today.body.status).toBe('R')
})

test('Where the state directs care, a prescriber the claim does not name is rejected on days it names others', async () => {
  const api = await startFixtureApi()
  const outsider = '1999999984'
  const asked = async (of: ClaimOptions) => {
    const { body } = await api.service.ask(transactions.intake, pharmacyClaim(of))
    return { ...body, codes: body.rejects.map((reject) => reject.code) }
  }
  const name = (claim: number, from: string, to: string | null) =>
    api.db.query(
      `insert into claim_treating_provider (mc, stratus_claim_id, npi, valid_from, valid_to) values ('AAA', $1, '1932102084', $2, $3)`,
      [idOf(`AAA AAA1 claim ${claim}`), from, to],
    )
  // Florida directs care, Texas does not; the first claim names its providers, the second does not.
  await name(1, day(api, -20), day(api, 0))
  await name(4, day(api, -20), null)
  const of = { sub: 'AAA1', at: 1 } as const
  expect((await asked({ ...of, rx: '7300001' })).codes).not.toContain('71')
  const raiseAuthorization = await asked({ ...of, rx: '7300002', npi: outsider })
  expect(raiseAuthorization.codes).toContain('71')
  expect((await asked({ ...of, rx: '7300003', npi: outsider, date: day(api, -21) })).codes).not.toContain('71')
  expect((await asked({ ...of, at: 2, npi: outsider })).codes).not.toContain('71')
  expect((await asked({ ...of, at: 4, npi: outsider })).codes).not.toContain('71')
  // The same claim in the other carrier is another claim.
  expect((await asked({ sub: 'BBB1', at: 1, npi: outsider })).codes).not.toContain('71')

  const adjuster = await api.signIn('adj.aaa')
  const id = raiseAuthorization.authorizationId!
  const shown = (await adjuster.ask(authorizations.one, { id })).body
  expect(shown.rejects.find((reject) => reject.rejectCode === '71')?.message).toContain('authorized treating provider')
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).body).toMatchObject({ authorizationStatusId: 30 })
  expect((await asked({ ...of, rx: '7300002', npi: outsider })).status).toBe('P')
  api.clock.move(86_400_000)
  expect((await asked({ ...of, rx: '7300004', npi: outsider, date: day(api, 0) })).codes).not.toContain('71')
})
