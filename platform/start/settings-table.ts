// The operator's settings: one row each, with its parser.

import { z } from 'zod'
import {
  PORT,
  HOST,
  ORIGIN,
  DATABASE,
  KEYING,
  ISSUER,
  INSTANT,
  KEY,
  SFTP,
  SMTP,
  MAIL_FROM,
  RETURNED_MAIL,
  GATEWAY,
  CLAMD,
  BUCKET,
  REGION,
  COLLECTOR,
  COLLECTOR_HEADERS,
  SEED,
  ON,
  token,
  TOKENS,
  FEED_TOKENS,
  WORDS,
  SCOPES,
  CLAIM,
  EARLY,
  HOURS,
  PROXIES,
} from './settings-checks.ts'
import { demoTokens } from './named-tokens.ts'
import { cookieKinds } from '../portal/portal.ts'

const twoTokens =
  'must be 8 to 200 printable characters without spaces, in production 32 or more, or two such tokens with a space between'

export type Variable = {
  check: z.ZodType
  /** What a value must be: a refusal is the name and this sentence. */
  must: string
  means: string
  /** Shown as stars. */
  secret?: true
} & (
  | {
      /** The value where the variable is absent, as it would be written. */
      default: string
    }
  | {
      /** What holds where the variable is absent, in words. */
      without: string
    }
)
type ValueOf<One extends Variable> = z.output<One['check']> | (One extends { default: string } ? never : undefined)
export type Values = { [Name in keyof typeof variables]: ValueOf<(typeof variables)[Name]> }

/** Every variable there is, in the order of the guide. Type, reader and docs/guide/settings.md derive from this table. */
export const variables = {
  PORT: {
    check: PORT,
    must: 'must be a whole number from 1 to 65535, such as 3000',
    means: 'Port of the portal',
    default: '3000',
  },
  RXDOCKET_ORIGIN: {
    check: ORIGIN,
    must: 'must be the address people use, with https and without a path, such as https://portal.example.com',
    means: 'Address people use in the browser',
    without: '`http://localhost:` and the port',
  },
  RXDOCKET_DATA: {
    check: z.string().regex(/^[^\0]+$/),
    must: 'must be the path of a folder',
    means: 'Folder for everything kept on disk',
    default: '.data',
  },
  DATABASE_URL: {
    check: DATABASE,
    must: 'must look like postgres://user:password@host:5432/database, in production with ?sslmode=verify-full at its end',
    means: 'Your own PostgreSQL, version 15 or newer',
    without: 'the PostgreSQL that comes with the portal',
    secret: true,
  },
  RXDOCKET_OWNER_DATABASE_URL: {
    check: DATABASE,
    must: 'must look like postgres://owner:password@host:5432/database, the same database as DATABASE_URL with the login that owns its tables',
    means:
      'The same database with the login that owns its tables, for changes of the tables and for jobs; the login of DATABASE_URL then may do neither',
    without: 'DATABASE_URL; required in production',
    secret: true,
  },
  RXDOCKET_SEED: {
    check: SEED,
    must: 'must be test, demo, scale or none; scale/50 is a fiftieth of it',
    means: 'Made-up data loaded at the first start (docs/guide/made-up-data.md)',
    without: '`demo`; `none` in production',
  },
  RXDOCKET_AS_OF: {
    check: INSTANT,
    must: 'must be a date such as 2026-03-02 or an instant such as 2026-03-02T15:00:00Z',
    means: 'Day or instant around which the made-up data lie; a day means 15:00 UTC',
    without: 'now',
  },
  RXDOCKET_INTAKE_TOKEN: {
    check: TOKENS,
    must: twoTokens,
    means:
      'What services that send claims and messages prove themselves with: one token, or the new one and the old one',
    without: `\`${demoTokens.intake[0]}\`; none in production`,
    secret: true,
  },
  RXDOCKET_FAX_TOKEN: {
    check: TOKENS,
    must: twoTokens,
    means: 'What your fax gateway proves itself with when it says what became of a fax',
    without: `\`${demoTokens.fax[0]}\`; in production the gateway is refused`,
    secret: true,
  },
  RXDOCKET_SMS_TOKEN: {
    check: TOKENS,
    must: twoTokens,
    means: 'What your text message gateway proves itself with when it hands over texts or says what became of one',
    without: `\`${demoTokens.sms[0]}\`; in production the gateway is refused`,
    secret: true,
  },
  RXDOCKET_MAIL_TOKEN: {
    check: TOKENS,
    must: twoTokens,
    means: 'What your mail system proves itself with when it hands over mail that came back',
    without: `\`${demoTokens.mail[0]}\`; in production the mail system is refused`,
    secret: true,
  },
  RXDOCKET_FEED_TOKENS: {
    check: FEED_TOKENS,
    must: 'must look like NWM=token CSC=token, each token another one of 8 to 200 printable characters without spaces, in production 32 or more, and at most two a carrier',
    means: "What each carrier's eligibility feed proves itself with; it opens that carrier alone",
    without: `\`${demoTokens.feeds['*'][0]}\` for every carrier; in production feeds are refused`,
    secret: true,
  },
  OIDC_ISSUER: {
    check: ISSUER,
    must: 'must be the https address of your identity provider, such as https://login.example.com',
    means: 'Your own identity provider (OpenID Connect)',
    without: 'the demo provider with its demo accounts',
  },
  OIDC_CLIENT_ID: {
    check: token,
    must: 'must be the client id your identity provider gave this portal',
    means: 'Client id of the portal at that provider',
    without: 'none',
  },
  OIDC_CLIENT_SECRET: {
    check: token,
    must: 'must be the client secret your identity provider gave this portal',
    means: 'Client secret of the portal at that provider',
    without: 'none',
    secret: true,
  },
  OIDC_SCOPES: {
    check: SCOPES,
    must: 'must be words with a space between, openid among them, such as openid profile email offline_access',
    means:
      'What the portal asks that provider for; with a refresh token (often offline_access) sessions are renewed early',
    default: 'openid profile email',
  },
  OIDC_AUDIENCE: {
    check: token.max(500),
    must: 'must be the audience that provider writes into access tokens for the portal, without spaces',
    means: 'Audience of access tokens that clients bring themselves (`POST /session/okta`)',
    without: "the portal's address and `/api`",
  },
  OIDC_HINT_CLAIM: {
    check: CLAIM,
    must: 'must be the name of a claim',
    means: 'Claim with the longest session in minutes; 0 asks for no limit',
    without: '`refresh_hint`',
  },
  OIDC_ACR: {
    check: WORDS,
    must: 'must be values of the claim acr with a space between',
    means: 'Second factor: an ID token must have one of these `acr`, which are asked for, or one of `OIDC_AMR`',
    without: 'none is asked for',
  },
  OIDC_AMR: {
    check: WORDS,
    must: 'must be values of the claim amr with a space between, such as mfa otp hwk',
    means: 'Second factor: an ID token must have one of these among its `amr`, or one of `OIDC_ACR`',
    without: 'none is asked for',
  },
  OIDC_RENEW_EARLY: {
    check: EARLY,
    must: 'must be seconds from 1 to 3600',
    means: "How long before its end the provider's token is renewed",
    default: '60',
  },
  OIDC_ACCOUNTS: {
    check: z.enum(['okta', 'keycloak']),
    must: 'must be okta or keycloak',
    means:
      'Kind of that provider: the portal asks it for new passwords and recovery mails; see docs/guide/registration.md',
    without: 'passwords are managed there alone',
  },
  OIDC_ACCOUNTS_URL: {
    check: COLLECTOR,
    must: 'must be the https address of its management API, without a slash at the end',
    means: 'Okta: address of the organization; Keycloak: of the realm below /admin',
    without: 'follows from `OIDC_ISSUER`',
  },
  OIDC_ACCOUNTS_TOKEN: {
    check: token.max(500),
    must: 'must be the API token your identity provider gave this portal, without spaces',
    means: 'API token for Okta; for Keycloak the client itself is the service account',
    without: 'none',
    secret: true,
  },
  RXDOCKET_SIGN_IN: {
    check: z.enum(cookieKinds),
    must: `must be ${cookieKinds.slice(0, -1).join(', ')} or ${cookieKinds.at(-1)}`,
    means: 'Kind of cookies; docs/guide/sign-in.md has what each means',
    default: 'default',
  },
  RXDOCKET_SESSION_HOURS: {
    check: HOURS,
    must: 'must be hours from 1 to 24',
    means: 'Longest session, whatever the identity provider says',
    default: '12',
  },
  RXDOCKET_PROXIES: {
    check: PROXIES,
    must: 'must be addresses or networks with a comma between, such as 10.0.0.0/8,2001:db8::1',
    means: 'Proxies in front of the portal: only what they say about the address of a caller is believed',
    without: 'none: the caller is the address that connects',
  },
  SMTP_URL: {
    check: SMTP,
    must: 'must look like smtps://user:password@mail.example.com:465, or smtp:// of a server that offers STARTTLS',
    means: 'Mail server that sends notifications',
    without: 'messages are kept in the portal and not sent',
    secret: true,
  },
  RXDOCKET_MAIL_FROM: {
    check: MAIL_FROM,
    must: 'must be a mail address, such as no-reply@portal.example.com',
    means: 'Sender of the mail',
    without: 'the address of the brand',
  },
  RXDOCKET_MAIL_BOUNCES: {
    check: RETURNED_MAIL,
    must: 'must be a mail address without a plus sign, such as bounces@portal.example.com',
    means: 'Where mail that does not arrive comes back, with its id behind a plus sign (docs/guide/gateways.md)',
    without: 'the sender of the mail; nobody learns of it',
  },
  RXDOCKET_FAX_URL: {
    check: GATEWAY,
    must: 'must be the https address of your fax gateway, such as https://fax.example.com/messages',
    means: 'Gateway that takes faxes as JSON',
    without: 'faxes are kept in the portal and not sent',
    secret: true,
  },
  RXDOCKET_SMS_URL: {
    check: GATEWAY,
    must: 'must be the https address of your text message gateway, such as https://sms.example.com/messages',
    means: 'Gateway that takes text messages as JSON',
    without: 'text messages are kept in the portal and not sent',
    secret: true,
  },
  RXDOCKET_POST_URL: {
    check: GATEWAY,
    must: 'must be the https address of your mailing house, such as https://post.example.com/letters',
    means: 'Gateway that takes letters on paper as JSON, with their pages as PDF',
    without: 'letters on paper are kept in the portal and not sent',
    secret: true,
  },
  RXDOCKET_KEYING: {
    check: KEYING,
    must: 'must be people or, in a demonstration, standin',
    means: 'Who keys approvals of groups without Auto-PA into adjudication',
    without: 'a stand-in does at once; with NODE_ENV=production, people',
  },
  RXDOCKET_CLAMD: {
    check: CLAMD,
    must: 'must be the host and port of your ClamAV daemon, such as clamav.internal:3310',
    means: 'Scanner of documents from outside',
    without: 'documents are checked for their kind and for scripts, not for malware',
  },
  RXDOCKET_SFTP_URL: {
    check: SFTP,
    must: 'must look like sftp://user@files.example.com:22/incoming',
    means: 'SFTP server that takes the files of scheduled extracts, in a folder for each carrier',
    without: 'the folder `extracts` in `RXDOCKET_DATA`',
  },
  RXDOCKET_SFTP_KEY_FILE: {
    check: z.string().min(1),
    must: 'must be the path of a private key in the OpenSSH format',
    means: 'Private key this portal signs in to the SFTP server with',
    without: 'the password is used',
  },
  RXDOCKET_SFTP_PASSWORD: {
    check: token.max(500),
    must: 'must be the password of that user, without spaces',
    means: 'Password of the SFTP server, where it takes no key',
    without: 'the key is used',
    secret: true,
  },
  RXDOCKET_SFTP_HOST_KEY: {
    check: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/),
    must: 'must look like SHA256: and 43 letters, as ssh-keygen -l prints it',
    means: "Fingerprint of the SFTP server's key: another server gets nothing",
    without: 'no SFTP server',
  },
  RXDOCKET_S3_BUCKET: {
    check: BUCKET,
    must: 'must be the https address of your bucket with the bucket as its path, such as https://s3.example.com/rxdocket',
    means: 'Bucket for documents, of any storage with the S3 protocol; needed where several machines run the portal',
    without: 'the folder `documents` in `RXDOCKET_DATA`',
  },
  RXDOCKET_S3_KEY_ID: {
    check: token,
    must: 'must be the access key id of your bucket, without spaces',
    means: 'Access key id of the bucket',
    without: 'no bucket',
  },
  RXDOCKET_S3_SECRET: {
    check: token,
    must: 'must be the secret access key of your bucket, without spaces',
    means: 'Secret access key of the bucket',
    without: 'no bucket',
    secret: true,
  },
  RXDOCKET_S3_REGION: {
    check: REGION,
    must: 'must be the region your bucket is signed for, such as us-east-1',
    means: 'Region of the bucket',
    default: 'us-east-1',
  },
  RXDOCKET_NEWER_DATABASE: {
    check: ON,
    must: 'must be on or off',
    means: 'Start on a database that a newer version has changed; while a newer version is being rolled out',
    default: 'off',
  },
  RXDOCKET_TEST_MODE: {
    check: ON,
    must: 'must be on or off',
    means: 'Short sessions: Account Inactive after 60 seconds, logout 30 seconds later, to try the prompts out',
    default: 'off',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    check: COLLECTOR,
    must: 'must be the https address of an OpenTelemetry collector, without a slash at the end, such as https://otel.example.com',
    means: 'Collector that takes log records as OTLP over HTTP in JSON; see docs/guide/monitoring.md',
    without: 'nothing is sent',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    check: COLLECTOR_HEADERS,
    must: 'must look like name=value,name=value',
    means: 'Headers that collector asks for',
    without: 'none',
    secret: true,
  },
  RXDOCKET_TRACES: {
    check: ON,
    must: 'must be on or off',
    means: 'Sends each request to that collector as an OpenTelemetry trace, too; see docs/guide/monitoring.md',
    default: 'off',
  },
  RXDOCKET_METRICS_PORT: {
    check: PORT,
    must: 'must be a whole number from 1 to 65535, such as 9464',
    means: 'Port of this machine alone where Prometheus reads metrics; see docs/guide/monitoring.md',
    without: 'no metrics are served',
  },
  RXDOCKET_METRICS_HOST: {
    check: HOST,
    must: 'must be the address of a network interface, such as 10.0.0.5 or 0.0.0.0',
    means: 'Interface that port listens on, when Prometheus runs elsewhere in your private network',
    default: '127.0.0.1',
  },
  RXDOCKET_KEY: {
    check: KEY,
    must: 'must be 32 random bytes as 64 hexadecimal digits, such as the output of "openssl rand -hex 32"',
    means: 'Key that encrypts cookies and fields',
    without: 'made at the first start and kept in the data folder',
    secret: true,
  },
} satisfies Record<string, Variable>

export const names = Object.keys(variables) as (keyof Values)[]
