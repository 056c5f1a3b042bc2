import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { eventCode } from '#features/authorizations/events.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { transactions } from './contract.ts'

// A request is decided from the last submission of its prescription (T02).

const about = { sub: 'AAA1', at: 1, quantity: 30, days: 30 } as const

const send = async (api: TestApi, more: Partial<ClaimOptions> = {}, daw = '0') => {
  const claim = pharmacyClaim({ ...about, ...more })
  claim.prescription!.daw = daw
  return (await api.service.ask(transactions.intake, claim)).body
}
const row = async (api: TestApi, id: string) => {
  const { rows } = await api.db.query(
    `select status_id, version, quantity::float8 as quantity, days_supply, daw, strength, estimated_cost::float8 as cost, prescriber_npi, reject_codes,
        first_approval is not null as first, statutory_due_at, shown -> 'pricing' ->> 'paid' as paid, resubmission_count
      from rx_authorization where id = $1`,
    [id],
  )
  return rows[0]
}
const changes = async (api: TestApi, id: string): Promise<string[]> => {
  const { rows } = await api.db.query(
    `select event_text from authorization_event where authorization_id = $1 and event_code = $2 order by id`,
    [id, eventCode.MEDICATION_CHANGED],
  )
  return rows.map(({ event_text }) => event_text)
}

test('Quantity, days, DAW, strength and cost of an open request follow the last submission; its clock does not, and the log says what changed', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, about)
  const before = await row(api, id)
  expect((await send(api, { quantity: 90, days: 45 }, '1')).authorizationId).toBe(id)
  const after = await row(api, id)
  expect(after).toMatchObject({
    quantity: 90,
    days_supply: 45,
    daw: '1',
    resubmission_count: 1,
    statutory_due_at: before.statutory_due_at,
  })
  expect(after.cost).toBeGreaterThan(before.cost)
  expect(Number(after.paid)).toBe(after.cost)
  expect(await changes(api, id)).toEqual([
    expect.stringMatching(
      /^Medication changed by .+: Quantity 30 to 90, days 30 to 45, DAW 0 to 1, cost \$[\d.]+ to \$[\d.]+$/,
    ),
  ])
  const adjuster = await api.signIn('adj.aaa')
  const { body } = await adjuster.ask(authorizations.one, { id })
  expect(body).toMatchObject({ quantity: 90, daysSupply: 45, estimatedCost: after.cost })
  // A form that is open on the first submission gets what stands now.
  const stale = await adjuster.ask(decision.approve, { id, version: before.version })
  expect(stale.body).toMatchObject({
    status: { code: 'CONFLICT' },
    data: { version: after.version, figures: expect.stringContaining('quantity 90 for 45 days') },
  })
  // The same once more changes nothing.
  await send(api, { quantity: 90, days: 45 }, '1')
  expect(await changes(api, id)).toHaveLength(1)
})

test('The approval limit is asked of the last submission, and a first approval of less is void', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, about)
  const { cost } = await row(api, id)
  await api.db.query(
    `insert into carrier_setting (mc, key, value) values ('AAA', 'dualControlThreshold', to_jsonb($1::float8))`,
    [cost + 1],
  )
  const [adjuster, supervisor] = [await api.signIn('adj.aaa'), await api.signIn('super.aaa')]
  await send(api, { quantity: 60, days: 30 })
  const approve = async (who: typeof adjuster) =>
    (await who.ask(decision.approve, { id, version: (await row(api, id)).version })).body
  expect(await approve(adjuster)).toMatchObject({ authorizationStatusId: 25 })
  // Less than the first approver saw: it stands.
  await send(api, { quantity: 45, days: 30 })
  expect(await row(api, id)).toMatchObject({ status_id: 25, first: true, quantity: 45 })
  await send(api, { quantity: 120, days: 30 })
  expect(await row(api, id)).toMatchObject({ status_id: 20, first: false, quantity: 120 })
  const { rows } = await api.db.query(
    `select event_text from authorization_event where authorization_id = $1 and event_code = $2`,
    [id, eventCode.SECOND_APPROVAL_RETURNED],
  )
  expect(rows).toEqual([
    { event_text: 'Second approval returned: the pharmacy asks for more than the first approval saw' },
  ])
  expect(await approve(adjuster)).toMatchObject({ authorizationStatusId: 25 })
  expect(await approve(supervisor)).toMatchObject({ authorizationStatusId: 30 })
})
