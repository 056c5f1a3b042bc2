import type { FastifyInstance } from 'fastify'
import type { Portal } from '../portal/portal.ts'
import type { ShowPage } from './sign-in.ts'
import { sql } from '../database/sql.ts'

// Failures of the machinery of signing in; a refusal of a person is an answer with a page of its own.
const loginErrors = ['SIGN_IN_EXPIRED', 'STATE_MISMATCH', 'PROVIDER_UNREACHABLE', 'TOKEN_INVALID', 'UNAVAILABLE']

const flagOn = () =>
  sql<{ on: boolean }>`select exists (select from feature_flag where key = 'loginErrorPage' and enabled) as on`

/** Whether failed sign-ins go to /login-error: a feature flag of the whole portal. Off where it cannot be read. */
async function isOn(portal: Portal): Promise<boolean> {
  const { text, values } = flagOn()
  return portal.pools.reader.query<{ on: boolean }>(text, values as unknown[]).then(
    ({ rows }) => rows[0]?.on === true,
    () => false,
  )
}

/** The page that tells of a failed sign-in of this kind. */
export const failurePath = async (portal: Portal, code: string): Promise<'/login-error' | '/login/callback'> =>
  loginErrors.includes(code) && (await isOn(portal)) ? '/login-error' : '/login/callback'

/** Shows /login-error while its flag is on; else the callback page tells what failed, and a bare visit leads to the login page. */
export function serveLoginErrorPage(app: FastifyInstance, portal: Portal, page: ShowPage): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/login-error',
    config: { plain: { name: 'login error', summary: 'The page of sign-ins that fail, by a flag', effect: 'public' } },
    handler: async (request, reply) => {
      portal.limits.take('signIn', request, undefined)
      if (await isOn(portal)) return page(request, reply)
      const query = (request.raw.url ?? '').split('?', 2)[1]
      const location = query?.includes('failed=') ? `/login/callback?${query}` : '/login'
      return reply.code(303).header('cache-control', 'no-store').header('location', location).send()
    },
  })
}
