import { expect, test } from 'vitest'
import { clearingAll } from '#testing/clear-all.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { decision } from './contract.ts'

const opioid = { sub: 'AAA1', at: 1, drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 } as const
const cleared = {
  safetyRejectEnabled: true,
  safetyAck: 'Dose reviewed with the prescriber',
  note: 'Spoke with Dr. Hawthorne',
} as const
const listed = { rejects: [{ rejectCode: '922', override: true }] }

test('safetyRejectEnabled: off, a pharmacist cannot clear a safety code either; on, a pharmacist can', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, opioid)
  const pharmacist = await api.signIn('pharm.aaa')
  const put = (enabled: boolean) =>
    api.db.query(
      `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'safetyRejectEnabled', $1)
       on conflict (mc, sub_carrier, key) do update set enabled = excluded.enabled`,
      [enabled],
    )
  const shown = async () => {
    const asked = { masterCarrier: 'AAA', authorizationId: id, action: 'APPROVE' } as const
    return (await pharmacist.ask(decision.editRules, asked)).body.fields.safetyRejectEnabled.visible
  }
  await put(false)
  expect(await shown()).toBe(false)
  const refused = (await pharmacist.ask(decision.approve, { id, version: 1, ...listed, ...cleared })).body as never as {
    status: { code: string; message: string }
  }
  expect(refused.status).toMatchObject({
    code: 'SAFETY_NEEDS_PHARMACIST',
    message: expect.stringContaining('Your carrier does not clear safety codes in the portal.'),
  })
  await put(true)
  expect(await shown()).toBe(true)
  const all = await clearingAll(pharmacist, id)
  expect((await pharmacist.ask(decision.approve, { id, version: 1, ...cleared, ...all })).status).toBe(200)
})

test('safetyOverrideEnabled: on, an adjuster who may not clear a safety code is asked to send the request to a pharmacist', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, opioid)
  const adjuster = await api.signIn('adj.aaa')
  const why = async (enabled: boolean) => {
    await api.db.query(
      `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'safetyOverrideEnabled', $1)
       on conflict (mc, sub_carrier, key) do update set enabled = excluded.enabled`,
      [enabled],
    )
    const answer = await adjuster.ask(decision.approve, { id, version: 1, ...listed, ...cleared })
    return (answer.body as never as { status: { message: string } }).status.message
  }
  expect(await why(false)).not.toContain('Send the request to a pharmacist.')
  expect(await why(true)).toMatch(/^Only a pharmacist can clear 922\..*Send the request to a pharmacist\.$/)
})
