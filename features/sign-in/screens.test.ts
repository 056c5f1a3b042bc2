import { afterAll, beforeAll, expect, test } from 'vitest'
import { looks, openPreview, turn, type Preview } from '#testing/kit/preview-server.ts'
import { axeViolations } from '#testing/kit/axe.ts'
import { signInHref } from './login.tsx'
import { returnHref } from './logout.tsx'

// A browser on a busy machine.
let preview: Preview
beforeAll(async () => {
  preview = await openPreview()
})
afterAll(() => preview.close())

test.each([
  [undefined, '/loginOkta'],
  ['/', '/loginOkta'],
  ['/authorizations/17?view=escalated', '/loginOkta/authorizations/17?view=escalated'],
  ['https://elsewhere.example', '/loginOkta'],
])('for the path %s, Log In links to %s', (referrer, href) => {
  expect(signInHref(referrer)).toBe(href)
})

test.each([
  [undefined, '/loginOkta'],
  ['', '/loginOkta'],
  ['https://idp.carrier.example/app', 'https://idp.carrier.example/app'],
  ['javascript:alert(1)', '/loginOkta'],
  ['data:text/html,x', '/loginOkta'],
])('with relay state %s the logout page links to %s', (relay, href) => {
  expect(returnHref(relay)).toBe(href)
})

const views = ['login', 'logout', 'sso-error', 'select-carrier', 'select-carrier-many']
test.each(views.flatMap((view) => looks.map((look) => ({ view, ...look }))))(
  '$view, $colorScheme, $width px: no axe violation and no sideways scroll',
  async ({ view, ...look }) => {
    const page = await preview.untouched(view)
    await turn(page, look)
    expect(await axeViolations(page)).toEqual([])
    for (const narrower of [look.width, 320]) {
      await page.setViewportSize({ width: narrower, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrower)
    }
  },
)

test('login: the button is the second Tab stop, announces at once that sign-in opens, and a second press starts nothing', async () => {
  const page = await preview.open('login-plain', { at: '2025-05-13T09:41:00Z' })
  let starts = 0
  // A sign-in page that does not load: with 204 the browser stays where it is.
  await page.route('**/loginOkta/**', (route) => {
    starts++
    return route.fulfill({ status: 204 })
  })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const logIn = page.locator('a[href="/loginOkta/authorizations"]').first()
  await expect.poll(() => logIn.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.clock.pauseAt('2025-05-13T09:42:00Z') // At once: no time passes.
  await page.keyboard.press('Enter')
  await page.getByText('Opening sign-in…').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.clock.runFor(10_000)
  await page.getByText('This is taking long.').waitFor()
  expect(starts).toBe(1)
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect.poll(() => starts).toBe(2)
  await page.context().close()
})

test('logout: the heading has the focus and the image has a text', async () => {
  const page = await preview.open('logout')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Logout Successful.')
  await expect.poll(() => page.getByRole('img', { name: 'Success' }).count()).toBe(1)
  await expect.poll(() => page.getByRole('link', { name: 'Return to Login' }).getAttribute('href')).toBe('/loginOkta')
  await page.context().close()
})

test('a single sign-on error without a button shows whom to call', async () => {
  const page = await preview.open('sso-error')
  await expect
    .poll(() => page.getByRole('link', { name: '800-555-0142' }).getAttribute('href'))
    .toBe('tel:+18005550142')
  await expect.poll(() => page.getByRole('link', { name: /log ?in/i }).count()).toBe(0)
  await page.context().close()
})

test('select carrier: the last one is preselected, a number chooses, Enter submits, Esc does nothing', async () => {
  const page = await preview.open('select-carrier')
  const dialog = page.getByRole('dialog', { name: 'Select Carrier' })
  await expect.poll(() => dialog.getByRole('radio', { name: /Kestrel Mutual/ }).isChecked()).toBe(true)
  for (let press = 0; press < 4; press++) await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await page.keyboard.press('3')
  await expect.poll(() => dialog.getByRole('radio', { name: /Pinebrook/ }).isChecked()).toBe(true)
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.getByText('Chosen: LARKFLD').waitFor()
  await page.context().close()
})

test('select carrier: numbers choose while a button has the focus too, and Log Out is there', async () => {
  const page = await preview.open('select-carrier')
  await page.getByRole('button', { name: 'Log Out' }).focus()
  await page.keyboard.press('2')
  await expect.poll(() => page.getByRole('radio', { name: /Larkfield/ }).isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('Chosen: logout').waitFor()
  await page.context().close()
})

test('select carrier: above seven there is a find field; digits in it are text; a hidden carrier is not submitted', async () => {
  const page = await preview.open('select-carrier-many')
  const find = page.getByRole('textbox', { name: 'Find a carrier' })
  await expect.poll(() => find.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('9')
  await expect.poll(() => page.getByText('No carrier has “9” in its name or code.').isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true)
  await find.fill('insurance')
  await expect.poll(() => page.getByRole('radio').count()).toBe(6)
  await expect.poll(() => page.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true)
  await find.fill('elm')
  await page.keyboard.press('Enter')
  await page.getByText('Chosen: ELM').waitFor()
  await page.context().close()
})

test('the sign-in pages log no error and no warning in the browser', () => {
  expect(preview.complaints).toEqual([])
})
