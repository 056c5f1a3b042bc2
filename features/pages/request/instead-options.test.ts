import { expect, test } from 'vitest'
import { insteadOptions } from './instead-options.ts'

const brand = { ndc: '1', name: 'Celecoxib 200 mg capsule', brandFlag: 'M' }
const generic = { ...brand, ndc: '2', brandFlag: 'G' }
const other = { ndc: '4', name: 'Meloxicam 15 mg tablet', brandFlag: 'G' }
const named = {
  generic: { ndc: '2', name: 'Celecoxib 200 mg capsule, generic' },
  other: { ndc: '4', name: 'Meloxicam 15 mg tablet, generic' },
}

test('what was billed is not offered instead of itself, and a name of two makers once', () => {
  const found = [brand, generic, { ...generic, ndc: '3' }, other]
  expect(insteadOptions(found, '1', undefined)).toEqual([named.generic, named.other])
  // Another maker of what was billed is another product.
  expect(insteadOptions(found, '2', undefined).map(({ ndc }) => ndc)).toEqual(['1', '3', '4'])
})

test('the one that is chosen stays to be seen where it is, also when another name is looked for', () => {
  expect(insteadOptions([brand, generic, other], '1', named.other)).toEqual([named.generic, named.other])
  expect(insteadOptions([], '1', named.generic)).toEqual([named.generic])
  expect(insteadOptions([other], '1', named.generic)).toEqual([named.generic, named.other])
})
