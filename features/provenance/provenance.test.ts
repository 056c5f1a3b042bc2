import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { adjudicate, considerations, recommend } from '#features/adjudication/rules.ts'
import { drugNamed, paid, requestFor, snapshotOf } from '#features/adjudication/testing.ts'
import { decision } from '#features/decisions/contract.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { dueFor } from '#features/authorizations/raise.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { everyJob, everyTick } from '#registry'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { unpacked } from '#platform/database/packed-text.ts'
import { trips } from '#platform/database/pools.ts'
import type { Person } from '#platform/calls/person.ts'
import { drugs } from '#reference/drugs.ts'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import { opioidFactors } from '#reference/opioid-factors.ts'
import { clearingAll } from '#testing/clear-all.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { DecisionRecord, provenance, type StoredRecord } from './contract.ts'
import { dictionaries, newest } from './dictionaries.ts'
import { canonical, recordOf } from './record.ts'
import type { RequestThen } from './recorded.ts'
import { workedOutAgain } from './recompute.ts'
import { verify, type Found, type Row } from './rules.ts'

const one = { sub: 'AAA1', at: 1 } as const
const opioid = { ...one, drug: 'oxycodone 30 mg tablet', quantity: 100, days: 30 } as const
const recordIn = (kept: StoredRecord | undefined): DecisionRecord => kept!.record!

/** A request as the engine leaves it, for any bill of the catalogue's opioids. */
const anyRequest = fc
  .record({
    drug: fc.constantFrom(...drugs.filter((drug) => drug.opioidFactorKey !== null && drug.awpUnit > 0)),
    quantity: fc.integer({ min: 1, max: 400 }),
    days: fc.integer({ min: 1, max: 90 }),
    usual: fc.option(fc.integer({ min: 1, max: 90_000 })),
    tax: fc.integer({ min: 0, max: 900 }),
    state: fc.constantFrom('FL', 'CA', 'TX', 'NY', 'IL', 'AZ', 'US-FECA'),
    at: fc.date({ min: new Date('2024-08-01'), max: new Date('2024-12-31'), noInvalidDate: true }),
    writtenBefore: fc.option(fc.integer({ min: -2, max: 30 })),
    contracted: fc.boolean(),
    before: fc.array(
      fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 60 })),
      { maxLength: 3 },
    ),
  })
  .map(({ drug, quantity, days, usual, tax, state, at, writtenBefore, contracted, before }): RequestThen => {
    const other = drugNamed('Hydrocodone-acetaminophen 5-325 mg tablet')
    const snapshot = snapshotOf(drug, {
      claim: { jurisState: state },
      history: [...before.map(([ago, count, supply]) => paid(other, ago, count, supply)), paid(drug, 31, 60, 30)],
      ...(!contracted && { pharmacy: { networks: [] } }),
    })
    const request = requestFor(drug, {
      quantity,
      days,
      more: { pricing: { ...(usual !== null && { usualAndCustomary: usual / 100 }), tax: tax / 100 } },
    })
    const answer = adjudicate(request, snapshot)
    const written = writtenBefore === null ? null : addDays(dateIn(at.getTime(), 'UTC'), -writtenBefore)
    const { pack, due } = dueFor(state, at.toISOString(), 'electronic', 'prospective', written)
    return {
      mc: 'AAA',
      id: idOf('request'),
      sub_carrier: 'AAA1',
      group_code: 'G',
      stratus_claim_id: idOf('claim'),
      reference_number: '000000000001',
      juris_state: state,
      request_received_at: at.toISOString(),
      statutory_due_at: due.dueAt,
      due_pack: `${pack.id} v${pack.version}`,
      due_arithmetic: due.arithmetic,
      ndc: drug.ndc,
      gpi: drug.gpi,
      drug_name: drug.name,
      strength: '',
      generic_or_brand: 'G',
      dea_schedule: drug.dea,
      quantity,
      days_supply: days,
      rx_number: '1',
      date_written: written,
      date_of_service: '2024-08-23',
      pharmacy_nabp: '1043391',
      prescriber_npi: '1234567893',
      estimated_cost: answer.pricing?.paid ?? null,
      rejects: answer.rejects,
      shown: {
        facts: answer.facts,
        pricing: answer.pricing,
        considerations: considerations(answer, request, snapshot),
        recommendation: recommend(answer, request, snapshot),
        trace: answer.trace,
        warnings: answer.warnings,
      },
      reconsideration_level: 0,
      version: 1,
    }
  })

const person: Person = {
  id: idOf('adj.aaa'),
  username: 'adj.aaa',
  name: 'Adj aaa',
  mc: 'AAA',
  roles: ['adjuster'],
  subCarriers: null,
  licenseStates: [],
  approvalLimit: 2500,
  timeZone: 'America/New_York',
}
const recordedOf = (request: RequestThen): DecisionRecord =>
  recordOf({
    kind: 'APPROVE',
    at: request.request_received_at,
    decisionId: idOf('decision'),
    request,
    from: 20,
    to: 30,
    person,
    by: person.name,
    owners: { ids: [person.id], supervised: [] },
    first: null,
    outcome: {
      startDate: '2024-08-23',
      endDate: '2024-09-23',
      oneTime: false,
      level: 14,
      maxFills: 1,
      maxQty: null,
      maxDays: null,
      codes: request.rejects.map(({ rejectCode }) => rejectCode),
      overrideAll: false,
      safetyIncluded: false,
      safetyAck: null,
      reasonId: 1,
      reason: 'Related to accepted injury',
      note: '',
    },
    settings: { ...defaultDecisionSettings },
    advice: null,
    screen: null,
    versions: { portal: '1.0.0', screen: null },
  })

test('whatever was billed, the figures worked out again from the record alone are those that were shown', () => {
  fc.assert(
    fc.property(anyRequest, (request) => {
      const record = DecisionRecord.parse(JSON.parse(canonical(recordedOf(request))))
      const checks = workedOutAgain(record)
      expect(checks.filter(({ agrees }) => agrees !== true)).toEqual([])
      expect(checks.map(({ what }) => what)).toEqual(
        expect.arrayContaining(['Legal due time', 'Price', 'MME a day after']),
      )
      // The same record has one text, however its keys were put together.
      const turned = Object.fromEntries(Object.entries(record).reverse()) as DecisionRecord
      expect(canonical(turned)).toBe(canonical(record))
    }),
    { numRuns: 150 },
  )
})

test('a figure of a record that somebody changed no longer agrees with its inputs', () => {
  const [request] = fc.sample(anyRequest, { numRuns: 1, seed: 7 })
  const record = recordedOf(request!)
  const disagreeing = (changed: DecisionRecord) =>
    workedOutAgain(changed)
      .filter(({ agrees }) => agrees === false)
      .map(({ what }) => what)
  expect(disagreeing({ ...record, clock: { ...record.clock, dueAt: '2030-01-01T00:00:00.000Z' } })).toEqual([
    'Legal due time',
  ])
  expect(disagreeing({ ...record, mme: { ...record.mme!, after: record.mme!.after + 1 } })).toEqual(['MME a day after'])
  expect(disagreeing({ ...record, price: { ...record.price!, paid: record.price!.paid + 0.01 } })).toEqual(['Price'])
  expect(workedOutAgain({ ...record, clock: { ...record.clock, inputs: null } })[0]).toMatchObject({ agrees: null })
})

test('a chain says what is wrong with it: a gap, a broken link, another text, a decision that says something else, one without a record', () => {
  const [request] = fc.sample(anyRequest, { numRuns: 1, seed: 3 })
  const record = recordedOf(request!)
  const half: DecisionRecord = { ...record, kind: 'FIRST_APPROVAL', decisionId: null }
  const chain: Found[] = [
    { sequence: 1, decisionId: null, sha256: 'a', previous: null, isOwn: true, record: half },
    { sequence: 2, decisionId: record.decisionId, sha256: 'b', previous: 'a', isOwn: true, record },
  ]
  const row: Row = {
    id: record.decisionId!,
    decision: 'APPROVE',
    byName: person.name,
    secondName: null,
    at: record.at,
    startDate: '2024-08-23',
    endDate: '2024-09-23',
    oneTime: false,
    drugLevel: 14,
    overrideAll: false,
    safetyIncluded: false,
    safetyAck: null,
    reasonId: 1,
    reason: 'Related to accepted injury',
    note: '',
    maxFills: 1,
    maxQty: null,
    maxDays: null,
  }
  const said = (found: Found[], rows: Row[] = [row], halves = 1) => {
    const { problems, of } = verify(found, rows, halves)
    return [...problems, ...[...of.values()].flat()]
  }
  const [first, second] = chain as [Found, Found]
  expect(said(chain)).toEqual([])
  expect(said([second])).toEqual([
    'A record before record 2 is gone.',
    'The log tells of 1 first approvals; 0 records are here.',
  ])
  expect(said([first])).toEqual([`There is no record of the decision of ${record.at} by Adj aaa.`])
  expect(said([first, { ...second, previous: 'x' }])).toEqual(['It does not follow from the record before it.'])
  expect(said([first, { ...second, isOwn: false }])).toEqual(['Its text is not the one its fingerprint was taken of.'])
  expect(said([first, { ...second, record: null }])).toEqual(['It can no longer be read.'])
  expect(said(chain, [])).toEqual(['Its decision is gone.'])
  for (const [change, what] of [
    [{ note: 'Not for this injury' }, 'the note'],
    [{ endDate: '2030-01-01' }, 'the last day'],
    [{ byName: 'Somebody' }, 'who decided'],
    [{ reason: 'Other' }, 'the reason'],
    [{ maxFills: 12 }, 'the fills'],
    [{ decision: 'REJECT' }, 'the decision'],
  ] as const)
    expect(said(chain, [{ ...row, ...change }])).toEqual([`The decision now says something else about ${what}.`])
})

test('years later the answer is the same, though packs, factors, settings, people, prices and the plan have changed', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, opioid)
  const adjuster = await api.signIn('adj.aaa')
  const shown = (await adjuster.ask(authorizations.one, { id })).body
  await adjuster.ask(
    decision.approve,
    { id, version: 1, note: 'Known patient' },
    { headers: { 'x-screen-version': '1.2.3' } },
  )
  const pharmacist = await api.signIn('pharm.aaa')
  await pharmacist.ask(decision.approve, {
    id,
    version: 2,
    ...(await clearingAll(pharmacist, id, 'Dose reviewed')),
    note: 'Spoke with the office',
  })
  const then = await adjuster.ask(provenance.of, { id })
  expect(then.status).toBe(200)
  expect(then.body).toMatchObject({ intact: true, problems: [], authorizationStatus: 'Approved' })
  expect(then.body.records.map(({ sequence, record }) => [sequence, record!.kind, record!.decider.name])).toEqual([
    [1, 'FIRST_APPROVAL', 'Adj aaa'],
    [2, 'APPROVE', 'Pharm aaa'],
  ])
  const [half, whole] = then.body.records.map(recordIn) as [DecisionRecord, DecisionRecord]
  expect(half).toMatchObject({
    decisionId: null,
    status: { from: 'Pending', to: 'Clinical review' },
    decider: { roles: ['adjuster'], permission: 'P4', standing: 'owner', approvalLimit: 2500 },
    versions: {
      portal: 'test',
      screen: '1.2.3',
      engine: 'engine-2026.15',
      opioidFactors: 'CDC-2022.2',
      feeSchedule: 'fees-assumed-2026.2',
    },
    outcome: { note: 'Known patient', waitsFor: ['922', '925'] },
  })
  expect(whole).toMatchObject({
    decider: { roles: ['clinical_pharmacist'], permission: 'P6', licenseStates: ['NY', 'CA', 'TX'] },
    firstApprover: { name: 'Adj aaa' },
    versions: { screen: null },
    outcome: { safetyIncluded: true, safetyAck: 'Dose reviewed' },
  })
  // What was on the screen is what the screen's own call answered.
  expect(half.clock).toMatchObject({ pack: shown.due.pack, dueAt: shown.due.at, arithmetic: shown.due.arithmetic })
  expect(half.mme).toMatchObject({ now: shown.mme!.now, after: shown.mme!.after, limit: shown.mme!.limit })
  expect(half.price!.paid).toBe(shown.pricing!.paid)
  expect(half.screen).toMatchObject({ allowedActions: shown.allowedActions, blockedReasons: shown.blockedReasons })
  expect(half.rejects.map(({ rejectCode }) => rejectCode)).toEqual(shown.rejects.map(({ rejectCode }) => rejectCode))
  for (const reject of half.rejects)
    expect(reject).toMatchObject({
      rule: expect.stringMatching(/^R\d\d$/),
      trigger: expect.stringMatching(/./),
      citation: expect.stringMatching(/./),
    })
  expect(half.guideline).toMatchObject({ text: shown.guideline.text[0], source: shown.guideline.source })
  expect(half.formulary).toMatchObject({ version: 'formulary-default-2026.2', item: { gpiPrefix: expect.any(String) } })
  expect(half.advice).toMatchObject({
    source: 'RULE',
    version: 'engine-2026.15',
    rationale: shown.recommendation!.rationale,
  })
  expect(half.trace.length).toBeGreaterThan(20)
  expect(half.advice!.action).toBe('P2P')
  expect(whole.overridden.map(({ what, why }) => [what, why])).toEqual([
    ['Code 922', 'Related to accepted injury Spoke with the office Dose reviewed'],
    ['Code 925', 'Related to accepted injury Spoke with the office Dose reviewed'],
    ['Code 75', 'Related to accepted injury Spoke with the office'],
    ['Automated guidance', 'Related to accepted injury Spoke with the office'],
  ])
  expect(then.body.records.flatMap(({ checks }) => checks).every(({ agrees }) => agrees === true)).toBe(true)

  // The law is rewritten, a table corrected, a price raised, a setting changed, a person renamed and moved.
  const pack = allPacks.find((one) => `${one.id} v${one.version}` === half.clock.pack)! as {
    amount: number
    text: string
    version: number
  }
  const factor = opioidFactors.find((row) => row.key === 'oxycodone')! as { factor: number }
  const before = { amount: pack.amount, text: pack.text, version: pack.version, factor: factor.factor }
  onTestFinished(() => {
    Object.assign(pack, { amount: before.amount, text: before.text, version: before.version })
    factor.factor = before.factor
  })
  Object.assign(pack, { amount: 9, text: 'Another rule', version: 99 })
  factor.factor = 3
  await api.db
    .query(`insert into carrier_setting (mc, key, value) values ('AAA', 'dualControlThreshold', '1'), ('AAA', 'mmeLimit', '10')
    on conflict (mc, sub_carrier, key) do update set value = excluded.value`)
  await api.db.query("update user_carrier set roles = '{read_only}', approval_limit = 1 where user_id = $1", [
    idOf('adj.aaa2'),
  ])
  await api.db.query("update app_user set last_name = 'Renamed' where username in ('adj.aaa', 'pharm.aaa')")
  await api.db.query('update drug set facts = facts || \'{"awpUnit": 99}\'')
  await api.db.query("update formulary_item set status = 'EXCLUDED'")
  await api.db.query("update claimant set last_name = 'Married'")
  api.clock.move(4 * 365 * 86_400_000)
  const later = await (await api.signIn('super.aaa')).ask(provenance.of, { id })
  expect(later.body).toEqual(then.body)
})

test('every kind of decision writes a record: a rule, a bypass, the state’s clock, a grant without a request', async () => {
  const api = await startFixtureApi()
  const day = (ago: number) => dayAt(api.clock.now(), -ago)
  const kinds = async () =>
    (
      await api.db.query(
        `select d.decision, encode(r.packed, 'hex') as packed from authorization_decision d
          left join decision_record r on r.mc = d.mc and r.decision_id = d.id order by d.at, d.id`,
      )
    ).rows.map(({ decision, packed }) => {
      const { kind, decider } = JSON.parse(unpacked(packed, dictionaries[newest]!)!) as DecisionRecord
      return { decision, kind, by: decider.name }
    })
  // A bypass clears the first claim.
  await api.db.query(
    `insert into auth_bypass (mc, id, sub_carrier, stratus_claim_id, reason, codes, start_date, end_date)
      values ('AAA', $1, 'AAA1', $2, 'DISASTER', '{75}', $3, $4)`,
    [idOf('bypass'), idOf('AAA AAA1 claim 1'), day(5), day(-5)],
  )
  expect((await api.service.ask(transactions.intake, pharmacyClaim(one))).body.status).toBe('P')
  // The same drug again within two months, only 75 in the way: a rule.
  await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const [open] = (await api.db.query('select id from rx_authorization where status_id = 20')).rows
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id: open.id, version: 1, oneTimeFill: true })
  expect((await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 2 }))).body.status).toBe('P')
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'autoApprovalRules', '[1]')`)
  api.clock.move(31 * 86_400_000)
  const again = await api.service.ask(
    transactions.intake,
    pharmacyClaim({ sub: 'AAA1', at: 2, rx: '702002', date: day(0) }),
  )
  expect(again.body.status).toBe('P')
  // A prior authorization without a request, and a block.
  const later = await api.signIn('super.aaa')
  const claim = { masterCarrierCode: 'AAA', subCarrierCode: 'AAA1', stratusClaimId: idOf('AAA AAA1 claim 3') }
  const ndc = drugs.find((drug) => drug.name.startsWith('Pregabalin') && drug.brandFlag === 'G')!.ndc
  const saved = await later.ask(priorAuths.save, { ...claim, ndc, kind: 'PERMIT', reasonId: 1, codes: ['75'] })
  expect(saved.status).toBe(200)
  // Nobody decides in New York.
  await raiseAuthorization(api, { sub: 'AAA1', at: 5, date: day(0) })
  api.clock.move(20 * 86_400_000)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  await jobs.tick()
  expect(await kinds()).toEqual([
    { decision: 'BYPASS', kind: 'BYPASS', by: 'RxDocket' },
    { decision: 'APPROVE', kind: 'APPROVE', by: 'Adj aaa' },
    { decision: 'AUTO', kind: 'AUTO', by: 'RxDocket' },
    { decision: 'APPROVE', kind: 'APPROVE', by: 'Super aaa' },
    { decision: 'DEEMED', kind: 'DEEMED', by: 'RxDocket' },
  ])
  const reader = await api.signIn('super.aaa')
  for (const { id } of (await api.db.query('select authorization_id as id from authorization_decision')).rows) {
    const { body } = await reader.ask(provenance.of, { id })
    expect(body).toMatchObject({ intact: true })
    expect(body.records.flatMap(({ checks }) => checks).every(({ agrees }) => agrees === true)).toBe(true)
  }
})

test('a request nobody decided has no record; requests of another carrier or sub-carrier are not found; each view is one trip and one audit line', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const theirs = await raiseAuthorization(api, { sub: 'BBB1', at: 1 })
  const south = await raiseAuthorization(api, { sub: 'AAA2', at: 1 })
  const scoped = await api.signIn('adj.sub1')
  expect((await scoped.ask(provenance.of, { id })).body).toMatchObject({ intact: true, records: [] })
  const before = await decisionRows(api)
  const answers = await Promise.all(
    [provenance.of, provenance.export].flatMap((call) =>
      [idOf('nothing'), theirs, south].map((other) => scoped.ask(call, { id: other })),
    ),
  )
  const bytes = answers.map(({ status, text, body }) => [status, text.replace(body.supportId, '')])
  expect(bytes[0]![0]).toBe(404)
  for (const answer of bytes) expect(answer).toEqual(bytes[0])
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  for (const username of ['adj.sub1', 'read.only']) {
    const reader = await api.signIn(username)
    await reader.ask(provenance.of, { id })
    for (const call of [provenance.of, provenance.export]) {
      await api.db.query('delete from access_audit')
      const count = trips.count
      expect((await reader.ask(call, { id })).status).toBe(200)
      expect(trips.count - count).toBe(call === provenance.export ? 2 : 1) // the second: the list of exports
      expect(
        (await api.db.query(`select call, claim_ids from access_audit where object_type is distinct from 'export'`))
          .rows,
      ).toEqual([{ call: call.name, claim_ids: [idOf('AAA AAA1 claim 1')] }])
    }
  }
  expect(before).not.toBe(await decisionRows(api))
  const pdf = await scoped.ask(provenance.export, { id, timeZone: 'America/Los_Angeles' })
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="DecisionRecord_\d{12}\.pdf"/),
  })
  expect(pdf.text.slice(0, 5)).toBe('%PDF-')
})
