import { expect, test } from 'vitest'
import { bornWords, namesakes } from './namesakes.ts'

const one = (claimantId: string, claimantFirstName: string, dob: string) => ({
  claimantId,
  claimantFirstName,
  claimantLastName: 'Applegarth',
  dob,
})

test('two people of one name have their birth dates named; one person with two claims is not a namesake', () => {
  const found = namesakes([
    one('1', 'Wendell', '1972-09-30'),
    one('1', 'Wendell', '1972-09-30'),
    one('2', 'WENDELL', '1979-09-03'),
    one('3', 'Marguerite', '1988-02-11'),
    one('3', 'Marguerite', '1988-02-11'),
  ])
  expect(found).toEqual([{ name: 'Wendell Applegarth', dobs: ['1972-09-30', '1979-09-03'], ids: new Set(['1', '2']) }])
  expect(bornWords(found[0]!.dobs)).toBe('One was born 09/30/1972, the other 09/03/1979.')
  expect(bornWords(['1972-09-30', '1979-09-03', '1980-01-02'])).toBe(
    'They were born 09/30/1972, 09/03/1979, 01/02/1980.',
  )
})
