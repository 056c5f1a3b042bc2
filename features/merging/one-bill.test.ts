import { expect, onTestFinished, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { pharmacyStatus } from '#features/pharmacy-status/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { everyJob, everyTick } from '#registry'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { untilIdle } from '#testing/run-jobs.ts'
import { leftSince } from '#testing/sent-statements/left.ts'
import { check } from '#testing/sent-statements/untruths.ts'
import { merging } from './contract.ts'

test('of two pharmacies that billed one prescription one is asked to bill, and no more is paid than was decided', async () => {
  const api = await startFixtureApi()
  const [supervisor, adjuster] = [await api.signIn('super.aaa'), await api.signIn('adj.aaa')]
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const bill = async (of: Parameters<typeof pharmacyClaim>[0]) =>
    (await api.service.ask(transactions.intake, pharmacyClaim(of))).body
  /** Both requests merged, the first approved, and what was sent and shown of each. */
  const merged = async (at: number, ofOther: { nabp?: string; quantity?: number; days?: number }, terms = {}) => {
    const since = api.clock.now().toISOString()
    const claims = [
      { sub: 'AAA1', at } as const,
      { sub: 'AAA1', at, rx: `9090${at}`, nabp: '1043409', ...ofOther } as const,
    ] as const
    const stays = await raiseAuthorization(api, claims[0])
    const gone = await raiseAuthorization(api, claims[1])
    await supervisor.ask(merging.merge, { id: gone, into: stays, version: 1, intoVersion: 1 })
    const { body } = await adjuster.ask(decision.approve, { id: stays, version: 2, ...terms })
    expect(body).toMatchObject({ authorizationStatusId: 30 })
    api.clock.move(61_000)
    await untilIdle(api, jobs)
    const sent = (await leftSince(api.db, since)).filter(({ channel }) => channel === 'pharmacy message')
    expect((await check(api.db, sent, { portal: api.built.portal, strict: true })).untruths).toEqual([])
    const saidOf = (id: string) => sent.find(({ about }) => about.includes(id))!
    const { rows } = await api.db.query('select reference_number as reference from rx_authorization where id = $1', [
      gone,
    ])
    const page = (await api.anonymous.ask(pharmacyStatus.check, { referenceNumber: rows[0].reference })).body
    return { claims, body, gone, said: [saidOf(stays), saidOf(gone)] as const, page }
  }

  const larger = await merged(2, { quantity: 90, days: 45 })
  expect(larger.body.priorAuth).toMatchObject({ maxQtyPerFill: 60, maxDaysPerFill: 30 })
  expect(larger.said[0].text).toMatch(/^Approved: 60 capsules for 30 days\. Submit the claim again, once/)
  expect(larger.said[1].text).toMatch(
    /The pharmacy of that request bills it: do not submit this claim\. If the patient/,
  )
  expect(larger.page).toMatchObject({ state: 'MERGED', title: 'Approved with another request' })
  const pages = {
    ...larger.said[1],
    channel: 'status page' as const,
    text: `${larger.page.title}. ${larger.page.next}`,
  }
  expect((await check(api.db, [pages], { strict: true })).untruths).toEqual([])
  // Asked to bill as well, as both once were, it would be an untruth; and so would it be of what was merged nowhere.
  const both = { ...larger.said[1], text: larger.said[0].text.replaceAll('60', '90').replaceAll('30 days', '45 days') }
  expect((await check(api.db, [both], {})).untruths.map(({ why }) => why).join()).toMatch(
    /another request, which is billed/,
  )
  const alone = { ...larger.said[1], about: larger.said[0].about }
  expect((await check(api.db, [alone], {})).untruths.map(({ why }) => why).join()).toMatch(
    /merged into no approved request/,
  )
  // The other pharmacy bills first and more: it is stopped, and the one that was asked is paid.
  expect(await bill(larger.claims[1])).toMatchObject({ status: 'R' })
  expect(await bill(larger.claims[0])).toMatchObject({ status: 'P' })
  expect(await bill(larger.claims[1])).toMatchObject({ status: 'R' })
  const { rows } = await api.db.query(
    `select sum((request -> 'prescription' ->> 'quantity')::numeric)::int as paid from rx_transaction where status = 'P'`,
  )
  expect(rows).toEqual([{ paid: 60 }])

  // What the approver set is what was decided, and no request alone gets a limit.
  const half = await merged(3, { quantity: 90, days: 45 }, { maxQty: 30, maxDays: 15 })
  expect(half.body.priorAuth).toMatchObject({ maxQtyPerFill: 30, maxDaysPerFill: 15 })
  const same = await merged(4, { nabp: '1043391' })
  expect(same.said[1].text).toMatch(/ Bill prescription 704001: do not submit this claim\. Questions: /)
  expect(same.page.next).toMatch(/^Bill prescription 704001: do not submit this claim\./)
  const single = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  expect((await adjuster.ask(decision.approve, { id: single, version: 1 })).body.priorAuth).toMatchObject({
    maxQtyPerFill: null,
    maxDaysPerFill: null,
  })
})
