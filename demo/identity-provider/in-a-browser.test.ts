import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '#testing/browser/browser.ts'
import { startWorld, password, type World } from './testing-world.ts'

// What only a real browser shows: the content policy, the focus, forms without a referrer, colours and widths.

let world: World
let browser: TestBrowser

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
})
beforeEach(() => world.pool.query('delete from demo_idp.sign_in_failure'))
afterAll(async () => {
  await browser.close()
  await world.close()
})

async function open(options: Parameters<TestBrowser['newContext']>[0] = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints, close: () => context.close() }
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

async function arrive(page: Page) {
  const begun = await world.rp.begin({ returnTo: '/' })
  await page.goto(begun.redirectTo)
  return begun.transaction
}

test('by keyboard alone: the error is met first, then the fields, then the portal; signing out asks nothing', async () => {
  const { page, complaints, close } = await open()
  const transaction = await arrive(page)
  expect(await page.title()).toBe('Log In')
  await expect.poll(() => focused(page)).toBe('username')
  await page.keyboard.type('dana.ruiz')
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('That username or password is incorrect.')
  await expect.poll(() => focused(page)).toBe('error')
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('username')
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('dana.ruiz')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.portalOrigin}/login/callback?*`)
  const result = await world.rp.finish({ callbackUrl: page.url(), transaction, now: new Date() })
  expect(result).toMatchObject({ ok: true, subject: 'sub-dana' })
  // The wrong password was answered with 422, which browsers write to the console themselves.
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
  await page.goto((await world.rp.logoutUrl({ idToken: result.ok ? result.idToken : '', state: 'bye' })) ?? '')
  await page.waitForURL(`${world.portalOrigin}/logout?state=bye`)
  await arrive(page)
  expect(await page.title()).toBe('Log In')
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
  await close()
})

test('without scripts everything works by its buttons', async () => {
  const { page, close } = await open({ javaScriptEnabled: false })
  const transaction = await arrive(page)
  await page.getByLabel('Username').fill('lee.park')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(`${world.portalOrigin}/login/callback?*`)
  const result = await world.rp.finish({ callbackUrl: page.url(), transaction, now: new Date() })
  await page.goto((await world.rp.logoutUrl({ idToken: result.ok ? result.idToken : '' })) ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${world.portalOrigin}/logout`)
  await arrive(page)
  expect(await page.title()).toBe('Log In')
  await close()
})

test('another person in the same browser gets through without a click in between', async () => {
  const { page, complaints, close } = await open()
  await arrive(page)
  await page.getByLabel('Username').fill('dana.ruiz')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(`${world.portalOrigin}/login/callback?*`)
  const begun = await world.rp.begin({ returnTo: '/', reauthenticate: true })
  await page.goto(begun.redirectTo)
  await page.getByLabel('Username').fill('lee.park')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(`${world.portalOrigin}/login/callback?*`)
  const result = await world.rp.finish({ callbackUrl: page.url(), transaction: begun.transaction, now: new Date() })
  expect(result).toMatchObject({ ok: true, subject: 'sub-lee' })
  expect(complaints).toEqual([])
  await close()
})

test('every page passes axe, light and dark, and fits a screen of 320 pixels', async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await open({ colorScheme, viewport: { width: 320, height: 640 }, bypassCSP: true })
    const check = async (name: string) => {
      await page.evaluate(axe)
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
        const { violations } = await axe.run()
        return { violations: violations.map(({ id }) => id), tooWide: document.documentElement.scrollWidth > 320 }
      })
      expect({ name, ...found }).toEqual({ name, violations: [], tooWide: false })
    }
    await arrive(page)
    await check('sign-in')
    await page.getByLabel('Username').fill('old.timer')
    await page.getByLabel('Password').fill('no')
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByRole('alert').waitFor()
    await check('sign-in with an error')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByLabel('New password again').waitFor()
    await check('new password')
    await page.goto(`${world.issuer}/identity/authorize`)
    await check('refusal')
    await arrive(page)
    await page.getByLabel('Username').fill('dana.ruiz')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.waitForURL(`${world.portalOrigin}/login/callback?*`)
    await page.goto(`${world.issuer}/identity/sign-out`)
    await check('sign-out question')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: /^Back to/ }).waitFor()
    await check('signed out')
    await close()
  }
})
