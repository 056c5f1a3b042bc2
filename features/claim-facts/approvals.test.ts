import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { usDate } from '#platform/dates/day.ts'
import { claimFacts } from './contract.ts'

// The fixtures accept a strain of the low back, by its part and its diagnosis; pregabalin is usual for it.

async function approved(at: number) {
  const api = await startFixtureApi()
  const owner = await api.signIn('adj.aaa')
  const claimId = idOf(`AAA AAA1 claim ${at}`)
  const day = (days: number) => dayAt(api.clock.now(), days)
  const id = await raiseAuthorization(api, { sub: 'AAA1', at })
  const { body } = await owner.ask(decision.approve, { id, version: 1 })
  expect(body.success).toBe(true)
  const ref = body.priorAuth!.priorAuthOverrideRef
  const of = async () => (await (await api.signIn('adj.aaa')).ask(claimFacts.of, { claimId })).body
  type Change = Omit<InputOf<typeof claimFacts.change>, 'claimId' | 'version' | 'reason'>
  const change = async (input: Change) => {
    const who = await api.signIn('adj.aaa')
    const answer = await who.ask(claimFacts.change, {
      claimId,
      version: (await of()).version,
      reason: 'After the examination',
      ...input,
    })
    expect(answer.status).toBe(200)
    await runJobsUntilIdle(api)
  }
  const backDenied = async (from: string) => {
    await change({ kind: 'PART', subject: '42', value: 'DENIED', from })
    await change({ kind: 'DIAGNOSIS', subject: 'S33.5XXA', value: 'DENIED', from })
  }
  const rows = async (sql: string, ...values: unknown[]) => (await api.db.query(sql, values)).rows
  const grant = async () =>
    (
      await rows(
        'select status_id, ended_on::text, terminated_by, terminated_reason as why from prior_auth where override_ref = $1',
        ref,
      )
    )[0]
  const log = async (code: number) =>
    (
      await rows(
        'select event_text as text from authorization_event where authorization_id = $1 and event_code = $2',
        id,
        code,
      )
    ).map(({ text }) => String(text))
  const notices = () => rows(`select kind, user_id from user_notification where kind like 'approval%'`)
  const billed = async (date: string) =>
    (await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at, date }))).body
  return { api, id, ref, of, day, change, backDenied, rows, grant, log, notices, billed }
}

test('An approval ends with the injury it rests on: its pharmacy and its owner are notified, and the days before stay covered', async () => {
  const { ref, day, backDenied, grant, log, notices, rows, billed } = await approved(1)
  await backDenied(day(0))
  expect(await grant()).toMatchObject({ status_id: 6, terminated_by: 'RxDocket', ended_on: day(-1) })
  expect((await grant())!.why).toMatch(/^Claim changed: .*accepted to not accepted from/)
  expect(await log(192)).toEqual([expect.stringContaining(`Prior authorization ${ref} ended with the claim: `)])
  expect(await notices()).toEqual([{ kind: 'approvalEnded', user_id: idOf('adj.aaa') }])
  expect(await rows('select outcome from pharmacy_callback where status_id not in (8) order by created_at')).toEqual([
    { outcome: 'NOT_COVERED_THIS_FILL' },
  ])
  expect((await billed(day(0))).status).toBe('R')
})

test('A change entered ahead shows which approvals end with it, and ends them on its day; a late bill of before still pays', async () => {
  const { api, ref, of, day, backDenied, grant, billed } = await approved(1)
  const from = day(2)
  const before = day(1)
  await backDenied(from)
  const shown = await of()
  expect(shown.waiting.map(({ kind, approvals }) => [kind, approvals])).toEqual(
    expect.arrayContaining([
      ['DIAGNOSIS', [expect.objectContaining({ priorAuthOverrideRef: ref, drugName: expect.any(String), ends: true })]],
    ]),
  )
  expect(await grant()).toMatchObject({ status_id: 3, ended_on: null })
  api.clock.move(2 * 86_400_000)
  await runJobsUntilIdle(api)
  expect(await grant()).toMatchObject({ status_id: 6, ended_on: before })
  expect((await billed(before)).status).toBe('P')
})

test('In Texas an approval stays when the injury is not accepted any more: its owner is notified to look at it', async () => {
  const { ref, day, backDenied, grant, log, notices, rows } = await approved(4)
  await backDenied(day(0))
  expect(await grant()).toMatchObject({ status_id: 3, ended_on: null })
  expect((await log(102)).at(-1)).toMatch(new RegExp(`withdrawn.*Prior authorization ${ref} stays in force`))
  expect((await notices())[0]).toEqual({ kind: 'approvalInDoubt', user_id: idOf('adj.aaa') })
  expect(await rows(`select 1 from pharmacy_callback where outcome = 'NOT_COVERED_THIS_FILL'`)).toEqual([])
})

test('A death and a closing end what is in force, and that day is still covered', async () => {
  for (const [at, kind, value] of [
    [4, 'DEATH', 'DIED'],
    [2, 'STATUS', 'CLOSED'],
  ] as const) {
    const { day, change, grant, billed, log } = await approved(at)
    await change({ kind, value, from: day(0) })
    expect(await grant()).toMatchObject({ status_id: 6, ended_on: day(0) })
    expect((await log(192))[0]).toContain(usDate(day(0)))
    expect((await billed(day(0))).status).toBe('P')
  }
})

test('A dispute leaves an approval in force and asks its owner to look; an accepted claim leaves it alone', async () => {
  const { day, change, grant, notices } = await approved(3)
  await change({ kind: 'COMPENSABILITY', value: 'CONTROVERTED', from: day(0) })
  expect(await grant()).toMatchObject({ status_id: 3, ended_on: null })
  expect((await notices()).map(({ kind }) => kind)).toEqual(['approvalInDoubt'])
  await change({ kind: 'COMPENSABILITY', value: 'ACCEPTED', from: day(0) })
  expect(await notices()).toHaveLength(1)
})
