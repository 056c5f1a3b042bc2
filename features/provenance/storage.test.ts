import { clearingAll } from '#testing/clear-all.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { chained, packed, unpacked } from '#platform/database/packed-text.ts'
import { addDays } from '#platform/dates/day.ts'
import { DAY_MS, isoOf } from '#platform/dates/instant.ts'
import { holidayLookup } from '#reference/holidays.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { untilWeekday } from '#testing/new-york-day.ts'
import { provenance } from './contract.ts'
import { dictionaries, newest } from './dictionaries.ts'

// How records are stored: what a decided request takes of the disk, in bytes of its rows with compressed texts, which no
// machine changes; and that nothing stored can be changed without being found.

const opioid = { sub: 'AAA1', at: 1, drug: 'oxycodone 30 mg tablet', quantity: 100, days: 30 } as const

test('a decided request takes at most half of what it once took, its record and decision included, and shows all of it', async () => {
  const api = await startFixtureApi()
  // Hours that do not count and holidays between receipt and due date are part of the row: it is measured on a Tuesday at noon,
  // in a week without any.
  api.clock.move(untilWeekday(2))
  const holidayOf = holidayLookup('california')
  while (
    Array.from({ length: 9 }, (_, at) => holidayOf(addDays(isoOf(api.clock.now().getTime()).slice(0, 10), at))).some(
      Boolean,
    )
  )
    api.clock.move(7 * DAY_MS)
  // Who is missing is part of the record: it is measured where a reviewer works.
  await api.db.query(
    `update user_carrier set license_states = '{FL}' where user_id = (select id from app_user where username = 'ur.aaa')`,
  )
  const adjuster = await api.signIn('adj.aaa')
  const pharmacist = await api.signIn('pharm.aaa')
  const approved = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  expect((await adjuster.ask(decision.approve, { id: approved, version: 1, note: 'Known patient' })).status).toBe(200)
  const rejected = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  expect((await adjuster.ask(decision.rejectThisFill, { id: rejected, version: 1, reasonId: 3 })).status).toBe(200)
  const twice = await raiseAuthorization(api, opioid)
  expect((await adjuster.ask(decision.approve, { id: twice, version: 1, note: 'Known patient' })).status).toBe(200)
  expect(
    (
      await pharmacist.ask(decision.approve, {
        id: twice,
        version: 2,
        ...(await clearingAll(pharmacist, twice, 'Dose reviewed')),
        note: 'Spoke with the office',
      })
    ).status,
  ).toBe(200)
  const bytes = async (id: string, table: string, key = 'authorization_id'): Promise<number> =>
    (
      await api.db.query(
        `select coalesce(sum(pg_column_size(t.*)), 0)::int as bytes from ${table} t where t.${key} = $1`,
        [id],
      )
    ).rows[0].bytes
  for (const [id, records] of [
    [approved, 1],
    [rejected, 1],
    [twice, 2],
  ] as const) {
    const [request, record, decided] = [
      await bytes(id, 'rx_authorization', 'id'),
      await bytes(id, 'decision_record'),
      await bytes(id, 'authorization_decision'),
    ]
    expect(request).toBeLessThanOrEqual(4000)
    expect(record).toBeLessThanOrEqual(2000 * records)
    // Two approvals of two safety findings, each with what it is about and why.
    expect(decided).toBeLessThanOrEqual(records === 1 ? 1200 : 1500)
    let rest = 0
    for (const table of ['authorization_event', 'authorization_owner', 'prior_auth', 'pharmacy_callback'])
      rest += await bytes(id, table)
    expect(request + record + decided + rest).toBeLessThanOrEqual(records === 1 ? 7600 : 11_000)
    // Everything the engine said is still in the record, its steps too, which only the transaction has besides.
    const { rows } = await api.db.query(
      `select x.result -> 'trace' as trace, a.shown from rx_authorization a join rx_transaction x on x.id = a.trigger_transaction_id where a.id = $1`,
      [id],
    )
    const found = (await adjuster.ask(provenance.of, { id })).body
    expect(found).toMatchObject({ intact: true, problems: [] })
    for (const { record: kept } of found.records) {
      expect(kept!.trace.map(({ rule, detail }) => [rule, detail])).toEqual(
        rows[0].trace.map(({ rule, detail }: { rule: string; detail: string }) => [rule, detail]),
      )
      expect(kept!.trace.length).toBeGreaterThan(20)
      expect(kept!.considerations).toEqual(rows[0].shown.considerations)
      expect(kept!.price!.paid).toBe(rows[0].shown.pricing.paid)
    }
  }
})

test('a request made without a transaction has the steps of the engine itself, and its record shows them', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await api.db.query(
    `update rx_authorization a set trigger_transaction_id = null, shown = a.shown || jsonb_build_object('trace', x.result -> 'trace')
       from rx_transaction x where x.id = a.trigger_transaction_id`,
  )
  expect((await adjuster.ask(authorizations.one, { id })).status).toBe(200)
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).status).toBe(200)
  expect((await adjuster.ask(provenance.of, { id })).body.records[0]!.record!.trace.length).toBeGreaterThan(20)
})

test('reading a record finds a record or a decision that was changed directly in the database', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.approve, { id, version: 1 })
  await adjuster.ask(decision.undo, { id })
  await adjuster.ask(decision.rejectThisFill, { id, version: 3, reasonId: 3, note: 'Not this time' })
  const read = async () => (await adjuster.ask(provenance.of, { id })).body
  const clean = await read()
  expect(clean).toMatchObject({
    intact: true,
    records: [
      { undone: { by: 'Adj aaa' }, record: { kind: 'APPROVE' } },
      { undone: null, record: { kind: 'REJECT_NO_PA' }, previous: clean.records[0]!.sha256 },
    ],
  })
  /** Does it, reads, and puts it back. */
  const behind = async (statement: string): Promise<string[]> => {
    await api.db.query('create table kept_aside as select * from decision_record')
    await api.db.query('create table decisions_aside as select * from authorization_decision')
    await api.db.query('alter table decision_record disable trigger user')
    await api.db.query(statement)
    const { intact, problems, records } = await read()
    expect(intact).toBe(false)
    await api.db.query('delete from decision_record')
    await api.db.query(
      'update authorization_decision d set note = a.note, decision = a.decision, max_days = a.max_days from decisions_aside a where a.id = d.id',
    )
    await api.db.query('insert into decision_record select * from kept_aside')
    await api.db.query(
      'drop table kept_aside; drop table decisions_aside; alter table decision_record enable trigger user',
    )
    return [...problems, ...records.flatMap((kept) => kept.problems.map((words) => `${kept.sequence}: ${words}`))]
  }
  /** The text of a record changed and packed again, as who knows the format would. */
  const rewritten = async (sequence: number, from: string, to: string): Promise<{ text: string; packed: string }> => {
    const { rows } = await api.db.query<{ packed: string }>(
      `select encode(packed, 'hex') as packed from decision_record where sequence = $1`,
      [sequence],
    )
    const text = unpacked(rows[0]!.packed, dictionaries[newest]!)!.replaceAll(from, to)
    return { text, packed: packed(text, dictionaries[newest]!) }
  }
  const never = await rewritten(2, 'Not this time', 'Never')
  expect(await behind(`update decision_record set packed = '${never.packed}' where sequence = 2`)).toEqual([
    '2: Its text is not the one its fingerprint was taken of.',
    '2: The decision now says something else about the note.',
  ])
  // Computing the fingerprint again as well breaks the next link.
  const risen = await rewritten(1, '"P4"', '"P7"')
  expect(
    await behind(
      `update decision_record set packed = '${risen.packed}', sha256 = '\\x${chained(null, risen.text)}' where sequence = 1`,
    ),
  ).toEqual(['2: It does not follow from the record before it.'])
  expect(await behind('delete from decision_record where sequence = 1')).toEqual([
    'A record before record 2 is gone.',
    expect.stringMatching(/^There is no record of the decision of .* by Adj aaa\.$/),
  ])
  for (const unreadable of [
    `packed = '\\x00'`,
    'dictionary = 99',
    `packed = null, dictionary = null, record = 'x'`,
    `packed = set_byte(packed, 700, 255 - get_byte(packed, 700))`,
  ])
    expect(await behind(`update decision_record set ${unreadable} where sequence = 1`), unreadable).toEqual([
      '1: Its text is not the one its fingerprint was taken of.',
      '1: It can no longer be read.',
    ])
  expect(await behind(`update authorization_decision set note = 'As agreed' where undone_at is null`)).toEqual([
    '2: The decision now says something else about the note.',
  ])
  expect(await read()).toEqual(clean)
  // The portal's own roles cannot do any of it.
  for (const role of ['rxdocket_app', 'rxdocket_reader']) {
    await api.db.query(`set role ${role}`)
    for (const statement of ['update decision_record set packed = packed', 'delete from decision_record'])
      await expect(api.db.query(statement)).rejects.toThrow(/permission denied/)
    await api.db.query('reset role')
  }
})

test('a dictionary is never changed: records of ten years ago are read with it', () => {
  const fingerprints = Object.entries(dictionaries).map(([number, text]) => [
    number,
    createHash('sha256').update(text).digest('hex'),
  ])
  expect(fingerprints).toEqual([
    ['1', 'f18e6d773444305fd24f2079f889df7c81f4c81f4fc2f963b13e8598afe1138d'],
    ['2', 'd5fddf212e41093145ca8ed41f38da34d993ca28bebccbad69803af01a36709a'],
  ])
})

test('a text comes back exactly as it was packed, and never with another dictionary or from other bytes', () => {
  const words = dictionaries[newest]!
  for (const text of ['', 'x', '“Ω”\u0000', words, words.slice(500, 4000) + 'Known patient'.repeat(50)]) {
    const hex = packed(text, words).slice(2)
    expect(unpacked(hex, words)).toBe(text)
    expect(unpacked(hex, `${words} `)).toBeNull()
    expect(unpacked(`${hex.slice(0, -2)}${hex.endsWith('00') ? '01' : '00'}`, words)).toBeNull()
  }
})
