import { expect, test } from 'vitest'
import { filesOf } from '../testing/structure/source.ts'
import { readTests, selectTests } from './changed-tests.ts'

const tests = [
  { file: 'features/letters/jobs.test.ts', imports: ['features/letters/jobs.ts'] },
  { file: 'features/letters/pdf/page.test.ts', imports: ['features/letters/pdf/page.ts'] },
  { file: 'features/clock/clock.test.ts', imports: ['features/letters/machine.ts', 'features/keying/contract.ts'] },
  { file: 'platform/dates/day.test.ts', imports: ['platform/dates/day.ts'] },
  { file: 'platform/http/cookies.test.ts', imports: ['platform/http/cookies.ts'] },
  { file: 'testing/structure/layers.test.ts', imports: ['testing/structure/source.ts'] },
  { file: 'testing/attacks/tenant-walls.test.ts', imports: [] },
]
const structure = 'testing/structure/layers.test.ts'

test.each([
  ['nothing', [], [structure]],
  [
    'a file of a feature: the whole feature and who imports the file',
    ['features/letters/machine.ts'],
    ['features/letters/jobs.test.ts', 'features/letters/pdf/page.test.ts', 'features/clock/clock.test.ts', structure],
  ],
  [
    'the handlers of a feature without tests of its own: the tests that import its contract',
    ['features/keying/handlers.ts'],
    ['features/clock/clock.test.ts', structure],
  ],
  ['a file of the platform: its folder', ['platform/dates/day.ts'], ['platform/dates/day.test.ts', structure]],
  ['a test: the tests of its folder', ['platform/http/new.test.ts'], ['platform/http/cookies.test.ts', structure]],
  ['a page of documentation', ['docs/guide/letters.md', 'README.md'], [structure]],
  ['a migration', ['database/migrations/0100.sql'], [structure, 'testing/attacks/tenant-walls.test.ts']],
])('npm test -- --changed runs for a change of %s', (_, changed, expected) => {
  expect(selectTests(changed, tests)).toEqual(expected)
})

test('npm test -- --changed runs, for a change of the handlers of any feature, tests that call it', () => {
  const all = readTests()
  const unproved = filesOf('features/*/handlers.ts').filter((file) =>
    selectTests([file], all).every((one) => one.startsWith('testing/structure/')),
  )
  expect(unproved).toEqual([])
})
