import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '#registry'
import { codesOf } from '#platform/calls/api-description.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { refusalStatus, type RefusalCode } from '#platform/calls/refusal.ts'
import { attempt, codeOf, nobody, pharmacy, send, sender, type Sender } from './attempt.ts'
import { together, tried } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'
import { inputSchema } from './schema.ts'

// A code that a call's contract does not declare leaves as a fault. Every call is asked by callers in every state a session
// or an account can be in, and about objects that are not there.

let prepared: Prepared
const callers: [name: string, by: Sender][] = []
const samples = new Map<string, Record<string, unknown>>()

beforeAll(async () => {
  prepared = await openPrepared()
  const { api } = prepared
  for (const call of everyCall) samples.set(call.name, await sampleOf(call, prepared.same('AAA1')))
  const cookieOf = (token: string): Sender => ({
    cookie: `${api.built.portal.cookies.session}=${token}`,
    carrier: 'AAA',
  })
  const hashOf = (cookie: string) => createHash('sha256').update(cookie.split('=')[1]!).digest()
  const after = async (username: string, change: string): Promise<Sender> => {
    const visitor = await api.signIn(username, 'AAA')
    await api.db.query(`update session set ${change} where token_hash = $1`, [hashOf(visitor.cookie!)])
    return sender(visitor, 'AAA')
  }
  const ticket = async (expiresAt: string): Promise<Sender> => {
    const token = randomBytes(32).toString('base64url')
    await api.db.query(
      `insert into registration_ticket (token_hash, issuer, subject, email, started_at, expires_at)
       values ($1, 'test', $2, 'somebody@carrier.example', now(), now() + $3::interval)`,
      [createHash('sha256').update(token).digest(), randomUUID(), expiresAt],
    )
    return cookieOf(token)
  }
  callers.push(
    ['nobody', nobody],
    ['a cookie that was made up', cookieOf(randomBytes(32).toString('base64url'))],
    ['a session that timed out', await after('adj.aaa', `last_activity_at = now() - interval '1 hour'`)],
    ['a session past its end', await after('adj.aaa', `expires_at = now() - interval '1 minute'`)],
    ['a session that was ended', await after('adj.aaa', `ended_at = now(), ended_reason = 'user'`)],
    ['a disabled account', sender(await api.signIn('gone.aaa'), 'AAA')],
    ['a locked account', sender(await api.signIn('pharm.aaa'), 'AAA')],
    ['an account that was not registered', sender(await api.signIn('adj.sub1'), 'AAA')],
    ['a ticket to register with', await ticket('30 minutes')],
    ['a ticket that ran out', await ticket('-1 minute')],
    ['a user who has to accept the terms', sender(await api.signIn('terms.old'), 'AAA')],
    ['a user who has to choose a carrier', sender(await api.signIn('multi', null))],
    ['a tab that shows another carrier', sender(await api.signIn('adj.aaa'), 'BBB')],
    ['a user of another carrier', sender(await api.signIn('adj.bbb'), 'BBB')],
    ['a user who may only read', sender(await api.signIn('read.only'), 'AAA')],
    ['the pharmacy network', pharmacy],
  )
  await api.db.query(
    `update app_user set status = case username when 'adj.sub1' then 'PENDING_REGISTRATION' when 'pharm.aaa' then 'LOCKED' end
      where username in ('adj.sub1', 'pharm.aaa')`,
  )
})
afterAll(() => prepared.close())

/** Nothing that may be left out: some calls take a code or a session, and then look for the session. */
const onlyRequired = (call: AnyCall, sample: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sample).filter(([name]) => (inputSchema(call).required ?? []).includes(name)))

/** The same input about objects that are not there. */
const ofNobody = (call: AnyCall, sample: Record<string, unknown>): Record<string, unknown> => ({
  ...sample,
  ...Object.fromEntries(Object.keys(call.ids).map((name) => [name, randomUUID()])),
})

test('every call refuses every kind of caller, and every object that is not there, with a code of its contract', async () => {
  const wrong: string[] = []
  await together(everyCall, async (call) => {
    const sample = samples.get(call.name)!
    const right = call.gate === 'service' ? pharmacy : sender(await prepared.api.signIn('adj.aaa'), 'AAA')
    type Attempted = [name: string, input: Record<string, unknown>, by: Sender]
    const strangers = callers.flatMap(([name, by]): Attempted[] => [
      [name, ofNobody(call, sample), by],
      [`${name}, with the least input`, onlyRequired(call, sample), by],
    ])
    const asked: Attempted[] = [
      ...tried(call, strangers, 3, 'caller'),
      ['objects that are not there', ofNobody(call, sample), right],
    ]
    for (const [name, input, by] of asked) {
      const answer = await send(prepared.api, attempt(call, input, by))
      const code = codeOf(answer)
      const declared = code !== undefined && codesOf(call).has(code as RefusalCode)
      if (answer.status !== 200 && (!declared || answer.status !== refusalStatus[code as RefusalCode]))
        wrong.push(`${call.name}, ${name}: ${answer.status} ${code}`)
    }
  })
  expect(wrong).toEqual([])
})
