import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientId, discoveryPath, openRelyingParties, type RelyingParties } from './testing-relying-party.ts'
import { startScriptedProvider, without, type ScriptedProvider } from './testing-scripted-provider.ts'

let parties: RelyingParties
let provider: ScriptedProvider
beforeAll(async () => {
  parties = await openRelyingParties()
  provider = parties.provider
})
beforeEach(() => parties.reset())
afterAll(() => parties.close())
const portal: RelyingParties['relyingParty'] = (more) => parties.relyingParty(more)

/** A sign-in as far as the callback, with a good token waiting at the provider. */
async function begun(rp: ReturnType<typeof portal>, now = new Date(), returnTo = '/patients?x=1') {
  const { redirectTo, transaction } = await rp.begin({ returnTo })
  const asked = new URL(redirectTo).searchParams
  const state = asked.get('state') ?? ''
  provider.answerWith(await provider.sign(provider.goodClaims(now, asked.get('nonce') ?? '')))
  return { transaction, state, asked, callbackUrl: callback({ code: 'c1', state, iss: provider.issuer }) }
}

const callback = (parameters: Record<string, string>) => `/login/callback?${new URLSearchParams(parameters)}`
const tokenCalls = () => provider.asked.filter((path) => path === '/token').length

describe('begin', () => {
  test('asks for a code with PKCE, state and nonce, never the same twice', async () => {
    const rp = portal()
    const seen = new Set<string>()
    for (let start = 0; start < 1000; start++) {
      const { redirectTo, transaction } = await rp.begin({ returnTo: '/patients' })
      const url = new URL(redirectTo)
      expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`)
      const { state = '', nonce = '', code_challenge: challenge = '', ...rest } = Object.fromEntries(url.searchParams)
      expect(rest).toEqual({
        client_id: clientId,
        redirect_uri: 'http://localhost:9/login/callback',
        response_type: 'code',
        scope: 'openid profile email',
        code_challenge_method: 'S256',
      })
      for (const value of [state, nonce, challenge]) {
        expect(Buffer.from(value, 'base64url').length).toBeGreaterThanOrEqual(16)
        seen.add(value)
      }
      seen.add(transaction)
      expect(transaction).not.toContain(state)
      expect(redirectTo).not.toContain('secret')
    }
    expect(seen.size).toBe(4000)
    expect(provider.asked).toEqual([discoveryPath])
  })

  test('the encrypted sign-in of the longest return path still fits a cookie', async () => {
    const { transaction } = await portal().begin({ returnTo: `/${'a'.repeat(2047)}` })
    expect(transaction.length).toBeLessThan(4000)
    expect(transaction).toMatch(/^[\w.-]+$/)
  })
})

describe('finish', () => {
  test('exchanges the code as a confidential client with the verifier, and remembers where to go', async () => {
    const rp = portal()
    const { transaction, asked, callbackUrl } = await begun(rp)
    const result = await rp.finish({
      callbackUrl: new URL(callbackUrl, 'http://forged.example'),
      transaction,
      now: new Date(),
    })
    expect(result).toMatchObject({ ok: true, subject: 'person-1', returnTo: '/patients?x=1' })
    const form = Object.fromEntries(provider.forms[0] ?? [])
    expect(form).toMatchObject({
      grant_type: 'authorization_code',
      code: 'c1',
      redirect_uri: 'http://localhost:9/login/callback',
    })
    const challenge = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url')
    expect(challenge).toBe(asked.get('code_challenge'))
    expect(form).not.toHaveProperty('client_secret')
  })

  test('works once: a replay and nine parallel ones reach no token endpoint and sign nobody in', async () => {
    const rp = portal()
    const { transaction, callbackUrl } = await begun(rp)
    const all = await Promise.all(
      Array.from({ length: 10 }, () => rp.finish({ callbackUrl, transaction, now: new Date() })),
    )
    all.push(await rp.finish({ callbackUrl, transaction, now: new Date() }))
    expect(all.filter((result) => result.ok)).toHaveLength(1)
    expect(new Set(all.map((result) => (result.ok ? 'in' : result.code)))).toEqual(new Set(['in', 'SIGN_IN_EXPIRED']))
    expect(tokenCalls()).toBe(1)
  })

  test('once holds over several processes: what one has finished, the others refuse', async () => {
    const [one, two] = [portal(), portal()]
    const { transaction, callbackUrl } = await begun(one)
    expect(await two.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({ ok: true })
    expect(await one.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({ code: 'SIGN_IN_EXPIRED' })
    expect(tokenCalls()).toBe(1)
  })

  test.each<[string, (own: string, issuer: string) => Record<string, string>]>([
    ['the state of another browser', (own, iss) => ({ code: 'c', state: own.split('').reverse().join(''), iss })],
    ['a state of another length', (own, iss) => ({ code: 'c', state: `${own}x`, iss })],
    ['no state', (_own, iss) => ({ code: 'c', iss })],
    ['an empty state', (_own, iss) => ({ code: 'c', state: '', iss })],
    ['another issuer', (state) => ({ code: 'c', state, iss: 'https://other.example' })],
    ['our issuer with a slash more', (state, issuer) => ({ code: 'c', state, iss: `${issuer}/` })],
  ])('%s is a mismatch and the code is shown to nobody', async (_name, parameters) => {
    const rp = portal()
    const { transaction, state } = await begun(rp)
    const callbackUrl = callback(parameters(state, provider.issuer))
    const result = await rp.finish({ callbackUrl, transaction, now: new Date() })
    expect(result).toMatchObject({ ok: false, code: 'STATE_MISMATCH' })
    expect(tokenCalls()).toBe(0)
  })

  test('a state given twice, a huge and an unreadable address are mismatches', async () => {
    const rp = portal()
    const { transaction, state, callbackUrl } = await begun(rp)
    for (const bad of [`${callbackUrl}&state=${state}`, `${callbackUrl}&x=${'y'.repeat(20_000)}`, 'http://['])
      expect(await rp.finish({ callbackUrl: bad, transaction, now: new Date() })).toMatchObject({
        code: 'STATE_MISMATCH',
      })
    expect(tokenCalls()).toBe(0)
    expect(await rp.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({ ok: true })
  })

  test('a provider that promises to name itself must do so (RFC 9207)', async () => {
    provider.script[discoveryPath] = {
      json: { ...provider.metadata, authorization_response_iss_parameter_supported: true },
    }
    const rp = portal()
    const { transaction, state } = await begun(rp)
    const result = await rp.finish({ callbackUrl: callback({ code: 'c', state }), transaction, now: new Date() })
    expect(result).toMatchObject({ ok: false, code: 'STATE_MISMATCH' })
  })

  test.each([
    ['none', null, 'SIGN_IN_EXPIRED'],
    ['an empty one', '', 'SIGN_IN_EXPIRED'],
    ['nonsense', 'v1.k1.AAAA.BBBB', 'STATE_MISMATCH'],
  ])('without the sign-in cookie (%s) nobody is signed in', async (_name, transaction, code) => {
    const rp = portal()
    const { callbackUrl } = await begun(rp)
    expect(await rp.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({ ok: false, code })
    expect(tokenCalls()).toBe(0)
  })

  test('a changed cookie, one of another key and one of another client are not ours', async () => {
    const rp = portal()
    const { transaction, callbackUrl } = await begun(rp)
    const middle = Math.floor(transaction.length / 2)
    const changed =
      transaction.slice(0, middle) + (transaction[middle] === 'A' ? 'B' : 'A') + transaction.slice(middle + 1)
    const foreign = await begun(portal({ encryptionKey: { id: 'k1', secret: randomBytes(32) } }))
    const neighbour = await begun(portal({ clientId: 'other' }))
    for (const bad of [changed, foreign.transaction, neighbour.transaction])
      expect(await rp.finish({ callbackUrl, transaction: bad, now: new Date() })).toMatchObject({
        code: 'STATE_MISMATCH',
      })
    expect(tokenCalls()).toBe(0)
  })

  test('a sign-in is good for ten minutes, whatever the cookie says', async () => {
    const start = new Date('2026-03-04T05:06:07.000Z')
    const rp = portal({ now: () => start })
    for (const [seconds, ok] of [
      [599, true],
      [600, true],
      [601, false],
      [3600, false],
      [-120, false],
    ] as const) {
      const now = new Date(start.getTime() + seconds * 1000)
      const { transaction, callbackUrl } = await begun(rp, now)
      const result = await rp.finish({ callbackUrl, transaction, now })
      expect([seconds, result.ok ? 'in' : result.code]).toEqual([seconds, ok ? 'in' : 'SIGN_IN_EXPIRED'])
    }
  })

  test('a key that was replaced still finishes what it began', async () => {
    const { transaction, callbackUrl } = await begun(portal())
    const after = portal({ encryptionKey: [{ id: 'k2', secret: randomBytes(32) }, parties.encryptionKey] })
    expect(await after.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({ ok: true })
  })

  test.each([
    ['access_denied', 'access_denied'],
    ['login_required', 'login_required'],
    ['CALL-1-800-EVIL', 'a code that is not registered'],
    ['access_denied: call 1-800-EVIL', 'a code that is not registered'],
  ])('an error "%s" of a callback is a refusal; the log has registered codes alone', async (error, logged) => {
    const rp = portal()
    const { transaction, state } = await begun(rp)
    const description = `<img src=x onerror=alert(1)>\nfake log line CALL-1-800-EVIL ${'x'.repeat(1000)}`
    const callbackUrl = callback({ error, error_description: description, state, iss: provider.issuer })
    expect(await rp.finish({ callbackUrl, transaction, now: new Date() })).toEqual({
      ok: false,
      code: 'PROVIDER_REFUSED',
      detailForLog: logged,
    })
  })

  test.each([
    ['an unknown code', { status: 400, json: { error: 'invalid_grant', error_description: 'no' } }, 'PROVIDER_REFUSED'],
    [
      'a wrong client secret',
      { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, json: { error: 'invalid_client' } },
      'PROVIDER_REFUSED',
    ],
    ['a failure', { status: 500, raw: 'stack' }, 'PROVIDER_UNREACHABLE'],
    ['overload', { status: 503, raw: '' }, 'PROVIDER_UNREACHABLE'],
    [
      'a redirect to a metadata address',
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      'PROVIDER_UNREACHABLE',
    ],
    [
      'a redirect that keeps the form',
      { status: 307, headers: { location: 'http://127.0.0.1:5432' } },
      'PROVIDER_UNREACHABLE',
    ],
    ['no ID token', { json: { access_token: 'a', token_type: 'Bearer' } }, 'TOKEN_INVALID'],
    ['no JSON', { headers: { 'content-type': 'text/html' }, raw: '<p>' }, 'TOKEN_INVALID'],
    ['a list', { json: [] }, 'TOKEN_INVALID'],
    ['two megabytes', { raw: `{"x":"${'y'.repeat(2_000_000)}"}` }, 'TOKEN_INVALID'],
  ])('the token endpoint answers %s', async (_name, answer, code) => {
    const rp = portal()
    const { transaction, callbackUrl } = await begun(rp)
    provider.script['/token'] = answer
    expect(await rp.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({ ok: false, code })
  })

  test('a key address that redirects or fails lets nobody in, and the next sign-in may', async () => {
    const rp = portal()
    for (const answer of [
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      { status: 500 },
      { status: 404, raw: 'x' },
      { raw: 'not json' },
    ]) {
      provider.script['/keys'] = answer
      const { transaction, callbackUrl } = await begun(rp)
      const result = await rp.finish({ callbackUrl, transaction, now: new Date() })
      expect(result).toMatchObject({ ok: false, code: 'PROVIDER_UNREACHABLE' })
    }
    provider.script['/keys'] = { json: { keys: [provider.jwk] } }
    const { transaction, callbackUrl } = await begun(rp)
    expect(await rp.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({ ok: true })
  })

  test('asked to prove it again, an old proof is not enough', async () => {
    const rp = portal()
    const start = async (authTimeShift: number | null) => {
      const now = new Date()
      const { redirectTo, transaction } = await rp.begin({ returnTo: '/', reauthenticate: true })
      const asked = new URL(redirectTo).searchParams
      expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0'])
      const claims = without(provider.goodClaims(now, asked.get('nonce') ?? ''), 'auth_time')
      const at = Math.floor(now.getTime() / 1000)
      const token = await provider.sign(authTimeShift === null ? claims : { ...claims, auth_time: at + authTimeShift })
      provider.answerWith(token)
      const callbackUrl = callback({ code: 'c', state: asked.get('state') ?? '' })
      return rp.finish({ callbackUrl, transaction, now })
    }
    expect(await start(0)).toMatchObject({ ok: true })
    expect(await start(-360)).toMatchObject({ ok: false, code: 'TOKEN_INVALID' })
    expect(await start(null)).toMatchObject({ ok: false, code: 'TOKEN_INVALID' })
  })
})

describe('discovery', () => {
  test('a provider that is down refuses softly and is found again when it is back', async () => {
    const rp = portal()
    const { transaction, callbackUrl } = await begun(portal())
    provider.script[discoveryPath] = { status: 503 }
    await expect(rp.begin({ returnTo: '/' })).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' })
    expect(await rp.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
    })
    expect(await rp.logoutUrl({ idToken: 't' })).toBeNull()
    expect(await rp.verifyToken('t', { kind: 'access' })).toMatchObject({ code: 'PROVIDER_UNREACHABLE' })
    expect(await rp.verifyLogoutToken('t')).toMatchObject({ code: 'PROVIDER_UNREACHABLE' })
    provider.script[discoveryPath] = { json: provider.metadata }
    // The sign-in begun before is not used up by the failure.
    expect(await rp.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({ ok: true })
  })

  test('a provider that does not listen refuses the sign-in as unreachable', async () => {
    const gone = await startScriptedProvider(clientId)
    await gone.close()
    await expect(portal({ issuer: gone.issuer }).begin({ returnTo: '/' })).rejects.toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
    })
  })

  test('many sign-ins at once ask once; an hour later the old answer serves while a new one is fetched', async () => {
    let now = new Date()
    const rp = portal({ now: () => now })
    await Promise.all(Array.from({ length: 20 }, () => rp.begin({ returnTo: '/' })))
    expect(provider.asked).toEqual([discoveryPath])
    now = new Date(now.getTime() + 3_601_000)
    provider.script[discoveryPath] = { status: 500 }
    await rp.begin({ returnTo: '/' })
    await expect.poll(() => provider.asked.length).toBe(2)
    provider.script[discoveryPath] = {
      json: { ...provider.metadata, authorization_endpoint: `${provider.issuer}/moved` },
    }
    await expect.poll(async () => (await rp.begin({ returnTo: '/' })).redirectTo).toContain('/moved?')
  })

  test.each([
    ['another issuer', () => ({ issuer: 'https://other.example' })],
    ['its issuer with a slash more', () => ({ issuer: `${provider.issuer}/` })],
    ['no token address', () => ({ token_endpoint: undefined })],
    ['no key address', () => ({ jwks_uri: undefined })],
  ])('a document with %s is not used', async (_name, change) => {
    provider.script[discoveryPath] = { json: { ...provider.metadata, ...change() } }
    await expect(portal().begin({ returnTo: '/' })).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' })
    expect(provider.asked).toEqual([discoveryPath])
  })

  test('an issuer with plain http is accepted only on this machine', () => {
    for (const issuer of ['http://idp.example', 'http://localhost.evil.example', 'http://10.0.0.1', 'ftp://localhost'])
      expect(() => portal({ issuer })).toThrow('https')
    for (const issuer of ['https://idp.example/tenant', 'http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'])
      expect(() => portal({ issuer })).not.toThrow()
  })

  test('a client may have to send its secret in the form, or have none', async () => {
    provider.script[discoveryPath] = {
      json: { ...provider.metadata, token_endpoint_auth_methods_supported: ['client_secret_post'] },
    }
    for (const [clientSecret, expected] of [
      ['s1', 's1'],
      [undefined, undefined],
    ] as const) {
      const rp = portal({ clientSecret })
      const { transaction, callbackUrl } = await begun(rp)
      provider.forms.length = 0
      expect(await rp.finish({ callbackUrl, transaction, now: new Date() })).toMatchObject({ ok: true })
      expect(provider.forms[0]?.get('client_secret') ?? undefined).toBe(expected)
    }
  })
})

test('the logout address carries the exact return address, the hint and the state', async () => {
  const url = new URL((await portal().logoutUrl({ idToken: 'tok', logoutHint: 'dana', state: 's' })) ?? '')
  expect(url.origin + url.pathname).toBe(`${provider.issuer}/logout`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: clientId,
    id_token_hint: 'tok',
    logout_hint: 'dana',
    state: 's',
    post_logout_redirect_uri: 'http://localhost:9/logout',
  })
  expect(await portal().logoutUrl({ idToken: null })).not.toContain('id_token_hint')
  provider.script[discoveryPath] = { json: { ...provider.metadata, end_session_endpoint: undefined } }
  expect(await portal().logoutUrl({ idToken: 'tok' })).toBeNull()
})
