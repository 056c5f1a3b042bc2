import { expect, test } from 'vitest'
import { pdfReport, type Report } from './pdf.ts'
import { pagesOf } from '#testing/browser/pdf-text.ts'

const report = (rows: string[][], more: Partial<Report> = {}): Report => ({
  title: 'Authorization requests',
  about: ['State: FL', 'Times in America/New_York'],
  columns: [
    { label: 'Claimant', share: 2 },
    { label: 'Cost', share: 1, align: 'right' },
  ],
  rows,
  empty: 'No authorizations match these filters',
  footer: 'Printed by Juno M.',
  now: new Date('2026-01-31T12:00:00Z'),
  ...more,
})
const many = (count: number) => Array.from({ length: count }, (_, at) => [`Person ${at}`, '$1.00'])

test('an empty report says on its one page that nothing matched', async () => {
  const pages = pagesOf(await pdfReport(report([])))
  expect(pages).toHaveLength(1)
  expect(pages[0]).toContain('No authorizations match these filters')
  expect(pages[0]).toContain('State: FL')
  expect(pages[0]).toContain('Page 1 of 1')
})

test('every row is on paper once, the head on each page, and no page is blank', async () => {
  let onOnePage = 0
  for (let count = 25; count <= 32; count += 1) {
    const pages = pagesOf(await pdfReport(report(many(count))))
    for (const page of pages) {
      expect(page).toContain('Claimant')
      expect(page).toMatch(/Person \d/)
    }
    for (let at = 0; at < count; at += 1)
      expect(
        pages
          .join('\n')
          .split('\n')
          .filter((line) => line === `Person ${at}`),
      ).toHaveLength(1)
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
    if (pages.length === 1) onOnePage = count
  }
  // The page break lies inside the counts tried, so the row just over it was among them.
  expect(onOnePage).toBeGreaterThan(25)
  expect(onOnePage).toBeLessThan(32)
})

test('letters of several scripts come back, those without a drawing too', async () => {
  const names = ['Łukasz Žižek-O’Brien', 'José', 'Иван Петров', '山田 太郎', 'عمر']
  const [page] = pagesOf(await pdfReport(report(names.map((name) => [name, '']))))
  for (const name of names) expect(page).toContain(name)
})

test('a long cell is wrapped, nothing of it is lost', async () => {
  const word = 'x'.repeat(400)
  const long = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ')
  const text = pagesOf(
    await pdfReport(
      report(
        [
          [word, ''],
          [long, ''],
        ],
        { remark: 'Only the first 2,000 are here.' },
      ),
    ),
  ).join('\n')
  expect(text.match(/x+/g)!.join('').length).toBeGreaterThanOrEqual(400)
  for (let at = 0; at < 900; at += 1) expect(text).toMatch(new RegExp(`word${at}\\b`))
  expect(text).toContain('Only the first 2,000 are here.')
})
