import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { priorAuths } from './contract.ts'
import { informable, whyNotInform, type Reachable } from './informing.ts'

const texts = { kept: 2, sameNumber: true, claimOpen: true, off: false } as const
const reachable: Reachable = { prescriber: 'Ann Alder, MD', byFax: true, byMail: true, texts }

test.each([
  ['both', reachable, 'PERMIT', ['prescriber', 'worker'], undefined],
  ['nobody on a block', reachable, 'BLOCK', [], undefined],
  ['the prescriber of a block', reachable, 'BLOCK', ['prescriber'], /Only who is part of a request/],
  ['somebody where no request was made', null, 'PERMIT', ['worker'], /Only who is part of a request/],
  [
    'a prescriber without an address',
    { ...reachable, byFax: false, byMail: false },
    'PERMIT',
    ['prescriber'],
    /Neither a fax/,
  ],
  ['a prescriber by e-mail', { ...reachable, byFax: false }, 'PERMIT', ['prescriber'], undefined],
  ['a worker who was never asked', { ...reachable, texts: { ...texts, kept: 0 } }, 'PERMIT', ['worker'], /not asked/],
] as const)('Of a new last day may be notified: %s', (_who, of, kind, chosen, why) => {
  const refusal = whyNotInform(of, kind, chosen)
  if (why === undefined) expect(refusal).toBeUndefined()
  else expect(refusal).toMatchObject({ code: 'RULE', field: 'inform', message: expect.stringMatching(why) })
})

test('A prescriber is reached by fax where both are on file', () => {
  expect(informable(reachable).map(({ how }) => how)).toEqual(['by fax', 'by text, no drug name'])
  expect(informable({ ...reachable, byFax: false })[0]).toMatchObject({ how: 'by e-mail', whyNot: null })
  expect(informable(null)).toEqual([])
})

test('An adjuster who ends an approval earlier chooses who is notified: a fax with day and reason, a text without a drug', async () => {
  const api = await startFixtureApi()
  api.clock.move(Date.parse(`${day(1)}T17:00:00Z`) - api.clock.now().getTime()) // texts are sent by day
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const { priorAuth } = (await adjuster.ask(decision.approve, { id, version: 1 })).body
  api.clock.move(20_000)
  const ref = { priorAuthOverrideRef: priorAuth!.priorAuthOverrideRef, version: 1 }
  const shorter = { ...ref, authorizationExpirationDate: day(3), reason: 'Therapy changed by the prescriber' }
  const listed = async () =>
    (await adjuster.ask(priorAuths.page, { claimId: idOf('AAA AAA1 claim 1') })).body.content[0]!
  expect((await listed()).informable).toMatchObject([
    { who: 'prescriber', how: 'by fax', whyNot: null },
    { who: 'worker', whyNot: expect.stringContaining('not asked') },
  ])
  const refused = await adjuster.ask(priorAuths.end, { ...shorter, inform: ['worker'] })
  expect([refused.status, refused.body.fields[0]?.path]).toEqual([422, 'inform'])
  expect((await listed()).version).toBe(1)

  await giveTextConsent(api.db, '8135550144')
  await runJobsUntilIdle(api)
  await api.db.query('delete from outside_message')
  const ended = await adjuster.ask(priorAuths.end, { ...shorter, inform: ['worker', 'prescriber'] })
  expect(ended.body.priorAuth).toMatchObject({ endDate: day(3) })
  await runJobsUntilIdle(api)
  const sent = (await api.db.query('select channel, template, body, status from outside_message order by channel')).rows
  const [year, month, date] = day(3).split('-')
  const last = `${month}/${date}/${year}`
  expect(sent).toMatchObject([
    { channel: 'FAX', status: 'SENT', body: expect.stringContaining(`Last day in force: ${last}.`) },
    { channel: 'SMS', template: 'endMoved', body: expect.stringContaining(`is good until ${last}`) },
  ])
  expect(sent[0].body).toContain('Reason: Therapy changed by the prescriber')
  expect(sent[1].body).not.toMatch(/pregabalin|therapy/i)
  // Nobody is notified who was not chosen.
  await api.db.query('delete from outside_message')
  await adjuster.ask(priorAuths.end, {
    ...ref,
    version: 2,
    authorizationExpirationDate: day(2),
    reason: 'As agreed by phone',
  })
  await runJobsUntilIdle(api)
  expect((await api.db.query('select from outside_message')).rowCount).toBe(0)
})
