import type { Visitor } from '#testing/api.ts'
import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { history } from '#features/history/contract.ts'
import { provenance } from '#features/provenance/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { bound } from '#testing/bounds.ts'
import { clearingAll } from '#testing/clear-all.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { determinations } from '#features/determinations/contract.ts'
import { written } from '#features/determinations/testing-determinations.ts'
import { decision } from './contract.ts'

const one = { sub: 'AAA1', at: 1 } as const

test('an approval writes the decision, one prior authorization, the notification of the pharmacy and its log in one transaction', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  const { body, status } = await adjuster.ask(decision.approve, { id, version: 1, note: 'Known patient' })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      success: true,
      authorizationStatusId: 30,
      version: 2,
      priorAuth: { kind: 'PERMIT', statusId: 3, codesCleared: ['75'] },
      callback: { status: 'Queued' },
    },
  })
  const rows = await api.db.query(
    `select (select count(*)::int from authorization_decision) as decisions, (select count(*)::int from prior_auth) as approvals,
      (select array_agg(topic order by topic) from outbox where authorization_id is not null) as outbox,
      (select open from authorization_owner limit 1) as open`,
  )
  expect(rows.rows[0]).toEqual({
    decisions: 1,
    approvals: 1,
    outbox: ['notify', 'notify', 'pharmacy.callback'],
    open: false,
  })
  const log = await adjuster.ask(history.eventLog, { stratusAuthId: id })
  expect(log.body.events.map((line) => line.eventCode)).toEqual([300, 195, 130, 100])
  const { records } = (await adjuster.ask(provenance.of, { id })).body
  expect(records[0]!.record).toMatchObject({
    outcome: { note: 'Known patient' },
    medication: { drugName: expect.stringContaining('Pregabalin') },
  })
})

test('late in the evening, when UTC has tomorrow already, a prior authorization that starts tomorrow is not in force yet', async () => {
  const api = await startFixtureApi()
  const evening = instantOf(day(1), '21:00', 'America/New_York')
  api.clock.move(evening - Date.now())
  const [id, another] = [await raiseAuthorization(api, one), await raiseAuthorization(api, { ...one, at: 2 })]
  const adjuster = await api.signIn('adj.aaa')
  const approveFrom = async (of: string, startDate: string) => {
    const { status, body } = await adjuster.ask(decision.approve, { id: of, version: 1, startDate, endDate: day(9) })
    expect({ status, body }).toMatchObject({ status: 200 })
    return body.priorAuth?.statusId
  }
  expect(await approveFrom(id, day(1))).toBe(3)
  expect(await approveFrom(another, day(2))).toBe(2)
})

test('after an approval the same claim pays and counts against the prior authorization; a second fill does not', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  const paid = await api.service.ask(transactions.intake, pharmacyClaim(one))
  expect(paid.body).toMatchObject({
    status: 'P',
    priorAuthRef: expect.stringMatching(/^PA\d{10}$/),
    pricing: { paid: expect.any(Number) },
  })
  const used = await api.db.query('select fills_used, status_id from prior_auth')
  expect(used.rows).toEqual([{ fills_used: 1, status_id: 4 }])
  const reversed = await api.service.ask(transactions.reverse, {
    tcn: paid.body.tcn,
    bin: '610014',
    pcn: 'WCPBM',
    insurance: { groupCode: 'AAA1GRP' },
  })
  expect(reversed.body).toMatchObject({ status: 'A', restoredFills: 1 })
  expect((await api.db.query('select fills_used, status_id from prior_auth')).rows).toEqual([
    { fills_used: 0, status_id: 3 },
  ])
  expect((await api.service.ask(transactions.intake, pharmacyClaim(one))).body.status).toBe('P')
})

test('a denial blocks the drug: the pharmacy is answered 3Y and no new request is made; a denial of this fill blocks nothing', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const blocked = await raiseAuthorization(api, one)
  const denied = await adjuster.ask(decision.reject, {
    id: blocked,
    version: 1,
    reasonId: 6,
    note: 'Gabapentin is available',
  })
  expect(denied.body).toMatchObject({ authorizationStatusId: 40, priorAuth: { kind: 'BLOCK', statusId: 7 } })
  const again = await api.service.ask(transactions.intake, pharmacyClaim(one))
  expect(again.body).toMatchObject({ status: 'R', authorizationId: null })
  expect(again.body.rejects.map((reject) => reject.code)).toContain('3Y')

  const other = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const fill = await adjuster.ask(decision.rejectThisFill, { id: other, version: 1, reasonId: 3 })
  expect(fill.body).toMatchObject({ authorizationStatusId: 41, priorAuth: null })
  const fresh = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 2 }))
  expect(fresh.body.authorizationId).not.toBe(other)
  expect(fresh.body.authorizationId).not.toBeNull()
})
const PAIRS = bound(40, 100)
test(`two people decide at the same moment: ${PAIRS} pairs give exactly ${PAIRS} decisions, and every loser learns who decided`, async () => {
  const api = await startFixtureApi()
  const [first, second] = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa2')]
  const ids: string[] = []
  for (let n = 0; n < PAIRS; n += 1)
    ids.push(
      await raiseAuthorization(api, {
        sub: n % 2 ? 'AAA1' : 'AAA2',
        at: (n % 3) + 1,
        rx: `9${String(n).padStart(5, '0')}`,
        nabp: n % 4 > 1 ? '1043409' : '1043391',
      }),
    )
  const answers: { status: number; body: unknown }[] = []
  for (let at = 0; at < ids.length; at += 20) {
    const pairs = await Promise.all(
      ids.slice(at, at + 20).flatMap((id, n) => [
        first.ask(decision.approve, { id, version: 1, supersede: true }),
        // The even ones lie in California, where no adjuster may deny.
        n % 2
          ? second.ask(decision.rejectThisFill, { id, version: 1, reasonId: 3 })
          : second.ask(decision.approve, { id, version: 1, supersede: true }),
      ]),
    )
    answers.push(...pairs)
  }
  expect(answers.filter((answer) => answer.status !== 200 && answer.status !== 409)).toEqual([])
  const lost = answers.filter((answer) => answer.status === 409)
  expect(lost).toHaveLength(PAIRS)
  for (const { body } of lost)
    expect(body).toMatchObject({
      status: { code: 'ALREADY_DECIDED' },
      data: { decidedBy: expect.stringContaining('aaa'), decidedAt: expect.any(String), decision: expect.any(String) },
    })
  const counted = await api.db.query(
    'select count(*)::int as n, count(distinct authorization_id)::int as requests from authorization_decision where undone_at is null',
  )
  expect(counted.rows[0]).toEqual({ n: PAIRS, requests: PAIRS })
})

test('the same key sent again, also at the same time, is one decision with one answer; with other content it is refused', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  const same = await Promise.all(
    Array.from({ length: 10 }, () => adjuster.ask(decision.approve, { id, version: 1 }, { key: 'one-key-0001' })),
  )
  expect(
    new Set(
      same.map(
        (answer) => `${answer.status} ${(answer.body as { callback: { callbackId: string } }).callback?.callbackId}`,
      ),
    ).size,
  ).toBe(1)
  expect(same[0]!.status).toBe(200)
  const other = await adjuster.ask(decision.approve, { id, version: 1, note: 'other' }, { key: 'one-key-0001' })
  expect(other).toMatchObject({ status: 422, body: { status: { code: 'IDEMPOTENCY_MISMATCH' } } })
  expect((await api.db.query('select count(*)::int as n from authorization_decision')).rows[0].n).toBe(1)
})

test('a decision can be taken back for ten seconds, by the user who made it, and not later', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, one)
  await adjuster.ask(decision.approve, { id, version: 1 })
  expect((await (await api.signIn('adj.aaa2')).ask(decision.undo, { id })).body.status.code).toBe('NOT_ALLOWED')
  const undone = await adjuster.ask(decision.undo, { id })
  expect(undone.body).toMatchObject({ success: true, authorizationStatusId: 20, version: 3 })
  const after = await api.db
    .query(`select (select count(*)::int from authorization_decision where undone_at is null) as decisions,
      (select count(*)::int from prior_auth where status_id in (1, 2, 3)) as live,
      (select count(*)::int from outbox where cancelled_at is null) as waiting, (select bool_and(open) from authorization_owner) as open`)
  expect(after.rows[0]).toEqual({ decisions: 0, live: 0, waiting: 0, open: true })
  expect((await api.service.ask(transactions.intake, pharmacyClaim(one))).body.status).toBe('R')
  const version = (await adjuster.ask(authorizations.one, { id })).body.version
  expect((await adjuster.ask(decision.approve, { id, version })).status).toBe(200)
  api.clock.move(10_001)
  expect((await adjuster.ask(decision.undo, { id })).body.status.code).toBe('UNDO_TOO_LATE')
})

test('a stale version, a missing one and a wrong request in the body change nothing', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  const before = await decisionRows(api)
  expect((await adjuster.ask(decision.approve, { id })).body.status.code).toBe('PRECONDITION_REQUIRED')
  expect(await adjuster.ask(decision.approve, { id, version: 7 })).toMatchObject({
    status: 409,
    body: { status: { code: 'CONFLICT' }, data: { version: 1 } },
  })
  expect(
    (await adjuster.ask(decision.approve, { id, version: 1, authorizationId: '00000000-0000-7000-8000-000000000001' }))
      .status,
  ).toBe(400)
  expect(
    (await adjuster.ask(decision.approve, { id, version: 1, startDate: '2026-02-30' })).body.fields[0],
  ).toMatchObject({ path: 'startDate', message: 'This day does not exist.' })
  expect((await adjuster.ask(decision.approve, { id, version: 1, drugLevel: 2 })).body.status.code).toBe(
    'LEVEL_NOT_ALLOWED',
  )
  expect((await adjuster.ask(decision.reject, { id, version: 1 })).body.status.code).toBe('REASON_REQUIRED')
  expect(await adjuster.ask(decision.move, { id, status: 'clinical' })).toMatchObject({
    status: 428,
    body: { status: { code: 'PRECONDITION_REQUIRED' }, fields: [{ path: 'version' }] },
  })
  expect((await adjuster.ask(decision.move, { id, status: 'granted' })).body.status).toMatchObject({
    code: 'UNSUPPORTED_STATUS',
    message: 'Unsupported status: granted',
  })
  expect(await decisionRows(api)).toBe(before)
})

test('where the state needs a review to deny, an adjuster cannot deny for medical necessity', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 6 })
  const adjuster = await api.signIn('adj.aaa')
  const refused = await adjuster.ask(decision.reject, { id, version: 1, reasonId: 6, note: 'Not for this injury' })
  expect(refused).toMatchObject({
    status: 422,
    body: { status: { code: 'NEEDS_UR_DECISION', message: 'This state needs a utilization review decision to deny.' } },
  })
  const hand = async (who: Visitor, status: string, version: number, note?: string) =>
    (await who.ask(decision.move, { id, status, version, ...(note && { note }) })).body
  expect(await hand(adjuster, 'ur', 1, ' Is 30 days needed? ')).toMatchObject({ authorizationStatusId: 23 })
  expect((await adjuster.ask(authorizations.one, { id })).body.handedOver).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    byName: expect.stringMatching(/adj/i),
    note: 'Is 30 days needed?',
  })
  // Who sent it takes it back; ten minutes later only the reviewer returns it, with a note of their own.
  expect(await hand(adjuster, 'pending', 2)).toMatchObject({ authorizationStatusId: 20 })
  expect((await adjuster.ask(authorizations.one, { id })).body).toMatchObject({ handedOver: null, returned: null })
  await hand(adjuster, 'ur', 3)
  api.clock.move(10 * 60_000 + 1)
  expect((await hand(adjuster, 'pending', 4)).status.code).toBe('NOT_ALLOWED')
  const reviewer = await api.signIn('ur.aaa')
  expect(await hand(reviewer, 'pending', 4, 'The MRI is missing')).toMatchObject({ authorizationStatusId: 20 })
  expect((await adjuster.ask(authorizations.one, { id })).body.returned).toMatchObject({ note: 'The MRI is missing' })
  const { rows } = await api.db.query(
    'select event_text from authorization_event where event_code in (162, 165, 166) order by id',
  )
  expect(rows.map(({ event_text }) => event_text)).toEqual([
    'Sent to utilization review: Is 30 days needed?',
    'Pulled back to pending by Adj aaa',
    'Sent to utilization review',
    'UR determination: returned, license CA, TX: The MRI is missing',
  ])
  const referrals = await api.db.query('select result from ur_referral order by sent_at, result')
  expect(referrals.rows.map(({ result }) => result)).toEqual(['ENDED', 'RETURNED'])
  await hand(adjuster, 'ur', 5)
  await reviewer.ask(determinations.review, written(id))
  const denied = await reviewer.ask(decision.reject, { id, version: 6, reasonId: 6, note: 'Peer review' })
  expect(denied.body).toMatchObject({ authorizationStatusId: 40 })
})

test('a safety code waits for the pharmacist: two steps, one decision, both names', async () => {
  const api = await startFixtureApi()
  const sent = { sub: 'AAA1', at: 1, drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 } as const
  const id = await raiseAuthorization(api, sent)
  const adjuster = await api.signIn('adj.aaa')
  const half = await adjuster.ask(decision.approve, { id, version: 1 })
  expect(half.body).toMatchObject({
    authorizationStatusId: 22,
    priorAuth: null,
    warnings: [expect.stringContaining('pharmacist')],
  })
  const said = { safetyRejectEnabled: true, rejects: [{ rejectCode: '922', override: true, reason: 'I say so' }] }
  const refused = (await adjuster.ask(decision.approve, { id, version: 2, ...said })).body
  expect(refused.status.code).toBe('SAFETY_NEEDS_PHARMACIST')
  const pharmacist = await api.signIn('pharm.aaa')
  const whole = await pharmacist.ask(decision.approve, {
    id,
    version: 2,
    ...(await clearingAll(pharmacist, id)),
    note: 'Spoke with Dr. Hawthorne',
  })
  expect(whole.body).toMatchObject({ authorizationStatusId: 30, priorAuth: { safetyIncluded: true } })
  expect((await api.db.query('select decided_by_name, second_approver_name from authorization_decision')).rows).toEqual(
    [{ decided_by_name: 'Adj aaa', second_approver_name: 'Pharm aaa' }],
  )
  const shown = (await adjuster.ask(authorizations.one, { id })).body
  expect(shown.decision).toMatchObject({ decidedBy: 'Adj aaa', secondApprover: 'Pharm aaa' })
})

test('an approval over the adjuster’s own limit needs a second person, who cannot be the same adjuster', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  await api.db.query('update rx_authorization set estimated_cost = 3000')
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).body).toMatchObject({ authorizationStatusId: 25 })
  expect((await adjuster.ask(decision.approve, { id, version: 2 })).status).toBe(403)
  // Until it is confirmed, who approved may take it back; another adjuster may not.
  const take = async (who: Visitor) => (await who.ask(decision.move, { id, status: 'pending', version: 2 })).status
  expect([await take(await api.signIn('adj.aaa2')), await take(adjuster)]).toEqual([403, 200])
  await adjuster.ask(decision.approve, { id, version: 3 })
  const confirmed = await (await api.signIn('super.aaa')).ask(decision.approve, { id, version: 4 })
  expect(confirmed.body).toMatchObject({ authorizationStatusId: 30 })
  const { rows } = await api.db.query(
    'select event_code, old_status_id as f, new_status_id as t from authorization_event order by id',
  )
  expect(rows.map((row) => row.event_code)).toEqual([100, 131, 162, 131, 132, 130, 195, 300])
})

test('the log of a reconsideration that two people approve leads from one status to the next without a gap', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  await api.db.query('update rx_authorization set estimated_cost = 3000, status_id = 24, reconsideration_level = 1')
  expect((await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })).body).toMatchObject({
    authorizationStatusId: 25,
  })
  expect((await (await api.signIn('super.aaa')).ask(decision.approve, { id, version: 2 })).body).toMatchObject({
    authorizationStatusId: 30,
  })
  const { rows } = await api.db.query(
    'select event_code as code, old_status_id as f, new_status_id as t from authorization_event where event_code <> 100 order by id',
  )
  expect(rows.map(({ code, f, t }) => `${code} ${f}>${t}`)).toEqual([
    '131 24>25',
    '132 25>30',
    '201 30>30',
    '130 30>30',
    '195 30>30',
    '300 30>30',
  ])
})

test('a user who denied a request cannot give the second approval of its reconsideration', async () => {
  const api = await startFixtureApi()
  const [denied, again] = [await raiseAuthorization(api, one), await raiseAuthorization(api, { ...one, rx: '701002' })]
  const supervisor = await api.signIn('super.aaa')
  await supervisor.ask(decision.rejectThisFill, { id: denied, version: 1, reasonId: 3 })
  await api.db.query(
    `update rx_authorization set estimated_cost = 3000, reconsideration_level = 1, original_auth_id = $1 where id = $2`,
    [denied, again],
  )
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.approve, { id: again, version: 1 })).body).toMatchObject({
    authorizationStatusId: 25,
  })
  expect(await supervisor.ask(decision.approve, { id: again, version: 2 })).toMatchObject({
    status: 403,
    body: { status: { message: 'You decided this before; another person decides the reconsideration.' } },
  })
  await api.db.query(`update rx_authorization set completed_by = null where id = $1`, [denied])
  expect((await supervisor.ask(decision.approve, { id: again, version: 2 })).body).toMatchObject({
    authorizationStatusId: 30,
  })
})

test('a reviewer’s denial is a determination with its licence, wherever the request waits; elsewhere it is a denial', async () => {
  const api = await startFixtureApi()
  const reviewer = await api.signIn('ur.aaa')
  const lines = async (id: string) =>
    (
      await api.db.query(
        `select event_code, event_text, old_status_id as f, new_status_id as t from authorization_event
          where authorization_id = $1 and event_code in (140, 141, 166) order by id`,
        [id],
      )
    ).rows
  const block = await raiseAuthorization(api, { sub: 'AAA1', at: 6 })
  const fill = await raiseAuthorization(api, { sub: 'AAA1', at: 6, drug: 'tizanidine', rx: '706002' })
  expect(
    (await reviewer.ask(decision.reject, { id: block, version: 1, reasonId: 6, note: 'Not for this injury' })).status,
  ).toBe(200)
  expect(
    (await reviewer.ask(decision.rejectThisFill, { id: fill, version: 1, reasonId: 6, note: 'Not for this injury' }))
      .status,
  ).toBe(200)
  expect(await lines(block)).toMatchObject([
    { event_code: 166, event_text: 'UR determination: denied, license CA, TX', f: 20, t: 20 },
    { event_code: 140, f: 20, t: 40 },
  ])
  expect((await lines(fill)).map((line) => line.event_code)).toEqual([166, 141])
})

test('the user who created a request in the portal may withdraw it, and no colleague may', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const other = await api.signIn('adj.aaa2')
  const built = await adjuster.ask(newAuthorization.build, {
    stratusClaimId: idOf('AAA AAA1 claim 1'),
    ndc: pharmacyClaim(one).prescription!.productId!,
    quantity: 60,
    daysSupply: 30,
  })
  const { authorizationId: id } = built.body
  const mail = (await api.db.query(`select email from app_user where username = 'adj.aaa2'`)).rows[0].email as string
  expect(
    (await adjuster.ask(newAuthorization.create, { authorizationId: id, selectedCaseOwners: [mail] })).status,
  ).toBe(200)
  const { version } = (await adjuster.ask(authorizations.one, { id })).body
  expect((await other.ask(decision.move, { id, status: 'withdraw', version })).body.status).toMatchObject({
    code: 'NOT_ALLOWED',
    message: 'Only its creator or support may withdraw a request.',
  })
  expect(
    (await adjuster.ask(decision.move, { id, status: 'withdraw', version, note: 'Asked twice' })).body,
  ).toMatchObject({ authorizationStatusId: 51 })
  const pharmacys = await raiseAuthorization(api, { ...one, at: 2 })
  expect((await adjuster.ask(decision.move, { id: pharmacys, status: 'withdraw', version: 1 })).status).toBe(403)
})

test('a supervisor reopens a request denied for one fill, but not once the prescription was paid', async () => {
  const api = await startFixtureApi()
  const [id, paid] = [await raiseAuthorization(api, one), await raiseAuthorization(api, { ...one, at: 2 })]
  const adjuster = await api.signIn('adj.aaa')
  const supervisor = await api.signIn('super.aaa')
  for (const of of [id, paid]) await adjuster.ask(decision.rejectThisFill, { id: of, version: 1, reasonId: 3 })
  api.clock.move(60_000)
  const again = await raiseAuthorization(api, { ...one, at: 2 })
  await adjuster.ask(decision.approve, { id: again, version: 1 })
  expect((await api.service.ask(transactions.intake, pharmacyClaim({ ...one, at: 2 }))).body.status).toBe('P')
  expect((await supervisor.ask(decision.move, { id: paid, status: 'reopen', version: 2 })).body.status).toMatchObject({
    code: 'RULE',
    message: 'It was filled meanwhile and cannot be reopened.',
  })
  expect((await supervisor.ask(decision.move, { id, status: 'reopen', version: 2 })).body).toMatchObject({
    authorizationStatusId: 20,
  })
})

test('a pharmacy not yet notified of a denial is not notified of it after the request is reopened', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  await (await api.signIn('adj.aaa')).ask(decision.rejectThisFill, { id, version: 1, reasonId: 3 })
  const { rows: before } = await api.db.query(
    `select count(*)::int as n from outbox where authorization_id = $1 and dispatched_at is null and cancelled_at is null`,
    [id],
  )
  expect(before[0].n).toBeGreaterThan(0)
  const supervisor = await api.signIn('super.aaa')
  expect((await supervisor.ask(decision.move, { id, status: 'reopen', version: 2 })).status).toBe(200)
  const { rows } = await api.db.query(
    `select k.status_id as callback, (select count(*)::int from outbox o
      where o.authorization_id = k.authorization_id and o.topic = 'pharmacy.callback' and o.cancelled_at is null) as waiting
       from pharmacy_callback k where k.authorization_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ callback: 8, waiting: 0 }])
})

test('a drug class the carrier has flagged is approved by two people, whatever it costs', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const other = await raiseAuthorization(api, { ...one, at: 2, drug: 'tizanidine', rx: '702009' })
  await api.db.query(
    `insert into carrier_setting (mc, key, value) select 'AAA', 'dualControlDrugs', jsonb_build_array(left(gpi, 4)) from rx_authorization where id = $1`,
    [id],
  )
  const supervisor = await api.signIn('super.aaa')
  const approve = () => supervisor.ask(decision.approve, { id, version: 1 })
  expect((await approve()).body).toMatchObject({
    status: { code: 'RULE', message: expect.stringMatching(/^No other supervisor works for this carrier here now\./) },
  })
  await api.db.query(`update user_carrier set roles = '{supervisor}' where mc = 'AAA' and user_id = $1`, [
    idOf('adj.aaa2'),
  ])
  expect((await approve()).body).toMatchObject({ authorizationStatusId: 25 })
  expect((await supervisor.ask(decision.approve, { id: other, version: 1 })).body).toMatchObject({
    authorizationStatusId: 30,
  })
})

test('a maintenance drug with a letter on file, may be approved for half a year and six fills', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  const rules = () => adjuster.ask(decision.editRules, { authorizationId: id, action: 'APPROVE' })
  const { ndc } = (await api.db.query('select ndc from rx_authorization')).rows[0]
  await api.db.query(`update drug set facts = facts || '{"maintenance": true}' where ndc = $1`, [ndc])
  expect((await rules()).body.situation).toBe('Schedule III-V')
  await api.db.query(`update rx_authorization set shown = jsonb_set(shown, '{facts,letterAgeDays}', '3')`)
  expect((await rules()).body).toMatchObject({
    situation: 'Maintenance with a letter on file',
    fields: { paMaxFill: { default: 6, max: 12 } },
  })
})
