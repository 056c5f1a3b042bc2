import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCode, type EventCode } from '#features/authorizations/events.ts'
import { claimNotes } from '#features/claim-notes/contract.ts'
import { addRequests, hoursFrom, insert } from '#features/worklist/testing-requests.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { addFills, claimId } from '#testing/fills.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { workOf } from '#testing/plans.ts'
import { timeline, type Entry } from './contract.ts'
import { kinds, type Kind } from './rules.ts'
import { slice } from './sql.ts'

let api: TestApi
let adjuster: Visitor
const now = new Date()
const claim = claimId()
const ago = (hours: number) => hoursFrom(now, -hours)
const event = (
  request: string,
  code: EventCode,
  hours: number,
  text: string,
  internal = false,
  [from, to]: readonly [number | null, number | null] = [null, null],
) => ({
  mc: 'AAA',
  authorization_id: idOf(request),
  event_code: code,
  event_text: text,
  actor_type: 'user',
  actor_name: 'Adj aaa',
  at: ago(hours),
  old_status_id: from,
  new_status_id: to,
  internal,
  detail: {},
})
const contact = (type: string, hours: number, text: string) => ({
  mc: 'AAA',
  id: idOf(text),
  sub_carrier: 'AAA1',
  stratus_claim_id: claim,
  contact_type: type,
  caller_role: 'PHARMACY',
  caller_name: 'Corner Drug',
  reason: 'claim',
  text,
  agent_name: 'Sam Agent',
  started_at: ago(hours),
  ended_at: ago(hours),
  created_at: ago(hours),
})
const oxycodone = { gpi: '65990002200310', drug_name: 'Oxycodone-acetaminophen' }

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  await addRequests(
    api.db,
    [
      { name: 'first', status: 40, received: ago(400), more: { ...oxycodone, completed_at: ago(300) } },
      {
        name: 'again',
        received: ago(100),
        more: { ...oxycodone, original_auth_id: idOf('first'), reconsideration_level: 1 },
      },
      { name: 'another drug', received: ago(50), more: { gpi: '27200010100320', drug_name: 'Naproxen' } },
      { name: 'of claim 2', claim: 2 },
      { name: 'of the south', sub: 'AAA2' },
    ],
    now,
  )
  await insert(api.db, 'authorization_event', [
    event('first', eventCode.RECEIVED, 400, 'Request received', false, [null, 20]),
    event('first', eventCode.OPENED, 390, 'Opened by Adj aaa'),
    event('first', eventCode.LETTER_SENT, 380, 'Letter sent', false, [20, 21]),
    event('first', eventCode.REJECTED, 300, 'Rejected by Adj aaa', false, [21, 40]),
    event('first', eventCode.FILLED, 299, 'Filled'),
    event('first', eventCode.NOTE_ADDED, 298, 'For our staff', true),
    event('again', eventCode.RECONSIDERATION_OPENED, 100, 'Reconsideration opened'),
    event('again', eventCode.MESSAGE_SENT, 99, 'Message sent to the pharmacy'),
    event('another drug', eventCode.RECEIVED, 50, 'Another request received'),
    event('of claim 2', eventCode.RECEIVED, 40, 'Request of another claim'),
  ])
  await addFills(api, [
    {
      ago: 9,
      drug: 'Oxycodone',
      more: { ...oxycodone, submitted_at: ago(200), paid_amount: 95.07, authorization_id: null, reversed_at: null },
    },
    {
      ago: 9,
      drug: 'Oxycodone',
      status: 'X',
      more: { ...oxycodone, submitted_at: ago(190), paid_amount: 95.07, reversed_at: ago(99.5) },
    },
    { ago: 2, more: { submitted_at: ago(45), paid_amount: null, days_supply: 1 } },
    { ago: 1, status: 'R', more: { submitted_at: ago(44) } },
    { ago: 1, status: 'R', more: { submitted_at: ago(400), authorization_id: idOf('first') } },
    { ago: 3, claim: 2 },
  ])
  await insert(api.db, 'claim_contact_note', [
    contact('PHONE', 350, 'Asked how long it takes'),
    contact('EMAIL', 60, 'Sent the records'),
    contact('PHONE', 500, 'Long before'),
  ])
  await api.db.query(
    `insert into claim_note (mc, id, sub_carrier, stratus_claim_id, kind, text, visibility, created_at, created_by_name)
     values ('AAA', gen_random_uuid(), 'AAA1', $1, 'CLAIM', 'Of our staff', 'INTERNAL', now(), 'Support')`,
    [claim],
  )
  const note = { mc: 'AAA', sc: 'AAA1', claimId: claim, kind: 'CLAIM', text: 'Called the clinic' } as const
  await adjuster.ask(claimNotes.add, note)
})
afterAll(() => api.close())

type Wanted = { authorizationId?: string; kinds?: Kind[]; order?: 'newest' | 'oldest'; size?: number }
/** All pages of a timeline. */
async function whole(wanted: Wanted = {}): Promise<Entry[]> {
  const all: Entry[] = []
  for (let after: string | null | undefined; after !== null;) {
    const { body, status } = await adjuster.ask(timeline.ofClaim, {
      claimId: claim,
      size: 3,
      ...wanted,
      ...(after && { after }),
    })
    expect([status, body.entries.length <= 3]).toEqual([200, true])
    all.push(...body.entries)
    after = body.next
  }
  return all
}
const wordsOf = (entries: Entry[]) => entries.map(({ kind, text }) => [kind, text])
const ofTheClaim = [
  ['call', 'Call with Corner Drug: Long before'],
  ['submission', 'Request received'],
  ['view', 'Opened by Adj aaa'],
  ['letter', 'Letter sent'],
  ['call', 'Call with Corner Drug: Asked how long it takes'],
  ['decision', 'Rejected by Adj aaa'],
  ['fill', 'Paid $95.07, 60 for 30 days'],
  ['fill', 'Paid $95.07, 60 for 30 days'],
  ['decision', 'Reconsideration opened'],
  ['fill', 'Payment of $95.07 reversed, 60 for 30 days'],
  ['message', 'Message sent to the pharmacy'],
  ['message', 'E-mail with Corner Drug: Sent the records'],
  ['submission', 'Another request received'],
  ['fill', 'Paid, 60 for 1 day'],
  ['submission', 'Rejected with 75, 76, 60 for 30 days'],
  ['note', 'Called the clinic'],
]

test('An adjuster reads everything that happened on a claim in one order, each thing once, page by page', async () => {
  expect(wordsOf(await whole({ order: 'oldest' }))).toEqual(ofTheClaim)
  const newest = await whole()
  expect(wordsOf(newest)).toEqual(ofTheClaim.toReversed())
  expect(new Set(newest.map(({ entryId }) => entryId)).size).toBe(newest.length)
  const { body } = await adjuster.ask(timeline.ofClaim, { claimId: claim })
  expect(body.entries.find(({ text }) => text === 'Letter sent')).toEqual({
    entryId: expect.any(String),
    at: ago(380),
    kind: 'letter',
    text: 'Letter sent',
    about: 'Oxycodone-acetaminophen',
    who: 'Adj aaa',
    authorizationId: idOf('first'),
    documentId: null,
  })
  expect([body.request, body.spent]).toEqual([null, null])
  // Of a request alone: where its time went.
  const HOUR = 3_600_000
  const first = await adjuster.ask(timeline.ofClaim, { claimId: claim, authorizationId: idOf('first') })
  expect(first.body.spent).toEqual({
    firstLook: 10 * HOUR,
    places: [
      { statusId: 20, ms: 20 * HOUR },
      { statusId: 21, ms: 80 * HOUR },
    ],
    decided: 100 * HOUR,
    pickedUp: null,
  })
  // What it is about, and what comes next: a denied request has nothing ahead, an open one its due time.
  expect(first.body).toMatchObject({
    prescription: { quantity: 180, daysSupply: 30, approved: null, paid: null },
    toCome: [],
  })
  const again = await adjuster.ask(timeline.ofClaim, { claimId: claim, authorizationId: idOf('again') })
  const { rows } = await api.db.query('select statutory_due_at as due from rx_authorization where id = $1', [
    idOf('again'),
  ])
  expect(again.body.toCome).toEqual([{ what: 'due', at: rows[0].due.toISOString() }])
  expect([body.prescription, body.toCome]).toEqual([null, []])
})

test('An adjuster filters by kind, and the counts of all kinds stay', async () => {
  const { body } = await adjuster.ask(timeline.ofClaim, { claimId: claim, kinds: ['fill', 'letter'] })
  expect(new Set(body.entries.map(({ kind }) => kind))).toEqual(new Set(['fill', 'letter']))
  expect(body.counts).toEqual(
    Object.fromEntries(kinds.map((kind) => [kind, ofTheClaim.filter(([one]) => one === kind).length])),
  )
  expect(wordsOf(await whole({ kinds: ['decision', 'call'], order: 'oldest' }))).toEqual(
    ofTheClaim.filter(([kind]) => kind === 'decision' || kind === 'call'),
  )
})

test('The timeline of a prescription has its request, reconsiderations and fills, and the claim’s calls and notes since it came', async () => {
  const { body } = await adjuster.ask(timeline.ofClaim, { claimId: claim, authorizationId: idOf('again'), size: 50 })
  expect(body.request).toEqual({ drugName: 'Oxycodone-acetaminophen', referenceNumber: expect.any(String) })
  const later = new Set(['Call with Corner Drug: Long before', 'Call with Corner Drug: Asked how long it takes'])
  const otherDrug = new Set(['Another request received', 'Paid, 60 for 1 day', 'Rejected with 75, 76, 60 for 30 days'])
  expect(wordsOf(body.entries).toReversed()).toEqual(
    ofTheClaim.filter(([, text]) => !later.has(text!) && !otherDrug.has(text!)),
  )
})

test('Claims and requests of others are not found, and a place of another list is refused', async () => {
  const ask = async (by: Visitor, input: Parameters<typeof adjuster.ask<typeof timeline.ofClaim>>[1]) =>
    (await by.ask(timeline.ofClaim, input)).status
  expect(await ask(await api.signIn('adj.bbb'), { claimId: claim })).toBe(404)
  expect(await ask(await api.signIn('adj.sub1'), { claimId: claimId(1, 'AAA2') })).toBe(404)
  for (const name of ['of claim 2', 'of the south'])
    expect(await ask(adjuster, { claimId: claim, authorizationId: idOf(name) })).toBe(404)
  const { body } = await adjuster.ask(timeline.ofClaim, { claimId: claim, size: 3 })
  const stray = await adjuster.ask(timeline.ofClaim, { claimId: claim, size: 3, order: 'oldest', after: body.next! })
  expect([stray.status, (stray.body as unknown as { fields: { path: string }[] }).fields[0]!.path]).toEqual([
    400,
    'after',
  ])
})

test('A timeline reads the rows of its claim, however many others there are', async () => {
  const of = { claim, request: null, kinds: null, oldest: false, size: 50, after: null }
  const work = () => workOf(api.url, slice(of, 'test'))
  const before = await work()
  await addFills(
    api,
    Array.from({ length: 2000 }, (_, at) => ({ ago: at % 300, claim: 6 })),
    5000,
  )
  await api.db.query('analyze rx_transaction')
  const after = await work()
  expect(after.rows).toBeLessThanOrEqual(before.rows * 1.5)
  expect(after.scans).not.toContain('Seq Scan rx_transaction')
})
