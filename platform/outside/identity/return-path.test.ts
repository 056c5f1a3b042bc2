import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

const patterns = [
  '/',
  '/home',
  '/authorizations',
  '/authorizations/:id?',
  '/patients',
  '/patients/:mc/:sc/:claim/:tab?',
  '/data-extract',
  '/accounts/*',
]

const ours = [
  '/',
  '/home',
  '/authorizations',
  '/authorizations/4f2c0e1a-8d5b-4a57-9c41-0a6c0c0d6f11',
  '/patients',
  '/patients/NWM/NWM1/c-812/transactions',
  '/patients/NWM/NWM1/c-812',
  "/patients/N%20W/O'Neil/c-812/notes",
  '/accounts/profile',
  '/accounts/out-of-office',
  '/authorizations?tab=pending&page=2',
  '/patients?x=//evil',
  '/data-extract?from=2026-01-01&to=2026-02-01',
  '/authorizations?q=na%C3%AFve',
]
test.each(ours)('%s is kept', (path) => {
  expect(safeReturnPath(path, patterns)).toBe(path)
})

/** The payload kinds of S-012 and the ones browsers and proxies read differently. */
const hostile: readonly unknown[] = [
  '//evil.example',
  '///evil.example',
  '////evil.example/home',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/%2f%2fevil.example',
  '/%2F%2Fevil.example',
  '/%2fevil.example',
  '/%252f%252fevil.example',
  '/%5cevil',
  '/%5c%5cevil.example',
  '/%255cevil',
  'https:evil',
  'https://evil.example',
  'https:/evil.example',
  'HTTPS://evil.example/home',
  'http:\\\\evil.example',
  '//home@evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '/javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  '/..//evil',
  '/../home',
  '/home/..',
  '/home/../../evil',
  '/./home',
  '/accounts/..',
  '/accounts/../logout',
  '/accounts/%2e%2e/logout',
  '/accounts/%2E%2E%2Flogout',
  '/accounts/..%2f..%2flogout',
  '/accounts//evil',
  '/accounts/',
  '/@evil',
  '/@evil.example/home',
  '@evil.example',
  '/%40evil',
  '/%09/evil',
  '/\t/evil',
  '/\t\\evil',
  '\t//evil.example',
  '/%09%5cevil',
  '/home\t',
  '/home\n',
  '/home\r\nSet-Cookie: a=b',
  '/home%0d%0aSet-Cookie:%20a=b',
  '/home?x=%0d%0aLocation:%20https://evil.example',
  '/home?x=%250d%250aLocation:x',
  '/home?x=%5cevil',
  '/home?x=\\evil',
  '/home%00',
  '/home?x=%00',
  '/home\0',
  '/%',
  '/home?x=%',
  '/home?x=%e0%a4',
  '/home?x=%c2%85',
  '/。。/evil',
  '/accounts/%E3%80%82%E3%80%82/evil',
  '/evil。example',
  '//evil。example',
  '/／evil.example',
  '/accounts/%EF%BC%8Fevil',
  '/accounts/\u202eelif',
  '/home#//evil.example',
  '/#/home',
  '/home;//evil',
  '/;@evil',
  '/logout',
  '/logout?x=1',
  '/LOGOUT',
  '/login',
  '/login/callback?code=1&state=2',
  '/login/check',
  '/login-error',
  '/loginOkta',
  '/loginOkta/loginOkta/loginOkta/home',
  '/loginOktaSaml',
  '/%6cogout',
  '/%6Cogin/callback',
  '/ssoError',
  '/unknown',
  '/home/more',
  '/Home',
  '/patients/only-one',
  '/patients/a/b/c/d/e',
  '/api/session',
  '/.well-known/openid-configuration',
  `/accounts/${'a'.repeat(8000)}`,
  `/home?${'x'.repeat(2048)}`,
  'home',
  '',
  ' ',
  ' /home',
  '?x=1',
  '#',
  '.',
  '..',
  null,
  undefined,
  42,
  ['/home'],
  { toString: () => '/home' },
]
test.each(hostile.map((payload) => [payload]))('%j goes to the start page', (payload) => {
  expect(safeReturnPath(payload, patterns)).toBe('/')
})

test('an empty query is dropped', () => {
  expect(safeReturnPath('/home?', patterns)).toBe('/home')
})

test('with every payload named as a route, sign-in and sign-out pages are still refused', () => {
  const all = ['/login', '/logout', '/login/callback', '/loginOkta', '/*']
  for (const path of ['/login', '/logout', '/login/callback', '/loginOkta', '/loginOkta/home'])
    expect(safeReturnPath(path, all)).toBe('/')
})

const awkward = fc.constantFrom(
  '/',
  '\\',
  '%2f',
  '%5c',
  '%252f',
  '.',
  '..',
  '%2e',
  ':',
  '@',
  '?',
  '#',
  '\t',
  '%09',
  '\n',
  '%00',
  'home',
  'accounts',
  'login',
  'logout',
  'evil.example',
  'https:',
  'javascript:',
  ' ',
  '。',
  '／',
)
const anyPath = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(awkward, { maxLength: 12 }).map((parts) => `/${parts.join('')}`),
)

test('whatever comes in, the answer stays on our origin, in the route table and out of sign-in and sign-out', () => {
  fc.assert(
    fc.property(anyPath, (raw) => {
      const path = safeReturnPath(raw, patterns)
      const url = new URL(path, 'https://portal.example')
      expect(url.origin).toBe('https://portal.example')
      expect(url.pathname + url.search).toBe(path)
      expect(url.pathname).toMatch(/^\/(home|authorizations|patients|data-extract|accounts)?(\/|$)/)
      expect(url.pathname).not.toMatch(/\/\/|\\|\.\./)
    }),
    { numRuns: 5_000 },
  )
})
