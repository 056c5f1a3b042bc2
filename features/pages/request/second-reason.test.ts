import { expect, test } from 'vitest'
import { secondReason } from './second-reason.ts'

const first = (limit?: number | null, waitsFor: string[] = []) => ({
  byName: 'Lee Park',
  waitsFor,
  ...(limit !== undefined && { limit }),
})
test.each([
  ['over the limit', 4180, first(2500), '$1,680.00 over the limit of Lee Park', 1680],
  ['at the limit', 2500, first(2500), 'Your carrier asks for two people here', undefined],
  ['by somebody without a limit', 4180, first(null), 'Your carrier asks for two people here', undefined],
  ['saved before the limit was kept', 4180, first(), 'Your carrier asks for two people here', undefined],
  ['without a price', null, first(2500), 'Your carrier asks for two people here', undefined],
  ['with a code of supervisors', 900, first(2500, ['7Y']), 'Only a supervisor clears 7Y', undefined],
] as const)('a second approver reads why an approval waits: %s', (_, estimatedCost, firstApproval, words, over) => {
  const reason = secondReason({
    estimatedCost,
    firstApproval: { ...firstApproval, waitsFor: [...firstApproval.waitsFor] },
  })
  expect(reason.words).toBe(words)
  expect(reason.price?.over).toBe(over)
})
