import { afterAll, beforeAll, expect, test } from 'vitest'
import { trips } from '#platform/database/pools.ts'
import { workOf } from '#testing/plans.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { provenance } from '#features/provenance/contract.ts'
import { day } from '#testing/new-york-day.ts'
import { addManyWorkers } from '#testing/many-workers.ts'
import { addFills, claimId } from '#testing/fills.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { medications as calls } from './contract.ts'
import { timeline } from './sql.ts'

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  // The second claim is of the same person, in the other sub-carrier.
  await api.db.query('update wc_claim set claimant_id = $1 where id = $2', [
    idOf('AAA AAA1 claim 1 person'),
    claimId(2, 'AAA2'),
  ])
  await addFills(api, [
    { ago: 100, drug: 'Pregabalin 75 mg' },
    { ago: 60, drug: 'Pregabalin 75 mg' },
    { ago: 25, drug: 'Oxycodone 10', days: 30 },
    { ago: 20, drug: 'Oxycodone 10', days: 30, claim: 2, sub: 'AAA2', more: { prescriber_npi: '1999999984' } },
    { ago: 10, drug: 'Naproxen', status: 'R' },
    { ago: 900, drug: 'Naproxen' },
    { ago: 5, drug: 'Naproxen', status: 'X' },
    { ago: 5, drug: 'Naproxen', claim: 3 },
    { ago: 5, sub: 'BBB1', mc: 'BBB' },
  ])
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

test('an adjuster sees the drugs of a person across claims in scope: what was paid, rejected and asked for', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const { body } = await adjuster.ask(calls.timeline, { claimId: claimId() })
  expect(body.lanes.map((lane) => [lane.group, lane.fills])).toEqual([
    ['OPIOID', 2],
    ['RISK', 2],
  ])
  expect(body.lanes[0]!.supplies.map((one) => one.otherClaim)).toEqual([null, 'WC-20002'])
  expect(body.lanes[1]!.asked).toMatchObject([{ kind: 'REQUESTED', authorizationId: id }])
  expect(body.marks).toMatchObject([{ kind: 'REJECTED', codes: ['75', '76'] }])
  expect(body.dose).toMatchObject({ limit: 90, caution: 50 })
  expect(Math.max(...body.dose.steps.map((step) => step.mme))).toBe(60)
  expect(body.prescribers.length).toBe(2)
  // A supervisor of the one sub-carrier sees nothing of the other: the dose is what is in scope.
  const scoped = (await (await api.signIn('adj.sub1')).ask(calls.timeline, { claimId: claimId() })).body
  expect(scoped.lanes[0]!.fills).toBe(1)
  expect(
    (await adjuster.ask(calls.timeline, { claimId: claimId(), months: 60 })).body.lanes.map((lane) => lane.fills),
  ).toEqual([2, 2, 1])
})

test('the timeline takes one trip and goes on record with every claim it shows', async () => {
  await api.db.query('delete from access_audit')
  const before = trips.count
  await adjuster.ask(calls.timeline, { claimId: claimId() })
  expect(trips.count - before).toBe(1)
  const { rows } = await api.db.query('select claim_ids from access_audit')
  expect(rows.length).toBe(1)
  expect(rows[0].claim_ids.toSorted()).toEqual([claimId(), claimId(2, 'AAA2')].toSorted())
})

test('a claim of another carrier or sub-carrier has no timeline, no file and no fills beside a request', async () => {
  const other = await raiseAuthorization(api, { sub: 'AAA2', at: 3 })
  const scoped = await api.signIn('adj.sub1')
  for (const id of [claimId(2, 'AAA2'), claimId(1, 'BBB1', 'BBB')]) {
    expect((await scoped.ask(calls.timeline, { claimId: id })).status).toBe(404)
    expect((await scoped.ask(calls.hearing, { claimId: id, type: 'pdf' })).status).toBe(404)
  }
  expect((await scoped.ask(calls.beside, { authorizationId: other })).status).toBe(404)
  expect((await adjuster.ask(calls.timeline, { claimId: claimId(), subCarrier: 'AAA2' })).status).toBe(404)
})

test('beside a request stand the last six fills of its drug and class', async () => {
  await addFills(
    api,
    Array.from({ length: 9 }, (_, at) => ({
      ago: 40 + at * 30,
      drug: at % 3 ? 'Pregabalin 75 mg' : 'Gabapentin 300',
      claim: 4,
    })),
    100,
  )
  await addFills(api, [{ ago: 35, drug: 'Oxycodone 10', claim: 4 }], 150)
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 4 })
  const { body } = await adjuster.ask(calls.beside, { authorizationId: id })
  expect(body.fills.map((one) => one.fillDate)).toEqual([40, 70, 100, 130, 160, 190].map((ago) => day(-ago)))
  expect(body.fills.map((one) => one.sameDrug)).toEqual([false, true, true, false, true, true])
  expect(body).toMatchObject({ earlierFills: 6, lastFillOn: day(-70) })
})

test('a hearing gets a PDF with a drawing, named after the patient, and a table as CSV', async () => {
  const pdf = await adjuster.ask(calls.hearing, { claimId: claimId(), type: 'PDF', timeZone: 'UTC' })
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.headers['content-disposition']).toMatch(/filename="Maria Ortega1 \d\d-\d\d-\d{4}\.pdf"/)
  expect(pdf.text.startsWith('%PDF')).toBe(true)
  const csv = await adjuster.ask(calls.hearing, { claimId: claimId(), type: 'csv', timeZone: 'UTC' })
  expect(csv.text.split('\r\n').filter((line) => line.includes('"60","30"')).length).toBe(4)
  const { rows: ends } = await api.db.query(
    `select detail from access_audit where object_type = 'export end' order by id desc limit 1`,
  )
  expect(ends).toEqual([
    {
      detail: {
        rows: csv.text.split('\r\n').filter((line) => /^"[A-Z][^"]+","\d\d\//.test(line)).length,
        complete: true,
      },
    },
  ])
  expect(csv.text).toContain('Highest opioid dose: 60 MME a day (plan limit 90)')
  expect((await adjuster.ask(calls.hearing, { claimId: claimId(), type: 'doc' })).body.status.code).toBe(
    'UNKNOWN_EXPORT_TYPE',
  )
  const empty = await adjuster.ask(calls.hearing, { claimId: claimId(5), type: 'pdf' })
  expect(empty.status).toBe(200)
})

test('a timeline reads the rows of one person, however many others there are', async () => {
  const before = await workOf(api.url, timeline(claimId(), null, 13))
  await addFills(
    api,
    Array.from({ length: 2000 }, (_, at) => ({ ago: at % 300, claim: 6 })),
    5000,
  )
  await addManyWorkers(api.db, 2000)
  await api.db.query('analyze rx_transaction')
  const after = await workOf(api.url, timeline(claimId(), null, 13))
  expect(after.rows).toBeLessThanOrEqual(before.rows * 1.5)
  expect(after.scans.some((scan) => scan.startsWith('Seq Scan rx_transaction'))).toBe(false)
})

test('the months of the opioid dose are the same on the person’s page, on the decision screen and in the record of the decision', async () => {
  // Two prescribers at once, a refill in time, a supply across a month's end, another claim of the person, one long ago.
  await addFills(
    api,
    [
      { ago: 250, drug: 'Oxycodone 10' },
      { ago: 160, drug: 'Oxycodone 10', quantity: 120, more: { rx_number: 'A' } },
      { ago: 133, drug: 'Oxycodone 10', quantity: 120, more: { rx_number: 'A' } },
      { ago: 120, drug: 'Tramadol 50', claim: 2, sub: 'AAA2', quantity: 240, days: 60 },
      { ago: 33, drug: 'Oxycodone 10', days: 10, more: { prescriber_npi: '1999999984' } },
    ],
    200,
  )
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '7019001' })
  const { dose } = (await adjuster.ask(calls.timeline, { claimId: claimId() })).body
  const { mmeTrend } = (await adjuster.ask(authorizations.one, { id })).body
  expect(mmeTrend.length).toBeGreaterThan(4)
  const between = dose.months.filter(({ month }) => month >= mmeTrend[0]!.month && month <= day(0).slice(0, 7))
  expect(mmeTrend).toEqual(between)
  // Another sub-carrier's fills are no part of what a supervisor of one sees, on either page.
  const scoped = await api.signIn('adj.sub1')
  const own = (await scoped.ask(calls.timeline, { claimId: claimId() })).body.dose.months
  const shown = (await scoped.ask(authorizations.one, { id })).body.mmeTrend
  expect(shown).toEqual(own.filter(({ month }) => month >= shown[0]!.month && month <= day(0).slice(0, 7)))
  expect(shown).not.toEqual(mmeTrend)
  const { version } = (await adjuster.ask(authorizations.one, { id })).body
  await adjuster.ask(decision.rejectThisFill, { id, version, reasonId: 1, note: 'Not for this injury' })
  expect((await adjuster.ask(provenance.of, { id })).body.records[0]!.record!.screen!.mmeTrend).toEqual(mmeTrend)
})
