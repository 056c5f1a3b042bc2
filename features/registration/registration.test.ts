import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '#features/sign-in/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { legalText, textHash } from '#reference/legal.ts'
import { startApi, type TestApi, type Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { registration } from './contract.ts'
import { INVITATION_CLOSED, INVITATION_WITHDRAWN, REGISTRATION_FAILED, TAKEN, TIME_IS_OVER } from './rules.ts'
import { check, codeOf, complete, newcomersAt, type Newcomer } from './testing-newcomers.ts'

// Checking a username and registering over HTTP, and the ticket both need.

let api: TestApi
let at: ReturnType<typeof newcomersAt>
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  at = newcomersAt(api)
})
afterAll(() => api.close())

describe('a ticket', () => {
  test('is no session: every other call is refused until the registration is done, and the refusal names the user', async () => {
    const person = await at.newcomer()
    const browser = await person.ticket()
    for (const [call, input] of [
      [session.details, {}],
      [session.refresh, {}],
      [session.chooseCarrier, { masterCarrierCode: 'AAA' }],
      [session.acceptTerms, { userId: 'x' }],
      [settings.features, { f: ['pdfExportEnabled'] }],
    ] as const)
      expect([call.name, codeOf(await browser.ask(call as typeof session.details, input as never))]).toEqual([
        call.name,
        [403, 'REGISTRATION_REQUIRED'],
      ])
    expect(codeOf((await browser.raw({ method: 'GET', url: '/api/changes' })) as never)).toEqual([
      403,
      'REGISTRATION_REQUIRED',
    ])
    const { status, body } = await browser.ask(registration.ticket, {})
    expect([status, body]).toEqual([
      200,
      {
        email: person.email,
        carriers: ['Alder Mutual'],
        secondsToExpiration: expect.any(Number),
        expiresAt: expect.stringMatching(/Z$/),
      },
    ])
    expect(body.secondsToExpiration).toBeGreaterThan(1790)
    expect(await at.one('select count(*)::int as n from session where ip is not null')).toEqual({ n: 0 })
  })

  test("lasts thirty minutes by the server's clock, whatever happens in between", async () => {
    const [early, late] = [await at.newcomer(), await at.newcomer()]
    const [first, second] = [await early.ticket(), await late.ticket()]
    for (let passed = 0; passed < 29; passed += 1) {
      at.minutes(1)
      await second.ask(registration.ticket, {})
    }
    api.clock.move(59_000)
    expect((await complete(first, early)).status).toBe(200)
    api.clock.move(2_000)
    const refusal = await complete(second, late)
    expect(codeOf(refusal)).toEqual([403, 'REGISTRATION_EXPIRED'])
    expect([refusal.body.status.message, refusal.body.data]).toEqual([REGISTRATION_FAILED, TIME_IS_OVER])
    expect(codeOf(await check(second, late.free))).toEqual([403, 'REGISTRATION_EXPIRED'])
    expect(codeOf(await second.ask(registration.ticket, {}))).toEqual([403, 'REGISTRATION_EXPIRED'])
    expect(codeOf(await second.ask(session.details, {}))).toEqual([401, 'SESSION_EXPIRED'])
    expect(await at.userOf(late)).toBeUndefined()
    // Signing in again starts a new one, and the invitation is still open.
    expect((await complete(await late.ticket(), late)).status).toBe(200)
  })

  test('is valid in every process, and outlives the one that issued it', async () => {
    const person = await at.newcomer()
    const browser = await person.ticket()
    const other = await startApi({ url: api.url, keep: true })
    try {
      Object.assign(other.built.portal, { identity: at.identity })
      other.clock.move(api.clock.offsetMs())
      const asked = await other.anonymous.ask(
        registration.validate,
        { userId: person.free },
        { headers: { cookie: browser.cookie } },
      )
      expect(asked.body).toEqual({ duplicateFlag: false, valid: true, reasons: [] })
    } finally {
      await other.close()
    }
  })

  test('needs an open invitation, not expired, to an address the provider has verified', async () => {
    const uninvited = await at.newcomer(null)
    const unchecked = await at.newcomer({}, { verified: false })
    const over = await at.newcomer({ days: 1 })
    at.minutes(24 * 60 + 1)
    for (const person of [uninvited, unchecked, over]) {
      await expect(person.ticket()).rejects.toThrow('nobody to register')
      expect(codeOf(await check(api.anonymous, person.free, { oktaToken: person.token }))).toEqual([
        403,
        'NOT_REGISTERED',
      ])
    }
  })

  test('a forged cookie, a session cookie and no cookie are no ticket', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const person = await at.newcomer()
    for (const browser of [await at.visitor('A'.repeat(43)), adjuster, api.anonymous]) {
      expect(codeOf(await check(browser, person.free))).toEqual([401, 'SESSION_REQUIRED'])
      expect(codeOf(await complete(browser, person))).toEqual([401, 'SESSION_REQUIRED'])
      expect(codeOf(await browser.ask(registration.ticket, {}))).toEqual([401, 'SESSION_REQUIRED'])
    }
  })
})

describe('a wanted username', () => {
  test('is checked by all rules at once, and against every name, in any case and of any carrier', async () => {
    const person = await at.newcomer()
    const browser = await person.ticket()
    const judged = async (name: string) => (await check(browser, name)).body
    expect(await judged('')).toEqual({
      duplicateFlag: false,
      valid: false,
      reasons: ['Between 6 and 12 characters', 'Can only contain alphanumeric characters'],
    })
    expect(await judged('NEWCOMERS')).toEqual({
      duplicateFlag: false,
      valid: false,
      reasons: ['Cannot be part of email address'],
    })
    expect(await judged('Mym_Sys')).toEqual({
      duplicateFlag: true,
      valid: false,
      reasons: ['Cannot use mym_sys as a username'],
    })
    for (const name of ['adj.aaa', 'ADJ.Bbb', 'GONE.aaa'])
      expect([name, await judged(name)]).toEqual([name, { duplicateFlag: true, valid: false, reasons: [TAKEN] }])
    expect(await judged(person.free)).toEqual({ duplicateFlag: false, valid: true, reasons: [] })
  })

  test('may be checked ten times a ticket, and sixty times an hour from one address', async () => {
    await api.db.query('delete from attempt')
    const answers: number[] = []
    for (let ticket = 0; ticket < 6; ticket += 1) {
      const browser = await (await at.newcomer()).ticket()
      for (let time = 0; time < 10; time += 1) answers.push((await check(browser, `wanted.${ticket}${time}`)).status)
      const eleventh = await check(browser, 'wanted.once')
      expect(codeOf(eleventh)).toEqual([429, 'RATE_LIMIT'])
      expect(eleventh.headers['retry-after']).toMatch(/^\d+$/)
    }
    expect(new Set(answers)).toEqual(new Set([200]))
    const person = await at.newcomer()
    const seventh = await person.ticket()
    expect(codeOf(await check(seventh, person.free))).toEqual([429, 'RATE_LIMIT'])
    // A user at the limit may still finish: the name is checked there again.
    expect((await complete(seventh, person)).status).toBe(200)
    at.minutes(61)
    expect((await check(await (await at.newcomer()).ticket(), 'wanted.last')).status).toBe(200)
  })
})

describe('completing', () => {
  test('creates the user with the rights of the invitation, and records the accepted terms', async () => {
    const person = await at.newcomer({ roles: ['adjuster', 'supervisor'], subs: ['AAA1'], limit: 750 })
    await at.invite(person.email.toUpperCase(), { mc: 'BBB', roles: ['read_only'] })
    const browser = await person.ticket()
    expect((await browser.ask(registration.ticket, {})).body.carriers).toHaveLength(2)
    const before = api.clock.now()
    const answer = await complete(browser, person, { email: person.email.toLowerCase() })
    const after = api.clock.now()
    expect([answer.status, answer.body]).toEqual([200, { success: true, logoutUrl: '/logoutOkta?to=sealed' }])
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
    const user = (await at.userOf(person))!
    expect(user).toMatchObject({
      username: person.free,
      email: person.email,
      name: 'Noor Haddad',
      status: 'ACTIVE',
      idp_issuer: 'test',
      sso_user: false,
      terms_version: '3.0',
      privacy_version: '6.0',
      time_zone: 'America/New_York',
    })
    const memberships = await api.db.query(
      'select mc, roles, sub_carriers, approval_limit, active, is_default from user_carrier where user_id = $1 order by mc',
      [user['id']],
    )
    expect(memberships.rows).toEqual([
      {
        mc: 'AAA',
        roles: ['adjuster', 'supervisor'],
        sub_carriers: ['AAA1'],
        approval_limit: '750.00',
        active: true,
        is_default: true,
      },
      { mc: 'BBB', roles: ['read_only'], sub_carriers: null, approval_limit: null, active: true, is_default: false },
    ])
    const terms = await api.db.query(
      'select kind, version, at, ip, text_hash from terms_acceptance where user_id = $1 order by kind',
      [user['id']],
    )
    const hashOf = (kind: 'tou' | 'privacy') => textHash(legalText(kind)!)
    expect(terms.rows.map(({ kind, version, ip, text_hash }) => [kind, version, ip, text_hash])).toEqual([
      ['PRIVACY', '6.0', '127.0.0.1', await hashOf('privacy')],
      ['TOU', '3.0', '127.0.0.1', await hashOf('tou')],
    ])
    const agreedAt = terms.rows[0].at as Date
    expect(agreedAt >= before && agreedAt <= after).toBe(true)
    expect(
      (
        await api.db.query(`select mc, outcome from invitation where lower(email) = lower($1) order by mc`, [
          person.email,
        ])
      ).rows,
    ).toEqual([
      { mc: 'AAA', outcome: 'ACCEPTED' },
      { mc: 'BBB', outcome: 'ACCEPTED' },
    ])
    expect(
      (
        await api.db.query(`select mc from access_audit where object_id = $1 and call = 'registration' order by mc`, [
          user['id'],
        ])
      ).rows,
    ).toEqual([{ mc: 'AAA' }, { mc: 'BBB' }])
    expect(await at.one(`select event from security_event where user_id = $1`, [user['id']])).toEqual({
      event: 'user_created',
    })
    // No session came of it: the next sign-in opens one. The ticket is used up.
    expect(await at.one('select count(*)::int as n from session where user_id = $1', [user['id']])).toEqual({ n: 0 })
    expect(codeOf(await browser.ask(session.details, {}))).toEqual([401, 'SESSION_REQUIRED'])
    expect((await (await api.signIn(person.free, 'AAA')).ask(session.details, {})).body).toMatchObject({
      username: person.free,
      termsAcceptedStatus: 'termsAccepted',
      masterCarrierOptions: 'AAA,BBB',
    })
  })

  test('of a user who was created earlier and waits for registration keeps their record, with the name they chose', async () => {
    const id = idOf('waiting person')
    await api.db.query(
      `insert into app_user (id, username, email, first_name, last_name, idp_issuer, idp_subject, status, sso_user)
        values ($1, 'new.hire', 'wait@waiting.example', 'Noor', 'Haddad', 'test', 'waiting', 'PENDING_REGISTRATION', true)`,
      [id],
    )
    await api.db.query(
      `insert into user_carrier (mc, user_id, roles, approval_limit) values ('AAA', $1, '{adjuster}', 500)`,
      [id],
    )
    const person = { ...(await at.newcomer(null)), subject: 'waiting', email: 'wait@waiting.example', free: 'New.Hire' }
    const { rows } = await api.db.query(
      `select open_registration(sha256('waiting'::bytea), 'test', 'waiting', null, false, null, $1, null, gen_random_uuid(), '127.0.0.1', $1) as registers`,
      [api.clock.now()],
    )
    expect(rows).toEqual([{ registers: true }])
    const browser = await at.visitor('waiting')
    expect((await browser.ask(registration.ticket, {})).body).toMatchObject({
      email: 'wait@waiting.example',
      carriers: ['Alder Mutual'],
    })
    // They may keep their own placeholder name.
    expect((await check(browser, 'NEW.HIRE')).body).toEqual({ duplicateFlag: false, valid: true, reasons: [] })
    expect((await complete(browser, person)).body).toEqual({ success: true, logoutUrl: null })
    expect(
      await at.one('select id, username, status, sso_user from app_user where idp_subject = $1', ['waiting']),
    ).toEqual({
      id,
      username: 'New.Hire',
      status: 'ACTIVE',
      sso_user: true,
    })
    // While they waited, no way of signing in admitted them.
    await api.db.query(`update app_user set status = 'PENDING_REGISTRATION' where id = $1`, [id])
    await expect(api.signIn('New.Hire')).rejects.toThrow('REGISTRATION_REQUIRED')
  })

  test('twice has one effect: the lost answer is repeated, another name is refused', async () => {
    const person = await at.newcomer()
    const browser = await person.ticket()
    const both = await Promise.all([complete(browser, person), complete(browser, person)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await complete(browser, person)).status).toBe(200)
    expect(codeOf(await complete(browser, person, { newUserId: 'other.name1' }))).toEqual([401, 'SESSION_REQUIRED'])
    expect(await at.one('select count(*)::int as n from app_user where idp_subject = $1', [person.subject])).toEqual({
      n: 1,
    })
    expect(
      await at.one(
        `select count(*)::int as n from terms_acceptance t join app_user u on u.id = t.user_id where u.idp_subject = $1`,
        [person.subject],
      ),
    ).toEqual({ n: 2 })
  })

  test('of many who want the same name at once, one gets it', async () => {
    const many: Newcomer[] = []
    const browsers: Visitor[] = []
    for (let count = 0; count < 6; count += 1) browsers.push(await many[many.push(await at.newcomer()) - 1]!.ticket())
    const answers = await Promise.all(
      many.map((person, index) =>
        complete(browsers[index]!, person, { newUserId: index % 2 ? 'Sought.Name' : 'sought.name' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const lost = answers.filter(({ status }) => status !== 200)
    expect(lost.map((answer) => [...codeOf(answer), answer.body.status.message, answer.body.data])).toEqual(
      lost.map(() => [409, 'DUPLICATE', TAKEN, TAKEN]),
    )
    expect(lost[0]!.body.fields).toEqual([{ path: 'newUserId', code: 'DUPLICATE', message: TAKEN }])
    // The others continue with another name on the same ticket.
    const loser = answers.findIndex(({ status }) => status === 409)
    expect((await complete(browsers[loser]!, many[loser]!)).status).toBe(200)
  })

  test('one person with two tickets is registered once', async () => {
    const person = await at.newcomer()
    const [first, second] = [await person.ticket(), await person.ticket()]
    const answers = await Promise.all([
      complete(first, person),
      complete(second, person, { newUserId: `${person.free}x` }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, expect.toBeOneOf([401, 422])])
    expect(await at.one('select count(*)::int as n from app_user where idp_subject = $1', [person.subject])).toEqual({
      n: 1,
    })
    expect(codeOf(await check(second, 'any.name.99'))).toEqual([401, 'SESSION_REQUIRED'])
  })

  test.each<[string, (person: Newcomer) => Record<string, unknown>, string[]]>([
    [
      'a name that breaks the rules',
      ({ email }) => ({ newUserId: 'm m', acceptedTermsOfUse: true, email }),
      ['newUserId', 'newUserId'],
    ],
    [
      'no agreement',
      ({ email, free }) => ({ newUserId: free, acceptedTermsOfUse: false, email }),
      ['acceptedTermsOfUse'],
    ],
    ['no word of the terms', ({ email, free }) => ({ newUserId: free, email }), ['acceptedTermsOfUse']],
    [
      "somebody else's address",
      ({ free }) => ({ newUserId: free, acceptedTermsOfUse: true, email: 'u1000@carrier.example' }),
      ['email'],
    ],
  ])('%s is refused, field by field, and nothing is made', async (_what, input, paths) => {
    const person = await at.newcomer()
    const browser = await person.ticket()
    const answer = await browser.ask(registration.complete, input(person) as never)
    expect(codeOf(answer)).toEqual([400, 'VALIDATION'])
    expect(answer.body.fields.map(({ path }) => path)).toEqual(paths)
    expect(await at.userOf(person)).toBeUndefined()
    expect((await complete(browser, person)).status).toBe(200)
  })

  test.each([
    ['EXPIRED', INVITATION_CLOSED],
    ['WITHDRAWN', INVITATION_WITHDRAWN],
  ])('an invitation that was %s in the meantime is refused with that reason', async (outcome, words) => {
    const person = await at.newcomer()
    const browser = await person.ticket()
    await api.db.query(`update invitation set closed_at = now(), outcome = $2 where email = $1`, [
      person.email,
      outcome,
    ])
    const answer = await complete(browser, person)
    expect([...codeOf(answer), answer.body.data]).toEqual([422, 'RULE', words])
    expect(await at.userOf(person)).toBeUndefined()
  })

  test('counts refused names like checks: after ten the ticket is used up', async () => {
    const person = await at.newcomer()
    const browser = await person.ticket()
    for (let time = 0; time < 10; time += 1)
      expect(codeOf(await complete(browser, person, { newUserId: 'adj.aaa' }))).toEqual([409, 'DUPLICATE'])
    expect(codeOf(await complete(browser, person, { newUserId: 'adj.aaa' }))).toEqual([429, 'RATE_LIMIT'])
    expect(codeOf(await complete(browser, person))).toEqual([429, 'RATE_LIMIT'])
    expect((await complete(await person.ticket(), person)).status).toBe(200)
  })
})

test('nothing of a token, an address or a name is in the log', () => {
  const all = api.logged.join('\n')
  expect(all).not.toMatch(/newcomers\.example|token-\d|free\.name|Haddad/i)
})
