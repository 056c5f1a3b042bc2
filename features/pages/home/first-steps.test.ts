import { expect, test } from 'vitest'
import { steps, stepsDone, type Kept } from './first-steps.ts'

const kept = (more: Partial<Kept> = {}): Kept => ({ done: [], later: null, removed: false, ...more })
const nothing = { delegate: false, patient: false, decided: false }

test.each([
  ['has done nothing', kept(), nothing, []],
  ['opened a patient and read Help', kept({ done: ['help'] }), { ...nothing, patient: true }, ['patient', 'help']],
  ['decided a request meanwhile', kept({ done: ['notices'] }), { ...nothing, decided: true }, ['notices', 'decide']],
  ['decided requests before the first look', kept(), { ...nothing, decided: true }, undefined],
  ['put it off until tomorrow', kept({ later: '2026-11-30' }), nothing, undefined],
  ['put it off yesterday', kept({ later: '2026-11-29' }), nothing, []],
  ['removed it', kept({ removed: true }), nothing, undefined],
  ['has done all', kept({ done: [...steps] }), { delegate: true, patient: true, decided: true }, undefined],
  ['is not known yet', kept(), { ...nothing, decided: null }, undefined],
] as const)('a user who %s', (_who, of, known, expected) => {
  expect(stepsDone(of, '2026-11-30', known)).toEqual(expected)
})
