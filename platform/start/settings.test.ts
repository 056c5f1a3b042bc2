import { hash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CannotStart } from '../cannot-start.ts'
import { warningsOf } from './production.ts'
import { describeSettings, readSettings, settingsPage } from './settings.ts'

const KEY = '00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210'
const IDP = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'secret' }
const secretOf = (whose: string) => hash('sha256', whose)
const INTAKE = secretOf('pharmacies')
const PRODUCTION = {
  NODE_ENV: 'production',
  RXDOCKET_ORIGIN: 'https://portal.example.com',
  DATABASE_URL: 'postgres://app:pw@db.example.com/rxdocket?sslmode=verify-full',
  RXDOCKET_OWNER_DATABASE_URL: 'postgres://owner:pw@db.example.com/rxdocket?sslmode=verify-full',
  RXDOCKET_KEY: KEY,
  RXDOCKET_INTAKE_TOKEN: INTAKE,
  ...IDP,
}

describe('settings', () => {
  test('without any, the portal is a demonstration on port 3000', () => {
    expect(readSettings({ PATH: '/bin', HOME: '/home/me' })).toEqual({
      port: 3000,
      origin: 'http://localhost:3000',
      dataFolder: join(import.meta.dirname, '../../.data'),
      databaseUrl: undefined,
      ownerDatabaseUrl: undefined,
      seed: 'demo',
      asOf: undefined,
      serviceTokens: {
        intake: ['demo-intake'],
        fax: ['demo-fax'],
        sms: ['demo-text-messages'],
        mail: ['demo-returned-mail'],
        feeds: { '*': ['demo-feed'] },
      },
      identityProvider: undefined,
      signInCookies: 'default',
      sessionHours: 12,
      proxies: [],
      key: undefined,
      gateways: {
        smtpUrl: undefined,
        faxUrl: undefined,
        smsUrl: undefined,
        postUrl: undefined,
        mailFrom: undefined,
        mailBounces: undefined,
      },
      keyedByPeople: false,
      newerDatabase: false,
      scanner: undefined,
      s3: undefined,
      sftp: undefined,
      testMode: false,
      monitoring: { endpoint: undefined, headers: {} },
      production: false,
    })
  })

  test('the portal reads every setting as it is given', () => {
    const settings = readSettings({
      ...PRODUCTION,
      PORT: '8080',
      RXDOCKET_DATA: '/srv/rxdocket',
      RXDOCKET_SEED: 'none',
      SMTP_URL: 'smtps://portal:secret@mail.example.com:465',
      RXDOCKET_MAIL_FROM: 'no-reply@portal.example.com',
      RXDOCKET_FAX_URL: 'https://fax.example.com/messages',
      RXDOCKET_SMS_URL: 'https://sms.example.com/messages',
      RXDOCKET_POST_URL: 'https://post.example.com/letters',
      RXDOCKET_FAX_TOKEN: `${secretOf('fax, new')} ${secretOf('fax, old')}`,
      RXDOCKET_SMS_TOKEN: secretOf('texts'),
      RXDOCKET_MAIL_TOKEN: secretOf('returned mail'),
      RXDOCKET_MAIL_BOUNCES: 'bounces@portal.example.com',
      RXDOCKET_FEED_TOKENS: `NWM=${secretOf('NWM, new')} CSC=${secretOf('CSC')} NWM=${secretOf('NWM, old')}`,
      RXDOCKET_CLAMD: 'clamav.internal:3310',
      RXDOCKET_SFTP_URL: 'sftp://rx%40docket@files.example.com:2222/incoming',
      RXDOCKET_SFTP_PASSWORD: 'a-password',
      RXDOCKET_SFTP_HOST_KEY: `SHA256:${'a'.repeat(43)}`,
      RXDOCKET_S3_BUCKET: 'https://s3.example.com/rxdocket',
      RXDOCKET_S3_KEY_ID: 'AKIAEXAMPLE',
      RXDOCKET_S3_SECRET: 'a/secret+key',
      RXDOCKET_S3_REGION: 'eu-central-2',
      OIDC_SCOPES: 'openid email offline_access',
      OIDC_AUDIENCE: 'api://default',
      OIDC_HINT_CLAIM: 'https://claims.example.com/hint',
      OIDC_ACR: 'urn:okta:loa:2fa:any phr',
      OIDC_AMR: 'mfa otp',
      OIDC_RENEW_EARLY: '30',
      RXDOCKET_SIGN_IN: 'cookie-everywhere',
      RXDOCKET_SESSION_HOURS: '8',
      OIDC_ACCOUNTS: 'okta',
      OIDC_ACCOUNTS_URL: 'https://work.okta.example.com',
      OIDC_ACCOUNTS_TOKEN: 'an-api-token',
      RXDOCKET_PROXIES: '10.0.0.0/8,2001:db8::1',
    })
    expect(settings).toEqual({
      port: 8080,
      origin: 'https://portal.example.com',
      dataFolder: '/srv/rxdocket',
      databaseUrl: PRODUCTION.DATABASE_URL,
      ownerDatabaseUrl: PRODUCTION.RXDOCKET_OWNER_DATABASE_URL,
      seed: 'none',
      asOf: undefined,
      serviceTokens: {
        intake: [INTAKE],
        fax: [secretOf('fax, new'), secretOf('fax, old')],
        sms: [secretOf('texts')],
        mail: [secretOf('returned mail')],
        feeds: { NWM: [secretOf('NWM, new'), secretOf('NWM, old')], CSC: [secretOf('CSC')] },
      },
      identityProvider: {
        issuer: 'https://login.example.com',
        clientId: 'portal',
        clientSecret: 'secret',
        scopes: ['openid', 'email', 'offline_access'],
        audience: 'api://default',
        hintClaim: 'https://claims.example.com/hint',
        secondFactor: { acr: ['urn:okta:loa:2fa:any', 'phr'], amr: ['mfa', 'otp'] },
        renewEarlySeconds: 30,
        accounts: { kind: 'okta', url: 'https://work.okta.example.com', token: 'an-api-token' },
      },
      signInCookies: 'cookie-everywhere',
      sessionHours: 8,
      proxies: ['10.0.0.0/8', '2001:db8::1'],
      key: Buffer.from(KEY, 'hex'),
      gateways: {
        smtpUrl: 'smtps://portal:secret@mail.example.com:465',
        faxUrl: 'https://fax.example.com/messages',
        smsUrl: 'https://sms.example.com/messages',
        postUrl: 'https://post.example.com/letters',
        mailFrom: 'no-reply@portal.example.com',
        mailBounces: 'bounces@portal.example.com',
      },
      keyedByPeople: true,
      newerDatabase: false,
      scanner: { host: 'clamav.internal', port: 3310 },
      sftp: {
        host: 'files.example.com',
        port: 2222,
        username: 'rx@docket',
        folder: '/incoming',
        hostKey: 'a'.repeat(43),
        password: 'a-password',
        privateKey: undefined,
      },
      s3: {
        bucket: 'https://s3.example.com/rxdocket',
        keyId: 'AKIAEXAMPLE',
        secret: 'a/secret+key',
        region: 'eu-central-2',
      },
      testMode: false,
      monitoring: { endpoint: undefined, headers: {} },
      production: true,
    })
  })

  test('the portal reads an empty setting as absent', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', OIDC_ISSUER: '' })).toEqual(readSettings({}))
  })

  test.each([
    ['2026-03-02', '2026-03-02T15:00:00.000Z'],
    ['2026-03-02T08:30:00-05:00', '2026-03-02T13:30:00.000Z'],
    ['2024-02-29', '2024-02-29T15:00:00.000Z'],
  ])('RXDOCKET_AS_OF=%s is the instant %s', (given, instant) => {
    expect(readSettings({ RXDOCKET_AS_OF: given }).asOf).toBe(instant)
  })

  const wrong: [string, Record<string, string | undefined>, string][] = [
    ['a port that is a word', { PORT: 'http' }, 'PORT must be a whole number from 1 to 65535'],
    ['a port above the last', { PORT: '65536' }, 'PORT must be a whole number'],
    ['port 0', { PORT: '0' }, 'PORT must be a whole number'],
    ['a port with a fraction', { PORT: '3000.5' }, 'PORT must be a whole number'],
    [
      'an address with a path',
      { RXDOCKET_ORIGIN: 'https://example.com/portal' },
      'RXDOCKET_ORIGIN must be the address',
    ],
    ['an open address', { RXDOCKET_ORIGIN: 'http://portal.example.com' }, 'RXDOCKET_ORIGIN must be the address'],
    ['another database', { DATABASE_URL: 'mysql://localhost/rxdocket' }, 'DATABASE_URL must look like postgres://'],
    ['a database without a name', { DATABASE_URL: 'postgres://localhost' }, 'DATABASE_URL must look like postgres://'],
    ['a database that is no address', { DATABASE_URL: 'localhost:5432' }, 'DATABASE_URL must look like postgres://'],
    ['an unknown seed', { RXDOCKET_SEED: 'full' }, 'RXDOCKET_SEED must be test, demo, scale or none'],
    ['a part of the demo', { RXDOCKET_SEED: 'demo/2' }, 'RXDOCKET_SEED must be test, demo, scale or none'],
    ['a part of nothing', { RXDOCKET_SEED: 'scale/0' }, 'RXDOCKET_SEED must be test, demo, scale or none'],
    ['a day that is not', { RXDOCKET_AS_OF: '2026-02-30' }, 'RXDOCKET_AS_OF must be a date such as'],
    ['an American date', { RXDOCKET_AS_OF: '03/02/2026' }, 'RXDOCKET_AS_OF must be a date such as'],
    ['a token with a space', { RXDOCKET_INTAKE_TOKEN: 'two words' }, 'RXDOCKET_INTAKE_TOKEN must be 8 to 200'],
    ['a short token', { RXDOCKET_INTAKE_TOKEN: 'abc' }, 'RXDOCKET_INTAKE_TOKEN must be 8 to 200'],
    ['an open identity provider', { ...IDP, OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER must be the https'],
    ['a mail server that is no address', { SMTP_URL: 'mail.example.com:25' }, 'SMTP_URL must look like smtps://'],
    ['a sender that is no address', { RXDOCKET_MAIL_FROM: 'Portal' }, 'RXDOCKET_MAIL_FROM must be a mail address'],
    ['an open fax gateway', { RXDOCKET_FAX_URL: 'http://fax.example.com' }, 'RXDOCKET_FAX_URL must be the https'],
    ['a scanner without its port', { RXDOCKET_CLAMD: 'clamav.internal' }, 'RXDOCKET_CLAMD must be the host and port'],
    ['an SFTP server in clear', { RXDOCKET_SFTP_URL: 'ftp://me@files.example.com/' }, 'RXDOCKET_SFTP_URL must look'],
    [
      'an SFTP server nobody knows',
      { RXDOCKET_SFTP_URL: 'sftp://me@files.example.com/in', RXDOCKET_SFTP_PASSWORD: 'a' },
      'RXDOCKET_SFTP_HOST_KEY is missing',
    ],
    ['an address without a bucket', { RXDOCKET_S3_BUCKET: 'https://s3.example.com' }, 'RXDOCKET_S3_BUCKET must be'],
    ['an open bucket', { RXDOCKET_S3_BUCKET: 'http://s3.example.com/documents' }, 'RXDOCKET_S3_BUCKET must be'],
    [
      'a bucket without its secret',
      { RXDOCKET_S3_BUCKET: 'https://s3.example.com/documents', RXDOCKET_S3_KEY_ID: 'a' },
      'RXDOCKET_S3_SECRET is missing',
    ],
    ['a secret without its bucket', { RXDOCKET_S3_SECRET: 'a' }, 'RXDOCKET_S3_BUCKET is missing'],
    ['an open text gateway', { RXDOCKET_SMS_URL: 'http://sms.example.com' }, 'RXDOCKET_SMS_URL must be the https'],
    ['no client secret', { ...IDP, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET is missing'],
    ['a client id alone', { OIDC_CLIENT_ID: 'portal' }, 'OIDC_ISSUER is missing'],
    ['scopes without openid', { ...IDP, OIDC_SCOPES: 'profile email' }, 'OIDC_SCOPES must be words'],
    ['scopes with a comma', { ...IDP, OIDC_SCOPES: 'openid,\nemail' }, 'OIDC_SCOPES must be words'],
    ['a factor of nobody', { OIDC_AMR: 'mfa' }, 'OIDC_ISSUER is missing'],
    ['a renewal after the end', { ...IDP, OIDC_RENEW_EARLY: '0' }, 'OIDC_RENEW_EARLY must be seconds'],
    ['accounts of nobody', { OIDC_ACCOUNTS: 'okta', OIDC_ACCOUNTS_TOKEN: 'a-token' }, 'OIDC_ISSUER is missing'],
    ['accounts of another kind', { ...IDP, OIDC_ACCOUNTS: 'entra' }, 'OIDC_ACCOUNTS must be okta or keycloak'],
    ['Okta without a token', { ...IDP, OIDC_ACCOUNTS: 'okta' }, 'OIDC_ACCOUNTS_TOKEN is missing'],
    [
      'Keycloak with a token',
      { ...IDP, OIDC_ACCOUNTS: 'keycloak', OIDC_ACCOUNTS_TOKEN: 'a-token' },
      'OIDC_ACCOUNTS_TOKEN is for OIDC_ACCOUNTS=okta only',
    ],
    ['a realm that is none', { ...IDP, OIDC_ACCOUNTS: 'keycloak' }, 'OIDC_ACCOUNTS_URL is missing'],
    ['where, not what', { ...IDP, OIDC_ACCOUNTS_URL: 'https://login.example.com' }, 'OIDC_ACCOUNTS is missing'],
    [
      'accounts over an open line',
      { ...IDP, OIDC_ACCOUNTS: 'keycloak', OIDC_ACCOUNTS_URL: 'http://login.example.com/admin/realms/x' },
      'OIDC_ACCOUNTS_URL must be the https address',
    ],
    ['a kind of cookies there is not', { RXDOCKET_SIGN_IN: 'cookie' }, 'RXDOCKET_SIGN_IN must be default,'],
    ['a session of two days', { RXDOCKET_SESSION_HOURS: '48' }, 'RXDOCKET_SESSION_HOURS must be hours from 1 to 24'],
    ['every proxy', { RXDOCKET_PROXIES: '0.0.0.0/0' }, 'RXDOCKET_PROXIES must be addresses'],
    ['a number of proxies', { RXDOCKET_PROXIES: '1' }, 'RXDOCKET_PROXIES must be addresses'],
    ['proxies with a space', { RXDOCKET_PROXIES: '10.0.0.1, 10.0.0.2' }, 'RXDOCKET_PROXIES must be addresses'],
    ['a proxy by name', { RXDOCKET_PROXIES: 'proxy.internal' }, 'RXDOCKET_PROXIES must be addresses'],
    ['a short key', { RXDOCKET_KEY: 'secret' }, 'RXDOCKET_KEY must be 32 random bytes'],
    ['a key of one letter', { RXDOCKET_KEY: 'a'.repeat(64) }, 'RXDOCKET_KEY must be 32 random bytes'],
    [
      'a misspelt name',
      { RXDOCKET_PROT: '80' },
      'RXDOCKET_PROT is not a setting: remove it or use one of RXDOCKET_ORIGIN',
    ],
    ['production on plain http', { ...PRODUCTION, RXDOCKET_ORIGIN: undefined }, 'RXDOCKET_ORIGIN must be set'],
    [
      'production on the embedded database',
      { ...PRODUCTION, DATABASE_URL: undefined, RXDOCKET_OWNER_DATABASE_URL: undefined },
      'DATABASE_URL must be set',
    ],
    [
      'production whose calls have the login of the owner',
      { ...PRODUCTION, RXDOCKET_OWNER_DATABASE_URL: undefined },
      'RXDOCKET_OWNER_DATABASE_URL must be set',
    ],
    [
      'an owner without a login for calls',
      { RXDOCKET_OWNER_DATABASE_URL: 'postgres://owner:pw@localhost/rxdocket' },
      'DATABASE_URL is missing',
    ],
    [
      'production whose owner may be plain',
      { ...PRODUCTION, RXDOCKET_OWNER_DATABASE_URL: 'postgres://owner:pw@db.example.com/rxdocket' },
      'RXDOCKET_OWNER_DATABASE_URL must end in ?sslmode=verify-full',
    ],
    [
      'production with demo accounts',
      { ...PRODUCTION, OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined, OIDC_CLIENT_SECRET: undefined },
      'OIDC_ISSUER must be set',
    ],
    ['production without a key', { ...PRODUCTION, RXDOCKET_KEY: '' }, 'RXDOCKET_KEY must be set'],
    [
      'production without the token of pharmacies',
      { ...PRODUCTION, RXDOCKET_INTAKE_TOKEN: '' },
      'RXDOCKET_INTAKE_TOKEN must be set',
    ],
    [
      'production with the demo token',
      { ...PRODUCTION, RXDOCKET_INTAKE_TOKEN: 'demo-intake' },
      'RXDOCKET_INTAKE_TOKEN must have tokens of at least 32 characters',
    ],
    [
      'production with an old token that is short',
      { ...PRODUCTION, RXDOCKET_INTAKE_TOKEN: `${INTAKE} password` },
      'RXDOCKET_INTAKE_TOKEN must have tokens of at least 32 characters',
    ],
    [
      'production with a short token of the fax gateway',
      { ...PRODUCTION, RXDOCKET_FAX_TOKEN: 'a'.repeat(31) },
      'RXDOCKET_FAX_TOKEN must have tokens of at least 32 characters',
    ],
    [
      'production with a short token of the text message gateway',
      { ...PRODUCTION, RXDOCKET_SMS_TOKEN: 'password' },
      'RXDOCKET_SMS_TOKEN must have tokens of at least 32 characters',
    ],
    [
      'production with a short token of one feed',
      { ...PRODUCTION, RXDOCKET_FEED_TOKENS: `NWM=${secretOf('NWM')} CSC=password` },
      'RXDOCKET_FEED_TOKENS must have tokens of at least 32 characters',
    ],
    [
      'production whose fax gateway has no token',
      { ...PRODUCTION, RXDOCKET_FAX_URL: 'https://fax.example.com' },
      'RXDOCKET_FAX_TOKEN must be set',
    ],
    [
      'production whose text message gateway has no token',
      { ...PRODUCTION, RXDOCKET_SMS_URL: 'https://sms.example.com' },
      'RXDOCKET_SMS_TOKEN must be set',
    ],
    [
      'production that mail comes back to without a token',
      { ...PRODUCTION, RXDOCKET_MAIL_BOUNCES: 'bounces@portal.example.com' },
      'RXDOCKET_MAIL_TOKEN must be set',
    ],
    [
      'mail that comes back to an address with a plus sign',
      { RXDOCKET_MAIL_BOUNCES: 'bounces+portal@example.com' },
      'RXDOCKET_MAIL_BOUNCES must be a mail address without a plus sign',
    ],
    [
      'one token for two services',
      { RXDOCKET_INTAKE_TOKEN: INTAKE, RXDOCKET_SMS_TOKEN: INTAKE },
      'RXDOCKET_SMS_TOKEN must have tokens of its own',
    ],
    [
      'the token of pharmacies for a feed',
      { RXDOCKET_INTAKE_TOKEN: INTAKE, RXDOCKET_FEED_TOKENS: `NWM=${INTAKE}` },
      'RXDOCKET_FEED_TOKENS must have tokens of its own',
    ],
    [
      'one token for two carriers',
      { RXDOCKET_FEED_TOKENS: `NWM=${INTAKE} CSC=${INTAKE}` },
      'RXDOCKET_FEED_TOKENS must look',
    ],
    ['a feed of every carrier', { RXDOCKET_FEED_TOKENS: `*=${INTAKE}` }, 'RXDOCKET_FEED_TOKENS must look'],
    ['a feed of no carrier', { RXDOCKET_FEED_TOKENS: INTAKE }, 'RXDOCKET_FEED_TOKENS must look'],
    [
      'three tokens',
      { RXDOCKET_FAX_TOKEN: 'one-token two-tokens three-tokens' },
      'RXDOCKET_FAX_TOKEN must be 8 to 200',
    ],
    ['the same token twice', { RXDOCKET_FAX_TOKEN: 'one-token one-token' }, 'RXDOCKET_FAX_TOKEN must be 8 to 200'],
    [
      'production whose database may be plain',
      { ...PRODUCTION, DATABASE_URL: 'postgres://app:pw@db.example.com/rxdocket' },
      'DATABASE_URL must end in ?sslmode=verify-full',
    ],
    [
      'production whose database prefers encryption',
      { ...PRODUCTION, DATABASE_URL: 'postgres://app:pw@db.example.com/rxdocket?sslmode=prefer' },
      'DATABASE_URL must end in ?sslmode=verify-full',
    ],
    ['production with made-up keying', { ...PRODUCTION, RXDOCKET_KEYING: 'standin' }, 'RXDOCKET_KEYING must be people'],
    ['production with made-up data', { ...PRODUCTION, RXDOCKET_SEED: 'demo' }, 'RXDOCKET_SEED must be none'],
    ['production on another day', { ...PRODUCTION, RXDOCKET_AS_OF: '2026-03-02' }, 'RXDOCKET_AS_OF must not be set'],
  ]
  test.each(wrong)('%s is refused in one sentence that names it', (_, env, sentence) => {
    const refusal = (() => {
      try {
        return readSettings(env)
      } catch (reason) {
        return reason as CannotStart
      }
    })() as CannotStart
    expect(refusal).toBeInstanceOf(CannotStart)
    expect(refusal.message).toContain(sentence)
    expect(refusal.message).toMatch(/^[^\n]+\.$/)
  })

  const GATEWAYS = {
    SMTP_URL: 'smtp://mail.example.com:587',
    RXDOCKET_FAX_URL: 'https://fax.example.com',
    RXDOCKET_FAX_TOKEN: secretOf('fax'),
    RXDOCKET_SMS_URL: 'https://sms.example.com',
    RXDOCKET_SMS_TOKEN: secretOf('texts'),
    RXDOCKET_POST_URL: 'https://post.example.com',
    RXDOCKET_CLAMD: 'clamav.internal:3310',
  }
  const database = (end: string) => ({ DATABASE_URL: `postgres://app:pw@${end}` })
  test.each([
    ['with everything', {}, []],
    ['without mail', { SMTP_URL: '' }, ['SMTP_URL is not set: messages are kept in the portal and not sent.']],
    [
      'without faxes',
      { RXDOCKET_FAX_URL: '' },
      ['RXDOCKET_FAX_URL is not set: faxes are kept in the portal and not sent.'],
    ],
    [
      'without texts',
      { RXDOCKET_SMS_URL: '' },
      ['RXDOCKET_SMS_URL is not set: text messages are kept in the portal and not sent.'],
    ],
    [
      'without letters',
      { RXDOCKET_POST_URL: '' },
      ['RXDOCKET_POST_URL is not set: letters on paper are kept in the portal and not sent.'],
    ],
    [
      'without a scanner',
      { RXDOCKET_CLAMD: '' },
      ['RXDOCKET_CLAMD is not set: documents are checked for their kind and for scripts, not for malware.'],
    ],
    [
      'with plain mail',
      { SMTP_URL: 'smtp://mail.example.com?ignoreTLS=true' },
      ['SMTP_URL says ignoreTLS: mail crosses the network in plain text.'],
    ],
    ['with mail by smtps', { SMTP_URL: 'smtps://mail.example.com?ignoreTLS=true' }, []],
    ['with plain mail of its own machine', { SMTP_URL: 'smtp://localhost?ignoreTLS=true' }, []],
    [
      'with a plain database',
      database('db.example.com/rx?sslmode=disable'),
      ['DATABASE_URL says sslmode=disable: what the database holds crosses the network in plain text.'],
    ],
    ['with a database of its own machine', database('localhost:5433/rx'), []],
    ['with a database at a socket', database('%2Fvar%2Frun%2Fpostgresql/rx'), []],
  ])('production %s starts and warns of what it lacks', (_, env, warnings) => {
    expect(warningsOf(readSettings({ ...PRODUCTION, ...GATEWAYS, ...env }))).toEqual(warnings)
  })

  test('secrets are stars when the settings are shown', () => {
    const shown = describeSettings(PRODUCTION)
    expect(shown).toContain('RXDOCKET_ORIGIN=https://portal.example.com')
    expect(shown).toContain('OIDC_CLIENT_SECRET=****')
    for (const secret of [KEY, 'pw@', INTAKE, '=secret']) expect(shown.join()).not.toContain(secret)
  })

  test('docs/guide/settings.md is the page written from them', async () => {
    await expect(settingsPage()).toMatchFileSnapshot('../../docs/guide/settings.md')
  })
})
