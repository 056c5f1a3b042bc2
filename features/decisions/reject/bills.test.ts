import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { eobr } from '#features/eobr/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { eobrRules } from '#reference/eobr.ts'
import { jurisdictions } from '#reference/jurisdictions/jurisdictions.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi } from '#testing/fixture-api.ts'
import { decision } from '../contract.ts'
import { mayReject } from '../may-reject.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotUnexplained } from '../denial.ts'

// Where the state asks for it, a bill is explained before it is denied.

const asking = eobrRules.map(({ state }) => state)

test('an explanation is asked for in the states and channels that need one, unless one is on file or the carrier switched them off', () => {
  const fields = fc.record({
    channel: fc.constantFrom(1, 2, 3, 7, 8, 9, 10),
    jurisState: fc.constantFrom(...jurisdictions.map(({ code }) => code)),
    explained: fc.constantFrom(true, false, undefined),
  })
  fc.assert(
    fc.property(fields, fc.boolean(), (on, eobrEnabled) => {
      const needed = eobrEnabled && !on.explained && [2, 7, 8, 9].includes(on.channel) && asking.includes(on.jurisState)
      expect(
        whyNotUnexplained(
          { ...on, claim_channel_type: on.channel, juris_state: on.jurisState },
          { ...defaultDecisionSettings, eobrEnabled },
        )?.code,
      ).toBe(needed ? 'RULE' : undefined)
    }),
    { numRuns: 500 },
  )
  expect(whyNotUnexplained({ claim_channel_type: 9, juris_state: 'FL' }, defaultDecisionSettings)?.message).toBe(
    'Florida asks for an explanation of bill review (EOBR) before a bill is denied. Keep one with the action Deny first.',
  )
})

/** The portal for a carrier that wants bills of every channel looked at. */
async function open(): Promise<TestApi> {
  const api = await startFixtureApi()
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'pendBillChannels', 'true')`)
  return api
}

const stoppedBill = async (api: TestApi, of: ClaimOptions, channel: number): Promise<string> => {
  const { body } = await api.service.ask(transactions.intake, {
    ...pharmacyClaim(of),
    channel,
    fileProcessingCode: channel === 9 ? 'P' : channel === 2 ? 'B' : 'R',
  })
  expect(body).toMatchObject({ status: 'R', authorizationId: expect.any(String) })
  return body.authorizationId!
}

test('the screen, its button and the server say the same of a paper bill: explained first, then denied', async () => {
  const api = await open()
  const adjuster = await api.signIn('adj.aaa')
  const one = async (id: string) => (await adjuster.ask(authorizations.one, { id })).body
  for (const [at, channel, call] of [
    [1, 9, decision.reject],
    [2, 7, decision.rejectThisFill],
  ] as const) {
    const id = await stoppedBill(api, { sub: 'AAA1', at }, channel)
    const shown = await one(id)
    const message = shown.blockedReasons.find(({ action }) => action === 'reject')?.message
    expect([shown.allowedActions.includes('approve'), mayReject(shown), message]).toEqual([
      true,
      'no',
      expect.stringContaining('explanation of bill review'),
    ])
    expect(shown.allowedActions).toContain('explainBill')
    const before = await decisionRows(api)
    const deny = () => adjuster.ask(call, { id, version: 1, reasonId: 3, note: 'Not for this injury' })
    expect(await deny()).toMatchObject({ status: 422, body: { status: { code: 'RULE', message } } })
    expect(await decisionRows(api)).toBe(before)
    const explain = (action: 'PAY' | 'DENY') =>
      adjuster.ask(eobr.note, {
        authorizationId: id,
        jurisState: 'FL',
        eobrCodes: ['30'],
        action,
        note: 'Not for this injury',
      })
    // One that says it is paid explains no denial.
    await explain('PAY')
    expect((await deny()).status).toBe(422)
    expect((await explain('DENY')).status).toBe(200)
    expect(mayReject(await one(id))).toBe('block')
    expect((await deny()).status).toBe(200)
  }
})

test('no explanation is needed to approve a bill, to deny a claim at the counter, or where the carrier switched them off', async () => {
  const api = await open()
  const adjuster = await api.signIn('adj.aaa')
  const paper = await stoppedBill(api, { sub: 'AAA1', at: 1 }, 9)
  expect((await adjuster.ask(decision.approve, { id: paper, version: 1 })).status).toBe(200)
  const counter = await stoppedBill(api, { sub: 'AAA1', at: 2 }, 1)
  expect((await adjuster.ask(authorizations.one, { id: counter })).body.allowedActions).not.toContain('explainBill')
  expect((await adjuster.ask(decision.rejectThisFill, { id: counter, version: 1, reasonId: 3 })).status).toBe(200)
  // New York asks for one too; this carrier has them switched off.
  const bills = await stoppedBill(api, { sub: 'AAA1', at: 5 }, 2)
  expect((await adjuster.ask(decision.rejectThisFill, { id: bills, version: 1, reasonId: 3 })).status).toBe(422)
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'eobrEnabled', 'false')`)
  expect((await adjuster.ask(decision.rejectThisFill, { id: bills, version: 1, reasonId: 3 })).status).toBe(200)
})
