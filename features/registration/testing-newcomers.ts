import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Portal } from '#platform/portal/portal.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { registration } from './contract.ts'

/** For tests: a user the identity provider knows, and how they register with a ticket or a token. */
export type Newcomer = {
  subject: string
  email: string
  /** A free username. */
  free: string
  /** A browser with the cookie a sign-in would have set; opened now. */
  ticket(): Promise<Visitor>
  token: string
}

type Invitation = {
  mc?: string
  roles?: string[]
  subs?: string[] | null
  days?: number
  sso?: boolean
  limit?: number | null
}

export function newcomersAt(api: TestApi) {
  let number = 0
  const known = new Map<string, { subject: string; email: string; issuedAt: () => string; verified: boolean }>()
  const identity = {
    logoutUrl: async (idToken: string | null) => (idToken === null ? null : `/logoutOkta?to=${idToken}`),
    verify: async (token: string) => {
      const owner = known.get(token)
      return (
        owner && {
          issuer: 'test',
          subject: owner.subject,
          email: owner.email,
          emailVerified: owner.verified,
          name: null,
          issuedAt: owner.issuedAt(),
          sid: null,
          refreshHintMinutes: null,
          authTime: null,
          acr: null,
          amr: [],
          secondFactor: null,
          once: { keyHash: createHash('sha256').update(`token ${token}`).digest(), until: '2099-01-01T00:00:00.000Z' },
        }
      )
    },
    renew: () => {},
    revoke: () => {},
  } satisfies Portal['identity']
  Object.assign(api.built.portal, { identity })

  const visitor = async (token: string): Promise<Visitor> => {
    const cookie = `${api.built.portal.cookies.session}=${token}`
    return {
      ...api.anonymous,
      cookie,
      ask: (call, input, options = {}) =>
        api.anonymous.ask(call, input, { ...options, headers: { cookie, ...options.headers } }),
      raw: (request) => api.anonymous.raw({ ...request, headers: { cookie, ...request.headers } }),
    }
  }

  return {
    identity,
    minutes: (count: number) => api.clock.move(count * 60_000),
    one: async <Row>(text: string, values: unknown[] = []): Promise<Row> =>
      (await api.db.query(text, values)).rows[0] as Row,
    /** The user row of a newcomer, where there is one. */
    userOf: async ({ subject }: Newcomer) =>
      (await api.db.query<Record<string, unknown>>('select * from app_user where idp_subject = $1', [subject])).rows[0],
    /** Writes an invitation as the administrator's call would. */
    async invite(
      email: string,
      { mc = 'AAA', roles = ['adjuster'], subs = null, days = 14, sso = false, limit = null }: Invitation = {},
    ) {
      const now = api.clock.now()
      await api.db.query(
        `insert into invitation (mc, id, email, first_name, last_name, sso_user, roles, sub_carriers, approval_limit, invited_by, invited_by_name,
          created_at, expires_at)
         values ($1, $2, $3, 'Noor', 'Haddad', $4, $5, $6, $7, $8, 'Kit Moss', $9, $9::timestamptz + make_interval(days => $10))`,
        [mc, randomUUID(), email, sso, roles, subs, limit, idOf('super.aaa'), now, days],
      )
    },
    /** A user with an account at the provider, invited by default. */
    async newcomer(
      invitation: Invitation | null = {},
      { verified = true, address }: { verified?: boolean; address?: string } = {},
    ): Promise<Newcomer> {
      number += 1
      const [subject, email, token] = [`sub-${number}`, address ?? `Mail${number}@newcomers.example`, `token-${number}`]
      const issued = api.clock.now().toISOString()
      known.set(token, { subject, email, issuedAt: () => issued, verified })
      if (invitation) await this.invite(email, invitation)
      return {
        subject,
        email,
        token,
        free: `free.name${number}`,
        ticket: async () => {
          const secret = randomBytes(32).toString('base64url')
          const now = api.clock.now()
          const { rows } = await api.db.query<{ registers: boolean }>(
            `select open_registration($1, 'test', $2, $3, $4, null, $5, 'sealed', gen_random_uuid(), '127.0.0.1', $5) as registers`,
            [createHash('sha256').update(secret).digest(), subject, email, verified, now],
          )
          if (!rows[0]?.registers) throw new Error('There is nobody to register.')
          return visitor(secret)
        },
      }
    },
    visitor,
  }
}

/** Status and refusal code of an answer. */
export const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
]

export const complete = (
  by: Visitor,
  person: Newcomer,
  more: Partial<{ newUserId: string; email: string; oktaToken: string }> = {},
) => by.ask(registration.complete, { newUserId: person.free, acceptedTermsOfUse: true, email: person.email, ...more })

export const check = (by: Visitor, userId: string, more: { oktaToken?: string } = {}) =>
  by.ask(registration.validate, { userId, ...more })
