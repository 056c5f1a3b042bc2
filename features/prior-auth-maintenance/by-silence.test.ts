import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day, dayAt } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { priorAuths } from './contract.ts'

const first = { sub: 'AAA1', at: 5, rx: '701001' } as const
const second = { ...first, rx: '701002' } as const
const why = { reasonId: 22, note: 'Not related to the injury.' }

/** A request that silence approved an hour ago, another one for the same drug, and who would take the approval back. */
async function approvedBySilence(state: string, countedBy?: string) {
  const api = await startFixtureApi()
  await api.db.query('update wc_claim set juris_state = $1 where id = $2', [state, idOf('AAA AAA1 claim 5')])
  const id = await raiseAuthorization(api, first)
  if (countedBy)
    await api.db.query('update rx_authorization set due_pack = $1, silence_approves = true where id = $2', [
      countedBy,
      id,
    ])
  const other = await raiseAuthorization(api, second)
  const { rows } = await api.db.query('select statutory_due_at as due from rx_authorization where id = $1', [id])
  await api.db.query(
    `update rx_authorization set statutory_due_at = statutory_due_at + interval '9 days' where id = $1`,
    [other],
  )
  api.clock.move(rows[0].due.getTime() + 3_600_000 - api.clock.now().getTime())
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.approve, { id, version: 1 })
  const { body } = await adjuster.ask(priorAuths.page, { claimId: idOf('AAA AAA1 claim 5') })
  return { api, adjuster, other, priorAuth: body.content[0]! }
}
const fill = async (api: TestApi) => (await api.service.ask(transactions.intake, pharmacyClaim(first))).body

test('An adjuster in New York can neither end, shorten nor narrow what silence approved, nor block the drug; it is filled', async () => {
  const { api, adjuster, priorAuth } = await approvedBySilence('NY')
  const { priorAuthOverrideRef, version } = priorAuth
  expect(priorAuth.blockedReasons).toMatchObject([{ action: 'end', code: 'RULE' }])
  const message = 'Nobody decided in time, so NY approved it. That approval cannot be withdrawn.'
  const changed = { priorAuthOverrideRef, version }
  const ending = { ...changed, reason: 'Not related' }
  const today = dayAt(api.clock.now())
  for (const answer of [
    await adjuster.ask(priorAuths.end, { ...ending, terminate: true }),
    await adjuster.ask(priorAuths.end, { ...ending, authorizationExpirationDate: today }),
    await adjuster.ask(priorAuths.save, {
      ...changed,
      stratusClaimId: priorAuth.stratusClaimId,
      maxQty: 1,
      reasonId: 1,
    }),
  ])
    expect([answer.status, answer.body]).toMatchObject([422, { status: { code: 'RULE', message } }])
  const block = await adjuster.ask(priorAuths.save, {
    ...why,
    stratusClaimId: priorAuth.stratusClaimId,
    kind: 'BLOCK',
    gpi: priorAuth.gpiPrefix,
    drugLevel: 14,
    codes: ['75'],
    authorizationExpirationDate: day(60),
  })
  expect([block.status, block.body]).toMatchObject([422, { status: { code: 'RULE' } }])
  expect(await fill(api)).toMatchObject({ status: 'P', priorAuthRef: priorAuthOverrideRef })
})

test('An adjuster in Nevada may deny later what silence approved under the rule as it was, before it is filled', async () => {
  const { api, adjuster, priorAuth } = await approvedBySilence('NV', 'NV/prospective/2019 v1')
  const { priorAuthOverrideRef, version } = priorAuth
  const ended = await adjuster.ask(priorAuths.end, {
    priorAuthOverrideRef,
    version,
    terminate: true,
    reason: 'As agreed by phone',
  })
  expect(ended.status).toBe(200)
  expect((await fill(api)).status).toBe('R')
})

/** Workers of some states with a request an hour past due, and a second one for the same drug that has time left. */
async function overdueIn(...states: string[]) {
  const api = await startFixtureApi({ undoSeconds: 3600 })
  const license = `update user_carrier set license_states = '{NY,CO,IN}' where user_id = $1`
  await api.db.query(license, [idOf('ur.aaa')])
  const lines = []
  for (const [index, state] of states.entries()) {
    const claimId = idOf(`AAA AAA1 claim ${index + 1}`)
    await api.db.query('update wc_claim set juris_state = $1 where id = $2', [state, claimId])
    const of = { ...first, at: index + 1 }
    const id = await raiseAuthorization(api, of)
    lines.push({ state, of, claimId, id, other: await raiseAuthorization(api, { ...of, rx: second.rx }) })
  }
  await api.db.query(
    `update rx_authorization set statutory_due_at = statutory_due_at + interval '9 days' where rx_number = $1`,
    [second.rx],
  )
  const { rows } = await api.db.query(
    'select max(statutory_due_at) as due from rx_authorization where rx_number = $1',
    [first.rx],
  )
  const passDue = (ms = 3_600_000) => api.clock.move(rows[0].due.getTime() + ms - api.clock.now().getTime())
  const statusOf = async (id: string) =>
    (await api.db.query('select status_id, gpi from rx_authorization where id = $1', [id])).rows[0]
  return { api, lines, passDue, statusOf }
}

test('A block that is made, moved or renewed an hour past due is refused in New York: silence had approved the drug', async () => {
  const { api, lines, passDue, statusOf } = await overdueIn('NY')
  const { gpi } = await statusOf(lines[0]!.id)
  const made = { ...why, kind: 'BLOCK' as const, gpi, drugLevel: 14, codes: ['75'] }
  const inaMonth = { startDate: day(30), authorizationExpirationDate: day(60) }
  const before = await api.signIn('adj.aaa')
  const { body } = await before.ask(priorAuths.save, { ...made, ...inaMonth, stratusClaimId: lines[0]!.claimId })
  const moved = { priorAuthOverrideRef: body.priorAuth.priorAuthOverrideRef, version: 1 }
  passDue()
  const adjuster = await api.signIn('adj.aaa')
  const refused = async (answer: { status: number; body: unknown }, at: number) => {
    const { state, claimId, id } = lines[at]!
    const { content } = (await adjuster.ask(priorAuths.page, { claimId })).body
    const approval = content.find(({ kind }) => kind === 'PERMIT')
    expect(approval).toMatchObject({ authorizationId: id, priorAuthOverrideRef: expect.any(String) })
    const message = `${state} does not let an approval by silence be withdrawn. ${approval!.priorAuthOverrideRef} stays in force: choose dates after it.`
    expect([answer.status, answer.body]).toMatchObject([422, { status: { code: 'RULE', message } }])
    expect(await statusOf(id)).toMatchObject({ status_id: 33 })
  }
  await refused(await adjuster.ask(priorAuths.save, { ...moved, startDate: day(0) }), 0)
  await api.db.query(`update prior_auth set start_date = $1, end_date = $2 where kind = 'BLOCK'`, [day(-60), day(-10)])
  await refused(await adjuster.ask(priorAuths.end, { ...moved, authorizationExpirationDate: day(60) }), 0)
  for (const [at, { claimId, of }] of lines.entries()) {
    await refused(await adjuster.ask(priorAuths.save, { ...made, stratusClaimId: claimId }), at)
    expect((await api.service.ask(transactions.intake, pharmacyClaim(of))).body).toMatchObject({ status: 'P' })
  }
})

test('A denial of another request of the drug, an hour past due of the first, blocks its own prescription beside what silence approved', async () => {
  const { api, lines, passDue, statusOf } = await overdueIn('NY', 'CO', 'IN')
  passDue()
  const adjuster = await api.signIn('adj.aaa')
  const reviewer = await api.signIn('ur.aaa')
  for (const { state, of, id, other } of lines) {
    const person = state === 'NY' ? adjuster : reviewer
    const denial = { id: other, version: 1, ...why }
    expect((await person.ask(decision.reject, { ...denial, terminateExisting: true })).body).toMatchObject({
      status: { code: 'RULE' },
      fields: [{ path: 'terminateExisting' }],
    })
    const denied = await person.ask(decision.reject, denial)
    expect(denied.body).toMatchObject({ authorizationStatusId: 40, warnings: [expect.stringContaining('by silence')] })
    expect(await statusOf(id)).toMatchObject({ status_id: 33 })
    const fill = async (rx: string) => (await api.service.ask(transactions.intake, pharmacyClaim({ ...of, rx }))).body
    expect(await fill(second.rx)).toMatchObject({ status: 'R', rejects: [{ code: '3Y' }, { code: '75' }] })
    expect(await fill(first.rx)).toMatchObject({ status: 'P' })
  }
})

/** In New York, a minute before silence approves one request of a drug: an adjuster has just blocked the drug. */
async function blockedBeforeDue() {
  const { api, lines, passDue, statusOf } = await overdueIn('NY')
  const { of, id, other, claimId } = lines[0]!
  const { gpi } = await statusOf(id)
  const made = { ...why, kind: 'BLOCK' as const, gpi, drugLevel: 14, codes: ['75'], stratusClaimId: claimId }
  passDue(-60_000)
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(priorAuths.save, made)).status).toBe(200)
  return { api, adjuster, of, id, other, statusOf }
}

test('A block that an approval lifted does not come back with its undo over another request that silence approved meanwhile', async () => {
  const { api, adjuster, of, id, other, statusOf } = await blockedBeforeDue()
  const rejects = ['75', '3Y'].map((rejectCode) => ({ rejectCode, override: true }))
  expect((await adjuster.ask(decision.approve, { id: other, version: 1, rejects })).status).toBe(200)
  api.clock.move(120_000)
  expect((await adjuster.ask(decision.undo, { id: other })).body).toMatchObject({ authorizationStatusId: 20 })
  expect(await statusOf(id)).toMatchObject({ status_id: 33 })
  const { body } = await api.service.ask(transactions.intake, pharmacyClaim(of))
  expect(body).toMatchObject({ status: 'P' })
})

test('A block that a denial replaced does not come back with its undo over another request that silence approved meanwhile', async () => {
  const { api, adjuster, of, id, other, statusOf } = await blockedBeforeDue()
  expect((await adjuster.ask(decision.reject, { id: other, version: 1, ...why })).status).toBe(200)
  api.clock.move(120_000)
  expect((await adjuster.ask(decision.undo, { id: other })).body).toMatchObject({ authorizationStatusId: 20 })
  expect(await statusOf(id)).toMatchObject({ status_id: 33 })
  expect((await api.db.query(`select from prior_auth where kind = 'BLOCK' and status_id = 7`)).rowCount).toBe(0)
  const { body } = await api.service.ask(transactions.intake, pharmacyClaim(of))
  expect(body).toMatchObject({ status: 'P' })
})
