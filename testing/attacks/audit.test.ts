import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { startApi } from '../api.ts'
import { longTimeouts } from '../database.ts'
import { idOf } from '../fixtures.ts'
import { attempt, codeOf, contents, nobody, pharmacy, send, sender, type Attempt } from './attempt.ts'
import { drawn } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

// Who saw or changed what is on record, and what cannot be put on record is neither shown nor done.

let prepared: Prepared
beforeAll(async () => {
  prepared = await openPrepared()
  for (const call of everyCall) await sampleOf(call, prepared.same('AAA1'))
})
afterAll(() => prepared.close())

type Row = {
  mc: string
  id: string
  user_id: string | null
  actor: string
  session_id: string | null
  request_id: string
  ip: string | null
  call: string
  claim_ids: string[]
  recent: boolean
  object_type: string | null
}
const last = async (): Promise<string> =>
  (await prepared.api.db.query(`select coalesce(max(id), 0) as id from access_audit`)).rows[0].id as string
const since = async (id: string): Promise<Row[]> =>
  (
    await prepared.api.db.query<Row>(
      `select mc, id, user_id, actor, session_id, request_id, ip, call, claim_ids, object_type,
         at > clock_timestamp() - interval '1 minute' as recent from access_audit where id > $1 order by id`,
      [id],
    )
  ).rows

/** The claims of AAA that this text names, by their own id or number or through a request or a bill. */
async function claimsIn(text: string): Promise<string[]> {
  const { rows } = await prepared.api.db.query<{ claim: string; word: string }>(`
    select id as claim, unnest(array[id::text, claim_number, subscriber_number]) as word from wc_claim where mc = 'AAA'
    union all select stratus_claim_id, unnest(array[id::text, reference_number]) from rx_authorization where mc = 'AAA'
    union all select stratus_claim_id, unnest(array[tcn, reference_number]) from rx_transaction where mc = 'AAA'
    union all select stratus_claim_id, unnest(array[id::text, reference_number]) from lomn_request where mc = 'AAA'
    union all select stratus_claim_id, id::text from document where mc = 'AAA'
    union all select stratus_claim_id, id::text from claim_note where mc = 'AAA'
    union all select stratus_claim_id, id::text from claim_contact where mc = 'AAA' and version = 1
    union all select stratus_claim_id, id::text from eligibility_span where mc = 'AAA'
    union all select stratus_claim_id, id::text from prior_auth where mc = 'AAA'
    union all select stratus_claim_id, id::text from claim_fact where mc = 'AAA'
    union all select stratus_claim_id, id::text from claim_contact_note where mc = 'AAA'
    union all select claim_id, id::text from access_case where mc = 'AAA'
    union all select stratus_claim_id, id::text from chat_session where mc = 'AAA' and stratus_claim_id is not null
    union all select a.stratus_claim_id, k.id::text from pharmacy_callback k join rx_authorization a on a.mc = k.mc
      and a.id = k.authorization_id where k.mc = 'AAA'`)
  const whole = new Set(text.match(/(?<![a-zA-Z0-9-])[a-zA-Z0-9-]+(?![\w-])/g))
  return [...new Set(rows.filter(({ word }) => whole.has(word)).map(({ claim }) => claim))].sort()
}

const isListed = (row: { object_type: string | null; claim_ids: string[] }): boolean =>
  row.object_type === 'export' && row.claim_ids.length === 0

const serviceOf = ({ gate, name }: AnyCall): string =>
  gate === 'public' ? 'Prescriber' : name.startsWith('eligibilityFeed.') ? 'Carrier feed' : 'Pharmacy'

const health = everyCall.filter((call) => call.phi !== 'none')
const other = everyCall.filter((call) => call.phi === 'none' && call.kind === 'read')

async function asked(
  call: AnyCall,
  place = prepared.fresh('AAA1'),
): Promise<{ made: Attempt; visitorHash: Buffer | undefined }> {
  const unsigned = call.gate === 'service' || call.gate === 'public'
  const visitor = unsigned ? undefined : await prepared.api.signIn(place.username)
  const by = visitor ? sender(visitor, place.mc) : call.gate === 'public' ? nobody : pharmacy
  const made = attempt(call, await sampleOf(call, place), by)
  return { made, visitorHash: visitor && Buffer.from(visitor.cookie!.split('=')[1]!) }
}

test.each(health)('$name writes exactly one audit line with the user, the call and the claim', async (call) => {
  const { made, visitorHash } = await asked(call)
  await prepared.api.db.query(
    `update rx_authorization set escalated = true, escalation_level = 1 where status_id between 20 and 29`,
  )
  const before = await last()
  const answer = await send(prepared.api, made)
  expect(answer.status).toBe(200)
  const written = await since(before)
  // Of a file that is sent while it is read, more lines say whom it is about and how far it went.
  const claims = written.filter(({ object_type }) => object_type === 'export claims')
  const ends = written.filter(({ object_type }) => object_type === 'export end')
  // A file made from what was read in one go has a line of its own on the list of exports, which names nobody.
  const lines = written.filter((row) => !ends.includes(row) && !claims.includes(row))
  const listed = call.limit === 'export' && lines.length > 1 ? lines.filter(isListed) : []
  const rows = lines.filter((row) => !listed.includes(row))
  expect(listed.length).toBeLessThan(2)
  expect(rows.length).toBe(1)
  expect(ends).toEqual(
    ends.length === 0
      ? []
      : [expect.objectContaining({ call: call.name, request_id: rows[0]!.request_id, claim_ids: [] })],
  )
  const session =
    visitorHash &&
    (await prepared.api.db.query('select id from session where token_hash = sha256($1::bytea)', [visitorHash])).rows[0]
      .id
  expect(rows[0]).toMatchObject({
    mc: 'AAA',
    call: call.name,
    recent: true,
    ip: '127.0.0.1',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...(visitorHash
      ? { user_id: idOf('adj.aaa'), actor: 'Adj aaa', session_id: session }
      : { user_id: null, actor: serviceOf(call), session_id: null }),
  })
  const name = (answer.headers['content-disposition'] as string | undefined) ?? '' // a packed file shows its words to no search
  const shown = await claimsIn(`${made.url} ${made.payload ?? ''} ${answer.text} ${name}`)
  // What a user keeps of an extract may name somebody in a filter, a refused line of a file somebody on file: no record of a claim.
  if (/^(keptExtracts\.|exports\.again$|eligibilityFeed\.(again|refused)$)/.test(call.name)) expect(shown).toEqual([])
  else expect(shown.length).toBeGreaterThan(0)
  expect([...rows, ...claims].flatMap((row) => row.claim_ids).sort()).toEqual(shown)
})

test.each(other)('$name shows nothing of a person, and writes no audit line', async (call) => {
  const { made } = await asked(call)
  const before = await last()
  const answer = await send(prepared.api, made)
  expect(answer.status).toBe(200)
  // A file that leaves is on the list of exports whatever it says.
  const written = await since(before)
  const isFile = answer.headers['content-disposition'] !== undefined
  expect(written.filter((row) => !(isFile && isListed(row)))).toEqual([])
  expect(written.length).toBe(isFile ? 1 : 0)
  expect(answer.text).not.toMatch(/Ortega|1979-03-14|SUBAAA|\bMaria\b/)
  // A notification names a request by its number, and says nothing of who it is about.
  if (call.name !== 'notifications.list') expect(await claimsIn(answer.text)).toEqual([])
})

test('what was requested and not there is on record as well, with no claim', async () => {
  const ofIds = health.filter((one) => one.kind === 'read' && Object.keys(one.ids).length > 0)
  for (const call of drawn(ofIds, 12, 'not there')) {
    const { made } = await asked(call, prepared.same('AAA1'))
    const own = Object.values(await sampleOf(call, prepared.same('AAA1')))
      .flat()
      .find((value) => /^[0-9a-f-]{36}$/.test(String(value))) as string
    const nobodys = (text: string) => text.replaceAll(own, idOf('nothing of this name'))
    const before = await last()
    const answer = await send(prepared.api, {
      ...made,
      url: nobodys(made.url),
      payload: made.payload && nobodys(made.payload),
    })
    expect([call.name, [200, 404].includes(answer.status)]).toEqual([call.name, true])
    for (const row of await since(before)) expect([call.name, row.claim_ids]).toEqual([call.name, []])
  }
})

describe('without the right to write the record', () => {
  const person = /Ortega|1979-03-14|SUBAAA|Maria|Pregabalin/i
  test.each(drawn(health, 15, 'no record'))('$name shows nothing and does nothing: 503', async (call) => {
    const { made } = await asked(call)
    const before = await contents(prepared.api)
    await prepared.api.db.query('revoke insert on access_audit from rxdocket_app, rxdocket_reader')
    try {
      const answer = await send(prepared.api, made)
      expect([answer.status, codeOf(answer)]).toEqual([503, 'UNAVAILABLE'])
      expect(answer.headers['retry-after']).toBe('2')
      expect(answer.text).not.toMatch(person)
      // With a key the same act is not remembered as done either.
      if (call.kind === 'act')
        expect(
          (await send(prepared.api, { ...made, headers: { ...made.headers, 'idempotency-key': 'key-of-the-test' } }))
            .status,
        ).toBe(503)
    } finally {
      await prepared.api.db.query('grant insert on access_audit to rxdocket_app, rxdocket_reader')
    }
    expect(await contents(prepared.api)).toEqual(before)
  })
})

test('while the record is locked, a read and an act wait, give up with 503 and change nothing', async () => {
  const both = [
    everyCall.find((call) => call.name === 'authorizations.one')!,
    everyCall.find((call) => call.name === 'decision.approve')!,
  ]
  const made = [(await asked(both[0]!)).made, (await asked(both[1]!)).made]
  // The only statements that wait are those for the record: they are meant to give up.
  const api = await startApi({
    url: prepared.api.url,
    database: { waitMs: longTimeouts.waitMs, statementTimeoutMs: 2000 },
  })
  const before = await contents(prepared.api)
  await prepared.api.db.query('begin')
  await prepared.api.db.query('lock table access_audit in exclusive mode')
  const answers = await Promise.all(made.map((one) => send(api, one)))
  await prepared.api.db.query('rollback')
  expect(answers.map((answer) => [answer.status, codeOf(answer), /Ortega/.test(answer.text)])).toEqual([
    [503, 'UNAVAILABLE', false],
    [503, 'UNAVAILABLE', false],
  ])
  expect(await contents(prepared.api)).toEqual(before)
})
