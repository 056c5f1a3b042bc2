import { demoPassword } from '#database/seed/people.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopClock } from '#testing/kit/stop-clock.ts'
import { settled } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { openJourney, type Journey } from './portal.ts'

// First-time registration, a forgotten password and a changed one, as people meet them.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

const failure = 'Unable to complete user registration. Please try again, or call your account manager for help.'
const next = 'a password nobody had before'

/** From the page an invitation leads to through the provider's page to the form. */
async function arrive(page: Page, username = 'new.hire') {
  await page.goto(`${journey.origin}/user/registerOkta/logininfo`)
  await page.waitForURL(/\/user\/registerOkta$/)
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/user\/registerOkta\/logininfo$/)
  await page.getByRole('heading', { name: 'Complete Registration' }).waitFor()
}
const field = (page: Page) => page.getByLabel('Username')
const button = (page: Page) => page.getByRole('button', { name: 'Complete Registration' })
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)
const broken = (page: Page) =>
  page.locator('[data-rule][data-broken]').evaluateAll((items) => items.map((item) => item.getAttribute('data-rule')))

test('an invited person registers: live rules, the box, duplicates on leaving, a failure, then in to work', async () => {
  const { context, page, complaints } = await journey.open()
  await arrive(page)
  await page.getByText('You only have 30 minutes to complete this section').waitFor()
  await page.getByText('Signed in as u5522@northwind.example').waitFor()
  await expect
    .poll(() => page.locator('[data-rule]').allInnerTexts())
    .toEqual([
      expect.stringContaining('Between 6 and 12 characters'),
      expect.stringContaining('Can only contain alphanumeric characters'),
      expect.stringContaining('Cannot be part of email address'),
      expect.stringContaining('Cannot use mym_sys as a username'),
    ])
  await expect.poll(() => page.locator('[data-rule] svg').count()).toBe(4)
  expect(await broken(page)).toEqual(['LENGTH', 'CHARACTERS'])
  const list = await settled(page, () => page.getByRole('list', { name: 'Rules' }).getAttribute('id'))
  await expect.poll(async () => (await field(page).getAttribute('aria-describedby'))?.split(' ')).toContain(list)
  await expect.poll(() => button(page).isDisabled()).toBe(true)
  await page.getByText('To continue: fix the username, tick the terms box.').waitFor()
  expect(await faultsOf(page), 'the empty form').toEqual([])

  for (const [typed, rules] of [
    ['o’brien', ['CHARACTERS']],
    ['juno', ['LENGTH']],
    ['thirteen.char', ['LENGTH']],
    ['Northwind', ['EMAIL']],
    ['MYM_SYS', ['RESERVED']],
    ['u5522@', ['CHARACTERS', 'EMAIL']],
  ] as const) {
    await field(page).fill(typed)
    await expect
      .poll(async () => [typed, await broken(page), await field(page).inputValue()])
      .toEqual([typed, rules, typed])
  }
  await page
    .getByText('2 of 4 rules met. Missing: Can only contain alphanumeric characters, Cannot be part of email address')
    .waitFor({ state: 'attached' })

  // The texts open beside the box without ticking it, and give the focus back.
  const terms = page.getByRole('main').getByRole('button', { name: 'Terms of Use' })
  await terms.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Terms of Use' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => terms.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false)

  // A name somebody has: the focus comes back once, and then goes where it is sent.
  let checks = 0
  page.on('request', (request) => void (request.url().endsWith('/user/validate') && (checks += 1)))
  await field(page).fill('Dana.Ruiz')
  await page.keyboard.press('Tab')
  await page.getByText('Username is already being used').first().waitFor()
  await expect.poll(() => isFocused(page, 'input[autocomplete="username"]')).toBe(true)
  await expect.poll(() => field(page).getAttribute('aria-invalid')).toBe('true')
  expect(await faultsOf(page, twoLooks), 'a taken name').toEqual([])
  await page.keyboard.press('Tab')
  await expect.poll(() => isFocused(page, 'input[type="checkbox"]')).toBe(true)
  await page.keyboard.press('Space')
  await expect
    .poll(async () => [checks, await page.getByRole('checkbox').isChecked(), await button(page).isDisabled()])
    .toEqual([1, true, true])

  // A check that fails says so, and a failed registration keeps what was typed.
  await page.route('**/api/user/validate', (route) => route.abort())
  await field(page).fill('noor.hadd')
  await page.keyboard.press('Tab')
  await page.getByText('Error checking for duplicate username.').first().waitFor()
  await page.unroute('**/api/user/validate')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Available').first().waitFor()
  await page.route('**/api/user/register/complete', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: JSON.stringify({
        status: { code: 'RULE', message: 'No.' },
        data: 'The moon is full.',
        supportId: '0f9d2a8e-1111-4222-8333-444455556666',
        fields: [],
      }),
    }),
  )
  await button(page).click()
  await page.getByRole('alert').getByText(`${failure} The moon is full.`).waitFor()
  await expect
    .poll(async () => [
      await field(page).inputValue(),
      await page.getByRole('checkbox').isChecked(),
      await button(page).isEnabled(),
    ])
    .toEqual(['noor.hadd', true, true])
  expect(await faultsOf(page, twoLooks), 'a failure').toEqual([])
  await page.unroute('**/api/user/register/complete')
  expect(await context.cookies()).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'rxdocket', httpOnly: true })]),
  )

  // By keyboard to the end: Enter in the field sends the form.
  await field(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Registration complete.' }).waitFor()
  await page.getByText('Log in once more to start working.').first().waitFor()
  expect(await faultsOf(page), 'done').toEqual([])
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(/\/logout$/)
  await page.getByRole('heading', { name: 'Registration complete.' }).waitFor()
  expect((await context.cookies()).some(({ name }) => name === 'rxdocket')).toBe(false)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toMatch(
    /noor\.hadd|eyJ/,
  )
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  // Signed out there too: the password is asked for, and the terms are not asked again.
  await page.getByLabel('Username').fill('new.hire')
  await page.getByLabel('Password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByText('Welcome, Noor').first().waitFor()
  await page.goto(`${journey.origin}/accounts/profile`)
  await page.getByText('noor.hadd').waitFor()
  expect(complaints.filter((line) => !/Failed to load resource/.test(line))).toEqual([])
  await context.close()
})

test('thirty minutes are over on the server, whatever the page believes; the name survives the next sign-in', async () => {
  await journey.db.query(
    `update app_user set status = 'PENDING_REGISTRATION', username = 'new.hire' where idp_subject = 'demo|new.hire'`,
  )
  const { context, page } = await journey.open()
  await page.clock.install()
  await arrive(page)
  // The page's clock stands from here on: it moves by what the test says, however long the machine takes.
  await stopClock(page)
  await field(page).fill('kept.name')
  await page.getByRole('checkbox').check()
  const said: string[] = []
  await page.exposeFunction('noteSaid', (words: string) => void said.push(words))
  await page.evaluate(() => {
    const watch = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const words = target.textContent ?? ''
        if (words) (window as unknown as { noteSaid: (words: string) => void }).noteSaid(words)
      }
    })
    for (const region of document.querySelectorAll('[role="status"].sr-only'))
      watch.observe(region, { childList: true })
  })
  for (let minute = 0; minute < 29; minute += 1) await page.clock.runFor(60_000)
  await expect
    .poll(() => said.filter((words) => /minutes? left/.test(words)))
    .toEqual(['10 minutes left to register.', '5 minutes left to register.', '1 minute left to register.'])
  // The server's clock alone decides: here it is past the end before the page thinks so.
  journey.clock.move(30 * 60_000 + 1000)
  await button(page).click()
  await page.getByRole('alert').getByText('Time ran out. Log in again, we kept your username.').waitFor()
  await expect
    .poll(async () => [await field(page).inputValue(), await button(page).isDisabled()])
    .toEqual(['kept.name', true])
  await page.clock.resume()
  expect(await faultsOf(page, twoLooks), 'time is over').toEqual([])
  await page.getByRole('link', { name: 'Log in again' }).click()
  await page.waitForURL(/\/user\/registerOkta\/logininfo$/)
  await page.getByText(/(30:00|2[5-9]:\d\d) left/).waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('kept.name')
  // Left alone, the page says by itself that it is over.
  await page.clock.runFor(30 * 60_000)
  await page.getByText('Time ran out. Log in again, we kept your username.').first().waitFor()
  // Reloading the page starts registration at its first step.
  journey.clock.move(30 * 60_000)
  await page.reload()
  await page.waitForURL(/\/user\/registerOkta$/)
  await page.getByText('Log in again, we kept your username.').waitFor()
  expect(await faultsOf(page), 'the page an invitation leads to').toEqual([])
  // A page of the portal with the ticket in hand leads to the form as well.
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await page.waitForURL(/logininfo$/)
  await page.goto(`${journey.origin}/authorizations`)
  await page.waitForURL(/\/user\/registerOkta\/logininfo$/)
  // So does the page between the provider and the portal, which a strict cookie needs.
  await page.goto(`${journey.origin}/login/check`)
  await page.waitForURL(/\/user\/registerOkta\/logininfo$/)
  await context.close()
})

test('a forgotten password comes back by mail: the page says the same to all, the link works once', async () => {
  const { context, page, complaints } = await journey.open()
  await page.goto(`${journey.origin}/loginOkta`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  expect(await faultsOf(page), 'forgot').toEqual([])
  await page.getByLabel('Username').fill('Lee.Park')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  expect(await faultsOf(page, twoLooks), 'sent').toEqual([])
  await page.getByRole('button', { name: 'Open the demo mailbox' }).click()
  const link = page.getByRole('link', { name: /\/new-password\// })
  await expect
    .poll(
      async () => (await link.count()) > 0 || (await page.getByRole('button', { name: 'Review again' }).click(), false),
    )
    .toBe(true)
  expect(await faultsOf(page, twoLooks), 'the demo mailbox').toEqual([])
  const address = (await settled(page, () => link.first().getAttribute('href')))!
  await link.first().click()
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('New password again').fill('short')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('The new password needs 12 characters or more.').waitFor()
  expect(await faultsOf(page), 'a new password').toEqual([])
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('New password again').fill(next)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your new password is saved' }).waitFor()
  await page.goto(address)
  await page.getByRole('heading', { name: 'This link is no longer good' }).waitFor()
  await page.getByRole('link', { name: /^Back to/ }).click()
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await page.getByLabel('Username').fill('lee.park')
  await page.getByLabel('Password').fill(next)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Select Carrier' }).waitFor()
  expect(complaints.filter((line) => !/Failed to load resource/.test(line))).toEqual([])
  await context.close()
})

test('a password that ends soon: the notice leads to the Profile, a question, out everywhere, a new one demanded', async () => {
  // The portal's clock was moved before, maybe past midnight, the provider's was not: 86 days are counted to the day the
  // portal has now, and a user who logs in now did so a moment ago.
  const now = journey.clock.now().toISOString()
  await journey.db.query(`update app_user set password_changed_on = $1::date - 86 where username = 'old.timer'`, [
    now.slice(0, 10),
  ])
  const { page, context, complaints } = await journey.signIn('old.timer')
  const other = await journey.signIn('old.timer')
  await journey.db.query('update session set auth_time = $1 where ended_at is null', [now])
  await page.getByRole('dialog', { name: /^Welcome back/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Your password expires in 4 days.').waitFor()
  await page.getByRole('link', { name: 'Change it in your Profile' }).click()
  await page.waitForURL(/\/accounts\/profile$/)
  await page.getByText('u5523@northwind.example').waitFor()
  expect(await faultsOf(page), 'the profile').toEqual([])
  // From the menu under the name as well.
  await page.goto(`${journey.origin}/home`)
  await page.getByRole('button', { name: /Welcome, Otto/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  const change = page.getByRole('button', { name: 'Change Password' })
  await change.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Change your password?' })
  await dialog.getByText('You will be signed out on every device.').waitFor()
  expect(await faultsOf(page), 'the question').toEqual([])
  await page.keyboard.press('Enter') // No has the focus
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => change.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.route('**/api/account', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 502,
          contentType: 'application/json',
          body: JSON.stringify({
            status: { code: 'PROVIDER_FAILED', message: 'The service that knows your account did not do it.' },
            data: null,
            supportId: '0f9d2a8e-1111-4222-8333-444455556666',
            fields: [],
          }),
        })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await dialog.getByRole('alert').getByText('0f9d2a8e-1111-4222-8333-444455556666').waitFor()
  expect(await faultsOf(page, twoLooks), 'the question, failed').toEqual([])
  await page.unroute('**/api/account')
  // Every tab hears of the end of the session, here before the answer comes: by then another one has left.
  const sibling = await context.newPage()
  await Promise.all([sibling.waitForResponse(/\/api\/changes$/), sibling.goto(`${journey.origin}/home`)])
  await page.route('**/api/account', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const response = await route.fetch()
    await sibling.waitForURL(/\/logout$/)
    await route.fulfill({ response })
  })
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await page.waitForURL(/\/logout$/)
  await page.getByText('You will be asked for a new password when you log in again.').waitFor()
  const elsewhere = await other.context.newPage() // the page there may be leaving by itself just now
  await elsewhere.goto(`${journey.origin}/home`)
  await elsewhere.waitForURL(/\/login/)
  await page.getByRole('link', { name: 'Return to Login' }).click()
  await page.getByLabel('Username').fill('old.timer')
  await page.getByLabel('Password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('New password again').fill(next)
  await page.keyboard.press('Enter')
  await page.getByText('Welcome, Otto').first().waitFor()
  await expect.poll(() => page.getByText('Your password expires').count()).toBe(0)
  expect(complaints.filter((line) => !/Failed to load resource/.test(line) && !line.startsWith('502 '))).toEqual([])
  await context.close()
  await other.context.close()
})

test('a user of single sign-on has no password to change here', async () => {
  await journey.db.query(`update app_user set sso_user = true where username = 'sam.okafor'`)
  const { page, context } = await journey.signIn('sam.okafor')
  await page.goto(`${journey.origin}/accounts/profile`)
  await page.getByText('sam.okafor').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Change Password' }).count()).toBe(0)
  await expect.poll(() => page.getByText('Your password expires').count()).toBe(0)
  await context.close()
})
