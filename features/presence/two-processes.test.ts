import { once } from 'node:events'
import { get } from 'node:http'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { addRequests } from '#features/worklist/testing-requests.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { cookieNames } from '#platform/portal/portal.ts'
import { ORIGIN } from '#testing/api.ts'
import { freshDatabase } from '#testing/database.ts'
import { idOf } from '#testing/fixtures.ts'
import { startKillableServer } from '#testing/killable-server.ts'
import { createSession } from '#testing/session.ts'
import { presence } from './contract.ts'

test('who opened a request on one server is seen on another over the same database, which hears of it at once', async () => {
  const url = await freshDatabase(false, 'fixtures')
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  onTestFinished(() => db.end())
  const id = idOf('seen from elsewhere')
  await addRequests(db, [{ name: 'seen from elsewhere' }], new Date())
  const [here, there] = [await startKillableServer(url), await startKillableServer(url)]
  const cookieOf = async (user: string) => `${cookieNames(ORIGIN).session}=${await createSession(db, user, 'AAA')}`
  const [sam, dana] = [await cookieOf('super.aaa'), await cookieOf('adj.aaa')]
  const ask = async <C extends AnyCall>(address: string, cookie: string, call: C, input: InputOf<C>) => {
    const { method, url: path, body } = toRequest(call, input as Record<string, unknown>)
    const answer = await fetch(`${address}${path}`, {
      method,
      body: body ?? null,
      headers: {
        cookie,
        origin: ORIGIN,
        'x-portal-request': '1',
        'x-master-carrier': 'AAA',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { viewers: { name: string }[] }
  }
  const seen = async () => (await ask(await there.address(), dana, presence.of, { id })).viewers.map(({ name }) => name)

  const changes = get(`${await there.address()}/api/changes`, { headers: { cookie: dana } })
  onTestFinished(() => void changes.destroy())
  const [stream] = (await once(changes, 'response')) as [NodeJS.ReadableStream]
  stream.setEncoding('utf8')
  let heard = ''
  stream.on('data', (part: string) => void (heard += part))
  const until = async (text: string) => {
    while (!heard.includes(text)) await once(stream, 'data')
    heard = ''
  }
  await until(': listening')
  expect(await seen()).toEqual([])
  await ask(await here.address(), sam, presence.open, { id })
  await until('data: presence')
  const name = (await db.query<{ name: string }>(`select name from app_user where username = 'super.aaa'`)).rows[0]!
    .name
  expect(await seen()).toEqual([name])
  // The other server is gone; what it wrote is not.
  await here.killAndRestart()
  expect(await seen()).toEqual([name])
  await ask(await here.address(), sam, presence.leave, { id })
  await until('data: presence')
  expect(await seen()).toEqual([])
})
