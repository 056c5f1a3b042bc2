import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { digits } from '#features/authorizations/raise.ts'
import { newId } from '#platform/ids.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { streams } from '../../database/seed/prng.ts'
import { transactions } from './contract.ts'

/** Makes the next row of a table draw a number that another row already has. */
async function coincide(api: TestApi, table: string, column: string): Promise<void> {
  await api.db.query(`
    create sequence chance_${table}; grant usage on sequence chance_${table} to rxdocket_app;
    create function coincide_${table}() returns trigger language plpgsql as $$ begin
      if nextval('chance_${table}') = 1 then new.${column} := (select ${column} from ${table} limit 1); end if;
      return new; end $$;
    create trigger coincide before insert on ${table} for each row execute function coincide_${table}()`)
}
const tried = async (api: TestApi, table: string): Promise<number> =>
  Number((await api.db.query(`select last_value from chance_${table}`)).rows[0].last_value)
const rowsOf = async (api: TestApi, table: string): Promise<number> =>
  (await api.db.query(`select count(*)::int as n from ${table}`)).rows[0].n

test('A random number that is already taken is drawn again without an error', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const first = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const approve = (id: string) => adjuster.ask(decision.approve, { id, version: 1 })
  const letter = (id: string) => adjuster.ask(decision.move, { id, status: 'lomn', version: 1 })
  expect((await approve(first)).status).toBe(200)
  expect((await letter(await raiseAuthorization(api, { sub: 'AAA1', at: 2 }))).status).toBe(200)

  await coincide(api, 'rx_transaction', 'tcn')
  await coincide(api, 'rx_authorization', 'reference_number')
  await coincide(api, 'prior_auth', 'override_ref')
  await coincide(api, 'lomn_request', 'reference_number')

  const answer = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 3 }))
  expect([answer.status, answer.body.status]).toEqual([200, 'R'])
  const id = answer.body.authorizationId!
  const stored = await api.db.query(
    `select a.reference_number, (select count(*)::int from authorization_event e where e.authorization_id = a.id) as lines,
      (select array_agg(x.tcn) from rx_transaction x where x.authorization_id = a.id) as tcns
       from rx_authorization a where a.id = $1`,
    [id],
  )
  expect(stored.rows).toEqual([{ reference_number: answer.body.referenceNumber, lines: 1, tcns: [answer.body.tcn] }])
  // One for the transaction number, one for the request number, and one unchanged.
  expect([await tried(api, 'rx_transaction'), await tried(api, 'rx_authorization')]).toEqual([3, 2])

  const approved = await approve(id)
  expect(approved.status).toBe(200)
  expect(approved.body.priorAuth!.priorAuthOverrideRef).toMatch(/^PA[0-9]{10}$/)
  expect([await tried(api, 'prior_auth'), await rowsOf(api, 'prior_auth')]).toEqual([2, 2])
  expect(await rowsOf(api, 'authorization_decision')).toBe(2)

  // A second letter request returns the letter in progress; a taken number is drawn again.
  expect((await letter(await raiseAuthorization(api, { sub: 'AAA1', at: 4 }))).status).toBe(200)
  expect([await tried(api, 'lomn_request'), await rowsOf(api, 'lomn_request')]).toEqual([2, 2])
  expect(api.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('Consecutive numbers reveal neither how many exist nor the next one', () => {
  const random = streams(1)('numbers', 1)
  const now = new Date('2026-11-18T15:42:00.000Z')
  for (const count of [10, 12, 18]) {
    const drawn = Array.from({ length: 20_000 }, () => digits(newId(now, random), count))
    expect(drawn.every((one) => one.length === count && /^[0-9]+$/.test(one))).toBe(true)
    // Of two consecutive numbers nine in ten digits differ and either may be greater, as with random numbers.
    let different = 0
    let greater = 0
    drawn.slice(1).forEach((one, at) => {
      const before = drawn[at]!
      for (let place = 0; place < count; place += 1) if (one[place] !== before[place]) different += 1
      if (one > before) greater += 1
    })
    expect(different / (count * (drawn.length - 1))).toBeCloseTo(0.9, 2)
    expect(greater / (drawn.length - 1)).toBeCloseTo(0.5, 1)
  }
})
