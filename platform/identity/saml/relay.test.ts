import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sso } from '#features/single-sign-on/contract.ts'
import { startApi } from '#testing/api.ts'
import { bound } from '#testing/bounds.ts'
import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { idIn, postAnswer, takeFields, type Fields } from './testing-arrival.ts'
import { field } from './testing-issuer.ts'
import { openSingleSignOn, type SingleSignOn } from './testing-single-sign-on.ts'

// The post page fetches the carrier's answer once, in the browser it was sent to.

let world: SingleSignOn
let jar: CookieJar
beforeAll(async () => {
  world = await openSingleSignOn()
})
beforeEach(() => void (jar = world.portal.newBrowser()))
afterAll(() => world.close())

describe('GET /ssoLoginOkta/id/{id}', () => {
  const put = async (of = jar) => idIn(await postAnswer(of, world.portal.origin, field(world.alder.answer())))
  const readAnswer = async (response: Promise<Response>) => {
    const answer = await response
    return [
      answer.status,
      answer.headers.get('cache-control'),
      (await answer.text()).replace(/"supportId":"[\da-f-]{36}"/, ''),
    ]
  }

  test('a second time, another browser, no browser, a minute later and whatever is no id: the same 404', async () => {
    const nowhere = await readAnswer(takeFields(world.portal.newBrowser(), world.portal.origin, 'A'.repeat(43)))
    expect(nowhere).toMatchObject([404, 'no-store', expect.stringContaining('NOT_FOUND')])
    const id = await put()
    const other = world.portal.newBrowser()
    await put(other)
    expect(await readAnswer(takeFields(other, world.portal.origin, id))).toEqual(nowhere)
    expect(await readAnswer(takeFields(world.portal.newBrowser(), world.portal.origin, id))).toEqual(nowhere)
    // Nobody else took it away.
    const first = await takeFields(jar, world.portal.origin, id)
    expect([first.status, ((await first.json()) as Fields).oktaUrl]).toEqual([
      200,
      `${world.portal.origin}/identity/saml`,
    ])
    expect(await readAnswer(takeFields(jar, world.portal.origin, id))).toEqual(nowhere)
    for (const odd of [
      `${id}A`,
      id.slice(0, -1),
      id.toLowerCase(),
      `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`,
      '0',
      "' or 1=1 --",
      '%00',
      '../../x',
      '\u00e9',
      '*',
      'a'.repeat(200),
    ]) {
      expect([odd, await readAnswer(takeFields(jar, world.portal.origin, odd))]).toEqual([odd, nowhere])
    }
    const late = await put()
    world.portal.clock.move(61_000)
    try {
      expect(await readAnswer(takeFields(jar, world.portal.origin, late))).toEqual(nowhere)
    } finally {
      world.portal.clock.move(-61_000)
    }
  })

  test('one of twenty browsers that fetch the fields at once gets them', async () => {
    const id = await put()
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeFields(jar, world.portal.origin, id)))
    const statuses = answers.map(({ status }) => status)
    expect([200, 404].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([1, 19])
  })

  test('an address that is not on our list is never handed out', async () => {
    for (const hub of [
      'https://evil.example/saml',
      `${world.portal.origin}/identity/saml/`,
      `${world.portal.origin}.evil.example/identity/saml`,
      'javascript:alert(1)',
      '',
    ]) {
      const id = await put()
      await world.portal.db.query('update sso_relay set hub_url = $1', [hub])
      expect([hub, (await takeFields(jar, world.portal.origin, id)).status]).toEqual([hub, 404])
    }
  })

  test('ids are 256 bits, all different, and kept as hashes only', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => put(world.portal.newBrowser())))
    expect(new Set(ids).size).toBe(30)
    expect(ids.every((id) => Buffer.from(id, 'base64url').length === 32)).toBe(true)
    const { rows } = await world.portal.db.query<{ text: string }>('select r::text as text from sso_relay r')
    expect(rows.some(({ text }) => ids.some((id) => text.includes(id)))).toBe(false)
  })

  const guessed = bound(200, 10_000)
  test(`${guessed.toLocaleString('en')} guessed ids find no fields`, async () => {
    await put()
    const api = await startApi({
      url: world.databaseUrl,
    })
    const browser = jar.cookies.find(({ name }) => name === 'rxdocket-sso')!
    const statuses = new Set<number>()
    for (let round = 0; round < guessed / 100; round += 1) {
      const guesses = Array.from({ length: 100 }, (_, at) =>
        Buffer.from(`${round} ${at}`.padEnd(32, 'x')).toString('base64url'),
      )
      const answers = await Promise.all(
        guesses.map((id) =>
          api.anonymous.ask(sso.fields, { id }, { headers: { cookie: `rxdocket-sso=${browser.value}` } }),
        ),
      )
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses]).toEqual([404])
  })
})

test('a long answer uses up the budget of its network as many usual ones do', async () => {
  // Sixty a minute for signing in.
  const small = await world.another((port) => `http://localhost:${port}`, 1 / 20)
  try {
    const long = Buffer.from(`<Response>${'A'.repeat(150_000)}</Response>`).toString('base64')
    const post = (answer: string) => postAnswer(world.portal.newBrowser(), `http://localhost:${small.port}`, answer)
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await post(long)).status))
    expect([303, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([4, 8])
  } finally {
    await small.stop()
  }
})
