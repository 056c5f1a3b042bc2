import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { determinations } from '#features/determinations/contract.ts'
import { drafts } from '#features/drafts/contract.ts'
import { written } from '#features/determinations/testing-determinations.ts'
import type { Visitor } from '#testing/api.ts'
import { decisionRows, raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { decision } from './contract.ts'

async function referred() {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 6 })
  const [adjuster, reviewer] = [await api.signIn('adj.aaa'), await api.signIn('ur.aaa')]
  expect((await adjuster.ask(decision.move, { id, status: 'ur', version: 1 })).status).toBe(200)
  const deny = (who: Visitor) => who.ask(decision.reject, { id, version: 2, reasonId: 6, note: 'Not certified.' })
  return { api, id, adjuster, reviewer, deny }
}
const first = {
  status: { code: 'RULE', message: expect.stringMatching(/^Write your review first: rationale, guideline/) },
}

test('a reviewer denies, or certifies less, only with a review that the notice repeats', async () => {
  const { api, id, reviewer, deny } = await referred()
  expect((await deny(reviewer)).body).toMatchObject(first)
  expect((await reviewer.ask(decision.approve, { id, version: 2, maxQty: 10 })).body).toMatchObject(first)
  const saved = await reviewer.ask(determinations.review, written(id))
  expect(saved.status).toBe(200)
  expect(saved.body.notice).toContain('Not met: Function improved.')
  expect((await deny(reviewer)).body).toMatchObject({ authorizationStatusId: 40 })
  const { rows } = await api.db.query('select note from authorization_decision where authorization_id = $1', [id])
  expect(rows).toEqual([{ note: `Not certified. ${saved.body.notice}` }])
  const { body } = await reviewer.ask(determinations.list, { id })
  expect(body.referrals[0]).toMatchObject({
    result: 'DENIED',
    review: { byName: 'Ur aaa', citation: 'Chronic pain guideline, section 7' },
  })
  const log = await api.db.query('select event_text from authorization_event where event_code = 178')
  expect(log.rows).toEqual([{ event_text: 'Review written by Ur aaa, license CA, TX' }])
})

test('what is certified as asked needs no review', async () => {
  const { id, reviewer } = await referred()
  expect((await reviewer.ask(decision.approve, { id, version: 2 })).body).toMatchObject({ authorizationStatusId: 30 })
})

test('a nurse certifies as asked and prepares a review; a physician makes it their own', async () => {
  const { api, id, reviewer, deny } = await referred()
  await api.db.query(
    `update user_carrier w set roles = '{ur_nurse}', license_states = '{CA}', sub_carriers = null
       from app_user u where u.id = w.user_id and u.username = 'ext.aaa'`,
  )
  const nurse = await api.signIn('ext.aaa')
  const prepared = await nurse.ask(determinations.review, written(id))
  expect(prepared.status).toBe(200)
  const { allowedActions, blockedReasons } = (await nurse.ask(authorizations.one, { id })).body
  expect(allowedActions).toContain('approve')
  expect(blockedReasons).toContainEqual(expect.objectContaining({ action: 'reject', code: 'NOT_ALLOWED' }))
  expect((await deny(nurse)).body).toMatchObject({ status: { code: 'NOT_ALLOWED' } })
  expect((await nurse.ask(decision.approve, { id, version: 2, maxQty: 10 })).body).toMatchObject({
    status: { code: 'NEEDS_UR_DECISION' },
  })
  // What somebody else prepared denies nothing.
  expect((await deny(reviewer)).body).toMatchObject(first)
  await reviewer.ask(determinations.review, written(id))
  expect((await deny(reviewer)).body).toMatchObject({ authorizationStatusId: 40 })
})

test('a nurse alone certifies what was asked', async () => {
  const { api, id } = await referred()
  await api.db.query(
    `update user_carrier w set roles = '{ur_nurse}' from app_user u where u.id = w.user_id and u.username = 'ur.aaa'`,
  )
  const nurse = await api.signIn('ur.aaa')
  expect((await nurse.ask(decision.approve, { id, version: 2 })).body).toMatchObject({ authorizationStatusId: 30 })
})

test('a saved review deletes its draft and no other', async () => {
  const { id, reviewer } = await referred()
  const draft = (form: string) =>
    reviewer.ask(drafts.keep, { about: 'request', subjectId: id, form, body: { rationale: 'So far' }, after: 0 })
  await draft('review')
  await draft('approve')
  await reviewer.ask(determinations.review, written(id))
  const left = (await reviewer.ask(drafts.of, { about: 'request', subjectId: id })).body.drafts
  expect(left.map(({ form }) => form)).toEqual(['approve'])
})

test('a review in which every criterion is met denies nothing', async () => {
  const { id, reviewer, deny } = await referred()
  const criteria = [{ text: 'A first-line drug was tried', answer: 'MET' as const }]
  await reviewer.ask(determinations.review, { ...written(id), criteria })
  expect((await deny(reviewer)).body).toMatchObject({
    status: { code: 'RULE', message: expect.stringMatching(/^Every criterion is met/) },
  })
})

test('the server wants every part of a review, from a reviewer, while the request is in review', async () => {
  const { id, adjuster, reviewer } = await referred()
  const write = (who: Visitor, more: object = {}) => who.ask(determinations.review, { ...written(id), ...more })
  const cases = [
    [{ rationale: 'Not needed.' }, 'rationale', 'Write the rationale in 80 characters or more.'],
    [{ citation: ' ' }, 'citation', 'Enter the guideline, with its section.'],
    [{ criteria: [] }, 'criteria', 'Enter at least one criterion.'],
    [{ criteria: [{ text: 'Function improved', answer: 'MAYBE' }] }, 'criteria.0.answer', /^Enter one of MET/],
    [{ peerToPeer: '' }, 'peerToPeer', 'Offer the prescriber a call: two times and a number.'],
  ] as const
  for (const [more, path, message] of cases) {
    const { status, body } = await write(reviewer, more)
    expect([status, body.fields]).toEqual([
      400,
      [
        expect.objectContaining({
          path,
          message: typeof message === 'string' ? message : expect.stringMatching(message),
        }),
      ],
    ])
  }
  expect((await write(adjuster)).body).toMatchObject({ status: { code: 'NOT_ALLOWED' } })
  await adjuster.ask(decision.move, { id, status: 'pending', version: 2 })
  expect((await write(reviewer)).body).toMatchObject({
    status: { code: 'RULE', message: 'The request is not in utilization review.' },
  })
})

test('in California an adjuster cannot grant less than was asked; a reviewer can', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 6 })
  const adjuster = await api.signIn('adj.aaa')
  const before = await decisionRows(api)
  expect(await adjuster.ask(decision.approve, { id, version: 1, maxDays: 3, maxQty: 6 })).toMatchObject({
    status: 422,
    body: { status: { code: 'NEEDS_UR_DECISION' }, fields: [{ path: 'maxQty' }] },
  })
  expect(await decisionRows(api)).toBe(before)
  await adjuster.ask(decision.move, { id, status: 'ur', version: 1 })
  const reviewer = await api.signIn('ur.aaa')
  await reviewer.ask(determinations.review, written(id))
  const less = await reviewer.ask(decision.approve, { id, version: 2, maxDays: 3, maxQty: 6 })
  expect(less.body).toMatchObject({ authorizationStatusId: 30, priorAuth: { maxDaysPerFill: 3, maxQtyPerFill: 6 } })
})
