import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#platform/calls/contract.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { worklist } from '#features/worklist/contract.ts'
import { addRequests, hoursFrom, insert, openWorklist, type RequestOf } from '#features/worklist/testing-requests.ts'
import { caseload } from './contract.ts'

// What Home counts is what its lists show: for each role, at each carrier.

const zone = 'America/New_York'
let api: TestApi
let close: () => Promise<void>
let now: Date
const at = (daysAhead: number, time: string) =>
  new Date(instantOf(addDays(dateIn(now.getTime(), zone), daysAhead), time, zone)).toISOString()

/** A letter about a request: 6 came and is not read, 7 was read, 3 was sent. */
const letter = (request: string, status: number, of: { mc?: string; sub?: string } = {}) => {
  const { mc = 'AAA', sub = 'AAA1' } = of
  return {
    mc,
    id: idOf(`letter of ${request}`),
    sub_carrier: sub,
    authorization_id: idOf(request),
    stratus_claim_id: idOf(`${mc} ${sub} claim 1`),
    reference_number: `LM${String(BigInt(`0x${idOf(request).slice(0, 8)}`)).padStart(10, '0')}`,
    prescriber_npi: '1932102084',
    prescriber_name: 'Ann Prescriber',
    template: 'general',
    questions: [],
    channel: 'FAX',
    recipients: ['2125550100'],
    copies: [],
    comments: '',
    cover_note: '',
    status,
    requested_at: hoursFrom(now, -48),
    requested_by_name: 'Adj aaa',
    answer_by: dateIn(now.getTime(), zone),
    received_at: status >= 6 ? hoursFrom(now, -2) : null,
    signed_on: status >= 6 ? dateIn(now.getTime(), zone) : null,
    reviewed_at: status === 7 ? hoursFrom(now, -1) : null,
    attempts: 0,
    refusals: 0,
    received_document_ids: [],
    answers: [],
    missing: [],
    gpi_prefix: '',
  }
}

beforeAll(async () => {
  ;({ api, now, close } = await openWorklist())
  // Noon in New York, so that "today" has room on both sides.
  api.clock.move(instantOf('2030-06-12', '12:00', zone) - api.clock.now().getTime())
  now = api.clock.now()
  const first = (byId: string) => ({ first_approval: { byId: idOf(byId), byName: 'First' } })
  const requests: RequestOf[] = [
    { name: 'overdue', due: at(0, '11:00'), more: { escalated: true, escalation_level: 3, pharmacy_waiting: true } },
    { name: 'tonight', due: at(0, '23:59') },
    { name: 'this afternoon', due: at(0, '15:00'), status: 21, claim: 2 },
    { name: 'midnight', due: at(1, '00:00'), claim: 2 },
    { name: 'later', due: at(4, '10:00'), claim: 3, more: { snoozed_until: hoursFrom(now, 3) } },
    { name: 'of a colleague', due: at(0, '18:00'), owners: ['adj.aaa2'], claim: 3 },
    { name: 'other program', sub: 'AAA2', due: at(0, '13:00'), owners: ['adj.aaa2'] },
    { name: 'with a pharmacist', status: 22, due: at(0, '16:00'), more: { pharmacy_waiting: true } },
    { name: 'pharmacist late', status: 22, due: at(-1, '16:00'), owners: ['adj.aaa2'] },
    { name: 'review in California', status: 23, due: at(0, '17:00'), state: 'CA' },
    { name: 'review in Florida', status: 23, due: at(0, '17:00'), owners: ['adj.aaa2'] },
    { name: 'second', status: 25, due: at(0, '18:00'), more: first('adj.aaa') },
    { name: 'second of the supervisor', status: 25, due: at(0, '18:00'), more: first('super.aaa') },
    { name: 'asked', status: 26, due: at(2, '18:00') },
    { name: 'both here', due: at(0, '14:00'), owners: ['multi'], claim: 4 },
    { name: 'both there', mc: 'BBB', due: at(-2, '14:00'), owners: ['multi'], more: { pharmacy_waiting: true } },
    { name: 'both there too', mc: 'BBB', due: at(0, '20:00'), owners: ['multi', 'adj.bbb'] },
    { name: 'theirs', mc: 'BBB', due: at(0, '20:00'), owners: ['adj.bbb'] },
    { name: 'decided', status: 30 },
  ]
  await addRequests(api.db, requests, now)
  await insert(api.db, 'lomn_request', [
    letter('tonight', 6),
    letter('midnight', 7),
    letter('this afternoon', 3),
    letter('of a colleague', 6),
    letter('decided', 6),
    letter('both there', 6, { mc: 'BBB', sub: 'BBB1' }),
  ])
})
afterAll(() => close())

type Search = Omit<InputOf<typeof worklist.search>, 'mc'>
const total = async (who: Visitor, mc: string, search: Search) =>
  (await who.ask(worklist.search, { mc, ...search })).body.totalElements
const own: Search = { caseOwners: ['me'] }
const turn: Search = { ...own, authStatuses: [20, 21, 24] }

const everybody = [
  'adj.aaa',
  'adj.aaa2',
  'adj.sub1',
  'super.aaa',
  'pharm.aaa',
  'clin.aaa',
  'ur.aaa',
  'read.only',
  'prog.spec',
  'both',
  'multi',
]

test.each(everybody)('each figure of %s on Home is the total of the list it opens', async (username) => {
  const who = await api.signIn(username, 'AAA')
  const counts = (await who.ask(worklist.counts, { mc: 'AAA' })).body
  const lists = {
    pendingAuthCount: await total(who, 'AAA', turn),
    escalatedAuthCount: await total(who, 'AAA', { ...own, isEscalatedOnly: true }),
    overdueCount: await total(who, 'AAA', { ...turn, dueWithinHours: 0 }),
    dueTodayCount: await total(who, 'AAA', { ...turn, isDueTodayOnly: true }),
    snoozedCount: await total(who, 'AAA', { ...own, isSnoozedOnly: true }),
    atCounterCount: await total(who, 'AAA', { ...own, isAtCounterOnly: true }),
    letterCameCount: await total(who, 'AAA', { ...own, isLetterCameOnly: true }),
    waitingOnPharmacistCount: await total(who, 'AAA', { ...own, authStatuses: [22] }),
    waitingOnReviewerCount: await total(who, 'AAA', { ...own, authStatuses: [23] }),
    waitingOnSecondApproverCount: await total(who, 'AAA', { ...own, authStatuses: [25] }),
    waitingOnSupervisorCount: await total(who, 'AAA', { ...own, authStatuses: [26] }),
    waitingOnPrescriberCount: await total(who, 'AAA', { ...own, authStatuses: [21] }),
    carrierPendingCount: await total(who, 'AAA', {}),
  }
  expect(counts).toMatchObject(lists)
  for (const { status, waiting, overdueCount, dueTodayCount } of counts.queues) {
    const queue: Search = { authStatuses: [status], isMyQueueOnly: true }
    expect({ status, waiting, overdueCount, dueTodayCount }).toEqual({
      status,
      waiting: await total(who, 'AAA', queue),
      overdueCount: await total(who, 'AAA', { ...queue, dueWithinHours: 0 }),
      dueTodayCount: await total(who, 'AAA', { ...queue, isDueTodayOnly: true }),
    })
  }
})

test.each(everybody)('the totals of %s by program are the totals of the lists of these programs', async (username) => {
  const who = await api.signIn(username, 'AAA')
  const { programs } = (await who.ask(caseload.programs, { mc: 'AAA' })).body
  expect(programs.map(({ code }) => code)).toEqual(username === 'adj.sub1' ? ['AAA1'] : ['AAA1', 'AAA2'])
  for (const { code, pending, overdueCount, dueTodayCount } of programs)
    expect({ code, pending, overdueCount, dueTodayCount }).toEqual({
      code,
      pending: await total(who, 'AAA', { subCarrier: code }),
      overdueCount: await total(who, 'AAA', { subCarrier: code, dueWithinHours: 0 }),
      dueTodayCount: await total(who, 'AAA', { subCarrier: code, isDueTodayOnly: true }),
    })
  const all = programs.reduce((sum, { pending }) => sum + pending, 0)
  expect(all).toBe((await who.ask(worklist.counts, { mc: 'AAA' })).body.carrierPendingCount)
})

test('a letter counts from when it came until somebody reads it, and due today ends at midnight of the user', async () => {
  const counts = (await (await api.signIn('adj.aaa')).ask(worklist.counts, { mc: 'AAA' })).body
  expect(counts).toMatchObject({ letterCameCount: 1, dueTodayCount: 2, overdueCount: 1, atCounterCount: 2 })
  const who = await api.signIn('adj.aaa')
  const listed = (await who.ask(worklist.list, { mc: 'AAA', ...own, isLetterCameOnly: true })).body
  expect(listed.content.map(({ id }) => id)).toEqual([idOf('tonight')])
  await api.db.query(`update lomn_request set status = 7, reviewed_at = received_at where id = $1`, [
    idOf('letter of tonight'),
  ])
  expect((await who.ask(worklist.counts, { mc: 'AAA' })).body.letterCameCount).toBe(0)
  await api.db.query(`update lomn_request set status = 6, reviewed_at = null where id = $1`, [
    idOf('letter of tonight'),
  ])
})

test('somebody of two carriers sees at each what they would count there, and of nobody else’s carriers', async () => {
  for (const here of ['AAA', 'BBB']) {
    const who = await api.signIn('multi', here)
    const { carriers } = (await who.ask(caseload.carriers, {})).body
    expect(carriers.map(({ code }) => code)).toEqual(['AAA', 'BBB'])
    for (const { code, leastDueAt, approvalLimit: _, queues, ...figures } of carriers) {
      const there = (await (await api.signIn('multi', code)).ask(worklist.counts, { mc: code })).body
      expect(there).toMatchObject(figures)
      expect(queues).toEqual(there.queues.map(({ status, waiting }) => ({ status, waiting })))
      expect(leastDueAt && new Date(leastDueAt).toISOString()).toBe(code === 'AAA' ? at(0, '14:00') : at(-2, '14:00'))
    }
  }
  const one = (await (await api.signIn('adj.aaa')).ask(caseload.carriers, {})).body
  expect(one.carriers.map(({ code }) => code)).toEqual(['AAA'])
})

test.each(['pharm.aaa', 'ur.aaa', 'super.aaa', 'read.only'])(
  'the counts of %s by carrier have the queues they work on, as they are counted there',
  async (username) => {
    const who = await api.signIn(username)
    const [found] = (await who.ask(caseload.carriers, {})).body.carriers
    const counts = (await who.ask(worklist.counts, { mc: 'AAA' })).body
    expect(found!.queues).toEqual(counts.queues.map(({ status, waiting }) => ({ status, waiting })))
  },
)

test('in a session that a carrier vouched for, other carriers of the user are not counted; programs and delegations are those of each carrier', async () => {
  const who = await api.signIn('multi', 'AAA')
  // The carrier that vouched for a session does not change: set here as a sign-in would have.
  await api.db.query(`alter table session disable trigger user;
    update session set sso_mc = 'AAA' where user_id = '${idOf('multi')}' and mc = 'AAA' and ended_at is null;
    alter table session enable trigger user`)
  expect((await who.ask(caseload.carriers, {})).body.carriers.map(({ code }) => code)).toEqual(['AAA'])
  const of = async (username: string) =>
    (await (await api.signIn(username, 'AAA')).ask(caseload.carriers, {})).body.carriers[0]!.pendingAuthCount
  const before = await of('adj.sub1')
  await api.db.query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at, delegates, message, created_by, created_by_name, created_at)
      values ('AAA', gen_random_uuid(), $1, $2, $3, array[$4]::uuid[], '', $1, 'Adj aaa2', $2)`,
    [idOf('adj.aaa2'), hoursFrom(now, -1), hoursFrom(now, 24), idOf('adj.sub1')],
  )
  // What the absent colleague has in a program the delegate does not work for stays out.
  const delegate = await api.signIn('adj.sub1', 'AAA')
  expect(await of('adj.sub1')).toBe(before + 1)
  expect((await delegate.ask(worklist.counts, { mc: 'AAA' })).body.pendingAuthCount).toBe(before + 1)
})
