import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { addRequests } from '#features/worklist/testing-requests.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { cookieNames } from '#platform/portal/portal.ts'
import { ORIGIN } from '#testing/api.ts'
import { freshDatabase } from '#testing/database.ts'
import { startKillableServer } from '#testing/killable-server.ts'
import { idOf } from '#testing/fixtures.ts'
import { createSession } from '#testing/session.ts'
import { eventually } from '#testing/eventually.ts'
import { bulkActs } from './contract.ts'

const MANY = 120
const LETTERS = 40

/** A local gateway for faxes and letters, which knows a message by its key; it answers none until the test lets it. */
async function localGateway() {
  const arrived = new Map<string, string[]>()
  let answering = false
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const key = String(request.headers['idempotency-key'])
    arrived.set(key, [...(arrived.get(key) ?? []), await text(request)])
    if (answering) response.writeHead(200).end('{}')
  }
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { arrived, url: `http://127.0.0.1:${port}`, answer: () => (answering = true) }
}

test('a bulk act goes on after its worker is killed with SIGKILL, every request is done, none twice; faxes and letters it was sending arrive, each under one key', async () => {
  const url = await freshDatabase(false, 'fixtures')
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  onTestFinished(() => db.end())
  const names = Array.from({ length: MANY }, (_, at) => `request ${at}`)
  await addRequests(
    db,
    names.map((name, at) => ({ name, claim: (at % 6) + 1 })),
    new Date(),
  )
  const gateway = await localGateway()
  await db.query(
    `with sent as (insert into outside_message (mc, id, channel, address, recipient, subject, body, created_at)
       select 'AAA', gen_random_uuid(), case n % 2 when 0 then 'FAX' else 'POST' end, '813555' || (1000 + n), 'Dr. Ames', 'Letter ' || n, 'Body ' || n, now()
         from generate_series(1, $1) n returning mc, id)
     insert into outbox (mc, id, topic, payload, available_at, created_at)
       select mc, gen_random_uuid(), 'outside.message', jsonb_build_object('messageId', id), now(), now() from sent`,
    [LETTERS],
  )
  const server = await startKillableServer(url, { gateway: gateway.url })
  const cookie = `${cookieNames(ORIGIN).session}=${await createSession(db, 'adj.aaa', 'AAA')}`
  const {
    method,
    url: path,
    body,
  } = toRequest(bulkActs.start, {
    what: 'SNOOZE',
    hours: 1,
    requests: names.map((name) => ({ authorizationId: idOf(name), version: 1 })),
  })
  const answer = await fetch(`${await server.address()}${path}`, {
    method,
    body: body ?? null,
    headers: {
      cookie,
      origin: ORIGIN,
      'x-portal-request': '1',
      'x-master-carrier': 'AAA',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
  })
  expect(answer.status).toBe(200)
  const done = async () =>
    Number((await db.query(`select count(*) as n from bulk_item where state = 'DONE'`)).rows[0].n)
  for (const share of [0.1, 0.5]) {
    await eventually(async () => expect(await done()).toBeGreaterThan(MANY * share))
    await eventually(() => expect(gateway.arrived.size).toBeGreaterThan(0))
    await server.killAndRestart()
    gateway.answer()
  }
  expect(await done()).toBeLessThan(MANY)
  await eventually(async () => expect(await done()).toBe(MANY))
  const { rows } = await db.query(
    `select count(*)::int as events, count(distinct authorization_id)::int as requests from authorization_event where event_code = 170`,
  )
  expect(rows).toEqual([{ events: MANY, requests: MANY }])

  // What was under way when the worker ended was sent again under the key it had: the gateway takes it once.
  const sent = async () => (await db.query(`select id from outside_message where status = 'SENT' order by id`)).rows
  await eventually(async () => expect(await sent()).toHaveLength(LETTERS))
  expect((await sent()).map(({ id }) => id)).toEqual([...gateway.arrived.keys()].toSorted())
  expect(Math.max(...[...gateway.arrived.values()].map((times) => times.length))).toBeGreaterThan(1)
  for (const times of gateway.arrived.values()) expect(new Set(times).size).toBe(1)
  expect(server.faults()).toBe('')
})
