import { expect, test } from 'vitest'
import { filesToLookAt, verdictOf, type Look } from './second-look.ts'

const JOURNEY = 'journeys/decide.test.ts'
const CALLS = 'features/letters/letters.test.ts'
const SCREEN = 'features/pages/home/home.test.ts'
const ATTACK = 'testing/attacks/edge.test.ts'
const RACE = 'testing/undo-race.test.ts'
const RULES = 'features/deadlines/due.test.ts'
const STRUCTURE = 'testing/structure/layers.test.ts'

const good = (file: string): Look => ({ file, passed: 2, faults: [] })
const bad = (file: string): Look => ({ file, passed: 1, faults: [`${file} is wrong`] })

test.each([
  ['nothing failed', [good(JOURNEY)], []],
  ['a file that drives a browser', [bad(JOURNEY), good(CALLS)], [JOURNEY]],
  ['a file that calls the server', [bad(CALLS)], [CALLS]],
  ['an attack', [bad(ATTACK)], [ATTACK]],
  ['pure rules: a fault', [bad(RULES), bad(CALLS)], [CALLS]],
  ['the structure: a fault', [bad(STRUCTURE)], []],
  ['more than twelve files: a broken change', Array.from({ length: 13 }, () => bad(CALLS)), []],
])('the second look is for what may depend on the machine: %s', (_, looks, again) => {
  expect(filesToLookAt(looks)).toEqual(again)
})

test('a file that fails twice has failed, one that passes alone is flaky', () => {
  const { failed, flaky, tooManyFlaky } = verdictOf(
    [bad(JOURNEY), bad(CALLS), good(SCREEN)],
    [bad(JOURNEY), good(CALLS)],
  )
  expect(failed).toEqual([bad(JOURNEY)])
  expect(flaky).toEqual([{ file: CALLS, first: bad(CALLS), second: good(CALLS) }])
  expect(tooManyFlaky).toBeUndefined()
})

test('a failed file without a second look has failed', () => {
  const { failed, flaky } = verdictOf([bad(RULES)], [])
  expect(failed).toEqual([bad(RULES)])
  expect(flaky).toEqual([])
})

test.each([
  ['three files', [JOURNEY, CALLS, SCREEN], undefined],
  ['four files', [JOURNEY, CALLS, SCREEN, 'journeys/letters.test.ts'], '4 files were flaky, 3 may be'],
  ['one attack', [ATTACK, CALLS], undefined],
  ['an attack and a race', [ATTACK, RACE], '2 attacks, races or crashes were flaky, 1 may be'],
])('a run passes with a few flaky files: %s', (_, files, sentence) => {
  expect(verdictOf(files.map(bad), files.map(good)).tooManyFlaky).toBe(sentence)
})

test('what was flaky of attacks stands first', () => {
  const files = [JOURNEY, RACE, CALLS]
  expect(verdictOf(files.map(bad), files.map(good)).flaky.map(({ file }) => file)).toEqual([RACE, JOURNEY, CALLS])
})
