import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { session } from '#features/sign-in/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { openAccounts } from '#platform/identity/accounts-at-provider/open.ts'
import { openProviderApi, type ProviderApi } from '#platform/identity/accounts-at-provider/testing-provider-api.ts'
import { newcomersAt } from '../registration/testing-newcomers.ts'
import { withoutSupportId } from '../../testing/attacks/attempt.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { account } from './contract.ts'
import { overridesAll } from './override-all.ts'
import { MANAGED_ELSEWHERE, passwordWords } from './rules.ts'

const senior = {
  active: true,
  roles: ['adjuster', ' Override_All_Edit_Clinical '],
  licenseStates: ['NY'],
  safetyOverrides: true,
}

test.each<[string, Partial<typeof senior>, boolean]>([
  ['a senior pharmacist', {}, true],
  ['a disabled one', { active: false }, false],
  ['an ordinary pharmacist', { roles: ['clinical_pharmacist'] }, false],
  ['one who only reads', { roles: ['override_all_edit_clinical', 'read_only'] }, false],
  ['one without a licence', { licenseStates: [] }, false],
  ['one whose carrier allows none of it', { safetyOverrides: false }, false],
  ['nobody of note', { roles: [] }, false],
])('%s', (_, more, eligible) => expect(overridesAll({ ...senior, ...more }).eligible).toBe(eligible))

test('a user of the same carrier is found by id or username, and no other', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const ask = async (userId: string, more: object = {}) =>
    await adjuster.ask(account.overridesAll, { mc: 'AAA', sc: 'AAA1', userId, ...more })
  await ask('clin.aaa')
  const before = trips.count
  expect((await ask('clin.aaa')).body).toEqual({
    eligible: false,
    reason: 'The carrier has turned safety overrides off.',
  })
  expect(trips.count - before).toBe(1)
  await api.db.query(
    `insert into carrier_setting values ('AAA', '*', 'safetyOverrides', 'true'), ('AAA', 'AAA2', 'safetyOverrides', 'false')`,
  )
  expect((await ask('clin.aaa')).body).toEqual({ eligible: false, reason: 'No active license is on file.' })
  await api.db.query(`update user_carrier set license_states = '{NY}' where user_id = $1`, [idOf('clin.aaa')])
  expect((await ask(idOf('clin.aaa').toUpperCase())).body.eligible).toBe(true)
  expect((await ask('CLIN.AAA', { sc: 'ALL' })).body.eligible).toBe(true)
  expect((await ask('clin.aaa', { sc: 'AAA2' })).body.eligible).toBe(false)
  for (const [userId, more] of [
    ['adj.bbb', {}],
    ['nobody', {}],
    ['clin.aaa', { mc: 'BBB' }],
    ['clin.aaa', { sc: 'BBB1' }],
    ['adj.sub1', { sc: 'AAA2' }],
  ] as const)
    expect([userId, (await ask(userId, more)).status]).toEqual([userId, 404])
  const ofSub1 = await api.signIn('adj.sub1')
  expect((await ofSub1.ask(account.overridesAll, { mc: 'AAA', sc: 'AAA2', userId: 'clin.aaa' })).status).toBe(404)
})

test('the override rights shown are those of an approval: every edit, or the refusal with what is missing', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, {
    sub: 'AAA1',
    at: 1,
    drug: 'oxycodone 30 mg tablet',
    quantity: 120,
    days: 30,
  })
  const shown = async () =>
    (await adjuster.ask(account.overridesAll, { mc: 'AAA', sc: 'AAA1', userId: 'clin.aaa' })).body
  const approve = async () => {
    const senior = await api.signIn('clin.aaa')
    const { rejects } = (await senior.ask(authorizations.one, { id })).body
    const { status, body } = await senior.ask(decision.approve, {
      id,
      version: 1,
      rejects: rejects.map(({ rejectCode }) => ({ rejectCode, override: true, reason: 'Monitored daily.' })),
      safetyRejectEnabled: true,
      note: 'As agreed with Dr. Hawthorne.',
    })
    return { status, may: rejects.map((one) => one.canCallerOverride), message: body.status?.message }
  }
  expect(await shown()).toMatchObject({ eligible: false })
  const before = await decisionRows(api)
  const refused = await approve()
  expect(refused).toMatchObject({
    status: 403,
    message: expect.stringMatching(/^Only a pharmacist can clear 92[25]\. /),
  })
  expect(refused.message).toContain((await shown()).reason)
  expect(await decisionRows(api)).toBe(before)
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'safetyOverrides', 'true')`)
  const unlicensed = await approve()
  expect(unlicensed).toMatchObject({ status: 403, message: expect.stringContaining('No active license is on file.') })
  expect(unlicensed.message).toContain((await shown()).reason)
  await api.db.query(`update user_carrier set license_states = '{NY}' where user_id = $1`, [idOf('clin.aaa')])
  expect(await shown()).toMatchObject({ eligible: true })
  const done = await approve()
  expect([done.status, done.may.every(Boolean)]).toEqual([200, true])
})

test.each([
  [undefined, undefined],
  [15, 'Your password expires in 15 days.'],
  [2, 'Your password expires in 2 days.'],
  [1, 'Your password expires in 1 day.'],
  [0, 'Your password expires today.'],
])('%s days left: %s', (days, words) => expect(passwordWords(days)).toBe(words))

describe('profile and password', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startFixtureApi({ keep: true })
    newcomersAt(api)
    await api.db.query(`update app_user set idp_subject = 'sub-dana' where username = 'adj.aaa'`)
    await api.db.query(`update app_user set sso_user = true where username = 'adj.aaa2'`)
  })
  afterAll(async () => {
    await api.close()
  })
  const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
    status,
    body.status?.code,
  ]

  test('the profile shows the user in every carrier they work for, and no other user', async () => {
    await api.db.query(
      `update app_user set previous_login_at = '2026-01-02T03:04:05Z', password_changed_on = current_date - 80 where username = 'multi'`,
    )
    await api.db.query(
      `update user_carrier set license_states = '{FL,NY}', sub_carriers = '{AAA1}', approval_limit = 750 where user_id = $1 and mc = 'AAA'`,
      [idOf('multi')],
    )
    const multi = await api.signIn('multi', 'BBB')
    await multi.ask(account.profile, {})
    const before = trips.count
    const { status, body } = await multi.ask(account.profile, {})
    expect([status, trips.count - before]).toEqual([200, 1])
    expect(body).toEqual({
      id: idOf('multi'),
      username: 'multi',
      name: 'Multi User',
      email: expect.stringContaining('@carrier.example'),
      ssoUser: false,
      timeZone: 'America/New_York',
      lastLoginAt: '2026-01-02T03:04:05.000Z',
      memberships: [
        {
          masterCarrier: { code: 'AAA', name: 'Alder Mutual' },
          roles: ['Adjuster'],
          subCarriers: ['AAA1'],
          licenseStates: ['FL', 'NY'],
          approvalLimit: 750,
        },
        {
          masterCarrier: { code: 'BBB', name: 'ZZBBBCANARY Birch Casualty' },
          roles: ['Adjuster'],
          subCarriers: null,
          licenseStates: [],
          approvalLimit: null,
        },
      ],
      passwordDaysLeft: 10,
      canChangePassword: false,
    })
    // Also before a carrier is chosen.
    expect((await (await api.signIn('multi', null)).ask(account.profile, {})).status).toBe(200)
  })

  describe('a password change', () => {
    let providerApi: ProviderApi
    beforeAll(async () => {
      providerApi = await openProviderApi()
      waitForProvider(60_000)
    })
    /** Lets the portal wait so long for the provider. */
    const waitForProvider = (totalMs: number) =>
      Object.assign(api.built.portal, {
        accounts: openAccounts({
          accounts: { kind: 'okta', url: undefined, token: providerApi.secrets.token },
          issuer: providerApi.url,
          clientId: 'portal',
          clientSecret: 'secret',
          totalMs,
        }),
      })
    afterAll(async () => {
      Object.assign(api.built.portal, { accounts: undefined })
      await providerApi.close()
    })

    test('is requested from the provider, and ends every session of the user, and of no other', async () => {
      const three = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa'), await api.signIn('adj.aaa')]
      const other = await api.signIn('multi', 'AAA')
      expect((await three[0]!.ask(account.profile, {})).body.canChangePassword).toBe(true)
      const answer = await three[0]!.ask(account.changePassword, {})
      expect([answer.status, answer.body]).toEqual([200, { success: true }])
      expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
      expect([[...providerApi.expired], [...providerApi.sessions]]).toEqual([['sub-dana'], []])
      for (const visitor of three)
        expect(codeOf(await visitor.ask(session.details, {}))).toEqual([401, 'SESSION_REVOKED'])
      expect((await other.ask(session.details, {})).status).toBe(200)
      // The next sign-in uses the new password: its days start again.
      await api.db.query(`update app_user set password_changed_on = '2020-01-01' where username = 'adj.aaa'`)
      const again = await api.signIn('adj.aaa')
      expect((await again.ask(session.details, {})).body.pwdExpirationDays).toBeLessThanOrEqual(1)
      await api.db.query(`update app_user set password_changed_on = '2020-01-01' where username = 'adj.aaa'`)
      expect((await (await api.signIn('adj.aaa')).ask(session.details, {})).body.pwdExpirationDays).toBeGreaterThan(
        1000,
      )
    })

    test.each<[string, () => void, number, string]>([
      ['does not take our secret', () => providerApi.fail(401), 502, 'PROVIDER_FAILED'],
      ['does not know the account', () => providerApi.fail(404), 502, 'PROVIDER_FAILED'],
      ['fails', () => providerApi.fail(500), 502, 'PROVIDER_FAILED'],
      ['fails half way', () => providerApi.fail(500, /sessions/), 502, 'PROVIDER_FAILED'],
      ['says nothing', () => (providerApi.keepSilent(), waitForProvider(300)), 503, 'UNAVAILABLE'],
    ])(
      'at a provider that %s: refused with a Support Id, and nobody is signed out',
      async (_what, trouble, status, code) => {
        const visitor = await api.signIn('adj.aaa')
        trouble()
        const answer = await visitor.ask(account.changePassword, {})
        providerApi.recover()
        waitForProvider(60_000)
        expect([...codeOf(answer), answer.headers['set-cookie']]).toEqual([status, code, undefined])
        expect(answer.body.supportId).toMatch(/^[\da-f-]{36}$/)
        expect((await visitor.ask(session.details, {})).status).toBe(200)
        expect(answer.text).not.toMatch(/okta|E0000001|sub-dana/i)
      },
    )

    test('is refused for single sign-on users, and the provider is not asked', async () => {
      const asked = providerApi.asked.length
      const answer = await (await api.signIn('adj.aaa2')).ask(account.changePassword, {})
      expect([...codeOf(answer), answer.body.status.message]).toEqual([422, 'RULE', MANAGED_ELSEWHERE])
      expect(providerApi.asked.length).toBe(asked)
    })

    test('with the token of another user is refused', async () => {
      const at = newcomersAt(api)
      const stranger = await at.newcomer(null)
      const visitor = await api.signIn('adj.aaa')
      for (const oktaAccessToken of [stranger.token, 'none']) {
        const answer = await visitor.ask(account.changePassword, { oktaAccessToken })
        expect([...codeOf(answer), answer.body.fields[0]?.path]).toEqual([400, 'VALIDATION', 'oktaAccessToken'])
      }
      await api.db.query('update app_user set idp_subject = $1 where username = $2', [stranger.subject, 'ext.aaa'])
      providerApi.users.set(stranger.subject, { ...providerApi.users.get('sub-dana')!, id: stranger.subject })
      const mine = await api.signIn('ext.aaa')
      expect((await mine.ask(account.changePassword, { oktaAccessToken: stranger.token })).status).toBe(200)
    })
  })

  test('is refused where accounts are managed at the provider', async () => {
    const answer = await (await api.signIn('adj.aaa')).ask(account.changePassword, {})
    expect([...codeOf(answer), answer.body.status.message]).toEqual([422, 'RULE', MANAGED_ELSEWHERE])
  })

  test('whether somebody may log out is known of colleagues and of oneself, of nobody else', async () => {
    await api.db.query(`update app_user set logout_enabled = false where username = 'clin.aaa'`)
    const adjuster = await api.signIn('adj.aaa')
    const ask = (id: string, by = adjuster) => by.ask(account.logoutEnabled, { id })
    expect((await ask(idOf('clin.aaa'))).body).toEqual({ logoutEnabled: false })
    expect((await ask(idOf('adj.aaa'))).body).toEqual({ logoutEnabled: true })
    const answers = []
    for (const stranger of [idOf('adj.bbb'), idOf('nobody at all'), randomUUID()])
      answers.push(withoutSupportId(await ask(stranger)))
    expect(new Set(answers).size).toBe(1)
    expect((await ask(idOf('adj.bbb'))).status).toBe(404)
    expect((await ask('Clin.AAA')).status).toBe(400)
    // Before a carrier is chosen there is only the caller.
    const undecided = await api.signIn('multi', null)
    expect((await ask(idOf('multi'), undecided)).status).toBe(200)
    expect((await ask(idOf('clin.aaa'), undecided)).status).toBe(404)
  })
})
