import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { replay } from '#features/authorizations/transitions.ts'
import { addBusinessHours, defaultCalendar } from '#features/deadlines/business-time.ts'
import { worklist } from '#features/worklist/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { drugs } from '#reference/drugs.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { clinical } from './contract.ts'

const claim = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const one = { sub: 'AAA1', at: 1 } as const
const oxycodone = { ...one, drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 } as const

/** A request in clinical review that one adjuster has approved. */
async function inReview(api: TestApi): Promise<string> {
  const id = await raiseAuthorization(api, oxycodone)
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  return id
}

test('a pharmacist advises; the request goes back to its owner, who is notified and sees whose advice it is', async () => {
  const api = await startFixtureApi()
  const id = await inReview(api)
  const [pharmacist, adjuster] = [await api.signIn('pharm.aaa'), await api.signIn('adj.aaa')]
  // Their own clock: four working hours while the patient is at the counter, eight for a safety code.
  for (const [waiting, hours] of [
    [true, 4],
    [false, 8],
  ] as const) {
    await api.db.query('update rx_authorization set pharmacy_waiting = $1', [waiting])
    const queue = await pharmacist.ask(worklist.list, { mc: 'AAA', size: 25, authStatuses: [22], isMyQueueOnly: true })
    const [sentAt, answer] = queue.body.content[0]!.pharmacist!
    expect(Date.parse(answer)).toBe(Date.parse(addBusinessHours(sentAt, hours, defaultCalendar, 'America/New_York')))
  }
  expect((await adjuster.ask(clinical.recommendation, { authorizationId: id })).body).toMatchObject({
    source: 'RULE',
    recommendation: { action: 'P2P', by: 'Rule-based guidance', at: null },
  })
  await pharmacist.ask(clinical.advise, {
    authorizationId: idOf('nobody'),
    version: 1,
    action: 'DEFER',
    rationale: 'As agreed by phone',
  })
  const before = trips.count
  const { status, body } = await pharmacist.ask(clinical.advise, {
    authorizationId: id,
    version: 2,
    action: 'APPROVE_MODIFIED',
    rationale: 'Taper to 15 mg',
    modified: { days: 14, oneTime: true },
    refs: ['CDC 2022', 'Call with Dr. Hawthorne'],
  })
  expect(trips.count - before).toBe(2)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      authorizationStatusId: 20,
      version: 3,
      recommendation: {
        by: 'Pharm aaa',
        license: 'NY, CA, TX',
        modified: { days: 14, oneTime: true },
        refs: ['CDC 2022', 'Call with Dr. Hawthorne'],
      },
    },
  })
  const log = (
    await api.db.query(
      `select event_code as "eventCode", old_status_id as "oldStatusId", new_status_id as "newStatusId", event_text as text
        from authorization_event where authorization_id = $1 order by id`,
      [id],
    )
  ).rows
  expect(log.at(-1)).toMatchObject({ eventCode: 161, text: 'Pharmacist recommends to approve with changes' })
  expect(replay(log)).toBe(20)
  expect(
    (
      await api.db.query(
        `select user_id, kind, title like 'A pharmacist advised on request %' as advised from user_notification where kind = 'advised'`,
      )
    ).rows,
  ).toEqual([{ user_id: idOf('adj.aaa'), kind: 'advised', advised: true }])
  expect((await api.db.query('select first_approval, snoozed_until from rx_authorization')).rows).toEqual([
    { first_approval: null, snoozed_until: null },
  ])
  for (const username of ['adj.aaa', 'read.only'])
    expect(
      (await (await api.signIn(username)).ask(clinical.recommendation, { authorizationId: id })).body,
    ).toMatchObject({ source: 'PHARMACIST', recommendation: { rationale: 'Taper to 15 mg', by: 'Pharm aaa' } })
  expect((await adjuster.ask(authorizations.one, { id })).body.recommendation).toMatchObject({
    source: 'PHARMACIST',
    action: 'APPROVE_MODIFIED',
    modifiedDays: 14,
    oneTime: true,
  })
  // Newer advice comes before older.
  await adjuster.ask(decision.move, { id, status: 'clinical', version: 3 })
  api.clock.move(1000)
  await pharmacist.ask(clinical.advise, {
    authorizationId: id,
    version: 4,
    action: 'REJECT',
    rationale: 'No answer from the prescriber',
  })
  expect((await adjuster.ask(clinical.recommendation, { authorizationId: id })).body.recommendation).toMatchObject({
    action: 'REJECT',
  })
})

test('only a pharmacist may advise, only in review, only with the current version and complete input', async () => {
  const api = await startFixtureApi()
  const id = await inReview(api)
  const pharmacist = await api.signIn('pharm.aaa')
  const before = await decisionRows(api)
  const said = async (more: object, who = pharmacist) =>
    (
      await who.ask(clinical.advise, {
        authorizationId: id,
        version: 2,
        action: 'APPROVE',
        rationale: 'As agreed by phone',
        ...more,
      })
    ).body.status?.code
  expect(await said({ version: undefined })).toBe('PRECONDITION_REQUIRED')
  expect(await said({ version: 1 })).toBe('CONFLICT')
  expect(await said({ action: 'APPROVE_MODIFIED' })).toBe('VALIDATION')
  expect(await said({ rationale: '   ' })).toBe('VALIDATION')
  expect(await said({ action: 'MAYBE' })).toBe('VALIDATION')
  expect(await said({}, await api.signIn('adj.aaa'))).toBe('NOT_ALLOWED')
  expect(await said({}, await api.signIn('read.only'))).toBe('UPDATE_BLOCKED')
  expect(await said({}, await api.signIn('adj.bbb'))).toBe('NOT_FOUND')
  expect(await decisionRows(api)).toBe(before)
  await api.db.query(`insert into carrier_setting values ('AAA', 'AAA1', 'rphRecommendation', 'false')`)
  expect(await said({})).toBe('FEATURE_OFF')
  expect((await pharmacist.ask(clinical.recommendation, { authorizationId: id })).body.status.code).toBe('FEATURE_OFF')
  await api.db.query('delete from carrier_setting')
  await pharmacist.ask(decision.move, { id, status: 'pending', version: 2 })
  expect(await said({ version: 3 })).toBe('RULE')
  await (await api.signIn('adj.aaa')).ask(decision.rejectThisFill, { id, version: 3, reasonId: 3 })
  expect(await said({ version: 4 })).toBe('ALREADY_DECIDED')
})

test('two pharmacists advise at once: one advice is kept, the other call is refused', async () => {
  const api = await startFixtureApi()
  const id = await inReview(api)
  const people = [await api.signIn('pharm.aaa'), await api.signIn('clin.aaa')]
  const answers = await Promise.all(
    people.map((who) =>
      who.ask(clinical.advise, { authorizationId: id, version: 2, action: 'APPROVE', rationale: 'As agreed by phone' }),
    ),
  )
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 422])
  expect((await api.db.query('select count(*)::int as n from rph_recommendation')).rows[0].n).toBe(1)
})

test('the considerations of an open request are recomputed; those of a decided one stay as they were', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, oxycodone)
  const adjuster = await api.signIn('adj.aaa')
  const facts = async (input: object) => (await adjuster.ask(clinical.considerations, input)).body
  await facts({ authorizationId: id })
  const before = trips.count
  const first = await facts({ authorizationId: id })
  expect(trips.count - before).toBe(1)
  expect(first.considerations.find((fact) => fact.key === 'mme')).toMatchObject({ severity: 'ALERT', ruleId: 'R33' })
  expect(first.considerations.length).toBeLessThanOrEqual(8)
  expect(await facts({ authorizationId: id })).toEqual(first)
  const naloxone = await api.service.ask(
    transactions.intake,
    pharmacyClaim({
      ...one,
      drug: 'naloxone 4 mg',
      quantity: 2,
      days: 1,
      rx: '5550001',
      date: day(-1),
    }),
  )
  expect(naloxone.body.status).toBe('P')
  const later = await facts({ authorizationId: id })
  const keys = (of: typeof first) => of.considerations.map((fact) => fact.key)
  expect([keys(first).includes('naloxone'), keys(later).includes('naloxone')]).toEqual([true, false])
  await adjuster.ask(decision.rejectThisFill, { id, version: 1, reasonId: 3 })
  expect((await facts({ authorizationId: id })).considerations.map((fact) => fact.key)).toEqual(keys(first))
})

test('a drug on a claim has its considerations before anybody bills it', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const drug = drugs.find((row) => row.name === 'Oxycodone 30 mg tablet' && row.brandFlag === 'G')!
  const ask = (more: object, who = adjuster) =>
    who.ask(clinical.considerations, { claimId: claim(1), ndc: drug.ndc, quantity: 120, daysSupply: 30, ...more })
  expect((await ask({})).body.considerations.find((fact) => fact.key === 'mme')).toMatchObject({ severity: 'ALERT' })
  expect((await ask({ ndc: undefined, gpi: drug.gpi })).body.considerations).toEqual(
    (await ask({})).body.considerations,
  )
  expect((await ask({ ndc: '99999999999' })).body.fields).toMatchObject([{ path: 'ndc' }])
  expect((await ask({ quantity: undefined })).body.fields).toMatchObject([{ path: 'quantity' }])
  expect((await ask({ claimId: undefined })).body.fields).toMatchObject([{ path: 'authorizationId' }])
  expect((await ask({ claimId: claim(1, 'BBB1', 'BBB') })).status).toBe(404)
  expect((await ask({ claimId: claim(1, 'AAA2') }, await api.signIn('adj.sub1'))).status).toBe(404)
  expect((await adjuster.ask(clinical.considerations, { authorizationId: idOf('nobody') })).status).toBe(404)
})

test("a guideline answers at both of its addresses, with the carrier's plan", async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  await api.db.query(
    `insert into formulary_item (mc, gpi_prefix, status, facts) values ('AAA', '13100103', 'EXCLUDED', '{"note": "Not here"}')`,
  )
  const { body } = await adjuster.ask(clinical.guideline, { stateCode: ' ca ', gpi: '13100103', doi: '2026-01-01' })
  // What was not read for California says so beside the text, not in it.
  expect(body).toMatchObject({ stateCode: 'CA', urNeeded: true, unconfirmed: ['First fill', 'Dispensing'] })
  expect(body.text.join(' ')).not.toContain('not confirmed')
  expect(body.text.at(-1)).toBe('Anticonvulsants for pain: excluded (not here).')
  expect((await adjuster.ask(clinical.guideline, { stateCode: 'MT' })).body.unconfirmed).toEqual([])
  const second = await adjuster.raw({
    method: 'POST',
    url: '/api/workerscomp/v1/statecontrol/getSojGuidelines',
    headers: { 'content-type': 'application/json', 'x-portal-request': '1', origin: 'http://localhost:3000' },
    payload: '{"stateCode":"CA"}',
  })
  expect([second.status, (second.body as { program: string }).program]).toEqual([200, body.program])
  expect(
    (await (await api.signIn('adj.bbb')).ask(clinical.guideline, { stateCode: 'CA', gpi: '13100103' })).body.text.at(
      -1,
    ),
  ).toContain('prior authorization required')
})

test('diagnoses come with their groups, and transition of care with the drugs it lets through', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const ask = (more: object = {}, who = adjuster) =>
    who.ask(clinical.diagnoses, { claimId: claim(1), masterCarrier: 'AAA', ...more })
  await api.db.query(`insert into claim_icd values ('AAA', $1, 'M54.50', 'Low back pain', 'DENIED', false)`, [claim(1)])
  const paid = await api.service.ask(transactions.intake, pharmacyClaim({ ...one, drug: 'naproxen', date: day(-20) }))
  expect(paid.body.status).toBe('P')
  expect((await ask()).body).toMatchObject({
    icds: [
      { code: 'S33.5XXA', status: 'ACCEPTED', primary: true, rollup: 'S3' },
      { code: 'M54.50', status: 'DENIED', rollup: 'M5' },
    ],
    rollups: [
      { rollup: 'S3', codes: ['S33.5XXA'], accepted: 1 },
      { rollup: 'M5', accepted: 0 },
    ],
    toc: { active: false, start: null, drugs: [] },
  })
  expect((await ask({ codeLength: 3 })).body.rollups.map((group) => group.rollup)).toEqual(['S33', 'M54'])
  await api.db.query(`update wc_claim set toc_start = current_date - 5, toc_end = current_date + 60 where id = $1`, [
    claim(1),
  ])
  expect((await ask()).body.toc).toMatchObject({
    active: true,
    drugs: [{ drugName: expect.stringContaining('Naproxen') }],
  })
  await api.db.query(`update wc_claim set toc_end = current_date - 2 where id = $1`, [claim(1)])
  expect((await ask()).body.toc.active).toBe(false)
  expect((await ask({ claimId: claim(1, 'BBB1', 'BBB') })).status).toBe(404)
  expect((await ask({ masterCarrier: 'BBB' })).status).toBe(404)
  expect((await ask({ codeLength: 8 })).status).toBe(400)
})
