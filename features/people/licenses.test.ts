import { everyJob, everyTick } from '#registry'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { complete, newcomersAt } from '#features/registration/testing-newcomers.ts'
import { addDays } from '#platform/dates/day.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import type { License } from '#features/permissions/professions.ts'
import { accessReview, people } from './contract.ts'
import { keptLicenses, licenseState, licenseWords, whyNotLicenses } from './licenses.ts'

// Reviewers and pharmacists have licenses: profession, state, number and the last day. With it the state ends.

const TODAY = '2026-11-29'
const license = (more: Partial<License> = {}): License => ({
  profession: 'PHYSICIAN',
  state: 'FL',
  number: 'ME 1234',
  expiresOn: '2027-10-31',
  ...more,
})

test.each<[string | null, string]>([
  [null, 'IN_FORCE'],
  ['2027-10-31', 'IN_FORCE'],
  ['2027-01-28', 'ENDING'],
  [TODAY, 'ENDING'],
  ['2026-11-28', 'ENDED'],
])('a license until %s is %s', (expiresOn, state) => expect(licenseState({ expiresOn }, TODAY)).toBe(state))

test.each<[string, License[], string[], RegExp | undefined]>([
  ['for a state that counts', [license()], ['FL'], undefined],
  ['twice for a state', [license(), license({ number: 'x' })], ['FL'], /one physician license for FL/],
  ['of two professions for a state', [license(), license({ profession: 'NURSE' })], ['FL'], undefined],
  ['for a state that is not named', [license()], ['TX'], /Name FL among the license states/],
  ['that ended, and the state counts', [license({ expiresOn: '2026-11-28' })], ['FL'], /ended on 11\/28\/2026/],
  ['that ended, and the state does not count', [license({ expiresOn: '2026-11-28' })], [], undefined],
  [
    'that ended beside one that has not',
    [license({ expiresOn: '2026-11-28' }), license({ profession: 'NURSE' })],
    ['FL'],
    undefined,
  ],
])('a license %s', (_, licenses, states, words) => {
  const why = whyNotLicenses(licenses, states, TODAY)?.message
  if (words) expect(why).toMatch(words)
  else expect(why).toBeUndefined()
})

test('where only the states change, licenses of the others go; those that ended stay on file', () => {
  const [fl, tx, old] = [license(), license({ state: 'TX' }), license({ state: 'GA', expiresOn: '2020-01-01' })]
  expect(keptLicenses([fl, tx, old], ['FL'], TODAY)).toEqual([fl, old])
  expect(licenseWords(fl)).toBe('Physician, FL, ME 1234, until 10/31/2027')
  expect(licenseWords(license({ number: '', expiresOn: null }))).toBe('Physician, FL')
})

let api: TestApi
let admin: Visitor
const signIn = () => api.signIn('super.aaa', 'AAA')
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('super.aaa')])
  admin = await signIn()
})
afterAll(() => api.close())

const listed = async (name: string) =>
  (await admin.ask(people.list, { search: name, size: 100 })).body.content.find((one) => one.username === name)!
const change = async (name: string, more: object) =>
  admin.ask(people.change, { id: idOf(name), version: (await listed(name)).version, ...more })
const tomorrow = addDays(day(0), 1)
const later = addDays(day(0), 400)

test('an account manager keeps the licenses of a reviewer, who has them in the list, the file and the review', async () => {
  const licenses = [license({ expiresOn: later }), license({ profession: 'NURSE', state: 'TX', expiresOn: null })]
  expect((await change('ur.aaa', { licenseStates: ['FL', 'TX'], licenses })).status).toBe(200)
  expect(await listed('ur.aaa')).toMatchObject({ licenseStates: ['FL', 'TX'], licenses })
  const refused = await change('ur.aaa', { licenseStates: ['TX'], licenses })
  expect([refused.status, refused.body.fields]).toMatchObject([400, [{ path: 'licenses' }]])
  expect((await admin.ask(people.export, { search: 'ur.aaa' })).text).toContain('Physician, FL, ME 1234')
  const { reviewId } = (await admin.ask(accessReview.open, {})).body
  const lines = (await admin.ask(accessReview.lines, { reviewId, size: 100 })).body.content
  expect(lines.find(({ username }) => username === 'ur.aaa')!.rights.licenses).toEqual(licenses)
  // A change of the states alone.
  expect((await change('ur.aaa', { licenseStates: ['TX'] })).status).toBe(200)
  expect((await listed('ur.aaa')).licenses).toEqual([licenses[1]])
})

test('an invited reviewer has the license until its last day; the day after, the state is gone and everybody concerned knows', async () => {
  const at = newcomersAt(api)
  const person = await at.newcomer(null)
  const invitation = {
    email: person.email,
    firstName: 'Noor',
    lastName: 'Haddad',
    roles: ['ur_reviewer' as const],
    licenseStates: ['FL', 'TX'],
    licenses: [license({ expiresOn: tomorrow }), license({ state: 'TX', expiresOn: later })],
  }
  const over = { ...invitation, licenses: [license({ expiresOn: addDays(day(0), -1) })] }
  expect((await admin.ask(people.invite, over)).status).toBe(400)
  expect((await admin.ask(people.invite, invitation)).status).toBe(200)
  expect((await complete(await person.ticket(), person)).status).toBe(200)
  expect(await listed(person.free)).toMatchObject({
    licenseStates: ['FL', 'TX'],
    licenses: [{ state: 'FL', expiresOn: tomorrow }, { state: 'TX' }],
  })

  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const user = await at.userOf(person)
  const notices = async () =>
    (
      await api.db.query(
        `select u.username, n.title from user_notification n join app_user u on u.id = n.user_id where n.kind = 'license' order by 1`,
      )
    ).rows
  api.clock.move(DAY_MS)
  await jobs.tick()
  admin = await signIn()
  expect([(await listed(person.free)).licenseStates, await notices()]).toEqual([['FL', 'TX'], []])
  api.clock.move(DAY_MS)
  for (const _turn of [1, 2]) await jobs.tick()
  admin = await signIn()
  const title = 'The license of Noor Haddad for FL has ended. Enter its new last day once it is renewed.'
  expect(await notices()).toEqual([
    { username: person.free, title },
    { username: 'super.aaa', title },
  ])
  const now = await listed(person.free)
  expect([now.licenseStates, now.licenses.length]).toEqual([['TX'], 2])
  const { changes } = (await admin.ask(people.changes, { id: now.id })).body
  expect(changes[0]).toMatchObject({ reason: 'License ended: FL', after: { licenseStates: ['TX'] } })

  // Renewed.
  const renewed = [license({ expiresOn: addDays(later, 365) }), license({ state: 'TX', expiresOn: later })]
  const answer = await admin.ask(people.change, {
    id: String(user!['id']),
    version: now.version,
    licenseStates: ['FL', 'TX'],
    licenses: renewed,
  })
  expect(answer.status).toBe(200)
  await jobs.tick()
  expect((await listed(person.free)).licenseStates).toEqual(['FL', 'TX'])
})

test('an invitation that is accepted after a license has ended gives the other states', async () => {
  const today = day(0)
  const { rows } = await api.db.query(
    `select states_licensed('{FL,TX,GA}', $1::jsonb, 'AAA', $2::date + interval '17 hours') as states`,
    [
      JSON.stringify([
        { state: 'FL', expires_on: addDays(today, -1) },
        { state: 'TX', expires_on: today },
      ]),
      today,
    ],
  )
  expect(rows[0].states).toEqual(['TX', 'GA'])
})
