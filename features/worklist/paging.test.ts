import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { sample } from '#testing/bounds.ts'
import { idOf } from '#testing/fixtures.ts'
import { completeStatuses, openStatuses } from '#features/authorizations/statuses.ts'
import { worklist } from './contract.ts'
import { orderingOf, readSearch, readSort, type Filter, type Search, type Sorting } from './rules.ts'
import { counts } from './counts-sql.ts'
import * as statements from './sql.ts'
import { addRequests, hoursFrom, openWorklist, type RequestOf } from './testing-requests.ts'

// A carrier with thousands of requests: a page must be read from an index, and paging must neither repeat nor skip.

let api: TestApi
let now: Date
let close: () => Promise<void>
let adjuster: Visitor
const OPEN = 900
const DONE = 3100

beforeAll(async () => {
  ;({ api, now, close } = await openWorklist())
  await api.db.query(`
    insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob)
      select mc, md5(mc || 'person ' || n)::uuid, 'PX' || n, 'First' || n, 'Last' || n % 700, 'last' || n % 700, 'first' || n,
          date '1950-01-01' + n -- of one birth date, each would be compared with all others
        from (values ('AAA', 2000), ('BBB', 8000)) v(mc, many), generate_series(1, many) n`)
  await api.db.query('analyze claimant') // Otherwise the foreign key check keeps scanning the whole table, which was empty when planned.
  await api.db.query(`
    insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, esi_claim_id, client_claim_id, claim_number, subscriber_number, doi,
      juris_state, compensability, status)
      select mc, md5(mc || 'claim ' || n)::uuid, sub, sub || 'GRP', md5(mc || 'person ' || n)::uuid, 'EX' || n, 'CX' || n, 'X' || n, 'SX' || n,
        '2025-01-01', 'FL', 'ACCEPTED', 'OPEN'
      from (values ('AAA', 2000), ('BBB', 8000)) v(mc, many), generate_series(1, many) n,
        lateral (select case when mc = 'BBB' then 'BBB1' when n % 4 = 0 then 'AAA2' else 'AAA1' end as sub) s`)
  await api.db.query('analyze wc_claim')
  const { rows: claims } = await api.db.query<{ id: string; sub_carrier: string }>(
    `select id, sub_carrier from wc_claim where mc = 'AAA' and claim_number like 'X%' order by id`,
  )
  const people = Array.from({ length: 300 }, (_, at) => `owner ${at}`)
  await api.db.query(
    `insert into app_user (id, username, email, first_name, last_name, terms_version, privacy_version) select id, id::text, id || '@carrier.example',
      'O', 'Wner', '3.0', '6.0' from unnest($1::uuid[]) id`,
    [people.map(idOf)],
  )
  await api.db.query(
    `insert into user_carrier (mc, user_id, roles) select mc, id, '{adjuster}' from unnest($1::uuid[]) id, unnest('{AAA,BBB}'::text[]) mc`,
    [people.map(idOf)],
  )
  const requests = Array.from({ length: OPEN + DONE }, (_, at): RequestOf => {
    const claim = claims[(at * 7) % claims.length]!
    const open = at < OPEN
    return {
      name: `bulk ${at}`,
      sub: claim.sub_carrier,
      claimId: claim.id,
      owners: [at % 30 === 0 ? 'adj.aaa' : people[at % 300]!],
      status: open ? 20 + (at % 6) : [30, 31, 40, 41, 50][at % 5]!,
      // Many share an instant, an amount and a level, so that the id must break ties.
      due: hoursFrom(now, (at % 97) - 10),
      received: hoursFrom(now, -(at % 211)),
      state: ['FL', 'CA', 'TX'][at % 3]!,
      rejects: [['75'], ['76', '88'], ['79']][at % 3]!,
      more: {
        estimated_cost: at % 11 === 0 ? null : at % 17,
        escalated: open && at % 9 === 0,
        escalation_level: open && at % 9 === 0 ? 1 + (at % 3) : 0,
        ...(open && at % 13 === 0 && at % 97 > 20 && { snoozed_until: hoursFrom(now, 5) }),
        ...(!open && { completed_at: hoursFrom(now, -(at % 301)) }),
        ...(!open && { pharmacist_answered_at: hoursFrom(now, -48 - (at % 301)) }),
      },
    }
  })
  for (let at = 0; at < requests.length; at += 1000) await addRequests(api.db, requests.slice(at, at + 1000), now)
  // Three quarters of the table belong to another carrier, as in a shared database.
  for (const part of ['1', '2', '3']) {
    await api.db.query(
      `insert into rx_authorization select copy.* from rx_authorization a, jsonb_populate_record(a,
        jsonb_build_object('mc', 'BBB', 'id', md5(a.id || $1)::uuid, 'reference_number',
        lpad((('x' || left(md5(a.id || $1), 10))::bit(40)::bigint % 1000000000000)::text, 12, '0'),
         'sub_carrier', 'BBB1', 'group_code', 'BBB1GRP', 'stratus_claim_id', $2::text)) copy where a.mc = 'AAA'`,
      [part, idOf('BBB BBB1 claim 1')],
    )
    await api.db.query(
      `insert into authorization_owner select 'BBB', md5(o.authorization_id || $1)::uuid, $2, 1, o.open, null, now() from authorization_owner o
        where o.mc = 'AAA'`,
      [part, idOf('adj.bbb')],
    )
  }
  await api.db.query(
    `insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_name, at) select mc, id, 100 + n, 'x', 'system',
      'x', now() from rx_authorization, generate_series(0, 1) n`,
  )
  await api.db.query('analyze')
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => close())

const orders = [
  'statutoryDueAt',
  'requestReceivedDate',
  'claimantLastName',
  'estimatedCost',
  'escalationLevel',
].flatMap((by) => [`${by},asc`, `${by},desc`])

async function walk(
  filter: object,
  sort: string | undefined,
  between: (page: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const found: string[] = []
  let after: string | undefined
  for (let page = 0; ; page += 1) {
    const answer = await adjuster.ask(worklist.search, { mc: 'AAA', size: 100, page, sort, after, ...filter })
    expect(answer.status).toBe(200)
    found.push(...answer.body.content.map((row) => row.authorizationId))
    if (answer.body.next === null) return found
    after = answer.body.next
    await between(page)
  }
}

test.each(sample(orders, 4, 'open'))('walking in the order %s meets every open request once', async (sort) => {
  const found = await walk({}, sort)
  expect(found).toHaveLength(OPEN)
  expect(new Set(found).size).toBe(OPEN)
})

const ordersOfCompleted = [
  'completedAt,asc',
  'completedAt,desc',
  'claimantLastName,asc',
  'requestReceivedDate,desc',
  'statutoryDueAt,asc',
]
test.each(sample(ordersOfCompleted, 2, 'completed'))(
  'paging through completed requests in the order %s returns each once',
  async (sort) => {
    const found = await walk({ authStatuses: [30, 31, 40, 41, 50] }, sort)
    expect(found).toHaveLength(DONE)
    expect(new Set(found).size).toBe(DONE)
  },
)

test('rows added or removed between two pages cause no repeat and no gap', async () => {
  const all = await walk({}, undefined)
  const gone = all.slice(10, 40)
  const found = await walk({}, undefined, async (page) => {
    if (page !== 0) return
    await api.db.query(`update rx_authorization set status_id = 50, completed_at = now() where id = any($1)`, [gone])
    await addRequests(api.db, [{ name: 'late', due: hoursFrom(now, -900) }], now)
  })
  expect(found).toEqual(all)
  await api.db.query(`update rx_authorization set status_id = 20, completed_at = null where id = any($1)`, [gone])
  await api.db.query(`delete from authorization_owner where authorization_id = $1`, [idOf('late')])
  await api.db.query(`delete from rx_authorization where id = $1`, [idOf('late')])
})

test('by time left, what is snoozed comes after all that waits', async () => {
  const asleep = (await walk({ isSnoozedOnly: true }, undefined)).toSorted()
  expect(asleep.length).toBeGreaterThan(30)
  expect((await walk({}, undefined)).slice(-asleep.length).toSorted()).toEqual(asleep)
})

test('page numbers work too, and agree with the cursors', async () => {
  const first = (await adjuster.ask(worklist.search, { mc: 'AAA', size: 50, page: 3 })).body
  const all = await walk({}, undefined)
  expect(first.content.map((row) => row.authorizationId)).toEqual(all.slice(150, 200))
  expect(first).toMatchObject({ totalElements: OPEN, totalPages: OPEN / 50, totalIsExact: true })
})

test('a cursor of another search, a changed one and nonsense are refused', async () => {
  const { next } = (await adjuster.ask(worklist.search, { mc: 'AAA', size: 10 })).body
  const wrong = async (after: string, more: object = {}) => {
    const answer = await adjuster.ask(worklist.search, { mc: 'AAA', size: 10, after, ...more })
    return [answer.status, answer.body.fields?.[0]?.message]
  }
  const said = [400, 'This place belongs to another search. Start again from the first page.']
  expect((await wrong(next!))[0]).toBe(200)
  expect(await wrong(next!, { sort: 'statutoryDueAt,desc' })).toEqual(said)
  expect(await wrong(next!, { caseOwners: ['me'] })).toEqual(said)
  for (const after of [
    '',
    'x',
    '%',
    '😀',
    btoa('[]'),
    btoa('{"a":1}'),
    btoa(JSON.stringify(['x', 1, 2])),
    `${next!}AA`,
    next!.slice(4),
  ])
    expect(await wrong(after), after).toEqual(said)
  const parts = JSON.parse(atob(next!.replaceAll('-', '+').replaceAll('_', '/'))) as unknown[]
  for (const key of [1e300, 0.5, -1e17, null, '2026-02-30', [1]])
    expect(await wrong(btoa(JSON.stringify([parts[0], key, parts[2]])))).toEqual(said)
})

test('a total counts to 2,501 at most and says when there are more', async () => {
  // So many more would take long to insert one by one; the statement is tested directly with a lower limit.
  const { search } = readSearch({ authStatuses: [30] })
  const { text, values } = statements.total(search!)
  expect(values.at(-1)).toBe(2_501)
  expect(text).toMatch(/limit \$\d+/)
})

let reader: pg.Client
beforeAll(async () => {
  reader = new pg.Client({ connectionString: api.url, options: '-c role=rxdocket_reader -c timezone=UTC' })
  await reader.connect()
  await reader.query(
    `select set_config('app.mc', 'AAA', false), set_config('app.user', $1, false), set_config('app.subs', '*', false),
      set_config('app.zone', 'America/New_York', false), set_config('app.now', '', false)`,
    [idOf('adj.aaa')],
  )
})
afterAll(() => reader.end())

/** The plan for a reader of this carrier, prepared as the portal prepares it. */
async function planOf(statement: Sql<unknown>): Promise<string> {
  const { rows } = await reader.query({ text: `explain ${statement.text}`, values: statement.values as unknown[] })
  return rows.map((row) => row['QUERY PLAN'] as string).join('\n')
}

const planned = (filter: Filter, sort?: string): { search: Search; sorting: Sorting } => {
  const { search } = readSearch(filter)
  return { search: search!, sorting: readSort(sort, orderingOf(search!)).sorting! }
}

const big = /Seq Scan on (rx_authorization|authorization_owner|wc_claim|claimant|authorization_event)/

const tabs: Record<string, [Filter, string?]> = {
  'My pending': [{ caseOwners: ['me'], authStatuses: [20, 21, 23, 24, 25] }],
  Escalated: [{ caseOwners: ['me'], isEscalatedOnly: true }],
  'Waiting on prescriber': [{ caseOwners: ['me'], authStatuses: [21] }],
  'Waiting on pharmacist': [{ caseOwners: ['me'], authStatuses: [22] }],
  'Pharmacist queue': [{ authStatuses: [22] }],
  'Pharmacist queue by its own clock': [{ authStatuses: [22], isMyQueueOnly: true }],
  'Taken by me': [{ authStatuses: [22], isMyQueueOnly: true, clinicalPart: 'TAKEN' }],
  'Waiting on a prescriber who was called': [{ authStatuses: [22], isMyQueueOnly: true, clinicalPart: 'PRESCRIBER' }],
  'Answered today': [{ authStatuses: [...openStatuses, ...completeStatuses], clinicalPart: 'ANSWERED' }],
  Snoozed: [{ caseOwners: ['me'], isSnoozedOnly: true }],
  'All pending': [{}],
  Completed: [{ caseOwners: ['me'], authStatuses: [30, 31, 32, 33, 40, 41, 50, 51, 52] }],
  'All completed': [{ authStatuses: [30, 31, 32, 33, 40, 41, 50, 51, 52] }],
  'a claim number': [{ authSearchKey: 'C', authSearchValue: 'X77' }],
  'a last name': [{ authSearchKey: 'N', authSearchValue: 'last12' }],
  'a request': [{ authSearchKey: 'Au', authSearchValue: idOf('bulk 1') }],
  'a reference number': [{ authSearchKey: 'Au', authSearchValue: '123456789012' }],
}

test.each(Object.entries(tabs))(
  'the list and the total of %s read no big table from end to end',
  async (_, [filter, sort]) => {
    const { search, sorting } = planned(filter, sort)
    for (const size of [25, 50, 100])
      expect(await planOf(statements.page({ search, sorting, size, page: 0, after: null }))).not.toMatch(big)
    expect(await planOf(statements.total(search))).not.toMatch(big)
  },
)

test.each(orders)('everything pending in the order %s is read from an index, not sorted', async (sort) => {
  const { search, sorting } = planned({}, sort)
  const plan = await planOf(statements.page({ search, sorting, size: 25, page: 0, after: null }))
  expect(plan).not.toMatch(big)
  // The page: its order is that of an index; the few rows of one name may be sorted.
  const cut = plan.slice(
    plan.indexOf('CTE cut'),
    plan.indexOf('InitPlan') === -1 ? undefined : plan.lastIndexOf('InitPlan'),
  )
  if (!sort.startsWith('claimantLastName'))
    expect(cut).toMatch(/Limit[^\n]*\n(?:\s+InitPlan \d+\n\s+->  Result[^\n]*\n)*\s+->  Index (Only )?Scan/)
})

test('the queue of pharmacists is read from the index of its own clock, also from a page further on', async () => {
  const { search, sorting } = planned({ authStatuses: [22], isMyQueueOnly: true })
  expect(sorting).toEqual({ by: 'answerDueAt', descending: false })
  for (const after of [null, { keys: [now.getTime() * 1000], id: idOf('bulk 1') }])
    expect(await planOf(statements.page({ search, sorting, size: 25, page: 0, after }))).toContain(
      'rx_authorization_answer',
    )
})

test('what pharmacists answered today is read from the index of its own order, however much they answered before', async () => {
  const { search, sorting } = planned({
    authStatuses: [...openStatuses, ...completeStatuses],
    clinicalPart: 'ANSWERED',
  })
  expect(sorting).toEqual({ by: 'answeredAt', descending: true })
  for (const after of [null, { keys: [now.getTime() * 1000], id: idOf('bulk 1') }])
    expect(await planOf(statements.page({ search, sorting, size: 25, page: 0, after }))).toContain(
      'rx_authorization_answered',
    )
  expect(await planOf(statements.total(search))).toContain('rx_authorization_answered')
})

test('counts and escalated groups scan no big table', async () => {
  expect(
    await planOf(counts({ email: undefined, username: undefined, owners: undefined, statuses: undefined })),
  ).not.toMatch(big)
  expect(await planOf(statements.escalated(undefined, undefined))).not.toMatch(big)
})
