import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { callbacks } from './contract.ts'

test('Support tells a pharmacy nothing before it named the prescription and the date of birth; the calls of the day are counted', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id in (select id from app_user where username in ('ext.aaa', 'ur.aaa'))`,
  )
  await api.db.query('update pharmacy_callback set status_id = 5, attempts = 0 where authorization_id = $1', [id])
  const agent = await api.signIn('ext.aaa')
  const [one] = (await agent.ask(callbacks.queue, {})).body.calls
  expect(one).toMatchObject({
    claimantName: expect.stringMatching(/\w+ \w+/),
    dateOfBirth: expect.stringMatching(/^\d{4}-/),
  })
  const call = { id: one!.callbackId, attempts: 0, talkSeconds: 95 }

  for (const callerChecked of [undefined, false]) {
    const refused = await agent.ask(callbacks.called, {
      ...call,
      result: 'REACHED',
      ...(callerChecked === false && { callerChecked }),
    })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: [{ path: 'callerChecked', message: expect.stringMatching(/date of birth/) }] },
    ])
  }
  expect((await agent.ask(callbacks.mine, {})).body).toEqual({ calls: 0, reached: 0, talkSeconds: 0 })

  expect((await agent.ask(callbacks.called, { ...call, result: 'NOT_REACHED' })).status).toBe(200)
  const reached = {
    ...call,
    attempts: 1,
    result: 'REACHED',
    callerChecked: true,
    patient: 'COMES_BACK',
    note: 'Informed.',
  } as const
  expect((await agent.ask(callbacks.called, reached)).status).toBe(200)
  expect((await agent.ask(callbacks.mine, {})).body).toEqual({ calls: 2, reached: 1, talkSeconds: 190 })
  const log = await agent.ask(history.eventLog, { stratusAuthId: id })
  expect(log.body.events.map(({ eventText }) => eventText).join()).toContain('Informed. Patient: left, will come back')

  // Of today nothing became yet.
  expect((await agent.ask(callbacks.lately, {})).body).toEqual({ day: null, calls: [] })

  // Another agent's day is their own, yesterday's calls are not today's, and an adjuster has none.
  expect((await (await api.signIn('ur.aaa')).ask(callbacks.mine, {})).body).toMatchObject({ calls: 0 })
  api.clock.move(24 * 3_600_000)
  expect((await (await api.signIn('ext.aaa')).ask(callbacks.mine, {})).body).toMatchObject({ calls: 0 })
  expect((await (await api.signIn('adj.aaa')).ask(callbacks.mine, {})).body.status).toMatchObject({
    code: 'NOT_ALLOWED',
  })

  // The day after everybody of support sees what became of it; a week later nobody asks any more.
  const lately = async () => (await (await api.signIn('ur.aaa')).ask(callbacks.lately, {})).body
  expect(await lately()).toMatchObject({
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    calls: [{ callbackId: call.id, authorizationId: id, reached: true, since: 'NOT_BILLED', nextTryAt: null }],
  })
  const again = api.clock.now()
  await api.db.query('update pharmacy_callback set status_id = 7, next_try_at = $2 where authorization_id = $1', [
    id,
    again,
  ])
  expect((await lately()).calls).toMatchObject([{ since: 'CALL_AGAIN', nextTryAt: again.toISOString() }])
  expect((await (await api.signIn('adj.aaa')).ask(callbacks.lately, {})).body.status).toMatchObject({
    code: 'NOT_ALLOWED',
  })
  api.clock.move(8 * 24 * 3_600_000)
  expect(await lately()).toEqual({ day: null, calls: [] })
})

test('An amount of talk or a place that is none is refused at its field', async () => {
  const api = await startFixtureApi()
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  const agent = await api.signIn('ext.aaa')
  const call = { id: '01900000-0000-7000-8000-000000000001', attempts: 0, result: 'NOT_REACHED' } as const
  for (const [field, value] of [
    ['talkSeconds', -1],
    ['talkSeconds', 14_401],
    ['patient', 'HOME'],
    ['callerChecked', 'yes'],
  ] as const) {
    const answer = await agent.ask(callbacks.called, { ...call, [field]: value } as never)
    expect([answer.status, answer.body.fields]).toMatchObject([400, [{ path: field }]])
  }
})
