import { usDate } from '#platform/dates/day.ts'
import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { replay } from '#features/authorizations/transitions.ts'
import { transactions } from '#features/transactions/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { drugs } from '#reference/drugs.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { decision } from '#features/decisions/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { priorAuths } from './contract.ts'

const drug = (name: string) => drugs.find((one) => one.name.startsWith(name) && one.brandFlag === 'G')!
const pregabalin = drug('Pregabalin 75 mg')
const naproxen = drug('Naproxen')
const claim = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const today = day(0)

const grant = (who: Visitor, more: object = {}) =>
  who.ask(priorAuths.save, {
    stratusClaimId: claim(1),
    ndc: pregabalin.ndc,
    drugLevel: 14,
    oneTimeFill: false,
    reasonId: 1,
    ...more,
  })
const rowsOf = async (api: TestApi, text: string, values: unknown[] = []) => (await api.db.query(text, values)).rows

test('An adjuster grants without a request: the claim pays, and a completed request of origin 10 records the decision', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(priorAuths.page, { claimId: claim(1) }) // every statement is prepared once
  const before = trips.count
  const { status, body } = await grant(adjuster, {
    paMaxFill: 2,
    maxDays: 30,
    startDate: today,
    authorizationExpirationDate: day(60),
  })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      success: true,
      priorAuth: {
        kind: 'PERMIT',
        statusId: 3,
        level: 14,
        gpiPrefix: pregabalin.gpi,
        codesCleared: ['75'],
        maxFills: 2,
        maxDaysPerFill: 30,
        endDate: day(60),
      },
    },
  })
  expect(trips.count - before).toBe(2)
  const [request] = await rowsOf(
    api,
    'select id, status_id, origin_code, claim_channel_type, completed_by_name, reject_codes from rx_authorization',
  )
  expect(request).toMatchObject({
    status_id: 30,
    origin_code: 10,
    claim_channel_type: 10,
    completed_by_name: 'Adj aaa',
  })
  expect(request.reject_codes).toContain('75')
  const log = await rowsOf(
    api,
    'select event_code as "eventCode", old_status_id as "oldStatusId", new_status_id as "newStatusId" from authorization_event order by id',
  )
  expect(log.map((line) => line.eventCode)).toEqual([110, 111, 130, 195])
  expect(replay(log as never)).toBe(30)
  expect(await rowsOf(api, 'select count(*)::int as n from authorization_decision where undone_at is null')).toEqual([
    { n: 1 },
  ])
  const paid = await api.service.ask(
    transactions.intake,
    pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'Pregabalin 75 mg' }),
  )
  expect(paid.body).toMatchObject({ status: 'P', priorAuthRef: body.priorAuth.priorAuthOverrideRef })
  const shown = await adjuster.ask(priorAuths.page, { claimId: claim(1) })
  expect(shown.body.content[0]).toMatchObject({
    fillsUsed: 1,
    fills: [{ tcn: paid.body.tcn, fillDate: today, quantity: 60 }],
  })
  const audit = await rowsOf(
    api,
    `select object_type, claim_ids, detail from access_audit where call = 'priorAuths.save'`,
  )
  expect(audit).toEqual([
    expect.objectContaining({
      object_type: 'prior_auth',
      claim_ids: [claim(1)],
      detail: expect.objectContaining({ kind: 'PERMIT', level: 14 }),
    }),
  ])
  const story = await adjuster.ask(history.story, { stratusAuthId: request.id })
  expect(story.body.decisions[0]).toMatchObject({ decision: 'APPROVE', decidedBy: 'Adj aaa' })
})

test('A second prior authorization for the same drug and days is refused, or replaces the first on request', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const first = (await grant(adjuster)).body.priorAuth
  const refused = await grant(adjuster)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      status: { code: 'DUPLICATE' },
      data: { existingPriorAuths: [{ overrideRef: first.priorAuthOverrideRef }] },
    },
  })
  const second = (await grant(adjuster, { supersede: true })).body.priorAuth
  expect(second.supersedesId).toBe(first.priorAuthId)
  expect(await rowsOf(api, 'select status_id from prior_auth where id = $1', [first.priorAuthId])).toEqual([
    { status_id: 6 },
  ])
  // A narrower one beside a wider one is a duplicate; a wider one beside a narrower one is not.
  expect((await grant(adjuster, { drugLevel: 10 })).status).toBe(200)
})

test('A grant follows the rules of an approval: level, dates, codes, safety confirmation, coverage, cost', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const before = await decisionRows(api)
  const said = async (more: object, who = adjuster) => (await grant(who, more)).body.status?.code
  expect(await said({ drugLevel: 8 })).toBe('LEVEL_NOT_ALLOWED')
  expect(await said({ authorizationExpirationDate: day(100) })).toBe('DATES_NOT_ALLOWED')
  expect(await said({ startDate: day(40) })).toBe('DATES_NOT_ALLOWED')
  expect(await said({ codes: ['75', '43'] })).toBe('HARD_STOP')
  expect(await said({ codes: ['75', '07'] })).toBe('NOT_OVERRIDABLE')
  expect(await said({ codes: ['ZZ'] })).toBe('VALIDATION')
  expect(await said({ codes: ['75', '88'] })).toBe('SAFETY_NEEDS_PHARMACIST')
  expect(await said({ codes: ['88'] }, await api.signIn('pharm.aaa'))).toBe('REASON_REQUIRED')
  expect(await said({ paMaxFill: 7 })).toBe('RULE')
  expect(await said({ ndc: '99999999999' })).toBe('RULE')
  expect(await said({ stratusClaimId: undefined })).toBe('VALIDATION')
  expect(await said({ subscriberNumber: 'SUBAAA12' })).toBe('NOT_FOUND') // two names, two claims
  expect(await said({ pharmacyNabp: '1111111' })).toBe('VALIDATION')
  expect(await said({ drugLevel: 11, ndc: undefined, gpi: pregabalin.gpi })).toBe('VALIDATION')
  expect(await said({ ndc: undefined, gpi: '1310' })).toBe('VALIDATION')
  expect(await decisionRows(api)).toBe(before)
  await api.db.query(
    `update eligibility_span set term_date = current_date - 20, reason_code = 'TERM_CLOSED' where stratus_claim_id = $1`,
    [claim(1)],
  )
  expect((await grant(adjuster)).body.status).toMatchObject({
    code: 'RULE',
    message: expect.stringContaining('The claim is not covered'),
  })
  await api.db.query(`update feature_flag set enabled = false where key = 'create_prior_auth'`)
  expect(await said({ stratusClaimId: claim(2) })).toBe('FEATURE_OFF')
  await api.db.query(`insert into feature_flag_override values ('AAA', 'AAA1', 'create_prior_auth', true)`)
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'dualControlThreshold', '1')`)
  expect((await grant(adjuster, { stratusClaimId: claim(2) })).body.status.message).toContain('second person')
})

test('A block in advance is a denial: the pharmacy gets 3Y, and an adjuster cannot set one where the state leaves denials to reviewers', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const block = (at: number) =>
    adjuster.ask(priorAuths.save, {
      stratusClaimId: claim(at),
      kind: 'BLOCK',
      ndc: pregabalin.ndc,
      drugLevel: 10,
      reasonId: 3,
    })
  expect((await block(6)).body.status.code).toBe('NEEDS_UR_DECISION')
  const made = await block(1)
  expect(made.body.priorAuth).toMatchObject({ kind: 'BLOCK', statusId: 7, gpiPrefix: pregabalin.gpi.slice(0, 10) })
  const log = await rowsOf(
    api,
    'select event_code as "eventCode", old_status_id as "oldStatusId", new_status_id as "newStatusId" from authorization_event order by id',
  )
  expect(replay(log as never)).toBe(40)
  const answer = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1 }))
  expect(answer.body.rejects.map((reject) => reject.code)).toContain('3Y')
  // Under the block a prior authorization would clear nothing.
  expect((await grant(adjuster)).body.status.message).toContain('Lift the block first')
  const lifted = await adjuster.ask(priorAuths.end, {
    priorAuthOverrideRef: made.body.priorAuth.priorAuthOverrideRef,
    version: 1,
    terminate: true,
    reason: 'Accepted after review',
  })
  expect(lifted.body.priorAuth).toMatchObject({ statusId: 8, terminatedReason: 'Accepted after review' })
  expect((await grant(adjuster)).status).toBe(200)
})

test('A block records the named codes and those the engine found, and clears none of them', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const block = (at: number, codes: string[]) =>
    grant(adjuster, { stratusClaimId: claim(at), kind: 'BLOCK', reasonId: 3, codes })
  const made = await block(1, ['80', '75', '80'])
  expect(made.body.priorAuth).toMatchObject({ kind: 'BLOCK', codesCleared: [] })
  const [denial] = await rowsOf(api, 'select rejects from authorization_decision')
  expect(denial.rejects).toEqual([
    { rejectCode: '75', override: false },
    { rejectCode: '80', override: false },
  ])
  const [request] = await rowsOf(api, 'select id from rx_authorization')
  const story = await adjuster.ask(history.story, { stratusAuthId: request.id })
  expect(story.body.decisions[0]).toMatchObject({ decision: 'REJECT', rejects: denial.rejects })
  const before = await decisionRows(api)
  expect((await block(2, ['QQ'])).body).toMatchObject({
    status: { code: 'VALIDATION', message: 'There is no reject code QQ.' },
    fields: [{ path: 'codes' }],
  })
  // Its codes are in the decision, which is never rewritten.
  expect(
    (
      await adjuster.ask(priorAuths.save, {
        priorAuthOverrideRef: made.body.priorAuth.priorAuthOverrideRef,
        version: 1,
        codes: ['70'],
      })
    ).body,
  ).toMatchObject({ status: { code: 'RULE' }, fields: [{ path: 'codes' }] })
  expect(await decisionRows(api)).toBe(before)
})

test('With the setting off a user cannot create or change one, but can still end it or move its last day', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const made = (await grant(adjuster)).body.priorAuth
  const ref = { priorAuthOverrideRef: made.priorAuthOverrideRef, version: 1 }
  await api.db.query(`update feature_flag set enabled = false where key = 'create_prior_auth'`)
  const before = await decisionRows(api)
  const off = { code: 'FEATURE_OFF', message: 'Creating requests is switched off for this carrier.' }
  expect((await grant(adjuster, { stratusClaimId: claim(2) })).body.status).toEqual(off)
  expect((await adjuster.ask(priorAuths.save, { ...ref, maxDays: 10 })).body.status).toEqual(off)
  expect((await adjuster.ask(priorAuths.save, { ...ref, version: 7, maxDays: 10 })).body.status).toEqual(off)
  expect(await decisionRows(api)).toBe(before)
  expect((await adjuster.ask(priorAuths.end, { ...ref, authorizationExpirationDate: day(60) })).status).toBe(200)
  await api.db.query(`insert into feature_flag_override values ('AAA', 'AAA1', 'create_prior_auth', true)`)
  expect((await adjuster.ask(priorAuths.save, { ...ref, version: 2, maxDays: 10 })).status).toBe(200)
})

test('A change needs the current version, keeps the previous values, and is logged on its request', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const made = (await grant(adjuster, { paMaxFill: 2, startDate: today, authorizationExpirationDate: day(30) })).body
    .priorAuth
  const change = (more: object, who = adjuster) =>
    who.ask(priorAuths.save, { priorAuthOverrideRef: made.priorAuthOverrideRef, version: 1, ...more })
  expect((await change({ version: undefined, paMaxFill: 3 })).body.status.code).toBe('PRECONDITION_REQUIRED')
  expect((await change({ version: 4, paMaxFill: 3 })).body).toMatchObject({
    status: { code: 'CONFLICT' },
    data: { version: 1 },
  })
  expect((await change({ codes: ['75', '88'] })).body.status.code).toBe('SAFETY_NEEDS_PHARMACIST')
  expect((await change({ authorizationExpirationDate: day(-1) })).body.status.code).toBe('DATES_NOT_ALLOWED')
  expect((await change({ authorizationExpirationDate: day(200) })).body.status.code).toBe('DATES_NOT_ALLOWED')
  expect((await change({ ndc: naproxen.ndc })).body.status.code).toBe('RULE')
  expect((await change({ drugLevel: 8 })).body.status.code).toBe('LEVEL_NOT_ALLOWED')
  const done = await change({ paMaxFill: 3, authorizationExpirationDate: day(60), codes: ['75', '76'] })
  expect(done.body.priorAuth).toMatchObject({ maxFills: 3, endDate: day(60), codesCleared: ['75', '76'], version: 2 })
  const [kept] = await rowsOf(api, 'select by_name, before, after from prior_auth_change')
  const needsApproval = { rejectCode: '75', rule: 'R16', measure: null }
  expect(kept).toEqual({
    by_name: 'Adj aaa',
    before: { max_fills: 2, end_date: day(30), codes_cleared: ['75'], findings: [needsApproval] },
    after: {
      max_fills: 3,
      end_date: day(60),
      codes_cleared: ['75', '76'],
      // Nothing has found 76 yet, so there is nothing to measure it by.
      findings: [needsApproval, { rejectCode: '76', rule: null, measure: null }],
    },
  })
  const lines = await rowsOf(api, 'select event_text from authorization_event where event_code = 190 order by id')
  expect(lines.map((line) => line.event_text)).toEqual([
    `Prior authorization changed: end ${usDate(day(30))} -> ${usDate(day(60))}`,
    'Prior authorization changed: max fills 2 -> 3',
    'Prior authorization changed: codes 75 -> 75, 76',
  ])
  // Fewer fills than were used is refused.
  await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'Pregabalin 75 mg' }))
  const [used] = await rowsOf(api, 'select fills_used, version from prior_auth')
  expect(used).toEqual({ fills_used: 1, version: 3 })
  await api.db.query('update prior_auth set fills_used = 2')
  expect((await change({ version: used.version, oneTimeFill: true })).body.status.message).toContain(
    '2 fills are used already',
  )
})

test('The last day of a future one is its first day or later; a user can still end it at once', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const window = { startDate: day(10), authorizationExpirationDate: day(40) }
  const { priorAuthOverrideRef, statusId } = (await grant(adjuster, window)).body.priorAuth
  expect(statusId).toBe(2)
  const end = (more: object) =>
    adjuster.ask(priorAuths.end, { priorAuthOverrideRef, version: 1, reason: 'Not needed', ...more })
  const before = await decisionRows(api)
  const { status, body } = await end({ authorizationExpirationDate: day(9) })
  expect([status, body.status.code, body.fields[0]?.path]).toEqual([
    422,
    'DATES_NOT_ALLOWED',
    'authorizationExpirationDate',
  ])
  expect(body.status.message).toMatch(/^It begins on \d\d\/\d\d\/\d{4}\. Give that day or a later one, or end it\.$/)
  expect(await decisionRows(api)).toBe(before)
  const moved = (await end({ authorizationExpirationDate: day(10) })).body.priorAuth
  expect(moved).toMatchObject({ startDate: day(10), endDate: day(10), statusId: 2 })
  expect((await end({ terminate: true, version: 2 })).body.priorAuth).toMatchObject({ endDate: day(10), statusId: 6 })
})

test('In Texas an approval cannot be ended, shortened or narrowed; widening is allowed', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const made = (
    await grant(adjuster, {
      stratusClaimId: claim(4),
      paMaxFill: 2,
      startDate: today,
      authorizationExpirationDate: day(30),
    })
  ).body.priorAuth
  const ref = { priorAuthOverrideRef: made.priorAuthOverrideRef, version: 1 }
  const before = await decisionRows(api)
  for (const asked of [
    adjuster.ask(priorAuths.end, { ...ref, terminate: true, reason: 'Changed my mind' }),
    adjuster.ask(priorAuths.end, { ...ref, authorizationExpirationDate: day(10), reason: 'Too long' }),
    grant(adjuster, {
      stratusClaimId: claim(4),
      startDate: today,
      authorizationExpirationDate: day(20),
      supersede: true,
    }),
    adjuster.ask(priorAuths.save, { ...ref, paMaxFill: 1 }),
    adjuster.ask(priorAuths.save, { ...ref, maxDays: 10 }),
    adjuster.ask(priorAuths.save, { ...ref, codes: [] }),
  ])
    expect((await asked).body.status).toMatchObject({
      code: 'RULE',
      message: expect.stringContaining('does not let an approval be withdrawn'),
    })
  expect(await decisionRows(api)).toBe(before)
  expect(
    (await adjuster.ask(priorAuths.end, { ...ref, authorizationExpirationDate: day(45) })).body.priorAuth,
  ).toMatchObject({ endDate: day(45), version: 2 })
})

test('A user ends an approval with a reason: the pharmacy that got "approved" is notified', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const approved = (await adjuster.ask(decision.approve, { id, version: 1 })).body.priorAuth!
  const ref = { priorAuthOverrideRef: approved.priorAuthOverrideRef, version: 1 }
  expect((await adjuster.ask(priorAuths.end, { ...ref, terminate: true })).body.status.code).toBe('REASON_REQUIRED')
  expect((await adjuster.ask(priorAuths.end, ref)).body.status.code).toBe('VALIDATION')
  const { body } = await adjuster.ask(priorAuths.end, { ...ref, terminate: true, reason: 'Therapy stopped' })
  expect(body).toMatchObject({
    priorAuth: { statusId: 6, endDate: today, terminatedBy: 'Adj aaa' },
    warnings: [expect.stringContaining('pharmacy is notified')],
  })
  expect(await rowsOf(api, 'select status_id, outcome from pharmacy_callback order by created_at')).toEqual([
    { status_id: 8, outcome: 'APPROVED' },
    { status_id: 1, outcome: 'NOT_COVERED_THIS_FILL' },
  ])
  expect(
    (await adjuster.ask(priorAuths.end, { ...ref, version: 2, terminate: true, reason: 'As agreed' })).body.status,
  ).toMatchObject({ code: 'ALREADY_DECIDED', message: 'Prior authorization is already Ended.' })
  expect((await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1 }))).body.status).toBe('R')
})

test('The end of an approval is also sent to the pharmacies of merged requests', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const stays = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const goes = await raiseAuthorization(api, { sub: 'AAA1', at: 1, nabp: '1043409', rx: '909001' })
  await (await api.signIn('super.aaa')).ask(merging.merge, { id: goes, into: stays, version: 1, intoVersion: 1 })
  const approved = (await adjuster.ask(decision.approve, { id: stays, version: 2 })).body.priorAuth!
  const ref = { priorAuthOverrideRef: approved.priorAuthOverrideRef, version: 1 }
  expect((await adjuster.ask(priorAuths.end, { ...ref, terminate: true, reason: 'Therapy stopped' })).status).toBe(200)
  expect(
    await rowsOf(
      api,
      `select authorization_id as id, pharmacy_nabp as nabp, outcome from pharmacy_callback where status_id = 1 order by 2`,
    ),
  ).toEqual([
    { id: stays, nabp: '1043391', outcome: 'NOT_COVERED_THIS_FILL' },
    { id: goes, nabp: '1043409', outcome: 'NOT_COVERED_THIS_FILL' },
  ])
  expect(
    await rowsOf(
      api,
      `select count(*)::int as n from outbox where topic = 'pharmacy.callback' and cancelled_at is null`,
    ),
  ).toEqual([{ n: 4 }])
})

test('A user extends a window up to the edit limits; an expired one is renewed by a new record', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const made = (await grant(adjuster, { startDate: today, authorizationExpirationDate: day(30) })).body.priorAuth
  const move = (endDate: string, version: number, more: object = {}) =>
    adjuster.ask(priorAuths.end, {
      priorAuthOverrideRef: made.priorAuthOverrideRef,
      version,
      authorizationExpirationDate: endDate,
      ...more,
    })
  expect((await move(day(30), 1)).body.status.code).toBe('RULE')
  expect((await move(day(-2), 1)).body.status.code).toBe('DATES_NOT_ALLOWED')
  expect((await move(day(91), 1)).body.status).toMatchObject({
    code: 'DATES_NOT_ALLOWED',
    message: expect.stringContaining('at most 90 days'),
  })
  expect((await move(day(90), 1)).body.priorAuth).toMatchObject({ endDate: day(90), version: 2 })
  expect((await move(day(20), 2)).body.status.code).toBe('REASON_REQUIRED')
  expect((await move(day(20), 2, { reason: 'Taper ends' })).body.priorAuth).toMatchObject({
    endDate: day(20),
    version: 3,
  })
  await api.db.query(
    'update prior_auth set start_date = current_date - 60, end_date = current_date - 10, fills_used = 1',
  )
  const renewed = (await move(day(25), 3)).body
  expect(renewed).toMatchObject({
    priorAuth: {
      statusId: 3,
      startDate: today,
      endDate: day(25),
      fillsUsed: 0,
      supersedesId: made.priorAuthId,
      version: 1,
      codesCleared: ['75'],
    },
    warnings: [expect.stringContaining('had expired')],
  })
  expect(
    await rowsOf(api, 'select status_id, end_date < current_date as over from prior_auth where id = $1', [
      made.priorAuthId,
    ]),
  ).toEqual([{ status_id: 5, over: true }])
  expect(
    (await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'Pregabalin 75 mg' }))).body
      .priorAuthRef,
  ).toBe(renewed.priorAuth.priorAuthOverrideRef)
})

test('A read-only user changes nothing, and another carrier finds nothing', async () => {
  const api = await startFixtureApi()
  const made = (await grant(await api.signIn('adj.aaa'))).body.priorAuth
  const before = await decisionRows(api)
  for (const username of ['read.only', 'read.mess', 'prog.spec', 'both']) {
    const visitor = await api.signIn(username, 'AAA')
    expect((await grant(visitor, { supersede: true })).body.status).toEqual({
      code: 'UPDATE_BLOCKED',
      message: 'Update functionality is blocked for user',
    })
    expect(
      (
        await visitor.ask(priorAuths.end, {
          priorAuthOverrideRef: made.priorAuthOverrideRef,
          version: 1,
          terminate: true,
          reason: 'By phone',
        })
      ).body.status.code,
    ).toBe('UPDATE_BLOCKED')
  }
  const foreign = await api.signIn('adj.bbb')
  expect((await grant(foreign)).status).toBe(404)
  expect(
    (
      await foreign.ask(priorAuths.end, {
        priorAuthOverrideRef: made.priorAuthOverrideRef,
        version: 1,
        terminate: true,
        reason: 'By phone',
      })
    ).status,
  ).toBe(404)
  expect((await grant(await api.signIn('adj.aaa'), { masterCarrierCode: 'BBB' })).status).toBe(404)
  expect((await grant(await api.signIn('ur.aaa'), { supersede: true })).status).toBe(403)
  expect(await decisionRows(api)).toBe(before)
})

test('The reason may be given in the word of the service list; two that differ are refused', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const said = { reasonId: undefined, reason: 'Stable on it for years' }
  expect((await grant(adjuster, { ...said, priorauthReasonDesc: 'Another' })).body).toMatchObject({
    status: { code: 'VALIDATION' },
    fields: [{ path: 'reason' }],
  })
  expect((await grant(adjuster, said)).status).toBe(200)
  expect(await rowsOf(api, 'select reason_desc from authorization_decision')).toEqual([{ reason_desc: said.reason }])
})
