import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { history } from '#features/history/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { provenance } from '#features/provenance/contract.ts'
import { sectionsOf } from '#features/provenance/sections.ts'
import { transactions } from '#features/transactions/contract.ts'
import { clearingAll } from '#testing/clear-all.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { decision } from './contract.ts'

const opioid = { sub: 'AAA1', at: 1, drug: 'oxycodone 10 mg tablet', days: 30 } as const
/** Tablets in 30 days: 120, 195 and 240 MME a day. */
const [lower, higher, highest] = [240, 390, 480]

const grant = {
  oneTimeFill: false,
  endDate: day(30),
  note: 'Spoke with Dr. Hawthorne',
} as const

/** What a bill of this many tablets meets: 'P', or the code of the dose with its message. */
async function billed(api: TestApi, quantity: number, rx: string): Promise<string> {
  const { body } = await api.service.ask(transactions.intake, pharmacyClaim({ ...opioid, quantity, rx }))
  const dose = body.rejects.find(({ code }) => code === '922')
  return body.status === 'P' ? 'P' : `${dose?.code} ${dose?.message}`
}

const dose = (mme: number) => ({ rejectCode: '922', upTo: `up to ${mme} MME a day` })

test('What a pharmacist cleared is shown with its measure: in the story, the list and file of the claim, and the record', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { ...opioid, quantity: lower })
  const pharmacist = await api.signIn('pharm.aaa')
  const granted = (
    await pharmacist.ask(decision.approve, { id, version: 1, ...grant, ...(await clearingAll(pharmacist, id)) })
  ).body
  const cleared = [dose(120), { rejectCode: '925', upTo: 'up to 30 days’ supply, 80 mg a day' }]
  expect(granted.priorAuth!.clearedFindings).toEqual(expect.arrayContaining(cleared))

  const story = (await pharmacist.ask(history.story, { stratusAuthId: id })).body
  expect(story.priorAuths[0]!.clearedFindings).toEqual(expect.arrayContaining(cleared))
  const claimId = idOf('AAA AAA1 claim 1')
  const list = (await pharmacist.ask(priorAuths.page, { claimId })).body
  expect(list.content[0]!.clearedFindings).toEqual(expect.arrayContaining(cleared))
  const { records } = (await pharmacist.ask(provenance.of, { id })).body
  expect(records[0]!.record!.outcome.cleared).toEqual(expect.arrayContaining(cleared))
  const [first] = sectionsOf(records[0]!, { instant: String })
  expect(first!.lines.find(({ name }) => name === 'Codes cleared')!.was).toContain('922 up to 120 MME a day')

  const file = await pharmacist.ask(priorAuths.export, { type: 'CSV', claimId })
  expect(file.text).toContain('922 up to 120 MME a day')
})

test('Undoing an approval of a higher dose brings back the lower dose that was cleared before', async () => {
  const api = await startFixtureApi()
  const pharmacist = await api.signIn('pharm.aaa')
  const first = await raiseAuthorization(api, { ...opioid, quantity: lower })
  await pharmacist.ask(decision.approve, { id: first, version: 1, ...grant, ...(await clearingAll(pharmacist, first)) })
  const second = await raiseAuthorization(api, { ...opioid, quantity: higher, rx: '7008001' })
  const { status, body } = await pharmacist.ask(decision.approve, {
    id: second,
    version: 1,
    ...grant,
    ...(await clearingAll(pharmacist, second)),
    supersede: true,
  })
  expect([status, body.priorAuth?.clearedFindings]).toEqual([200, expect.arrayContaining([dose(195)])])
  expect((await pharmacist.ask(decision.undo, { id: second })).status).toBe(200)
  expect(await billed(api, higher, '7008002')).toMatch(/^922 .*cleared 120 MME a day. Billed: 195 MME a day$/)
  expect(await billed(api, lower, '7008003')).toBe('P')
  const { records } = (await pharmacist.ask(provenance.of, { id: second })).body
  expect(records[0]).toMatchObject({ undone: { by: 'Pharm aaa' } })
  expect(records[0]!.record!.outcome.cleared).toContainEqual(dose(195))
  expect(records[0]!.record!.screen!.priorAuths[0]!.cleared).toContainEqual(dose(120))
})

test('An approval after a merge clears the dose of the request that stayed, not of the one merged into it', async () => {
  const api = await startFixtureApi()
  const [supervisor, pharmacist] = [await api.signIn('super.aaa'), await api.signIn('pharm.aaa')]
  const stays = await raiseAuthorization(api, { ...opioid, quantity: lower })
  const gone = await raiseAuthorization(api, { ...opioid, quantity: higher, nabp: '1043409', rx: '909001' })
  const merged = await supervisor.ask(merging.merge, { id: gone, into: stays, version: 1, intoVersion: 1 })
  expect(merged.status).toBe(200)
  const version = (await pharmacist.ask(authorizations.one, { id: stays })).body.version
  const granted = (
    await pharmacist.ask(decision.approve, {
      id: stays,
      version,
      ...grant,
      ...(await clearingAll(pharmacist, stays)),
    })
  ).body
  expect(granted.priorAuth!.clearedFindings).toContainEqual(dose(120))
  // The approval is of the amount of the request that stayed: it clears nothing of a claim for more (docs/decisions/0941).
  expect(await billed(api, higher, '7008011')).toMatch(/^922 195 MME a day/)
  expect(await billed(api, lower, '7008012')).toBe('P')
})

test('A reconsideration clears the dose that was denied, and a higher one is stopped again', async () => {
  const api = await startFixtureApi()
  const [adjuster, pharmacist] = [await api.signIn('adj.aaa'), await api.signIn('pharm.aaa')]
  const id = await raiseAuthorization(api, { ...opioid, quantity: higher })
  const denied = await adjuster.ask(decision.reject, {
    id,
    version: 1,
    reasonId: 6,
    note: 'Not for this injury',
    drugLevel: 14,
  })
  expect(denied.status).toBe(200)
  const { authorizationId } = (await pharmacist.ask(newAuthorization.build, { originalAuthId: id })).body
  const { email } = (await api.db.query(`select email from app_user where username = 'pharm.aaa'`)).rows[0]
  const made = await pharmacist.ask(newAuthorization.create, { authorizationId, selectedCaseOwners: [email] })
  expect(made.body).toMatchObject({ authorizationStatusId: 24 })
  const granted = await pharmacist.ask(decision.approve, {
    id: authorizationId,
    version: made.body.version,
    ...grant,
    ...(await clearingAll(pharmacist, authorizationId)),
  })
  expect(granted.body.priorAuth?.clearedFindings).toContainEqual(dose(195))
  expect(await billed(api, highest, '7008021')).toMatch(/^922 .*cleared 195 MME a day. Billed: 240 MME a day$/)
  expect(await billed(api, higher, '7008022')).toBe('P')
})
