import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '#features/sign-in/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { accessReview, people } from './contract.ts'
import { dueOf, isOverdue, whyNotAnswer, whyNotClose } from './review-rules.ts'

// Account managers answer for each user of their carrier what happens to the user's access, and keep the evidence.

let api: TestApi
let admin: Visitor
let second: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin,supervisor}' where user_id = any($1)`, [
    [idOf('super.aaa'), idOf('adj.aaa2'), idOf('adj.bbb')],
  ])
  admin = await api.signIn('super.aaa')
  second = await api.signIn('adj.aaa2')
})
afterAll(() => api.close())

const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
]
const linesOf = async (by: Visitor, reviewId: string, more: object = {}) =>
  (await by.ask(accessReview.lines, { reviewId, size: 100, ...more })).body
const overview = async () => (await admin.ask(accessReview.overview, {})).body

describe('rules', () => {
  const line = { user_id: 'b', active: true, closed: false }
  test.each([
    ['a colleague with access', line, undefined],
    ['oneself', { ...line, user_id: 'a' }, 'RULE'],
    ['somebody whose access ended', { ...line, active: false }, 'RULE'],
    ['anybody once it is closed', { ...line, closed: true }, 'ALREADY_DECIDED'],
  ])('an answer for %s', (_, of, code) => expect(whyNotAnswer({ id: 'a' }, of)?.code).toBe(code))
  const done = { closed: false, others: 0, elsewhere: 0, own: false }
  test.each([
    ['when all are answered', done, undefined],
    ['while a user has no answer', { ...done, others: 1 }, 'RULE'],
    ['while another manager could review the closer', { ...done, own: true }, 'RULE'],
    ['while users of other programs have no answer', { ...done, elsewhere: 1 }, 'RULE'],
    ['twice', { ...done, closed: true }, 'ALREADY_DECIDED'],
  ])('it is closed %s', (_, of, code) => expect(whyNotClose(of)?.code).toBe(code))
  test('it is due so many days after the last one', () => {
    expect(dueOf('2026-01-01T00:00:00.000Z', 90)).toBe('2026-04-01T00:00:00.000Z')
    expect(isOverdue('2026-04-01T00:00:00.000Z', new Date('2026-04-01T00:00:00.001Z'))).toBe(true)
    expect(isOverdue('2026-04-01T00:00:00.000Z', new Date('2026-04-01T00:00:00.000Z'))).toBe(false)
  })
})

test('two account managers keep, change and remove users, close the review and have who, when and what as a file', async () => {
  expect((await overview()).overdue).toBe(false)
  await api.db.query(`update user_carrier set created_at = now() - interval '31 days' where mc = 'AAA'`)
  await api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', '*', 'accessReviewDays', '30')`,
  )
  expect(await overview()).toMatchObject({ everyDays: 30, overdue: true, open: null, closed: [] })
  const { reviewId } = (await admin.ask(accessReview.open, {})).body
  const again = await second.ask(accessReview.open, {})
  expect([...codeOf(again), again.body.data]).toEqual([
    409,
    'DUPLICATE',
    { by: 'Super aaa', at: expect.stringMatching(/^2/) },
  ])
  const { review, content } = await linesOf(admin, reviewId)
  expect([review.toReview, review.users]).toEqual([content.length, content.length])
  const of = (name: string) => content.find((one) => one.userId === idOf(name))!
  expect(of('super.aaa').whyNot).toBe('Ask another account manager to review your own access.')
  expect(of('read.only')).toMatchObject({
    rights: { roles: ['read_only'], openRequests: 0 },
    answer: null,
    whyNot: null,
  })

  // Page by page the same users, and a place of another list is refused.
  const first = (await admin.ask(accessReview.lines, { reviewId, size: 3 })).body
  const next = (await admin.ask(accessReview.lines, { reviewId, size: 3, after: first.next! })).body
  expect([...first.content, ...next.content].map((one) => one.userId)).toEqual(
    content.slice(0, 6).map((one) => one.userId),
  )
  expect(
    codeOf(await admin.ask(accessReview.lines, { reviewId, size: 3, state: 'ANSWERED', after: first.next! })),
  ).toEqual([400, 'VALIDATION'])

  const answer = (by: Visitor, name: string, more: object) =>
    by.ask(accessReview.change, {
      reviewId,
      userId: idOf(name),
      version: of(name).version,
      note: 'Not for this injury',
      ...more,
    } as never)
  const keep = (by: Visitor, name: string, more: object = {}) =>
    by.ask(accessReview.keep, { reviewId, userId: idOf(name), version: of(name).version, ...more })
  // Changed: the same rules and the same function as on the page of users.
  const changed = await answer(admin, 'read.only', { answer: 'CHANGE', roles: ['adjuster'], note: '=Florida team' })
  expect([changed.status, changed.body]).toEqual([
    200,
    { success: true, toReview: content.length - 1, waitsForSecond: false, waitsFor: [] },
  ])
  const wants = await answer(admin, 'pharm.aaa', { answer: 'CHANGE', roles: ['supervisor', 'account_admin'] })
  expect(wants.body).toMatchObject({ waitsForSecond: true, waitsFor: ['account_admin'] })
  expect(codeOf(await answer(admin, 'ext.aaa', { answer: 'CHANGE' }))).toEqual([400, 'VALIDATION'])
  expect(codeOf(await answer(admin, 'ext.aaa', { answer: 'REMOVE', note: ' ' }))).toEqual([400, 'VALIDATION'])
  expect(codeOf(await answer(admin, 'super.aaa', { answer: 'REMOVE' }))).toEqual([422, 'RULE'])
  expect(codeOf(await keep(admin, 'super.aaa'))).toEqual([422, 'RULE'])
  // Removed: sessions end at once.
  const leaver = await api.signIn('ext.aaa')
  expect((await answer(admin, 'ext.aaa', { answer: 'REMOVE', note: 'Left in May' })).status).toBe(200)
  expect(codeOf(await leaver.ask(session.details, {}))).toEqual([401, 'SESSION_REVOKED'])
  expect(codeOf(await keep(admin, 'ext.aaa'))).toEqual([422, 'RULE'])
  // What was changed since it was seen is looked at again; without a version nothing is kept.
  expect(codeOf(await keep(admin, 'read.only'))).toEqual([409, 'CONFLICT'])
  expect(codeOf(await keep(admin, 'clin.aaa', { version: undefined }))).toEqual([428, 'PRECONDITION_REQUIRED'])
  expect(codeOf(await keep(admin, 'clin.aaa', { userId: idOf('adj.bbb') }))).toEqual([404, 'NOT_FOUND'])

  expect((await admin.ask(accessReview.close, { reviewId })).body.status?.message).toMatch(/users have no answer yet/)
  // Somebody whose access ends on the page of users needs no answer.
  await admin.ask(people.change, { id: idOf('multi'), version: of('multi').version, active: false })
  for (const one of content)
    if (!['read.only', 'pharm.aaa', 'ext.aaa', 'multi', 'super.aaa'].some((name) => idOf(name) === one.userId))
      expect([
        one.username,
        codeOf(
          await (one.userId === idOf('adj.aaa2') ? admin : second).ask(accessReview.keep, {
            reviewId,
            userId: one.userId,
            version: one.version,
          }),
        ),
      ]).toEqual([one.username, [200, undefined]])
  expect(codeOf(await admin.ask(accessReview.close, { reviewId }))).toEqual([422, 'RULE'])
  expect((await keep(second, 'super.aaa', { note: 'Leads the team' })).body.toReview).toBe(0)
  expect((await linesOf(admin, reviewId, { state: 'TO_REVIEW' })).content).toEqual([])
  expect((await admin.ask(accessReview.close, { reviewId })).status).toBe(200)
  for (const late of [
    await admin.ask(accessReview.close, { reviewId }),
    await keep(admin, 'clin.aaa'),
    await answer(admin, 'clin.aaa', { answer: 'REMOVE' }),
  ])
    expect(codeOf(late)).toEqual([409, 'ALREADY_DECIDED'])
  expect(await overview()).toMatchObject({ overdue: false, open: null, closed: [{ reviewId, changed: 2, removed: 1 }] })

  const file = await admin.ask(accessReview.export, { reviewId, timeZone: 'America/New_York' })
  expect(file.headers['content-disposition']).toMatch(/access-review-\d{8}\.csv/)
  const row = (name: string) => file.text.split('\r\n').find((one) => one.includes(`"${name}"`))!
  // As it was seen, with what it was changed to; a note is no formula.
  expect(row('read.only')).toMatch(
    /"Read only".*"Change","'=Florida team","Super aaa","\d\d\/\d\d\/.*"Roles: Adjuster; /,
  )
  expect(row('ext.aaa')).toMatch(/"Remove","Left in May","Super aaa"/)
  expect(row('multi')).toMatch(/"Access ended before the review"/)
  expect(row('super.aaa')).toMatch(/"Keep","Leads the team","Adj aaa2"/)
  const { rows } = await api.db.query(
    `select detail ->> 'answer' as answer, count(*)::int as times from access_audit
      where object_type = 'access_review' and object_id = $1 group by 1 order by 1`,
    [reviewId],
  )
  expect(rows).toEqual([
    { answer: 'CHANGE', times: 2 },
    { answer: 'KEEP', times: content.length - 4 },
    { answer: 'REMOVE', times: 1 },
    { answer: null, times: 2 },
  ])
})

test('access that was never used comes first, then what is unused, then licenses that end, from page to page and in the file', async () => {
  const login = (name: string, at: string) =>
    api.db.query(`update app_user set last_login_at = ${at} where id = $1`, [idOf(name)])
  const license = (name: string, expiresOn: string) =>
    api.db.query(
      `insert into user_license (mc, user_id, profession, state, number, expires_on, set_by_name, set_at)
        values ('AAA', $1, 'PHYSICIAN', 'FL', 'ME 1', $2, 'x', now())`,
      [idOf(name), expiresOn],
    )
  await api.db.query(`update user_carrier set created_at = now() - interval '200 days' where mc = 'AAA'`)
  await api.db.query('update app_user set last_login_at = now()')
  await login('adj.sub1', `now() - interval '201 days'`) // Before the access was given.
  await login('adj.aaa', 'null')
  await login('pharm.aaa', `now() - interval '91 days'`)
  await login('read.only', `now() - interval '89 days'`)
  await license('clin.aaa', day(60))
  await license('ur.aaa', day(61))
  const { reviewId } = (await admin.ask(accessReview.open, {})).body
  const { content } = await linesOf(admin, reviewId)
  const first = content.filter(({ look }) => look !== null)
  expect(first.map(({ username, look }) => [username, look])).toEqual([
    ['adj.aaa', 'NEVER'],
    ['adj.sub1', 'NEVER'],
    ['pharm.aaa', 'UNUSED'],
    ['clin.aaa', 'LICENSE'],
  ])
  expect(content.slice(0, first.length)).toEqual(first)
  const walked: string[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page = (await admin.ask(accessReview.lines, { reviewId, size: 3, ...(after !== undefined && { after }) }))
      .body
    walked.push(...page.content.map(({ userId }) => userId))
    after = page.next
  }
  expect(walked).toEqual(content.map(({ userId }) => userId))
  const { text } = await admin.ask(accessReview.export, { reviewId, timeZone: 'America/New_York' })
  const names = text.split('\r\n').slice(1, 5)
  expect(names.map((row) => /Never used since it was given|Unused 90 days|License ended/.exec(row)?.[0])).toEqual([
    'Never used since it was given',
    'Never used since it was given',
    'Unused 90 days',
    'License ended',
  ])
  // A user who was answered keeps the place and the reasons of that day, in the list and in the file.
  const rowsOf = async (name: string) => {
    const file = await admin.ask(accessReview.export, { reviewId, timeZone: 'America/New_York' })
    const lines = (await linesOf(admin, reviewId)).content
    const { look, since, rights } = lines.find(({ username }) => username === name)!
    return [file.text.split('\r\n').find((row) => row.includes(`"${name}"`)), look, since, rights]
  }
  const { userId, version } = first.find(({ username }) => username === 'pharm.aaa')!
  expect((await admin.ask(accessReview.keep, { reviewId, userId, version, note: 'On leave' })).status).toBe(200)
  const kept = await rowsOf('pharm.aaa')
  expect(kept.slice(1)).toMatchObject(['UNUSED', expect.any(String), { roles: expect.any(Array) }])
  await login('pharm.aaa', 'now()')
  await api.db.query(`update user_carrier set created_at = now() where user_id = $1`, [userId])
  expect(await rowsOf('pharm.aaa')).toEqual(kept)
})

test('the only account manager of a carrier closes a review, and the file says that nobody reviewed them', async () => {
  const alone = await api.signIn('adj.bbb')
  const { reviewId } = (await alone.ask(accessReview.open, {})).body
  for (const one of (await linesOf(alone, reviewId)).content)
    if (one.whyNot === null) await alone.ask(accessReview.keep, { reviewId, userId: one.userId, version: one.version })
  expect((await alone.ask(accessReview.close, { reviewId })).status).toBe(200)
  expect((await alone.ask(accessReview.export, { reviewId })).text).toContain(
    '"Not reviewed: no other account manager"',
  )
  // Nobody else has it: neither another carrier nor a user without the role.
  for (const id of [reviewId, randomUUID()])
    for (const call of [accessReview.lines, accessReview.close, accessReview.export] as const)
      expect(codeOf(await admin.ask(call, { reviewId: id }))).toEqual([404, 'NOT_FOUND'])
  const adjuster = await api.signIn('adj.aaa')
  for (const call of [accessReview.overview, accessReview.open] as const)
    expect(codeOf(await adjuster.ask(call, {}))).toEqual([403, 'NOT_ALLOWED'])
  expect(codeOf(await (await api.signIn('clin.aaa')).ask(accessReview.lines, { reviewId }))).toEqual([404, 'NOT_FOUND'])
})
