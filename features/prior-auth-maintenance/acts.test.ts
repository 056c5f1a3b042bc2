import { expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import type { Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { priorAuths, type ListedPriorAuth } from './contract.ts'

const pregabalin = drugs.find((one) => one.name.startsWith('Pregabalin 75 mg') && one.brandFlag === 'G')!
const claim = idOf('AAA AAA1 claim 1')
const grant = async (who: Visitor, more: object = {}) =>
  (
    await who.ask(priorAuths.save, {
      stratusClaimId: claim,
      ndc: pregabalin.ndc,
      drugLevel: 14,
      oneTimeFill: false,
      paMaxFill: 3,
      reasonId: 1,
      ...more,
    })
  ).body.priorAuth
const listed = async (who: Visitor): Promise<ListedPriorAuth> =>
  (await who.ask(priorAuths.page, { claimId: claim })).body.content[0]!
const whyNot = (of: Pick<ListedPriorAuth, 'blockedReasons'>) =>
  Object.fromEntries(of.blockedReasons.map(({ action, code }) => [action, code]))

test('The list names what its reader may do with a prior authorization, and the call refuses the rest for the same reason', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const made = await grant(adjuster)
  expect(await listed(adjuster)).toMatchObject({ allowedActions: ['extend', 'change', 'end'], blockedReasons: [] })
  const end = {
    priorAuthOverrideRef: made.priorAuthOverrideRef,
    version: made.version,
    terminate: true,
    reason: 'As agreed by phone',
  }
  const reader = await api.signIn('read.only')
  expect(whyNot(await listed(reader))).toEqual({
    extend: 'UPDATE_BLOCKED',
    change: 'UPDATE_BLOCKED',
    end: 'UPDATE_BLOCKED',
  })
  expect((await reader.ask(priorAuths.end, end)).body.status.code).toBe('UPDATE_BLOCKED')

  await adjuster.ask(priorAuths.end, end)
  const over = await listed(adjuster)
  expect(over.allowedActions).toEqual(['again'])
  expect(whyNot(over)).toEqual({ extend: 'ALREADY_DECIDED', change: 'ALREADY_DECIDED', end: 'ALREADY_DECIDED' })
  expect(over.changes).toMatchObject([
    {
      by: 'Adj aaa',
      reason: 'As agreed by phone',
      fields: expect.arrayContaining([{ name: 'status', before: 'Active', after: 'Ended' }]),
    },
  ])
})

test('A carrier that switched creating off leaves ending and extending, and says why not the rest', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  await grant(adjuster)
  await api.db.query(`update feature_flag set enabled = false where key = 'create_prior_auth'`)
  const { body } = await adjuster.ask(priorAuths.page, { claimId: claim })
  expect(body.allowedActions).toEqual([])
  expect(body.blockedReasons).toMatchObject([{ action: 'create', code: 'FEATURE_OFF' }])
  expect(body.content[0]).toMatchObject({ allowedActions: ['extend', 'end'] })
})

test('An adjuster who was second learns who changed the prior authorization, when, and what it says now', async () => {
  const api = await startFixtureApi()
  const [first, second] = [await api.signIn('adj.aaa'), await api.signIn('pharm.aaa')]
  const made = await grant(first)
  const { priorAuthOverrideRef, version } = made
  await first.ask(priorAuths.end, {
    priorAuthOverrideRef,
    version,
    authorizationExpirationDate: day(10),
    reason: 'Therapy ends sooner',
  })
  const late = await second.ask(priorAuths.end, {
    priorAuthOverrideRef,
    version,
    terminate: true,
    reason: 'As agreed by phone',
  })
  expect(late).toMatchObject({
    status: 409,
    body: {
      status: { code: 'CONFLICT' },
      data: { changedBy: 'Adj aaa', changedAt: expect.any(String), endDate: day(10), version: version + 1 },
    },
  })
})
