import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { pharmacyStatus } from '#features/pharmacy-status/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'

// A message to a pharmacy says what is so when it leaves, not what was so when it was queued.

const sentAbout = async (api: TestApi, id: string) => {
  api.clock.move(61_000)
  await runJobsUntilIdle(api)
  const { rows } = await api.db.query<{ outcome: string; text: string; endDate: string; maxQty: number; ref: string }>(
    `select m.body ->> 'outcome' as outcome, m.body ->> 'text' as text, m.body ->> 'endDate' as "endDate",
         (m.body ->> 'maxQty')::float as "maxQty", m.body ->> 'priorAuthRef' as ref from pharmacy_message m
       join pharmacy_callback k on k.mc = m.mc and k.id = m.id where k.authorization_id = $1 order by m.at`,
    [id],
  )
  return rows
}
/** What the page without an account says of a request. */
const pageOf = async (api: TestApi, id: string) => {
  const { rows } = await api.db.query<{ n: string }>(
    'select reference_number as n from rx_authorization where id = $1',
    [id],
  )
  return (await api.anonymous.ask(pharmacyStatus.check, { referenceNumber: rows[0]!.n })).body
}
/** Another pharmacy is paid today for the product of a request, under another approval. */
const payElsewhere = async (api: TestApi, id: string, billed: { sub: 'AAA1'; at: number }): Promise<void> => {
  const claim = pharmacyClaim({ ...billed, rx: '7099001', drug: 'naproxen', quantity: 20, days: 10 })
  expect((await api.service.ask(transactions.intake, claim)).body).toMatchObject({ status: 'P' })
  await api.db.query(
    `update rx_transaction x set ndc = a.ndc, gpi = a.gpi from rx_authorization a where a.id = $1 and x.mc = a.mc and x.rx_number = '7099001'`,
    [id],
  )
}
const usDay = (of: string): string => `${of.slice(5, 7)}/${of.slice(8)}/${of.slice(0, 4)}`

test('a denial that blocks the brand alone says so to the pharmacy, and one whose block was lifted says nothing of it', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const brand = drugs.find((one) => one.name.startsWith('Celecoxib 200') && one.brandFlag === 'M')!
  const claim = pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'celecoxib 200' })
  const billed = { ...claim, prescription: { ...claim.prescription!, productId: brand.ndc, daw: '1' } }
  const id = (await api.service.ask(transactions.intake, billed)).body.authorizationId!
  const deny = { id, version: 1, reasonId: 6, note: 'Generic celecoxib is covered.' }
  expect((await adjuster.ask(decision.reject, deny)).body.priorAuth).toMatchObject({ brandFlag: 'B' })
  expect(await sentAbout(api, id)).toMatchObject([
    { outcome: 'REJECTED', text: expect.stringMatching(/ The brand is blocked .+ Its generics are not blocked\./) },
  ])
  // The prescriber reads of the brand too, by a name of its own.
  const { rows: letters } = await api.db.query<{ body: string }>(
    `select body from outside_message where authorization_id = $1 and body like '%Drug: %'`,
    [id],
  )
  expect(letters.map(({ body }) => /^Drug: (.+)$/m.exec(body)![1])).toEqual(['Celecoxib 200 mg capsule, brand'])
  const other = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const { body } = await adjuster.ask(decision.reject, { ...deny, id: other, note: 'Gabapentin was not tried first' })
  const ended = await adjuster.ask(priorAuths.end, {
    priorAuthOverrideRef: body.priorAuth!.priorAuthOverrideRef,
    version: 1,
    terminate: true,
    reason: 'It was tried',
  })
  expect(ended.status).toBe(200)
  const [message] = await sentAbout(api, other)
  expect(message).toMatchObject({ outcome: 'REJECTED', text: expect.stringMatching(/^Not approved: /) })
  expect(message!.text).not.toContain('blocked')
})

test('an approval that a denial of the drug ends before the message leaves reaches the pharmacy as ended', async () => {
  const api = await startFixtureApi()
  const [adjuster, supervisor] = [await api.signIn('adj.aaa'), await api.signIn('super.aaa')]
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const other = await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '7099001' })
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).body.authorizationStatusId).toBe(30)
  const denied = await supervisor.ask(decision.reject, {
    id: other,
    version: 1,
    reasonId: 1,
    note: 'Not for this injury',
    terminateExisting: true,
  })
  expect(denied.body.authorizationStatusId).toBe(40)
  expect(await sentAbout(api, id)).toMatchObject([
    { outcome: 'NOT_COVERED_THIS_FILL', text: expect.stringMatching(/^The approval has ended: .+ Do not submit/) },
  ])
})

test('an approval ended before the message leaves still pays a fill of the days before, and the message says until when', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const billed = { sub: 'AAA1', at: 1, date: day(-2) } as const
  const id = await raiseAuthorization(api, billed)
  const { body } = await adjuster.ask(decision.approve, {
    id,
    version: 1,
    startDate: day(-2),
    endDate: day(20),
    maxQty: 45,
  })
  // It is in force.
  await runJobsUntilIdle(api)
  const priorAuthOverrideRef = body.priorAuth!.priorAuthOverrideRef
  const row = async () =>
    (
      await api.db.query<{ version: number; ended: string }>(
        'select version, ended_on::text as ended from prior_auth where override_ref = $1',
        [priorAuthOverrideRef],
      )
    ).rows[0]!
  const { version } = await row()
  const end = { priorAuthOverrideRef, version, terminate: true, reason: 'Therapy has ended' }
  expect((await adjuster.ask(priorAuths.end, end)).status).toBe(200)
  const { ended } = await row()
  const [message] = await sentAbout(api, id)
  expect(message).toMatchObject({ outcome: 'APPROVED', endDate: ended, maxQty: 45, ref: priorAuthOverrideRef })
  expect(message!.text).toMatch(/^Partly approved: 45 of 60/)
  expect(message!.text).toContain(usDay(ended))
  const status = await api.db.query('select in_force, max_qty::float, end_date::text from request_status($1, $2, $3)', [
    (await api.db.query('select reference_number as n from rx_authorization where id = $1', [id])).rows[0].n,
    day(-9),
    api.clock.now(),
  ])
  expect(status.rows).toEqual([{ in_force: true, max_qty: 45, end_date: ended }])
  const bill = pharmacyClaim({ ...billed, quantity: 45 })
  expect((await api.service.ask(transactions.intake, bill)).body).toMatchObject({ status: 'P' })
})

test('an approval whose days were over before the message left reaches the pharmacy as ended, and so it stands on the status page', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const claim = { sub: 'AAA1', at: 1, date: day(0) } as const
  const [late, inTime] = [await raiseAuthorization(api, claim), await raiseAuthorization(api, { ...claim, at: 2 })]
  for (const id of [late, inTime]) {
    const startDate = id === late ? day(1) : day(0)
    const sent = await adjuster.ask(decision.approve, { id, version: 1, startDate, endDate: day(3) })
    expect(sent.body.authorizationStatusId).toBe(30)
  }
  api.clock.move(6 * 24 * 3_600_000)
  expect(await sentAbout(api, late)).toMatchObject([
    { outcome: 'NOT_COVERED_THIS_FILL', text: expect.stringMatching(/^The approval has ended: .+ Do not submit/) },
  ])
  // The day of service lies in the period: it may be billed late.
  expect(await sentAbout(api, inTime)).toMatchObject([{ outcome: 'APPROVED' }])
  expect((await pageOf(api, late)).title).toBe('The approval has ended or was used up')
})

test.each([
  ['in full lets it through', {}, 'APPROVED', /^Approved: 60 /],
  [
    'for less does not let it through',
    { maxQty: 30, maxDays: 15 },
    'NOT_COVERED_THIS_FILL',
    /^The approval has ended: /,
  ],
] as const)('another approval of the drug %s when its own was ended', async (_, less, outcome, text) => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const billed = { sub: 'AAA1', at: 1 } as const
  const id = await raiseAuthorization(api, billed)
  const { body } = await adjuster.ask(decision.approve, { id, version: 1 })
  const end = {
    priorAuthOverrideRef: body.priorAuth!.priorAuthOverrideRef,
    version: 1,
    terminate: true,
    reason: 'Entered twice',
  }
  expect((await adjuster.ask(priorAuths.end, end)).status).toBe(200)
  const other = await raiseAuthorization(api, { ...billed, rx: '7099001' })
  const again = await adjuster.ask(decision.approve, { id: other, version: 1, ...less })
  expect(again.body).toMatchObject({ authorizationStatusId: 30 })
  const [message] = await sentAbout(api, id)
  expect(message).toMatchObject({ outcome, text: expect.stringMatching(text) })
  const { rows } = await api.db.query(
    'select s.in_force from rx_authorization a, request_status(a.reference_number, $2, $3) s where a.id = $1',
    [id, day(-9), api.clock.now()],
  )
  expect(rows).toEqual([{ in_force: outcome === 'APPROVED' }])
  const answer = await api.service.ask(transactions.intake, pharmacyClaim(billed))
  expect(answer.body.status === 'P').toBe(outcome === 'APPROVED')
})

test('an approval that something stops since says so when it leaves, and what was paid that day is not asked for twice', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const ended = { sub: 'AAA1', at: 2 } as const
  const stopped = await raiseAuthorization(api, ended)
  expect((await adjuster.ask(decision.approve, { id: stopped, version: 1 })).status).toBe(200)
  await api.db.query(
    `update eligibility_span set term_date = $2 where stratus_claim_id = (select stratus_claim_id from rx_authorization where id = $1)`,
    [stopped, day(-1)],
  )
  const billed = { sub: 'AAA1', at: 1 } as const
  const id = await raiseAuthorization(api, billed)
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).status).toBe(200)
  await payElsewhere(api, id, billed)
  const [twice] = await sentAbout(api, id)
  expect(twice!.text).toBe(
    `Approved: 60 capsules for 30 days. The same drug was paid for ${usDay(day(0))} already: that day cannot be billed again.`,
  )
  const [message] = await sentAbout(api, stopped)
  const { rows } = await api.db.query(
    'select s.stops from rx_authorization a, request_status(a.reference_number, $2, $3) s where a.id = $1',
    [stopped, day(-9), api.clock.now()],
  )
  const code = (await api.service.ask(transactions.intake, pharmacyClaim(ended))).body.rejects.map((one) => one.code)
  expect(message!.text).toBe(
    `Approved: 60 capsules for 30 days. Billed now it would be stopped by code ${code.join(', ')}: what stops it came after the approval. Call 800-555-0142 before you submit it.`,
  )
  expect(rows).toEqual([{ stops: code }])
})

test('a pharmacy that is notified again after its fill was paid reads that it is paid, as the status page says', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const billed = { sub: 'AAA1', at: 1 } as const
  const id = await raiseAuthorization(api, billed)
  const made = await adjuster.ask(decision.approve, { id, version: 1 })
  expect(made.status).toBe(200)
  expect((await sentAbout(api, id))[0]!.text).toMatch(/^Approved: /)
  expect((await api.service.ask(transactions.intake, pharmacyClaim(billed))).body.status).toBe('P')
  const { rows } = await api.db.query<{ starts: string; ends: string; nabp: string }>(
    `select p.start_date::text as starts, p.end_date::text as ends, a.pharmacy_nabp as nabp from prior_auth p
       join rx_authorization a on a.id = p.authorization_id where a.id = $1`,
    [id],
  )
  const { starts, ends, nabp } = rows[0]!
  const again = await adjuster.ask(decision.callback, {
    authorizationId: id,
    pharmacyNabp: nabp,
    deliveryType: 1,
    oneTimeFillFlag: false,
    authorizationStartDate: `${usDay(starts)} 12:00 AM`,
    authorizationEndDate: `${usDay(ends)} 12:00 AM`,
  })
  expect(again.status).toBe(200)
  const text = 'This fill is paid. Do not submit the claim again.'
  expect((await sentAbout(api, id)).at(-1)!.text).toBe(text)
  expect(await pageOf(api, id)).toMatchObject({ title: 'Paid', next: text })
})

const PASSES = 'What came after the decision lets it through: submit the claim again, once.'

test('a denial that another approval overtook before its message leaves says to submit again, and then it is paid', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const billed = { sub: 'AAA1', at: 1 } as const
  const id = await raiseAuthorization(api, billed)
  const other = await raiseAuthorization(api, { ...billed, rx: '7099001' })
  const deny = { id, version: 1, reasonId: 5, note: 'The dose is above the guideline' }
  expect((await adjuster.ask(decision.rejectThisFill, deny)).body).toMatchObject({ authorizationStatusId: 41 })
  expect((await adjuster.ask(decision.approve, { id: other, version: 1 })).body).toMatchObject({
    authorizationStatusId: 30,
  })
  const [message] = await sentAbout(api, id)
  expect(message).toMatchObject({
    outcome: 'NOT_COVERED_THIS_FILL',
    text: expect.stringMatching(/^Not approved for this fill: /),
  })
  expect(message!.text).toContain(PASSES)
  expect(message!.text).not.toContain('Do not submit')
  expect(await pageOf(api, id)).toMatchObject({ title: 'Not approved', next: PASSES })
  const answer = await api.service.ask(transactions.intake, pharmacyClaim(billed))
  expect(answer.body.status).toBe('P')
  expect((await pageOf(api, id)).next).not.toBe(PASSES)
})

test('the status page says what stops an approved claim now, also when that came after its message', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const billed = { sub: 'AAA1', at: 1 } as const
  const id = await raiseAuthorization(api, billed)
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).status).toBe(200)
  const [message] = await sentAbout(api, id)
  expect((await pageOf(api, id)).next).toBe(message!.text)
  await api.db.query(
    `update eligibility_span set term_date = $2 where stratus_claim_id = (select stratus_claim_id from rx_authorization where id = $1)`,
    [id, day(-1)],
  )
  const code = (await api.service.ask(transactions.intake, pharmacyClaim(billed))).body.rejects.map((one) => one.code)
  expect((await pageOf(api, id)).next).toContain(`Billed now it would be stopped by code ${code.join(', ')}: `)
})

test('an approval of later days names the day that was paid for since, in its message and on the status page', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const billed = { sub: 'AAA1', at: 1 } as const
  const id = await raiseAuthorization(api, { ...billed, date: day(-1) })
  const { status } = await adjuster.ask(decision.approve, { id, version: 1, startDate: day(0), endDate: day(20) })
  expect(status).toBe(200)
  const paid = `The same drug was paid for ${usDay(day(0))} already: that day cannot be billed again.`
  expect((await pageOf(api, id)).next).not.toContain(paid)
  await payElsewhere(api, id, billed)
  const [message] = await sentAbout(api, id)
  expect(message!.text).toBe(`Approved: 60 capsules for 30 days. ${paid}`)
  expect((await pageOf(api, id)).next).toContain(paid)
})

test('a last day that was moved before the message leaves is the new one', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const { body } = await adjuster.ask(decision.approve, { id, version: 1, startDate: day(0), endDate: day(20) })
  const moved = await adjuster.ask(priorAuths.end, {
    priorAuthOverrideRef: body.priorAuth!.priorAuthOverrideRef,
    version: 1,
    authorizationExpirationDate: day(5),
    reason: 'Therapy is shorter',
  })
  expect(moved.status).toBe(200)
  const [message] = await sentAbout(api, id)
  expect(message).toMatchObject({ outcome: 'APPROVED', endDate: day(5), text: expect.stringContaining(usDay(day(5))) })
})

test('the prescriber reads the days of a block as they are when the fax is written', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const denied = await adjuster.ask(decision.reject, { id, version: 1, reasonId: 1, note: 'Not for this injury' })
  const { priorAuthOverrideRef, startDate } = denied.body.priorAuth!
  const sooner = { priorAuthOverrideRef, version: 1, authorizationExpirationDate: day(40), reason: 'For less time' }
  expect((await adjuster.ask(priorAuths.end, sooner)).status).toBe(200)
  await sentAbout(api, id)
  const { rows } = await api.db.query<{ body: string }>(
    `select body from outside_message where authorization_id = $1 and channel = 'FAX'`,
    [id],
  )
  expect(rows.map(({ body }) => /^Not covered .+$/m.exec(body)![0])).toEqual([
    `Not covered for this claim from ${usDay(startDate)} to ${usDay(day(40))}.`,
  ])
})

test('an approval that ran out before the message left is billed for its own days, with its limits and its last day', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const claim = { sub: 'AAA1', at: 1, date: day(0) } as const
  const id = await raiseAuthorization(api, claim)
  const sent = await adjuster.ask(decision.approve, { id, version: 1, endDate: day(20), maxQty: 45 })
  const { priorAuthOverrideRef } = sent.body.priorAuth!
  const sooner = { priorAuthOverrideRef, version: 1, authorizationExpirationDate: day(3), reason: 'For less time' }
  expect((await adjuster.ask(priorAuths.end, sooner)).status).toBe(200)
  api.clock.move(6 * 24 * 3_600_000)
  await api.db.query('update prior_auth set status_id = 5 where override_ref = $1', [priorAuthOverrideRef])
  const [message] = await sentAbout(api, id)
  expect(message!.text).toMatch(/^Partly approved: 45 of 60 /)
  expect(message!.text).toContain(`no later than ${usDay(day(3))}.`)
  const { rows } = await api.db.query<{ n: string }>(
    'select reference_number as n from rx_authorization where id = $1',
    [id],
  )
  const { body } = await api.anonymous.ask(pharmacyStatus.check, { referenceNumber: rows[0]!.n })
  expect(body.next).toBe(message!.text)
  const answer = await api.service.ask(transactions.intake, pharmacyClaim({ ...claim, quantity: 45 }))
  expect(answer.body.status).toBe('P')
})
