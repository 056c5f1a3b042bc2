import { expect, test } from 'vitest'
import { areas } from './areas.ts'

const kinds = ['DateRange GROUP', 'Select SOLO of many', 'Select SOLO of one', 'Text SOLO']

test.each(areas.map((area) => [area.label, area] as const))(
  '%s has at least 15 fields, some of them usual, and filters of every kind',
  (_label, { fields, filters }) => {
    expect(fields.length).toBeGreaterThanOrEqual(15)
    expect(fields.some(({ usual }) => usual)).toBe(true)
    const found = filters.map(({ filterType, parameters: { type, multiSelect } }) =>
      [type, filterType, ...(type === 'Select' ? [multiSelect ? 'of many' : 'of one'] : [])].join(' '),
    )
    expect([...new Set(found)].toSorted()).toEqual(kinds)
    // What a text may be is said before it is typed.
    for (const { parameters } of filters.filter(({ parameters: { type } }) => type === 'Text'))
      expect(parameters).toMatchObject({ maxLength: expect.any(Number), validCharacters: expect.any(String) })
  },
)

test('there are eight subject areas', () => expect(areas).toHaveLength(8))
