import { expect, test } from 'vitest'
import { safeReturnPath } from '#platform/identity/return-path.ts'
import { isPathOf } from '#platform/session/path-pattern.ts'
import { publicPaths, returnPaths } from '#registry'
import { isPublic, returnPaths as browserPaths, screens } from '../../screens.ts'

test('every screen can be returned to after signing in, and none is public', () => {
  for (const { path, menu } of screens) {
    expect(returnPaths).toContain(path)
    expect(isPublic(path)).toBe(false)
    if (menu) expect(safeReturnPath(menu.href, returnPaths)).toBe(menu.href)
  }
  for (const path of publicPaths) expect(safeReturnPath(path, returnPaths)).toBe('/')
})

test('server and browser compute the same addresses', () => {
  expect([...browserPaths].sort()).toEqual([...returnPaths].sort())
  for (const path of publicPaths) expect(isPublic(path)).toBe(true)
})

test('menu entries have words, addresses and keys of their own', () => {
  const menus = screens.flatMap(({ menu }) => menu ?? [])
  for (const of of ['href', 'label', 'short', 'key', 'order'] as const)
    expect(new Set(menus.map((menu) => menu[of])).size).toBe(menus.length)
})

test.each([
  ['/home', '/home', true],
  ['/home', '/home/', false],
  ['/authorizations/:userId?', '/authorizations', true],
  ['/authorizations/:userId?', '/authorizations/me', true],
  ['/authorizations/:userId?', '/authorizations/request/1', false],
  ['/authorizations/request/:id', '/authorizations/request/1', true],
  ['/authorizations/request/:id', '/authorizations/request', false],
])('%s and %s: %s', (pattern, path, fits) => {
  expect(isPathOf(pattern, path)).toBe(fits)
})
