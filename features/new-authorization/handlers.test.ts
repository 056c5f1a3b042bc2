import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { replay } from '#features/authorizations/transitions.ts'
import { worklist } from '#features/worklist/contract.ts'
import { everyJob, everyTick } from '#registry'
import { transactions } from '#features/transactions/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { newAuthorization } from './contract.ts'
import { drug, pregabalin, claim, emails, build, log } from './testing-drafts.ts'

test('A draft shows the rejects, the future owners and duplicates; only its maker sees it', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  await build(adjuster)
  const before = trips.count
  const { status, body } = await build(adjuster, {
    pharmacyNabp: '1043391',
    prescriberId: idOf('prescriber'),
    effectiveDate: day(5),
    drugLevel: 14,
  })
  expect(trips.count - before).toBe(2)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      authorizationStatusId: 10,
      outcome: 'REJECTED',
      reconsiderationLevel: 0,
      duplicates: [],
      medication: {
        ndc: pregabalin.ndc,
        quantity: 60,
        daysSupply: 30,
        unitsPerDay: 2,
        effectiveDate: day(5),
        drugLevel: 14,
        genericOrbrand: 'G',
        awpEffectiveDate: '2024-01-01',
      },
      rejects: [{ rejectCode: '75', canCallerOverride: true }],
      editRules: { fields: { drugLevel: { allowed: [14, 12, 10] } } },
      caseOwners: [{ name: 'Adj aaa', outOfOffice: false }],
    },
  })
  expect(body.estimatedCost).toBeGreaterThan(0)
  expect(body.clinicalConsiderations.length).toBeGreaterThan(0)
  const id = body.authorizationId
  expect((await log(api, id)).map((line) => line.text)).toEqual(['Draft prepared by Adj aaa'])
  expect((await adjuster.ask(authorizations.one, { id })).body).toMatchObject({
    authorizationStatus: 'Draft',
    referenceNumber: body.referenceNumber,
  })
  for (const username of ['adj.aaa2', 'super.aaa', 'adj.bbb', 'read.only'])
    expect((await (await api.signIn(username)).ask(authorizations.one, { id })).status).toBe(404)
  const listed = await adjuster.ask(worklist.search, { mc: 'AAA', page: 0, size: 100 })
  expect(listed.body.totalElements).toBe(0)
  // The dry run works on a draft as on any request.
  expect((await adjuster.ask(newAuthorization.trial, { authorizationId: id })).body.outcome).toBe('REJECTED')
})

test('Sending a draft creates a request with owners and a deadline', async () => {
  const api = await startFixtureApi()
  const mail = await emails(api)
  const adjuster = await api.signIn('adj.aaa')
  const built = (await build(adjuster)).body
  api.clock.move(600_000)
  const asked = {
    authorizationId: built.authorizationId,
    selectedCaseOwners: [mail['adj.aaa2']!, mail['adj.aaa']!],
    note: 'Before surgery',
    authExpirationDate: day(60),
  }
  const before = api.clock.now()
  const sent = await adjuster.ask(newAuthorization.create, asked)
  const after = api.clock.now()
  expect(sent).toMatchObject({
    status: 200,
    body: {
      authorizationStatusId: 20,
      referenceNumber: expect.stringMatching(/^9\d{11}$/),
      version: 2,
      caseOwners: [{ name: 'Adj aaa2' }, { name: 'Adj aaa' }],
      priorAuth: null,
    },
  })
  expect(sent.body.referenceNumber).toBe(built.referenceNumber)
  const { rows } = await api.db.query(
    `select owner_id, request_received_at, next_clock_at >= request_received_at as ticks, statutory_due_at > request_received_at as due, origin_code
      from rx_authorization`,
  )
  expect(rows[0]).toMatchObject({ owner_id: idOf('adj.aaa2'), ticks: true, due: true, origin_code: 10 })
  expect(rows[0].request_received_at >= before && rows[0].request_received_at <= after).toBe(true)
  const lines = await log(api, built.authorizationId)
  expect(lines.map((line) => line.eventCode)).toEqual([110, 111])
  expect(replay(lines)).toBe(20)
  expect((await api.db.query('select topic, payload from outbox')).rows).toEqual([
    { topic: 'notify', payload: { authorizationId: built.authorizationId, happening: 'assigned' } },
  ])
  const other = await api.signIn('adj.aaa2')
  expect((await other.ask(worklist.search, { mc: 'AAA', page: 0, size: 100 })).body.content[0]).toMatchObject({
    authorizationId: built.authorizationId,
  })
  expect((await adjuster.ask(newAuthorization.create, asked)).body.status).toMatchObject({
    code: 'ALREADY_DECIDED',
    message: 'Authorization is already Pending.',
  })
  expect(
    (await other.ask(decision.approve, { id: built.authorizationId, version: 2 })).body.authorizationStatusId,
  ).toBe(30)
  const paid = await api.service.ask(
    transactions.intake,
    pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'Pregabalin 75 mg' }),
  )
  expect(paid.body.status).toBe('P')
})

test('A user who may decide approves at once in one trip; a request that needs two approvals is sent instead', async () => {
  const api = await startFixtureApi()
  const mail = await emails(api)
  const adjuster = await api.signIn('adj.aaa')
  const create = async (more: object, approveNow: object, who = adjuster) => {
    const id = (await build(who, more)).body.authorizationId
    return who.ask(newAuthorization.create, { authorizationId: id, selectedCaseOwners: [mail['adj.aaa']!], approveNow })
  }
  const done = await create(
    { drugLevel: 12, authExpirationDate: day(20) },
    { reasonId: 2, oneTimeFill: false, paMaxFill: 2 },
  )
  expect(done.body).toMatchObject({
    authorizationStatusId: 30,
    priorAuth: { level: 12, endDate: day(20), maxFills: 2, reasonDesc: 'Post-surgical / perioperative', statusId: 3 },
  })
  const id = done.body.authorizationId
  expect(replay(await log(api, id))).toBe(30)
  expect((await log(api, id)).map((line) => line.eventCode)).toEqual([110, 111, 130, 195])
  expect(
    (
      await api.db.query(
        'select (select bool_or(open) from authorization_owner) as open, (select count(*)::int from pharmacy_callback) as callbacks',
      )
    ).rows[0],
  ).toEqual({ open: false, callbacks: 0 })
  expect((await adjuster.ask(history.story, { stratusAuthId: id })).body.priorAuths).toHaveLength(1)
  expect((await create({}, {})).body).toMatchObject({
    status: { code: 'DUPLICATE' },
    data: { existingPriorAuths: [{ overrideRef: done.body.priorAuth!.priorAuthOverrideRef }] },
  })
  expect((await create({}, { supersede: true })).body.authorizationStatusId).toBe(30)
  // With a pharmacy, the pharmacy is notified.
  const withPharmacy = await create({ stratusClaimId: claim(2), pharmacyNabp: '1043409' }, {})
  expect((await log(api, withPharmacy.body.authorizationId)).map((line) => line.eventCode)).toEqual([
    110, 111, 130, 195, 300,
  ])
  expect((await api.db.query(`select pharmacy_nabp, outcome from pharmacy_callback`)).rows).toEqual([
    { pharmacy_nabp: '1043409', outcome: 'APPROVED' },
  ])
  const before = await decisionRows(api)
  const codeOf = async (answer: ReturnType<typeof create>) => (await answer).body.status.code
  const oxycodone = drug('Oxycodone 30 mg').ndc
  expect(await codeOf(create({ stratusClaimId: claim(3), ndc: oxycodone, quantity: 120 }, {}))).toBe(
    'SAFETY_NEEDS_PHARMACIST',
  )
  expect(await codeOf(create({ stratusClaimId: claim(3) }, { drugLevel: 4 }))).toBe('LEVEL_NOT_ALLOWED')
  await api.db.query(`update user_carrier set approval_limit = 1 where user_id = $1`, [idOf('adj.aaa')])
  expect((await create({ stratusClaimId: claim(3) }, {})).body.status).toMatchObject({
    code: 'RULE',
    message: expect.stringContaining('second person'),
  })
  const [after, drafts] = [
    await decisionRows(api),
    (await api.db.query('select count(*)::int as n from rx_authorization where status_id = 10')).rows[0].n,
  ]
  expect(
    after
      .split('\n')
      .filter((line) => !before.includes(line))
      .map((line) => line.split(' ')[0]),
  ).toEqual(['rx_authorization', 'authorization_event'])
  expect(drafts).toBe(4)
})

test('A user drafts only a request the rules allow', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const before = await decisionRows(api)
  const said = async (more: object, who = adjuster) => {
    const { status, body } = await build(who, more)
    return `${status} ${body.status?.code} ${body.fields?.[0]?.path ?? ''}`.trim()
  }
  expect(await said({ stratusClaimId: undefined })).toBe('400 VALIDATION stratusClaimId')
  expect(await said({ ndc: undefined })).toBe('400 VALIDATION ndc')
  expect(await said({ quantity: undefined })).toBe('400 VALIDATION quantity')
  expect(await said({ ndc: '99999999999' })).toBe('422 RULE ndc')
  expect(await said({ ndc: undefined, gpi: '99999999999999' })).toBe('422 RULE gpi')
  expect(await said({ genericOrbrand: 'B' })).toBe('400 VALIDATION genericOrbrand')
  expect(await said({ pharmacyNabp: '7777777' })).toBe('400 VALIDATION pharmacyNabp')
  expect(await said({ prescriberId: idOf('nobody') })).toBe('400 VALIDATION prescriberId')
  expect(await said({ originCode: 5 })).toBe('400 VALIDATION originCode')
  expect(await said({ effectiveDate: day(-300) })).toBe('400 VALIDATION effectiveDate')
  expect(await said({ authExpirationDate: day(-1) })).toBe('400 VALIDATION authExpirationDate')
  expect(await said({ effectiveDate: '2026-02-30' })).toBe('400 VALIDATION effectiveDate')
  expect(await said({ quantity: 0 })).toBe('400 VALIDATION quantity')
  expect(await said({ quantity: 1.00001 })).toBe('400 VALIDATION quantity')
  expect(await said({ status: 20 })).toBe('400 VALIDATION status')
  expect(await said({ reconsiderationLevel: 1 })).toBe('400 VALIDATION originalAuthId')
  expect(await said({ masterCarrierCode: 'BBB' })).toBe('404 NOT_FOUND')
  // A reimbursement takes its carrier from the patient.
  expect(await said({ originCode: 7, masterCarrierCode: 'BBB' })).toBe('422 RULE masterCarrierCode')
  expect(await said({ stratusClaimId: claim(1, 'BBB1', 'BBB') })).toBe('404 NOT_FOUND')
  expect(await said({ stratusClaimId: claim(1, 'AAA2') }, await api.signIn('adj.sub1'))).toBe('404 NOT_FOUND')
  expect(await said({ subscriberNumber: 'SUBAAA12' })).toBe('404 NOT_FOUND')
  for (const username of ['read.only', 'prog.spec', 'both'])
    expect(await said({}, await api.signIn(username, 'AAA'))).toBe('403 UPDATE_BLOCKED')
  await api.db.query(`update feature_flag set enabled = true where key = 'create_prior_auth'`)
  await api.db.query(`insert into feature_flag_override values ('AAA', 'AAA1', 'create_prior_auth', false)`)
  expect(await said({})).toBe('403 FEATURE_OFF')
  await api.db.query(`update eligibility_span set term_date = current_date - 2 where stratus_claim_id = $1`, [
    claim(1, 'AAA2'),
  ])
  expect(await said({ stratusClaimId: claim(1, 'AAA2') })).toBe('422 RULE effectiveDate')
  expect(await decisionRows(api)).toBe(before)
  // Any identifier of the claim works, and a drug code finds its cheapest package.
  await api.db.query('delete from feature_flag_override')
  expect(
    (await build(adjuster, { stratusClaimId: undefined, esiClaimId: 'eaaa11', ndc: undefined, gpi: pregabalin.gpi }))
      .body.medication.gpi,
  ).toBe(pregabalin.gpi)
  expect((await build(adjuster, { originCode: 7, masterCarrierCode: 'AAA' })).status).toBe(200)
})

test('A second request for the same drug is refused and names the first', async () => {
  const api = await startFixtureApi()
  const mail = await emails(api)
  const adjuster = await api.signIn('adj.aaa')
  const open = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const built = (await build(adjuster)).body
  expect(built.duplicates).toEqual([expect.objectContaining({ kind: 'REQUEST', id: open })])
  const refused = await adjuster.ask(newAuthorization.create, {
    authorizationId: built.authorizationId,
    selectedCaseOwners: [mail['adj.aaa']!],
  })
  expect(refused).toMatchObject({
    status: 409,
    body: { status: { code: 'DUPLICATE' }, data: { authorizationId: open } },
  })
  const said = async (more: object) =>
    (
      await adjuster.ask(newAuthorization.create, {
        authorizationId: built.authorizationId,
        selectedCaseOwners: [mail['adj.aaa']!],
        ...more,
      })
    ).body.status.code
  expect(await said({ selectedCaseOwners: ['nobody@nowhere.example'] })).toBe('VALIDATION')
  expect(await said({ selectedCaseOwners: [mail['adj.bbb']!] })).toBe('VALIDATION')
  expect(await said({ selectedCaseOwners: [mail['read.only']!] })).toBe('RULE')
  expect(await said({ selectedCaseOwners: [] })).toBe('VALIDATION')
  expect(await said({ awpEffectiveDate: '2023-01-01' })).toBe('CONFLICT')
  expect(await said({ genericOrbrand: 'B' })).toBe('VALIDATION')
})

test('A user changes a draft’s medication freely, an open request’s only within the drug and with the current version', async () => {
  const api = await startFixtureApi()
  const [adjuster, other] = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa2')]
  const draft = (await build(adjuster)).body
  const naproxen = drug('Naproxen')
  expect(
    (await adjuster.ask(newAuthorization.saveMedication, { referenceNumber: draft.referenceNumber, quantity: 20 }))
      .body,
  ).toMatchObject({ status: { code: 'PRECONDITION_REQUIRED' }, fields: [{ path: 'version' }] })
  const changed = await adjuster.ask(newAuthorization.saveMedication, {
    version: draft.version,
    referenceNumber: draft.referenceNumber,
    ndc: naproxen.ndc,
    quantity: 20,
    daysSupply: 10,
    effectiveDate: day(3),
    drugLevel: 10,
  })
  expect(changed.body).toMatchObject({
    version: 2,
    medication: { ndc: naproxen.ndc, quantity: 20, unitsPerDay: 2, effectiveDate: day(3), drugLevel: 10 },
    rejects: [],
  })
  expect((await log(api, draft.authorizationId)).at(-1)).toMatchObject({
    eventCode: 112,
    oldStatusId: 10,
    newStatusId: 10,
  })
  expect((await other.ask(newAuthorization.changeMedication, { id: draft.authorizationId, quantity: 5 })).status).toBe(
    404,
  )
  expect((await adjuster.ask(newAuthorization.saveMedication, { quantity: 5 })).body.fields).toMatchObject([
    { path: 'authorizationId' },
  ])

  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const change = (more: object, who = other) => who.ask(newAuthorization.changeMedication, { id, version: 1, ...more })
  const before = await decisionRows(api)
  expect((await change({ version: undefined, quantity: 5 })).body.status.code).toBe('PRECONDITION_REQUIRED')
  expect((await change({ version: 3, quantity: 5 })).body).toMatchObject({
    status: { code: 'CONFLICT' },
    data: { version: 1, authorizationStatus: 'Pending' },
  })
  expect((await change({ ndc: naproxen.ndc })).body.status.message).toBe('Another drug is another request.')
  expect((await change({ awpEffectiveDate: '2020-01-01' })).body.status.code).toBe('CONFLICT')
  expect((await change({ quantity: 5 }, await api.signIn('read.only'))).body.status.code).toBe('UPDATE_BLOCKED')
  expect((await change({ quantity: 5 }, await api.signIn('adj.bbb'))).status).toBe(404)
  expect(await decisionRows(api)).toBe(before)
  const trip = trips.count
  const done = await change({ quantity: 190, daysSupply: 95, authorizationId: idOf('ignored') })
  expect(trips.count - trip).toBe(2)
  expect(done.body).toMatchObject({ authorizationId: id, version: 2, medication: { quantity: 190, daysSupply: 95 } })
  expect(done.body.rejects.map((reject) => reject.rejectCode)).toContain('7X')
  expect((await log(api, id)).at(-1)).toMatchObject({
    text: 'Medication changed by Adj aaa2: quantity 60 -> 190, days 30 -> 95',
  })
  expect(replay(await log(api, id))).toBe(20)
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'anyoneInGroupMayDecide', 'false')`)
  expect((await change({ version: 2, quantity: 60 })).body.status.code).toBe('NOT_ALLOWED')
  await adjuster.ask(decision.approve, { id, version: 2 })
  expect((await change({ version: 3, quantity: 60 }, adjuster)).body.status).toMatchObject({ code: 'ALREADY_DECIDED' })
})

test('A reference number finds the request or else the transaction; another carrier finds neither', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const { rows } = await api.db.query('select reference_number from rx_authorization where id = $1', [id])
  const reference = rows[0].reference_number as string
  const ask = (referenceNumber: string, who = adjuster) => who.ask(newAuthorization.medication, { referenceNumber })
  await ask(reference)
  const before = trips.count
  expect((await ask(reference)).body).toMatchObject({
    authorizationId: id,
    authorizationStatusId: 20,
    medication: { quantity: 60, effectiveDate: null },
    transaction: {
      status: 'R',
      rejects: ['75'],
      nabp: '1043391',
      pharmacyName: 'Meridian Pharmacy #112',
      prescriberName: 'Ansel Hawthorne',
      claimChannelType: 1,
    },
  })
  expect(trips.count - before).toBe(1)
  const paid = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 2, drug: 'naproxen' }))
  const fill = (await api.db.query('select reference_number from rx_transaction where tcn = $1', [paid.body.tcn]))
    .rows[0].reference_number as string
  expect((await ask(fill)).body).toMatchObject({
    authorizationId: null,
    medication: { drugName: expect.stringContaining('Naproxen') },
    transaction: { tcn: paid.body.tcn, status: 'P' },
  })
  expect((await ask('000000000000')).status).toBe(404)
  expect((await ask(reference, await api.signIn('adj.bbb'))).status).toBe(404)
  expect((await ask('12')).status).toBe(400)
})

test('An unsent draft is deleted after a day; a sent one stays', async () => {
  const api = await startFixtureApi()
  const mail = await emails(api)
  const adjuster = await api.signIn('adj.aaa')
  const kept = (await build(adjuster)).body.authorizationId
  const left = (await build(adjuster, { stratusClaimId: claim(2), drugLevel: 14 })).body.authorizationId
  await adjuster.ask(newAuthorization.create, { authorizationId: kept, selectedCaseOwners: [mail['adj.aaa']!] })
  const jobs = await startJobs(
    api.built.portal,
    api.url,
    everyJob,
    { drafts: everyTick['newAuthorization.drafts']! },
    1e9,
  )
  try {
    api.clock.move(23 * 3_600_000)
    expect(await jobs.tick()).toBe(0)
    api.clock.move(1.1 * 3_600_000)
    const late = await api.signIn('adj.aaa')
    expect(
      (await late.ask(newAuthorization.create, { authorizationId: left, selectedCaseOwners: [mail['adj.aaa']!] })).body
        .status,
    ).toMatchObject({ code: 'RULE', message: expect.stringContaining('24 hours') })
    expect(await jobs.tick()).toBe(1)
    expect((await api.db.query('select id from rx_authorization')).rows).toEqual([{ id: kept }])
    expect(
      (await api.db.query('select count(*)::int as n from authorization_event where authorization_id = $1', [left]))
        .rows[0].n,
    ).toBe(0)
  } finally {
    await jobs.stop()
  }
})
