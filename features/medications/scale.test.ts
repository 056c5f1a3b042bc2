import { expect, test } from 'vitest'
import { spanOf } from './scale.ts'

const today = '2026-11-30'
const spans = [3, 6, 13, 24]
const fills = (...days: string[]) => days.map((fillDate) => ({ supplies: [{ fillDate }] }))

test.each([
  ['nothing at all', [], 13],
  ['fills of this month', fills('2026-11-18', '2026-11-10'), 3],
  ['a fill exactly three months ago', fills('2026-08-30'), 3],
  ['a fill a day earlier', fills('2026-08-29', '2026-11-18'), 6],
  ['a fill of a year ago', fills('2025-11-30', '2026-11-18'), 13],
  ['a supply that began before the usual time', fills('2025-10-01'), 13],
])('the chart of %s begins where it is', (_, lanes, months) => {
  expect(spanOf({ lanes, marks: [], today }, spans, 13)).toBe(months)
})
