import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '#testing/database.ts'
import { addDemoAccounts } from './accounts.ts'
import { openCookieJar, type CookieJar } from './testing-cookie-jar.ts'
import { createDemoProvider } from './demo-provider.ts'
import { ensureDemoProviderSchema, signingKeys, sweep } from './store.ts'
import { attributeOf, startWorld, password, type World } from './testing-world.ts'

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

test('it lives below the portal’s own address too', async () => {
  const mounted = await startWorld({ mounted: true })
  expect(mounted.issuer).toBe(`${mounted.portalOrigin}/identity`)
  const page = await mounted.rp.begin({ returnTo: '/' })
  const at = await jar.follow(page.redirectTo, `${mounted.portalOrigin}/login/`)
  expect(at.url).toContain('/identity/interaction/')
  const end = await jar.follow(at.url, `${mounted.portalOrigin}/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: 'lee.park', password }),
  })
  const result = await mounted.rp.finish({ callbackUrl: end.url, transaction: page.transaction, now: now() })
  expect(result).toMatchObject({ ok: true, subject: 'sub-lee' })
  expect(jar.cookies.every(({ path }) => path === '/identity' || path.startsWith('/identity/'))).toBe(true)
  const html = await (
    await jar.visit((await mounted.rp.logoutUrl({ idToken: result.ok ? result.idToken : '' })) ?? '')
  ).text()
  expect(attributeOf(html, 'action')).toBe(`${mounted.issuer}/sign-out/confirm`)
  await mounted.close()
})

describe('the store', () => {
  test('is made by many at once and again, with one key', async () => {
    const url = await freshDatabase()
    const pool = new pg.Pool({ connectionString: url, max: 8 })
    await Promise.all(Array.from({ length: 6 }, () => ensureDemoProviderSchema(pool)))
    const keys = await Promise.all(Array.from({ length: 4 }, () => signingKeys(pool)))
    expect(new Set(keys.map((list) => JSON.stringify(list))).size).toBe(1)
    expect(keys[0]).toHaveLength(1)
    await pool.end()
  })

  test('hashes the one password of thousands of accounts once, and adds no account twice', async () => {
    const accounts = Array.from({ length: 5000 }, (_, index) => ({
      username: `bulk.${index}`,
      password,
      email: `b${index}@northwind.example`,
      name: `Bulk ${index}`,
    }))
    expect(await addDemoAccounts(world.pool, accounts)).toBe(5000)
    const hashes = await world.pool.query(
      `select distinct password_hash from demo_idp.account where username like 'bulk.%'`,
    )
    expect(hashes.rowCount).toBe(1)
    expect(await addDemoAccounts(world.pool, [...accounts.slice(0, 10), { ...accounts[0]!, username: 'BULK.1' }])).toBe(
      0,
    )
    expect((await signIn('bulk.4999', password, openCookieJar())).response).toBeUndefined()
    const { rows } = await world.pool.query<{ text: string }>('select a::text as text from demo_idp.account a')
    expect(rows.map(({ text }) => text).join()).not.toContain(password)
  })

  test('is swept of what has expired, and of nothing else', async () => {
    await signIn()
    await world.pool.query(
      `update demo_idp.payload set expires_at = now() - interval '1 second' where model = 'AuthorizationCode'`,
    )
    await world.pool.query(
      `insert into demo_idp.sign_in_failure (username_hash, failed_at) values ('x', now() - interval '91 days')`,
    )
    expect(await sweep(world.pool)).toBeGreaterThanOrEqual(2)
    expect(await sweep(world.pool)).toBe(0)
    expect((await world.arrive(jar)).response).toBeUndefined()
  })
})

test('a failing statement shows one sentence without details, and sign-in works again afterwards', async () => {
  const page = await world.arrive(jar)
  await world.pool.query('alter table demo_idp.payload rename to payload_away')
  const answer = await world.submit(jar, page.url, { username: 'dana.ruiz', password })
  await world.pool.query('alter table demo_idp.payload_away rename to payload')
  expect(answer.response?.status).toBe(500)
  const html = (await answer.response?.text()) ?? ''
  expect(html).toContain('Something is out of order here.')
  expect(html).not.toMatch(/payload|select|relation/)
  expect(world.logged.some((line) => line.startsWith('error'))).toBe(true)
  world.logged.length = 0
  expect((await world.submit(jar, page.url, { username: 'dana.ruiz', password })).response).toBeUndefined()
})

test('an unreachable database is answered with 503 and Retry-After', async () => {
  const page = await world.arrive(jar)
  const away = new pg.Pool({ connectionString: 'postgres://x@127.0.0.1:1/x' })
  const pool = world.pool as { query: unknown }
  const known = pool.query
  pool.query = away.query.bind(away)
  const answers = [await jar.visit(page.url), await jar.visit(`${world.issuer}/identity/authorize?client_id=x`)]
  pool.query = known
  await away.end()
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5'])
  world.logged.length = 0
})

test('behind https every cookie is Secure and every address https', async () => {
  const issuer = 'https://portal.example/identity'
  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  const demo = await createDemoProvider({
    issuer,
    portalOrigin: 'https://portal.example',
    pool: world.pool,
    clientId: 'portal',
    clientSecret: 's',
    cookieKeys: ['c'.repeat(32)],
    log: quiet,
    brand: 'Docket',
  })
  const server = createServer(demo.handler)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  const parameters = new URLSearchParams({
    client_id: 'portal',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'https://portal.example/login/callback',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  })
  const response = await fetch(`http://localhost:${port}/identity/authorize?${parameters}`, { redirect: 'manual' })
  demo.close()
  server.closeAllConnections()
  server.close()
  expect(response.headers.get('location')).toMatch(/^\/identity\/interaction\//)
  expect(response.headers.get('strict-transport-security')).toContain('max-age=')
  const cookies = response.headers.getSetCookie()
  expect(cookies).toHaveLength(4)
  for (const cookie of cookies)
    expect(cookie).toMatch(/^__Secure-demo_idp_\w+(\.sig)?=.*; path=\/identity\/.*; secure/i)
})

test('the provider refuses to start with missing or short cookie keys', async () => {
  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  const start = (cookieKeys: string[]) =>
    createDemoProvider({
      issuer: 'http://localhost:1',
      portalOrigin: 'http://localhost:2',
      pool: world.pool,
      clientId: 'p',
      clientSecret: 's',
      cookieKeys,
      log: quiet,
      brand: 'Docket',
    })
  await expect(start([])).rejects.toThrow('cookie keys')
  await expect(start(['short'])).rejects.toThrow('cookie keys')
})
