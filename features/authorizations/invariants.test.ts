import { expect, test } from 'vitest'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { decision } from '#features/decisions/contract.ts'

// The invariants the database itself enforces (migration 0051): whatever the code does.

test('the database refuses a decided request without its decision or prior authorization', async () => {
  const api = await startFixtureApi()
  const { db } = api
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const refused = (text: string, values: unknown[] = []) =>
    db.query(text, values).then(
      () => 'kept',
      (error: { constraint?: string }) => error.constraint,
    )
  for (const status of [30, 31, 33, 40, 41])
    expect([
      status,
      await refused('update rx_authorization set status_id = $2, completed_at = now() where id = $1', [id, status]),
    ]).toEqual([status, 'one_decision'])
  expect((await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })).status).toBe(200)
  expect(await refused(`delete from prior_auth where authorization_id = $1`, [id])).toBe('kept')
  expect(await refused('update rx_authorization set status_id = 30, version = version + 1 where id = $1', [id])).toBe(
    'decided_has_prior_auth',
  )
})

test('two prior authorizations for the same drug overlap only where one supersedes the other', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  expect((await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })).status).toBe(200)
  const again = (more: string) =>
    api.db
      .query(
        `insert into prior_auth select (jsonb_populate_record(null::prior_auth,
          to_jsonb(p)
            || jsonb_build_object('id', gen_random_uuid(), 'override_ref', 'PA' || lpad(floor(random() * 1e9)::text, 10, '0')) || ${more})).*
          from prior_auth p limit 1`,
      )
      .then(
        () => 'kept',
        (error: { constraint?: string }) => error.constraint,
      )
  expect(await again(`'{}'`)).toBe('no_overlap')
  expect(await again(`jsonb_build_object('status_id', 6)`)).toBe('kept')
  expect(await again(`jsonb_build_object('start_date', p.end_date + 1, 'end_date', p.end_date + 9)`)).toBe('kept')
  expect(await again(`jsonb_build_object('supersedes_id', p.id)`)).toBe('kept')
})

test('the database refuses a snooze that ends within two hours of the due time', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const until = (before: string) =>
    api.db
      .query(`update rx_authorization set snoozed_until = statutory_due_at - $2::interval where id = $1`, [id, before])
      .then(
        () => 'kept',
        (error: { constraint?: string }) => error.constraint,
      )
  expect(await until('2 hours 1 second')).toBe('kept')
  expect(await until('2 hours')).toBe('snooze_ends_before_due')
  expect(await until('1 hour')).toBe('snooze_ends_before_due')
})
