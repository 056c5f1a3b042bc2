import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { portOf } from '#testing/attacks/raw-socket.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'

test('A server that is stopped answers the request it is working on, ends event streams and drops idle connections', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const { cookie } = await api.signIn('adj.aaa')
  const origin = `http://127.0.0.1:${await portOf(api)}`
  const headers = { cookie: cookie!, 'x-portal-request': '1', 'x-master-carrier': 'AAA' }

  const idle = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(idle, 'connect')
  const stream = await fetch(`${origin}/api/changes`, { headers })
  expect(stream.status).toBe(200)
  await api.db.query('begin')
  await api.db.query('lock table rx_authorization in access exclusive mode')
  const running = fetch(`${origin}${toRequest(authorizations.one, { id }).url}`, { headers })
  await expect
    .poll(async () => (await api.db.query('select count(*)::int as n from pg_locks where not granted')).rows[0].n)
    .toBeGreaterThan(0)

  const closed = api.built.app.close()
  running.catch(() => {}) // asserted below
  await Promise.all([stream.text(), once(idle, 'close')])
  await expect(fetch(`${origin}/livez`)).rejects.toThrow('fetch failed')
  await api.db.query('commit')
  const answer = await running
  expect([answer.status, answer.headers.get('connection'), await answer.json()]).toEqual([
    200,
    'close',
    expect.objectContaining({ authorizationId: id }),
  ])
  await closed
})
