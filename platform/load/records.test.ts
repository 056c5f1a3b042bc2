import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../text/csv.ts'
import { csvFile, recordsIn, type FileRecord, type FileShape } from './records.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
async function* cut(content: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
async function read(text: string | Uint8Array, shape: FileShape = csvFile, size = 7): Promise<FileRecord[]> {
  const content = typeof text === 'string' ? bytes(text) : text
  const found: FileRecord[] = []
  for await (const record of recordsIn(cut(content, size), shape)) found.push(record)
  return found
}

test.each<[string, string, FileShape, string[][]]>([
  [
    'a table',
    'a,b\n1,2\n',
    csvFile,
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of Windows, none at the end',
    'a,b\r\n1,2',
    csvFile,
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotation marks, commas and line ends in a cell',
    '"x, y","say ""hi""\nthere"\n',
    csvFile,
    [['x, y', 'say "hi"\nthere']],
  ],
  [
    'empty cells and a mark of Excel',
    '\u{feff}a,,\n"",b,""\n',
    csvFile,
    [
      ['a', '', ''],
      ['', 'b', ''],
    ],
  ],
  ['a quotation mark within a cell', '5" tape,x\n', csvFile, [['5" tape', 'x']]],
  [
    'two quotation marks within a cell',
    'Vander""quill,x\n1,"2"\n',
    csvFile,
    [
      ['Vander""quill', 'x'],
      ['1', '2'],
    ],
  ],
  ['a mark of Excel before a cell in quotation marks with a line end', '\u{feff}"a\nb",c\n', csvFile, [['a\nb', 'c']]],
  [
    'tabs, where a quotation mark is a letter',
    'a\t"b\nc\td',
    { delimiter: '\t', quoted: false, encoding: 'utf-8' },
    [
      ['a', '"b'],
      ['c', 'd'],
    ],
  ],
  ['lines without anything', '\n\na\n\n', csvFile, [['a']]],
])('a file with %s is read, however it is cut into chunks', async (_, text, shape, cells) => {
  for (const size of [1, 3, 1000]) expect((await read(text, shape, size)).map((one) => one.cells)).toEqual(cells)
})

test('a file of the code page of Windows has its letters', async () => {
  const shape: FileShape = { delimiter: '\t', quoted: false, encoding: 'windows-1252' }
  expect((await read(Uint8Array.of(0x50, 0xe9, 0x09, 0x96), shape))[0]!.cells).toEqual(['Pé', '–'])
})

test('a quotation mark that is never closed names its line', async () => {
  await expect(read('a,b\n"1,2\n')).rejects.toThrow('Line 2 has a quotation mark that is not closed.')
  await expect(read(`a\n"${'x'.repeat(1_100_000)}`, csvFile, 100_000)).rejects.toThrow('Line 2 does not end.')
})

test('whatever is written as CSV is read as it was, and reading goes on from the end of any record', async () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', '\r\n', ' ', '7') })
    .map((text) => text.trim())
  const table = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      const content = bytes(rows.map((row) => csvLine(row)).join(''))
      const all = await read(content, csvFile, size)
      expect(all.map((one) => one.cells)).toEqual(rows)
      const half = all[Math.floor(all.length / 2)]!
      const later: FileRecord[] = []
      for await (const one of recordsIn(cut(content.subarray(half.end.bytes), size), csvFile, half.end)) later.push(one)
      expect(later).toEqual(all.slice(Math.floor(all.length / 2) + 1))
    }),
  )
})

test('a file of any length is read with one chunk of it in memory', async () => {
  const line = bytes(`${'x'.repeat(90)},y\n`)
  let given = 0
  async function* endless() {
    for (; given < 5000; given += 1) yield line
  }
  let seen = 0
  for await (const { end } of recordsIn(endless(), csvFile)) {
    seen += 1
    expect((given + 1) * line.length - end.bytes).toBeLessThanOrEqual(line.length)
  }
  expect(seen).toBe(5000)
})

test.each<[string, Uint8Array, string]>([
  [
    'letters of the code page of Windows',
    Uint8Array.of(...bytes('first,last\nJos'), 0xe9, ...bytes(',Muñoz\n')),
    'Line 2 has a byte that is not UTF-8: E9, after 3 bytes of the line. Save the file as "CSV UTF-8" and give it again.',
  ],
  [
    'a letter that is cut off',
    Uint8Array.of(...bytes('a,b\né,'), 0xe2, 0x82, ...bytes('\n')),
    'Line 2 has a byte that is not UTF-8: E2, after 3 bytes of the line.',
  ],
  [
    'letters of two bytes, with their mark',
    Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0),
    'This file is saved as UTF-16.',
  ],
  ['the same the other way round', Uint8Array.of(0xfe, 0xff, 0, 0x61, 0, 0x0a), 'This file is saved as UTF-16.'],
  ['the same without a mark', Uint8Array.of(0x61, 0, 0x2c, 0, 0x0a, 0), 'This file is saved as UTF-16.'],
  ['lines that end in CR alone', bytes('a,b\r1,2\r'), 'The lines of this file end in CR alone.'],
  ['the same in quotation marks', bytes('"a","b"\r"1","2"\r'), 'The lines of this file end in CR alone.'],
  ['the same with an inch in a cell', bytes('a,b\r5" tape,2\r'), 'The lines of this file end in CR alone.'],
  ['a separator named in quotation marks', bytes('"sep=;"\na;b\n'), 'The first line says which separator'],
  [
    'a letter of the old code page of DOS',
    Uint8Array.of(...bytes('a,b\nMu'), 0xa4, ...bytes('oz,1\n')),
    'Line 2 has a byte that is not UTF-8: A4, after 2 bytes of the line.',
  ],
  [
    'a letter of the code page of Windows in its heading',
    Uint8Array.of(...bytes('a,ni'), 0xf1, ...bytes('o\n1,2\n')),
    'Line 1 has a byte that is not UTF-8: F1, after 4 bytes of the line.',
  ],
  [
    'half of a letter of two parts (CESU-8)',
    Uint8Array.of(...bytes('a,b\n'), 0xed, 0xa0, 0x80, ...bytes(',1\n')),
    'Line 2 has a byte that is not UTF-8: ED, after 0 bytes of the line.',
  ],
  ['a line that names its separator', bytes('sep=,\na,b\n'), 'The first line says which separator the file has.'],
])('a file with %s is refused in one sentence', async (_, content, says) => {
  for (const size of [1, 1000])
    await expect(read(content, csvFile, size)).rejects.toThrow(
      expect.objectContaining({ message: expect.stringContaining(says) }),
    )
})

test('text after a closing quotation mark is said, and the cells before it are there', async () => {
  const [, one] = await read('a,b\n"Smith"Jr,7\n')
  expect(one).toMatchObject({
    cells: ['Smith', '7'],
    fault: 'Cell 1 has text after its closing quotation mark. Double each quotation mark within a cell.',
  })
})
