import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPortalWithProvider, password, type PortalWithProvider } from '#testing/portal-with-provider.ts'
import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'

// "Confirm it is you" over the identity provider: it asks again although it knows the browser, and the browser
// comes back to where it was.

let portal: PortalWithProvider
beforeAll(async () => {
  portal = await startPortalWithProvider()
  await portal.db.query(
    `update user_carrier w set roles = '{adjuster,account_admin}' from app_user u where u.id = w.user_id and u.username = 'adj.aaa'`,
  )
})
afterAll(() => portal.close())

const place = '/accounts/profile'
let jar: CookieJar
/** Signed in ten minutes ago. */
beforeEach(async () => {
  jar = portal.newBrowser()
  await portal.signIn(jar, 'adj.aaa')
  await portal.db.query(`update session set auth_time = auth_time - interval '10 minutes' where ended_at is null`)
})
const invite = async (email: string) => {
  const answer = await jar.visit(`${portal.origin}/api/admin/invitations`, {
    method: 'POST',
    headers: { 'x-portal-request': '1', origin: portal.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, firstName: 'New', lastName: 'Comer', roles: ['adjuster'] }),
  })
  return { status: answer.status, body: (await answer.json()) as { data: { stepUp: string; to: string } } }
}
const asked = async (email: string) => (await invite(email)).body.data.stepUp
const confirmHref = (id: string, to = place) => `${portal.origin}/confirm?id=${id}&to=${encodeURIComponent(to)}`
const cookie = () => jar.cookies.find(({ name }) => name === 'rxdocket')?.value
/** From the question to the provider's page, which must be there; then its form. Ends at our own page. */
async function confirm(id: string, fields: Record<string, string> = { username: 'adj.aaa', password }, to = place) {
  const page = await jar.follow(confirmHref(id, to), `${portal.origin}${to}`)
  expect([page.response?.status, await page.response?.text()]).toEqual([200, expect.stringContaining('Log In</h1>')])
  return jar.follow(page.url, `${portal.origin}${to}#`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  })
}
const sessions = async () =>
  Number((await portal.db.query('select count(*) as n from session where ended_at is null')).rows[0].n)

test('the provider asks again, the browser is back where it was, and what asked works once', async () => {
  const refused = await invite('first@elsewhere.example')
  expect([refused.status, refused.body.data.to]).toEqual([401, 'invite somebody'])
  const [before, live] = [cookie(), await sessions()]
  const to = '/authorizations?view=escalated'
  expect((await confirm(refused.body.data.stepUp, undefined, to)).url).toBe(`${portal.origin}${to}#confirm=PROVEN`)
  expect(cookie()).not.toBe(before)
  expect(await sessions()).toBe(live)
  expect((await invite('first@elsewhere.example')).status).toBe(200)
  expect((await invite('second@elsewhere.example')).status).toBe(401)
  expect((await portal.db.query(`select call from security_event where event = 'authn_step_up_success'`)).rows).toEqual(
    [{ call: 'people.invite' }],
  )
  expect(portal.logged.join('\n')).not.toMatch(/eyJ|elsewhere\.example/)
})

test('somebody else at the provider, or nobody, proves nothing: the session stays, and nothing is allowed', async () => {
  const id = await asked('third@elsewhere.example')
  const before = cookie()
  // The provider has forgotten the browser, and somebody else signs in there.
  const ours = jar.cookies.filter(({ path }) => path === '/')
  jar.cookies.splice(0, jar.cookies.length, ...ours)
  expect((await confirm(id, { username: 'adj.aaa2', password })).url).toBe(
    `${portal.origin}${place}#confirm=OTHER_PERSON`,
  )
  const start = (await jar.visit(confirmHref(id))).headers.get('location')!
  const authorize = (await jar.visit(portal.origin + start)).headers.get('location')!
  expect([new URL(authorize).searchParams.get('prompt'), new URL(authorize).searchParams.get('max_age')]).toEqual([
    'login',
    '0',
  ])
  const state = new URL(authorize).searchParams.get('state')!
  const given = await jar.visit(`${portal.origin}/login/callback?error=access_denied&state=${state}`)
  expect(given.headers.get('location')).toBe(`${place}#confirm=NOT_CONFIRMED`)
  expect(cookie()).toBe(before)
  expect((await invite('third@elsewhere.example')).status).toBe(401)
})

test('a question of another browser, a used one, an invented one and a foreign page lead back without asking anybody', async () => {
  const id = await asked('fourth@elsewhere.example')
  const [own, stranger] = [jar, portal.newBrowser()]
  const led = async (by: CookieJar, number: string, to = place) =>
    (await by.visit(confirmHref(number, to))).headers.get('location')
  expect(await led(stranger, id)).toBe(`${place}#confirm=GONE`)
  await portal.signIn(stranger, 'adj.aaa')
  expect(await led(stranger, id)).toBe(`${place}#confirm=GONE`)
  expect(await led(own, crypto.randomUUID())).toBe(`${place}#confirm=GONE`)
  expect(await led(own, 'nonsense')).toBe(`${place}#confirm=GONE`)
  expect(await led(own, id, '//evil.example')).toBe(`/loginOkta?confirm=${id}&to=%2F`)
  expect((await confirm(id)).url).toBe(`${portal.origin}${place}#confirm=PROVEN`)
  expect((await invite('fourth@elsewhere.example')).status).toBe(200)
  expect(await led(own, id)).toBe(`${place}#confirm=GONE`)
})
