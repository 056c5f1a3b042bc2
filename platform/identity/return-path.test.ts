import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'
import { hostilePaths } from './testing-return-paths.ts'

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

const hostile: readonly unknown[] = [...hostilePaths, null, undefined, 42, ['/home'], { toString: () => '/home' }]
test.each(hostile.map((payload) => [payload]))('%j goes to the start page', (payload) => {
  expect(safeReturnPath(payload, patterns)).toBe('/')
})

test('a return path loses its empty query', () => {
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
