import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { outgoing } from '#features/outgoing/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'

const withinGuideline = 'Prescribe an amount within the guideline, or tell us why more is needed.'
const exceeds = 7

test.each([true, false])(
  'a denied fill advises a smaller amount only where the block of another decision does not stop that too (blocked: %s)',
  async (blocked) => {
    const api = await startFixtureApi()
    const first = await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '7001' })
    const second = await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '7002' })
    const adjuster = await api.signIn('adj.aaa')
    const denial = { reasonId: exceeds, note: 'More than the guideline of the state allows.' }
    if (blocked) {
      const denied = await adjuster.ask(decision.reject, {
        id: first,
        version: 1,
        reasonId: 1,
        note: 'The drug is not for the injury of the knee.',
      })
      expect(denied.body).toMatchObject({ authorizationStatusId: 40 })
    }
    const { body } = await adjuster.ask(outgoing.shown, { authorizationId: second, rejectThisFill: denial })
    const planned = body.messages.map(({ to, text }) => [to, text] as const)
    expect(planned.filter(([, text]) => text.includes(withinGuideline)).map(([to]) => to)).toEqual(
      blocked ? [] : ['PRESCRIBER'],
    )
    expect((await adjuster.ask(decision.rejectThisFill, { id: second, version: 1, ...denial })).status).toBe(200)
    api.clock.move(61_000)
    await runJobsUntilIdle(api)
    const { rows } = await api.db.query(
      `select body from outside_message where authorization_id = $1 and channel = 'FAX'`,
      [second],
    )
    expect(rows.map((row) => row.body.includes(withinGuideline))).toEqual([!blocked])
    // What was shown before is what left.
    for (const row of rows) expect(planned.map(([, text]) => text)).toContain(row.body)
  },
)
