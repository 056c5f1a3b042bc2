/**
 * What the operator decides, read from the environment once, at start. Everything has a value that
 * makes `npm start` work without any; a wrong value is refused in one sentence that names the variable and the cure.
 * docs/guide/settings.md is computed from `settings-table.ts`.
 */
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from '../cannot-start.ts'
import type { AccountsSettings } from '../identity/accounts-at-provider/open.ts'
import type { MonitoringSettings } from '../monitoring/monitoring.ts'
import { cookieKinds, type CookieKind } from '../portal/portal.ts'
import {
  known,
  folder,
  DEMO_TOKEN,
  type Known,
  PORT,
  ORIGIN,
  DATABASE,
  KEYING,
  ISSUER,
  INSTANT,
  KEY,
  SMTP,
  MAIL_FROM,
  GATEWAY,
  CLAMD,
  COLLECTOR,
  COLLECTOR_HEADERS,
  SEED,
  ON,
  token,
  WORDS,
  SCOPES,
  CLAIM,
  EARLY,
  HOURS,
  PROXIES,
} from './settings-table.ts'

export type Settings = {
  /** TCP port of the portal. */
  port: number
  /** Where the browser finds the portal, without a slash at the end: `http://localhost:3000`. */
  origin: string
  /** Absolute path of the folder for everything the portal keeps on disk. */
  dataFolder: string
  /** Connection string of the operator's own PostgreSQL; absent means the embedded one. */
  databaseUrl: string | undefined
  seed: 'test' | 'demo' | 'scale' | 'none'
  /** Which part of the scale data is wanted, above 0 and at most 1; absent means all of it. */
  seedFraction?: number | undefined
  /** ISO 8601 UTC instant the demo data are written around; absent means now. */
  asOf: string | undefined
  /** What the pharmacy intake sends to prove itself. */
  intakeToken: string
  /** The operator's own identity provider; absent means the demo provider with its demo accounts. */
  identityProvider: ProviderSettings | undefined
  /** Which kind of cookies a sign-in uses. */
  signInCookies: CookieKind
  /** Absolute limit of a session in hours. */
  sessionHours: number
  /** Proxies that may say on whose behalf they ask: addresses or networks. */
  proxies: string[]
  /** 32 bytes that encrypt cookies and fields; absent means the key kept in the data folder. */
  key: Uint8Array | undefined
  /** Where mail, faxes, text messages and letters on paper go; each absent one has a local stand-in that only keeps them. */
  gateways: {
    smtpUrl: string | undefined
    faxUrl: string | undefined
    smsUrl: string | undefined
    postUrl: string | undefined
    mailFrom: string | undefined
  }
  /** What looks for malware in documents from outside; absent means the stand-in, which knows the test file only. */
  scanner?: { host: string; port: number } | undefined
  /** Approvals of groups without Auto-PA wait for people to key them. */
  keyedByPeople: boolean
  /** Session prompts come after 60 and 90 seconds, to be tried out. */
  testMode: boolean
  monitoring: MonitoringSettings
  production: boolean
}

/** The operator's own identity provider (OpenID Connect). */
type ProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string[]
  /** Audience of access tokens meant for us; the portal's address and `/api` when absent. */
  audience: string | undefined
  /** Claim with the longest session in minutes; `refresh_hint` when absent. */
  hintClaim: string | undefined
  /** What an ID token must show of a second factor: one of these; absent means nobody asks. */
  secondFactor: { acr: string[]; amr: string[] } | undefined
  /** Seconds before its end at which a token is renewed. */
  renewEarlySeconds: number
  /** How its accounts are managed; absent means that passwords are nobody's business here. */
  accounts?: AccountsSettings | undefined
}

type Name = keyof typeof known
const names = Object.keys(known) as Name[]

/** The settings of an environment. Throws `CannotStart` about the first wrong one; an empty value counts as absent. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const unknown = Object.keys(env).find((name) => name.startsWith('RXDOCKET_') && !names.includes(name as Name))
  if (unknown) {
    const ours = names.filter((name) => name.startsWith('RXDOCKET_')).join(', ')
    throw new CannotStart(`${unknown} is not a setting: remove it or use one of ${ours}.`)
  }
  const value = <T>(name: Name, check: z.ZodType<T>): T | undefined => {
    const text = env[name]
    if (text === undefined || text === '') return undefined
    const result = check.safeParse(text)
    if (!result.success) throw new CannotStart(`${name} ${known[name].must}.`)
    return result.data
  }
  const production = env.NODE_ENV === 'production'
  const port = value('PORT', PORT) ?? 3000
  const dataFolder = value('RXDOCKET_DATA', known.RXDOCKET_DATA.check) ?? '.data'
  const seed = value('RXDOCKET_SEED', SEED)
  const settings: Settings = {
    port,
    origin: value('RXDOCKET_ORIGIN', ORIGIN) ?? `http://localhost:${port}`,
    dataFolder: isAbsolute(dataFolder) ? dataFolder : join(folder, dataFolder),
    databaseUrl: value('DATABASE_URL', DATABASE),
    seed: seed?.size ?? (production ? 'none' : 'demo'),
    ...(seed?.fraction !== undefined && { seedFraction: seed.fraction }),
    asOf: value('RXDOCKET_AS_OF', INSTANT),
    intakeToken: value('RXDOCKET_INTAKE_TOKEN', known.RXDOCKET_INTAKE_TOKEN.check) ?? DEMO_TOKEN,
    identityProvider: provider({
      issuer: value('OIDC_ISSUER', ISSUER),
      clientId: value('OIDC_CLIENT_ID', token),
      clientSecret: value('OIDC_CLIENT_SECRET', token),
      scopes: value('OIDC_SCOPES', SCOPES) ?? ['openid', 'profile', 'email'],
      audience: value('OIDC_AUDIENCE', token),
      hintClaim: value('OIDC_HINT_CLAIM', CLAIM),
      acr: value('OIDC_ACR', WORDS) ?? [],
      amr: value('OIDC_AMR', WORDS) ?? [],
      renewEarlySeconds: value('OIDC_RENEW_EARLY', EARLY) ?? 60,
      accounts: accountsOf(
        value('OIDC_ACCOUNTS', known.OIDC_ACCOUNTS.check),
        value('OIDC_ACCOUNTS_URL', COLLECTOR),
        value('OIDC_ACCOUNTS_TOKEN', known.OIDC_ACCOUNTS_TOKEN.check),
      ),
    }),
    signInCookies: value('RXDOCKET_SIGN_IN', z.enum(cookieKinds)) ?? 'default',
    sessionHours: value('RXDOCKET_SESSION_HOURS', HOURS) ?? 12,
    proxies: value('RXDOCKET_PROXIES', PROXIES) ?? [],
    key: value('RXDOCKET_KEY', KEY),
    gateways: {
      smtpUrl: value('SMTP_URL', SMTP),
      faxUrl: value('RXDOCKET_FAX_URL', GATEWAY),
      smsUrl: value('RXDOCKET_SMS_URL', GATEWAY),
      postUrl: value('RXDOCKET_POST_URL', GATEWAY),
      mailFrom: value('RXDOCKET_MAIL_FROM', MAIL_FROM),
    },
    keyedByPeople: (value('RXDOCKET_KEYING', KEYING) ?? (production ? 'people' : 'standin')) === 'people',
    scanner: value('RXDOCKET_CLAMD', CLAMD),
    testMode: value('RXDOCKET_TEST_MODE', ON) ?? false,
    monitoring: {
      endpoint: value('OTEL_EXPORTER_OTLP_ENDPOINT', COLLECTOR),
      headers: value('OTEL_EXPORTER_OTLP_HEADERS', COLLECTOR_HEADERS) ?? {},
    },
    production,
  }
  if (production) refuseDemonstration(settings, env.RXDOCKET_ORIGIN)
  return settings
}

function provider(given: {
  issuer: string | undefined
  clientId: string | undefined
  clientSecret: string | undefined
  scopes: string[]
  audience: string | undefined
  hintClaim: string | undefined
  acr: string[]
  amr: string[]
  renewEarlySeconds: number
  accounts: AccountsSettings | undefined
}): ProviderSettings | undefined {
  const { issuer, clientId, clientSecret, acr, amr, ...rest } = given
  const secondFactor = acr.length + amr.length > 0 ? { acr, amr } : undefined
  const { kind, url } = rest.accounts ?? {}
  if (kind === 'keycloak' && url === undefined && issuer && !/\/realms\/[^/]+\/?$/.test(issuer))
    throw new CannotStart('OIDC_ACCOUNTS_URL is missing: OIDC_ISSUER does not end as the issuer of a Keycloak realm.')
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret, secondFactor, ...rest }
  if (rest.accounts) throw new CannotStart('OIDC_ISSUER is missing: OIDC_ACCOUNTS is about your own identity provider.')
  if (secondFactor) throw new CannotStart('OIDC_ISSUER is missing: only your own identity provider asks for a factor.')
  if (!issuer && !clientId && !clientSecret) return undefined
  const missing = !issuer ? 'OIDC_ISSUER' : !clientId ? 'OIDC_CLIENT_ID' : 'OIDC_CLIENT_SECRET'
  throw new CannotStart(`${missing} is missing: an identity provider of your own needs all three OIDC_ settings.`)
}

function accountsOf(
  kind: 'okta' | 'keycloak' | undefined,
  url: string | undefined,
  apiToken: string | undefined,
): AccountsSettings | undefined {
  if (kind === 'okta') {
    if (apiToken === undefined) throw new CannotStart('OIDC_ACCOUNTS_TOKEN is missing: Okta asks for an API token.')
    return { kind, url, token: apiToken }
  }
  if (apiToken !== undefined) throw new CannotStart('OIDC_ACCOUNTS_TOKEN is for OIDC_ACCOUNTS=okta only: remove it.')
  if (kind === undefined && url !== undefined)
    throw new CannotStart('OIDC_ACCOUNTS is missing: OIDC_ACCOUNTS_URL says where, not what.')
  return kind && { kind, url }
}

/** Nothing that is for demonstration may run where NODE_ENV says production. */
function refuseDemonstration(settings: Settings, origin: string | undefined): void {
  const wrong: [boolean, string][] = [
    [!origin?.startsWith('https:'), 'RXDOCKET_ORIGIN must be set to the https address people use'],
    [!settings.databaseUrl, 'DATABASE_URL must be set to your own PostgreSQL'],
    [!settings.identityProvider, 'OIDC_ISSUER must be set to your own identity provider'],
    [!settings.key, 'RXDOCKET_KEY must be set to 32 random bytes'],
    [settings.intakeToken === DEMO_TOKEN, 'RXDOCKET_INTAKE_TOKEN must be set to a secret of your own'],
    [settings.seed !== 'none', 'RXDOCKET_SEED must be none'],
    [settings.asOf !== undefined, 'RXDOCKET_AS_OF must not be set'],
    [settings.testMode, 'RXDOCKET_TEST_MODE must not be on'],
  ]
  const first = wrong.find(([is]) => is)
  if (first) throw new CannotStart(`With NODE_ENV=production ${first[1]}.`)
}

/** The settings as lines for the log at start, secrets as stars. */
export function describeSettings(env: Record<string, string | undefined>): string[] {
  return names
    .filter((name) => env[name])
    .map((name) => `${name}=${(known[name] as Known).secret ? '****' : (env[name] as string)}`)
}

/** The page docs/guide/settings.md. */
export function settingsPage(): string {
  const rows = names.map((name) => {
    const { means, must, otherwise } = known[name]
    return `| \`${name}\` | ${means}; ${must} | ${otherwise} |`
  })
  return [
    '# Settings',
    '',
    'Environment variables, read once at start. A wrong one, or a `RXDOCKET_` one that is not here, is refused in one',
    'sentence and the portal does not start. With `NODE_ENV=production` everything made for demonstration is refused too.',
    '',
    '| Variable | Meaning | Without it |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
