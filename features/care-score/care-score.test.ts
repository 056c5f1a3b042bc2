import { expect, onTestFinished, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { everyJob, everyTick } from '#registry'
import { transactions } from '#features/transactions/contract.ts'
import { addDays, addMonths } from '#platform/dates/day.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { careScores } from './contract.ts'

const DAY = 86_400_000
const claim = idOf('AAA AAA1 claim 1')
const ofClaim = { stratusClaimId: claim, masterCarrier: 'AAA' }

test('A fill makes the score due; the job stores it with reasons and months, lowers it over time, and the list shows its band', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(careScores.status, ofClaim)).body).toEqual({
    enabled: true,
    score: 0,
    band: 'LOW',
    asOf: dayAt(api.clock.now()),
    trend: 'STEADY',
    delta: 0,
  })
  await api.db.query(`update claim_icd set icd10 = 'F11.20' where stratus_claim_id = $1`, [claim])
  await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1 })) // pregabalin stops
  const paid = await api.service.ask(
    transactions.intake,
    pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'naproxen', rx: '7000031' }),
  )
  // Before the job has computed it, the call computes it: an outdated score is never shown.
  const before = (await adjuster.ask(careScores.status, ofClaim)).body
  expect(before).toMatchObject({ score: 5, band: 'LOW' })
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  await jobs.tick()
  const rows = async () =>
    (
      await api.db.query(
        'select score, band, as_of is null as waits, next_at is null as done from care_score order by month',
      )
    ).rows
  expect((await rows()).at(-1)).toMatchObject({ score: 5, band: 'LOW', waits: false, done: false })
  expect((await adjuster.ask(careScores.status, ofClaim)).body).toEqual(before)
  const byCategory = (await adjuster.ask(careScores.categories, ofClaim)).body.categories
  expect(byCategory.map((one) => one.weight).reduce((a, b) => a + b)).toBe(100)
  expect(byCategory.find((one) => one.key === 'comorbidity')).toMatchObject({
    points: 5,
    max: 5,
    topCriteria: ['An opioid use disorder is accepted on the claim.'],
  })
  const reasons = (await adjuster.ask(careScores.criteria, { ...ofClaim, months: 3 })).body
  expect(reasons.criteria).toMatchObject([{ key: 'condition', points: 5 }])
  expect(reasons.trend.at(-1)).toEqual({ month: before.asOf!.slice(0, 7), score: 5 })
  const listed = (await adjuster.ask(worklist.search, { mc: 'AAA' })).body.content
  expect(listed.map((row) => row.careScoreBand)).toEqual(['LOW'])
  const preview = async () =>
    (await adjuster.ask(authorizations.additional, { authorizationIds: [listed[0]!.authorizationId] })).body[0]!
  expect((await preview()).careScoreBand).toBe('LOW')

  // By the carrier's number too, as people type it.
  await api.db.query(`update wc_claim set esi_claim_id = 'ESI77A' where id = $1`, [claim])
  for (const call of [careScores.status, careScores.categories, careScores.criteria] as const)
    expect((await adjuster.ask(call, { esiClaimId: ' esi77a ' })).status).toBe(200)
  expect((await adjuster.ask(careScores.status, { esiClaimId: 'ESI77B' })).status).toBe(404)

  // A month on, the newest month is a new row and the old one stays as it was.
  api.clock.move(40 * DAY)
  await jobs.tick()
  const later = await rows()
  expect(later.length).toBeGreaterThanOrEqual(2)
  expect(later.map((row) => row.done)).toEqual([...later.slice(1).map(() => true), false])
  expect(paid.body.status).toBe('P')
})

test('A fill on the last evening of a month makes the score of that month due, not of the next that has begun in UTC', async () => {
  const api = await startFixtureApi()
  const month = addMonths(`${dayAt(api.clock.now(), 1).slice(0, 7)}-01`, 1)
  api.clock.move(instantOf(addDays(month, -1), '22:00', 'America/New_York') - api.clock.now().getTime())
  const billed = pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'naproxen', rx: '7000031', date: dayAt(api.clock.now()) })
  expect((await api.service.ask(transactions.intake, billed)).body.status).toBe('P')
  const { rows } = await api.db.query('select month::text from care_score')
  expect(rows).toEqual([{ month: addMonths(month, -1) }])
})

test('A carrier that disables the score gets none, and another carrier finds nothing', async () => {
  const api = await startFixtureApi()
  await api.db.query(`update feature_flag set enabled = false where key = 'careRiskScoreDisabled'`)
  await api.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'careRiskScoreDisabled', true)`,
  )
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(careScores.status, ofClaim)).body).toMatchObject({
    enabled: false,
    score: null,
    band: null,
  })
  expect((await adjuster.ask(careScores.categories, ofClaim)).body.status.code).toBe('FEATURE_OFF')
  expect((await adjuster.ask(careScores.criteria, ofClaim)).body.status.code).toBe('FEATURE_OFF')
  expect((await adjuster.ask(careScores.status, {})).body).toMatchObject({ fields: [{ path: 'stratusClaimId' }] })
  const stranger = await api.signIn('adj.bbb')
  expect((await stranger.ask(careScores.status, { stratusClaimId: claim })).status).toBe(404)
})

test('The trend compares with the score 90 days ago, not with the previous month', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const today = dayAt(api.clock.now())
  const before = (days: number) => dayAt(new Date(Date.parse(`${today}T12:00:00Z`) - days * DAY))
  const paid = await api.service.ask(
    transactions.intake,
    pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'naproxen', rx: '7000031' }),
  )
  expect(paid.body.status).toBe('P')
  // The injury is so old that any drug at hand is points.
  await api.db.query(`update wc_claim set doi = doi - 3000 where id = $1`, [claim])
  // Filled 95 days ago for 10 days: at hand 90 days ago, neither now nor before.
  await api.db.query(`update rx_transaction set fill_date = $1, days_supply = 10`, [before(95)])
  const at90 = (await adjuster.ask(careScores.status, ofClaim)).body
  expect(at90).toMatchObject({ score: 0, asOf: today })
  expect(at90.delta).toBeLessThan(0)
  // The stored score of an earlier month is not used for that day.
  await api.db.query(
    `insert into care_score (mc, stratus_claim_id, month, as_of, score, band, categories, criteria)
      values ('AAA', $1, date_trunc('month', $2::date), $2, 60, 'HIGH', '[]', '[]')`,
    [claim, before(119)],
  )
  expect((await adjuster.ask(careScores.status, ofClaim)).body).toEqual(at90)
})
