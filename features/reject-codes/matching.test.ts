import { expect, test } from 'vitest'
import { shortcutGroups } from '#features/shell/shortcut-groups.ts'
import { rejectCodes } from '#reference/reject-codes.ts'
import { glossary } from './glossary.ts'
import { helpFor } from './matching.ts'

const codes = rejectCodes.map(({ code, meaning, fixHint }) => ({ rejectCode: code, description: meaning, fixHint }))
const find = (typed: string, all = false) => {
  const found = helpFor(typed, codes, shortcutGroups([]), all)
  return {
    codes: found.codes.map(({ rejectCode }) => rejectCode),
    terms: found.terms.map(({ term }) => term),
    keys: found.keys.flatMap(({ of }) => of.map(({ does }) => does)),
  }
}

test.each([
  ['79', ['79'], [], []],
  ['refill soon', ['79'], ['Refill too soon'], []],
  ['MME', [], ['MME'], []],
  ['days supply', ['19'], ['Days’ supply'], []],
  ['SNOOZE', [], ['Snooze'], ['Snooze']],
  ['zzz', [], [], []],
])('%s finds codes %j, terms %j, keys %j', (typed, someCodes, terms, keys) => {
  const found = find(typed)
  expect(found.codes).toEqual(expect.arrayContaining(someCodes))
  expect(found.terms).toEqual(expect.arrayContaining(terms))
  expect(found.keys).toEqual(expect.arrayContaining(keys))
  if (typed === 'zzz') expect(found).toEqual({ codes: [], terms: [], keys: [] })
})

test('without a search the codes people ask about stand there, all of them on request, and every term', () => {
  expect(find('').codes).toEqual(['70', '75', '76', '79', '88', '922', '925'])
  expect(find('', true).codes).toHaveLength(codes.length)
  expect(find('').terms).toHaveLength(glossary.length)
})

test('terms are in alphabetical order, each once, each a sentence', () => {
  const terms = glossary.map(({ term }) => term)
  expect(terms).toEqual([...new Set(terms)].toSorted((a, b) => a.localeCompare(b, 'en')))
  for (const { means } of glossary) expect(means).toMatch(/^[A-Z].+\.$/)
})
