import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotThisFile } from '#platform/load/records.ts'
import { readInteractionFile, type InteractionFile } from './interaction-file.ts'

const heading = 'id,a,b,severity,text,source,section'
const file = (...lines: string[]): string => [heading, ...lines].join('\n')
const read = (content: string): Promise<InteractionFile> => readInteractionFile(new TextEncoder().encode(content))

test('A file of pairs is read line by line: codes by spaces, quoted texts, comments and blank lines left out', async () => {
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
  expect(await read(content)).toEqual({ pairs, refused: [] })
  expect(await read(`\uFEFF${content.replaceAll('\n', '\r\n')}`)).toEqual({ pairs, refused: [] })
  expect(await read(`# Ours\n${content}`)).toEqual({ pairs, refused: [] })
})

test.each([
  ['line', 'This line has 6 cells and the first line 7.', 'X1,1010,1710,2,Text.,Set'],
  ['line', 'This line has 8 cells and the first line 7.', 'X1,1010,1710,2,Text, with a comma.,Set,'],
  ['line', 'Cell 5 has text after its closing quotation mark.', 'X1,1010,1710,2,"Text." more,Set,'],
  ['id', 'Enter 1 to 40 letters, digits, dots, dashes or underscores.', ',1010,1710,2,Text.,Set,'],
  ['id', 'X0 is on an earlier line.', 'X0,1010,1710,2,Text.,Set,'],
  ['a', 'Enter a drug code.', 'X1,,1710,2,Text.,Set,'],
  ['b', '171 is no drug code of 4, 6, 8, 10, 12 or 14 digits.', 'X1,1010,171,2,Text.,Set,'],
  ['b', '17 is no drug code of 4, 6, 8, 10, 12 or 14 digits.', 'X1,1010,1710 17,2,Text.,Set,'],
  ['a', '1010010101010199 is no drug code of 4, 6, 8', 'X1,1010010101010199,1710,2,Text.,Set,'],
  ['severity', 'Enter 1, 2 or 3.', 'X1,1010,1710,major,Text.,Set,'],
  ['severity', 'Enter 1, 2 or 3.', 'X1,1010,1710,4,Text.,Set,'],
  ['text', 'Enter 1 to 300 characters.', 'X1,1010,1710,2,,Set,'],
  ['text', 'Enter 1 to 300 characters.', `X1,1010,1710,2,${'x'.repeat(301)},Set,`],
  ['source', 'Enter 1 to 80 characters.', 'X1,1010,1710,2,Text.,,'],
  ['section', 'Enter 0 to 80 characters.', `X1,1010,1710,2,Text.,Set,${'x'.repeat(81)}`],
])('A line is refused in column %s: %s', async (column, says, line) => {
  const found = await read(file('X0,1010,1710,1,Text.,Set,', line, 'X9,1010,1710,1,Text.,Set,'))
  expect(found.refused).toEqual([{ line: 3, column, message: expect.stringContaining(says) }])
  expect(found.pairs.map((pair) => pair.id)).toEqual(['X0', 'X9'])
})

test.each([
  ['nothing in it', '', 'The file is empty.'],
  ['a column that is missing', heading.replace('section', ''), 'The first line lacks "section".'],
  ['a column of another name', `${heading},weight`, 'The first line has "weight", which is no column of this file.'],
  ['a column twice', `${heading},text`, 'The first line has "text" twice.'],
  ['semicolons', heading.replaceAll(',', ';'), 'The cells of this file are separated by semicolons.'],
  ['a quotation mark that never closes', file('X1,1010,1710,2,"Text.,Set,'), 'Line 2 has a quotation mark that is not'],
  ['lines that end in CR alone', `${heading}\rX1,1010,1710,2,Text.,Set,\r`, 'The lines of this file end in CR alone.'],
])('A file with %s is refused in one sentence', async (_, content, says) => {
  await expect(read(content)).rejects.toThrow(expect.objectContaining({ message: expect.stringContaining(says) }))
})

test('A file saved in the code page of Windows is refused with its byte and line', async () => {
  const bytes = Buffer.from(file('X1,1010,1710,2,Sédation.,Set,'), 'latin1')
  await expect(readInteractionFile(bytes)).rejects.toThrow('Line 2 has a byte that is not UTF-8: E9')
})

test('Columns may come in any order', async () => {
  const { pairs } = await read('severity,section,id,b,a,source,text\n2,,X1,1710,1010,Set,Text.\n')
  expect(pairs).toMatchObject([{ id: 'X1', a: ['1010'], b: ['1710'], severity: 2, text: 'Text.' }])
})

test('Whatever a file holds, each line is a pair, a report, or left out, or the file is refused in a sentence', async () => {
  const cell = fc.oneof(fc.constantFrom('X1', '1010', '2', '"', '""', '"a"', '', '#'), fc.string({ maxLength: 6 }))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 9 })), async (rows) => {
      const lines = rows.map((row) => row.join(',').replaceAll(/[\r\n]/g, ' '))
      const found = await read(file(...lines)).catch((reason: unknown) => reason)
      if (found instanceof Error) {
        expect(found).toBeInstanceOf(NotThisFile)
        return
      }
      const { pairs, refused } = found as InteractionFile
      const reported = new Set(refused.map(({ line }) => line)).size
      expect(pairs.length + reported).toBeLessThanOrEqual(lines.length)
      for (const { line } of refused) expect(lines[line - 2]).not.toBe('')
    }),
  )
})
