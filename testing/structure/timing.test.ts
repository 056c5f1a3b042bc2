import { describe, expect, test } from 'vitest'
import { filesOf, isTest, textOf } from './source.ts'
import { timedIn } from './timing.ts'

// Tests depend neither on the speed of the machine nor on the hour of the day: speed is measured in bench/, a hang is ended by
// the default of a run, and days are those of New York (testing/new-york-day.ts).

/** What measures or limits on purpose, and why. */
const meant: Readonly<Record<string, string>> = {
  'journeys/chat.test.ts': 'a click that is tried again until it is no longer needed',
  'platform/identity/two-processes.test.ts': 'the order in which requests began, not how long they took',
  'testing/attacks/fuzz.test.ts': 'an exhaustive run sends requests for longer than the default',
  'testing/database.ts': 'connections get two seconds to close before they are cut off',
  'testing/portal-in-browser.ts': 'prints a page of a test that has failed, where there still is one',
  'testing/walk/walk.test.ts': '`npm run walk` goes on for hours',
}

const found = (source: string): string[] => timedIn('platform/one.test.ts', source).map(({ what }) => what)

describe('the check', () => {
  test.each([
    [`const today = new Date().toISOString().slice(0, 10)`, ['a day in UTC']],
    [`const today = clock.now().toISOString().split('T')[0]`, ['a day in UTC']],
    [`const began = performance.now()`, ['performance.now()']],
    [`const { user } = process.cpuUsage(before)`, ['process.cpuUsage()']],
    [`expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(5000)`, ['a comparison with Date.now()']],
    [`test('it', async () => {}, 60_000)`, ['a limit of its own for test']],
    [`test.each([1])('it', () => {}, LIMIT)`, ['a limit of its own for test']],
    [`beforeAll(async () => {}, 120_000)`, ['a limit of its own for beforeAll']],
    [`await expect.poll(look, { timeout: 5000 }).toBe(1)`, ['timeout: 5000']],
    [`vi.setConfig({ testTimeout: 60_000 })`, ['testTimeout: 60000']],
  ])('finds %s', (source, what) => expect(found(source)).toEqual(what))

  test.each([
    `const at = new Date(text).toISOString()`,
    `const year = at.toISOString().slice(0, 4)`,
    `clock.move(Date.parse(day) - Date.now())`,
    `test('it', { tags: ['a'] }, () => {})`,
    `beforeAll(() => open())`,
    `await page.getByText('a').waitFor({ timeout: 120_000 })`,
  ])('leaves %s alone', (source) => expect(found(source)).toEqual([]))
})

test('no test depends on the speed of the machine or on the hour of the day', () => {
  const files = filesOf('{features,platform,reference,demo,database,testing,tools,journeys}/**/*.{ts,tsx}').filter(
    (file) => isTest(file) || /^(testing|journeys)\//.test(file),
  )
  expect(files.length).toBeGreaterThan(400)
  const timed = files.flatMap((file) => timedIn(file, textOf(file)).map(({ line, what }) => `${file}:${line} ${what}`))
  const isMeant = (place: string) => Object.keys(meant).some((file) => place.startsWith(`${file}:`))
  expect(timed.filter((place) => !isMeant(place))).toEqual([])
  expect(Object.keys(meant).filter((file) => !timed.some((place) => place.startsWith(`${file}:`)))).toEqual([])
})
