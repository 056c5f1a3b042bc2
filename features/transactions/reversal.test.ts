import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { transactions } from './contract.ts'

test('A fill is reversed after its prior authorization was used up and replaced twice: the newest stays in force', async () => {
  const api = await startFixtureApi()
  const fills = [0, 27, 54].map(
    (days) => ({ sub: 'AAA1', at: 1, date: day(days), rx: String(700_900 + days) }) as const,
  )
  const tcns: string[] = []
  for (const [at, fill] of fills.entries()) {
    if (at > 0) api.clock.move(27 * 86_400_000)
    const id = await raiseAuthorization(api, fill)
    const adjuster = await api.signIn('adj.aaa')
    const given = await adjuster.ask(decision.approve, {
      id,
      version: 1,
      paMaxFill: 1,
      startDate: fill.date,
      endDate: day(60),
      supersede: true,
    })
    expect({ status: given.status, body: given.body }).toMatchObject({ status: 200 })
    if (at === 2) break
    const paid = await api.service.ask(transactions.intake, pharmacyClaim(fill))
    expect(paid.body).toMatchObject({ status: 'P' })
    tcns.push(paid.body.tcn)
  }
  const reversed = await api.service.ask(transactions.reverse, {
    tcn: tcns[0]!,
    bin: '610014',
    pcn: 'WCPBM',
    insurance: { groupCode: 'AAA1GRP' },
  })
  expect({ status: reversed.status, body: reversed.body }).toMatchObject({
    status: 200,
    body: { status: 'A', restoredFills: 0 },
  })
  const { rows } = await api.db.query(
    'select status_id, fills_used, terminated_reason from prior_auth order by created_at, id',
  )
  expect(rows).toEqual([
    { status_id: 6, fills_used: 0, terminated_reason: 'Replaced by a new approval' },
    { status_id: 4, fills_used: 1, terminated_reason: null },
    { status_id: 3, fills_used: 0, terminated_reason: null },
  ])
})
