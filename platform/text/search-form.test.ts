import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterPrefix, normalizeForSearch } from './search-form.ts'

test.each([
  ["O'Brien", 'obrien'],
  ['O’Brien', 'obrien'],
  ['OBrien', 'obrien'],
  ['Smíth', 'smith'],
  ['SMITH-JONES', 'smithjones'],
  ['de la Cruz', 'delacruz'],
  ['Łukasz', 'lukasz'],
  ['Groß', 'gross'],
  ['İpek', 'ipek'],
  ['ﬁsher', 'fisher'],
  ['Jose\u0301', 'jose'],
  ['Ивано́в', 'иванов'],
  ['山田', '山田'],
  ['  %_\\  ', ''],
])('folds %s to %s', (name, expected) => {
  expect(normalizeForSearch(name)).toBe(expected)
})

test('a text that is in its search form stays the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(normalizeForSearch(normalizeForSearch(name))).toBe(normalizeForSearch(name))
    }),
  )
})

test('the range of a prefix holds exactly the texts that start with it', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcyz0189'), maxLength: 4 })
  fc.assert(
    fc.property(
      letters.filter((text) => text !== ''),
      letters,
      (prefix, text) => {
        const after = afterPrefix(prefix)
        expect(text >= prefix && (after === null || text < after)).toBe(text.startsWith(prefix))
      },
    ),
    { numRuns: 2000 },
  )
})
