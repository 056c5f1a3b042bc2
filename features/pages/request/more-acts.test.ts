import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { headActs, moreItems } from './more-acts.ts'

test("a right the carrier switched off shows its act disabled, with the server's reason, and the act is refused with it", async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const colleague = await api.signIn('adj.aaa2')
  const shown = async () => {
    const { body } = await colleague.ask(authorizations.one, { id })
    const items = moreItems(
      body,
      () => {},
      () => {},
      () => {},
      true,
      'America/New_York',
    )
    const find = (label: string) => items.find((item) => 'label' in item && item.label === label)
    const buttons = headActs(body, () => {}).map(({ label }) => label)
    return { detail: body, assign: find('Assign'), ur: find('Send to utilization review'), buttons }
  }

  const before = await shown()
  expect(before.buttons).toContain('Assign')
  expect(before.assign).toBeUndefined()

  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'anyoneInGroupMayDecide', 'false')`)
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'urRequirements', 'false')`)
  const after = await shown()
  const why = 'Only its case owner, a backup or a supervisor may assign this request.'
  expect(after.buttons).not.toContain('Assign')
  expect(after.assign).toEqual({ label: 'Assign', whyNot: why })
  expect(after.ur).toEqual({
    label: 'Send to utilization review',
    whyNot: 'Utilization review is not set up for this carrier.',
  })
  expect(after.detail.blockedReasons).toContainEqual({ action: 'assign', code: 'NOT_ALLOWED', message: why })
  const refused = await colleague.ask(owners.assign, {
    id,
    version: after.detail.version,
    userEmails: ['adj.aaa2@example.com'],
  })
  expect([refused.status, refused.body.status]).toEqual([403, expect.objectContaining({ message: why })])
})
