import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { arrive, idIn, postAnswer, postToHub, takeFields, type Fields } from './testing-arrival.ts'
import { field, type Said } from './testing-issuer.ts'
import { openSingleSignOn, type SingleSignOn } from './testing-single-sign-on.ts'

// A single sign-on ends in the browser it began in, and the user who is signed in there is asked before being replaced.

let world: SingleSignOn
let jar: CookieJar
beforeAll(async () => {
  world = await openSingleSignOn()
})
beforeEach(() => void (jar = world.portal.newBrowser()))
afterAll(() => world.close())

describe('the browser that began', () => {
  test('an answer to our request from another browser is refused, and the right one still works', async () => {
    const { requestId } = await world.begin(jar)
    const sent = field(world.alder.answer({ inResponseTo: requestId }))
    expect(await arrive(world.portal.newBrowser(), world.portal.origin, sent)).toBe('/ssoError?failed=SSO_FAILED')
    const other = world.portal.newBrowser()
    await world.begin(other)
    expect(await arrive(other, world.portal.origin, sent)).toBe('/ssoError?failed=SSO_FAILED')
    expect(await arrive(jar, world.portal.origin, sent)).toBe('/login/callback#/')
  })

  test('a cookie that is made up, of another purpose, or too old begins nothing', async () => {
    const { requestId } = await world.begin(jar)
    const cookie = jar.cookies.find(({ name }) => name === 'rxdocket-sso')!
    const encrypted = cookie.value
    const answer = () => field(world.alder.answer({ inResponseTo: requestId }))
    await jar.visit(`${world.portal.origin}/loginOkta`)
    const oidc = jar.cookies.find(({ name }) => name === 'rxdocket-sign-in')!.value
    for (const value of ['', 'x', `${encrypted}x`, encrypted.slice(0, -2), oidc, 'v1.a.b.c']) {
      cookie.value = value
      expect([value.length, await arrive(jar, world.portal.origin, answer())]).toEqual([
        value.length,
        '/ssoError?failed=SSO_FAILED',
      ])
      if (!jar.cookies.includes(cookie)) jar.cookies.push(cookie)
    }
  })

  test("the fields of one browser, brought to the hub by another, sign nobody in; nor do one's own with another's pass", async () => {
    const before = await world.sessions()
    const victim = world.portal.newBrowser()
    const mine = (await (
      await takeFields(
        jar,
        world.portal.origin,
        idIn(await postAnswer(jar, world.portal.origin, field(world.alder.answer()))),
      )
    ).json()) as Fields
    expect(await postToHub(victim, world.portal.origin, mine)).toMatch(/ssoError\?failed=SSO_FAILED/)
    await takeFields(
      victim,
      world.portal.origin,
      idIn(await postAnswer(victim, world.portal.origin, field(world.alder.answer()))),
    )
    expect(await postToHub(victim, world.portal.origin, mine)).toMatch(/ssoError\?failed=SSO_FAILED/)
    expect(await world.sessions()).toBe(before)
    expect(await postToHub(jar, world.portal.origin, mine)).toBe(`${world.portal.origin}/login/callback#/`)
  })

  test('a handle of the hub signs in once, in its own browser, and is no handle when it is bent', async () => {
    const stop = async () => {
      const fields = (await (
        await takeFields(
          jar,
          world.portal.origin,
          idIn(await postAnswer(jar, world.portal.origin, field(world.alder.answer()))),
        )
      ).json()) as Fields
      const hub = await jar.visit(fields.oktaUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ SAMLResponse: fields.oktaSaml, RelayState: fields.oktaRelayState }),
      })
      expect(hub.headers.get('location')).toBe(`${world.portal.origin}/loginOkta`)
      return jar.cookies.find(({ name }) => name === 'demo_idp_carrier')!
    }
    const cookie = await stop()
    const right = cookie.value
    const bent = `${right.slice(0, -1)}${right.endsWith('A') ? 'E' : 'A'}`
    cookie.value = bent
    const page = await jar.follow(`${world.portal.origin}/loginOkta`, `${world.portal.origin}/login/callback`)
    expect(await page.response?.text()).toContain('name="password"')
    const again = world.portal.newBrowser()
    again.cookies.push({ ...cookie, value: right })
    expect((await again.follow(`${world.portal.origin}/loginOkta`, `${world.portal.origin}/login/callback#`)).url).toBe(
      `${world.portal.origin}/login/callback#/`,
    )
    const third = world.portal.newBrowser()
    third.cookies.push({ ...cookie, value: right })
    expect(
      (await third.follow(`${world.portal.origin}/loginOkta`, `${world.portal.origin}/login/callback#`)).response
        ?.status,
    ).toBe(200)
    const late = await stop()
    await world.portal.db.query(`update demo_idp.carrier_handle set expires_at = now() - interval '1 second'`)
    expect(late.value).not.toBe(right)
    expect(
      (await jar.follow(`${world.portal.origin}/loginOkta`, `${world.portal.origin}/login/callback#`)).response?.status,
    ).toBe(200)
  })

  test('over https the cookie of a request comes back with a form of another site, and has the prefix of its host', async () => {
    const secure = await world.another((port) => `https://localhost:${port}`)
    try {
      const started = await fetch(`http://localhost:${secure.port}/sso/start?carrier=AAA`, { redirect: 'manual' })
      expect(started.headers.get('set-cookie')).toMatch(
        /^__Host-rxdocket-sso=v1\.[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
      )
    } finally {
      await secure.stop()
    }
  })
})

describe('somebody else is signed in here already', () => {
  const confirm = async (said: Said, relayState = '') =>
    (
      (await (
        await takeFields(
          jar,
          world.portal.origin,
          idIn(await postAnswer(jar, world.portal.origin, field(world.alder.answer(said)), relayState)),
        )
      ).json()) as Fields
    ).confirm

  test('unasked, the form waits for a click; without a session, or asked, it does not', async () => {
    expect(await confirm({})).toBe(false)
    await world.portal.signIn(jar, 'adj.aaa')
    expect(await confirm({})).toBe(true)
    const { requestId } = await world.begin(jar)
    expect(await confirm({ inResponseTo: requestId })).toBe(false)
    // Until then the first person stays signed in.
    expect((await world.details(jar)).username).toBe('adj.aaa')
  })
})
