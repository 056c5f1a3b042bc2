import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, readDataFile, rowsOf, writeDataFile } from './data-file.ts'

const text = new TextEncoder()
const read = new TextDecoder()
/** COPY text has neither tab nor end of line in a value. */
const value = fc.string().map((one) => one.replaceAll(/[\t\n]/g, ' '))
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((count) =>
    fc
      .array(fc.array(value, { minLength: count, maxLength: count }), { maxLength: 6 })
      .map((rows) => ({ count, rows })),
  )
const copyOf = (rows: readonly (readonly string[])[]) => text.encode(rows.map((row) => `${row.join('\t')}\n`).join(''))

test('rows that were taken apart by column come together as they were', () => {
  fc.assert(
    fc.property(table, ({ count, rows }) => {
      const copy = copyOf(rows)
      expect(read.decode(rowsOf(columnsOf(copy, count)))).toBe(read.decode(copy))
    }),
  )
})

test('the columns of a table are its values, one a line, empty ones and those that are not there too', () => {
  const columns = columnsOf(
    copyOf([
      ['1', '', '\\N'],
      ['22', 'ü', 'x'],
    ]),
    3,
  )
  expect(columns.map((one) => read.decode(one))).toEqual(['1\n22\n', '\nü\n', '\\N\nx\n'])
})

test('a file of the data has every table with its columns, and what is done after them', () => {
  const after = [{ text: 'select $1', values: ['ü'] }]
  const file = writeDataFile(
    [
      {
        name: 'a',
        columns: ['id', 'words'],
        rows: copyOf([
          ['1', 'one'],
          ['2', 'two'],
        ]),
      },
      { name: 'none', columns: ['id'], rows: new Uint8Array() },
      { name: 'b', columns: ['only'], rows: copyOf([['x']]) },
    ],
    after,
  )
  const found = readDataFile(file)
  expect(found.after).toEqual(after)
  expect(found.tables.map(({ name, columns, bytes, rows }) => [name, columns, bytes, read.decode(rows())])).toEqual([
    ['a', ['id', 'words'], 12, '1\tone\n2\ttwo\n'],
    ['none', ['id'], 0, ''],
    ['b', ['only'], 2, 'x\n'],
  ])
})
