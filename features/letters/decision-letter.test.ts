import { beforeAll, expect, test } from 'vitest'
import { decision } from '#features/authorizations/decision/contract.ts'
import { instantOf } from '#features/authorizations/clock/zoned-time.ts'
import { provenance } from '#features/provenance/contract.ts'
import { day } from '../../testing/day.ts'
import type { Desk } from '../../testing/desk.ts'
import { openWorld, stopped } from '../../testing/fixture.ts'
import { settled } from '../../testing/settled.ts'
import { decisionPages, type DecisionFacts } from './decision-letter.ts'

// The letter to the worker about a denial (domain 3.10) and the notices that states ask for in writing.

let desk: Desk
beforeAll(async () => {
  desk = await openWorld({ keep: true })
  desk.clock.move(instantOf(day(1), '12:00', 'America/New_York') - desk.clock.now().getTime())
  await desk.db.query(
    `update claimant set address1 = '12 Elm Street', city = 'Tampa', state = 'FL', zip = '33601' where mc = 'AAA' and patient_id <> 'PAAA13'`,
  )
  return async () => {
    await desk.db.end()
    await desk.built.stop()
  }
})

const kept = async (id: string) =>
  (
    await desk.db.query(
      `select d.type_id, d.file_name, d.mime, substr(convert_from(substr(c.content, 1, 5), 'UTF8'), 1, 5) as head from document d join document_content c on c.mc = d.mc and c.document_id = d.id where d.authorization_id = $1 order by d.file_name`,
      [id],
    )
  ).rows
const left = async (id: string, channel: string) =>
  (
    await desk.db.query(
      `select recipient, address, body, status, serves, document_id is not null as pages from outside_message where authorization_id = $1 and channel = $2 order by created_at`,
      [id, channel],
    )
  ).rows
const log = async (id: string) =>
  (
    await desk.db.query(
      'select event_text from authorization_event where authorization_id = $1 and event_code in (221, 310) order by id',
      [id],
    )
  ).rows.map((row) => row.event_text)
/** Denies it, for good. */
async function deny(who: string, id: string, version = 1): Promise<void> {
  const answer = await (
    await desk.signIn(who)
  ).ask(decision.reject, { id, version, reasonId: 6, note: 'Gabapentin was not tried first' })
  expect(answer.body.authorizationStatusId).toBe(40)
  desk.clock.move(11_000)
  await settled(desk)
}

test('a denial goes to the worker on paper and to the prescriber by fax, with the medical reason, and is kept with the request', async () => {
  const id = await stopped(desk, { sub: 'AAA1', at: 1, date: day(1) })
  await deny('adj.aaa', id)
  expect(await kept(id)).toEqual([
    {
      type_id: 3,
      file_name: expect.stringMatching(/^Denial letter \d{12}, worker\.pdf$/),
      mime: 'application/pdf',
      head: '%PDF-',
    },
  ])
  expect(await left(id, 'POST')).toMatchObject([
    { recipient: 'the worker', address: '12 Elm Street, Tampa, FL 33601', status: 'SENT', pages: true },
  ])
  const [fax] = await left(id, 'FAX')
  expect(fax.body).toContain('Medical reason and remarks: Gabapentin was not tried first')
  expect(await log(id)).toEqual(
    expect.arrayContaining([
      'Document "Denial letter" kept and queued to the worker',
      'E-mail to the worker (letter) sent',
    ]),
  )
}, 60_000)

test('a denial that is taken back in time leaves no letter', async () => {
  const id = await stopped(desk, { sub: 'AAA1', at: 2, date: day(1) })
  const adjuster = await desk.signIn('adj.aaa')
  await adjuster.ask(decision.reject, { id, version: 1, reasonId: 6, note: 'Gabapentin first' })
  expect((await adjuster.ask(decision.undo, { id })).body.authorizationStatusId).toBe(20)
  desk.clock.move(60_000)
  await settled(desk)
  expect(await kept(id)).toEqual([])
  expect(await left(id, 'POST')).toEqual([])
}, 60_000)

test('where no address is on file the letter is kept, and the owner hears that it could not be posted', async () => {
  const id = await stopped(desk, { sub: 'AAA1', at: 3, date: day(1) })
  await deny('adj.aaa', id)
  expect(await kept(id)).toHaveLength(1)
  expect(await left(id, 'POST')).toEqual([])
  const { rows } = await desk.db.query(
    `select u.username from user_notification n join app_user u on u.id = n.user_id where n.kind = 'noAddress' and n.authorization_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ username: 'adj.aaa' }])
}, 60_000)

test('in Texas worker and requestor get the written notice of a denial, and the record names the duty, its last day and what left for it', async () => {
  const id = await stopped(desk, { sub: 'AAA1', at: 4, date: day(1) })
  await (await desk.signIn('adj.aaa')).ask(decision.move, { id, status: 'ur', version: 1 })
  await deny('ur.aaa', id, 2)
  expect(await left(id, 'POST')).toMatchObject([{ serves: ['28 TAC 134.600(j)'], status: 'SENT' }])
  const [fax] = await left(id, 'FAX')
  expect(fax).toMatchObject({ serves: ['28 TAC 134.600(j)'], status: 'SENT' })
  expect(fax.body).toContain('This is the written notice under 28 TAC 134.600(j).')
  const { body } = await (await desk.signIn('adj.aaa')).ask(provenance.of, { id })
  expect(body.records.at(-1)!.notices).toEqual([
    {
      to: ['worker', 'representative', 'requestor'],
      by: expect.stringMatching(/^\d{4}-/),
      written: true,
      source: '28 TAC 134.600(j)',
      served: expect.arrayContaining([
        { channel: 'FAX', to: 'Ansel Hawthorne, MD', at: expect.any(String) },
        { channel: 'POST', to: 'the worker', at: expect.any(String) },
      ]),
    },
  ])
  const due = Date.parse(body.records.at(-1)!.notices[0]!.by!) - desk.clock.now().getTime()
  // One working day: by the end of tomorrow, or after a weekend and the holidays beside it.
  expect(due).toBeGreaterThan(24 * 3_600_000)
  expect(due).toBeLessThan(7 * 24 * 3_600_000)
}, 60_000)

test('in Texas an approval is written to both too, its pages with the fax; elsewhere an approval sends no letter', async () => {
  const [texas, california] = [
    await stopped(desk, { sub: 'AAA2', at: 4, date: day(1) }),
    await stopped(desk, { sub: 'AAA2', at: 1, date: day(1) }),
  ]
  const owner = await desk.signIn('adj.aaa2')
  for (const id of [texas, california])
    expect((await owner.ask(decision.approve, { id, version: 1 })).body.authorizationStatusId).toBe(30)
  desk.clock.move(11_000)
  await settled(desk)
  expect((await kept(texas)).map((document) => document.file_name)).toEqual([
    expect.stringMatching(/^Approval letter \d{12}, prescriber\.pdf$/),
    expect.stringMatching(/^Approval letter \d{12}, worker\.pdf$/),
  ])
  expect(await left(texas, 'POST')).toMatchObject([{ serves: ['28 TAC 134.600(j)'], pages: true, status: 'SENT' }])
  expect(await left(texas, 'FAX')).toMatchObject([{ serves: ['28 TAC 134.600(j)'], pages: true, status: 'SENT' }])
  expect(await kept(california)).toEqual([])
}, 60_000)

const facts: DecisionFacts = {
  ended: 'denied',
  thisFillOnly: false,
  carrier: 'Alder Mutual',
  phone: '800',
  reference: '004417733920',
  claimNumber: 'WC-1',
  patient: 'Maria Ortega',
  drug: 'Pregabalin 75 mg capsule',
  quantity: 60,
  daysSupply: 30,
  prescriber: 'Ansel Hawthorne, MD',
  pharmacy: 'Meridian',
  decidedOn: '2026-11-20',
  decidedBy: 'Ursula Reed',
  reason: 'Generic or preferred alternative available',
  note: 'Gabapentin was not tried first',
  startDate: '2026-11-20',
  endDate: '2027-02-18',
  maxFills: null,
  permission: null,
  appealDays: 30,
  owed: [
    {
      to: ['worker', 'representative'],
      by: '2026-11-24T05:59:59.999Z',
      written: true,
      source: '28 TAC 134.600(j)',
    },
  ],
  zone: 'America/Chicago',
  today: '2026-11-20',
  now: new Date('2026-11-20T18:00:00Z'),
}

test('the letter says what was decided, why in both words, how to question it, and which notice it is', () => {
  const said = JSON.stringify(decisionPages(facts, ['Maria Ortega'], ['worker', 'representative']))
  for (const words of [
    'Pregabalin 75 mg capsule, 60 for 30 days',
    'Generic or preferred alternative available',
    'Gabapentin was not tried first',
    'within 30 calendar days of the decision',
    "Notice to the worker, the worker's representative under 28 TAC 134.600(j), due by 11/23/2026.",
    'We have no name of a representative on file.',
  ])
    expect(said).toContain(words)
  const once = JSON.stringify(
    decisionPages({ ...facts, thisFillOnly: true, appealDays: null, owed: [], startDate: null }, [], []),
  )
  expect(once).toContain('We did not approve this fill.')
  expect(once).toContain('may ask us to look at it again.')
  expect(once).not.toContain('Notice to')
})
