import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { accessReview } from './contract.ts'
import { nextReminder, reminderMail, reminderTitle } from './review-rules.ts'

// Account managers are reminded of an open access review.

let api: TestApi
let admin: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('super.aaa'), idOf('adj.aaa2')],
  ])
  admin = await api.signIn('super.aaa', 'AAA')
})
afterAll(() => api.close())

test.each([
  ['a week after the last one', '2026-11-01T00:00:00.000Z', '2026-12-30T00:00:00.000Z', '2026-11-08T00:00:00.000Z'],
  ['four days before it is due', '2026-11-05T00:00:00.000Z', '2026-11-12T00:00:00.000Z', '2026-11-08T00:00:00.000Z'],
  ['every day from then on', '2026-11-09T00:00:00.000Z', '2026-11-12T00:00:00.000Z', '2026-11-10T00:00:00.000Z'],
  ['and once it is overdue', '2026-11-20T00:00:00.000Z', '2026-11-12T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
])('the next reminder goes out %s', (_, last, dueAt, next) => expect(nextReminder({ last, dueAt })).toBe(next))

test('a reminder says how many are left and until when, and names nobody', () => {
  const of = { left: 1, users: 12, due: '11/30/2026' }
  expect(reminderTitle(of)).toBe('Access review: 1 of 12 users has no answer yet. It is due 11/30/2026.')
  expect(reminderTitle({ ...of, left: 0 })).toBe('Every user of the access review is answered. Close it by 11/30/2026.')
  const mail = reminderMail({ ...of, brand: 'RxDocket', origin: 'https://portal.example', carrier: 'Northwind' })
  expect(mail.subject).toBe('Access review of Northwind, due 11/30/2026')
  expect(mail.body).toContain('https://portal.example/accounts/admin/review')
})

test('the others are notified of a review, and all are reminded after a week and then every day, once', async () => {
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const notices = async () =>
    (
      await api.db.query(
        `select u.username, n.title from user_notification n join app_user u on u.id = n.user_id
          where n.mc = 'AAA' and n.kind = 'access_review' order by n.at, u.username`,
      )
    ).rows
  const { reviewId } = (await admin.ask(accessReview.open, {})).body
  expect((await notices()).map(({ username }) => username)).toEqual(['adj.aaa2'])
  expect((await notices())[0].title).toMatch(/^Super aaa opened an access review\. It is due \d\d\/\d\d\/\d{4}\.$/)
  await jobs.tick()
  expect((await notices()).length).toBe(1)

  const ago = (column: string, days: number) =>
    api.db.query(`update access_review set ${column} = now() - make_interval(days => $2) where id = $1`, [
      reviewId,
      days,
    ])
  await ago('opened_at', 8)
  for (const _turn of [1, 2]) await jobs.tick()
  expect((await notices()).slice(1).map(({ username }) => username)).toEqual(['adj.aaa2', 'super.aaa'])
  const { rows: mails } = await api.db.query(
    `select subject, body from outside_message where subject like 'Access review%'`,
  )
  expect([mails.length, mails[0].body]).toEqual([2, expect.stringContaining('/accounts/admin/review')])
  const { open, remindsAt, dueAt } = (await admin.ask(accessReview.overview, {})).body
  expect(remindsAt).toBe(nextReminder({ last: open!.remindedAt!, dueAt }))

  await ago('reminded_at', 2)
  await jobs.tick()
  expect((await notices()).length).toBe(3)
  await api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', '*', 'accessReviewDays', '1')`,
  )
  await jobs.tick()
  expect((await notices()).length).toBe(5)
})
