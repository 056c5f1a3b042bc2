import { afterAll, beforeAll, expect, test } from 'vitest'
import { trips } from '#platform/database/pools.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { worklist } from './contract.ts'
import { addClaimant, addRequests, hoursFrom, openWorklist, type RequestOf } from './testing-requests.ts'

let api: TestApi
let now: Date
let close: () => Promise<void>
let adjuster: Visitor
let supervisor: Visitor

const { search } = worklist
const everyone = { mc: 'AAA', size: 100 }
type SearchInput = Partial<Parameters<Visitor['ask']>[1]> & Record<string, unknown>
const find = async (who: Visitor, more: SearchInput = {}) =>
  (await who.ask(search, { ...everyone, ...more } as never)).body
const ids = async (who: Visitor, more: SearchInput = {}) =>
  (await find(who, more)).content.map((row) => row.authorizationId)
const named = (...names: string[]) => names.map((name) => idOf(name))
/** Codes of the field problems of a refused search. */
const problem = async (more: SearchInput) => {
  const answer = await supervisor.ask(search, { ...everyone, ...more } as never)
  return [answer.status, answer.body.fields?.map(({ path, message }) => `${path}: ${message}`).join('; ')]
}

const claimants: [first: string, last: string, normalizeForSearch: [string, string], claimNumber: string][] = [
  ['John', 'Smith', ['smith', 'john'], 'KM24-0019377'],
  ['Zoë', 'Smíth-Jones', ['smithjones', 'zoe'], '000123'],
  ['Sean', 'O’Brien', ['obrien', 'sean'], 'NY 55'],
  ['Ana', 'de la Cruz', ['delacruz', 'ana'], 'ABC-12-9'],
  ["Robert'); DROP TABLE", '100%_real\\', ['100real', 'robertdroptable'], "A'B%C_D"],
]

beforeAll(async () => {
  ;({ api, now, close } = await openWorklist())
  const own: RequestOf[] = [
    {
      name: 'soon',
      owners: ['adj.aaa'],
      due: hoursFrom(now, 1),
      rejects: ['75', '76', '922'],
      more: { delivery_type_id: 2, estimated_cost: 900 },
    },
    {
      name: 'over',
      owners: ['adj.aaa'],
      due: hoursFrom(now, -2),
      received: hoursFrom(now, -72),
      state: 'CA',
      more: { escalated: true, escalation_level: 2, estimated_cost: null },
    },
    {
      name: 'snoozed',
      owners: ['adj.aaa', 'adj.aaa2'],
      due: hoursFrom(now, 100),
      more: { snoozed_until: hoursFrom(now, 10), escalated: true, escalation_level: 1 },
    },
    {
      name: 'letter',
      owners: ['adj.aaa'],
      status: 21,
      due: hoursFrom(now, 200),
      received: hoursFrom(now, -200),
      more: { prescriber_npi: '1999999984', reconsideration_level: 1 },
    },
    { name: 'done', owners: ['adj.aaa'], status: 30, received: hoursFrom(now, -48) },
    {
      name: 'denied',
      owners: ['adj.aaa2'],
      status: 40,
      received: hoursFrom(now, -49),
      more: { completed_at: hoursFrom(now, -30) },
    },
    { name: 'other', owners: ['adj.aaa2'], due: hoursFrom(now, 3) },
    { name: 'far', sub: 'AAA2', owners: ['adj.aaa2'], due: hoursFrom(now, 4), state: 'CA' },
  ]
  await addRequests(api.db, own, now)
  await addRequests(api.db, [{ name: 'foreign', mc: 'BBB', owners: ['adj.bbb'], due: hoursFrom(now, -5) }], now)
  for (const [first, last, normalizeForSearch, claimNumber] of claimants) {
    const claimId = await addClaimant(api.db, { first, last, normalizeForSearch, claimNumber })
    await addRequests(api.db, [{ name: claimNumber, claimId, owners: ['super.aaa'], due: hoursFrom(now, 500) }], now)
  }
  adjuster = await api.signIn('adj.aaa')
  supervisor = await api.signIn('super.aaa')
})
afterAll(() => close())

test('the default list is every pending request in scope, least time left first, and what is snoozed at the end', async () => {
  const page = await find(supervisor)
  expect(page.sort).toBe('statutoryDueAt,asc')
  const listed = page.content.map((row) => row.authorizationId)
  expect([...listed.slice(0, 5), listed.at(-1)]).toEqual(named('over', 'soon', 'other', 'far', 'letter', 'snoozed'))
  expect(page.totalElements).toBe(6 + claimants.length)
  expect(page.totalIsExact).toBe(true)
  expect(page.next).toBeNull()
})

test('a row has claimant, drug, reason and time left, and whether the reader may clear each code', async () => {
  const [row] = (await find(adjuster, { authSearchKey: 'Au', authSearchValue: idOf('soon') })).content
  expect(row).toMatchObject({
    authorizationStatus: 'Pending',
    claimNumber: 'WC-0001',
    claimantLastName: 'Ortega1',
    dateOfBirth: '1979-03-14',
    hoursToDue: 1,
    ageHours: 24,
    deliveryType: { deliveryTypeId: 2, name: 'Mail order' },
    pharmacyName: 'Meridian Pharmacy #112',
    physicianLastName: 'Hawthorne',
    rejectCode1Id: '75',
    rejectCode3Id: '922',
    rejectCode4Id: null,
    caseOwnerId: idOf('adj.aaa'),
    estimatedCost: 900,
    lomnStatus: null,
    version: 1,
  })
  expect(row!.rejects.map((reject) => reject.canCallerOverride)).toEqual([true, true, true])
  const readOnly = await api.signIn('read.only')
  const [same] = (await find(readOnly, { authSearchKey: 'Au', authSearchValue: idOf('soon') })).content
  expect(same!.rejects.map((reject) => reject.canCallerOverride)).toEqual([false, false, false])
})

test('requests of another carrier and another sub-carrier are not found', async () => {
  expect(await ids(supervisor)).not.toContain(idOf('foreign'))
  expect(await ids(supervisor, { authSearchKey: 'Au', authSearchValue: idOf('foreign') })).toEqual([])
  expect(await ids(supervisor, { caseOwners: [idOf('adj.bbb')] })).toEqual([])
  const scoped = await api.signIn('adj.sub1')
  expect(await ids(scoped)).not.toContain(idOf('far'))
  expect(await ids(scoped, { subCarrier: 'AAA2' })).toEqual([])
  expect((await find(scoped)).totalElements).toBe(5 + claimants.length)
  const bbb = await api.signIn('adj.bbb')
  expect((await bbb.ask(search, { mc: 'AAA' }, { carrier: 'BBB' })).status).toBe(404)
  expect((await bbb.ask(search, { mc: 'BBB', masterCarrier: 'AAA' })).status).toBe(404)
})

test('"mine" is every request the user owns at any position, and those of absent users who named them as delegate', async () => {
  expect(await ids(adjuster, { caseOwners: ['me'] })).toEqual(named('over', 'soon', 'letter', 'snoozed'))
  const delegate = await api.signIn('clin.aaa')
  expect(await ids(delegate, { caseOwners: ['me'] })).toEqual([])
  await api.db.query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at, delegates) values ('AAA', $1, $2, $3, $4, $5)`,
    [idOf('leave'), idOf('adj.aaa2'), hoursFrom(now, -1), hoursFrom(now, 20), [idOf('clin.aaa')]],
  )
  expect(await ids(delegate, { caseOwners: ['me'] })).toEqual(named('other', 'far', 'snoozed'))
  await api.db.query(`delete from out_of_office`)
  expect(await ids(adjuster, { caseOwners: [idOf('adj.aaa2')] })).toEqual(named('other', 'far', 'snoozed'))
  expect(await ids(adjuster, { caseOwners: ['me'], authStatuses: [30, 40] })).toEqual(named('done'))
})

test('escalated omits snoozed requests; both filters together contradict each other and find nothing', async () => {
  expect(await ids(adjuster, { isEscalatedOnly: true })).toEqual(named('over'))
  expect(await ids(adjuster, { isSnoozedOnly: true })).toEqual(named('snoozed'))
  expect(await ids(adjuster, { isSnoozedOnly: true, isEscalatedOnly: true })).toEqual([])
})

test('an adjuster who filters by state, delivery or code sees only those requests', async () => {
  const by = (pendingAuthFilterParams: object, more: SearchInput = {}) =>
    ids(adjuster, { caseOwners: ['me'], pendingAuthFilterParams, ...more })
  expect(await by({ jurisState: ['CA', 'CA', 'NV'] })).toEqual(named('over'))
  expect(await by({ deliveryType: [2] })).toEqual(named('soon'))
  expect(await by({ rejectCode: ['922', '88'] })).toEqual(named('soon'))
  for (const prescriber of ['1999999984', idOf('prescriber 2'), 'bright', 'BRIGHTW', 'Brightwater'])
    expect(await by({ prescriber })).toEqual(named('letter'))
  expect(await by({}, { reconsiderationLevels: [1, 1] })).toEqual(named('letter'))
  expect(await by({}, { authStatuses: [21, 21] })).toEqual(named('letter'))
  expect(await by({ jurisState: ['CA'], deliveryType: [2] })).toEqual([])
})

test.each([
  ['KM24-0019377', 'KM24-0019377'],
  [' km24-0019377 ', 'KM24-0019377'],
  ['km240019377', 'KM24-0019377'],
  ['KM24\u20110019377', 'KM24-0019377'],
  ['KM24-\u200b0019377', 'KM24-0019377'],
  ['123', '000123'],
  ['abc129', 'ABC-12-9'],
  ["a'b%c_d", "A'B%C_D"],
])('the claim number %j finds %s', async (typed, claimNumber) => {
  expect(await ids(supervisor, { authSearchKey: 'C', authSearchValue: typed })).toEqual(named(claimNumber))
})

test.each([
  ['smi', ['KM24-0019377', '000123']],
  ['SMITH', ['KM24-0019377', '000123']],
  ['Smíth', ['KM24-0019377', '000123']],
  ['smith, john', ['KM24-0019377']],
  ['smith,j', ['KM24-0019377']],
  ['john smith', ['KM24-0019377']],
  ['Smith John', ['KM24-0019377']],
  ['smith jones', ['000123']],
  ['smith-jones', ['000123']],
  ["O'Brien", ['NY 55']],
  ['O’BRIEN', ['NY 55']],
  ['obrien', ['NY 55']],
  ['de la cruz', ['ABC-12-9']],
  ['DeLaCruz', ['ABC-12-9']],
  ['100%_r', ["A'B%C_D"]],
  ['10', ["A'B%C_D"]],
])('the name %j finds %j', async (typed, claims) => {
  expect(await ids(supervisor, { authSearchKey: 'N', authSearchValue: typed })).toEqual(
    expect.arrayContaining(named(...claims)),
  )
  expect(await ids(supervisor, { authSearchKey: 'N', authSearchValue: typed })).toHaveLength(claims.length)
})

test.each([
  '%',
  '_',
  '\\',
  '%%%%%%',
  '[a-z]',
  '*',
  '?',
  "'",
  '"',
  ';--',
  ')',
  '$1',
  ':name',
  '&#39;',
  "' or 1=1 --",
  '𝕏𝕏',
  '😀😀',
  '\u202egnp',
  'x\u0301'.repeat(40),
])('%j is literal in every search', async (text) => {
  for (const authSearchKey of ['C', 'N', 'A'] as const) {
    const answer = await supervisor.ask(search, { ...everyone, authSearchKey, authSearchValue: text })
    if (answer.status === 200) expect(answer.body.content).toEqual([])
    else expect([answer.status, answer.body.fields[0]!.message]).toEqual([400, 'Enter at least 2 characters'])
  }
  expect(
    (await supervisor.ask(search, { ...everyone, pendingAuthFilterParams: { prescriber: `${text}zz` } })).body.content,
  ).toEqual([])
  expect((await supervisor.ask(search, { ...everyone, authSearchKey: 'Au', authSearchValue: text })).status).toBe(400)
})

test('a request is found by its id and by its reference number', async () => {
  const { rows } = await api.db.query(`select reference_number from rx_authorization where id = $1`, [idOf('soon')])
  const reference = String(rows[0].reference_number)
  expect(await ids(adjuster, { authSearchKey: 'Au', authSearchValue: idOf('soon').toUpperCase() })).toEqual(
    named('soon'),
  )
  expect(
    await ids(adjuster, { authSearchKey: 'Au', authSearchValue: ` ${reference.slice(0, 4)} ${reference.slice(4)}` }),
  ).toEqual(named('soon'))
  expect(await problem({ authSearchKey: 'Au', authSearchValue: '1234' })).toEqual([
    400,
    'authSearchValue: Enter the 12 digits of the reference number, or the id of the request.',
  ])
})

test('a case owner is found by e-mails, by ids and by a prefix of the name', async () => {
  const { rows } = await api.db.query(`select username, email from app_user where username in ('adj.aaa', 'adj.aaa2')`)
  const email = Object.fromEntries(rows.map((row) => [row.username, row.email]))
  const by = (authSearchValue: string) => ids(supervisor, { authSearchKey: 'A', authSearchValue })
  expect(await by(email['adj.aaa2'].toUpperCase())).toEqual(named('other', 'far', 'snoozed'))
  expect(await by(`${email['adj.aaa2']}, ${email['adj.aaa']}`)).toEqual(
    named('over', 'soon', 'other', 'far', 'letter', 'snoozed'),
  )
  expect(await by(idOf('adj.aaa2'))).toEqual(named('other', 'far', 'snoozed'))
  expect(await by('aaa2')).toEqual(named('other', 'far', 'snoozed'))
  expect(await by('adj aaa2')).toEqual(named('other', 'far', 'snoozed'))
  expect(await by('AAA, ADJ')).toEqual(named('over', 'soon', 'other', 'far', 'letter', 'snoozed'))
  expect(await by('bbb')).toEqual([])
})

test('days are whole days of the reader’s zone, both ends included', async () => {
  // 04:30 UTC is still the evening before in New York, and 23 h long days exist.
  await addRequests(
    api.db,
    [
      { name: 'eve', owners: ['pharm.aaa'], received: '2026-03-08T04:30:00.000Z', due: '2026-03-20T00:00:00.000Z' },
      {
        name: 'short day',
        owners: ['pharm.aaa'],
        received: '2026-03-09T03:59:59.999Z',
        due: '2026-03-21T00:00:00.000Z',
      },
      {
        name: 'next day',
        owners: ['pharm.aaa'],
        received: '2026-03-09T04:00:00.000Z',
        due: '2026-03-22T00:00:00.000Z',
      },
    ],
    now,
  )
  const pharmacist = await api.signIn('pharm.aaa')
  const between = (startDate?: string, endDate?: string) =>
    ids(pharmacist, { caseOwners: ['me'], authSearchKey: 'D', pendingAuthFilterParams: { startDate, endDate } })
  expect(await between('20260307', '20260307')).toEqual(named('eve'))
  expect(await between('03/08/2026', '2026-03-08')).toEqual(named('short day'))
  expect(await between('20260309')).toEqual(named('next day'))
  expect(await between(undefined, '20260308')).toEqual(named('eve', 'short day'))
  await api.db.query(`update app_user set time_zone = 'Asia/Tokyo' where username = 'pharm.aaa'`)
  expect(await between('20260309', '20260309')).toEqual(named('short day', 'next day'))
  await api.db.query(`delete from authorization_owner where user_id = $1`, [idOf('pharm.aaa')])
  await api.db.query(`delete from rx_authorization where id = any($1)`, [named('eve', 'short day', 'next day')])
})

test.each<[SearchInput, string]>([
  [{ authSearchKey: 'N', authSearchValue: '' }, 'authSearchValue: Enter at least 2 characters'],
  [{ authSearchKey: 'N' }, 'authSearchValue: Enter at least 2 characters'],
  [{ authSearchKey: 'N', authSearchValue: '   ' }, 'authSearchValue: Enter at least 2 characters'],
  [{ authSearchKey: 'N', authSearchValue: 'o' }, 'authSearchValue: Enter at least 2 characters'],
  [{ authSearchKey: 'C', authSearchValue: '7' }, 'authSearchValue: Enter at least 2 characters'],
  [{ authSearchKey: 'A', authSearchValue: '' }, 'authSearchValue: Enter at least 2 characters'],
  [{ authSearchValue: 'smith' }, 'authSearchKey: Enter what the search text is.'],
  [{ authSearchKey: 'X', authSearchValue: 'smith' }, 'authSearchKey: Enter one of A, C, N, Au, D.'],
  [{ authSearchKey: 'N', authSearchValue: 'x'.repeat(101) }, 'authSearchValue: Enter at most 100 characters.'],
  [{ authSearchKey: 'D' }, 'pendingAuthFilterParams.startDate: Choose a start date or an end date.'],
  [
    { authSearchKey: 'D', pendingAuthFilterParams: { startDate: '20260302', endDate: '20260301' } },
    'pendingAuthFilterParams.endDate: End date cannot be before start date',
  ],
  [
    { pendingAuthFilterParams: { startDate: '20260230' } },
    'pendingAuthFilterParams.startDate: Enter a date as YYYYMMDD.',
  ],
  [
    { pendingAuthFilterParams: { startDate: '2026230' } },
    'pendingAuthFilterParams.startDate: Enter a date as YYYYMMDD.',
  ],
  [
    { pendingAuthFilterParams: { endDate: '13/01/2026' } },
    'pendingAuthFilterParams.endDate: Enter a date as YYYYMMDD.',
  ],
  [{ authStatuses: [] }, 'authStatuses: Choose at least one status.'],
  [{ authStatuses: [99] }, 'authStatuses.0: Enter status ids from 20 to 52.'],
  [{ authStatuses: [10] }, 'authStatuses.0: Enter status ids from 20 to 52.'],
  [
    { sort: 'claimantFirstName,asc' },
    'sort: Enter one of statutoryDueAt, answerDueAt, requestReceivedDate, claimantLastName, estimatedCost, escalationLevel, completedAt, answeredAt, a comma, and asc or desc.',
  ],
  [
    { sort: 'completedAt,asc' },
    'sort: These statuses are sorted by statutoryDueAt, requestReceivedDate, claimantLastName, estimatedCost, escalationLevel.',
  ],
  [{ size: 0 }, 'size: Enter a size from 1 to 100.'],
  [{ size: 101 }, 'size: Enter a size from 1 to 100.'],
  [{ page: -1 }, 'page: Enter a page from 0 to 400.'],
  [{ page: 401 }, 'page: Enter a page from 0 to 400.'],
  [{ surprise: 1 }, 'surprise: This is not a field of this call.'],
])('%j is refused in words', async (more, words) => {
  const [status, said] = await problem(more)
  expect(status).toBe(400)
  expect(said).toBe(words)
})

test('a page beyond the end is empty, with the right total', async () => {
  const page = await find(adjuster, { caseOwners: ['me'], page: 7, size: 25 })
  expect(page).toMatchObject({ content: [], totalElements: 4, totalPages: 1, next: null, page: 7 })
})

test('every order sorts in both directions, and the id breaks ties', async () => {
  const all = await find(supervisor)
  const keys: Record<string, (row: (typeof all.content)[number]) => string | number> = {
    statutoryDueAt: (row) => row.statutoryDueAt,
    requestReceivedDate: (row) => row.requestReceivedDate,
    estimatedCost: (row) => row.estimatedCost ?? 0,
    escalationLevel: (row) => row.escalationLevel,
    claimantLastName: (row) =>
      `${row.claimantLastName} ${row.claimantFirstName}`
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z0-9 ]/g, '')
        .replace(/ (?=la|cruz)/g, ''),
  }
  for (const [by, key] of Object.entries(keys)) {
    const up = (await find(supervisor, { sort: `${by},asc` })).content
    const expected = [...all.content].sort((a, b) =>
      key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.authorizationId < b.authorizationId ? -1 : 1,
    )
    // By time left what is snoozed comes last.
    const last = (row: { authorizationId: string }) =>
      by === 'statutoryDueAt' && row.authorizationId === idOf('snoozed')
    expect(
      up.map((row) => [key(row), row.authorizationId]),
      by,
    ).toEqual(
      [...expected.filter((row) => !last(row)), ...expected.filter(last)].map((row) => [key(row), row.authorizationId]),
    )
    expect(
      (await find(supervisor, { sort: `${by},desc` })).content.map((row) => row.authorizationId),
      by,
    ).toEqual(expected.map((row) => row.authorizationId).reverse())
  }
  expect(await ids(supervisor, { authStatuses: [30, 40], sort: 'completedAt,asc' })).toEqual(named('denied', 'done'))
  expect(await ids(supervisor, { authStatuses: [30, 40] })).toEqual(named('done', 'denied'))
  expect((await ids(supervisor, { authStatuses: [20, 30] })).length).toBeGreaterThan(3)
})

test('a list takes one database trip, with total, authentication and audit', async () => {
  await find(adjuster)
  const before = trips.count
  await find(adjuster)
  expect(trips.count - before).toBe(1)
})

test('the audit has one row with exactly the claims shown, and none of a refused call', async () => {
  await api.db.query('delete from access_audit')
  const page = await find(adjuster, { caseOwners: ['me'] })
  await problem({ authSearchKey: 'N', authSearchValue: '' })
  const { rows } = await api.db.query(`select call, actor, claim_ids from access_audit`)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ call: 'worklist.search', actor: 'Adj aaa' })
  expect([...(rows[0].claim_ids as string[])].sort()).toEqual(
    [...new Set(page.content.map((row) => row.stratusClaimId))].sort(),
  )
})

test('the default pending list is every pending request in scope', async () => {
  const answer = await supervisor.ask(worklist.pending, { mc: 'AAA', size: 100 })
  expect(answer.body.content.map((row) => row.authorizationId)).toEqual(await ids(supervisor))
  expect((await supervisor.ask(worklist.pending, { mc: 'AAA', sort: 'completedAt,asc' })).status).toBe(400)
  expect((await supervisor.ask(worklist.pending, { mc: 'BBB' })).status).toBe(404)
})
