import { expect, test } from 'vitest'
import { filesOf } from './source.ts'

test.for(['database/migrations/*.sql', 'docs/decisions/*.md'])('each file of %s has a number of its own', (pattern) => {
  const numbers = filesOf(pattern).map((file) => /\/(\d{4})-[^/]+$/.exec(file)?.[1] ?? file)
  expect(numbers.length).toBeGreaterThan(10)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
