import { expect, onTestFinished, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { provenance } from '#features/provenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { dueAt } from '#features/deadlines/due.ts'
import { packRecorded } from '#features/deadlines/which-pack.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { eventually } from '#testing/eventually.ts'
import { clock } from './contract.ts'

const NEVER = 1e9
const DAY = 86_400_000
const withJobs = async (api: TestApi) => {
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, NEVER)
  onTestFinished(() => jobs.stop())
  return jobs
}
const codeOf = (answer: { status: number; body: unknown }): unknown =>
  answer.status === 200 ? 200 : (answer.body as { status: { code: string } }).status.code
const rowOf = async (api: TestApi, id: string) =>
  (
    await api.db.query(
      `select status_id, version, next_clock_at, clock_state, statutory_due_at, due_pack, due_arithmetic, request_received_at, origin_code
        from rx_authorization where id = $1`,
      [id],
    )
  ).rows[0]

test('a request closed without a decision, or rejected for one fill, gets a new clock when a supervisor reopens it, and is kept thirty more days', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  const silent = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const denied = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const jobs = await withJobs(api)
  api.clock.move(30 * DAY - 60_000)
  await jobs.tick()
  const adjuster = await api.signIn('adj.aaa')
  const { version } = await rowOf(api, denied)
  expect((await adjuster.ask(decision.rejectThisFill, { id: denied, version, reasonId: 3 })).status).toBe(200)
  api.clock.move(120_000)
  await jobs.tick()
  expect(await rowOf(api, silent)).toMatchObject({ status_id: 50, next_clock_at: null })

  const supervisor = await api.signIn('super.aaa')
  for (const id of [silent, denied]) {
    const { version: seen } = await rowOf(api, id)
    expect((await supervisor.ask(decision.move, { id, status: 'reopen', version: seen })).status).toBe(200)
    const { status_id, next_clock_at, clock_state } = await rowOf(api, id)
    expect([status_id, next_clock_at.toISOString()]).toEqual([20, clock_state.reopenedAt])
    expect(clock_state).toMatchObject({ reminded: false, remindFrom: clock_state.reopenedAt })
  }
  await jobs.tick()
  for (const id of [silent, denied])
    expect(await rowOf(api, id)).toMatchObject({ status_id: 20, next_clock_at: expect.any(Date) })
  // Its owner is notified once more; then it is kept as long as a new one.
  api.clock.move(4 * DAY)
  await jobs.tick()
  for (const id of [silent, denied]) expect((await rowOf(api, id)).clock_state).toMatchObject({ reminded: true })
  api.clock.move(26 * DAY - 60_000)
  await jobs.tick()
  for (const id of [silent, denied]) expect((await rowOf(api, id)).status_id).toBe(20)
  api.clock.move(120_000)
  await jobs.tick()
  for (const id of [silent, denied]) expect(await rowOf(api, id)).toMatchObject({ status_id: 50, next_clock_at: null })
})

const pacific = 'America/Los_Angeles'
/** The calendar day ('YYYY-MM-DD') so many days before an instant, in Los Angeles. */
const pacificDay = (at: Date, ago: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: pacific }).format(at.getTime() - ago * DAY)
/** Claims of the fixture data (AAA1, 1 to 6), each under the law of a state. */
const under = async (api: TestApi, laws: Record<number, string>) => {
  for (const [at, state] of Object.entries(laws))
    await api.db.query('update wc_claim set juris_state = $1 where id = $2', [state, idOf(`AAA AAA1 claim ${at}`)])
}

test('in California a drug is due five business days after receipt whenever it was written, and no information moves that', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  await under(api, { 1: 'CA', 2: 'CA', 3: 'CA', 4: 'CA', 5: 'CA', 6: 'CA' })
  const now = api.clock.now()
  const sent = async (at: number, dateWritten: string) => {
    const claim = pharmacyClaim({ sub: 'AAA1', at })
    const prescription = { ...claim.prescription!, dateWritten }
    const { body } = await api.service.ask(transactions.intake, { ...claim, prescription })
    return { id: body.authorizationId!, ...(await rowOf(api, body.authorizationId!)) }
  }
  const adjuster = await api.signIn('adj.aaa')
  const requests = [
    await sent(1, pacificDay(now, 0)),
    await sent(2, pacificDay(now, 12)),
    await sent(3, pacificDay(now, 3)),
    await sent(4, pacificDay(now, 60)),
  ]
  for (const { id, statutory_due_at, due_pack, due_arithmetic } of requests) {
    expect([statutory_due_at, due_pack]).toEqual([requests[0]!.statutory_due_at, 'CA/prospective/2026 v2'])
    expect(due_arithmetic.filter((line: string) => line.startsWith('Day '))).toHaveLength(5)
    expect((await adjuster.ask(authorizations.one, { id })).body.due.extendsTo).toBeNull()
  }
  const { id } = requests[1]!
  const asking = { id, version: 1, askedOn: pacificDay(now, 0), askedOf: 'Dr. Hawthorne', information: 'Notes' }
  expect(codeOf(await adjuster.ask(clock.extend, asking))).toBe('RULE')
  expect(codeOf(await adjuster.ask(decision.approve, { id, version: 1 }))).toBe(200)
  const [kept] = (await adjuster.ask(provenance.of, { id })).body.records
  expect(kept!.checks.filter(({ agrees }) => agrees !== true)).toEqual([])
  expect(kept!.checks.map(({ what }) => what)).toContain('Legal due time')
})

test('a request counted by a rule that was corrected since is decided, extended and recorded under the rule it was counted by', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  await under(api, { 1: 'CA', 2: 'CA' })
  const adjuster = await api.signIn('adj.aaa')
  const [written, asked] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 2 }),
  ]
  const before = packRecorded('CA/prospective/2026 v1')!
  for (const [id, recommendedOn] of [
    [written, pacificDay(api.clock.now(), 12)],
    [asked, pacificDay(api.clock.now(), 0)],
  ] as const) {
    const { request_received_at } = await rowOf(api, id)
    const due = dueAt(before, { receivedAt: request_received_at.toISOString(), recommendedOn })
    await api.db.query(
      `update rx_authorization set due_pack = $2, statutory_due_at = $3, due_arithmetic = $4, date_written = $5 where id = $1`,
      [id, 'CA/prospective/2026 v1', due.dueAt, JSON.stringify(due.arithmetic), recommendedOn],
    )
  }
  const { due, guideline } = (await adjuster.ask(authorizations.one, { id: asked })).body
  expect(guideline.name).toBe(before.name)
  expect(Date.parse(due.extendsTo!)).toBeGreaterThan(Date.parse(due.at))
  expect(codeOf(await adjuster.ask(decision.approve, { id: written, version: 1 }))).toBe(200)
  const [kept] = (await adjuster.ask(provenance.of, { id: written })).body.records
  expect(kept!.record!.clock.inputs!.rule).toMatchObject({ id: before.id, version: 1, ceiling: { calendarDays: 14 } })
  expect(kept!.record!.clock.arithmetic.at(-2)).toMatch(/^Never later than 14 days from the recommendation of /)
  expect(kept!.checks.filter(({ agrees }) => agrees !== true)).toEqual([])
})

test('in Florida a drug above a thousand dollars has the three business days of any drug, and the rule says so', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  await under(api, { 1: 'FL', 2: 'FL' })
  const cheap = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const claim = { ...pharmacyClaim({ sub: 'AAA1', at: 2, quantity: 900 }), pricing: { usualAndCustomary: 9000 } }
  const dear = (await api.service.ask(transactions.intake, claim)).body.authorizationId!
  const cost = async (id: string) =>
    Number(
      (await api.db.query('select estimated_cost from rx_authorization where id = $1', [id])).rows[0].estimated_cost,
    )
  expect(await cost(cheap)).toBeLessThan(1000)
  expect(await cost(dear)).toBeGreaterThan(1000)
  const [one, other] = [await rowOf(api, cheap), await rowOf(api, dear)]
  expect(other).toMatchObject({ statutory_due_at: one.statutory_due_at, due_pack: 'FL/prospective/2003 v3' })
  expect(other.due_arithmetic.filter((line: string) => line.startsWith('Day '))).toHaveLength(3)
  const { guideline } = (await (await api.signIn('adj.aaa')).ask(authorizations.one, { id: dear })).body
  expect(guideline.text[0]).toContain('A drug has these three days whatever it costs')
  expect(guideline).toMatchObject({ source: 'F.S. 440.13(3)(d), (i)', lapse: 'consents' })
})

test('a bill has thirty days, no prospective rule and no approval by silence, through any channel', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'pendBillChannels', 'true')`)
  await under(api, { 1: 'NY', 2: 'CO', 3: 'IN', 4: 'FL', 5: 'NY', 6: 'CA' })
  const sent = async (at: number, channel: number, more: object = {}) => {
    const claim = pharmacyClaim({ sub: 'AAA1', at })
    const { body } = await api.service.ask(transactions.intake, {
      ...claim,
      channel,
      fileProcessingCode: channel === 9 ? 'P' : channel === 2 ? 'B' : 'R',
      prescription: { ...claim.prescription, ...more },
    })
    return body.authorizationId!
  }
  const bills = [
    // Urgent or not: the drug was dispensed already.
    [await sent(1, 9, { paType: '2' }), 'NY/retrospective/default v1'],
    [await sent(2, 2), 'CO/retrospective/default v2'],
    [await sent(3, 7), 'IN/retrospective/default v2'],
    [await sent(6, 9), 'CA/retrospective/2013 v2'],
  ] as const
  // The worker's own receipts, entered in the portal.
  const adjuster = await api.signIn('adj.aaa')
  const { email } = (await api.db.query(`select email from app_user where username = 'adj.aaa'`)).rows[0]
  const inPortal = async (at: number, originCode: number) => {
    const built = await adjuster.ask(newAuthorization.build, {
      stratusClaimId: idOf(`AAA AAA1 claim ${at}`),
      ndc: drugs.find((one) => one.name.startsWith('Pregabalin 75 mg'))!.ndc,
      quantity: 60,
      daysSupply: 30,
      originCode,
    })
    expect(built.status).toBe(200)
    const { authorizationId } = built.body
    const made = await adjuster.ask(newAuthorization.create, { authorizationId, selectedCaseOwners: [email] })
    expect(made.body).toMatchObject({ authorizationStatusId: 20 })
    return authorizationId
  }
  const receipts = await inPortal(5, 7)
  for (const [id, pack] of [...bills, [receipts, 'NY/retrospective/default v1']] as const) {
    const { due_pack, statutory_due_at, request_received_at } = await rowOf(api, id)
    expect(due_pack).toBe(pack)
    expect((statutory_due_at - request_received_at) / DAY).toBeGreaterThan(30)
    expect((statutory_due_at - request_received_at) / DAY).toBeLessThan(35)
  }
  expect((await adjuster.ask(authorizations.one, { id: bills[0][0] })).body.guideline).toMatchObject({
    lapse: 'internal_target',
    text: [expect.stringContaining('30 days')],
  })
  // Denied and reconsidered it is still a bill, though a user created the request in the portal.
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'eobrEnabled', 'false')`)
  const denied = await sent(4, 2)
  expect(codeOf(await adjuster.ask(decision.rejectThisFill, { id: denied, version: 1, reasonId: 3 }))).toBe(200)
  await under(api, { 4: 'NY' })
  const second = await api.signIn('adj.aaa2')
  const { authorizationId: again } = (await second.ask(newAuthorization.build, { originalAuthId: denied })).body
  const other = (await api.db.query(`select email from app_user where username = 'adj.aaa2'`)).rows[0].email
  const made = await second.ask(newAuthorization.create, { authorizationId: again, selectedCaseOwners: [other] })
  expect(made.body).toMatchObject({ authorizationStatusId: 24 })
  expect(await rowOf(api, again)).toMatchObject({ due_pack: 'NY/retrospective/default v1', origin_code: 12 })

  const jobs = await withJobs(api)
  api.clock.move(29 * DAY)
  await jobs.tick()
  for (const id of [...bills.map(([one]) => one), receipts]) expect((await rowOf(api, id)).status_id).toBe(20)
  // Kept as long as its clock runs, also beyond thirty times 24 hours; then closed, never approved.
  const due = (await rowOf(api, receipts)).statutory_due_at.getTime()
  api.clock.move(due - 60_000 - api.clock.now().getTime())
  await jobs.tick()
  expect((await rowOf(api, receipts)).status_id).toBe(20)
  api.clock.move(6 * DAY)
  await jobs.tick()
  for (const id of [...bills.map(([one]) => one), receipts]) expect((await rowOf(api, id)).status_id).toBe(50)
  const { rows } = await api.db.query('select distinct authorization_id as id from authorization_decision')
  expect(rows).toEqual([{ id: denied }])
})

/** Users of all levels of reconsideration. */
async function openLevels() {
  const api = await startFixtureApi({ undoSeconds: 0 })
  const { db } = api
  await under(api, { 1: 'NY', 2: 'IN', 3: 'CO', 5: 'NY' })
  await db.query(`update user_carrier set roles = '{pbm_support}' where mc = 'AAA' and user_id = $1`, [idOf('multi')])
  await db.query(`update user_carrier set license_states = '{NY,IN,CO}' where mc = 'AAA' and user_id = $1`, [
    idOf('ur.aaa'),
  ])
  const mail: Record<string, string> = Object.fromEntries(
    (await db.query('select username, email from app_user')).rows.map((row) => [row.username, row.email]),
  )
  const deny = async (username: string, id: string) => {
    const person = await api.signIn(username)
    const { version } = await rowOf(api, id)
    const why = { reasonId: 6, note: 'Not related to the injury.' }
    return codeOf(await person.ask(decision.rejectThisFill, { id, version, ...why }))
  }
  const reconsider = async (originalAuthId: string, owner: string): Promise<string> => {
    const second = await api.signIn('adj.aaa2')
    const built = await second.ask(newAuthorization.build, { originalAuthId })
    if (built.status !== 200) return built.body.status.message
    const { authorizationId } = built.body
    const made = await second.ask(newAuthorization.create, { authorizationId, selectedCaseOwners: [mail[owner]!] })
    expect(made.body).toMatchObject({ authorizationStatusId: 24 })
    return authorizationId
  }
  const pack = async (id: string): Promise<string> => (await rowOf(api, id)).due_pack
  return { api, deny, reconsider, pack }
}

test('New York’s Level 2 belongs to the carrier’s physician, with ten days to appeal from there and only from there to the Board, and silence does not approve it', async () => {
  const { api, deny, reconsider, pack } = await openLevels()
  const first = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  expect(await pack(first)).toBe('NY/prospective/2025 v1')
  expect(await deny('adj.aaa', first)).toBe(200)
  api.clock.move(11 * DAY)
  // The first look again is Level 2: no other adjuster decides it.
  const levelTwo = await reconsider(first, 'adj.aaa2')
  expect(await pack(levelTwo)).toBe('NY/level2/2019 v1')
  expect(await deny('adj.aaa2', levelTwo)).toBe('NEEDS_UR_DECISION')
  // A licensed reviewer counts as the physician; a pharmacist does not.
  expect(await deny('pharm.aaa', levelTwo)).toBe('NEEDS_UR_DECISION')
  expect((await rowOf(api, levelTwo)).status_id).toBe(24)
  expect(await deny('ur.aaa', levelTwo)).toBe(200)
  const decidedAt = api.clock.now().getTime()
  api.clock.move(11 * DAY)
  expect(await reconsider(levelTwo, 'multi')).toMatch(/^The time to ask for reconsideration ended on /)
  api.clock.move(decidedAt + 9 * DAY - api.clock.now().getTime())
  const board = await reconsider(levelTwo, 'adj.aaa')
  expect(await pack(board)).toBe('NY/level3/2019 v1')
  const support = await api.signIn('multi', 'AAA')
  expect((await support.ask(authorizations.one, { id: board })).body.guideline).toMatchObject({
    whoMayDeny: 'board',
    lapse: 'internal_target',
  })

  const jobs = await withJobs(api)
  api.clock.move(14 * DAY)
  await jobs.tick()
  expect((await rowOf(api, board)).status_id).toBe(24)
  // The letters to the prescriber state the time to appeal, for each denial its own.
  const said = await eventually(async () => {
    await jobs.relay()
    const { rows } = await api.db.query(
      `select body from outside_message where authorization_id = any($1) and body like '%You may ask%' order by created_at, id`,
      [[first, levelTwo]],
    )
    expect(rows).toHaveLength(2)
    return rows.map(({ body }) => /You may ask[^\n]*/.exec(body)![0])
  })
  expect(said.toSorted()).toEqual([
    expect.stringMatching(/^You may ask for reconsideration within 10 calendar days, by \d\d\/\d\d\/\d{4}: call /),
    expect.stringMatching(
      /^You may ask for reconsideration: call .+ No last day for it was found in the rules of New York\.$/,
    ),
  ])
})

test('silence approves no reconsidered denial: not at New York’s Level 2, whose time is not confirmed, and in no other state', async () => {
  const { api, deny, reconsider, pack } = await openLevels()
  const [york, indiana, colorado] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 5 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 2 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 3 }),
  ]
  expect([await pack(indiana), await pack(colorado)]).toEqual(['IN/prospective/2019 v3', 'CO/prospective/2021 v2'])
  // In Colorado a denial for medical reasons rests on a medical opinion: a reviewer's.
  expect(await deny('adj.aaa', colorado)).toBe('NEEDS_UR_DECISION')
  expect([await deny('adj.aaa', york), await deny('ur.aaa', indiana), await deny('ur.aaa', colorado)]).toEqual([
    200, 200, 200,
  ])
  const twice = await reconsider(york, 'pharm.aaa')
  const others = [await reconsider(indiana, 'adj.aaa2'), await reconsider(colorado, 'adj.aaa2')]
  const jobs = await withJobs(api)
  api.clock.move(14 * DAY)
  await jobs.tick()
  for (const id of [...others, twice]) expect((await rowOf(api, id)).status_id).toBe(24)
  const { guideline } = (await (await api.signIn('pharm.aaa')).ask(authorizations.one, { id: twice })).body
  expect(guideline).toMatchObject({ lapse: 'unconfirmed', confirmed: false })
  const { rows } = await api.db.query(`select 1 from authorization_event where event_code = 210`)
  expect(rows).toEqual([])
})

test('silence approves nothing in Nevada while it is open whether a drug is treatment, in Georgia without the form, in Hawaii and in Vermont', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  const laws = { 1: 'NV', 2: 'GA', 3: 'HI', 4: 'VT' }
  await under(api, laws)
  const adjuster = await api.signIn('adj.aaa')
  const requests: string[] = []
  for (const at of [1, 2, 3, 4]) requests.push(await raiseAuthorization(api, { sub: 'AAA1', at }))
  const lapses = await Promise.all(
    requests.map(async (id) => (await adjuster.ask(authorizations.one, { id })).body.guideline),
  )
  expect(lapses.map(({ lapse, confirmed }) => [lapse, confirmed])).toEqual([
    ['unconfirmed', true],
    ['on_form', true],
    ['unconfirmed', false],
    ['granted_on_application', true],
  ])
  const jobs = await withJobs(api)
  api.clock.move(20 * DAY)
  await jobs.tick()
  expect(await Promise.all(requests.map(async (id) => (await rowOf(api, id)).status_id))).toEqual([20, 20, 20, 20])
})

test('in Indiana silence approves a drug the list puts under approval, and no other; the screen says so beforehand', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  await under(api, { 1: 'IN', 2: 'IN' })
  const needsApproval = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const listed = await raiseAuthorization(api, { sub: 'AAA1', at: 2, drug: 'lidocaine 5% patch', quantity: 150 })
  const adjuster = await api.signIn('adj.aaa')
  const said = async (id: string) => {
    const { rows } = await api.db.query(
      `select shown -> 'facts' ->> 'formularyStatus' as status from rx_authorization where id = $1`,
      [id],
    )
    return [rows[0].status, (await adjuster.ask(authorizations.one, { id })).body.guideline.lapse]
  }
  expect([await said(needsApproval), await said(listed)]).toEqual([
    ['PA', 'deemed_approved'],
    ['COVERED', 'none'],
  ])
  const jobs = await withJobs(api)
  api.clock.move(15 * DAY)
  await jobs.tick()
  expect([(await rowOf(api, needsApproval)).status_id, (await rowOf(api, listed)).status_id]).toEqual([33, 20])
})
