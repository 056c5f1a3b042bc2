import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesOf, columnsOf, loadBatch, type FileKind } from './load.ts'
import type { FileRecord } from './records.ts'

const kind = {
  kind: 'workers',
  columns: ['claim', 'name'],
  more: ['end'],
  ours: true,
} as const satisfies Partial<FileKind<unknown>>

test.each([
  ['a column is missing', ['claim'], 'The first line lacks "name".'],
  ['semicolons separate', ['claim;name;end'], 'The cells of this file are separated by semicolons.'],
  ['tabs separate', ['claim\tname\tend'], 'The cells of this file are separated by tabs.'],
  ['vertical bars separate', ['claim|name|end'], 'The cells of this file are separated by vertical bars.'],
  ['a column is there twice', ['claim', 'name', 'Name'], 'The first line has "Name" twice. Remove one of each.'],
  [
    'a column has another name',
    ['claim', 'name', 'end_date'],
    'The first line has "end_date", which is no column of this file. The columns are claim, name, end.',
  ],
])('a file of ours is refused where %s', (_, header, says) => {
  expect(() => columnsOf(header, kind)).toThrow(says)
})

test('a published file may have columns we do not read, also twice', () => {
  const { places, count, nameless } = columnsOf(['NPI', 'claim', 'Name', 'NPI'], { ...kind, ours: false })
  expect([...places, count, nameless]).toEqual([['claim', 1], ['name', 2], 4, []])
})

type Row = { claim: string; name: string; hasEnd: boolean }
const load = (header: readonly string[], lines: readonly (readonly string[])[]) => {
  const stored: Row[] = []
  const whole: FileKind<Row, 'claim' | 'name' | 'end'> = {
    ...kind,
    shape: { delimiter: ',', quoted: true, encoding: 'utf-8' },
    read: (cell, has) => ({ row: { claim: cell('claim'), name: cell('name'), hasEnd: has('end') } }),
    store: async (rows) => {
      stored.push(...rows.map(({ row }) => row))
      return { stored: rows.length, refused: [] }
    },
  }
  const records = lines.map((cells, at): FileRecord => ({
    line: at + 2,
    text: cells.join(),
    cells: [...cells],
    end: { bytes: 0, lines: at + 2 },
  }))
  const run = async () => []
  return loadBatch(whole, columnsOf(header, whole), records, run).then(({ refused }) => ({ stored, refused }))
}

test('a line with another number of cells is refused with both numbers, also where its last ones are empty', async () => {
  const found = await load(
    ['claim', 'name', 'end'],
    [['C1', 'Ash', ''], ['C2', 'Birch', 'Cherry', ''], ['C3'], ['', '', '', '']],
  )
  expect(found.stored).toEqual([{ claim: 'C1', name: 'Ash', hasEnd: true }])
  expect(found.refused).toEqual([
    {
      line: 3,
      column: 'line',
      message: 'This line has 4 cells and the first line 3. Put a cell with a comma in quotation marks.',
    },
    {
      line: 4,
      column: 'line',
      message: 'This line has 1 cell and the first line 3. Put a cell with a comma in quotation marks.',
    },
  ])
})

test('a file whose lines all end with empty cells is loaded; a line that has something there is refused', async () => {
  const found = await load(
    ['claim', 'name', '', ''],
    [
      ['C1', 'Ash', '', ''],
      ['C2', 'Birch', 'Jr.', ''],
      ['C3', 'Dogwood', '', '', ''],
    ],
  )
  expect(found.stored).toEqual([{ claim: 'C1', name: 'Ash', hasEnd: false }])
  expect(found.refused.map(({ line, message }) => [line, message])).toEqual([
    [
      3,
      'Cell 3 of this line has no name in the first line. Name it there, or put a cell with a comma in quotation marks.',
    ],
    [4, 'This line has 5 cells and the first line 4. Put a cell with a comma in quotation marks.'],
  ])
})

test.each([
  ['Jos\ufffd', true],
  ['Mu\ufffd\ufffdoz', true],
  ['O\u0092Brien', true],
  ['Pe\u0096a', true],
  ['José Muñoz-Peña', false],
  ['O’Brien', false],
  ['\u00a0Ash', false],
  ['Nguyễn', false],
])('a line of a file of ours with %j, of which a letter may be lost, is refused: %s', async (name, isLost) => {
  const found = await load(['claim', 'name'], [['C1', name]])
  expect([found.stored.length, found.refused.map(({ message }) => message)]).toEqual(
    isLost ? [0, ['Cell 2 of this line has a letter that was lost when the file was saved. Write it again.']] : [1, []],
  )
})

test('batches hold all records in their order, and never part neighbors of one claim that fit in two', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      async (claims, size) => {
        const records = claims.map((claim, at): FileRecord => ({
          line: at + 1,
          text: `x,${claim}`,
          cells: ['x', claim],
          end: { bytes: at + 1, lines: at + 1 },
        }))
        const batches: FileRecord[][] = []
        for await (const { records: some, end } of batchesOf(
          (async function* () {
            yield* records
          })(),
          size,
          1,
        )) {
          expect(end).toEqual(some.at(-1)!.end)
          batches.push(some)
        }
        expect(batches.flat()).toEqual(records)
        for (const [place, batch] of batches.entries()) {
          const next = batches[place + 1]?.[0]
          if (!next) continue
          const claim = batch.at(-1)!.cells[1]!
          const parted = claim !== '' && claim === next.cells[1]
          expect(batch.length).toBe(parted ? 2 * size : Math.max(size, batch.length))
          if (!parted && batch.length > size)
            expect(new Set(batch.slice(size - 1).map(({ cells }) => cells[1])).size).toBe(1)
        }
      },
    ),
  )
})
