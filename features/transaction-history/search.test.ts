import { afterAll, beforeAll, expect, test } from 'vitest'
import { trips } from '#platform/database/pools.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import { transactionHistory as calls } from './contract.ts'
import type { Txn } from './shapes.ts'
import { addFills, claimId, drugNamed, type FillOf } from '#testing/fills.ts'

let api: TestApi
let adjuster: Visitor

const kinds = ['P', 'P', 'P', 'R', 'P', 'X', 'B', 'P', 'P', 'R'] as const
const history = (count: number): FillOf[] =>
  Array.from({ length: count }, (_, at) => ({
    ago: 5 + at * 2,
    status: kinds[at % kinds.length]!,
    drug: at % 4 === 0 ? 'Pregabalin 75 mg' : 'Naproxen',
  }))

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await addFills(api, history(600))
  await addFills(
    api,
    [
      { ago: 1, sub: 'AAA2' },
      { ago: 1, sub: 'BBB1', mc: 'BBB' },
      { ago: 2, claim: 2 },
    ],
    900,
  )
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const ask = async (more: object = {}, who = adjuster) => who.ask(calls.search, { claimId: claimId(), ...more })

/** All rows of a search, read call by call as a screen does. */
async function readAll(more: object = {}): Promise<{ rows: Txn[]; calls: number }> {
  const rows: Txn[] = []
  let [count, key]: [number, string | null] = [0, null]
  do {
    const { body }: { body: Awaited<ReturnType<typeof ask>>['body'] } = await ask({
      ...more,
      ...(key !== null && { nextDataKey: key, moreData: true }),
    })
    rows.push(...body.transactions)
    count += 1
    key = body.nextDataKey
    expect(body.moreData).toBe(key !== null)
  } while (key !== null)
  return { rows, calls: count }
}

test('an adjuster reads 600 transactions, 50 a call, each once and newest first', async () => {
  const { rows, calls: made } = await readAll()
  expect([rows.length, new Set(rows.map((row) => row.tcn)).size, made]).toEqual([600, 600, 12])
  const days = rows.map((row) => row.fillDate)
  expect(days).toEqual(days.toSorted().reverse())
  const { body } = await ask()
  expect(body).toMatchObject({ count: 600, totals: { paid: 360, rejected: 120, reversed: 60, billed: 60 } })
  const paid = rows.filter((row) => row.status === 'P' || row.status === 'B')
  expect(body.totals.amount).toBeCloseTo(paid.reduce((sum, row) => sum + row.paidAmount!, 0))
})

test('a fill that comes between two calls is neither shown twice nor moves another out of the list', async () => {
  const first = (await ask({ claimId: claimId(1) })).body
  await addFills(api, [{ ago: 0 }], 950)
  const second = (await ask({ nextDataKey: first.nextDataKey!, moreData: true })).body
  const tcns = [...first.transactions, ...second.transactions].map((row) => row.tcn)
  expect([tcns.length, new Set(tcns).size]).toEqual([100, 100])
  await api.db.query('delete from rx_transaction where fill_date = $1', [day(0)])
})

test.each<[string, object, number, (row: Txn) => boolean]>([
  ['paid', { claimTypes: { paid: true } }, 360, (row) => row.status === 'P'],
  ['rejected', { claimTypes: { rejected: true } }, 120, (row) => row.status === 'R'],
  ['reversal', { claimTypes: { reversal: true } }, 60, (row) => row.status === 'X'],
  ['billed', { claimTypes: { billed: true } }, 60, (row) => row.status === 'B'],
  ['paid or billed', { claimTypes: { paid: true, billed: true } }, 420, (row) => 'PB'.includes(row.status)],
  ['boxes all off', { claimTypes: { paid: false } }, 600, () => true],
  [
    'two ways to say it',
    { claimTypes: { paid: true, billed: true }, statusFilter: ['B'] },
    60,
    (row) => row.status === 'B',
  ],
  ['one medication by its code', { medicationFilter: drugNamed('Pregabalin 75 mg').gpi.slice(0, 10) }, 150, () => true],
  ['one medication by its name', { medicationFilter: 'pregab' }, 150, (row) => row.drugName.startsWith('Pregabalin')],
  ['a drug code', { gpi: drugNamed('Pregabalin 75 mg').gpi }, 150, () => true],
  ['30 days', { searchNumberOfDays: 30 }, 13, (row) => row.fillDate > day(-30)],
  ['all days', { searchNumberOfDays: 'all' }, 600, () => true],
  ['one day', { fillDate: day(-5) }, 1, (row) => row.fillDate === day(-5)],
  ['words of a pharmacy', { searchFilter: 'corner lantern' }, 300, (row) => row.nabp === '1043409'],
  ['words of a prescriber', { searchFilter: 'brightw' }, 200, (row) => row.prescriberName === 'Lucinda Brightwater'],
  ['a transaction number', { searchFilter: `55${'7'.padStart(16, '0')}` }, 1, () => true],
  ['signs that mean something to a database', { searchFilter: '%_' }, 0, () => true],
])('the filter %s finds these and counts them', async (_, filter, count, right) => {
  const { rows } = await readAll(filter)
  expect([rows.length, (await ask(filter)).body.count]).toEqual([count, count])
  expect(rows.every(right)).toBe(true)
  const page = (await adjuster.ask(calls.page, { claimId: claimId(), ...filter, size: 100 })).body
  expect([page.totalElements, page.content.map((row) => row.tcn)]).toEqual([
    count,
    rows.slice(0, 100).map((row) => row.tcn),
  ])
})

test('a claim is found by each of its numbers, in any case and with spaces around', async () => {
  for (const of of [{ claimNumber: ' wc-0001 ' }, { subscriberId: 'subaaa11' }, { esiClaimId: 'EAAA11' }])
    expect((await ask({ claimId: undefined, ...of })).body.count).toBe(600)
  expect((await ask({ claimNumber: 'WC-0002' })).status).toBe(404)
  expect((await ask({ claimId: undefined })).body.fields).toMatchObject([{ path: 'claimNumber' }])
  expect((await ask({ subCarrier: 'AAA2' })).status).toBe(404)
  expect((await ask({ subCarrier: 'AAA2', historySearchWithNoSubcar: true })).body.count).toBe(600)
})

test('a cursor opens only the search it came from, for the user it was given to', async () => {
  const key = (await ask()).body.nextDataKey!
  for (const [more, who] of [
    [{ claimTypes: { paid: true } }, adjuster],
    [{ claimId: claimId(2) }, adjuster],
    [{}, await api.signIn('adj.aaa2')],
  ] as const)
    expect((await ask({ nextDataKey: key, moreData: true, ...more }, who)).body.fields).toMatchObject([
      { path: 'nextDataKey' },
    ])
  expect((await ask({ nextDataKey: 'x', moreData: true })).status).toBe(400)
  expect((await ask({ nextDataKey: key, moreData: false })).body.nextDataKey).toBe(key)
})

test('the history of another carrier or sub-carrier is not found, and a list of one claim has no other', async () => {
  const scoped = await api.signIn('adj.sub1')
  for (const id of [claimId(1, 'AAA2'), claimId(1, 'BBB1', 'BBB')])
    for (const call of [calls.search, calls.page, calls.medications])
      expect((await scoped.ask(call, { claimId: id })).status).toBe(404)
  expect((await scoped.ask(calls.summary, { id: claimId(1, 'AAA2') })).status).toBe(404)
  expect((await scoped.ask(calls.billReview, { id: claimId(1, 'AAA2') })).status).toBe(404)
  const tcn = `55${'900'.padStart(16, '0')}`
  expect((await scoped.ask(calls.byTcn, { tcn })).status).toBe(404)
  expect((await scoped.ask(calls.detail, { id: claimId(1, 'AAA2'), referenceNumber: '000000000900' })).status).toBe(404)
  expect((await scoped.ask(calls.ingredients, { referenceNumber: '000000000900' })).status).toBe(404)
  // The number of one claim with the id of another.
  expect((await adjuster.ask(calls.detail, { id: claimId(), referenceNumber: '000000000902' })).status).toBe(404)
  expect((await adjuster.ask(calls.byTcn, { tcn: '5500 0000 0000 000902' })).body.patient).toMatchObject({
    claimId: claimId(2),
    claimantLastName: 'Ortega2',
  })
  // The number of one claim: its patient and the latest transactions; of a claim out of scope nothing.
  const { rows } = await api.db.query<{ id: string; n: string }>(
    `select id, claim_number as n from wc_claim where id = any($1) order by id = $2 desc`,
    [[claimId(2), claimId(1, 'AAA2')], claimId(2)],
  )
  const ofNumber = async (who: Visitor, c: string) =>
    (await who.ask(calls.byClaimNumber, { a: 'AAA', b: 'ALL', c: ` ${c.toLowerCase()} ` })).body
  const found = await ofNumber(adjuster, rows[0]!.n)
  expect(found.patients.map((one) => one.claimId)).toContain(claimId(2))
  if (found.patients.length === 1) expect(found.transactions!.map((one) => one.stratusClaimId)).toEqual([claimId(2)])
  else expect(found.transactions).toBe(null)
  expect((await ofNumber(scoped, rows[1]!.n)).patients.map((one) => one.claimId)).not.toContain(claimId(1, 'AAA2'))
})

test('the medications of a claim are its drugs with their totals, active ones marked', async () => {
  const { body } = await adjuster.ask(calls.medications, { claimId: claimId(), days: 'all' })
  expect(body.map((one) => [one.drugName, one.fills, one.active])).toEqual([
    [drugNamed('Pregabalin 75 mg').name, 150, true],
    [drugNamed('Naproxen').name, 270, true],
  ])
  const past = (await adjuster.ask(calls.medications, { claimId: claimId(3) })).body
  expect(past).toEqual([])
  expect((await adjuster.ask(calls.days, {})).body).toMatchObject({ days: [30, 60, 90, 180, 365], default: 365 })
})

test('each search takes one database trip and leaves one audit line with the claim', async () => {
  await ask()
  await api.db.query('delete from access_audit')
  const before = trips.count
  await ask()
  expect(trips.count - before).toBe(1)
  expect((await api.db.query('select claim_ids from access_audit')).rows).toEqual([{ claim_ids: [claimId()] }])
})
