import { describe, expect, test } from 'vitest'
import { settled } from '#testing/browser/settled.ts'
import { button, focused, startPreview } from './preview-page.ts'

// What each control does: buttons, tooltips, menus, dialogs, date fields, tabs, steppers, cards, error summaries.

const { preview, sharedPage, checkComplaints } = startPreview()

test('a busy button keeps its width and its focus, and takes no second press', async () => {
  const page = await preview.open('kit')
  const send = page.getByRole('button', { name: 'Send it', exact: true })
  const before = await send.boundingBox()
  await send.focus()
  await page.keyboard.press('Enter')
  const busy = page.locator('button[aria-busy]:focus')
  await expect.poll(() => busy.textContent()).toContain('Sending')
  expect(await busy.boundingBox()).toEqual(before)
  await expect.poll(() => busy.getAttribute('aria-disabled')).toBe('true')
  await page.context().close()
})

test('a blocked button can be focused and shows the reason', async () => {
  const page = await preview.open('kit')
  const blocked = button(page, 'Not now')
  await page.keyboard.press('Tab')
  await blocked.focus()
  await page.getByRole('tooltip', { name: '' }).waitFor()
  const described = await settled(page, () => blocked.getAttribute('aria-describedby'))
  await expect
    .poll(() => page.locator(`[id="${described}"]`).textContent())
    .toBe('Update functionality is blocked for user')
  // Esc takes the words away without closing anything else (WCAG 1.4.13).
  await page.keyboard.press('Escape')
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await page.context().close()
})

test('a tooltip stays while the pointer rests on its words', async () => {
  const page = await preview.open('kit', { at: '2025-05-13T09:41:00Z' })
  await button(page, 'Tooltip').hover()
  const tip = page.getByRole('tooltip')
  await tip.waitFor()
  await tip.hover()
  await page.clock.runFor(300)
  await expect.poll(() => tip.isVisible()).toBe(true)
  await page.mouse.move(5, 5)
  await tip.waitFor({ state: 'detached' })
  await page.context().close()
})

describe('menu', () => {
  test('opens with the arrow keys, moves with arrows, Home, End and letters, and gives the focus back on Esc', async () => {
    const page = await preview.open('kit', { at: '2025-05-13T09:41:00Z' })
    const opener = button(page, 'Open menu')
    await opener.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe('Profile')
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true')
    const steps: [key: string, lands: string][] = [
      ['ArrowDown', 'Out of Office'],
      ['End', 'Log Out'],
      ['ArrowDown', 'Profile'],
      ['ArrowUp', 'Log Out'],
      ['Home', 'Profile'],
      ['c', 'Change Master Carrier'],
      ['l', 'Light'],
      ['l', 'Log Out'],
      ['s', 'Single-key shortcuts'],
    ]
    for (const [key, lands] of steps) {
      // A pause between letters starts a new word.
      if (/^[a-z]$/.test(key)) await page.clock.runFor(750)
      await page.keyboard.press(key)
      await expect.poll(() => focused(page), { message: key }).toBe(lands)
    }
    await page.keyboard.press('Escape')
    await page.locator('[role=menu]:visible').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Open menu')
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false')
    await page.context().close()
  })

  test('ArrowUp opens it at the end; Enter chooses and closes; a blocked entry does neither', async () => {
    const page = await preview.open('kit')
    await button(page, 'Open menu').focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused(page)).toBe('Log Out')
    await page.keyboard.press('Enter')
    await page.locator('[role=menu]:visible').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Open menu')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Profile')
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toContain('You have view-only access')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('[role=menu]:visible').count()).toBe(1)
    // Closed and opened again before the browser reports either: as after two fast keys.
    await page.locator('[popover]:popover-open').evaluate((menu: HTMLElement) => {
      menu.hidePopover()
      menu.showPopover()
    })
    await expect.poll(() => focused(page)).toBe('Profile')
    await page.keyboard.press('Tab')
    await page.locator('[role=menu]:visible').waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('changes the theme and switches single keys off, and both are remembered on the device', async () => {
    const page = await preview.open('kit')
    await button(page, 'Open menu').click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.getByRole('menuitemradio', { name: 'Compact' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' }).click()
    await page.reload()
    const html = page.locator('html')
    await expect
      .poll(async () => [await html.getAttribute('data-theme'), await html.getAttribute('data-density')])
      .toEqual(['dark', 'compact'])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['rxdocket.preferences'])
    await expect.poll(() => page.getByRole('list', { name: 'Keyboard shortcuts' }).count()).toBe(0)
    await page.context().close()
  })
})

describe('dialog', () => {
  const kit = sharedPage('kit')

  test('takes the focus to its first field, keeps it, closes on Esc and gives it back', async () => {
    const page = await kit()
    await button(page, 'Open dialog').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Assign to another case owner' })
    await dialog.waitFor()
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).placeholder))
      .toBe('Enter a name or e-mail')
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab')
      // The browser's own controls come between last and first; the page behind never does.
      await expect
        .poll(() =>
          page.evaluate(
            () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
          ),
        )
        .toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Open dialog')
  })

  test('Enter in a field of a dialog sends the form', async () => {
    const page = await kit()
    await button(page, 'Open dialog').click()
    await page.getByLabel('Case owner', { exact: true }).last().fill('Barnaby')
    await page.keyboard.press('Enter')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Open dialog')
  })

  test('an alert dialog stays, however often Esc is pressed', async () => {
    const page = await kit()
    await button(page, 'Open alert').click()
    const alert = page.getByRole('alertdialog', { name: 'Session Warning' })
    await alert.waitFor()
    await expect.poll(() => focused(page)).toBe('Continue working')
    for (let press = 0; press < 4; press++) await page.keyboard.press('Escape')
    await expect.poll(() => alert.isVisible()).toBe(true)
    expect(await alert.evaluate((element) => element.matches(':modal'))).toBe(true)
    await page.keyboard.press('Enter')
    await alert.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Open alert')
  })

  test('while one is open, its own live regions speak and those outside do not', async () => {
    const page = await kit()
    await button(page, 'Open alert').click()
    await expect.poll(() => page.locator('dialog > [role=status], dialog > [role=alert]').count()).toBe(2)
    await button(page, 'Continue working').click()
    await page.locator('body > [role=status]').waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('[role=status].sr-only, [role=alert].sr-only').count()).toBe(2)
  })
})

describe('date field', () => {
  const kit = sharedPage('kit')

  test.each([
    ['2/3/26', '02/03/2026'],
    ['2025-06-12', '06/12/2025'],
    ['Jun 12, 2025', '06/12/2025'],
  ])('%s becomes %s on leaving', async (typed, shown) => {
    const page = await kit()
    const field = page.getByRole('textbox', { name: 'Start date required' })
    await field.fill(typed)
    await page.keyboard.press('Tab')
    await expect.poll(() => field.inputValue()).toBe(shown)
    await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull()
  })

  test('02/30/2026 stays as typed, says "Invalid date", and the words are tied to the field', async () => {
    const page = await kit()
    const field = page.getByRole('textbox', { name: 'Start date required' })
    await field.fill('02/30/2026')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull()
    await page.keyboard.press('Tab')
    await expect.poll(() => field.inputValue()).toBe('02/30/2026')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    const described = (await settled(page, () => field.getAttribute('aria-describedby')))!
    await expect
      .poll(() => page.locator(`[id="${described}"]`).textContent())
      .toMatch(/^Invalid date\. February 2026 has 28 days/)
  })

  test('a user chooses a day in the calendar by keyboard', async () => {
    const page = await kit()
    await page.getByRole('textbox', { name: 'Start date required' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    const day = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(day).toBe('Tuesday, May 13, 2025')
    for (const [key, lands] of [
      ['ArrowRight', 'Wednesday, May 14, 2025'],
      ['ArrowDown', 'Wednesday, May 21, 2025'],
      ['Home', 'Sunday, May 18, 2025'],
      ['End', 'Saturday, May 24, 2025'],
      ['PageDown', 'Tuesday, June 24, 2025'],
      ['Shift+PageDown', 'Wednesday, June 24, 2026'],
      ['PageUp', 'Sunday, May 24, 2026'],
      ['ArrowLeft', 'Saturday, May 23, 2026'],
      ['ArrowUp', 'Saturday, May 16, 2026'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(day, { message: key }).toBe(lands)
    }
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('textbox', { name: 'Start date required' }).inputValue()).toBe('05/16/2026')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Choose start date from a calendar')
    // Esc leaves it without a choice.
    await page.keyboard.press('Enter')
    await expect.poll(day).toBe('Saturday, May 16, 2026')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await page.getByRole('grid').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('textbox', { name: 'Start date required' }).inputValue()).toBe('05/16/2026')
  })
})

test('tabs are one Tab stop; arrows, Home and End move, Enter and Space follow the link', async () => {
  const page = await preview.open('work')
  await page.getByRole('tab', { selected: true }).focus()
  for (const [key, lands] of [
    ['ArrowRight', 'Escalated7'],
    ['End', 'Snoozed3'],
    ['ArrowRight', 'My pending38'],
    ['ArrowLeft', 'Snoozed3'],
    ['Home', 'My pending38'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => focused(page), { message: key }).toBe(lands)
  }
  expect(await page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).tabIndex))).toEqual([
    0, -1, -1, -1,
  ])
  await expect.poll(() => page.getByRole('tabpanel', { name: /My pending/ }).count()).toBe(1)
  await page.context().close()
})

test('the stepper keeps to its limits by typing, keys and buttons', async () => {
  const page = await preview.open('kit')
  const fills = page.getByRole('spinbutton', { name: 'Max fills' })
  await fills.fill('99')
  await page.keyboard.press('Tab')
  await expect.poll(() => fills.inputValue()).toBe('12')
  await expect.poll(() => button(page, 'More: Max fills').isDisabled()).toBe(true)
  await fills.press('ArrowDown')
  await expect.poll(() => fills.inputValue()).toBe('11')
  await fills.press('Home')
  await expect.poll(() => fills.inputValue()).toBe('1')
  await fills.fill('abc')
  await page.keyboard.press('Tab')
  await expect.poll(() => fills.inputValue()).toBe('1')
  await page.context().close()
})

test('cards are chosen by number and by arrow keys, never a disabled one', async () => {
  const page = await preview.open('kit')
  const cards = page.getByRole('group', { name: 'Send by' })
  await cards.getByRole('radio').first().focus()
  await page.keyboard.press('2')
  await expect.poll(() => cards.getByRole('radio', { name: /E-mail/ }).isChecked()).toBe(true)
  await page.keyboard.press('3')
  await expect.poll(() => cards.getByRole('radio', { name: /E-mail/ }).isChecked()).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => cards.getByRole('radio', { name: /Auto-fax/ }).isChecked()).toBe(true)
  await page.context().close()
})

test('the skip link is the first Tab stop and leads to the main area', async () => {
  const page = await preview.open('work')
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Skip to main content')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(new URL(page.url()).hash).toBe('')
  await page.context().close()
})

test('an error summary takes the focus and leads to the field', async () => {
  const page = await preview.open('kit')
  await expect.poll(() => focused(page)).toContain('Fix 1 field to continue.')
  await page.getByRole('link', { name: 'End date: Invalid date' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('end-date')
  await page.context().close()
})

checkComplaints()
