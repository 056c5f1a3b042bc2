import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { notifications } from '#features/notifications/contract.ts'
import { idOf } from '#testing/fixtures.ts'
import { decision } from '#features/decisions/contract.ts'
import { budgets } from '#platform/portal/limits.ts'
import { startApi } from '../api.ts'
import { attempt, codeOf, send, sender } from './attempt.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { portOf } from './raw-socket.ts'

// A change event says that something changed and for whom, never what.

let prepared: Prepared
beforeAll(async () => void (prepared = await openPrepared()))
afterAll(() => prepared.close())

/** A browser that listens; `heard` is everything that came so far. */
async function listen(port: number, cookie: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const ear = {
    heard: '',
    close: () => socket.destroy(),
    until: async (text: string) => {
      while (!ear.heard.includes(text)) await once(socket, 'data')
    },
  }
  socket.on('data', (part) => void (ear.heard += part.toString('utf8')))
  socket.write(`GET /api/changes HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`)
  await ear.until(': listening')
  return ear
}

test('a change event reaches its own carrier only, and holds nothing of the change', async () => {
  const { api } = prepared
  const port = await portOf(api)
  const [mine, theirs] = [await api.signIn('adj.aaa'), await api.signIn('adj.bbb')]
  const [mineHears, othersHear] = [await listen(port, mine.cookie!), await listen(port, theirs.cookie!)]
  const approve = async (place: ReturnType<Prepared['fresh']>, by: typeof mine) => {
    const id = await place.request()
    const made = attempt(decision.approve, { id, version: 1, supersede: true }, sender(by, place.mc))
    expect((await send(api, made)).status).toBe(200)
    return id
  }
  const foreign = await approve(prepared.fresh('BBB1'), theirs)
  await othersHear.until('data: authorizations')
  // Rings arrive in the order of their commits: after its own, nothing of the other carrier can still be under way.
  expect(mineHears.heard).not.toContain('data: authorizations')
  const own = await approve(prepared.fresh('AAA1'), mine)
  await mineHears.until('data: authorizations')
  for (const ear of [mineHears, othersHear]) {
    const said = ear.heard.slice(ear.heard.indexOf(': listening'))
    for (const secret of [foreign, own, 'Ortega', 'AAA', 'BBB']) expect(said).not.toContain(secret)
    ear.close()
  }
})

test('that a user has read notices is sent to that user alone, in all their browsers', async () => {
  const { api } = prepared
  const port = await portOf(api)
  const [mine, other, colleague] = [
    await api.signIn('adj.aaa'),
    await api.signIn('adj.aaa'),
    await api.signIn('adj.sub1'),
  ]
  const ears = await Promise.all([mine, other, colleague].map(({ cookie }) => listen(port, cookie!)))
  const markOne = async (of: typeof mine, username: string) => {
    const notificationId = randomUUID()
    await api.db.query(
      `insert into user_notification (mc, id, user_id, kind, title, at) values ('AAA', $1, $2, 'assigned', 'One', now())`,
      [notificationId, idOf(username)],
    )
    expect((await of.ask(notifications.markRead, { notificationId })).status).toBe(200)
  }
  await markOne(mine, 'adj.aaa')
  for (const ear of ears.slice(0, 2)) await ear.until('data: notifications.list\n')
  // Events arrive in the order of their commits: the colleague's own is the first they hear of.
  await markOne(colleague, 'adj.sub1')
  await ears[2]!.until('data: notifications.list\n')
  expect(ears.map(({ heard }) => heard.split('data: notifications.list').length - 1)).toEqual([1, 1, 1])
  for (const ear of ears) {
    expect(ear.heard).not.toContain('@')
    ear.close()
  }
})

test('who loses access, a role or the session hears of it before the stream ends, and nobody else does', async () => {
  const { api } = prepared
  const port = await portOf(api)
  const colleague = await listen(port, (await api.signIn('adj.aaa')).cookie!)
  const one = async (username: string, away: string) => {
    const ear = await listen(port, (await api.signIn(username)).cookie!)
    await api.db.query(away, [idOf(username)])
    await ear.until('data: session\n')
    ear.close()
  }
  await one('adj.aaa2', `update user_carrier set active = false where mc = 'AAA' and user_id = $1`)
  await one('super.aaa', `update user_carrier set sub_carriers = '{AAA1}' where mc = 'AAA' and user_id = $1`)
  await one('ext.aaa', `update app_user set status = 'DISABLED' where id = $1`)
  expect(colleague.heard).not.toContain('data: session')
  colleague.close()
  await api.db.query(
    `update user_carrier set active = true, sub_carriers = null where mc = 'AAA' and user_id = any ($1)`,
    [[idOf('adj.aaa2'), idOf('super.aaa')]],
  )
  await api.db.query(`update app_user set status = 'ACTIVE' where id = $1`, [idOf('ext.aaa')])
})

test('a user who may not read cannot subscribe to change events', async () => {
  const { api } = prepared
  const ask = async (cookie?: string) => {
    const answer = await send(api, {
      method: 'GET',
      url: '/api/changes',
      headers: cookie === undefined ? {} : { cookie },
    })
    return [answer.status, codeOf(answer)]
  }
  expect(await ask()).toEqual([401, 'SESSION_REQUIRED'])
  expect(await ask('rxdocket=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).toEqual([401, 'SESSION_REQUIRED'])
  expect(await ask((await api.signIn('gone.aaa')).cookie)).toEqual([401, 'SESSION_REVOKED'])
  expect(await ask((await api.signIn('terms.old')).cookie)).toEqual([403, 'TERMS_REQUIRED'])
  expect(await ask((await api.signIn('multi', null)).cookie)).toEqual([403, 'CARRIER_REQUIRED'])
})

test('a listener who is refused costs no connection, neither to the database nor of their own', async () => {
  const { api } = prepared
  const port = await portOf(api)
  let opened = 0
  const count = () => void (opened += 1)
  api.built.portal.pools.reader.on('connect', count)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number>()
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const headers = { cookie: `rxdocket=${'A'.repeat(43)}` }
      get({ port, host: '127.0.0.1', path: '/api/changes', agent, headers }, (answer) => {
        ports.add(answer.socket.localPort!)
        answer.resume().on('end', () => resolve(answer.statusCode!))
      }).on('error', reject)
    })
  const found = new Set<number>()
  for (let at = 0; at < 50; at += 1) found.add(await ask())
  api.built.portal.pools.reader.off('connect', count)
  agent.destroy()
  expect([...found]).toEqual([401])
  expect(ports.size).toBe(1)
  expect(opened).toBeLessThanOrEqual(1)
})

/** What the stream answers first, a refusal or that it listens. */
async function firstBytes(port: number, cookie: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /api/changes HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`)
  let heard = ''
  while (!/: listening|"fields"/.test(heard)) heard += String((await once(socket, 'data'))[0])
  socket.destroy()
  return heard
}

test('a user may listen in a dozen places, not in more, and again in another once one is closed', async () => {
  const api = await startApi({ url: prepared.api.url, limitFactor: 1, keep: true })
  onTestFinished(() => api.close())
  const { cookie } = await api.signIn('adj.aaa')
  const port = await portOf(api)
  const listening = []
  for (let at = 0; at < budgets.changes.running!; at += 1) listening.push(await listen(port, cookie!))
  const another = async () => {
    const answer = await send(api, { method: 'GET', url: '/api/changes', headers: { cookie: cookie! } })
    return [answer.status, codeOf(answer), answer.headers['retry-after']]
  }
  expect(await another()).toEqual([429, 'RATE_LIMIT', '5'])
  listening[0]!.close()
  await expect.poll(() => firstBytes(port, cookie!), { interval: 50 }).toContain(': listening')
  for (const one of listening) one.close()
})
