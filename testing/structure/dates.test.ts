import { expect, test } from 'vitest'
import { filesOf, isTest, productFiles, textOf } from './source.ts'

/** What `platform/dates` does for everybody, and how it looks where a file does it by hand. */
const byHand: readonly [does: string, looks: RegExp][] = [
  ['a length of time in milliseconds: HOUR_MS, DAY_MS', /\b(?:3_?600_?000|86_?400_?000)\b|\b60 \* 60 \* 1000\b/],
  ['a constant of hours or days: HOUR_MS, DAY_MS', /\bconst (?:HOUR|DAY|MINUTE)(?:_MS)? =/],
  ['the day of an instant: dateIn, dateOfDay', /\.toISOString\(\)\.slice\(/],
  ['a later instant: later, addMs', /\bnew Date\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\s[+*-]\s/],
  ['a day in words: usDate', /\.slice\(5, 7\)\}[/-]/],
  ['an instant as text: isoOf', /=> new Date\(\w+\)\.toISOString\(\)$/],
]

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))

/** Places of a text where dates are computed by hand, as `line: what to call instead`. */
const placesIn = (text: string): string[] =>
  withoutComments(text)
    .split('\n')
    .flatMap((line, at) => byHand.flatMap(([does, looks]) => (looks.test(line) ? [`${at + 1}: ${does}`] : [])))

test('no file outside platform/dates computes with dates by hand', () => {
  const tools = filesOf('tools/**/*.ts').filter((file) => !isTest(file))
  const found = [...productFiles, ...tools]
    .filter((file) => !file.startsWith('platform/dates/'))
    .flatMap((file) => placesIn(textOf(file)).map((place) => `${file}:${place}`))
  expect(found).toEqual([])
})

test.each([
  'const due = at + 3_600_000',
  'const days = ms / 86400000',
  'const HOUR = 60 * MINUTE',
  'const today = now.toISOString().slice(0, 10)',
  'const until = new Date(now.getTime() + seconds * 1000)',
  'const until = new Date(Date.parse(now) - wait)',
  'const words = `${day.slice(5, 7)}/${day.slice(8, 10)}`',
  'const iso = (ms: number): string => new Date(ms).toISOString()',
])('a line that computes with dates by hand is found: %s', (line) => expect(placesIn(line)).not.toEqual([]))

test.each(['const until = later(now, 2 * HOUR_MS)', '// A day has 86_400_000 ms.', 'const at = new Date(text)'])(
  'a line that leaves dates to platform/dates is not found: %s',
  (line) => expect(placesIn(line)).toEqual([]),
)

test('a day that is asked is one the database has: `day` of platform/dates/fields.ts', () => {
  const contracts = productFiles.filter((file) => /(?:contract|fields|shapes?)\.ts$/.test(file))
  expect(contracts.length).toBeGreaterThan(50)
  expect(contracts.filter((file) => textOf(file).includes('z.iso.date('))).toEqual([])
})
