import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { bill } from '../../testing/bill.ts'
import { day } from '../../testing/day.ts'
import { openWorld, stopped } from '../../testing/fixture.ts'
import { transactions } from './contract.ts'

test('a fill reversed long after its permission was used up and two others were given leaves the newest in force', async () => {
  const desk = await openWorld()
  const fills = [0, 27, 54].map(
    (days) => ({ sub: 'AAA1', at: 1, date: day(days), rx: String(700_900 + days) }) as const,
  )
  const tcns: string[] = []
  for (const [at, fill] of fills.entries()) {
    if (at > 0) desk.clock.move(27 * 86_400_000)
    const id = await stopped(desk, fill)
    const adjuster = await desk.signIn('adj.aaa')
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
    const paid = await desk.service.ask(transactions.intake, bill(fill))
    expect(paid.body).toMatchObject({ status: 'P' })
    tcns.push(paid.body.tcn)
  }
  const reversed = await desk.service.ask(transactions.reverse, {
    tcn: tcns[0]!,
    bin: '610014',
    pcn: 'WCPBM',
    insurance: { groupCode: 'AAA1GRP' },
  })
  expect({ status: reversed.status, body: reversed.body }).toMatchObject({
    status: 200,
    body: { status: 'A', restoredFills: 0 },
  })
  const { rows } = await desk.db.query(
    'select status_id, fills_used, terminated_reason from prior_auth order by created_at, id',
  )
  expect(rows).toEqual([
    { status_id: 6, fills_used: 0, terminated_reason: 'Replaced by a new approval' },
    { status_id: 4, fills_used: 1, terminated_reason: null },
    { status_id: 3, fills_used: 0, terminated_reason: null },
  ])
})
