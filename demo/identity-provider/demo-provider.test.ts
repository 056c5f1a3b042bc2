import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountNamed, demandNewPassword } from './accounts.ts'
import { failuresSince } from './attempts.ts'
import { openCookieJar, type CookieJar } from './testing-cookie-jar.ts'
import { attributeOf, valueOf, startWorld, password, type World } from './testing-world.ts'

let world: World
let jar: CookieJar

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  jar = await world.forget()
})
afterAll(() => world.close())

const now = () => new Date()
const signIn = (username?: string, typed?: string, into = jar) => world.signIn(into, username, typed)

describe('signing in', () => {
  test('a user signs in with a password, and the portal learns who it is from the callback', async () => {
    const before = now().getTime()
    const done = await signIn()
    expect(done.response).toBeUndefined()
    const result = await world.rp.finish({ callbackUrl: done.url, transaction: done.transaction, now: now() })
    expect(result).toMatchObject({
      ok: true,
      issuer: world.issuer,
      subject: 'sub-dana',
      email: 'u1@northwind.example',
      name: 'Dana Ruiz',
      amr: ['pwd'],
      refreshHintMinutes: 45,
      returnTo: '/patients',
    })
    if (!result.ok) throw new Error(result.detailForLog)
    // To the second, as the claim has it.
    const signedInAt = Date.parse(result.authTime ?? '')
    expect(signedInAt >= before - 1000 && signedInAt <= now().getTime()).toBe(true)
    expect(result.sid).toMatch(/^[\w-]{20,}$/)
    const claims = JSON.parse(Buffer.from(result.idToken.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >
    expect(claims).toMatchObject({ preferred_username: 'dana.ruiz', email_verified: true, aud: world.clientId })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBeLessThanOrEqual(300)
  })

  test('a username is taken in any case and with spaces around', async () => {
    expect((await signIn('  Dana.RUIZ ')).response).toBeUndefined()
  })

  test('a browser the provider knows goes straight through, unless it is asked again', async () => {
    await signIn()
    const second = await world.arrive(jar)
    expect(second.response).toBeUndefined()
    expect(
      await world.rp.finish({ callbackUrl: second.url, transaction: second.transaction, now: now() }),
    ).toMatchObject({ ok: true })
    const again = await world.arrive(jar, { reauthenticate: true })
    expect(again.response?.status).toBe(200)
    const after = await world.submit(jar, again.url, { username: 'dana.ruiz', password })
    expect(await world.rp.finish({ callbackUrl: after.url, transaction: again.transaction, now: now() })).toMatchObject(
      { ok: true },
    )
  })

  test('another person in the same browser replaces the first, whose session ends', async () => {
    const first = await signIn()
    const before = await world.rp.finish({ callbackUrl: first.url, transaction: first.transaction, now: now() })
    const page = await world.arrive(jar, { reauthenticate: true })
    let step = await world.submit(jar, page.url, { username: 'lee.park', password })
    // The provider ends the old session by a form of its own, which a browser sends by itself.
    const form = (await step.response?.text()) ?? ''
    step = await world.submit(jar, attributeOf(form, 'action'), { xsrf: valueOf(form, 'xsrf'), logout: 'yes' })
    const result = await world.rp.finish({ callbackUrl: step.url, transaction: page.transaction, now: now() })
    expect(result).toMatchObject({ ok: true, subject: 'sub-lee', refreshHintMinutes: null })
    expect(world.notices).toHaveLength(1)
    const notice = await world.rp.verifyLogoutToken(world.notices[0] ?? '')
    expect(notice).toMatchObject({ ok: true, subject: 'sub-dana', sid: before.ok ? before.sid : '' })
  })

  test.each([
    ['a wrong password', 'dana.ruiz', 'wrong'],
    ['an unknown name', 'nobody', password],
    ['no password', 'dana.ruiz', ''],
    ['nothing at all', '', ''],
    ['an account for single sign-on only', 'sso.only', ''],
    ['a NUL in the name', 'dana.ruiz\0', password],
    ['SQL', `' or 1=1 --`, `' or 1=1 --`],
    ['very long values', 'x'.repeat(3000), 'y'.repeat(3000)],
  ])('%s gets one and the same answer', async (_name, username, typed) => {
    const { response } = await signIn(username, typed)
    expect(response?.status).toBe(422)
    const html = (await response?.text()) ?? ''
    expect(html).toContain('That username or password is incorrect.')
    expect(html.replace(/ value="[^"]*"/, '')).toBe(wrongPage)
  })
  let wrongPage = ''
  beforeAll(async () => {
    const { response } = await signIn('somebody', 'else', openCookieJar())
    wrongPage = ((await response?.text()) ?? '').replace(/ value="[^"]*"/, '')
  })

  test('what was typed as username comes back as text, the password never', async () => {
    const { response } = await signIn(`"><script>alert(1)</script>`, 'my secret words')
    const html = (await response?.text()) ?? ''
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(html).not.toContain('my secret words')
    expect(world.logged.join('\n')).not.toMatch(/my secret words|correct horse|eyJ/)
  })

  test('after a wrong password the right one still signs in on the same page', async () => {
    const page = await world.arrive(jar)
    const wrong = await world.submit(jar, page.url, { username: 'dana.ruiz', password: 'wrong' })
    expect(wrong.response?.status).toBe(422)
    const right = await world.submit(jar, wrong.url, { username: 'dana.ruiz', password })
    expect(await world.rp.finish({ callbackUrl: right.url, transaction: page.transaction, now: now() })).toMatchObject({
      ok: true,
    })
  })
})

describe('the lock after failures', () => {
  test('five failures lock the name for five minutes, known or not, for the right password too', async () => {
    for (const username of ['dana.ruiz', 'nobody']) {
      const page = await world.arrive(jar)
      const statuses: number[] = []
      for (let guess = 0; guess < 7; guess++) {
        const typed = guess === 6 ? password : `guess ${guess}`
        const { response } = await world.submit(jar, page.url, {
          username: guess % 2 ? username.toUpperCase() : username,
          password: typed,
        })
        statuses.push(response?.status ?? 0)
        if (guess === 6) {
          expect(await response?.text()).toContain('Too many attempts. Try again in 5 minutes.')
          expect(Number(response?.headers.get('retry-after'))).toBeGreaterThan(200)
        }
      }
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
    }
    await world.pool.query(`update demo_idp.sign_in_failure set failed_at = failed_at - interval '5 minutes'`)
    expect((await signIn()).response).toBeUndefined()
  })

  test('thirty passwords guessed at once get five tries', async () => {
    const page = await world.arrive(jar)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, guess) =>
        world.submit(jar, page.url, { username: 'lee.park', password: `guess ${guess}` }),
      ),
    )
    const statuses = answers.map(({ response }) => response?.status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
  })

  test('signing in forgives what came before, and the failures stay counted', async () => {
    const since = new Date(Date.now() - 60_000).toISOString()
    const fail = async (times: number) => {
      const page = await world.arrive(openCookieJar())
      for (let guess = 0; guess < times; guess++)
        await world.submit(jar, page.url, { username: 'dana.ruiz', password: 'no' })
    }
    const page = await world.arrive(jar)
    for (let guess = 0; guess < 4; guess++) await world.submit(jar, page.url, { username: 'dana.ruiz', password: 'no' })
    expect(await failuresSince(world.pool, 'sub-dana', since)).toBe(4)
    expect((await world.submit(jar, page.url, { username: 'dana.ruiz', password })).response).toBeUndefined()
    expect(await failuresSince(world.pool, 'sub-dana', since)).toBe(4)
    expect(await failuresSince(world.pool, 'sub-dana', new Date().toISOString())).toBe(0)
    expect(await failuresSince(world.pool, 'sub-lee', since)).toBe(0)
    await fail(0)
    jar = openCookieJar()
    const next = await world.arrive(jar)
    for (let guess = 0; guess < 4; guess++) {
      expect((await world.submit(jar, next.url, { username: 'dana.ruiz', password: 'no' })).response?.status).toBe(422)
    }
    expect((await world.submit(jar, next.url, { username: 'dana.ruiz', password })).response).toBeUndefined()
  })

  test('a name nobody has leaves no trace of what was typed', async () => {
    await signIn('my password by mistake')
    const { rows } = await world.pool.query<{ row: string }>('select f::text as row from demo_idp.sign_in_failure f')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain('mistake')
  })
})

describe('a code', () => {
  async function code() {
    const done = await signIn('dana.ruiz', password, openCookieJar())
    return new URL(done.url).searchParams
  }
  // The verifier stays encrypted in the portal, so a code of its own is asked for here.
  async function ownCode(verifier: string) {
    const address = new URL(`${world.issuer}/identity/authorize`)
    address.search = new URLSearchParams({
      client_id: world.clientId,
      response_type: 'code',
      scope: 'openid email',
      state: 's',
      nonce: 'n',
      redirect_uri: `${world.portalOrigin}/login/callback`,
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    }).toString()
    const page = await jar.follow(address.href, `${world.portalOrigin}/`)
    const end = page.response ? await world.submit(jar, page.url, { username: 'dana.ruiz', password }) : page
    return new URL(end.url).searchParams.get('code') ?? ''
  }
  const exchange = (fields: Record<string, string>, secret = world.clientSecret) =>
    fetch(`${world.issuer}/identity/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${world.clientId}:${encodeURIComponent(secret)}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        redirect_uri: `${world.portalOrigin}/login/callback`,
        ...fields,
      }),
    })
  const verifier = 'v'.repeat(43)

  test('is returned with the state and the issuer', async () => {
    const parameters = await code()
    expect([...parameters.keys()].sort()).toEqual(['code', 'iss', 'state'])
    expect(parameters.get('iss')).toBe(world.issuer)
  })

  test('works once, however many ask at the same moment', async () => {
    for (const parallel of [2, 8]) {
      const given = await ownCode(verifier)
      const answers = await Promise.all(
        Array.from({ length: parallel }, () => exchange({ code: given, code_verifier: verifier })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const replay = await exchange({ code: given, code_verifier: verifier })
      expect(await replay.json()).toMatchObject({ error: 'invalid_grant' })
    }
  })

  test('needs the verifier, the secret and the address it was made for', async () => {
    const given = await ownCode(verifier)
    expect((await exchange({ code: given })).status).toBe(400)
    expect((await exchange({ code: given, code_verifier: 'w'.repeat(43) })).status).toBe(400)
    expect((await exchange({ code: given, code_verifier: verifier }, 'wrong')).status).toBe(401)
    const elsewhere = { code: given, code_verifier: verifier, redirect_uri: `${world.portalOrigin}/other` }
    expect((await exchange(elsewhere)).status).toBe(400)
    const good = await exchange({ code: given, code_verifier: verifier })
    expect(good.status).toBe(200)
    const tokens = (await good.json()) as { access_token: string; id_token: string; refresh_token?: string }
    expect(tokens.refresh_token).toMatch(/^[\w-]{40,}$/)
    expect(await world.rp.verifyToken(tokens.access_token, { kind: 'access' })).toMatchObject({
      ok: true,
      claims: { sub: 'sub-dana', email: 'u1@northwind.example', refresh_hint: 45, aud: `${world.portalOrigin}/api` },
    })
    expect(await world.rp.verifyToken(tokens.id_token, { kind: 'id' })).toMatchObject({ ok: true })
    expect(await world.rp.verifyToken(tokens.id_token, { kind: 'access' })).toMatchObject({ code: 'TOKEN_INVALID' })
    expect(await world.rp.verifyToken(tokens.access_token, { kind: 'id' })).toMatchObject({ code: 'TOKEN_INVALID' })
  })
})

describe('signing out', () => {
  async function signedIn() {
    const done = await signIn()
    const result = await world.rp.finish({ callbackUrl: done.url, transaction: done.transaction, now: now() })
    if (!result.ok) throw new Error(result.detailForLog)
    return result
  }

  test('asked by the portal ends the session without a question, tells the portal and returns', async () => {
    const session = await signedIn()
    const page = await jar.visit((await world.rp.logoutUrl({ idToken: session.idToken, state: 'st' })) ?? '')
    const html = await page.text()
    expect(html).toContain('<script>document.forms[0].submit()</script>')
    // What the script or the button would send.
    const end = await world.submit(jar, attributeOf(html, 'action'), {
      xsrf: valueOf(html, 'xsrf'),
      logout: valueOf(html, 'logout'),
    })
    expect(end.url).toBe(`${world.portalOrigin}/logout?state=st`)
    expect(await world.rp.verifyLogoutToken(world.notices[0] ?? '')).toEqual({
      ok: true,
      issuer: world.issuer,
      subject: 'sub-dana',
      sid: session.sid,
    })
    expect(jar.cookies.filter(({ name }) => name.startsWith('demo_idp_session'))).toEqual([])
    expect((await world.arrive(jar)).response?.status).toBe(200)
  })

  test('a copy of the cookie is worth nothing afterwards', async () => {
    const session = await signedIn()
    const copy = openCookieJar()
    copy.cookies.push(...jar.cookies)
    expect((await world.arrive(copy)).response).toBeUndefined()
    const html = await (await jar.visit((await world.rp.logoutUrl({ idToken: session.idToken })) ?? '')).text()
    await world.submit(jar, attributeOf(html, 'action'), { xsrf: valueOf(html, 'xsrf'), logout: 'yes' })
    expect((await world.arrive(copy)).response?.status).toBe(200)
  })

  test('a link of somebody else asks first and changes nothing by itself', async () => {
    const other = await signedIn()
    jar = openCookieJar()
    const page = await world.arrive(jar)
    await world.submit(jar, page.url, { username: 'lee.park', password })
    const address = `${world.issuer}/identity/sign-out`
    for (const link of [
      address,
      `${address}?client_id=${world.clientId}&post_logout_redirect_uri=${world.portalOrigin}/logout`,
      (await world.rp.logoutUrl({ idToken: other.idToken })) ?? '',
    ]) {
      const html = await (await jar.visit(link)).text()
      expect(html).toContain('Do you want to sign out?')
      expect(html).not.toContain('<script')
      expect((await world.arrive(jar)).response).toBeUndefined()
    }
    const forged = await world.submit(jar, `${address}/confirm`, { xsrf: 'guess', logout: 'yes' })
    expect(forged.response?.status).toBe(400)
    expect((await world.arrive(jar)).response).toBeUndefined()
  })

  test('does not redirect to an address that is not registered', async () => {
    const { idToken } = await signedIn()
    const address = new URL((await world.rp.logoutUrl({ idToken })) ?? '')
    address.searchParams.set('post_logout_redirect_uri', 'https://evil.example/logout')
    const response = await jar.visit(address.href)
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain('evil.example')
  })

  test('without a session it still leads back to the portal', async () => {
    const { idToken } = await signedIn()
    jar = openCookieJar()
    const html = await (await jar.visit((await world.rp.logoutUrl({ idToken })) ?? '')).text()
    const end = await world.submit(jar, attributeOf(html, 'action'), { xsrf: valueOf(html, 'xsrf'), logout: 'yes' })
    expect(end.url).toBe(`${world.portalOrigin}/logout`)
  })
})

test('a restart keeps keys, sessions and sign-ins under way; tokens from before still count', async () => {
  const done = await signIn()
  const page = await world.arrive(jar, { reauthenticate: true })
  const keys = await (await fetch(`${world.issuer}/identity/keys`)).text()
  await world.restart()
  expect(await (await fetch(`${world.issuer}/identity/keys`)).text()).toBe(keys)
  const result = await world.rp.finish({ callbackUrl: done.url, transaction: done.transaction, now: now() })
  expect(result).toMatchObject({ ok: true, subject: 'sub-dana' })
  expect((await world.arrive(jar)).response).toBeUndefined()
  const after = await world.submit(jar, page.url, { username: 'dana.ruiz', password })
  expect(await world.rp.finish({ callbackUrl: after.url, transaction: page.transaction, now: now() })).toMatchObject({
    ok: true,
  })
  const idToken = result.ok ? result.idToken : ''
  expect(await world.party().verifyToken(idToken, { kind: 'id' })).toMatchObject({ ok: true })
})

test('the provider publishes public keys only', async () => {
  const { keys } = (await (await fetch(`${world.issuer}/identity/keys`)).json()) as { keys: Record<string, unknown>[] }
  expect(keys).toHaveLength(1)
  expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

describe('a new password', () => {
  const fresh = 'a brand new passphrase'
  beforeEach(async () => {
    const known = await accountNamed(world.pool, 'dana.ruiz')
    await world.pool.query(
      `update demo_idp.account set must_change_password = true, password_hash = $1 where subject = 'sub-old'`,
      [known?.passwordHash],
    )
  })

  test('is demanded before the sign-in goes on, and counts from then on', async () => {
    const page = await world.arrive(jar)
    const asked = await world.submit(jar, page.url, { username: 'old.timer', password })
    const html = (await asked.response?.text()) ?? ''
    expect(html).toContain('<title>Choose a new password</title>')
    const ticket = valueOf(html, 'ticket')
    for (const [newPassword, repeatPassword, error] of [
      ['short', 'short', 'needs 12 characters'],
      [fresh, `${fresh}!`, 'are not the same'],
      [password, password, 'must differ'],
      ['xx Old.Timer xx', 'xx Old.Timer xx', 'must not contain your username'],
    ] as const) {
      const { response } = await world.submit(jar, page.url, { ticket, newPassword, repeatPassword })
      expect(response?.status).toBe(422)
      expect(await response?.text()).toContain(error)
    }
    const end = await world.submit(jar, page.url, { ticket, newPassword: fresh, repeatPassword: fresh })
    expect(await world.rp.finish({ callbackUrl: end.url, transaction: page.transaction, now: now() })).toMatchObject({
      ok: true,
      subject: 'sub-old',
    })
    expect((await signIn('old.timer', password, openCookieJar())).response?.status).toBe(422)
    expect((await signIn('old.timer', fresh, openCookieJar())).response).toBeUndefined()
  })

  test('is refused without the ticket of its own sign-in', async () => {
    const first = await world.arrive(jar)
    const html =
      (await (await world.submit(jar, first.url, { username: 'old.timer', password })).response?.text()) ?? ''
    const other = openCookieJar()
    const second = await world.arrive(other)
    for (const ticket of [valueOf(html, 'ticket'), 'v1.x.y.z', '']) {
      const { response } = await world.submit(other, second.url, { ticket, newPassword: fresh, repeatPassword: fresh })
      expect(response?.status).toBe(422)
      expect(await response?.text()).toContain('Log in again to choose a new password.')
    }
    expect((await accountNamed(world.pool, 'old.timer'))?.mustChangePassword).toBe(true)
  })

  test('demanded by the portal ends the provider session; accounts without a password cannot be asked', async () => {
    await signIn('lee.park')
    expect((await world.arrive(jar)).response).toBeUndefined()
    expect(await demandNewPassword(world.pool, 'sub-lee')).toBe(true)
    expect((await world.arrive(jar)).response?.status).toBe(200)
    expect(await demandNewPassword(world.pool, 'sub-sso')).toBe(false)
    expect(await demandNewPassword(world.pool, 'nobody')).toBe(false)
    await world.pool.query(`update demo_idp.account set must_change_password = false where subject = 'sub-lee'`)
  })
})

test('where no mail can be sent there is no way back to a forgotten password', async () => {
  const page = await world.arrive(jar)
  expect(await page.response!.text()).not.toContain('Forgot')
  for (const path of ['/identity/forgot', '/identity/mailbox', `/identity/new-password/${'A'.repeat(43)}`])
    expect([path, (await jar.visit(new URL(path, world.issuer).href)).status]).toEqual([path, 404])
})
