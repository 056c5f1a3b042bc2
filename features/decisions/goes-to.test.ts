import { expect, test } from 'vitest'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { day } from '#testing/new-york-day.ts'
import { idOf } from '#testing/fixtures.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { goesTo } from './goes-to.ts'
import { detailOf, factsOf, reject } from './testing-detail.ts'

const omar = { name: 'Omar Diaz', away: false }
const sam = { name: 'Sam Okafor', away: false }
const grace = { name: 'Grace Addo', away: false }
const safety = { class: 'DUR', safety: true } as const
const request = factsOf(
  detailOf({
    rejects: [
      reject('7Y', { overridableBy: 'S' }),
      reject('88', { ...safety, severity: 1, overridableBy: 'O' }),
      reject('925', { ...safety, severity: 3, overridableBy: 'R' }),
    ],
  }),
)

test.each([
  ['nothing that is sent', 30, [], null],
  ['a code of a supervisor: the only one', 25, ['7Y'], 'Sam Okafor'],
  ['no code: the same', 25, [], 'Sam Okafor'],
  ['a code of pharmacists: their queue, where there are several', 22, ['925'], 'the pharmacist queue'],
  ['the gravest code: the only senior', 22, ['88'], 'Omar Diaz'],
  ['both: the pharmacists first', 22, ['88', '925'], 'the pharmacist queue'],
] as const)('what waits goes to who gets it: %s', (_, statusId, waitsFor, words) => {
  const of = { pharmacists: [omar, grace], seniors: [omar], supervisors: [sam] }
  expect(goesTo({ statusId, waitsFor }, request, of)).toBe(words)
})

test('nobody is named who may not get it: two of a role, one who is away, none', () => {
  const to = (supervisors: { name: string; away: boolean }[]) =>
    goesTo({ statusId: 25, waitsFor: ['7Y'] }, request, { pharmacists: [], seniors: [], supervisors })
  expect([to([sam]), to([sam, grace]), to([{ ...sam, away: true }]), to([])]).toEqual([
    'Sam Okafor',
    'the supervisors',
    'the supervisors',
    'the supervisors',
  ])
})

test('the trial run says who gets what is saved: those who are notified of it, without the caller', async () => {
  const api = await startFixtureApi()
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'overrideNeeds', '{"7X": "S"}')`)
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1, quantity: 190, days: 95 })
  const adjuster = await api.signIn('adj.aaa')
  const tried = async () =>
    (
      await adjuster.ask(newAuthorization.trial, {
        authorizationId: id,
        assumePriorAuth: {
          startDate: day(0),
          endDate: day(14),
          drugLevel: 14,
          oneTimeFill: true,
          overrideAll: false,
          safetyIncluded: false,
          codes: ['75'],
          maxFills: null,
          maxDays: null,
          maxQty: null,
        },
      })
    ).body.plan?.goesTo
  expect(await tried()).toBe('Super aaa')
  await api.db.query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at, delegates)
     values ('AAA', gen_random_uuid(), $1, now() - interval '1 day', now() + interval '1 day', array[$2::uuid])`,
    [idOf('super.aaa'), idOf('adj.aaa2')],
  )
  expect(await tried()).toBe('the supervisors')
  await api.db.query('delete from out_of_office')
  // Without a supervisor of the owner's own it is every supervisor's who sees the claim; a user of another role is none.
  await api.db.query('delete from user_supervision')
  expect(await tried()).toBe('Super aaa')
  await api.db.query(`update user_carrier set roles = '{supervisor}' where mc = 'AAA' and user_id = $1`, [
    idOf('adj.aaa2'),
  ])
  expect(await tried()).toBe('the supervisors')
})
