import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { bound } from '#testing/bounds.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { addManyWorkers, claimOfWorker } from '#testing/many-workers.ts'
import { day } from '#testing/new-york-day.ts'
import { billInstead } from './bill-instead.ts'
import { decision } from './contract.ts'

const RUNS = bound(30, 300)

const someRequest = fc.record({
  drug: fc.constantFrom('pregabalin', 'pregabalin', 'oxycodone 30 mg tablet', 'hydrocodone'),
  quantity: fc.constantFrom(30, 60, 90, 190),
  days: fc.constantFrom(5, 15, 30, 95),
  served: fc.constantFrom(-20, -3, -1, 0),
})
const someApproval = fc.record(
  {
    start: fc.constantFrom(-25, -2, -1, 0),
    length: fc.constantFrom(0, 1, 14, 30),
    oneTimeFill: fc.boolean(),
    drugLevel: fc.constantFrom(14, 12, 10, 11),
    maxQty: fc.constantFrom(15, 30, 60, 200),
    maxDays: fc.constantFrom(5, 7, 30, 100),
    unticked: fc.constantFrom('75', '7X', '76', '925'),
  },
  { requiredKeys: [] },
)

test(`of ${RUNS} generated requests and approvals, each that is approved pays when it is billed as the approval says`, async () => {
  const api = await startFixtureApi()
  await addManyWorkers(api.db, RUNS * 4)
  const adjuster = await api.signIn('adj.aaa')
  const cases = fc.sample(fc.tuple(someRequest, someApproval), RUNS * 4)
  let paid = 0
  for (const [at, [of, how]] of cases.entries()) {
    // Where few of them could be approved, more are tried.
    if (at >= RUNS && paid > RUNS / 6) break
    const { drug, quantity, days, served } = of
    const claim = (more: object = {}) => claimOfWorker(at + 1, { drug, quantity, days, date: day(served), ...more })
    const sent = await api.service.ask(transactions.intake, claim())
    const id = sent.body.authorizationId
    if (!id) continue
    const { start, length, unticked, ...terms } = how
    const { body: detail } = await adjuster.ask(authorizations.one, { id })
    const startDate = start === undefined ? undefined : day(start)
    const { status, body } = await adjuster.ask(decision.approve, {
      id,
      version: 1,
      ...terms,
      ...(startDate && { startDate, endDate: day(start! + (length ?? 14)) }),
      ...(unticked && {
        rejects: detail.rejects.map(({ rejectCode }) => ({ rejectCode, override: rejectCode !== unticked })),
      }),
      safetyRejectEnabled: false,
    })
    if (status !== 200 || body.authorizationStatusId !== 30) continue
    const bill = billInstead({
      quantity,
      daysSupply: days,
      dateOfService: day(served),
      maxQty: terms.maxQty ?? null,
      maxDays: terms.maxDays ?? null,
      startDate: body.priorAuth!.startDate,
    })
    const again = bill
      ? claim({ quantity: bill.quantity, days: bill.daysSupply, ...(bill.from !== null && { date: day(0) }) })
      : claim()
    const answer = (await api.service.ask(transactions.intake, again)).body
    expect({ of, how, answer: [answer.status, answer.rejects.map(({ code }) => code)] }).toEqual({
      of,
      how,
      answer: ['P', []],
    })
    paid += 1
  }
  expect(paid).toBeGreaterThan(RUNS / 6)
})

const tryOf = (id: string, codes: string[], more: object = {}) => ({
  authorizationId: id,
  assumePriorAuth: {
    startDate: day(0),
    endDate: day(14),
    drugLevel: 14,
    oneTimeFill: true,
    overrideAll: false,
    safetyIncluded: false,
    codes,
    maxFills: null,
    maxDays: null,
    maxQty: null,
    ...more,
  },
})

test('a code of a supervisor is left to a supervisor: the approval is saved, nobody outside is notified, the second yes clears it', async () => {
  const api = await startFixtureApi()
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'overrideNeeds', '{"7X": "S"}')`)
  const long = { sub: 'AAA1', at: 1, quantity: 190, days: 95 } as const
  const id = await raiseAuthorization(api, long)
  const [adjuster, supervisor] = [await api.signIn('adj.aaa'), await api.signIn('super.aaa')]
  const tried = await adjuster.ask(newAuthorization.trial, tryOf(id, ['75']))
  expect(tried.body.plan).toEqual({ leadsTo: 25, waitsFor: ['7X'], why: null, bill: null, goesTo: 'Super aaa' })
  const sent = await adjuster.ask(decision.approve, { id, version: 1 })
  expect(sent.body).toMatchObject({
    authorizationStatusId: 25,
    priorAuth: null,
    callback: null,
    warnings: ['A supervisor must clear 7X.'],
  })
  const { rows } = await api.db.query(`select topic from outbox where topic = 'pharmacy.callback'`)
  expect(rows).toEqual([])
  // Who confirms tries what was saved, whatever the form of the trial run names.
  const seen = await supervisor.ask(newAuthorization.trial, tryOf(id, ['75']))
  expect(seen.body).toMatchObject({ outcome: 'PAID', plan: { leadsTo: 30, waitsFor: [], why: null } })
  const confirmed = await supervisor.ask(decision.approve, { id, version: 2 })
  expect(confirmed.body).toMatchObject({ authorizationStatusId: 30, priorAuth: { codesCleared: ['75', '7X'] } })
  expect((await api.service.ask(transactions.intake, pharmacyClaim(long))).body.status).toBe('P')
})

test('an approval that overrides all is confirmed with all that it overrides', async () => {
  const api = await startFixtureApi()
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'dualControlThreshold', '1')`)
  const claim = { sub: 'AAA1', at: 1, drug: 'lidocaine 5% ointment', quantity: 50, days: 30 } as const
  const id = await raiseAuthorization(api, claim)
  const [adjuster, supervisor] = [await api.signIn('adj.aaa'), await api.signIn('super.aaa')]
  const first = await adjuster.ask(decision.approve, { id, version: 1, overrideAllRejections: true })
  expect(first.body).toMatchObject({ authorizationStatusId: 25 })
  expect((await supervisor.ask(decision.approve, { id, version: 2 })).body.authorizationStatusId).toBe(30)
  const { rows } = await api.db.query(
    `select p.override_all as granted, d.override_all as recorded from prior_auth p join authorization_decision d
       on d.mc = p.mc and d.authorization_id = p.authorization_id where p.authorization_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ granted: true, recorded: true }])
})

test('what is tried is what is sent: a code left out is named by both, and fewer days clear what they clear', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const adjuster = await api.signIn('adj.aaa')
  const why =
    'This approval clears nothing: the claim would stop at 75 again. Select 75 to clear, or reject the request.'
  const tried = await adjuster.ask(newAuthorization.trial, tryOf(id, []))
  expect(tried.body).toMatchObject({ outcome: 'REJECTED', plan: { leadsTo: null, why } })
  const none = { id, version: 1, rejects: [{ rejectCode: '75', override: false }] }
  expect((await adjuster.ask(decision.approve, none)).body).toMatchObject({ status: { code: 'RULE', message: why } })
  const half = await adjuster.ask(newAuthorization.trial, tryOf(id, ['75'], { maxQty: 30, maxDays: 15 }))
  expect(half.body).toMatchObject({
    outcome: 'PAID',
    plan: { leadsTo: 30, waitsFor: [], why: null, bill: 'Bill 30 for 15 days.' },
  })
  const sent = await adjuster.ask(decision.approve, { id, version: 1, maxQty: 30, maxDays: 15 })
  expect(sent.body).toMatchObject({ authorizationStatusId: 30, warnings: ['Bill 30 for 15 days.'] })
})

test('an approval without an amount pays what was asked and what else the plan pays; what it says is no limit, and with one it is', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const said = async (at: number, terms: object) => {
    const id = await raiseAuthorization(api, { sub: 'AAA1', at })
    const { body } = await adjuster.ask(decision.approve, { id, version: 1, ...terms })
    expect(body).toMatchObject({ authorizationStatusId: 30 })
    api.clock.move(61_000)
    await runJobsUntilIdle(api)
    const { rows } = await api.db.query(
      `select body ->> 'text' as text from pharmacy_message m join pharmacy_callback k on k.mc = m.mc and k.id = m.id
        where k.authorization_id = $1`,
      [id],
    )
    const bills = async (quantity: number, days: number) =>
      (await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at, quantity, days }))).body
    return { text: rows[0].text as string, limits: body.priorAuth, bills }
  }
  const open = await said(2, {})
  expect(open.limits).toMatchObject({ maxQtyPerFill: null, maxDaysPerFill: null })
  expect(open.text).toMatch(/^Approved: 60 capsules for 30 days\. Submit the claim again, once/)
  expect(open.text).not.toContain('at most')
  // The dose a day, the quantity limits of the plan and every code that did not stand then still stop it.
  expect((await open.bills(190, 95)).rejects.map(({ code }) => code)).toContain('7X')
  expect((await open.bills(90, 45)).status).toBe('P')
  const limited = await said(3, { maxQty: 60, maxDays: 30 })
  expect(limited.text).toMatch(/^Approved: 60 capsules for 30 days\./)
  expect((await limited.bills(90, 45)).status).toBe('R')
  expect((await limited.bills(60, 30)).status).toBe('P')
})
