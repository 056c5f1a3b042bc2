import { createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { firstUseIn } from './first-use.ts'
import { createRelyingParty, type RelyingParty } from './relying-party.ts'
import { startScriptedProvider, without, type ScriptedProvider } from './testing-scripted-provider.ts'

// The token endpoint answers one wrong ID token after the other. Every case starts from a token that is
// accepted, so that it is the one wrong thing that is refused.

const clientId = 'portal'
let provider: ScriptedProvider
let attacker: ScriptedProvider
let portal: RelyingParty
let url: string
let pool: pg.Pool

beforeAll(async () => {
  url = await freshDatabase(true)
  pool = new pg.Pool({ connectionString: url, max: 2 })
  provider = await startScriptedProvider(clientId)
  attacker = await startScriptedProvider(clientId)
  portal = openPortal(provider)
})
beforeEach(() => {
  provider.asked.length = 0
  attacker.asked.length = 0
})
afterAll(async () => {
  await provider.close()
  await attacker.close()
  await pool.end()
  await dropDatabase(url)
})

const openPortal = ({ issuer }: ScriptedProvider) =>
  createRelyingParty({
    issuer,
    clientId,
    clientSecret: 'secret',
    redirectUri: 'http://localhost:9/login/callback',
    postLogoutRedirectUri: 'http://localhost:9/logout',
    scopes: ['openid', 'profile', 'email'],
    encryptionKey: { id: 'k', secret: randomBytes(32) },
    clockSkewSeconds: 60,
    firstUse: firstUseIn(() => pool),
  })

async function signInWith(make: (claims: JWTPayload) => string | Promise<string>) {
  const { redirectTo, transaction } = await portal.begin({ returnTo: '/patients' })
  const asked = new URL(redirectTo).searchParams
  const now = new Date()
  provider.answerWith(await make(provider.goodClaims(now, asked.get('nonce') ?? '')))
  const callbackUrl = `/login/callback?code=c1&state=${asked.get('state')}&iss=${encodeURIComponent(provider.issuer)}`
  return portal.finish({ callbackUrl, transaction, now })
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)

/** Each takes the claims of a good token and makes a token that is wrong in one way. */
const wrong: Record<string, (claims: JWTPayload) => string | Promise<string>> = {
  'alg none, no signature': (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
  'alg none with the good kid and a signature': async (claims) =>
    `${encode({ alg: 'none', kid: 'good' })}.${encode(claims)}.${(await provider.sign(claims)).split('.')[2]}`,
  'HS256 keyed with the public key as PEM': async (claims) => {
    const input = `${encode({ alg: 'HS256', kid: 'good' })}.${encode(claims)}`
    const mac = createHmac('sha256', await exportSPKI(provider.publicKey))
      .update(input)
      .digest('base64url')
    return `${input}.${mac}`
  },
  'HS256 keyed with the modulus': (claims) => {
    const input = `${encode({ alg: 'HS256', kid: 'good' })}.${encode(claims)}`
    return `${input}.${createHmac('sha256', Buffer.from(provider.jwk.n ?? '', 'base64url'))
      .update(input)
      .digest('base64url')}`
  },
  'HS256 keyed with the client secret': (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('secret')),
  'unknown kid': (claims) => provider.sign(claims, { kid: 'other' }),
  'another key under the good kid': async (claims) =>
    provider.sign(claims, {}, (await generateKeyPair('RS256')).privateKey),
  'one bit of the signature changed': async (claims) => {
    const [header, payload, signature = ''] = (await provider.sign(claims)).split('.')
    const bytes = Buffer.from(signature, 'base64url')
    bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10)
    return `${header}.${payload}.${bytes.toString('base64url')}`
  },
  'claims changed after signing': async (claims) => {
    const [header, , signature] = (await provider.sign(claims)).split('.')
    return `${header}.${encode({ ...claims, sub: 'admin' })}.${signature}`
  },
  'key taken from the header jku': (claims) =>
    attacker.sign(claims, { jku: `${attacker.issuer}/keys` }, attacker.privateKey),
  'good signature, but with a jku': (claims) => provider.sign(claims, { jku: `${attacker.issuer}/keys` }),
  'key taken from the header x5u': (claims) =>
    attacker.sign(claims, { x5u: `${attacker.issuer}/certificate` }, attacker.privateKey),
  'key embedded in the header': async (claims) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    return provider.sign(claims, { jwk: await exportJWK(publicKey) }, privateKey)
  },
  'good signature, but with an embedded key': async (claims) =>
    provider.sign(claims, { jwk: await exportJWK((await generateKeyPair('RS256')).publicKey) }),
  'wrong issuer': (claims) => provider.sign({ ...claims, iss: attacker.issuer }),
  'issuer with a slash more': (claims) => provider.sign({ ...claims, iss: `${provider.issuer}/` }),
  'missing issuer': (claims) => provider.sign(without(claims, 'iss')),
  'audience of another client': (claims) => provider.sign({ ...claims, aud: 'other-client' }),
  'missing audience': (claims) => provider.sign(without(claims, 'aud')),
  'two audiences and a wrong azp': (claims) =>
    provider.sign({ ...claims, aud: [clientId, 'other-client'], azp: 'other-client' }),
  'two audiences and no azp': (claims) => provider.sign({ ...claims, aud: [clientId, 'other-client'] }),
  'one audience and a wrong azp': (claims) => provider.sign({ ...claims, azp: 'other-client' }),
  'expired 61 s ago': (claims) => provider.sign({ ...claims, exp: seconds() - 61 }),
  'missing expiry': (claims) => provider.sign(without(claims, 'exp')),
  'expiry as text': (claims) => provider.sign({ ...claims, exp: String(seconds() + 300) as unknown as number }),
  'not valid for another 63 s': (claims) => provider.sign({ ...claims, nbf: seconds() + 63 }),
  'issued a day ago': (claims) => provider.sign({ ...claims, iat: seconds() - 86_400 }),
  'issued in five minutes': (claims) => provider.sign({ ...claims, iat: seconds() + 300 }),
  'missing time of issue': (claims) => provider.sign(without(claims, 'iat')),
  'wrong nonce': (claims) => provider.sign({ ...claims, nonce: 'another' }),
  'missing nonce': (claims) => provider.sign(without(claims, 'nonce')),
  'an access token': (claims) => provider.sign(claims, { typ: 'at+jwt' }),
  'an access token, long form': (claims) => provider.sign(claims, { typ: 'application/at+jwt' }),
  'a logout token': (claims) => provider.sign(claims, { typ: 'logout+jwt' }),
  'unknown crit': async (claims) => {
    const header = { alg: 'RS256', kid: 'good', crit: ['vendor'], vendor: 1 }
    return new SignJWT(claims).setProtectedHeader(header).sign(provider.privateKey, { crit: { vendor: true } })
  },
  'missing subject': (claims) => provider.sign(without(claims, 'sub')),
  'empty subject': (claims) => provider.sign({ ...claims, sub: '' }),
  'subject of 256 characters': (claims) => provider.sign({ ...claims, sub: 's'.repeat(256) }),
  'subject with a NUL': (claims) => provider.sign({ ...claims, sub: 'person\0-1' }),
  'subject that is no Unicode': (claims) => provider.sign({ ...claims, sub: 'person-\ud800' }),
  'subject as a number': (claims) => provider.sign({ ...claims, sub: 1 as unknown as string }),
  'a token of 20 kB': (claims) => provider.sign({ ...claims, filling: 'x'.repeat(20_000) }),
  'a token of 1 MB': (claims) => provider.sign({ ...claims, filling: 'x'.repeat(1_000_000) }),
  'an encrypted token': () => 'a.b.c.d.e',
  'not a token': () => 'hello',
  'claims that are a list': () => `${encode({ alg: 'RS256', kid: 'good' })}.${encode([1])}.c2ln`,
}

test('a good token signs in, with everything the provider said', async () => {
  const result = await signInWith((claims) => provider.sign(claims))
  expect(result).toMatchObject({
    ok: true,
    issuer: provider.issuer,
    subject: 'person-1',
    email: 'u1@northwind.example',
    name: 'Dana Ruiz',
    sid: 'session-1',
    amr: ['pwd', 'otp'],
    acr: 'urn:two',
    refreshHintMinutes: 45,
    returnTo: '/patients',
  })
  expect(result.ok && result.authTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
})

test.each(Object.keys(wrong))('refused: %s', async (name) => {
  const make = wrong[name]
  if (!make) throw new Error(name)
  const result = await signInWith(make)
  expect(result).toMatchObject({ ok: false, code: 'TOKEN_INVALID' })
  // Outbound calls only to the addresses of the discovery document; nothing the token names is asked.
  expect(attacker.asked).toEqual([])
  expect(
    [...new Set(provider.asked)].filter(
      (path) => !['/.well-known/openid-configuration', '/token', '/keys'].includes(path),
    ),
  ).toEqual([])
  expect(result.ok || result.detailForLog).not.toMatch(/eyJ|\n/)
  // The same portal still takes a good one.
  expect(await signInWith((claims) => provider.sign(claims))).toMatchObject({ ok: true })
})

/** What is still right, at the edge of what is wrong. */
const right: Record<string, (claims: JWTPayload) => string | Promise<string>> = {
  'expired 57 s ago': (claims) => provider.sign({ ...claims, exp: seconds() - 57 }),
  'valid in 57 s': (claims) => provider.sign({ ...claims, nbf: seconds() + 57 }),
  'a list of one audience': (claims) => provider.sign({ ...claims, aud: [clientId] }),
  'two audiences and our azp': (claims) => provider.sign({ ...claims, aud: [clientId, 'other'], azp: clientId }),
  'typ JWT': (claims) => provider.sign(claims, { typ: 'JWT' }),
  'no kid, one key': (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(provider.privateKey),
}
test.each(Object.keys(right))('accepted: %s', async (name) => {
  const make = right[name]
  if (!make) throw new Error(name)
  expect(await signInWith(make)).toMatchObject({ ok: true, subject: 'person-1' })
})

test.each([
  [0, 0],
  [45, 45],
  ['30', 30],
  [999_999_999, 999_999_999],
  [-1, null],
  ['abc', null],
  ['', null],
  [1.5, null],
  [null, null],
  [undefined, null],
  [{}, null],
  [true, null],
  ['1e3', null],
  [2 ** 60, null],
  ['-5', null],
])('a refresh hint of %j means %j minutes', async (hint, minutes) => {
  const result = await signInWith((claims) => provider.sign({ ...claims, refresh_hint: hint }))
  expect(result.ok && result.refreshHintMinutes).toBe(minutes)
})

test('claims that an ID token lacks are null or empty', async () => {
  const result = await signInWith(({ iss, aud, sub, iat, exp, nonce }) =>
    provider.sign({ iss, aud, sub, iat, exp, nonce, email: 7, name: '', amr: 'pwd' } as JWTPayload),
  )
  expect(result).toMatchObject({
    ok: true,
    email: null,
    name: null,
    sid: null,
    authTime: null,
    amr: [],
    acr: null,
    refreshHintMinutes: null,
  })
})

test('an e-mail address the ID token leaves out is asked at the userinfo address, of the same subject only', async () => {
  provider.metadata['userinfo_endpoint'] = `${provider.issuer}/userinfo`
  portal = openPortal(provider)
  provider.script['/userinfo'] = { json: { sub: 'person-1', email: 'u1@northwind.example', refresh_hint: 20 } }
  const make = (claims: JWTPayload) => provider.sign(without(claims, 'email', 'refresh_hint'))
  expect(await signInWith(make)).toMatchObject({ ok: true, email: 'u1@northwind.example', refreshHintMinutes: 20 })
  provider.script['/userinfo'] = { json: { sub: 'person-2', email: 'u2@northwind.example' } }
  expect(await signInWith(make)).toMatchObject({ ok: false, code: 'TOKEN_INVALID' })
})

test('an ID token signed by a key of less than 2048 bits is refused', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const weak = { ...publicKey.export({ format: 'jwk' }), kid: 'weak', alg: 'RS256', use: 'sig' }
  attacker.script['/keys'] = { json: { keys: [weak] } }
  const claims = without(attacker.goodClaims(new Date(), ''), 'nonce')
  const input = `${encode({ alg: 'RS256', kid: 'weak' })}.${encode(claims)}`
  const token = `${input}.${createSign('sha256').update(input).sign(privateKey).toString('base64url')}`
  const refused = await openPortal(attacker).verifyToken(token, { kind: 'id' })
  expect(refused).toMatchObject({ ok: false, code: 'TOKEN_INVALID' })
})
