import { expect, test } from 'vitest'
import { kindOf } from './kinds.ts'

test.each([
  ['features/deadlines/due.test.ts', 'rules'],
  ['testing/structure/layers.test.ts', 'structure'],
  ['testing/structure/new-feature.test.ts', 'programs'],
  ['testing/attacks/roles.test.ts', 'attacks'],
  ['database/seed/demo.test.ts', 'seed'],
  ['journeys/decide.test.ts', 'browser'],
  ['features/pages/home/home.test.ts', 'browser'],
  ['features/letters/letters.test.ts', 'calls'],
  ['testing/crash.test.ts', 'programs'],
])('%s is a test of the kind %s', (file, kind) => {
  expect(kindOf(file)).toBe(kind)
})
