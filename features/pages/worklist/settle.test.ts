import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListRow } from '#features/worklist/listed.ts'
import { settle } from './settle.ts'

const row = (authorizationId: string, version = 1) => ({ authorizationId, version }) as ListRow
const rows = (ids: string) => [...ids].map((id) => row(id))
const said = (shown: string, found: string) => {
  const { rows: now, fresh } = settle(rows(shown), rows(found))
  return [now.map((one) => one.row.authorizationId + (one.gone ? '-' : '')).join(' '), fresh]
}

test.each([
  ['abc', 'abc', 'a b c', 0],
  ['abc', 'xabyc', 'a b c', 2],
  ['abc', 'ac', 'a b- c', 0],
  // The fourth moves up from the next page.
  ['abc', 'bcd', 'a- b c d', 0],
  ['abc', 'xbcd', 'a- b c d', 1],
  ['abc', '', 'a- b- c-', 0],
  ['abc', 'xyz', 'a- b- c-', 3],
  ['', 'xyz', 'x y z', 0],
])('%j with %j found shows %j and %i new', (shown, found, words, fresh) => {
  expect(said(shown, found)).toEqual([words, fresh])
})

test('a row that stays in a refreshed list shows its new content', () => {
  expect(settle([row('a', 1)], [row('a', 2)]).rows).toEqual([{ row: row('a', 2), gone: false }])
})

test('no shown row moves, and every found row is shown or counted', () => {
  const some = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 })
  fc.assert(
    fc.property(some, some, (shown, found) => {
      const { rows: now, fresh } = settle(
        shown.map((id) => row(id)),
        found.map((id) => row(id)),
      )
      expect(now.slice(0, shown.length).map((one) => one.row.authorizationId)).toEqual(shown)
      expect(now.filter((one) => !one.gone).length + fresh).toBe(found.length)
    }),
  )
})
