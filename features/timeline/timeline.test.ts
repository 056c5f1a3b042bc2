import { expect, test } from 'vitest'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { timeline } from './contract.ts'
import { peopleWords } from './rules.ts'

test('one person is a person, more are people', () => {
  expect([peopleWords(1), peopleWords(12)]).toEqual(['1 person', '12 people'])
})

test('a user sees how many people work for their carrier, and nothing of another carrier', async () => {
  const api = await startFixtureApi()
  const { status, body } = await (await api.signIn('adj.bbb')).ask(timeline.summary, {})
  const { rows } = await api.db.query<{ n: number }>("select count(*)::int as n from user_carrier where mc = 'BBB'")
  expect(status).toBe(200)
  expect(body).toEqual({ masterCarrier: 'BBB', people: peopleWords(rows[0]!.n) })
})
