/**
 * What the operator decides, read from the environment once, at start. `npm start` works without any of it; a wrong value is
 * refused in one sentence that names the variable and says what it must be.
 */
import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { noServices, type ServiceTokens } from '../portal/service-tokens.ts'
import type { AccountsSettings } from '../identity/accounts-at-provider/open.ts'
import { refuseDemonstration } from './production.ts'
import { demoTokens, namedTokens } from './named-tokens.ts'
import { names, variables, type Values, type Variable } from './settings-table.ts'

type Environment = Record<string, string | undefined>
export type Settings = ReturnType<typeof settingsFrom>

const folder = join(import.meta.dirname, '../..')

/** The settings of an environment. Throws `CannotStart` about the first wrong one; an empty value counts as absent. */
export function readSettings(env: Environment): Settings {
  const unknown = Object.keys(env).find((name) => name.startsWith('RXDOCKET_') && !names.some((one) => one === name))
  if (unknown) {
    const ours = names.filter((name) => name.startsWith('RXDOCKET_')).join(', ')
    throw new CannotStart(`${unknown} is not a setting: remove it or use one of ${ours}.`)
  }
  const production = env.NODE_ENV === 'production'
  const settings = settingsFrom(valuesOf(env), production)
  if (production) refuseDemonstration(settings, env.RXDOCKET_ORIGIN)
  return settings
}

/** Every variable with its value, parsed: the given one, else the default. */
function valuesOf(env: Environment): Values {
  const valueOf = (name: keyof Values): unknown => {
    const variable: Variable = variables[name]
    const text = env[name] || ('default' in variable ? variable.default : undefined)
    if (text === undefined) return undefined
    const result = variable.check.safeParse(text)
    if (!result.success) throw new CannotStart(`${name} ${variable.must}.`)
    return result.data
  }
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Values
}

/** The settings as the portal uses them: which belong together, and what follows from others. */
function settingsFrom(values: Values, production: boolean) {
  const { size = production ? 'none' : 'demo', fraction } = values.RXDOCKET_SEED ?? {}
  const data = values.RXDOCKET_DATA
  return {
    port: values.PORT,
    /** Without a slash at the end: `http://localhost:3000`. */
    origin: values.RXDOCKET_ORIGIN ?? `http://localhost:${values.PORT}`,
    /** Absolute. */
    dataFolder: isAbsolute(data) ? data : join(folder, data),
    ...databaseFrom(values),
    seed: size,
    /** Which part of the scale data is wanted, above 0 and at most 1; absent means all of it. */
    seedFraction: fraction,
    asOf: values.RXDOCKET_AS_OF,
    serviceTokens: tokensFrom(values, production),
    identityProvider: providerFrom(values),
    signInCookies: values.RXDOCKET_SIGN_IN,
    sessionHours: values.RXDOCKET_SESSION_HOURS,
    proxies: values.RXDOCKET_PROXIES ?? [],
    key: values.RXDOCKET_KEY,
    /** Each absent one has a local stand-in that only keeps what is sent. */
    gateways: {
      smtpUrl: values.SMTP_URL,
      faxUrl: values.RXDOCKET_FAX_URL,
      smsUrl: values.RXDOCKET_SMS_URL,
      postUrl: values.RXDOCKET_POST_URL,
      mailFrom: values.RXDOCKET_MAIL_FROM,
      mailBounces: values.RXDOCKET_MAIL_BOUNCES,
    },
    keyedByPeople: (values.RXDOCKET_KEYING ?? (production ? 'people' : 'standin')) === 'people',
    /** Absent means the stand-in, which knows the test file only. */
    scanner: values.RXDOCKET_CLAMD,
    /** Absent means a folder. */
    s3: bucketFrom(values),
    /** Absent means a folder. */
    sftp: sftpFrom(values),
    newerDatabase: values.RXDOCKET_NEWER_DATABASE,
    testMode: values.RXDOCKET_TEST_MODE,
    monitoring: {
      endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
      ...(values.RXDOCKET_TRACES && { traces: true }),
    },
    metrics:
      values.RXDOCKET_METRICS_PORT === undefined
        ? undefined
        : { host: values.RXDOCKET_METRICS_HOST, port: values.RXDOCKET_METRICS_PORT },
    production,
  }
}

/** The operator's own PostgreSQL: `ownerDatabaseUrl` is the same database with the login that owns its tables. */
function databaseFrom({ DATABASE_URL: databaseUrl, RXDOCKET_OWNER_DATABASE_URL: ownerDatabaseUrl }: Values) {
  if (ownerDatabaseUrl && !databaseUrl)
    throw new CannotStart(
      'DATABASE_URL is missing: the portal needs a login of its own beside the owner of the tables.',
    )
  return { databaseUrl, ownerDatabaseUrl: ownerDatabaseUrl ?? databaseUrl }
}

/** What services that call prove themselves with. Nobody has two at once, or one would open what the other is for. */
function tokensFrom(values: Values, production: boolean): ServiceTokens {
  const without = production ? noServices : demoTokens
  const tokens: ServiceTokens = {
    intake: values.RXDOCKET_INTAKE_TOKEN ?? without.intake,
    fax: values.RXDOCKET_FAX_TOKEN ?? without.fax,
    sms: values.RXDOCKET_SMS_TOKEN ?? without.sms,
    mail: values.RXDOCKET_MAIL_TOKEN ?? without.mail,
    feeds: values.RXDOCKET_FEED_TOKENS ?? without.feeds,
  }
  const known = new Set<string>()
  for (const [name, of] of namedTokens(tokens))
    for (const token of of) {
      if (known.has(token))
        throw new CannotStart(`${name} must have tokens of its own: each service and each feed needs another one.`)
      known.add(token)
    }
  return tokens
}

/** The bucket of documents; absent means that they are kept in a folder. */
function bucketFrom(values: Values) {
  const { RXDOCKET_S3_BUCKET: bucket, RXDOCKET_S3_KEY_ID: keyId, RXDOCKET_S3_SECRET: secret } = values
  if (bucket && keyId && secret) return { bucket, keyId, secret, region: values.RXDOCKET_S3_REGION }
  if (!bucket && !keyId && !secret) return undefined
  const missing = !bucket ? 'RXDOCKET_S3_BUCKET' : !keyId ? 'RXDOCKET_S3_KEY_ID' : 'RXDOCKET_S3_SECRET'
  throw new CannotStart(`${missing} is missing: a bucket for documents needs its address, key id and secret.`)
}

/** The SFTP server that takes the files of schedules; absent means a folder. */
function sftpFrom(values: Values) {
  const { RXDOCKET_SFTP_URL: url, RXDOCKET_SFTP_PASSWORD: password, RXDOCKET_SFTP_HOST_KEY: hostKey } = values
  const keyFile = values.RXDOCKET_SFTP_KEY_FILE
  if (!url && !password && !keyFile && !hostKey) return undefined
  if (!url)
    throw new CannotStart('RXDOCKET_SFTP_URL is missing: files cannot be sent without the address of the server.')
  if (!hostKey)
    throw new CannotStart('RXDOCKET_SFTP_HOST_KEY is missing: files are sent to no server that is not known.')
  if (!password && !keyFile)
    throw new CannotStart('RXDOCKET_SFTP_KEY_FILE is missing: the SFTP server needs a key or RXDOCKET_SFTP_PASSWORD.')
  const { hostname: host, port, username, pathname } = new URL(url)
  return {
    host,
    port: port === '' ? 22 : Number(port),
    username: decodeURIComponent(username),
    folder: decodeURIComponent(pathname),
    hostKey: hostKey.slice('SHA256:'.length),
    password,
    privateKey: keyFile === undefined ? undefined : keyIn(keyFile),
  }
}
function keyIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new CannotStart('RXDOCKET_SFTP_KEY_FILE must be the path of a file this portal can read.')
  }
}

/** The operator's own identity provider (OpenID Connect); absent means the demo provider with its demo accounts. */
function providerFrom(values: Values) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  const { OIDC_ACR: acr = [], OIDC_AMR: amr = [] } = values
  const secondFactor = acr.length + amr.length > 0 ? { acr, amr } : undefined
  const accounts = accountsFrom(values)
  if (accounts?.kind === 'keycloak' && accounts.url === undefined && issuer && !/\/realms\/[^/]+\/?$/.test(issuer))
    throw new CannotStart('OIDC_ACCOUNTS_URL is missing: OIDC_ISSUER does not end as the issuer of a Keycloak realm.')
  if (issuer && clientId && clientSecret)
    return {
      issuer,
      clientId,
      clientSecret,
      scopes: values.OIDC_SCOPES,
      audience: values.OIDC_AUDIENCE,
      hintClaim: values.OIDC_HINT_CLAIM,
      secondFactor,
      renewEarlySeconds: values.OIDC_RENEW_EARLY,
      accounts,
    }
  if (accounts) throw new CannotStart('OIDC_ISSUER is missing: OIDC_ACCOUNTS is about your own identity provider.')
  if (secondFactor) throw new CannotStart('OIDC_ISSUER is missing: only your own identity provider asks for a factor.')
  if (!issuer && !clientId && !clientSecret) return undefined
  const missing = !issuer ? 'OIDC_ISSUER' : !clientId ? 'OIDC_CLIENT_ID' : 'OIDC_CLIENT_SECRET'
  throw new CannotStart(`${missing} is missing: an identity provider of your own needs all three OIDC_ settings.`)
}

/** How the accounts of that provider are managed; absent means that it alone does. */
function accountsFrom(values: Values): AccountsSettings | undefined {
  const { OIDC_ACCOUNTS: kind, OIDC_ACCOUNTS_URL: url, OIDC_ACCOUNTS_TOKEN: token } = values
  if (kind === 'okta') {
    if (token === undefined) throw new CannotStart('OIDC_ACCOUNTS_TOKEN is missing: Okta asks for an API token.')
    return { kind, url, token }
  }
  if (token !== undefined) throw new CannotStart('OIDC_ACCOUNTS_TOKEN is for OIDC_ACCOUNTS=okta only: remove it.')
  if (kind === undefined && url !== undefined)
    throw new CannotStart('OIDC_ACCOUNTS is missing: OIDC_ACCOUNTS_URL says where, not what.')
  return kind && { kind, url }
}

/** The settings as lines for the log at start, secrets as stars. */
export function describeSettings(env: Record<string, string | undefined>): string[] {
  return names
    .filter((name) => env[name])
    .map((name) => `${name}=${(variables[name] as Variable).secret ? '****' : (env[name] as string)}`)
}

/** The page docs/guide/settings.md. */
export function settingsPage(): string {
  const rows = names.map((name) => {
    const variable: Variable = variables[name]
    const without = 'default' in variable ? `\`${variable.default}\`` : variable.without
    return `| \`${name}\` | ${variable.means}; ${variable.must} | ${without} |`
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
