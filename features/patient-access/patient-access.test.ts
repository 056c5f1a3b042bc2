import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { patients } from '#features/patients/contract.ts'
import { patientAccess } from './contract.ts'
import { partOf } from './rules.ts'

let api: TestApi
let privacy: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('ext.aaa')])
  privacy = await api.signIn('ext.aaa')
})
afterAll(() => api.close())

const claim = idOf('AAA AAA1 claim 3')
const profile = { mc: 'AAA', sc: 'AAA1', claimId: claim }
const looked = async () => (await privacy.ask(patientAccess.views, profile)).body

test('the privacy office sees who opened a patient, what they saw and what ties them to the claim', async () => {
  await (await api.signIn('adj.aaa')).ask(patients.profile, profile)
  await (await api.signIn('adj.aaa2')).ask(patients.revealSsn, { claimId: claim, reason: 'Worker asked on the phone' })
  const found = await looked()
  const of = (name: string) => found.content.find((view) => view.userId === idOf(name))
  expect(of('adj.aaa')).toMatchObject({ part: 'PROFILE', reason: 'CASE_OWNER', alone: true, sameLastName: false })
  expect(of('adj.aaa2')).toMatchObject({ part: 'SSN', reason: null, statedReason: 'Worker asked on the phone' })
  // Reading the list is a view of its own.
  expect(found).toMatchObject({ totalElements: 3, people: 3, withoutReason: 2 })
})

test('somebody of the patient’s last name who is not on the claim is marked', async () => {
  await api.db.query(`update app_user set last_name = 'Ortega3' where id = $1`, [idOf('pharm.aaa')])
  await (await api.signIn('pharm.aaa')).ask(patients.profile, profile)
  const marked = (await looked()).content.filter((view) => view.sameLastName)
  expect(marked.map((view) => view.userId)).toEqual([idOf('pharm.aaa')])
})

test('views are counted within the days asked for', async () => {
  await api.db.query(`update access_audit set at = at - interval '60 days' where user_id = $1`, [idOf('adj.aaa2')])
  const month = (await privacy.ask(patientAccess.views, { ...profile, days: 30 })).body
  expect(month.content.some((view) => view.userId === idOf('adj.aaa2'))).toBe(false)
  expect((await looked()).content.some((view) => view.userId === idOf('adj.aaa2'))).toBe(true)
  expect((await privacy.ask(patientAccess.views, { ...profile, days: 7 })).status).toBe(400)
})

test('the privacy office finds who opened patients in the carrier by what is unusual, and has a view explained', async () => {
  const ask = async (of: object = {}) => (await privacy.ask(patientAccess.carrier, { days: 365, ...of })).body
  const every = await ask()
  expect(every.content.map((view) => view.userId)).toContain(idOf('pharm.aaa'))
  expect(every.ofSign).toMatchObject({ SAME_NAME: 1, SSN: 1, CASE: 0 })
  const [view] = (await ask({ sign: 'SAME_NAME' })).content
  expect(view).toMatchObject({
    userId: idOf('pharm.aaa'),
    claimId: claim,
    reason: null,
    sameLastName: true,
    case: null,
  })
  expect((await ask({ username: 'adj.aaa' })).content.every((one) => one.userId === idOf('adj.aaa'))).toBe(true)

  const open = (who = privacy) => who.ask(patientAccess.openCase, { viewId: view!.viewId, note: 'Ask the supervisor.' })
  const adjuster = await api.signIn('adj.aaa')
  expect((await open(adjuster)).status).toBe(403)
  const { caseId } = (await open()).body
  expect((await open()).status).toBe(409)
  const [found] = (await ask({ sign: 'CASE' })).content
  expect(found!.case).toMatchObject({ id: caseId, note: 'Ask the supervisor.', openedBy: 'Ext aaa', answer: null })
  const close = () => privacy.ask(patientAccess.closeCase, { caseId, answer: 'Filled in for the owner.' })
  expect([(await close()).status, (await close()).status]).toEqual([200, 409])
  expect((await ask({ sign: 'CASE' })).content[0]!.case).toMatchObject({
    answer: 'Filled in for the owner.',
    closedBy: 'Ext aaa',
  })
  expect((await adjuster.ask(patientAccess.carrier, {})).status).toBe(403)
  expect((await privacy.ask(patientAccess.openCase, { viewId: '999999999', note: 'Not for this injury' })).status).toBe(
    404,
  )
})

test.each([
  ['an adjuster', 'adj.aaa', profile, 403],
  ['a supervisor', 'super.aaa', profile, 403],
  [
    'the privacy office, for a claim of another carrier',
    'ext.aaa',
    { ...profile, claimId: idOf('BBB BBB1 claim 1') },
    404,
  ],
  ['the privacy office, under another sub-carrier', 'ext.aaa', { ...profile, sc: 'AAA2' }, 404],
])('%s gets no list', async (_, who, of, status) => {
  expect((await (await api.signIn(who)).ask(patientAccess.views, of)).status).toBe(status)
})

test.each([
  ['patients.revealSsn', 'SSN'],
  ['priorAuths.export', 'EXPORT'],
  ['patients.byName', 'SEARCH'],
  ['authorizations.one', 'REQUEST'],
  ['somethingNew.read', 'OTHER'],
])('the call %s counts as %s', (call, part) => {
  expect(partOf(call)).toBe(part)
})
