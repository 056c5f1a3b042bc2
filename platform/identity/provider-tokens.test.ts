import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientId, openRelyingParties, type RelyingParties } from './testing-relying-party.ts'
import { without, type ScriptedProvider } from './testing-scripted-provider.ts'

// Tokens the portal did not ask for itself: access and ID tokens a client brings, and logout tokens of the provider.

let parties: RelyingParties
let provider: ScriptedProvider
beforeAll(async () => {
  parties = await openRelyingParties()
  provider = parties.provider
})
beforeEach(() => parties.reset())
afterAll(() => parties.close())
const portal: RelyingParties['relyingParty'] = (more) => parties.relyingParty(more)

describe('tokens somebody else obtained', () => {
  const access = () => {
    return { ...without(provider.goodClaims(new Date(), ''), 'nonce'), aud: 'http://localhost:9/api' }
  }

  test('an access token meant for the portal is accepted', async () => {
    const rp = portal()
    for (const typ of ['at+jwt', 'application/at+jwt', 'AT+JWT', 'JWT', undefined]) {
      const result = await rp.verifyToken(await provider.sign(access(), typ ? { typ } : {}), { kind: 'access' })
      expect(result).toMatchObject({ ok: true, claims: { sub: 'person-1' } })
    }
  })

  test('tokens of another kind, audience, issuer, key or time are refused', async () => {
    const rp = portal()
    const at = Math.floor(Date.now() / 1000)
    const other = (await generateKeyPair('RS256')).privateKey
    const cases: [string, Promise<string> | string, string][] = [
      ['an ID token', provider.sign(provider.goodClaims(new Date(), 'n')), 'TOKEN_INVALID'],
      ['an ID token for our calls', provider.sign({ ...access(), nonce: 'n' }), 'TOKEN_INVALID'],
      ['a logout token', provider.sign(access(), { typ: 'logout+jwt' }), 'TOKEN_INVALID'],
      ['another client', provider.sign({ ...access(), aud: 'http://localhost:10/api' }), 'TOKEN_INVALID'],
      ['another issuer', provider.sign({ ...access(), iss: 'https://other.example' }), 'TOKEN_INVALID'],
      ['another key', provider.sign(access(), {}, other), 'TOKEN_INVALID'],
      ['expired', provider.sign({ ...access(), exp: at - 61 }), 'TOKEN_EXPIRED'],
      ['no subject', provider.sign({ ...access(), sub: '' }), 'TOKEN_INVALID'],
      ['a subject with a NUL', provider.sign({ ...access(), sub: 'a\0b' }), 'TOKEN_INVALID'],
      ['100 kB', 'x'.repeat(100_000), 'TOKEN_INVALID'],
      ['empty', '', 'TOKEN_INVALID'],
    ]
    for (const [name, token, code] of cases) {
      const result = await rp.verifyToken(await token, { kind: 'access' })
      expect([name, result.ok ? 'taken' : result.code]).toEqual([name, code])
    }
    const idToken = await provider.sign(provider.goodClaims(new Date(), 'n'))
    expect(await rp.verifyToken(idToken, { kind: 'id' })).toMatchObject({ ok: true })
    expect(await rp.verifyToken(await provider.sign(access()), { kind: 'id' })).toMatchObject({ code: 'TOKEN_INVALID' })
  })

  test('where calls and client share an audience, only a marked access token counts', async () => {
    const rp = portal({ accessTokenAudience: clientId })
    const claims = { ...access(), aud: clientId }
    expect(await rp.verifyToken(await provider.sign(claims), { kind: 'access' })).toMatchObject({
      code: 'TOKEN_INVALID',
    })
    const marked = await provider.sign(claims, { typ: 'at+jwt' })
    expect(await rp.verifyToken(marked, { kind: 'access' })).toMatchObject({ ok: true })
  })
})

describe('logout tokens', () => {
  const event = 'http://schemas.openid.net/event/backchannel-logout'
  let serial = 0
  const good = () => {
    const at = Math.floor(Date.now() / 1000)
    return {
      iss: provider.issuer,
      aud: clientId,
      iat: at,
      exp: at + 120,
      jti: `j${++serial}`,
      sid: 'session-1',
      sub: 'person-1',
      events: { [event]: {} },
    }
  }
  const sign = (claims: object, typ: string | undefined = 'logout+jwt') =>
    provider.sign(claims as Record<string, unknown>, typ === undefined ? {} : { typ })

  test('a good one names the session once, and never again', async () => {
    const rp = portal()
    const token = await sign(good())
    expect(await rp.verifyLogoutToken(token)).toEqual({
      ok: true,
      issuer: provider.issuer,
      subject: 'person-1',
      sid: 'session-1',
    })
    expect(await rp.verifyLogoutToken(token)).toMatchObject({ ok: false, code: 'TOKEN_INVALID' })
    const same = await sign(good())
    const results = await Promise.all(Array.from({ length: 5 }, () => rp.verifyLogoutToken(same)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
  })

  test('a logout token that names only a session or only a user is accepted', async () => {
    expect(await portal().verifyLogoutToken(await sign(without(good(), 'sid')))).toMatchObject({
      subject: 'person-1',
      sid: null,
    })
    expect(await portal().verifyLogoutToken(await sign(without(good(), 'sub')))).toMatchObject({
      subject: null,
      sid: 'session-1',
    })
  })

  const at = () => Math.floor(Date.now() / 1000)
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const bad: Record<string, () => string | Promise<string>> = {
    unsigned: () => `${encode({ alg: 'none', typ: 'logout+jwt' })}.${encode(good())}.`,
    'signed by another key': async () =>
      provider.sign(good(), { typ: 'logout+jwt' }, (await generateKeyPair('RS256')).privateKey),
    'with a nonce': () => sign({ ...good(), nonce: 'n' }),
    'of typ JWT': () => sign(good(), 'JWT'),
    'of typ at+jwt': () => sign(good(), 'at+jwt'),
    'of no typ': () => provider.sign(good()),
    'without events': () => sign(without(good(), 'events')),
    'with another event': () => sign({ ...good(), events: { 'urn:other': {} } }),
    'with the event as text': () => sign({ ...good(), events: { [event]: 'yes' } }),
    'with events as a list': () => sign({ ...good(), events: [event] }),
    'without jti': () => sign(without(good(), 'jti')),
    'without iat': () => sign(without(good(), 'iat')),
    'without exp': () => sign(without(good(), 'exp')),
    'naming nobody': () => sign(without(good(), 'sid', 'sub')),
    'for another client': () => sign({ ...good(), aud: 'other' }),
    'of another issuer': () => sign({ ...good(), iss: 'https://other.example' }),
    expired: () => sign({ ...good(), exp: at() - 61 }),
    'issued an hour ago': () => sign({ ...good(), iat: at() - 3600 }),
    'that is an ID token': () => provider.sign(provider.goodClaims(new Date(), 'n')),
    'that is nothing': () => '',
  }
  test.each(Object.keys(bad))('refused: one %s', async (name) => {
    const token = (await bad[name]?.()) ?? ''
    expect(await portal().verifyLogoutToken(token)).toMatchObject({ ok: false, code: expect.stringMatching(/^TOKEN_/) })
  })
})
