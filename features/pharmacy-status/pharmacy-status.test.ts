import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { transactions } from '#features/transactions/contract.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { pharmacyStatus } from './contract.ts'

const NOBODY = '999999999999'
const check = (api: TestApi, referenceNumber: string) => api.anonymous.ask(pharmacyStatus.check, { referenceNumber })
const referenceOf = async (api: TestApi, id: string): Promise<string> =>
  (await api.db.query('select reference_number from rx_authorization where id = $1', [id])).rows[0].reference_number

test('A pharmacy without an account reads the state of its request, before and after the decision, and nothing of a person', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const reference = await referenceOf(api, id)
  const before = await check(api, `${reference.slice(0, 4)}-${reference.slice(4, 8)} ${reference.slice(8)}`)
  expect(before.body).toMatchObject({ state: 'IN_REVIEW', received: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  // Not while the decision can still be undone.
  expect((await check(api, reference)).body.state).toBe('IN_REVIEW')
  api.clock.move(61_000)
  const after = await check(api, reference)
  expect(after.body).toMatchObject({
    state: 'APPROVED',
    next: expect.stringMatching(/^Approved: .+ for .+ Submit the claim again, once/),
  })
  const { rows } = await api.db.query(
    'select drug_name, rx_number, pharmacy_nabp from rx_authorization where id = $1',
    [id],
  )
  for (const text of Object.values(rows[0] as Record<string, string>))
    expect(JSON.stringify(after.body)).not.toContain(text)
  expect(Object.keys(after.body).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'checkedAt',
    'next',
    'received',
    'state',
    'title',
  ])
})

test('A pharmacy that was paid reads so and is not asked to submit again, until it reverses its claim', async () => {
  const api = await startFixtureApi()
  const of = { sub: 'AAA1', at: 1 } as const
  const id = await raiseAuthorization(api, of)
  const reference = await referenceOf(api, id)
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.approve, { id, version: 1, oneTimeFill: false, paMaxFill: 3 })).status).toBe(200)
  api.clock.move(61_000)
  expect((await check(api, reference)).body.state).toBe('APPROVED')
  const paid = (await api.service.ask(transactions.intake, pharmacyClaim(of))).body
  expect(paid.status).toBe('P')
  expect((await check(api, reference)).body).toMatchObject({ state: 'PAID', title: 'Paid' })
  const { bin, pcn, insurance } = pharmacyClaim(of)
  const back = { tcn: paid.tcn, bin: bin!, pcn: pcn!, insurance: { groupCode: insurance!.groupCode! } }
  expect((await api.service.ask(transactions.reverse, back)).status).toBe(200)
  expect((await check(api, reference)).body.state).toBe('APPROVED')
})

test('A pharmacy whose request was denied reads how its prescriber asks for another review', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const reference = await referenceOf(api, id)
  const denied = await (
    await api.signIn('adj.aaa')
  ).ask(decision.rejectThisFill, { id, version: 1, reasonId: 13, note: 'Records were asked for twice' })
  expect(denied.status).toBe(200)
  api.clock.move(61_000)
  expect((await check(api, reference)).body).toMatchObject({
    state: 'NOT_APPROVED',
    next: expect.stringMatching(
      new RegExp(
        `^The prescriber can send us the medical records\\. The prescriber may ask for another review.*: call [\\d-]+ and name request ${reference}\\.$`,
      ),
    ),
  })
})

test('A pharmacy whose drug was blocked reads of the block, until when, and of no step that it refuses', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const reference = await referenceOf(api, id)
  const denied = await (
    await api.signIn('adj.aaa')
  ).ask(decision.reject, { id, version: 1, reasonId: 8, note: 'Gabapentin is paid already' })
  expect(denied.status).toBe(200)
  api.clock.move(61_000)
  const words = /^The drug is blocked for this claim until \d\d\/\d\d\/\d{4}\. Do not submit the claim again\. /
  expect((await check(api, reference)).body.next).toMatch(words)
  // As a version before this one wrote it.
  await api.db.query(`update authorization_decision set reason_id = 10, reason_desc = 'Too soon to refill'`)
  expect((await check(api, reference)).body.next).toMatch(words)
})

test('A wrong number, one too old and one that two carriers use get the same answer, byte for byte', async () => {
  const api = await startFixtureApi()
  const old = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const twice = await raiseAuthorization(api, { sub: 'AAA2', at: 2 })
  const other = await raiseAuthorization(api, { sub: 'BBB1', at: 1 })
  const reference = await referenceOf(api, old)
  await api.db.query(
    `update rx_authorization set request_received_at = request_received_at - interval '181 days' where id = $1`,
    [old],
  )
  await api.db.query('update rx_authorization set reference_number = $1 where id = $2', [
    await referenceOf(api, twice),
    other,
  ])
  const texts = await Promise.all(
    [NOBODY, reference, await referenceOf(api, twice)].map(async (number) => {
      const { status, text, body } = await check(api, number)
      return { http: status, text: text.replace(body.checkedAt, '') }
    }),
  )
  expect(texts[0]).toMatchObject({ http: 200, text: expect.stringContaining('"state":"UNKNOWN"') })
  expect(new Set(texts.map((one) => JSON.stringify(one))).size).toBe(1)
  expect((await check(api, `REF ${NOBODY}`)).body).toMatchObject({ state: 'UNKNOWN' })
  expect((await check(api, '12345')).body).toMatchObject({ fields: [{ path: 'referenceNumber' }] })
})

test('One address asks 20 times an hour: a new cookie for each call is no new budget, and neither is a session', async () => {
  const api = await startFixtureApi({ limitFactor: 1 })
  const visitor = await api.signIn('adj.aaa')
  const askAs = (at: number) =>
    (at % 3 === 0 ? visitor : api.anonymous).ask(
      pharmacyStatus.check,
      { referenceNumber: NOBODY },
      at % 3 === 1
        ? { headers: { cookie: `${api.built.portal.cookies.session}=${String(at).padStart(43, 'x')}` } }
        : {},
    )
  for (let at = 0; at < 20; at += 1) expect((await askAs(at)).status).toBe(200)
  for (let at = 20; at < 23; at += 1) {
    const { status, headers } = await askAs(at)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
  }
  api.clock.move(3_600_000)
  expect((await check(api, NOBODY)).status).toBe(200)
})
