import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountsFailure } from './accounts.ts'
import { fewAtOnce } from './few-at-once.ts'
import { adminUrlOf } from './keycloak.ts'
import { openAccounts } from './open.ts'
import { openProviderApi, type ProviderApi } from './testing-provider-api.ts'

let api: ProviderApi
beforeEach(async () => void (api = await openProviderApi()))
afterEach(() => api.close())

const kinds = {
  okta: (more: { token?: string; totalMs?: number } = {}) =>
    openAccounts({
      accounts: { kind: 'okta', url: undefined, token: more.token ?? api.secrets.token },
      issuer: `${api.url}/oauth2/default`,
      clientId: api.secrets.clientId,
      clientSecret: api.secrets.clientSecret,
      ...(more.totalMs && { totalMs: more.totalMs }),
    }),
  keycloak: (more: { token?: string; totalMs?: number } = {}) =>
    openAccounts({
      accounts: { kind: 'keycloak', url: undefined },
      issuer: `${api.url}/realms/work`,
      clientId: api.secrets.clientId,
      clientSecret: more.token ?? api.secrets.clientSecret,
      ...(more.totalMs && { totalMs: more.totalMs }),
    }),
}

const failureOf = async (asked: Promise<void>) => {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(AccountsFailure)
  const { reason, message } = error as AccountsFailure
  for (const secret of [api.secrets.token, api.secrets.clientSecret, 'sub-dana', 'service-account'])
    expect(message).not.toContain(secret)
  return reason
}

describe.each(['okta', 'keycloak'] as const)('accounts at %s', (kind) => {
  const open = kinds[kind]

  test('a new password is demanded, the provider keeps no session, and the rest of the account stays as it was', async () => {
    await open().expirePassword('sub-dana')
    expect([...api.expired]).toEqual(['sub-dana'])
    expect([...api.sessions]).toEqual([])
    expect(api.users.get('sub-dana')).toMatchObject({ email: 'u1@northwind.example', username: 'dana' })
    expect(api.users.get('sub-dana')!.requiredActions).toContain('VERIFY_EMAIL')
    await open().expirePassword('sub-dana') // a repeat asks for nothing twice
    expect(
      api.users.get('sub-dana')!.requiredActions.filter((action) => action === 'UPDATE_PASSWORD').length,
    ).toBeLessThan(2)
  })

  test('a recovery e-mail goes only to the user it is for', async () => {
    await open().sendRecovery('sub-dana')
    expect(api.mails).toEqual(['u1@northwind.example'])
    expect([...api.expired]).toEqual([])
  })

  test.each([
    ['our secret is not taken', () => open({ token: 'another' }), 'sub-dana'],
    ['nobody has that subject', () => open(), 'sub-nobody'],
    ['a subject is no way into the address', () => open(), 'sub-dana/../../../oauth2'],
  ])('%s: refused', async (_what, at, subject) => {
    expect(await failureOf(at().expirePassword(subject))).toBe('refused')
    expect(await failureOf(at().sendRecovery(subject))).toBe('refused')
    expect([[...api.expired], api.mails, [...api.sessions]]).toEqual([[], [], ['sub-dana']])
  })

  test('it fails at any of its steps: refused; it redirects us: refused; and nothing is said to be done', async () => {
    await open().expirePassword('sub-dana')
    const steps = api.asked.map((line) => new RegExp(`^${line.replaceAll(/[/?.=]/g, '\\$&')}$`))
    expect(steps.length).toBe(kind === 'okta' ? 2 : 4)
    for (const step of steps) {
      for (const status of [500, 503, 302, 429]) {
        api.fail(status, step)
        expect([status, await failureOf(open().expirePassword('sub-dana'))]).toEqual([status, 'refused'])
      }
    }
  })

  test('it says nothing, or is not there: unreachable', async () => {
    api.keepSilent()
    expect(await failureOf(open({ totalMs: 100 }).expirePassword('sub-dana'))).toBe('unreachable')
    expect(await failureOf(open({ totalMs: 100 }).sendRecovery('sub-dana'))).toBe('unreachable')
    const away = open()
    await api.close()
    expect(await failureOf(away.expirePassword('sub-dana'))).toBe('unreachable')
    api = await openProviderApi()
  })
})

test('an answer of Keycloak that is none of its API is refused', async () => {
  for (const [text, from] of [
    ['<html>', /token$/],
    ['{}', /token$/],
    ['<html>', /^GET/],
    ['{"requiredActions":"no"}', /^GET/],
  ] as const) {
    api.say(text, from)
    expect([text, await failureOf(kinds.keycloak().expirePassword('sub-dana'))]).toEqual([text, 'refused'])
  }
  expect([...api.expired]).toEqual([])
})

test.each([
  ['https://login.example.com/realms/work', 'https://login.example.com/admin/realms/work'],
  ['https://login.example.com/auth/realms/work/', 'https://login.example.com/auth/admin/realms/work'],
])('the realm %s is administered at %s', (issuer, admin) => expect(adminUrlOf(issuer)).toBe(admin))

test('while three calls are in progress a fourth is refused for now, and afterwards calls are accepted again', async () => {
  const waiting: (() => void)[] = []
  const slow = () => new Promise<void>((done) => void waiting.push(done))
  const accounts = fewAtOnce({ expirePassword: slow, sendRecovery: slow })
  const three = [accounts.expirePassword('a'), accounts.sendRecovery('b'), accounts.expirePassword('c')]
  expect(await failureOf(accounts.sendRecovery('d'))).toBe('unreachable')
  waiting.splice(0).forEach((done) => done())
  await Promise.all(three)
  const after = accounts.sendRecovery('e')
  waiting[0]!()
  await after
})
