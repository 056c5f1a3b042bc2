import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { provenance } from '#features/provenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { clearingAll } from '#testing/clear-all.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { decision } from './contract.ts'
import { narrowedWords, whyNotAmountsOf } from './narrowing.ts'

const first = { byName: 'Dana Ruiz', maxQty: 60, maxDays: 30 }
const asked = { quantity: 90, days_supply: 45, status_id: 22 }

test.each([
  ['as saved', {}, undefined, undefined],
  ['the same amounts', { maxQty: 60, maxDays: 30 }, undefined, undefined],
  ['fewer days', { maxDays: 7 }, 'from 30 to 7 days', undefined],
  ['less of both', { maxQty: 14, maxDays: 7 }, 'from 30 to 7 days and from 60 to 14 a fill', undefined],
  [
    'more days',
    { maxDays: 31 },
    undefined,
    'Dana Ruiz approved a days’ supply of 30 a fill. Return it to approve more.',
  ],
  [
    'more units',
    { maxQty: 61, maxDays: 7 },
    'from 30 to 7 days',
    'Dana Ruiz approved a quantity of 60 a fill. Return it to approve more.',
  ],
])('the second of two people sets %s', (_, sent, words, why) => {
  expect(narrowedWords(first, sent, asked)).toBe(words)
  expect(whyNotAmountsOf(first, sent, asked)?.message).toBe(why)
})

test('an approval that was saved without limits is narrowed from what was asked; a second approver changes nothing', () => {
  const open = { ...first, maxQty: null, maxDays: null }
  expect(narrowedWords(open, { maxDays: 30 }, asked)).toBe('from 45 to 30 days')
  expect(whyNotAmountsOf(open, { maxDays: 46 }, asked)?.message).toContain('of 45 a fill')
  expect(whyNotAmountsOf(first, { maxDays: 7 }, { ...asked, status_id: 25 })?.message).toBe(
    'The second approval confirms what Dana Ruiz saved. Return it to change the days’ supply.',
  )
})

const opioid = { sub: 'AAA1', at: 1, drug: 'oxycodone 10 mg tablet', quantity: 60, days: 30 } as const

/** An approval of 60 for 30 days that an adjuster saved, with the pharmacist who takes it. */
async function savedApproval() {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, opioid)
  const adjuster = await api.signIn('adj.aaa')
  const half = await adjuster.ask(decision.approve, { id, version: 1, maxQty: 60, maxDays: 30 })
  expect(half.body).toMatchObject({ authorizationStatusId: 22 })
  return { api, id, adjuster, pharmacist: await api.signIn('pharm.aaa') }
}

test('a pharmacist narrows a saved approval to 7 of 30 days: what is granted, billed, said and recorded is 7', async () => {
  const { api, id, pharmacist } = await savedApproval()
  const note = 'Acute pain: one week'
  const wider = await pharmacist.ask(decision.approve, {
    id,
    version: 2,
    maxDays: 31,
    note,
    ...(await clearingAll(pharmacist, id)),
  })
  expect(wider).toMatchObject({
    status: 422,
    body: {
      status: { code: 'RULE', message: 'Adj aaa approved a days’ supply of 30 a fill. Return it to approve more.' },
      fields: [{ path: 'maxDays' }],
    },
  })
  const granted = await pharmacist.ask(decision.approve, {
    id,
    version: 2,
    maxQty: 14,
    maxDays: 7,
    note,
    ...(await clearingAll(pharmacist, id)),
  })
  expect(granted.body).toMatchObject({
    authorizationStatusId: 30,
    priorAuth: { maxDaysPerFill: 7, maxQtyPerFill: 14 },
    warnings: ['Bill 14 for 7 days.'],
  })
  const narrowed = 'from 30 to 7 days and from 60 to 14 a fill by Pharm aaa'
  const { events } = (await pharmacist.ask(history.eventLog, { stratusAuthId: id })).body
  expect(events.find(({ eventCode }) => eventCode === 130)!.eventText).toContain(`Narrowed ${narrowed}`)
  const { records } = (await pharmacist.ask(provenance.of, { id })).body
  expect(records.map(({ record }) => [record!.outcome.maxDays, record!.outcome.narrowed])).toEqual([
    [30, undefined],
    [7, narrowed],
  ])
  const { rows } = await api.db.query('select max_days, max_qty::float from authorization_decision')
  expect(rows).toEqual([{ max_days: 7, max_qty: 14 }])
  expect(
    (await api.service.ask(transactions.intake, pharmacyClaim({ ...opioid, quantity: 14, days: 7 }))).body.status,
  ).toBe('P')
})

test('the trial run, the button and the refusal of a narrowed approval come from one plan', async () => {
  const { id, pharmacist } = await savedApproval()
  const tried = async (more: object) =>
    (
      await pharmacist.ask(newAuthorization.trial, {
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
          maxDays: 30,
          maxQty: 60,
          ...more,
        },
      })
    ).body.plan
  expect((await tried({ maxDays: 31 }))?.why).toBe(
    'Adj aaa approved a days’ supply of 30 a fill. Return it to approve more.',
  )
  // Seven days of a first opioid fill are none that anybody has to clear.
  const less = await tried({ maxDays: 7, maxQty: 14 })
  const sent = await pharmacist.ask(decision.approve, { id, version: 2, maxDays: 7, maxQty: 14 })
  expect(less).toMatchObject({ leadsTo: 30, bill: 'Bill 14 for 7 days.' })
  expect(sent.body).toMatchObject({ authorizationStatusId: 30, warnings: ['Bill 14 for 7 days.'] })
})
