import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { openAccounts } from '#platform/identity/accounts-at-provider/open.ts'
import { openProviderApi, type ProviderApi } from '#platform/identity/accounts-at-provider/testing-provider-api.ts'
import { startApi, type TestApi, type Refusal } from '../api.ts'
import { longTimeouts } from '../database.ts'
import { idOf } from '../fixtures.ts'
import { attempt, codeOf, contents, send } from './attempt.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

// What asks for a proof gives way to no old sign-in, and a proof is good for one act on one object of one session,
// once, on whatever process. Computed from the contracts: a call that asks for one is attacked the day it is written.

const asking = everyCall.filter((call) => call.stepUp)
const WHO = 'super.aaa'

let prepared: Prepared
let here: TestApi
/** A second process over the same database. */
let there: TestApi
let providerApi: ProviderApi
beforeAll(async () => {
  prepared = await openPrepared()
  here = prepared.api
  there = await startApi({ url: here.url, keep: true })
  providerApi = await openProviderApi()
  for (const api of [here, there])
    Object.assign(api.built.portal, {
      accounts: openAccounts({
        accounts: { kind: 'okta', url: undefined, token: providerApi.secrets.token },
        issuer: providerApi.url,
        clientId: 'portal',
        clientSecret: 'secret',
        totalMs: longTimeouts.waitMs,
      }),
    })
  providerApi.users.set('sub-super', { ...providerApi.users.get('sub-dana')!, id: 'sub-super' })
  await here.db.query(`update app_user set idp_issuer = 'demo', idp_subject = 'sub-super' where id = $1`, [idOf(WHO)])
  await here.db.query(`update user_carrier set roles = '{supervisor,account_admin}' where user_id = $1`, [idOf(WHO)])
})
afterAll(async () => {
  await providerApi.close()
  await there.close()
  await prepared.close()
})

const hashOf = (cookie: string) =>
  createHash('sha256')
    .update(cookie.slice(cookie.indexOf('=') + 1))
    .digest()
/** A session whose person proved who they are so many minutes ago; null when the provider did not say when. */
async function signIn(minutes: number | null = 6) {
  const visitor = await here.signIn(WHO)
  await here.db.query(
    `update session set auth_time = $2::timestamptz - make_interval(mins => $3) where token_hash = $1`,
    [hashOf(visitor.cookie!), minutes === null ? null : here.clock.now(), minutes ?? 0],
  )
  return { cookie: visitor.cookie! }
}
type Session = Awaited<ReturnType<typeof signIn>>
const ask = async (api: TestApi, call: AnyCall, input: object, { cookie }: Session) => {
  const { headers, ...rest } = attempt(call, input as Record<string, unknown>, { cookie, carrier: 'AAA' })
  return send(api, { ...rest, headers })
}
const sample = async (call: AnyCall) =>
  (await sampleOf(call, prepared.fresh('AAA1')).then((input) => input)) as Record<string, unknown>
const questionIn = (answer: { body: unknown }) => (answer.body as Refusal).data as { stepUp: string; to: string }

/** The provider vouches for somebody, as the callback writes it down; the session goes on under another cookie. */
async function prove(id: string, of: Session, subject = 'sub-super', held: string | null = of.cookie): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await here.db.query(
    `select prove_step_up($1, 'demo', $2, $3, $4, gen_random_uuid(), '', $5, null) as proof`,
    [id, subject, held && hashOf(held), createHash('sha256').update(token).digest(), here.clock.now()],
  )
  if (rows[0].proof === 'PROVEN') of.cookie = `rxdocket=${token}`
  return rows[0].proof as string
}
const unchanged = async () => {
  // Whether somebody was asked is no effect of the act.
  const { step_up: _asked, ...rest } = await contents(here)
  return JSON.stringify([rest, [...providerApi.expired]])
}

test('six calls ask for a fresh proof of identity', () => {
  expect(asking.map((call) => call.name).toSorted()).toEqual([
    'accessReview.change',
    'account.changePassword',
    'people.change',
    'people.invite',
    'scim.makeToken',
    'team.setMembers',
  ])
})

describe.each(asking.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  let input: Record<string, unknown>
  beforeEach(async () => {
    input = await sample(call)
  })

  test.each([[6], [null]])('with a sign-in %s minutes old is not done, and says what to do', async (minutes) => {
    const me = await signIn(minutes)
    const before = await unchanged()
    const answer = await ask(here, call, input, me)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'STEP_UP_REQUIRED'])
    expect(questionIn(answer)).toEqual({ stepUp: expect.stringMatching(/^[\da-f-]{36}$/), to: call.stepUp!.to })
    expect(await unchanged()).toBe(before)
    // The session lives, and nothing but this act asks.
    expect(
      (await here.anonymous.raw({ method: 'GET', url: '/api/account', headers: { cookie: me.cookie } })).status,
    ).toBe(200)
  })

  test('a user who has just signed in is not asked again', async () => {
    expect((await ask(there, call, input, await signIn(4))).status).toBe(200)
  })

  test('after a proof is done once, on the other process too, under another cookie; a repeat of the network is no second time', async () => {
    const me = await signIn()
    const old = { ...me }
    const { stepUp } = questionIn(await ask(here, call, input, me))
    // Asked twice is one question; the second asking is the same.
    expect(questionIn(await ask(there, call, input, me)).stepUp).toBe(stepUp)
    expect(await prove(stepUp, me)).toBe('PROVEN')
    expect(codeOf(await ask(here, call, input, old))).toBe('SESSION_REQUIRED')
    const key = randomUUID()
    const once = async (api: TestApi) => {
      const { headers, ...rest } = attempt(call, input, { cookie: me.cookie, carrier: 'AAA' })
      return send(api, { ...rest, headers: { ...headers, 'idempotency-key': key } })
    }
    const first = await once(there)
    expect(first.status).toBe(200)
    if (call.name === 'account.changePassword') return // it ended this very session
    if (call.file !== undefined) return expect(codeOf(await once(here))).toBe('STEP_UP_REQUIRED') // a file is kept nowhere
    const repeated = await once(here)
    expect([repeated.status, repeated.body]).toEqual([200, first.body])
    // What else would refuse the same again is out of the way: the proof alone is used up.
    await here.db.query(`update invitation set closed_at = now(), outcome = 'EXPIRED' where closed_at is null`)
    const again = 'version' in input ? { ...input, version: 2 } : input
    expect(codeOf(await ask(here, call, again, me))).toBe('STEP_UP_REQUIRED')
    expect(await prove(stepUp, me)).toBe('GONE')
  })

  test('of two at once on two processes with one proof one is done', async () => {
    const me = await signIn()
    const { stepUp } = questionIn(await ask(here, call, input, me))
    expect(await prove(stepUp, me)).toBe('PROVEN')
    const answers = await Promise.all([here, there, here, there].map((api) => ask(api, call, input, me)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test("a proof is worth nothing for another act, another object, another session, after five minutes, or by somebody else's account", async () => {
    const me = await signIn()
    const other = await signIn()
    const { stepUp } = questionIn(await ask(here, call, input, me))
    expect(await prove(stepUp, { ...me }, 'sub-dana')).toBe('OTHER_PERSON')
    expect(await prove(stepUp, { ...me }, 'sub-super', other.cookie)).toBe('GONE')
    expect(await prove(stepUp, me)).toBe('PROVEN')
    for (const another of asking.filter((one) => one !== call))
      expect([another.name, codeOf(await ask(here, another, await sample(another), me))]).toEqual([
        another.name,
        'STEP_UP_REQUIRED',
      ])
    if (call.stepUp!.of.length > 0)
      expect(codeOf(await ask(here, call, await sample(call), me))).toBe('STEP_UP_REQUIRED')
    expect(codeOf(await ask(here, call, input, other))).toBe('STEP_UP_REQUIRED')
    await here.db.query(`update step_up set proven_at = proven_at - interval '301 seconds' where id = $1`, [stepUp])
    expect(codeOf(await ask(here, call, input, me))).toBe('STEP_UP_REQUIRED')
  })

  test('a user without the right is refused for that, and not asked for proof of identity', async () => {
    if (call.gate !== 'carrier') return
    const visitor = await here.signIn('read.only')
    await here.db.query('update session set auth_time = null where token_hash = $1', [hashOf(visitor.cookie!)])
    expect(codeOf(await ask(here, call, input, { cookie: visitor.cookie! }))).toBe('UPDATE_BLOCKED')
    const adjuster = await here.signIn('ext.aaa')
    await here.db.query('update session set auth_time = null where token_hash = $1', [hashOf(adjuster.cookie!)])
    // A review is not found by anybody but account managers.
    expect(codeOf(await ask(here, call, input, { cookie: adjuster.cookie! }))).toBe(
      'reviewId' in call.ids ? 'NOT_FOUND' : 'NOT_ALLOWED',
    )
  })
})

test('a proof that is half an hour old, of an ended session or of a disabled user is refused', async () => {
  const call = asking.find((one) => one.name === 'people.invite')!
  for (const spoil of [
    `update step_up set asked_at = asked_at - interval '31 minutes' where id = $1`,
    `update session set ended_at = now() where id = (select session_id from step_up where id = $1)`,
    `update app_user set status = 'DISABLED' where id = (select user_id from step_up where id = $1)`,
  ]) {
    const me = await signIn()
    const { stepUp } = questionIn(await ask(here, call, await sample(call), me))
    await here.db.query(spoil, [stepUp])
    expect(await prove(stepUp, me)).toBe('GONE')
  }
  expect(await prove(randomUUID(), await signIn())).toBe('GONE')
})
