import { onTestFinished, expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { history } from '#features/history/contract.ts'
import { everyJob, everyTick } from '#registry'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { decision } from './contract.ts'

const codes = (cleared: readonly string[]) => cleared.map((rejectCode) => ({ rejectCode, override: true }))
const first = { sub: 'AAA1', at: 1, rx: '701001' } as const
const second = { sub: 'AAA1', at: 1, rx: '701002' } as const
const blocks = async (api: TestApi) =>
  (await api.db.query(`select status_id, terminated_by, terminated_reason from prior_auth where kind = 'BLOCK'`)).rows
const changes = async (api: TestApi, id: string) =>
  (
    await api.db.query(
      'select event_text from authorization_event where authorization_id = $1 and event_code = 190 order by id',
      [id],
    )
  ).rows.map((row) => row.event_text)

test('an approval that a block would stop is refused with the block’s number; clearing 3Y lifts the block, an undo restores it', async () => {
  const api = await startFixtureApi()
  const [denied, other] = [await raiseAuthorization(api, first), await raiseAuthorization(api, second)]
  const adjuster = await api.signIn('adj.aaa')
  const block = (await adjuster.ask(decision.reject, { id: denied, version: 1, reasonId: 6, note: 'Not first line' }))
    .body.priorAuth!
  // The dry run says what would come of it.
  const trial = async (codes: string[]) => {
    const assumePriorAuth = { startDate: day(0), endDate: day(30), drugLevel: 14, oneTimeFill: false, codes } as const
    const { body } = await adjuster.ask(newAuthorization.trial, {
      authorizationId: other,
      assumePriorAuth: { ...assumePriorAuth, overrideAll: false, safetyIncluded: false, maxFills: null, maxDays: null },
    })
    return [body.outcome, ...body.rejects.map((one) => one.rejectCode)]
  }
  expect(await trial(['75'])).toEqual(['REJECTED', '3Y', '75'])
  expect(await trial(['75', '3Y'])).toEqual(['PAID'])
  const before = await decisionRows(api)
  const refused = await adjuster.ask(decision.approve, { id: other, version: 1 })
  expect(refused).toMatchObject({
    status: 422,
    body: {
      status: {
        code: 'RULE',
        message: expect.stringMatching(
          new RegExp(
            `^A block \\(${block.priorAuthOverrideRef}\\) covers this drug until \\d\\d/\\d\\d/\\d{4}\\. Lift the block first, or have the denial reconsidered\\. Clearing code 3Y lifts it`,
          ),
        ),
      },
      data: {
        blocks: [{ priorAuthOverrideRef: block.priorAuthOverrideRef, authorizationId: denied }],
        mayLift: true,
      },
    },
  })
  // A wider approval loses to it as well; a pharmacist's rights do not reach it.
  expect((await adjuster.ask(decision.approve, { id: other, version: 1, drugLevel: 10 })).status).toBe(422)
  const pharmacist = await api.signIn('pharm.aaa')
  expect((await pharmacist.ask(decision.approve, { id: other, version: 1 })).body).toMatchObject({
    status: { code: 'RULE' },
    data: { mayLift: false },
  })
  expect(
    (await pharmacist.ask(decision.approve, { id: other, version: 1, rejects: codes(['75', '3Y']) })).body.status.code,
  ).toBe('CODE_NOT_YOURS_TO_CLEAR')
  expect(await decisionRows(api)).toBe(before)

  const approve = async (version: number) =>
    adjuster.ask(decision.approve, { id: other, version, rejects: codes(['75', '3Y']), oneTimeFill: false })
  const approved = await approve(1)
  expect(approved.body).toMatchObject({
    authorizationStatusId: 30,
    priorAuth: { kind: 'PERMIT', statusId: 3, codesCleared: ['75'] },
  })
  expect(await blocks(api)).toEqual([
    { status_id: 8, terminated_by: 'Adj aaa', terminated_reason: 'Lifted by an approval' },
  ])
  expect(await changes(api, denied)).toEqual(['Prior authorization changed: status Block active -> Block ended'])
  expect((await adjuster.ask(history.eventLog, { stratusAuthId: denied })).body.events[0]).toMatchObject({
    eventCode: 190,
    actorName: 'Adj aaa',
  })

  expect((await adjuster.ask(decision.undo, { id: other })).status).toBe(200)
  expect(await blocks(api)).toEqual([{ status_id: 7, terminated_by: null, terminated_reason: null }])
  expect(await changes(api, denied)).toHaveLength(2)
  const stays = await api.service.ask(transactions.intake, pharmacyClaim(second))
  expect(stays.body.rejects.map(({ code }) => code)).toContain('3Y')

  const { version } = (await adjuster.ask(authorizations.one, { id: other })).body
  expect((await approve(version)).status).toBe(200)
  expect((await api.service.ask(transactions.intake, pharmacyClaim(second))).body.status).toBe('P')
})

test('a narrower approval wins over a wide block and leaves it; a block of one prescription stops no other', async () => {
  const api = await startFixtureApi()
  const [denied, other, third] = [
    await raiseAuthorization(api, first),
    await raiseAuthorization(api, second),
    await raiseAuthorization(api, { ...first, at: 2 }),
  ]
  const supervisor = await api.signIn('super.aaa')
  const adjuster = await api.signIn('adj.aaa')
  const reason = { version: 1, reasonId: 8, note: 'Not first line' }
  expect((await supervisor.ask(decision.reject, { id: denied, ...reason, drugLevel: 4 })).status).toBe(200)
  expect((await adjuster.ask(decision.approve, { id: other, version: 1, drugLevel: 14 })).status).toBe(200)
  expect(await blocks(api)).toEqual([{ status_id: 7, terminated_by: null, terminated_reason: null }])
  expect((await api.service.ask(transactions.intake, pharmacyClaim(second))).body.status).toBe('P')

  const neighbour = await raiseAuthorization(api, { ...second, at: 2 })
  expect((await adjuster.ask(decision.reject, { id: third, ...reason, oneTimeFill: true })).status).toBe(200)
  expect((await adjuster.ask(decision.approve, { id: neighbour, version: 1 })).status).toBe(200)
})

test('a block wider than one drug is lifted by a supervisor; the first of two approvals may lift it too', async () => {
  const api = await startFixtureApi()
  const [denied, other] = [await raiseAuthorization(api, first), await raiseAuthorization(api, second)]
  const supervisor = await api.signIn('super.aaa')
  const adjuster = await api.signIn('adj.aaa')
  await supervisor.ask(decision.reject, {
    id: denied,
    version: 1,
    reasonId: 6,
    note: 'Not for this injury',
    drugLevel: 8,
  })
  await api.db.query(`update prior_auth set level = 6, gpi_prefix = left(gpi_prefix, 6) where kind = 'BLOCK'`)
  const wide = { id: other, version: 1, rejects: codes(['75', '3Y']), drugLevel: 6 } as const
  expect((await adjuster.ask(decision.approve, wide)).body.status.code).toBe('LEVEL_NOT_ALLOWED')
  await api.db.query(`update prior_auth set level = 14, gpi_prefix = (select gpi from rx_authorization limit 1)`)
  await api.db.query('update rx_authorization set estimated_cost = 3000')
  const half = await adjuster.ask(decision.approve, { id: other, version: 1, rejects: codes(['75', '3Y']) })
  expect(half.body).toMatchObject({ authorizationStatusId: 25 })
  expect(await blocks(api)).toMatchObject([{ status_id: 7 }])
  // A block made between the two approvals was seen by neither.
  await api.db.query(
    `insert into prior_auth select p.* from prior_auth o, jsonb_populate_record(o,
      '{"id": "00000000-0000-7000-8000-000000000077", "override_ref": "PA0000000077", "authorization_id": null}') p`,
  )
  expect((await supervisor.ask(decision.approve, { id: other, version: 2 })).body).toMatchObject({
    status: { message: expect.stringContaining('A block (PA0000000077) covers this drug') },
  })
  await api.db.query(`delete from prior_auth where override_ref = 'PA0000000077'`)
  expect((await supervisor.ask(decision.approve, { id: other, version: 2 })).body).toMatchObject({
    authorizationStatusId: 30,
  })
  expect(await blocks(api)).toMatchObject([{ status_id: 8, terminated_reason: 'Lifted by an approval' }])
})

test('a request approved by silence can be filled: a block that would stop the fill is lifted with it', async () => {
  const api = await startFixtureApi()
  const [denied, other] = [
    await raiseAuthorization(api, { ...first, at: 5 }),
    await raiseAuthorization(api, { ...second, at: 5 }),
  ]
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.reject, { id: denied, version: 1, reasonId: 6, note: 'Not first line' })
  const due = Date.parse((await adjuster.ask(authorizations.one, { id: other })).body.statutoryDueAt)
  api.clock.move(due - api.clock.now().getTime() + 60_000)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  await jobs.tick()
  const { rows } = await api.db.query('select status_id from rx_authorization where id = $1', [other])
  expect(rows).toEqual([{ status_id: 33 }])
  expect(await blocks(api)).toEqual([
    { status_id: 8, terminated_by: 'RxDocket', terminated_reason: 'Deemed approved: no decision by the deadline' },
  ])
  expect(await changes(api, denied)).toEqual(['Prior authorization changed: status Block active -> Block ended'])
  expect((await api.service.ask(transactions.intake, pharmacyClaim({ ...second, at: 5 }))).body.status).toBe('P')
})

test('a denial covers the fill it denies: the same bill of a past day is answered with its reference, and nobody is asked again', async () => {
  const api = await startFixtureApi()
  await api.db.query(
    `insert into carrier_setting (mc, key, value) values ('AAA', 'pendBillChannels', 'true'), ('AAA', 'eobrEnabled', 'false')`,
  )
  const adjuster = await api.signIn('adj.aaa')
  for (const [at, ago, channel] of [
    [1, 3, 1],
    [2, 100, 9],
  ] as const) {
    const claim = {
      ...pharmacyClaim({ sub: 'AAA1', at, date: day(-ago), rx: `70130${at}` }),
      channel,
      ...(channel === 9 && { fileProcessingCode: 'P' as const }),
    }
    const send = async () => (await api.service.ask(transactions.intake, claim)).body
    const { authorizationId } = await send()
    const { body } = await adjuster.ask(decision.reject, {
      id: authorizationId!,
      version: 1,
      reasonId: 6,
      note: 'Not for this injury',
    })
    // From the day it was given on, and as long into the future as any other.
    expect(body.priorAuth).toMatchObject({ kind: 'BLOCK', startDate: day(-ago), endDate: day(90) })
    const again = await send()
    expect(again).toMatchObject({ status: 'R', authorizationId: null })
    expect(again.rejects.map(({ code }) => code)).toContain('3Y')
    expect(JSON.stringify(again)).toContain(body.priorAuth!.priorAuthOverrideRef)
  }
})
