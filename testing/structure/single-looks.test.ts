import { describe, expect, test } from 'vitest'
import { kindOf } from '../../tools/test-run/kinds.ts'
import { looksOf } from './look.ts'
import { filesOf, textOf } from './source.ts'

// A page is read by waiting: `expect.poll`, a locator's `waitFor`, or what testing/browser/settled.ts answers.

/** Helpers of browser tests, beside the tests themselves. */
const helpers = filesOf('{journeys,testing}/**/*.{ts,tsx}').filter(
  (file) =>
    !/\.test\.tsx?$|^testing\/(attacks|structure|browser\/settled\.ts$)/.test(file) &&
    /'playwright-core'/.test(textOf(file)),
)
const tests = filesOf('{features,platform,demo,testing,tools,journeys}/**/*.test.{ts,tsx}').filter(
  (file) => kindOf(file) === 'browser',
)
const helperText = (file: string): string | undefined => (helpers.includes(file) ? textOf(file) : undefined)

const inTest = (body: string): string => `import { expect, test } from 'vitest'\ntest('it', async () => {\n${body}\n})`
const found = (source: string): string[] =>
  looksOf('journeys/one.test.ts', source, () => undefined).single.map(({ line, what }) => `${line} ${what}`)

describe('the check', () => {
  test.each([
    ['a look that is expected', `expect(await page.getByText('a').count()).toBe(0)`, ['3 count()']],
    ['a look that is kept', `const words = await rows.first().innerText()`, ['3 innerText()']],
    ['a look that decides', `if (await dialog.isVisible()) await dialog.click()`, ['3 isVisible()']],
    ['a look in a loop', `for (const box of await boxes.all()) await box.check()`, ['3 all()']],
    ['a function that is a look', `const said = () => line.innerText()\nexpect(await said()).toBe('a')`, ['4 said()']],
    [
      'a function that acts and looks',
      `const open = async () => {\nawait button.click()\nreturn list.count()\n}\nexpect(await open()).toBe(1)`,
      ['5 count()'],
    ],
  ])('finds %s', (_name, body, lines) => expect(found(inTest(body))).toEqual(lines))

  test.each([
    ['a poll', `await expect.poll(() => rows.count()).toBe(3)`],
    [
      'a poll of several',
      `await expect.poll(async () => [await rows.count(), await tab.innerText()]).toEqual([1, 'a'])`,
    ],
    ['vi.waitFor', `await vi.waitFor(async () => expect(await rows.count()).toBe(3))`],
    ['a function that is polled', `const said = () => line.innerText()\nawait expect.poll(said).toBe('a')`],
    ['a value that is settled', `const address = await settled(page, () => link.getAttribute('href'))`],
    ['what runs in the page', `await page.evaluate(() => document.querySelector('a')?.getAttribute('href'))`],
    ['several promises', `await Promise.all([page.waitForURL('a'), link.click()])`],
  ])('leaves %s alone', (_name, body) => expect(found(inTest(body))).toEqual([]))

  test('follows a look through a helper of another file', () => {
    const helper = `export const wordsOf = (page) => page.locator('main').innerText()`
    const source = `import { wordsOf } from './helper.ts'\n${inTest(`expect(await wordsOf(page)).toBe('a')`)}`
    const { single } = looksOf('journeys/one.test.ts', source, (file) =>
      file === 'journeys/helper.ts' ? helper : undefined,
    )
    expect(single).toEqual([{ line: 4, what: 'wordsOf()' }])
  })
})

test('no browser test looks at a page once', () => {
  expect([tests.length > 50, helpers.length > 5]).toEqual([true, true])
  expect(
    [...tests, ...helpers].flatMap((file) =>
      looksOf(file, textOf(file), helperText).single.map(({ line, what }) => `${file}:${line} ${what}`),
    ),
  ).toEqual([])
})
