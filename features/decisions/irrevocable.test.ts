import { expect, test } from 'vitest'
import { transactions } from '#features/transactions/contract.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { BIN, PCN } from '#testing/fixtures.ts'
import { determinations } from '#features/determinations/contract.ts'
import { written } from '#features/determinations/testing-determinations.ts'
import { decision } from './contract.ts'

const first = { sub: 'AAA1', at: 4, rx: '701001' } as const
const second = { ...first, rx: '701002' } as const
const reason = { reasonId: 6, note: 'Peer review' }

/** Two Texan requests for one drug; the first is approved for sixty days and three fills. */
async function approvedInTexas(api: TestApi) {
  const [approved, other] = [await raiseAuthorization(api, first), await raiseAuthorization(api, second)]
  const adjuster = await api.signIn('adj.aaa')
  const { body } = await adjuster.ask(decision.approve, {
    id: approved,
    version: 1,
    endDate: day(60),
    oneTimeFill: false,
    paMaxFill: 3,
  })
  expect(body).toMatchObject({ authorizationStatusId: 30 })
  return { other, adjuster, ref: body.priorAuth!.priorAuthOverrideRef }
}
const priorAuths = async (api: TestApi) =>
  (
    await api.db.query(
      `select p.kind, p.status_id, p.rx_number, p.end_date, p.terminated_reason,
        (select o.override_ref from prior_auth o where o.id = p.supersedes_id) as beside
         from prior_auth p order by p.created_at`,
    )
  ).rows
const fill = async (api: TestApi, of: ClaimOptions) =>
  (await api.service.ask(transactions.intake, pharmacyClaim(of))).body

test('in Texas a second approval is added to the first, which stays as it was', async () => {
  const api = await startFixtureApi()
  const { other, adjuster, ref } = await approvedInTexas(api)
  const short = { id: other, version: 1, endDate: day(3), oneTimeFill: true } as const
  expect((await adjuster.ask(decision.approve, { id: other, version: 1 })).body).toMatchObject({
    status: {
      code: 'DUPLICATE',
      message:
        'An active prior authorization already covers this, and TX does not let it be withdrawn. Add this one to it, or choose other dates.',
    },
    data: { stays: true },
  })
  await adjuster.ask(decision.move, { id: other, status: 'ur', version: 1 })
  const reviewer = await api.signIn('ur.aaa')
  const less = { ...short, version: 2, maxDays: 3, supersede: true } as const
  await reviewer.ask(determinations.review, written(less.id))
  expect((await reviewer.ask(decision.approve, less)).status).toBe(200)
  expect(await priorAuths(api)).toMatchObject([
    { kind: 'PERMIT', status_id: 3, terminated_reason: null },
    { kind: 'PERMIT', status_id: 3, beside: ref },
  ])
  expect(await fill(api, { ...first, days: 30 })).toMatchObject({ status: 'P', priorAuthRef: ref })
})

test('a third approval in Texas is added to the two before, and each pays its own fills', async () => {
  const api = await startFixtureApi()
  const last = await raiseAuthorization(api, { ...first, rx: '701003' })
  const { other, adjuster, ref } = await approvedInTexas(api)
  const beside = { version: 1, endDate: day(60), oneTimeFill: false, paMaxFill: 3, supersede: true } as const
  for (const id of [other, last]) expect((await adjuster.ask(decision.approve, { id, ...beside })).status).toBe(200)
  const { rows } = await api.db.query(
    `select p.status_id, (select count(*)::int from prior_auth o where o.id = any(p.stands_beside)) as beside from prior_auth p order by p.created_at`,
  )
  expect(rows).toEqual([0, 1, 2].map((count) => ({ status_id: 3, beside: count })))
  // One that was used up and comes back by a reversal finds its place beside the others too.
  await api.db.query('update prior_auth set max_fills = 1 where override_ref <> $1', [ref])
  const paid = await fill(api, { ...first, rx: '701003' })
  const reversed = await api.service.ask(transactions.reverse, {
    tcn: paid.tcn,
    bin: BIN,
    pcn: PCN,
    insurance: { groupCode: 'AAA1GRP' },
  })
  expect(reversed.body).toMatchObject({ status: 'A' })
  expect((await priorAuths(api)).map(({ status_id: status }) => status)).toEqual([3, 3, 3])
})

test('outside Texas a second approval replaces the first', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const [approved, other] = [
    await raiseAuthorization(api, { ...first, at: 1 }),
    await raiseAuthorization(api, { ...second, at: 1 }),
  ]
  await adjuster.ask(decision.approve, { id: approved, version: 1, oneTimeFill: false })
  await adjuster.ask(decision.approve, { id: other, version: 1, supersede: true })
  expect(await priorAuths(api)).toMatchObject([
    { status_id: 6, terminated_reason: 'Replaced by a new approval' },
    { status_id: 3 },
  ])
})

test('a newer approval in Texas may not hide what an older one clears: it ends with it, or clears the same', async () => {
  const api = await startFixtureApi()
  const { other, adjuster, ref } = await approvedInTexas(api)
  await api.db.query(
    `update prior_auth set codes_cleared = '{75,88}', safety_included = true, safety_tier = 'R', end_date = current_date + 10`,
  )
  const before = await decisionRows(api)
  const longer = { id: other, version: 1, supersede: true, oneTimeFill: false } as const
  const refused = await adjuster.ask(decision.approve, longer)
  expect(refused).toMatchObject({
    status: 422,
    body: { status: { code: 'RULE', message: expect.stringContaining(`${ref} clears code 88 too`) } },
  })
  expect(await decisionRows(api)).toBe(before)
  // The older one lasts: the newer one ends before it.
  await api.db.query(`update prior_auth set end_date = current_date + 40`)
  expect((await adjuster.ask(decision.approve, longer)).status).toBe(200)
})

test('a denial in Texas ends no approval: not when asked to, and not by its block', async () => {
  const api = await startFixtureApi()
  const { other, adjuster, ref } = await approvedInTexas(api)
  await adjuster.ask(decision.move, { id: other, status: 'ur', version: 1 })
  const reviewer = await api.signIn('ur.aaa')
  const before = await decisionRows(api)
  expect(
    (await reviewer.ask(decision.reject, { id: other, version: 2, ...reason, terminateExisting: true })).body,
  ).toMatchObject({
    status: { code: 'RULE', message: `TX does not let an approval be withdrawn. ${ref} stays in force.` },
    fields: [{ path: 'terminateExisting' }],
  })
  expect(await decisionRows(api)).toBe(before)
  await reviewer.ask(determinations.review, written(other))
  const denied = await reviewer.ask(decision.reject, { id: other, version: 2, ...reason })
  expect(denied.body).toMatchObject({
    authorizationStatusId: 40,
    warnings: [
      `TX does not let an approval be withdrawn: ${ref} stays in force. Only prescription ${second.rx} is blocked.`,
    ],
  })
  expect(await priorAuths(api)).toMatchObject([
    { kind: 'PERMIT', status_id: 3 },
    { kind: 'BLOCK', status_id: 7, rx_number: second.rx },
  ])
  expect(await fill(api, first)).toMatchObject({ status: 'P', priorAuthRef: ref })
  expect((await fill(api, second)).rejects.map(({ code }) => code)).toContain('3Y')
})

test('the prescription that was approved in Texas is not blocked at all: only its fill may be rejected', async () => {
  const api = await startFixtureApi()
  const { ref } = await approvedInTexas(api)
  // More than was approved stops and comes back as a request for the same prescription.
  await api.db.query('update prior_auth set max_qty_per_fill = 60')
  const again = await raiseAuthorization(api, { ...first, quantity: 90 })
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.move, { id: again, status: 'ur', version: 1 })
  const reviewer = await api.signIn('ur.aaa')
  const refused = await reviewer.ask(decision.reject, { id: again, version: 2, ...reason })
  expect(refused).toMatchObject({
    status: 422,
    body: { status: { code: 'RULE', message: expect.stringContaining(`${ref} covers this prescription until`) } },
  })
  await reviewer.ask(decision.move, { id: again, status: 'pending', version: 2 })
  expect((await reviewer.ask(decision.reject, { id: again, version: 3, ...reason })).body.status.message).toMatch(
    /\. Reject this fill only\.$/,
  )
  expect((await reviewer.ask(decision.rejectThisFill, { id: again, version: 3, ...reason })).status).toBe(200)
  expect(await fill(api, first)).toMatchObject({ status: 'P', priorAuthRef: ref })
})
