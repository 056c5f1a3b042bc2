import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInteractionFile } from './interaction-file.ts'

const heading = 'id,a,b,severity,text,source,section'
const file = (...lines: string[]): string => [heading, ...lines].join('\n')

test('A file of pairs is read line by line: codes by spaces, quoted texts, comments and blank lines left out', () => {
  const content = file(
    '# Example set, second quarter',
    'X1,10100101 1012,1710,2,"Sedation adds up, ""slowly"".",Example set,',
    '',
    'X2,1210,14120101010105,3,Watch the rhythm.,Example set,monograph 4711',
  )
  const pairs = [
    {
      id: 'X1',
      a: ['10100101', '1012'],
      b: ['1710'],
      severity: 2,
      text: 'Sedation adds up, "slowly".',
      source: { label: 'Example set', section: '', from: 'licensed' },
    },
    {
      id: 'X2',
      a: ['1210'],
      b: ['14120101010105'],
      severity: 3,
      text: 'Watch the rhythm.',
      source: { label: 'Example set', section: 'monograph 4711', from: 'licensed' },
    },
  ]
  expect(readInteractionFile(content)).toEqual({ pairs, bad: [] })
  expect(readInteractionFile(`\uFEFF${content.replaceAll('\n', '\r\n')}`)).toEqual({ pairs, bad: [] })
})

const columns = 'a,b,severity,text,source,section'.split(',')
test.each([
  ['has 6 columns instead of 7', 'X1,1010,1710,2,Text.,Set'],
  ['has 8 columns instead of 7', 'X1,1010,1710,2,Text, with a comma.,Set,'],
  ['has a quotation mark that is not closed', 'X1,1010,1710,2,"Text.,Set,'],
  ['has a quotation mark that is not closed', 'X1,1010,1710,2,"Text." more,Set,'],
  ['id must be 1 to 40 letters, digits, dots, dashes or underscores', ',1010,1710,2,Text.,Set,'],
  ['id X0 is on an earlier line', 'X0,1010,1710,2,Text.,Set,'],
  ['a names no drug code', 'X1,,1710,2,Text.,Set,'],
  ['b: 171 is no drug code of 4, 6, 8, 10, 12 or 14 digits', 'X1,1010,171,2,Text.,Set,'],
  ['b: 17 is no drug code of 4, 6, 8, 10, 12 or 14 digits', 'X1,1010,1710 17,2,Text.,Set,'],
  ['a: 1010010101010199 is no drug code of 4, 6, 8, 10, 12 or 14 digits', 'X1,1010010101010199,1710,2,Text.,Set,'],
  ['severity must be 1, 2 or 3', 'X1,1010,1710,major,Text.,Set,'],
  ['severity must be 1, 2 or 3', 'X1,1010,1710,4,Text.,Set,'],
  ['text must have 1 to 300 characters', 'X1,1010,1710,2,,Set,'],
  ['text must have 1 to 300 characters', `X1,1010,1710,2,${'x'.repeat(301)},Set,`],
  ['source must have 1 to 80 characters', 'X1,1010,1710,2,Text.,,'],
  ['section must have at most 80 characters', `X1,1010,1710,2,Text.,Set,${'x'.repeat(81)}`],
])('A line that %s is reported with its number', (says, line) => {
  const found = readInteractionFile(file('X0,1010,1710,1,Text.,Set,', line, 'X9,1010,1710,1,Text.,Set,'))
  expect(found.bad).toEqual([{ line: 3, says }])
  expect(found.pairs.map((pair) => pair.id)).toEqual(['X0', 'X9'])
})

test('An interaction file without its heading is refused', () => {
  const says = `must be the heading ${heading}`
  expect(readInteractionFile('').bad).toEqual([{ line: 1, says }])
  expect(readInteractionFile(`id,${columns.toReversed().join()}\n`).bad).toEqual([{ line: 1, says }])
})

test('Whatever a file holds, each line is a pair, a report, or left out', () => {
  const cell = fc.oneof(fc.constantFrom('X1', '1010', '2', '"', '""', '"a"', '', '#'), fc.string({ maxLength: 6 }))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 9 })), (rows) => {
      const lines = rows.map((row) => row.join(',').replaceAll(/[\r\n]/g, ' '))
      const { pairs, bad } = readInteractionFile(file(...lines))
      const skipped = lines.filter((line) => line.trim() === '' || line.startsWith('#')).length
      expect(pairs.length + bad.length + skipped).toBe(lines.length)
    }),
  )
})
