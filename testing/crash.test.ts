import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { chat } from '#features/chat/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { cookieNames } from '#platform/portal/portal.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { bound } from './bounds.ts'
import { addManyWorkers, claimOfWorker } from './many-workers.ts'
import { INTAKE_TOKEN, ORIGIN } from './api.ts'
import { freshDatabase } from './database.ts'
import { startKillableServer } from './killable-server.ts'
import { createSession } from './session.ts'
import { inconsistentAuthorizations } from './consistent-decisions.ts'

const CLIENTS = 8
/** So many deaths, however slow the machine. */
const KILLS = bound(4, 20)
/** Processes over the one database, killed in turn. */
const PROCESSES = bound(1, 2)
/** More than the clients can get through. */
const CROWD = KILLS * 250
/** A user sends 30 messages a minute. */
const MESSAGES = 28

type Said = { status: number; body: unknown }

test('servers are killed with SIGKILL in a stream of approvals and a chat: what was acknowledged is stored once, none is partial', async () => {
  const url = await freshDatabase(false, 'fixtures')
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  onTestFinished(() => db.end())
  await addManyWorkers(db, CROWD)
  const cookie = `${cookieNames(ORIGIN).session}=${await createSession(db, 'adj.aaa', 'AAA')}`
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startKillableServer(url)))
  let asked = 0

  const person = { cookie, origin: ORIGIN, 'x-portal-request': '1', 'x-master-carrier': 'AAA' }
  const service = { authorization: `Bearer ${INTAKE_TOKEN}` }
  const lost = { dropped: 0, refused: 0 }
  /** Sends until there is an answer, each time with the same key; nobody knows what became of a lost one. */
  const insist = async <C extends AnyCall>(
    call: C,
    input: InputOf<C>,
    key: string,
    who: Record<string, string>,
    longTimeouts = 0,
  ): Promise<Said> => {
    const { method, url: path, body } = toRequest(call, input as Record<string, unknown>)
    for (let attempt = 1; ; attempt += 1) {
      try {
        const signal = attempt === 1 && longTimeouts > 0 ? AbortSignal.timeout(longTimeouts) : null
        // A client that lost an answer asks the next process.
        const server = servers[(asked += 1) % servers.length]!
        const response = await fetch(`${await server.address()}${path}`, {
          method,
          body: body ?? null,
          signal,
          headers: { ...who, 'content-type': 'application/json', 'idempotency-key': key },
        })
        const said = { status: response.status, body: await response.json() }
        if (said.status !== 503) return said
        lost.refused += 1
      } catch (error) {
        if (attempt > 200) throw error
        lost.dropped += 1
      }
    }
  }

  let stopped = false
  let killed = 0
  let next = 1
  const log: { n: number; id: string; raised: Said; approved: Said }[] = []
  const approve = (n: number, id: string, longTimeouts = 0) =>
    insist(decision.approve, { id, version: 1 }, `approve-claim-${n}`, person, longTimeouts)
  const opened = await insist(
    chat.start,
    {
      firstName: 'Juno',
      lastName: 'Merriweather',
      email: 'juno@carrier.example',
      subject: 'Message 0',
      leaveMessage: true,
      chatData: { reason: 'auth' },
    },
    'start-the-chat',
    person,
  )
  const { chatId, userId, secureKey } = opened.body as { chatId: string; userId: string; secureKey: string }
  const messages = Array.from({ length: MESSAGES }, (_, at) => ({
    message: `Message ${at + 1}`,
    messageKey: randomUUID(),
  }))
  const unsaid = [...messages]
  const client = async (): Promise<void> => {
    while (!stopped && next <= CROWD) {
      const n = next
      next += 1
      // Some clients hang up before they hear the answer, and ask again.
      const longTimeouts = () => (randomInt(5) === 0 ? 1 + randomInt(12) : 0)
      const raised = await insist(
        transactions.intake,
        claimOfWorker(n, { rx: `8${n}` }),
        `raise-claim-${n}`,
        service,
        longTimeouts(),
      )
      const id = String((raised.body as { authorizationId: string }).authorizationId)
      log.push({ n, id, raised, approved: await approve(n, id, longTimeouts()) })
      const message = log.length % 3 === 0 ? unsaid.shift() : undefined
      if (message)
        await insist(chat.send, { chatId, userId, secureKey, ...message }, message.messageKey, person, longTimeouts())
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  const kills = (async () => {
    for (; killed < KILLS; killed += 1) {
      const server = servers[killed % servers.length]!
      await server.address()
      const before = log.length
      // Deep enough in the stream that every client has something under way, at no particular point of it.
      while (log.length < before + CLIENTS && next <= CROWD)
        await new Promise((turn) => setTimeout(turn, 1 + randomInt(20)))
      await server.killAndRestart()
    }
    stopped = true
  })()
  await Promise.all([kills, ...clients])
  expect(lost.dropped).toBeGreaterThan(killed)
  expect(log.length).toBeGreaterThan(killed * CLIENTS)

  expect(servers.map((server) => server.faults())).toEqual(servers.map(() => ''))
  // What was acknowledged is there.
  expect(log.filter(({ raised, approved }) => raised.status !== 200 || approved.status !== 200)).toEqual([])
  const inForce = await db.query<{ n: string; id: string; tcn: string; callback: string; priorAuth: string }>(`
    select x.rx_number as n, a.id, x.tcn, k.id as callback, p.override_ref as "priorAuth" from rx_transaction x
      join rx_authorization a on a.mc = x.mc and a.id = x.authorization_id
      join pharmacy_callback k on k.mc = a.mc and k.authorization_id = a.id join prior_auth p on p.mc = a.mc
        and p.authorization_id = a.id where a.status_id = 30`)
  const acknowledged = log.map(({ n, id, raised, approved }) => {
    const said = approved.body as { callback: { callbackId: string }; priorAuth: { priorAuthOverrideRef: string } }
    return {
      n: `8${n}`,
      id,
      tcn: (raised.body as { tcn: string }).tcn,
      callback: said.callback.callbackId,
      priorAuth: said.priorAuth.priorAuthOverrideRef,
    }
  })
  const byNumber = (a: { n: string }, b: { n: string }) => Number(a.n) - Number(b.n)
  expect(inForce.rows.sort(byNumber)).toEqual(acknowledged.sort(byNumber))

  // Every message of the chat that was sent is there once, and none is missing between.
  const { rows: said } = await db.query<{ position: number; text: string }>(
    'select position, text from chat_message where chat_id = $1 order by position',
    [chatId],
  )
  expect(said.map(({ position }) => position)).toEqual([...said.keys()])
  expect(said.map(({ text }) => Number(text.slice('Message '.length))).toSorted((a, b) => a - b)).toEqual([
    ...Array(MESSAGES - unsaid.length + 1).keys(),
  ])
  expect(said.length).toBeGreaterThan(killed)

  // The same key again, after all those deaths: the same answer, and no second effect.
  for (const { n, id, approved } of log.slice(0, bound(50, 200))) expect(await approve(n, id)).toEqual(approved)

  // The pharmacy is notified although the worker that sent it was killed.
  const unsent = async () =>
    Number((await db.query('select count(*) as n from pharmacy_callback where status_id = 1')).rows[0].n)
  while ((await unsent()) > 0) await new Promise((turn) => setTimeout(turn, 100))
  expect(await inconsistentAuthorizations(db)).toEqual([])

  // The check itself sees what it is there to see.
  await db.query(`delete from outbox where topic = 'pharmacy.callback' and authorization_id = $1`, [log[0]!.id])
  await db.query(`delete from authorization_event where event_code = 130 and authorization_id = $1`, [log[1]!.id])
  await db.query(`update rx_authorization set version = version + 1 where id = $1`, [log[2]!.id])
  expect(new Set((await inconsistentAuthorizations(db)).map((one) => one.id))).toEqual(
    new Set([log[0]!.id, log[1]!.id, log[2]!.id]),
  )
})
