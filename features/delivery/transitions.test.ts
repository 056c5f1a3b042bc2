import { beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { instantOf } from '#platform/dates/zone.ts'

// Who is notified of a transition.

let api: TestApi
beforeAll(async () => {
  const kept = await startFixtureApi({ keep: true })
  api = kept
  return () => kept.close()
})

/** The portal notices about an authorization, as 'user kind'. */
const inbox = async (id: string, ...kinds: string[]): Promise<string[]> =>
  (
    await api.db.query(
      `select u.username || ' ' || n.kind as line from user_notification n join app_user u on u.id = n.user_id
        where n.authorization_id = $1 and n.kind = any($2) order by 1`,
      [id, kinds],
    )
  ).rows.map((row) => row.line)
const mailed = async (id: string, words: string): Promise<string[]> =>
  (
    await api.db.query(
      `select recipient from outside_message where authorization_id = $1 and channel = 'MAIL' and subject like '%' || $2 || '%' order by 1`,
      [id, words],
    )
  ).rows.map((row) => row.recipient)

const dear = async (of: ClaimOptions): Promise<string> => {
  const id = await raiseAuthorization(api, of)
  await api.db.query('update rx_authorization set estimated_cost = 3000 where id = $1', [id])
  return id
}

test('the supervisor is asked for a second approval, in the portal and by e-mail, and the first approver is notified of its outcome', async () => {
  const [returned, confirmed] = [await dear({ sub: 'AAA1', at: 1 }), await dear({ sub: 'AAA1', at: 2 })]
  const adjuster = await api.signIn('adj.aaa')
  const supervisor = await api.signIn('super.aaa')
  for (const id of [returned, confirmed])
    expect((await adjuster.ask(decision.approve, { id, version: 1 })).body.authorizationStatusId).toBe(25)
  await runJobsUntilIdle(api)
  expect(await inbox(returned, 'secondNeeded')).toEqual(['super.aaa secondNeeded'])
  expect(await mailed(returned, 'waits for a second approval')).toEqual(['Super aaa'])
  const note = 'Ask for a cheaper one first.'
  expect((await supervisor.ask(decision.move, { id: returned, status: 'pending', version: 2, note })).status).toBe(200)
  expect((await supervisor.ask(decision.approve, { id: confirmed, version: 2 })).body.authorizationStatusId).toBe(30)
  api.clock.move(11_000)
  await runJobsUntilIdle(api)
  expect(await inbox(returned, 'secondReturned', 'approved')).toEqual(['adj.aaa secondReturned'])
  expect(await mailed(returned, 'came back')).toEqual(['Adj aaa'])
  expect(await inbox(confirmed, 'secondReturned', 'approved')).toEqual(['adj.aaa approved'])
})

test('where the first approver has no supervisor, all who may give the second approval are notified, in the portal only', async () => {
  await api.db.query(
    `update user_carrier set approval_limit = 10 where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  const id = await dear({ sub: 'AAA1', at: 3 })
  await api.db.query(
    `update authorization_owner set user_id = (select id from app_user where username = 'ext.aaa') where authorization_id = $1`,
    [id],
  )
  await api.db.query(
    `update rx_authorization set owner_id = (select id from app_user where username = 'ext.aaa') where id = $1`,
    [id],
  )
  const half = await (await api.signIn('ext.aaa')).ask(decision.approve, { id, version: 1 })
  expect(half.body.authorizationStatusId).toBe(25)
  await runJobsUntilIdle(api)
  expect(await inbox(id, 'secondNeeded')).toEqual(['super.aaa secondNeeded'])
  expect(await mailed(id, 'second approval')).toEqual([])
})

test('the pool an authorization is sent to is notified in the portal: pharmacists, and reviewers licensed for the state', async () => {
  const [clinical, review, elsewhere] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 4 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 6 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 5 }),
  ]
  const adjuster = await api.signIn('adj.aaa')
  for (const [id, status, answer] of [
    [clinical, 'clinical', 200],
    [review, 'ur', 200],
    // New York: no reviewer of the pool has its license.
    [elsewhere, 'ur', 422],
  ] as const)
    expect((await adjuster.ask(decision.move, { id, status, version: 1 })).status).toBe(answer)
  const unsafe = await raiseAuthorization(api, {
    sub: 'AAA1',
    at: 2,
    drug: 'oxycodone 30 mg tablet',
    quantity: 120,
    days: 30,
  })
  expect((await adjuster.ask(decision.approve, { id: unsafe, version: 1 })).body.authorizationStatusId).toBe(22)
  await runJobsUntilIdle(api)
  expect(await inbox(clinical, 'clinicalNeeded')).toEqual(['pharm.aaa clinicalNeeded'])
  expect(await inbox(unsafe, 'clinicalNeeded')).toEqual(['pharm.aaa clinicalNeeded'])
  expect(await inbox(review, 'reviewNeeded')).toEqual(['ur.aaa reviewNeeded'])
  expect(await inbox(elsewhere, 'reviewNeeded')).toEqual([])
  expect(await mailed(clinical, 'pharmacist')).toEqual([])
})

test('a former owner is notified that the authorization was reassigned, unless they reassigned it themselves', async () => {
  const [taken, given] = [
    await raiseAuthorization(api, { sub: 'AAA2', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA2', at: 2 }),
  ]
  const { rows } = await api.db.query(`select email from app_user where username = 'adj.aaa'`)
  const to = [rows[0].email as string]
  const supervisor = await api.signIn('super.aaa')
  const adjuster = await api.signIn('adj.aaa2')
  expect((await supervisor.ask(owners.assign, { id: taken, version: 1, userEmails: to })).status).toBe(200)
  expect((await adjuster.ask(owners.assign, { id: given, version: 1, userEmails: to })).status).toBe(200)
  await runJobsUntilIdle(api)
  expect(await inbox(taken, 'assigned', 'reassigned')).toEqual(['adj.aaa assigned', 'adj.aaa2 reassigned'])
  expect(await inbox(given, 'assigned', 'reassigned')).toEqual(['adj.aaa assigned'])
})

test('the owner is notified that support withdrew an authorization', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA2', at: 3 })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'multi') and mc = 'AAA'`,
  )
  const support = await api.signIn('multi', 'AAA')
  expect((await support.ask(decision.move, { id, status: 'withdraw', version: 1, note: 'Sent twice' })).status).toBe(
    200,
  )
  await runJobsUntilIdle(api)
  expect(await inbox(id, 'withdrawn')).toEqual(['adj.aaa2 withdrawn'])
})

test('a fill under an approval is texted to the worker; automatic approvals reach the owner in one digest the next morning', async () => {
  api = await startFixtureApi() // The last test: a database without the authorizations of the others.
  // Noon in the Eastern zone: texts are sent at once.
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  await giveTextConsent(api.db, '8135550144', {
    which: `t.id in (select claimant_id from wc_claim where subscriber_number in ('SUBAAA11', 'SUBAAA12'))`,
  })
  await api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', '*', 'autoApprovalRules', '[1]')
      on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
  )
  const adjuster = await api.signIn('adj.aaa')
  for (const at of [1, 2]) {
    const id = await raiseAuthorization(api, { sub: 'AAA1', at, date: day(1) })
    expect((await adjuster.ask(decision.approve, { id, version: 1 })).body.authorizationStatusId).toBe(30)
    const paid = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at, date: day(1) }))
    expect(paid.body.status).toBe('P')
    await runJobsUntilIdle(api)
    const texts = await api.db.query(
      `select body from outside_message where authorization_id = $1 and channel = 'SMS' and body like '%ready at your pharmacy%'`,
      [id],
    )
    expect(texts.rows).toHaveLength(1)
  }
  const cleared: string[] = []
  api.clock.move(31 * 86_400_000)
  for (const at of [1, 2]) {
    const again = await api.service.ask(
      transactions.intake,
      pharmacyClaim({ sub: 'AAA1', at, rx: `8000${at}`, date: day(32) }),
    )
    expect(again.body).toMatchObject({ status: 'P' })
    const { rows } = await api.db.query(`select id from rx_authorization where status_id = 31 and rx_number = $1`, [
      `8000${at}`,
    ])
    cleared.push(rows[0].id)
  }
  const digests = async () =>
    (
      await api.db.query(
        `select n.title, u.username from user_notification n join app_user u on u.id = n.user_id where n.kind = 'autoApproved'`,
      )
    ).rows
  await runJobsUntilIdle(api)
  expect(await digests()).toEqual([])
  api.clock.move(instantOf(day(33), '08:00', 'America/New_York') + 60_000 - api.clock.now().getTime())
  await runJobsUntilIdle(api)
  expect(await digests()).toEqual([
    {
      username: 'adj.aaa',
      title: expect.stringMatching(/^2 of your requests were approved automatically: \d{12}, \d{12}\.$/),
    },
  ])
  const { rows } = await api.db.query(
    `select body from outside_message where subject = '2 of your requests were approved automatically'`,
  )
  expect(rows).toHaveLength(1)
  for (const id of cleared) expect(rows[0].body).toContain(`/authorizations/request/${id}`)
  expect(rows[0].body).not.toMatch(/pregabalin/i)
})
