import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { licenseLine } from '#features/permissions/license-words.ts'
import { decision } from '#features/decisions/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { determinations } from './contract.ts'
import type { Visitor } from '#testing/api.ts'
import { startDeterminations, written, type DeterminationsWorld } from './testing-determinations.ts'

let adjuster: DeterminationsWorld['adjuster']
let supervisor: DeterminationsWorld['supervisor']
let reviewer: DeterminationsWorld['reviewer']
let support: DeterminationsWorld['support']
let query: DeterminationsWorld['query']
let open: DeterminationsWorld['open']
let api: DeterminationsWorld['api']

beforeAll(async () => {
  ;({ api, adjuster, supervisor, reviewer, support, query, open } = await startDeterminations())
})
afterAll(() => api.close())

type Life = {
  result: string | null
  reviewer_name: string | null
  license: string | null
  open: boolean
  due: boolean
  sent_by_name: string
}
const life = (id: string) =>
  query<Life>(
    `select r.result, r.reviewer_name, r.license, r.closed_at is null as open, r.due_at = a.statutory_due_at as due, r.sent_by_name
       from ur_referral r join rx_authorization a on a.mc = r.mc and a.id = r.authorization_id where r.authorization_id = $1 order by r.sent_at`,
    [id],
  )
const waits = {
  result: null,
  reviewer_name: null,
  license: null,
  open: true,
  due: true,
  sent_by_name: expect.stringMatching(/^Adj/),
}

test('a reviewer reads the own license in the state of the request beside the review, and nobody else’s', async () => {
  const id = await open(5, { drug: 'cyclobenzaprine 10' })
  const license = async (who: Visitor) => (await who.ask(determinations.list, { id })).body.license
  expect(await license(reviewer)).toBeNull()
  await query(
    `insert into user_license (mc, user_id, profession, state, number, expires_on, set_by_name, set_at)
      select a.mc, u.id, p.profession, a.juris_state, p.number, p.ends::date, 'Kit', now() from rx_authorization a, app_user u,
          (values ('NURSE', 'N-1', null), ('PHYSICIAN', 'A-20417', '2099-06-30')) p (profession, number, ends)
        where a.id = $1 and u.username like 'ur%' and exists (select from user_carrier w where w.user_id = u.id and w.mc = a.mc)`,
    [id],
  )
  const own = { profession: 'PHYSICIAN', state: expect.any(String), number: 'A-20417', expiresOn: '2099-06-30' }
  expect(await license(reviewer)).toEqual(own)
  expect(await license(adjuster)).toBeNull()
  await query('delete from user_license where number = any($1)', [['N-1', 'A-20417']])
})

test.each([
  ['2027-06-30', 'Physician, CA A-20417, good to 06/30/2027'],
  ['2026-11-15', 'Physician, CA A-20417, ended 11/15/2026'],
  [null, 'Physician, CA A-20417'],
])('a license with the last day %s reads %s', (expiresOn, words) => {
  expect(licenseLine({ profession: 'PHYSICIAN', state: 'CA', number: 'A-20417', expiresOn }, '2026-11-16')).toBe(words)
})

test('a referral is open while the request is with the reviewers: sent, returned, sent again, decided, undone, decided', async () => {
  const id = await open(6, { drug: 'cyclobenzaprine 10' })
  const move = async (who: Visitor, status: string, version: number) =>
    expect((await who.ask(decision.move, { id, status, version })).status).toBe(200)
  expect(await life(id)).toEqual([])
  await move(adjuster, 'ur', 1)
  expect(await life(id)).toEqual([waits])
  await move(reviewer, 'pending', 2)
  const returned = {
    ...waits,
    result: 'RETURNED',
    reviewer_name: expect.stringMatching(/^Ur/),
    license: 'CA, TX',
    open: false,
  }
  expect(await life(id)).toEqual([returned])
  await move(adjuster, 'ur', 3)
  expect((await reviewer.ask(determinations.review, written(id))).status).toBe(200)
  expect(
    (await reviewer.ask(decision.reject, { id, version: 4, reasonId: 6, note: 'Not for this injury' })).status,
  ).toBe(200)
  expect(await life(id)).toEqual([returned, { ...returned, result: 'DENIED' }])
  expect((await reviewer.ask(decision.undo, { id })).body.authorizationStatusId).toBe(23)
  expect(await life(id)).toEqual([returned, waits])
  // What is missing is of this fill: nothing is blocked, and the reviewer decides it all the same.
  const missing = { id, version: 6, reasonId: 13, note: 'The notes of this spring are missing' }
  expect((await reviewer.ask(decision.reject, missing)).body).toMatchObject({
    status: { code: 'RULE' },
    fields: [{ path: 'reasonId' }],
  })
  expect((await reviewer.ask(decision.rejectThisFill, missing)).body.authorizationStatusId).toBe(41)
  expect(await life(id)).toEqual([returned, { ...returned, result: 'DENIED' }])
  expect((await reviewer.ask(decision.undo, { id })).body.authorizationStatusId).toBe(23)
  expect(await life(id)).toEqual([returned, waits])
  expect((await reviewer.ask(decision.approve, { id, version: 8, maxQty: 10 })).status).toBe(200)
  expect(await life(id)).toEqual([returned, { ...returned, result: 'MODIFIED' }])
  expect((await reviewer.ask(decision.undo, { id })).status).toBe(200)
  expect((await reviewer.ask(decision.approve, { id, version: 10 })).status).toBe(200)
  expect(await life(id)).toEqual([returned, { ...returned, result: 'CERTIFIED' }])
  const { body } = await adjuster.ask(determinations.list, { id })
  expect(body.referrals).toMatchObject([
    { jurisState: 'CA', result: 'CERTIFIED', licence: 'CA, TX', reviewer: expect.stringMatching(/^Ur/) },
    { jurisState: 'CA', result: 'RETURNED' },
  ])
})

test('a merge or a withdrawal of a request ends its referral, and a merge takes the earlier due time', async () => {
  const [id, twin] = [
    await open(4, { drug: 'tizanidine', rx: '804900' }),
    await open(4, { drug: 'tizanidine', rx: '804901', quantity: 30 }),
  ]
  await query(`update rx_authorization set statutory_due_at = statutory_due_at + interval '1 hour' where id = $1`, [id])
  for (const one of [id, twin])
    expect((await adjuster.ask(decision.move, { id: one, status: 'ur', version: 1 })).status).toBe(200)
  expect((await supervisor.ask(merging.merge, { id: twin, into: id, version: 2, intoVersion: 2 })).status).toBe(200)
  expect(await life(twin)).toMatchObject([{ open: false, result: 'ENDED', reviewer_name: null }])
  expect(await life(id)).toEqual([waits])
  const { body } = await adjuster.ask(authorizations.one, { id })
  expect(
    (await support.ask(decision.move, { id, status: 'withdraw', version: body.version, note: 'Not for this injury' }))
      .status,
  ).toBe(200)
  expect(await life(id)).toMatchObject([{ open: false, result: 'ENDED' }])
})
