import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { privacyVersions } from '#reference/legal/versions.ts'
import { textNow, textsNow } from '#testing/browser/settled.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// The legal panels and the banner of a new Privacy Notice, in a real browser.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const link = (page: Page, name: string) => page.locator('footer').getByRole('button', { name, exact: true })

test('Terms of Use 3.0 and Privacy Notice 6.0: the focus on the title, contents with links, links to each other, earlier versions, Esc, and only the text when printed', async () => {
  const { page, context, complaints } = await portal.visitAs('dana.ruiz')
  await link(page, 'Terms of Use').click()
  const terms = panel(page, 'Terms of Use')
  await terms.getByText('Version 3.0, last revised 5/3/2023').waitFor()
  await expect.poll(() => focused(page)).toBe('Terms of Use')
  expect(await faultsOf(page)).toEqual([])

  // By keyboard: the title, Close, then the contents. An entry moves the focus to its section; the address does not
  // change.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const headings = await textsNow(terms.getByRole('navigation', { name: 'On this page' }).getByRole('link'))
  expect(headings.length).toBeGreaterThan(8)
  for (const heading of headings)
    await expect.poll(() => terms.getByRole('heading', { level: 3, name: heading, exact: true }).count()).toBe(1)
  await expect.poll(() => focused(page)).toBe(headings[0])
  const before = page.url()
  for (let at = 0; at < 5; at += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const fifth = terms.getByRole('heading', { level: 3, name: headings[5]!, exact: true })
  await expect.poll(() => fifth.evaluate((heading) => heading === document.activeElement)).toBe(true)
  const top = await fifth.evaluate((heading) => heading.getBoundingClientRect().top)
  expect(top).toBeGreaterThan(0)
  expect(top).toBeLessThan(200)
  expect(page.url()).toBe(before)
  // The page below does not scroll with it.
  expect(await page.evaluate(() => document.scrollingElement!.scrollTop)).toBe(0)

  await terms.getByRole('button', { name: 'Version 2.0 of 9/14/2020' }).click()
  await terms.getByText('Version 2.0, last revised 9/14/2020').waitFor()
  await terms.getByRole('button', { name: 'Version 3.0 of 5/3/2023' }).click()
  await terms.getByText('Version 3.0, last revised 5/3/2023').waitFor()

  await terms.getByRole('button', { name: 'Open Privacy Notice' }).click()
  const notice = panel(page, 'Privacy Notice')
  await notice.getByText('Version 6.0, last updated 4/22/2025').waitFor()
  await expect.poll(async () => [await terms.count(), await focused(page)]).toEqual([0, 'Privacy Notice'])
  await expect
    .poll(() => notice.getByRole('link', { name: '800-555-0147' }).first().getAttribute('href'))
    .toBe('tel:+18005550147')
  expect(await faultsOf(page)).toEqual([])

  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  const printed = await page.evaluate(() => document.body.innerText)
  expect(printed).toContain('Privacy Notice')
  expect(printed).toContain('We do not sell personal information for money.')
  for (const other of [
    'Welcome, Dana',
    'Authorization Requests',
    'On this page',
    'Open Terms of Use',
    'Print',
    'Contact Us\n',
  ])
    expect(printed).not.toContain(other)
  // All of it, on as many sheets as needed.
  expect(
    printed
      .trim()
      .endsWith(
        await page.evaluate(
          () => [...document.querySelectorAll('dialog section:not(:has(button)) :is(p, li)')].at(-1)!.textContent,
        ),
      ),
  ).toBe(true)
  const paper = (await page.pdf()).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)!.length).toBeGreaterThan(1)
  await page.emulateMedia({ media: 'screen' })

  await notice.getByRole('button', { name: 'Open Terms of Use' }).click()
  await terms.getByText('Version 3.0').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(async () => [await terms.count(), await focused(page)]).toEqual([0, 'Terms of Use'])
  await expect.poll(() => link(page, 'Terms of Use').evaluate((button) => button === document.activeElement)).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('Contact Us: every phone number and e-mail address is a link; on a phone it is in the menu', async () => {
  const { page, context } = await portal.visitAs('dana.ruiz', { viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Contact Us' }).click()
  const contact = panel(page, 'Contact Us')
  await contact.waitFor()
  await expect.poll(() => focused(page)).toBe('Contact Us')
  const text = await textNow(contact)
  const numbers = text.match(/\b\d{3}-\d{3}-\d{4}\b/g)!
  expect(numbers.length).toBeGreaterThan(5)
  const links = await contact
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]))
  for (const number of numbers) expect(links).toContainEqual([number, `tel:+1${number.replaceAll('-', '')}`])
  for (const address of text.match(/[\w.]+@[\w.]+\w/g)!) expect(links).toContainEqual([address, `mailto:${address}`])
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => contact.count()).toBe(0)
  await context.close()
})

test('a visitor who has not signed in reads the same legal panels', async () => {
  const { page, context } = await portal.open()
  await page.goto(`${portal.origin}/login`)
  await link(page, 'Privacy Notice').click()
  await panel(page, 'Privacy Notice').getByText('Version 6.0').waitFor()
  await expect.poll(() => focused(page)).toBe('Privacy Notice')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => link(page, 'Privacy Notice').evaluate((button) => button === document.activeElement))
    .toBe(true)
  await context.close()
})

test('the banner of a new notice is shown for 31 days, shifts no target under the pointer and covers nothing; closed, it stays away for the session', async () => {
  const published = Date.parse(`${privacyVersions[0].revised}T00:00:00Z`)
  const at = (days: number) => new Date(published + days * 86_400_000)
  const back = portal.clock.now().getTime()
  const banner = (page: Page) => page.getByRole('region', { name: 'Privacy notice update' })
  const home = (page: Page) => page.getByRole('heading', { name: 'Authorizations', exact: true }).waitFor()
  for (const [days, shown] of [
    [0.01, 1],
    [30, 1],
    [30.99, 1],
    [31, 0],
    [-1, 0],
  ] as const) {
    portal.clock.move(at(days).getTime() - portal.clock.now().getTime())
    const { page, context } = await portal.visitAs('dana.ruiz', { at: at(days) })
    await home(page)
    await expect.poll(() => banner(page).count()).toBe(shown)
    await context.close()
  }

  portal.clock.move(at(30).getTime() - portal.clock.now().getTime())
  const { page, context } = await portal.visitAs('dana.ruiz', { at: at(30), path: '/accounts/profile' })
  await banner(page).waitFor()
  await expect.poll(() => banner(page).innerText()).toContain("We've updated our website privacy notice.")
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const [line, header] = await Promise.all([banner(page).boundingBox(), page.locator('header').first().boundingBox()])
    expect(line!.y).toBe(0)
    expect(header!.y).toBeGreaterThanOrEqual(line!.y + line!.height)
    const title = await page.getByRole('heading', { level: 1, name: 'Profile' }).boundingBox()
    expect(title!.y).toBeGreaterThanOrEqual(header!.y + header!.height)
  }
  await page.getByRole('button', { name: 'Review privacy notice' }).click()
  await panel(page, 'Privacy Notice').getByText('Version 6.0').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Review privacy notice')
  await page.getByRole('button', { name: 'Close: Privacy notice update' }).click()
  await expect.poll(() => banner(page).count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await page.getByText('Where you are signed in').first().waitFor()
  await expect.poll(() => banner(page).count()).toBe(0)
  await context.close()
  portal.clock.move(back - portal.clock.now().getTime())
})
