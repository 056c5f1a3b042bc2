import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { pagesOf } from '#testing/browser/pdf-text.ts'
import { isUnseen, paperText, westernText } from './paper-text.ts'
import { fontFor } from './pdf-font.ts'
import { pdfLetter } from './pdf-letter.ts'
import { pdfReport } from './pdf.ts'

test.each([
  ['Dose 1\t0 mg', 'Dose 1 0 mg'],
  ['1\t2\t5', '1 2 5'],
  ['1\u20030 mg', '1 0 mg'],
  ['10\vmg\f20 mg\r\n30 mg\r40', '10\nmg\n20 mg\n30 mg\n40'],
  ['1⅓ tablets, ⅔ later', '1 1/3 tablets, 2/3 later'],
  ['dose ≤ 90, not ≥ 90', 'dose <= 90, not >= 90'],
  ['10 → 20 ← 10', '10 -> 20 <- 10'],
  ['10⁵', '10^5'],
  ['ｄｏｓｅ　１５', 'dose 15'],
  ['refused ✗, agreed ✓', 'refused [cross mark], agreed [check mark]'],
  ['non‑breaking', 'non-breaking'],
  ['José ½ ± ↑', 'José ½ ± ↑'],
])('%j is %j on paper', (typed, printed) => expect(paperText(typed)).toBe(printed))

test('without the typeface a sign that Western letters lack is its number', () => {
  expect(westernText('山田 “José” ↑ a\u200bb\u0007')).toBe('[U+5C71][U+7530] “José” [arrow up] ab[U+0007]')
  expect(westernText('≤ 1\t0')).toBe('<= 1 0')
})

const now = new Date('2026-11-28T12:00:00Z')
const note = 'Dose 1\t0 mg ≤ 90, 1⅓ a day'
const printed = 'Dose 1 0 mg <= 90, 1 1/3 a day'
const inLetter = (answer: string) =>
  pdfLetter({
    title: 'Letter',
    from: ['Example'],
    date: '11/28/2026',
    to: ['Doctor'],
    parts: [
      { kind: 'paragraph', text: note },
      { kind: 'facts', rows: [['Note', note]] },
      { kind: 'question', number: 1, text: 'Which dose?', answer },
    ],
    footer: 'Page',
    now,
  })

test('a note, a table and what a prescriber answered are printed with every blank and every sign', async () => {
  const report = await pdfReport({
    title: 'Record',
    about: [note],
    columns: [{ label: 'Note', share: 1 }],
    rows: [[note]],
    empty: '',
    footer: 'Page',
    now,
  })
  const all = (file: Uint8Array) => pagesOf(file).join('\n')
  expect(all(report).split(printed)).toHaveLength(3)
  expect(all(await inLetter(note)).split(printed)).toHaveLength(4)
})

/** Whether a sign is drawn as its number: the frame around it begins below the line. */
const isNumber = (font: Font, sign: string): boolean => {
  const [first] = font.glyphForCodePoint(sign.codePointAt(0)!).path.commands
  return first?.command === 'moveTo' && first.args[0] === 120 && first.args[1] === -120
}

test.each([
  ['Chinese', '张伟刘陈趙強劉陳黃'],
  ['Japanese', '佐藤さとうサトウ高橋'],
  ['Korean', '김민수이서연박'],
  ['Armenian', 'Հակոբյան'],
  ['Georgian', 'მაისურაძე'],
  ['Amharic', 'አበበቢቂላ'],
  ['Polish and Turkish', 'ŻółćĞülŁukasz'],
  ['Vietnamese', 'NguyễnThịÁnh'],
  ['Russian and Greek', 'ИвановЖукΑλέξης'],
])('a name in %s is printed in its letters', async (_script, name) => {
  const font = create((await fontFor([name])) as Buffer) as Font
  expect([...name.normalize('NFC')].filter((sign) => isNumber(font, sign))).toEqual([])
})

test.each([
  ['letters that join', 'محمد'],
  ['letters that run from the right', 'שלום'],
  ['letters that stack', 'नमस्ते'],
])('%s are printed as their numbers, none left out', async (_what, name) => {
  const font = create((await fontFor([name])) as Buffer) as Font
  expect([...name].filter((sign) => !isNumber(font, sign))).toEqual([])
})

test('no two signs look alike on paper, whichever script or block they are of', async () => {
  const signs: string[] = []
  for (let code = 0x530; code < 0x20000; code += code < 0x3000 ? 23 : 397) {
    const sign = String.fromCodePoint(code)
    // What is put together, or is only another form of a sign, is drawn as that sign.
    if (/^[\p{L}\p{S}\p{N}\p{P}\p{Cc}\p{Co}\p{Cn}]$/u.test(sign) && sign.normalize('NFKC') === sign && !isUnseen(sign))
      signs.push(sign)
  }
  const drawn = signs.filter((sign) => paperText(sign) === sign)
  const font = create((await fontFor(drawn)) as Buffer) as Font
  const looks = drawn.map((sign) => {
    const { path } = font.glyphForCodePoint(sign.codePointAt(0)!)
    return path.commands.map(({ command, args }) => `${command}${args.join(' ')}`).join('')
  })
  // The typeface's own letters may be alike: Latin H, Greek Η and Cyrillic Н.
  const itsOwn = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
  const place = new Map(looks.map((look, at) => [look, at]))
  expect(drawn.filter((sign, at) => !itsOwn.test(sign) && place.get(looks[at]!) !== at)).toEqual([])
  expect(looks).not.toContain('')
  expect(drawn.length).toBeGreaterThan(300)
})
