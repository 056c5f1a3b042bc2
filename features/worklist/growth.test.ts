import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { workOf } from '#testing/plans.ts'
import { pastDecisions } from '#features/authorizations/same-drug-sql.ts'
import { completeStatuses } from '#features/authorizations/statuses.ts'
import { readSearch, readSort, type Filter, type Search, type Sorting } from './rules.ts'
import { counts } from './counts-sql.ts'
import { filePart } from './file-sql.ts'
import * as statements from './sql.ts'
import { addRequests, hoursFrom, openWorklist } from './testing-requests.ts'

// A list costs what it shows, not what the carrier has decided in all its years: counted in rows, which no busy machine changes.

const CLAIMS = 1500
const OPEN = 300
const DONE = 3000
const OWNERS = 30
/** Of each 40 completed requests of the history, one was completed in the last day. */
const TODAY = DONE / 40

let api: TestApi
let now: Date
let close: () => Promise<void>

beforeAll(async () => {
  ;({ api, now, close } = await openWorklist())
  // Two carriers of equal size, and nothing that would gather statistics (the database of the tests has no autovacuum).
  await api.db.query(`set session_replication_role = replica`)
  await api.db.query(
    `insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob)
      select mc, md5(mc || 'person ' || n)::uuid, 'PX' || n, 'First' || n, 'Last' || n % 700, 'last' || n % 700, 'first' || n, '1980-01-01'
        from unnest('{AAA,BBB}'::text[]) mc, generate_series(1, $1::int) n`,
    [CLAIMS],
  )
  await api.db.query(
    `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, esi_claim_id, client_claim_id, claim_number, subscriber_number, doi,
      juris_state, compensability, status)
      select mc, md5(mc || 'claim ' || n)::uuid, mc || '1', mc || '1GRP', md5(mc || 'person ' || n)::uuid, 'EX' || n, 'CX' || n, 'X' || n, 'SX' || n,
        '2025-01-01', 'FL', 'ACCEPTED', 'OPEN' from unnest('{AAA,BBB}'::text[]) mc, generate_series(1, $1::int) n`,
    [CLAIMS],
  )
  await addRequests(api.db, [{ name: 'open' }, { name: 'done', status: 30 }], now)
  for (const [name, many] of [
    ['open', OPEN],
    ['done', DONE],
  ] as const)
    await api.db.query(
      `insert into rx_authorization select copy.* from rx_authorization a, unnest('{AAA,BBB}'::text[]) v, generate_series(1, $2::int) n,
        jsonb_populate_record(a, jsonb_build_object('mc', v, 'id', md5(v || $1::text || n)::uuid, 'reference_number',
          lpad((n + case $1 when 'open' then 1000 else 100000 end)::text, 12, '0'), 'sub_carrier', v || '1', 'group_code', v || '1GRP',
          'stratus_claim_id', md5(v || 'claim ' || n % $4 + 1)::uuid, 'request_received_at', a.request_received_at - n * interval '1 minute',
          'statutory_due_at', a.statutory_due_at + n * interval '1 minute', 'completed_at', a.completed_at - n % 40 * interval '1 day')) copy
        where a.id = $3`,
      [name, many, idOf(name), CLAIMS],
    )
  await api.db.query(`delete from authorization_owner`)
  await api.db.query(`delete from rx_authorization where id = any($1)`, [[idOf('open'), idOf('done')]])
  await api.db.query(
    `insert into app_user (id, username, email, first_name, last_name, terms_version, privacy_version)
      select md5('owner ' || n)::uuid, 'owner' || n, 'owner' || n || '@carrier.example', 'O', 'Wner', '3.0', '6.0' from generate_series(1, $1::int) n`,
    [OWNERS],
  )
  await api.db.query(
    `insert into user_carrier (mc, user_id, roles) select mc, md5('owner ' || n)::uuid, '{adjuster}' from unnest('{AAA,BBB}'::text[]) mc,
      generate_series(1, $1::int) n`,
    [OWNERS],
  )
  await api.db.query(
    `insert into authorization_owner (mc, authorization_id, user_id, position, open, sub_carrier, completed_at) select a.mc, a.id,
      case when a.n % $1 = 0 then $2::uuid else md5('owner ' || a.n % $1)::uuid end, 1, a.status_id < 30, a.sub_carrier, a.completed_at
      from (select *, row_number() over (partition by mc, status_id order by id) as n from rx_authorization) a`,
    [OWNERS, idOf('adj.aaa')],
  )
  // Each completed request was decided twice: once it was undone.
  await api.db.query(
    `insert into authorization_decision (mc, authorization_id, id, decision, decided_by_name, at, shown, undone_at)
      select a.mc, a.id, md5(a.mc || a.id || n)::uuid, 'APPROVE', 'Adj aaa', a.completed_at - n * interval '1 minute', '{}',
        case when n = 1 then a.completed_at end from rx_authorization a, generate_series(0, 1) n where a.status_id >= 30`,
  )
  await api.db.query(`set session_replication_role = origin`)
})
afterAll(() => close())

const planned = (filter: Filter, sort?: string): { search: Search; sorting: Sorting } => {
  const { search } = readSearch(filter)
  return { search: search!, sorting: readSort(sort, search!.stage).sorting! }
}
const done = { authStatuses: completeStatuses }
const mine = { caseOwners: ['me'] }
/** A day in New York on which no open request came, at whatever hour the test runs: those came in the last 29 hours. */
const fullDay = (): string => dayAt(new Date(hoursFrom(now, -54)))

/** A row of a list and what it shows is read from a dozen tables. */
const PAGE = 26 * 16
/**
 * Without statistics the planner may sort where it could follow an index: each request is then read a few times, and never
 * once for each other one.
 */
const SORTED = 4 * (OPEN + DONE)

describe.each([
  ['without statistics, as after a load', false],
  ['with statistics', true],
])('%s', (_, gathered) => {
  const atMost = (rows: number): number => (gathered ? rows : Math.max(rows, SORTED))

  beforeAll(async () => {
    if (gathered) await api.db.query('vacuum analyze')
  })

  test.each<[string, Filter, string | undefined, number]>([
    ['all pending', {}, undefined, PAGE],
    ['all pending by name', {}, 'claimantLastName,asc', PAGE + OPEN * 8],
    ['my pending', mine, undefined, PAGE + OPEN * 4],
    ['my pending by name', mine, 'claimantLastName,desc', PAGE + OPEN * 8],
    ['all completed', done, undefined, PAGE],
    ['all completed by name', done, 'claimantLastName,asc', PAGE * 2],
    ['all completed by receipt', done, 'requestReceivedDate,desc', PAGE],
    ['all completed, some statuses', { authStatuses: [30, 31] }, undefined, PAGE],
    ['open and completed', { authStatuses: [20, 30] }, undefined, PAGE * 2],
    ['completed of the last days', { ...done, pendingAuthFilterParams: { startDate: '2020-01-01' } }, undefined, PAGE],
    ['my completed', { ...done, ...mine }, undefined, PAGE],
    ['my completed, oldest first', { ...done, ...mine }, 'completedAt,asc', PAGE],
    ['completed by two people', { ...done, caseOwners: ['me', idOf('super.aaa')] }, undefined, PAGE * 2],
    ['a last name', { authSearchKey: 'N', authSearchValue: 'last12' }, undefined, PAGE],
    ['a last name, by name', { authSearchKey: 'N', authSearchValue: 'last12' }, 'claimantLastName,asc', PAGE],
    ['a claim number', { authSearchKey: 'C', authSearchValue: 'X77' }, undefined, PAGE],
  ])('the first page of %s touches few rows', async (_name, filter, sort, most) => {
    const slice = { ...planned(filter, sort), size: 25, page: 0, after: null }
    expect((await workOf(api.url, statements.page(slice))).rows).toBeLessThanOrEqual(atMost(most))
  })

  test('the hundredth page of all completed reads an index up to it, and 25 requests', async () => {
    const slice = { ...planned(done), size: 25, page: 100, after: null }
    expect((await workOf(api.url, statements.page(slice))).rows).toBeLessThanOrEqual(atMost(25 * 100 + PAGE))
  })

  test('the page after a cursor touches as few rows as the first', async () => {
    const after = { keys: [(now.getTime() - 30 * 86_400_000) * 1000], id: idOf('any') }
    const slice = { ...planned(done), size: 25, page: 0, after }
    expect((await workOf(api.url, statements.page(slice))).rows).toBeLessThanOrEqual(atMost(PAGE))
  })

  test.each<[string, Filter, number]>([
    ['all completed', done, DONE],
    ['open and completed', { authStatuses: [20, 30] }, DONE + OPEN],
    ['all pending', {}, OPEN],
    [
      'requests received on one day',
      { ...done, pendingAuthFilterParams: { startDate: 'day', endDate: 'day' } },
      DONE / 2,
    ],
  ])('the total of %s touches each request once', async (_name, filter, most) => {
    const params = filter.pendingAuthFilterParams && { startDate: fullDay(), endDate: fullDay() }
    const { search } = planned({ ...filter, ...(params && { pendingAuthFilterParams: params }) })
    expect((await workOf(api.url, statements.total(search))).rows).toBeLessThanOrEqual(most)
  })

  test('a part of a file reads requests and their owners in one pass', async () => {
    const { rows, scans } = await workOf(api.url, filePart({ ...planned(done), size: 500, page: 0, after: null }))
    expect(scans.filter((scan) => / (rx_authorization|authorization_owner)$/.test(scan))).toHaveLength(2)
    // Owners and claims may be read whole, those of the other carrier with them.
    expect(rows).toBeLessThanOrEqual(SORTED * 2 + CLAIMS * 4)
  })

  test('the counts of a dashboard touch open requests and what the user completed today', async () => {
    const asked = { email: undefined, username: undefined, owners: undefined, statuses: undefined }
    // Open requests are read for both carriers at most.
    expect((await workOf(api.url, counts(asked))).rows).toBeLessThanOrEqual(OPEN * 4 + TODAY)
  })

  test('past decisions of a drug touch the requests of the claim and their decisions', async () => {
    const { rows } = await api.db.query(
      `select a.id, (select count(*)::int from rx_authorization b where b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id) as of_claim
         from rx_authorization a where a.mc = 'AAA' and a.status_id >= 30 order by a.id limit 1`,
    )
    const { rows: touched } = await workOf(api.url, pastDecisions(rows[0].id))
    expect(touched).toBeLessThanOrEqual(10 + rows[0].of_claim * 4)
  })
})

// Runs last: the tables were vacuumed, as autovacuum does within a minute.
test.each<[string, Filter]>([
  ['all completed', done],
  ['completed in some ways', { authStatuses: [30, 31] }],
  ['open and completed', { authStatuses: [20, 30] }],
  ['all pending', {}],
])('the total of %s is counted on an index alone', async (_name, filter) => {
  const { scans } = await workOf(api.url, statements.total(planned(filter).search))
  expect(scans).toEqual(['Index Only Scan rx_authorization'])
})

test('the total of my completed is counted on the index of owners alone, over my own', async () => {
  const { rows, scans } = await workOf(api.url, statements.total(planned({ ...done, ...mine }).search))
  expect(scans).toEqual(['Index Only Scan authorization_owner'])
  expect(rows).toBe(DONE / OWNERS)
})
