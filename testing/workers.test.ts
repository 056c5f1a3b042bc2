import { expect, test } from 'vitest'
import { workersFor } from './workers.ts'

test.each([
  [2, 24, 3],
  [1, 2, 1],
  [1, 0.5, 1],
  [4, 16, 6],
  [16, 64, 8],
  [16, 4, 2],
])('%i processors and %f GiB of memory take %i workers', (processors, gib, workers) => {
  expect(workersFor(processors, gib * 2 ** 30)).toBe(workers)
})
