import { expect, test } from 'vitest'
import { filesOf, productFiles, textOf } from './source.ts'

const MAX_SOURCE = 400
const MAX_TEST = 500
const MAX_MEDIAN = 80

/** Files that may be longer, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'reference/drug-table.ts': 'a table: one line for each made-up drug product',
  'reference/interaction-table.ts': 'a table: one row for each pair of drugs',
  'database/seed/injuries.ts': 'a table: injuries with their diagnoses, drugs and course',
}

const linesOf = (file: string): number => textOf(file).replace(/\n$/, '').split('\n').length
const sources = filesOf(
  '{features,platform,reference,database,demo,testing,journeys,tools,bench}/**/*.{ts,tsx,mjs,css}',
).concat(filesOf('*.{ts,tsx,css}'))

test(`a source file has at most ${MAX_SOURCE} lines, a file of tests ${MAX_TEST}; tables of data are named here`, () => {
  const long = sources.filter(
    (file) => !(file in exceptions) && linesOf(file) > (/\.test\.tsx?$/.test(file) ? MAX_TEST : MAX_SOURCE),
  )
  expect(long.map((file) => `${file}: ${linesOf(file)}`)).toEqual([])
})

test(`half of the product's source files have at most ${MAX_MEDIAN} lines`, () => {
  const lengths = productFiles.map(linesOf).sort((one, other) => one - other)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(MAX_MEDIAN)
})
