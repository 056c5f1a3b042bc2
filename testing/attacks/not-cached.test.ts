import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortalWithProvider, type PortalWithProvider } from '../portal-with-provider.ts'

// Answers are for one person and one moment: neither browsers nor proxies keep them. Files of the build are named for their content.

let portal: PortalWithProvider
beforeAll(async () => void (portal = await startPortalWithProvider()))
afterAll(() => portal.close())

test.each([
  'GET /livez',
  'GET /readyz',
  'GET /api/openapi.json',
  'GET /api/changes',
  'GET /api/user/details',
  'GET /api/nowhere',
  'POST /csp-report',
  'GET /nowhere.txt',
  'GET /',
  'GET /login',
  'GET /home',
  'GET /login/callback',
  'GET /login/callback?code=x&state=y',
  'GET /login-error',
  'GET /loginOkta',
  'GET /loginOkta/home',
  'GET /loginOktaSaml',
  'GET /loginOktaSaml/continue',
  'GET /logoutOkta',
  'GET /logout',
  'GET /confirm',
  'GET /ssoError',
  'GET /sso/start',
  'GET /sso/metadata',
  'GET /sso/logout',
  'POST /sso/logout',
  'POST /sso/saml',
  'GET /backchannel-logout',
  'POST /backchannel-logout',
  'GET /identity/keys',
  'GET /identity/.well-known/openid-configuration',
  'GET /identity/sign-out',
  'GET /identity/nowhere',
  'OPTIONS /api/user/details',
  'GET /%zz',
])('nothing keeps the answer to %s', async (line) => {
  const [method, path] = line.split(' ') as [string, string]
  const answer = await fetch(`${portal.origin}${path}`, { method, redirect: 'manual' })
  await answer.body?.cancel()
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
