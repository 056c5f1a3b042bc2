import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { merging } from './contract.ts'

test('two users merge a pair both ways while a third decides: every race leaves one of the pair open, never none', async () => {
  const api = await startFixtureApi()
  const pairs: [string, string][] = []
  const drugs = ['pregabalin', 'celecoxib']
  for (let n = 0; n < 24; n += 1) {
    const of = { sub: n % 2 ? 'AAA1' : 'AAA2', at: (n % 3) + 1, drug: drugs[0]!, quantity: 30 + n } as const
    pairs.push([
      await raiseAuthorization(api, { ...of, rx: `a${n}` }),
      await raiseAuthorization(api, { ...of, rx: `b${n}`, nabp: '1043409' }),
    ])
  }
  const [supervisor, adjuster] = [await api.signIn('super.aaa'), await api.signIn('adj.aaa')]
  for (const [x, y] of pairs) {
    const answers = await Promise.all([
      supervisor.ask(merging.merge, { id: x, into: y, version: 1, intoVersion: 1 }),
      supervisor.ask(merging.merge, { id: y, into: x, version: 1, intoVersion: 1 }),
      adjuster.ask(decision.approve, { id: x, version: 1, supersede: true }),
    ])
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    const { rows } = await api.db.query(
      'select id, status_id, superseded_by from rx_authorization where id = any($1)',
      [[x, y]],
    )
    const gone = rows.filter((row) => row.status_id === 52)
    expect(gone.length).toBeLessThan(2)
    for (const row of gone) expect(row.superseded_by).toBe(row.id === x ? y : x)
    // The approval won only against a request that had not gone.
    if (answers[2].status === 200) expect(rows.find((row) => row.id === x)!.status_id).toBe(30)
  }
})
