import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneText, plainLetters } from './one-text.ts'

test.each([
  ['Summit Fund', 'Summit Fund'],
  ['Workers’ Fund', "Workers' Fund"],
  ['“Harbor” Mutual', '"Harbor" Mutual'],
  ['Dunmore – Wren', 'Dunmore - Wren'],
  ['Dunmore—Wren', 'Dunmore-Wren'],
  ['Compañía de Seguros', 'Compania de Seguros'],
  ['Ærø Straße', 'AEro Strasse'],
  ['Łódź Mutual', 'Lodz Mutual'],
  ['Harbor™ Mutual®', 'Harbor Mutual'],
  ['Harbor\u00a0Mutual', 'Harbor Mutual'],
  ['Harbor\u200bMutual', 'Harbor Mutual'],
  ['Ｈａｒｂｏｒ', 'Harbor'],
  ['A & B (West)', 'A & B (West)'],
  ['山田 Mutual', 'Mutual'],
])('a carrier called %j is %j in a text', (name, plain) => expect(plainLetters(name)).toBe(plain))

test.each([
  ['Summit Fund', 'Summit Fund'],
  ['The Northern Harbor and Quillfeather Casualty Company', 'The Northern Harbor and Quillfeather Casualty'],
  ['Quillfeather-Dunmore-Piedrasol-Arbolverde-Muehlenbraeu', 'Quillfeather-Dunmore-Piedrasol-Arbolverde-Mueh'],
])('of %j as much is named as one text has room for', (name, named) => {
  const rest = 'x'.repeat(112)
  expect(oneText(name, (short) => `${short}: ${rest}`)).toBe(`${named}: ${rest}`)
})

test('whatever the carrier is called, a text of up to 120 letters besides stays one text of plain letters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
      fc.integer({ min: 1, max: 120 }),
      (name, length) => {
        const text = oneText(name, (short) => `${short}: ${'x'.repeat(length)}`)
        expect(text).toMatch(/^[\x20-\x7e]+$/)
        expect(text.length).toBeLessThanOrEqual(160)
      },
    ),
  )
})
