import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { oneInstant } from '#testing/one-instant.ts'
import { drafts } from './contract.ts'
import { ticks } from './jobs.ts'
import { daysKept, longestDraft, mostDrafts } from './rules.ts'

const one = { sub: 'AAA1', at: 1 } as const
const DAY = 86_400_000
const words = 'ZZTYPED the prescriber answered that'

const keep = (who: Visitor, subjectId: string, body: object = { note: words }, after = 0, form = 'reject') =>
  who.ask(drafts.keep, { about: 'request', subjectId, form, body: body as Record<string, unknown>, after })
const found = async (who: Visitor, subjectId: string) =>
  (await who.ask(drafts.of, { about: 'request', subjectId })).body.drafts
const rows = async (api: TestApi) =>
  (await api.db.query('select user_id, subject_id, form, sealed from form_draft order by saved_at, form')).rows

test('a draft is found again by its writer in any browser, and by no other user', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  expect(await found(adjuster, id)).toEqual([])
  const before = trips.count
  const { status, body } = await keep(adjuster, id, { note: words, codes: { '75': false } })
  expect([status, trips.count - before]).toEqual([200, 2])
  const there = [
    { form: 'reject', body: { note: words, codes: { '75': false } }, version: body.version, savedAt: body.savedAt },
  ]
  expect(await found(await api.signIn('adj.aaa'), id)).toEqual(there)
  for (const username of ['adj.aaa2', 'super.aaa', 'pharm.aaa', 'read.only'])
    expect([username, await found(await api.signIn(username), id)]).toEqual([username, []])
  // The request does not exist for the other carrier; the writer's other forms are other drafts.
  expect((await (await api.signIn('adj.bbb')).ask(drafts.of, { about: 'request', subjectId: id })).status).toBe(404)
  await keep(adjuster, id, { note: 'yes' }, 0, 'approve')
  expect((await found(adjuster, id)).map((draft) => draft.form)).toEqual(['approve', 'reject'])
  // A user who loses the sub-carrier loses their drafts about it.
  await api.db.query(`update user_carrier set sub_carriers = '{AAA2}' where user_id = $1`, [idOf('adj.aaa')])
  expect((await adjuster.ask(drafts.of, { about: 'request', subjectId: id })).status).toBe(404)
  expect((await keep(adjuster, id)).status).toBe(404)
})

test('a user who works for two carriers has the drafts of the current one', async () => {
  const api = await startFixtureApi()
  const [aaa, bbb] = [await api.signIn('multi', 'AAA'), await api.signIn('multi', 'BBB')]
  const mine = { about: 'self', subjectId: idOf('multi'), form: 'out-of-office' } as const
  expect((await aaa.ask(drafts.keep, { ...mine, body: { message: 'AAA' }, after: 0 })).status).toBe(200)
  expect((await bbb.ask(drafts.of, { about: 'self', subjectId: mine.subjectId })).body.drafts).toEqual([])
  expect((await bbb.ask(drafts.keep, { ...mine, body: { message: 'BBB' }, after: 0 })).status).toBe(200)
  const texts = async (who: Visitor) =>
    (await who.ask(drafts.of, { about: 'self', subjectId: mine.subjectId })).body.drafts.map(({ body }) => body)
  expect([await texts(aaa), await texts(bbb)]).toEqual([[{ message: 'AAA' }], [{ message: 'BBB' }]])
  // A draft about oneself needs the own id; one about a claim an existing claim.
  expect((await aaa.ask(drafts.of, { about: 'self', subjectId: idOf('adj.aaa') })).status).toBe(404)
  expect((await aaa.ask(drafts.of, { about: 'claim', subjectId: idOf('AAA AAA1 claim 1') })).status).toBe(200)
  expect((await aaa.ask(drafts.of, { about: 'claim', subjectId: idOf('BBB BBB1 claim 1') })).status).toBe(404)
  expect((await aaa.ask(drafts.of, { about: 'request', subjectId: idOf('AAA AAA1 claim 1') })).status).toBe(404)
})

test('a page of one user neither saves nor discards drafts of another who has signed in to its browser', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const other = await api.signIn('adj.aaa2')
  const mine = { about: 'request', subjectId: id, form: 'reject', by: idOf('adj.aaa') } as const
  const { status } = await other.ask(drafts.keep, { ...mine, body: { note: words }, after: 0 })
  expect([status, await rows(api)]).toEqual([404, []])
  await keep(other, id)
  expect((await other.ask(drafts.discard, mine)).status).toBe(404)
  expect(await rows(api)).toHaveLength(1)
  expect((await other.ask(drafts.discard, { ...mine, by: idOf('adj.aaa2') })).status).toBe(200)
  expect(await rows(api)).toEqual([])
})

test('of two windows the second writer is shown the text of the first, and may continue from it', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  const first = await keep(adjuster, id, { note: 'first' })
  const second = await keep(adjuster, id, { note: 'second' })
  expect(second).toMatchObject({
    status: 409,
    body: { status: { code: 'CONFLICT' }, data: { body: { note: 'first' }, version: first.body.version } },
  })
  // The same text again is no conflict: a lost answer costs nothing.
  expect((await keep(adjuster, id, { note: 'first' })).status).toBe(200)
  const savedVersion = (await found(adjuster, id))[0]!.version
  expect((await keep(adjuster, id, { note: 'second' }, savedVersion)).body.version).toBeGreaterThan(savedVersion)
  // A draft that was discarded and started again is another draft, also for a window that missed both.
  await adjuster.ask(drafts.discard, { about: 'request', subjectId: id, form: 'reject' })
  expect(await found(adjuster, id)).toEqual([])
  const restarted = await keep(adjuster, id, { note: 'again' })
  expect(restarted.body.version).toBeGreaterThan(savedVersion)
  expect((await keep(adjuster, id, { note: 'asleep' }, savedVersion)).status).toBe(409)
  // Of saves at the same moment one wins, and the others get the conflict.
  const other = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => keep(adjuster, other, { note: `tab ${n}` })))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 409),
  ])
})

test('a decision deletes the drafts of the user who made it; the loser of a race keeps theirs', async () => {
  const api = await startFixtureApi()
  const [adjuster, other] = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa2')]
  for (const [at, decide] of [
    [1, (id: string) => adjuster.ask(decision.approve, { id, version: 1 })],
    [2, (id: string) => adjuster.ask(decision.reject, { id, version: 1, reasonId: 6, note: 'Not for this injury' })],
    [3, (id: string) => adjuster.ask(decision.rejectThisFill, { id, version: 1, reasonId: 3 })],
  ] as const) {
    const id = await raiseAuthorization(api, { sub: 'AAA1', at })
    await keep(adjuster, id, { note: 'mine' })
    await keep(adjuster, id, { note: 'mine' }, 0, 'approve')
    await keep(other, id, { note: 'theirs' })
    // A refused decision keeps every draft.
    expect(
      (await adjuster.ask(decision.reject, { id, version: 7, reasonId: 6, note: 'Not for this injury' })).status,
    ).toBe(409)
    expect(await found(adjuster, id)).toHaveLength(2)
    expect((await decide(id)).status).toBe(200)
    expect(await found(adjuster, id)).toEqual([])
    expect((await found(other, id)).map(({ body }) => body)).toEqual([{ note: 'theirs' }])
  }
  // So does a first approval, which waits for the second.
  const half = await raiseAuthorization(api, { sub: 'AAA1', at: 5, rx: '7700001' })
  await api.db.query('update rx_authorization set estimated_cost = 3000 where id = $1', [half])
  await keep(adjuster, half, { note: 'mine' }, 0, 'approve')
  expect((await adjuster.ask(decision.approve, { id: half, version: 1 })).body.authorizationStatusId).toBe(25)
  expect(await found(adjuster, half)).toEqual([])
})

test('a read-only user saves no draft, and a saved one leaves no trace in audit, log or idempotency records', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  for (const username of ['read.only', 'prog.spec'])
    expect((await keep(await api.signIn(username), id)).body.status.code).toBe('UPDATE_BLOCKED')
  const audited = async () => (await api.db.query('select count(*)::int as n from access_audit')).rows[0].n as number
  const before = await audited()
  await keep(adjuster, id)
  await found(adjuster, id)
  await keep(adjuster, id, { note: `${words} again` }, 1)
  await adjuster.ask(drafts.discard, { about: 'request', subjectId: id, form: 'reject' })
  expect(await audited()).toBe(before)
  expect(api.logged.join('\n')).not.toContain('ZZTYPED')
  const kept = await api.db.query(`select coalesce(string_agg(answer::text, ' '), '') as all from idempotency`)
  expect(kept.rows[0].all).not.toContain('ZZTYPED')
})

test('a draft cannot be read in the database, and a text moved to another row does not decrypt', async () => {
  const api = await startFixtureApi()
  const [id, second] = [await raiseAuthorization(api, one), await raiseAuthorization(api, { sub: 'AAA1', at: 2 })]
  const [adjuster, other] = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa2')]
  await keep(adjuster, id, { note: words, reason: 'ZZREASON' })
  await keep(adjuster, id, { note: 'ZZYES' }, 0, 'approve')
  await keep(adjuster, second, { note: 'ZZSECOND' })
  await keep(other, id, { note: 'ZZTHEIRS' })
  const { rows: whole } = await api.db.query<{ row: string }>('select d::text as row from form_draft d')
  expect(whole).toHaveLength(4)
  for (const { row } of whole) expect(row).not.toMatch(/ZZTYPED|ZZREASON|ZZSECOND|ZZTHEIRS|prescriber/)
  // Even a writer of the database cannot swap texts between users, subjects or forms.
  const { rows: encrypted } = await api.db.query<{
    user_id: string
    subject_id: string
    form: string
    encrypted: string
  }>('select user_id, subject_id, form, sealed as encrypted from form_draft')
  const of = (user: string, subject: string, form = 'reject') =>
    encrypted.find((row) => row.user_id === idOf(user) && row.subject_id === subject && row.form === form)!.encrypted
  const here = async () => (await found(adjuster, id)).map(({ form }) => form)
  for (const [what, text] of [
    ["another person's", of('adj.aaa2', id)],
    ['of another request', of('adj.aaa', second)],
    ['of another form', of('adj.aaa', id, 'approve')],
    ['changed', of('adj.aaa', id).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['none', 'v1'],
  ] as const) {
    await api.db.query(`update form_draft set sealed = $1 where user_id = $2 and subject_id = $3 and form = 'reject'`, [
      text,
      idOf('adj.aaa'),
      id,
    ])
    expect([what, await here()]).toEqual([what, ['approve']])
  }
  // A user who keeps typing can still save.
  expect((await keep(adjuster, id, { note: words })).status).toBe(200)
  expect(await here()).toEqual(['approve', 'reject'])
})

test('a draft that is too large is refused with a reason, and a user has a limited number of drafts', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  const tooLong = await keep(adjuster, id, { note: 'ü'.repeat(longestDraft) })
  expect([tooLong.status, tooLong.body.fields[0]?.message]).toEqual([400, 'A draft has at most 16,000 characters.'])
  // The longest allowed, in characters that take the most bytes.
  expect((await keep(adjuster, id, { note: '漢'.repeat(longestDraft - 11) })).status).toBe(200)
  for (const form of ['Reject', 'a', '../x', 'x'.repeat(60)])
    expect((await keep(adjuster, id, {}, 0, form)).status).toBe(400)
  await api.db.query(
    `insert into form_draft (mc, user_id, subject_id, form, sealed, version, saved_at, expires_at)
     select 'AAA', $1, gen_random_uuid(), 'reject', 'v1', n, now() - make_interval(hours => n), now() + interval '1 day' from generate_series(1, $2) n`,
    [idOf('adj.aaa'), mostDrafts],
  )
  expect((await keep(adjuster, id, { note: 'the newest' }, 0, 'approve')).status).toBe(200)
  const left = await rows(api)
  expect([left.length, left.at(-1)!.form]).toEqual([mostDrafts, 'approve'])
  expect((await found(adjuster, id)).map(({ form }) => form)).toEqual(['approve', 'reject'])
})

test('an untouched draft is kept for exactly a week', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const [adjuster, other] = [await api.signIn('adj.aaa'), await api.signIn('adj.bbb')]
  const theirs = await raiseAuthorization(api, { sub: 'BBB1', at: 1 })
  await keep(adjuster, id)
  await keep(other, theirs)
  const jobs = await startJobs(api.built.portal, api.url, {}, { 'drafts.sweep': ticks['drafts.sweep']! }, 3_600_000)
  try {
    api.clock.move(daysKept * DAY - 60_000)
    await jobs.tick()
    expect(await rows(api)).toHaveLength(2)
    // One of them is changed: its week starts again.
    const again = await api.signIn('adj.aaa')
    await keep(again, id, { note: 'more' }, (await found(again, id))[0]!.version)
    api.clock.move(61_000)
    expect(await found(await api.signIn('adj.bbb'), theirs)).toEqual([])
    expect(await rows(api)).toHaveLength(2)
    await jobs.tick()
    expect(await rows(api)).toHaveLength(1)
    expect((await found(await api.signIn('adj.aaa'), id)).map(({ body }) => body)).toEqual([{ note: 'more' }])
  } finally {
    await jobs.stop()
  }
})

test('saves are limited on their own: 120 a minute, and a user at the limit may still decide', async () => {
  const api = await startFixtureApi({ limitFactor: 1 })
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  // From the start of a minute, so that the minute does not end while it is counted.
  api.clock.move(60_000 - (api.clock.now().getTime() % 60_000))
  const { keep: keepClock, holdNow } = oneInstant(api.clock)
  const statuses = new Map<number, number>()
  for (let n = 0, after = 0; n < 125; n += 1) {
    keepClock()
    const { status, body } = await keep(adjuster, id, { note: String(n) }, after)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // The windows of the session and of its user begin with the first two calls: the others are after that.
    if (n < 2) holdNow()
    if (status === 200) after = body.version
  }
  // The first may be counted before its user is known.
  expect([120, 121]).toContain(statuses.get(200))
  expect(statuses.get(429)).toBe(125 - statuses.get(200)!)
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).status).toBe(200)
})
