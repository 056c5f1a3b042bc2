/**
 * What the operator decides, read from the environment once, at start (bar O-03, O-32). Everything has a value that
 * makes `npm start` work without any; a wrong value is refused in one sentence that names the variable and the cure.
 * docs/guide/settings.md is written from this file.
 */
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'

export type Settings = {
  /** TCP port of the portal. */
  port: number
  /** Where the browser finds the portal, without a slash at the end: `http://localhost:3000`. */
  origin: string
  /** Absolute path of the folder for everything the portal keeps on disk. */
  dataFolder: string
  /** Connection string of the operator's own PostgreSQL; absent means the embedded one. */
  databaseUrl: string | undefined
  seed: 'test' | 'demo' | 'none'
  /** ISO 8601 UTC instant the demo data are written around; absent means now. */
  asOf: string | undefined
  /** What the pharmacy intake sends to prove itself. */
  intakeToken: string
  /** The operator's own identity provider; absent means the demo provider with its demo accounts. */
  identityProvider: { issuer: string; clientId: string; clientSecret: string } | undefined
  /** 32 bytes that seal cookies and fields; absent means the one kept in the data folder. */
  key: Uint8Array | undefined
  /** Where mail, faxes and text messages go; each absent one has a local stand-in that only keeps them. */
  gateways: {
    smtpUrl: string | undefined
    faxUrl: string | undefined
    smsUrl: string | undefined
    mailFrom: string | undefined
  }
  production: boolean
}

const folder = join(import.meta.dirname, '..')
const DEMO_TOKEN = 'demo-intake'

const PORT = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535)
const ORIGIN = z.string().refine((text) => {
  const url = parsed(text)
  return url?.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url)))
})
const DATABASE = z.string().refine((text) => {
  const url = parsed(text)
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
})
const ISSUER = z.string().refine((text) => {
  const url = parsed(text)
  return (
    url !== undefined &&
    !url.search &&
    !url.hash &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url)))
  )
})
const INSTANT = z.union([
  z.iso.date().transform((date) => `${date}T15:00:00.000Z`),
  z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString()),
])
const KEY = z
  .union([
    z
      .string()
      .regex(/^[\da-f]{64}$/i)
      .transform((text) => Buffer.from(text, 'hex')),
    z
      .string()
      .regex(/^[\w-]{43}$/)
      .transform((text) => Buffer.from(text, 'base64url')),
  ])
  .refine((bytes) => new Set(bytes).size > 8) // a real one has about 30 different bytes: "aaaa..." is a placeholder
const SMTP = z.string().refine((text) => {
  const url = parsed(text)
  return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
})
const MAIL_FROM = z.email()
const GATEWAY = z.string().refine((text) => {
  const url = parsed(text)
  return url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url)))
})
const token = z.string().regex(/^[\x21-\x7e]+$/)

type Known = { check: z.ZodType; must: string; means: string; otherwise: string; secret?: true }

/** Every variable there is: what it must be, what it means and what holds without it. */
const known = {
  PORT: {
    check: PORT,
    must: 'must be a whole number from 1 to 65535, such as 3000',
    means: 'Port of the portal',
    otherwise: '`3000`',
  },
  RXDOCKET_ORIGIN: {
    check: ORIGIN,
    must: 'must be the address people use, with https and without a path, such as https://portal.example.com',
    means: 'Address people use in the browser',
    otherwise: '`http://localhost:` and the port',
  },
  RXDOCKET_DATA: {
    check: z.string().regex(/^[^\0]+$/),
    must: 'must be the path of a folder',
    means: 'Folder for everything kept on disk',
    otherwise: '`.data`',
  },
  DATABASE_URL: {
    check: DATABASE,
    must: 'must look like postgres://user:password@host:5432/database',
    means: 'Your own PostgreSQL, version 15 or newer',
    otherwise: 'the PostgreSQL that comes with the portal',
    secret: true,
  },
  RXDOCKET_SEED: {
    check: z.enum(['test', 'demo', 'none']),
    must: 'must be test, demo or none',
    means: 'Made-up data loaded at the first start',
    otherwise: '`demo`; `none` in production',
  },
  RXDOCKET_AS_OF: {
    check: INSTANT,
    must: 'must be a date such as 2026-03-02 or an instant such as 2026-03-02T15:00:00Z',
    means: 'Day or instant around which the made-up data lie; a day means 15:00 UTC',
    otherwise: 'now',
  },
  RXDOCKET_INTAKE_TOKEN: {
    check: token.min(8).max(200),
    must: 'must be 8 to 200 printable characters without spaces',
    means: 'What a pharmacy system sends to prove itself',
    otherwise: `\`${DEMO_TOKEN}\`; none in production`,
    secret: true,
  },
  OIDC_ISSUER: {
    check: ISSUER,
    must: 'must be the https address of your identity provider, such as https://login.example.com',
    means: 'Your own identity provider (OpenID Connect)',
    otherwise: 'the demo provider with its demo accounts',
  },
  OIDC_CLIENT_ID: {
    check: token,
    must: 'must be the client id your identity provider gave this portal',
    means: 'Client id of the portal at that provider',
    otherwise: 'none',
  },
  OIDC_CLIENT_SECRET: {
    check: token,
    must: 'must be the client secret your identity provider gave this portal',
    means: 'Client secret of the portal at that provider',
    otherwise: 'none',
    secret: true,
  },
  SMTP_URL: {
    check: SMTP,
    must: 'must look like smtps://user:password@mail.example.com:465',
    means: 'Mail server that sends notifications',
    otherwise: 'messages are kept in the portal and not sent',
    secret: true,
  },
  RXDOCKET_MAIL_FROM: {
    check: MAIL_FROM,
    must: 'must be a mail address, such as no-reply@portal.example.com',
    means: 'Sender of the mail',
    otherwise: 'the address of the brand',
  },
  RXDOCKET_FAX_URL: {
    check: GATEWAY,
    must: 'must be the https address of your fax gateway, such as https://fax.example.com/messages',
    means: 'Gateway that takes faxes as JSON',
    otherwise: 'faxes are kept in the portal and not sent',
    secret: true,
  },
  RXDOCKET_SMS_URL: {
    check: GATEWAY,
    must: 'must be the https address of your text message gateway, such as https://sms.example.com/messages',
    means: 'Gateway that takes text messages as JSON',
    otherwise: 'text messages are kept in the portal and not sent',
    secret: true,
  },
  RXDOCKET_KEY: {
    check: KEY,
    must: 'must be 32 random bytes as 64 hexadecimal digits, such as the output of "openssl rand -hex 32"',
    means: 'Key that seals cookies and fields',
    otherwise: 'made at the first start and kept in the data folder',
    secret: true,
  },
} satisfies Record<string, Known>

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
  const settings: Settings = {
    port,
    origin: value('RXDOCKET_ORIGIN', ORIGIN) ?? `http://localhost:${port}`,
    dataFolder: isAbsolute(dataFolder) ? dataFolder : join(folder, dataFolder),
    databaseUrl: value('DATABASE_URL', DATABASE),
    seed: value('RXDOCKET_SEED', known.RXDOCKET_SEED.check) ?? (production ? 'none' : 'demo'),
    asOf: value('RXDOCKET_AS_OF', INSTANT),
    intakeToken: value('RXDOCKET_INTAKE_TOKEN', known.RXDOCKET_INTAKE_TOKEN.check) ?? DEMO_TOKEN,
    identityProvider: provider({
      issuer: value('OIDC_ISSUER', ISSUER),
      clientId: value('OIDC_CLIENT_ID', token),
      clientSecret: value('OIDC_CLIENT_SECRET', token),
    }),
    key: value('RXDOCKET_KEY', KEY),
    gateways: {
      smtpUrl: value('SMTP_URL', SMTP),
      faxUrl: value('RXDOCKET_FAX_URL', GATEWAY),
      smsUrl: value('RXDOCKET_SMS_URL', GATEWAY),
      mailFrom: value('RXDOCKET_MAIL_FROM', MAIL_FROM),
    },
    production,
  }
  if (production) refuseDemonstration(settings, env.RXDOCKET_ORIGIN)
  return settings
}

function provider(given: {
  issuer?: string | undefined
  clientId?: string | undefined
  clientSecret?: string | undefined
}) {
  const { issuer, clientId, clientSecret } = given
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret }
  if (!issuer && !clientId && !clientSecret) return undefined
  const missing = !issuer ? 'OIDC_ISSUER' : !clientId ? 'OIDC_CLIENT_ID' : 'OIDC_CLIENT_SECRET'
  throw new CannotStart(`${missing} is missing: an identity provider of your own needs all three OIDC_ settings.`)
}

/** Nothing that is for demonstration may run where NODE_ENV says production (bar S-201). */
function refuseDemonstration(settings: Settings, origin: string | undefined): void {
  const wrong: [boolean, string][] = [
    [!origin?.startsWith('https:'), 'RXDOCKET_ORIGIN must be set to the https address people use'],
    [!settings.databaseUrl, 'DATABASE_URL must be set to your own PostgreSQL'],
    [!settings.identityProvider, 'OIDC_ISSUER must be set to your own identity provider'],
    [!settings.key, 'RXDOCKET_KEY must be set to 32 random bytes'],
    [settings.intakeToken === DEMO_TOKEN, 'RXDOCKET_INTAKE_TOKEN must be set to a secret of your own'],
    [settings.seed !== 'none', 'RXDOCKET_SEED must be none'],
    [settings.asOf !== undefined, 'RXDOCKET_AS_OF must not be set'],
  ]
  const first = wrong.find(([is]) => is)
  if (first) throw new CannotStart(`With NODE_ENV=production ${first[1]}.`)
}

/** The settings as lines for the log at start, secrets as stars (bar O-32). */
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

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname)
}
