import { expect, test } from 'vitest'
import { filesOf, textOf } from './source.ts'

/** A style sheet that turns its page when the device is turned (WCAG 2.2, 1.3.4 Orientation). */
const locksOrientation = (sheet: string): boolean =>
  /@media[^{]*orientation\s*:/.test(sheet) && /rotate\s*[(:]/.test(sheet)

test('no style sheet holds its page in one orientation', () => {
  expect(locksOrientation('@media (orientation: portrait) { html { transform: rotate(90deg) } }')).toBe(true)
  const sheets = filesOf('{features,platform,demo,testing}/**/*.css')
  expect(sheets.length).toBeGreaterThan(20)
  expect(sheets.filter((file) => locksOrientation(textOf(file)))).toEqual([])
})
