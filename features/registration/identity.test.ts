import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '#features/sign-in/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { registration } from './contract.ts'
import { check, codeOf, complete, newcomersAt } from './testing-newcomers.ts'

// Registering with a token of the identity provider, and which person an identity belongs to.

let api: TestApi
let at: ReturnType<typeof newcomersAt>
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  at = newcomersAt(api)
})
afterAll(() => api.close())

describe('a client with a token of the provider', () => {
  test('needs no cookie: the token is the ticket, from the moment it was issued', async () => {
    const person = await at.newcomer()
    const { token: oktaToken } = person
    expect((await api.anonymous.ask(registration.ticket, { oktaToken })).body).toMatchObject({ email: person.email })
    expect((await check(api.anonymous, person.free, { oktaToken })).body.valid).toBe(true)
    const answer = await complete(api.anonymous, person, { oktaToken })
    expect([answer.status, answer.body, answer.headers['set-cookie']]).toEqual([
      200,
      { success: true, logoutUrl: null },
      undefined,
    ])
    expect((await complete(api.anonymous, person, { oktaToken })).status).toBe(200)
    expect(codeOf(await check(api.anonymous, person.free, { oktaToken }))).toEqual([403, 'NOT_REGISTERED'])
    expect(codeOf(await complete(api.anonymous, person, { oktaToken, newUserId: 'second.name' }))).toEqual([
      403,
      'NOT_REGISTERED',
    ])
    expect(codeOf(await api.anonymous.ask(session.exchange, { token: oktaToken, isLogin: true }))).toEqual([
      200,
      undefined,
    ])
  })

  test('an old token has used up its thirty minutes, however late it is first sent', async () => {
    const person = await at.newcomer()
    at.minutes(31)
    for (const answer of [
      await check(api.anonymous, person.free, { oktaToken: person.token }),
      await complete(api.anonymous, person, { oktaToken: person.token }),
    ])
      expect(codeOf(answer)).toEqual([403, 'REGISTRATION_EXPIRED'])
  })

  test('a registration with an invalid provider token is refused with 401', async () => {
    const person = await at.newcomer()
    for (const oktaToken of ['token-of-nobody', 'eyJhbGciOiJub25lIn0.e30.'])
      expect(codeOf(await complete(api.anonymous, person, { oktaToken }))).toEqual([401, 'SESSION_REQUIRED'])
  })

  test("the token of another person in this browser is refused, and so is another's address", async () => {
    const [mine, theirs] = [await at.newcomer(), await at.newcomer()]
    const browser = await mine.ticket()
    const mixed = await complete(browser, mine, { oktaToken: theirs.token })
    expect([...codeOf(mixed), mixed.body.fields[0]?.path]).toEqual([400, 'VALIDATION', 'oktaToken'])
    expect(codeOf(await check(browser, mine.free, { oktaToken: theirs.token }))).toEqual([400, 'VALIDATION'])
    expect(codeOf(await complete(api.anonymous, mine, { oktaToken: theirs.token }))).toEqual([400, 'VALIDATION'])
    expect([await at.userOf(mine), await at.userOf(theirs)]).toEqual([undefined, undefined])
    expect((await complete(browser, mine, { oktaToken: mine.token })).status).toBe(200)
  })

  test('a user who has to register first gets no session for it', async () => {
    const person = await at.newcomer(null)
    await api.db.query(
      `insert into app_user (id, username, email, first_name, last_name, idp_issuer, idp_subject, status)
        values (gen_random_uuid(), 'pending.one', 'x@y.example', 'A', 'B', 'test', $1, 'PENDING_REGISTRATION')`,
      [person.subject],
    )
    expect(codeOf(await api.anonymous.ask(session.exchange, { token: person.token, isLogin: true }))).toEqual([
      403,
      'REGISTRATION_REQUIRED',
    ])
  })
})

describe('the identity of a user', () => {
  test("is issuer and subject: another provider naming a user's address changes nothing", async () => {
    const before = await at.one(`select * from app_user where username = 'adj.aaa'`)
    const email = (before as { email: string }).email
    const { rows } = await api.db.query(
      `select open_registration(sha256('x'::bytea), 'another-issuer', 'stranger', $1, true, null, now(), null, gen_random_uuid(), '127.0.0.1',
        now()) as registers`,
      [email],
    )
    expect(rows).toEqual([{ registers: false }])
    expect(await at.one(`select * from app_user where username = 'adj.aaa'`)).toEqual(before)
  })

  test('a registered user invited by another carrier works for it from the next sign-in on', async () => {
    const person = await at.newcomer()
    expect((await complete(await person.ticket(), person)).status).toBe(200)
    await at.invite(person.email, { mc: 'BBB', roles: ['supervisor'] })
    await expect(person.ticket()).rejects.toThrow('nobody to register')
    const { id } = (await at.userOf(person))! as { id: string }
    expect(
      (await api.db.query('select mc, roles from user_carrier where user_id = $1 order by mc', [id])).rows,
    ).toEqual([
      { mc: 'AAA', roles: ['adjuster'] },
      { mc: 'BBB', roles: ['supervisor'] },
    ])
  })

  test('a disabled account is not brought back by an invitation', async () => {
    const person = await at.newcomer()
    expect((await complete(await person.ticket(), person)).status).toBe(200)
    await api.db.query(`update app_user set status = 'DISABLED' where idp_subject = $1`, [person.subject])
    await at.invite(person.email, { mc: 'BBB' })
    await expect(person.ticket()).rejects.toThrow('nobody to register')
    expect(await at.one(`select outcome from invitation where email = $1 and mc = 'BBB'`, [person.email])).toEqual({
      outcome: null,
    })
  })
})

test('nothing of a token, an address or a name is in the log', () => {
  const all = api.logged.join('\n')
  expect(all).not.toMatch(/newcomers\.example|token-\d|free\.name|Haddad/i)
})
