import { CannotStart } from '../cannot-start.ts'
import { isThisMachine } from '../this-machine.ts'
import { namedTokens } from './named-tokens.ts'
import { variables } from './settings-table.ts'
import type { Settings } from './settings.ts'

/** Characters of a token that nobody guesses. */
const SHORTEST_TOKEN = 32

/** Nothing that is for demonstration may run where NODE_ENV says production. */
export function refuseDemonstration(settings: Settings, origin: string | undefined): void {
  const wrong: [boolean, string][] = [
    [!origin?.startsWith('https:'), 'RXDOCKET_ORIGIN must be set to the https address people use'],
    [!settings.databaseUrl, 'DATABASE_URL must be set to your own PostgreSQL'],
    [
      encryptionOf(settings.databaseUrl) === 'unsaid',
      'DATABASE_URL must end in ?sslmode=verify-full, or in ?sslmode=disable where nobody else is on the network between',
    ],
    [
      settings.ownerDatabaseUrl === settings.databaseUrl,
      'RXDOCKET_OWNER_DATABASE_URL must be set to the same database with the login that owns its tables',
    ],
    [
      encryptionOf(settings.ownerDatabaseUrl) === 'unsaid',
      'RXDOCKET_OWNER_DATABASE_URL must end in ?sslmode=verify-full, or in ?sslmode=disable where nobody else is on the network between',
    ],
    [!settings.identityProvider, 'OIDC_ISSUER must be set to your own identity provider'],
    [!settings.key, 'RXDOCKET_KEY must be set to 32 random bytes'],
    [settings.serviceTokens.intake.length === 0, 'RXDOCKET_INTAKE_TOKEN must be set to a secret of your own'],
    [
      settings.gateways.faxUrl !== undefined && settings.serviceTokens.fax.length === 0,
      'RXDOCKET_FAX_TOKEN must be set to a secret your fax gateway knows',
    ],
    [
      settings.gateways.smsUrl !== undefined && settings.serviceTokens.sms.length === 0,
      'RXDOCKET_SMS_TOKEN must be set to a secret your text message gateway knows',
    ],
    [
      settings.gateways.mailBounces !== undefined && settings.serviceTokens.mail.length === 0,
      'RXDOCKET_MAIL_TOKEN must be set to a secret your mail system knows',
    ],
    ...namedTokens(settings.serviceTokens).map(([name, tokens]): [boolean, string] => [
      tokens.some((token) => token.length < SHORTEST_TOKEN),
      `${name} must have tokens of at least ${SHORTEST_TOKEN} characters, such as the output of "openssl rand -hex 32"`,
    ]),
    [settings.seed !== 'none', 'RXDOCKET_SEED must be none'],
    [settings.asOf !== undefined, 'RXDOCKET_AS_OF must not be set'],
    [!settings.keyedByPeople, 'RXDOCKET_KEYING must be people'],
    [settings.testMode, 'RXDOCKET_TEST_MODE must not be on'],
  ]
  const first = wrong.find(([is]) => is)
  if (first) throw new CannotStart(`With NODE_ENV=production ${first[1]}.`)
}

/** What a portal in production starts without, and what crosses a network in plain text: one sentence each, for its operator. */
export function warningsOf({ gateways, scanner, databaseUrl, ownerDatabaseUrl }: Settings): string[] {
  const absent = {
    SMTP_URL: gateways.smtpUrl,
    RXDOCKET_FAX_URL: gateways.faxUrl,
    RXDOCKET_SMS_URL: gateways.smsUrl,
    RXDOCKET_POST_URL: gateways.postUrl,
    RXDOCKET_CLAMD: scanner,
  }
  return [
    ...(Object.keys(absent) as (keyof typeof absent)[])
      .filter((name) => absent[name] === undefined)
      .map((name) => `${name} is not set: ${variables[name].without}.`),
    ...(mailIsPlain(gateways.smtpUrl) ? ['SMTP_URL says ignoreTLS: mail crosses the network in plain text.'] : []),
    ...Object.entries({ DATABASE_URL: databaseUrl, RXDOCKET_OWNER_DATABASE_URL: ownerDatabaseUrl })
      .filter(([, address]) => encryptionOf(address) === 'none')
      .map(([name]) => `${name} says sslmode=disable: what the database holds crosses the network in plain text.`),
  ]
}

/** Values of `sslmode` with which nothing is sent in plain text. */
const ENCRYPTED: ReadonlySet<string> = new Set(['verify-full', 'verify-ca', 'require', 'no-verify'])

/** How a connection to the database is encrypted; one within this machine needs no encryption. */
function encryptionOf(databaseUrl: string | undefined): 'some' | 'none' | 'unsaid' | undefined {
  if (databaseUrl === undefined) return undefined
  const url = new URL(databaseUrl)
  // A socket of this machine has an address without a host, or a folder as its host.
  if (url.hostname === '' || url.hostname.startsWith('%2') || isThisMachine(url)) return undefined
  const mode = url.searchParams.get('sslmode')
  return mode === 'disable' ? 'none' : mode !== null && ENCRYPTED.has(mode) ? 'some' : 'unsaid'
}

/** Whether mail crosses a network unencrypted: its address says so; `smtps` always is. */
function mailIsPlain(address: string | undefined): boolean {
  if (address === undefined) return false
  const url = new URL(address)
  return url.protocol === 'smtp:' && !isThisMachine(url) && url.searchParams.get('ignoreTLS') === 'true'
}
