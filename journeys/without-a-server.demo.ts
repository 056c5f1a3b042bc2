import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, type TestBrowser } from '#testing/browser/browser.ts'
import { faultsOf } from '#testing/kit/axe.ts'

let browser: TestBrowser
const origin = inject('demoOrigin')

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a visitor chooses to be an adjuster, approves a request with no network but the files, finds it decided after a reload, and starts over', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const elsewhere: string[] = []
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      elsewhere.push(route.request().url())
      return route.abort()
    },
  )
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(origin)
  await page.getByRole('heading', { name: 'Who do you want to be?' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: /^Dana Ruiz/ }).click()
  await page.getByRole('dialog', { name: /^Welcome back/ }).waitFor({ timeout: 120_000 })
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.waitForURL(/\/authorizations\/request\//)
  const address = page.url()
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  const approved = page.getByText(/^Approved/).first()
  await approved.waitFor()
  await page
    .getByText(/Approved by Dana Ruiz/)
    .first()
    .waitFor()

  await page.reload()
  await page
    .getByText(/Approved by Dana Ruiz/)
    .first()
    .waitFor({ timeout: 120_000 })

  page.once('dialog', (asked) => void asked.accept())
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('heading', { name: 'Who do you want to be?' }).waitFor({ timeout: 120_000 })
  await page.getByRole('button', { name: /^Dana Ruiz/ }).click()
  await page.getByText('Welcome, Dana').waitFor({ timeout: 120_000 })
  await page.goto(address)
  await page
    .getByRole('button', { name: /^Approve / })
    .first()
    .waitFor({ timeout: 120_000 })
  expect(elsewhere).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
