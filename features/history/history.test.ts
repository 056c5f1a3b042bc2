import { afterAll, beforeAll, expect, test } from 'vitest'
import { trips } from '#platform/database/pools.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { addRequests, hoursFrom, insert, openWorklist } from '#features/worklist/testing-requests.ts'
import { history } from './contract.ts'

let api: TestApi
let now: Date
let close: () => Promise<void>
let adjuster: Visitor
const other = '27200010100320'

const decision = (name: string, request: string, decided: string, days: number, more: object = {}) => ({
  mc: 'AAA',
  authorization_id: idOf(request),
  id: idOf(name),
  decision: decided,
  decided_by: idOf('adj.aaa'),
  decided_by_name: 'Adj aaa',
  at: hoursFrom(now, -24 * days),
  start_date: null,
  end_date: null,
  one_time: false,
  drug_level: null,
  override_all: false,
  safety_included: false,
  safety_ack_text: null,
  reason_id: 22,
  reason_desc: name,
  note: '',
  max_fill: null,
  max_qty: null,
  max_days: null,
  rejects: [{ rejectCode: '75', override: decided === 'APPROVE' }],
  second_approver: null,
  second_approver_name: null,
  shown: {},
  undone_at: null,
  undone_by_name: null,
  ...more,
})
const priorAuth = (name: string, more: object = {}) => ({
  mc: 'AAA',
  id: idOf(name),
  sub_carrier: 'AAA1',
  stratus_claim_id: idOf('AAA AAA1 claim 1'),
  authorization_id: null,
  override_ref: name,
  kind: 'PERMIT',
  status_id: 3,
  level: 14,
  gpi_prefix: '65990002200310',
  ndc: null,
  brand_flag: '*',
  drug_name: 'Oxycodone-acetaminophen',
  start_date: '2026-01-01',
  end_date: '2099-01-01',
  codes_cleared: ['75'],
  created_at: hoursFrom(now, -1),
  created_by_name: 'Adj aaa',
  ...more,
})
const fill = (name: string, day: string, more: object = {}) => ({
  mc: 'AAA',
  id: idOf(name),
  tcn: name,
  reference_number: '000000000001',
  sub_carrier: 'AAA1',
  stratus_claim_id: idOf('AAA AAA1 claim 1'),
  subscriber_number: null,
  status: 'P',
  claim_channel_type: 1,
  rx_number: '1',
  fill_number: 0,
  fill_date: day,
  submitted_at: hoursFrom(now, 0),
  adjudicated_at: hoursFrom(now, 0),
  ndc: '98001001001',
  gpi: '65990002200205',
  drug_name: 'Oxycodone-acetaminophen',
  generic_or_brand: 'G',
  quantity: 60,
  days_supply: 30,
  pharmacy_nabp: '1043391',
  prescriber_npi: '1932102084',
  paid_amount: 95.07,
  reject_codes: [],
  ...more,
})

beforeAll(async () => {
  ;({ api, now, close } = await openWorklist())
  const day = (ago: number) => hoursFrom(now, -24 * ago).slice(0, 10)
  await addRequests(
    api.db,
    [
      { name: 'level 0', status: 40, received: hoursFrom(now, -900) },
      {
        name: 'level 1',
        status: 40,
        received: hoursFrom(now, -500),
        more: { original_auth_id: idOf('level 0'), reconsideration_level: 1 },
      },
      {
        name: 'level 2',
        status: 24,
        received: hoursFrom(now, -20),
        more: { original_auth_id: idOf('level 1'), reconsideration_level: 2 },
      },
      { name: 'same drug', status: 30, received: hoursFrom(now, -3000), more: { gpi: '65990002200205' } },
      { name: 'other drug', status: 30, more: { gpi: other } },
      { name: 'other claim', claim: 2, status: 30 },
      { name: 'south', sub: 'AAA2', owners: ['adj.aaa2'] },
      { name: 'theirs', mc: 'BBB', owners: ['adj.bbb'] },
    ],
    now,
  )
  await insert(api.db, 'authorization_decision', [
    decision('denied', 'level 0', 'REJECT', 30),
    decision('denied again', 'level 1', 'REJECT', 10),
    decision('granted', 'same drug', 'APPROVE', 100),
    decision('taken back', 'same drug', 'APPROVE', 101, {
      undone_at: hoursFrom(now, -24 * 101),
      undone_by_name: 'Adj aaa',
    }),
    decision('too old', 'same drug', 'REJECT', 800, { undone_at: hoursFrom(now, -24 * 800) }),
    decision('of another drug', 'other drug', 'APPROVE', 5),
    decision('of another claim', 'other claim', 'APPROVE', 5),
  ])
  await insert(api.db, 'prior_auth', [
    priorAuth('own drug'),
    priorAuth('class', { gpi_prefix: '6599', level: 4, start_date: '2026-01-02' }),
    priorAuth('another', { gpi_prefix: other }),
    priorAuth('long ended', { start_date: '2020-01-01', end_date: '2020-02-01' }),
  ])
  await insert(api.db, 'rx_transaction', [
    fill('recent', day(5)),
    fill('rejected', day(3), { status: 'R', paid_amount: null, reject_codes: ['75'] }),
    fill('ancient', day(800)),
    fill('another drug', day(2), { gpi: other }),
  ])
  await insert(
    api.db,
    'authorization_event',
    Array.from({ length: 123 }, (_, at) => ({
      mc: 'AAA',
      authorization_id: idOf('level 2'),
      event_code: 220,
      event_text: `Note ${at}`,
      actor_type: 'user',
      actor_name: 'Adj aaa',
      at: hoursFrom(now, -200 + at),
      old_status_id: at === 0 ? null : 20,
      new_status_id: at === 0 ? null : 24,
      internal: at % 3 === 2,
      detail: {},
    })),
  )
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => close())

test('the history has the chain, the decisions on the drug, its prior authorizations and its fills', async () => {
  for (const name of ['level 0', 'level 1', 'level 2']) {
    const story = (await adjuster.ask(history.story, { stratusAuthId: idOf(name) })).body
    expect(story.chain.map((row) => row.authorizationId)).toEqual(['level 0', 'level 1', 'level 2'].map(idOf))
    expect(story.decisions.map((one) => [one.reasonDesc, one.undone])).toEqual([
      ['denied again', false],
      ['denied', false],
      ['granted', false],
      ['taken back', true],
    ])
    expect(story.decisions[0]).toMatchObject({
      decision: 'REJECT',
      decidedBy: 'Adj aaa',
      drugName: 'Oxycodone-acetaminophen',
      quantity: 180,
      daysSupply: 30,
      rejects: [{ rejectCode: '75', override: false }],
    })
    expect(story.priorAuths.map((one) => one.priorAuthOverrideRef)).toEqual(['class', 'own drug'])
    expect(story.fills.map((one) => [one.tcn, one.status, one.paidAmount])).toEqual([
      ['rejected', 'R', null],
      ['recent', 'P', 95.07],
    ])
  }
  const alone = (await adjuster.ask(history.story, { stratusAuthId: idOf('other drug') })).body
  expect([
    alone.chain.length,
    alone.decisions.length,
    alone.priorAuths.map((one) => one.priorAuthOverrideRef),
    alone.fills.length,
  ]).toEqual([1, 1, ['another'], 1])
})

test('the log has 50 lines a page, newest first, without the internal lines of the benefit manager', async () => {
  const page = async (who: Visitor, pageNo?: number) =>
    (await who.ask(history.eventLog, { stratusAuthId: idOf('level 2'), pageNo })).body
  const [first, second, third] = [await page(adjuster), await page(adjuster, 1), await page(adjuster, 2)]
  expect(first).toMatchObject({ pageNo: 0, totalPages: 2, total: 82 })
  expect([first.events.length, second.events.length, third.events.length]).toEqual([50, 32, 0])
  const words = [...first.events, ...second.events].map((one) => one.eventText)
  expect(words).toEqual(
    Array.from({ length: 123 }, (_, at) => at)
      .filter((at) => at % 3 !== 2)
      .reverse()
      .map((at) => `Note ${at}`),
  )
  expect(first.events[0]).toMatchObject({
    eventCode: 220,
    actorName: 'Adj aaa',
    actorType: 'user',
    oldStatus: 'Pending',
    newStatus: 'Reconsideration',
  })
  expect(second.events.at(-1)).toMatchObject({ oldStatus: null, newStatus: null })
  await api.db.query(`update user_carrier set roles = '{adjuster, PBM_Support }' where mc = 'AAA' and user_id = $1`, [
    idOf('ext.aaa'),
  ])
  expect((await page(await api.signIn('ext.aaa'))).total).toBe(123)
})

test('an unknown request and those of another carrier or sub-carrier have the same answer, byte for byte', async () => {
  const scoped = await api.signIn('adj.sub1')
  const answers = await Promise.all(
    [history.story, history.eventLog].flatMap((call) =>
      [idOf('nothing'), idOf('theirs'), idOf('south')].map((stratusAuthId) => scoped.ask(call, { stratusAuthId })),
    ),
  )
  const withoutId = answers.map(({ status, text, body }) => [status, text.replace(body.supportId, '')])
  expect(withoutId[0]![0]).toBe(404)
  for (const one of withoutId) expect(one).toEqual(withoutId[0])
  expect((await adjuster.ask(history.story, { stratusAuthId: idOf('south') })).status).toBe(200)
  expect((await adjuster.ask(history.eventLog, { stratusAuthId: 'x' })).status).toBe(400)
  expect((await adjuster.ask(history.eventLog, { stratusAuthId: idOf('south'), pageNo: -1 })).status).toBe(400)
})

test('each call takes one database trip and leaves one audit line with the claim', async () => {
  for (const call of [history.story, history.eventLog]) {
    await adjuster.ask(call, { stratusAuthId: idOf('level 2') })
    await api.db.query('delete from access_audit')
    const before = trips.count
    await adjuster.ask(call, { stratusAuthId: idOf('level 2') })
    expect(trips.count - before).toBe(1)
    const { rows } = await api.db.query('select claim_ids from access_audit')
    expect(rows).toEqual([{ claim_ids: [idOf('AAA AAA1 claim 1')] }])
  }
})
