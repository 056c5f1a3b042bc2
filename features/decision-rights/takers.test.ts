import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { whyNoReview } from '#features/decisions/may-reject.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { whyNobodyTakes } from './takers.ts'

const nobody = { pharmacist: false, senior: false, reviewer: false, supervisor: false }
const missing = {
  pharmacist: /^No pharmacist works for this carrier here now\. Ask an account manager to add one;/,
  senior: /^No senior pharmacist with a license works for this carrier here now\. Ask /,
  reviewer: /^No reviewer with a license for Florida works for this carrier here now\. Ask /,
  supervisor: /^No other supervisor works for this carrier here now\. Ask /,
} as const
const roles = Object.keys(missing) as (keyof typeof missing)[]

test.each(roles)('a hand-over without a %s says who is missing and what to do; with one it goes', (to) => {
  const why = (takers: Parameters<typeof whyNobodyTakes>[0]['takers']) =>
    whyNobodyTakes({ takers, juris_state: 'FL' }, to)
  expect(why(nobody)).toMatchObject({ code: 'RULE', message: expect.stringMatching(missing[to]) })
  expect(why({ ...nobody, [to]: true })).toBeUndefined()
  expect([why(null), why(undefined)]).toEqual([undefined, undefined])
})

const moves = [
  ['clinical', 'pharmacist', {}],
  ['ur', 'reviewer', {}],
  ['supervisor', 'supervisor', { about: 'ROLE', note: 'He travels on Friday. May I?' }],
] as const

/** What the screen says of a move before it is made, and what the server answers. */
async function moved(who: Visitor, id: string, [status, , more]: (typeof moves)[number]) {
  const { blockedReasons } = (await who.ask(authorizations.one, { id })).body
  const said = blockedReasons.find(({ action }) => action === status)?.message
  const { body } = await who.ask(decision.move, { id, status, version: 1, ...more })
  return { said, answer: body.status?.message }
}
const set = (api: TestApi, username: string, change: string) =>
  api.db.query(`update user_carrier set ${change} where user_id = $1`, [idOf(username)])

test('where an adjuster works alone nothing is handed over: the screen says so before, the server after', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'BBB1', at: 1 })
  const over = await raiseAuthorization(api, { sub: 'BBB1', at: 2, rx: '702009' })
  await set(api, 'adj.bbb', 'approval_limit = 10')
  await api.db.query('update rx_authorization set estimated_cost = 3000 where id = $1', [over])
  const adjuster = await api.signIn('adj.bbb')
  const before = await decisionRows(api)
  for (const move of moves) {
    const { said, answer } = await moved(adjuster, id, move)
    expect(said).toMatch(missing[move[1]])
    expect(answer).toBe(said)
  }
  const saved = await adjuster.ask(decision.approve, { id: over, version: 1 })
  expect(saved.body).toMatchObject({
    status: { code: 'RULE', message: expect.stringMatching(missing.supervisor) },
  })
  expect(await decisionRows(api)).toBe(before)
})

/** What takes away the last who could take it. */
const leaving = [
  ['clinical', 'pharm.aaa', 'active = false'],
  ['clinical', 'pharm.aaa', `roles = '{clinical_pharmacist,read_only}'`],
  ['clinical', 'pharm.aaa', `sub_carriers = '{AAA2}'`],
  ['ur', 'ur.aaa', 'active = false'],
  ['ur', 'ur.aaa', `license_states = '{TX}'`],
  ['supervisor', 'super.aaa', `roles = '{adjuster}'`],
] as const

test.each(leaving)('a request for "%s" is not sent once %s is there no more: %s', async (status, username, change) => {
  const api = await startFixtureApi()
  await set(api, 'clin.aaa', 'active = false')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 6 })
  const adjuster = await api.signIn('adj.aaa')
  const allowed = async () => (await adjuster.ask(authorizations.one, { id })).body.allowedActions
  expect(await allowed()).toContain(status)
  await set(api, username, change)
  expect(await allowed()).not.toContain(status)
  const move = moves.find(([name]) => name === status)!
  const { said, answer } = await moved(adjuster, id, move)
  expect(said).toMatch(/works for this carrier here now\. Ask an account manager/)
  expect(answer).toBe(said)
})

test('a form that may not deny says why no reviewer gets it either, in a state that leaves denials to review', async () => {
  const api = await startFixtureApi()
  const [california, florida] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 6 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '702009' }),
  ]
  const adjuster = await api.signIn('adj.aaa')
  const said = async (id: string) => whyNoReview((await adjuster.ask(authorizations.one, { id })).body)
  expect(await said(california)).toBeUndefined()
  await set(api, 'ur.aaa', 'active = false')
  expect(await said(california)).toMatch(/^No reviewer with a license for California works for this carrier here now\./)
  // An adjuster may deny there.
  expect(await said(florida)).toBeUndefined()
})

test('an approval is not saved for a pharmacist where none works', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, {
    sub: 'AAA1',
    at: 2,
    drug: 'oxycodone 30 mg tablet',
    quantity: 120,
    days: 30,
  })
  for (const username of ['pharm.aaa', 'clin.aaa']) await set(api, username, 'active = false')
  const adjuster = await api.signIn('adj.aaa')
  const approve = () => adjuster.ask(decision.approve, { id, version: 1 })
  expect((await approve()).body).toMatchObject({
    status: { code: 'RULE', message: expect.stringMatching(missing.pharmacist) },
  })
  await set(api, 'pharm.aaa', 'active = true')
  expect((await approve()).body).toMatchObject({ authorizationStatusId: 22 })
})
