import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { axeViolations } from './axe.ts'
import { looks, openPreview, turn, type Preview } from './preview-server.ts'

// A browser on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let preview: Preview

beforeAll(async () => {
  preview = await openPreview()
}, 120_000)
afterAll(() => preview.close())

/** One page for tests that leave it as they found it: opening one takes longer than most of them. */
function sharedPage(view: string): () => Promise<Page> {
  let opened: Promise<Page> | undefined
  afterAll(async () => (await opened)?.context().close())
  return () => (opened ??= preview.open(view))
}
const views = ['kit', 'states', 'work', 'labels']

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label'))
/** What the live regions have said, in order, from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    for (const region of document.querySelectorAll('body > .sr-only:is([role=status], [role=alert])')) {
      new MutationObserver(() => region.textContent && heard.push(region.textContent.trim())).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    }
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

describe('no axe violation', () => {
  test.each(looks.flatMap((look) => views.map((view) => ({ view, ...look }))))(
    'in $view, $colorScheme, $width px',
    async (look) => {
      const page = await preview.untouched(look.view)
      await turn(page, look)
      expect(await axeViolations(page)).toEqual([])
    },
  )

  describe('in the kit with something open', () => {
    const kit = sharedPage('kit')

    test.each(looks)('in open menu, calendar, dialogs, panel and toasts, $colorScheme, $width px', async (look) => {
      const page = await kit()
      await turn(page, look)
      for (const [opens, shows] of [
        ['Open menu', '[role=menu]:visible'],
        ['Choose start date from a calendar', '[role=grid]'],
        ['Open dialog', 'dialog'],
        ['Open alert', 'dialog'],
        ['Open panel', 'dialog'],
        ['Open full sheet', 'dialog'],
      ] as const) {
        await button(page, opens).click()
        await page.locator(shows).first().waitFor()
        expect(await axeViolations(page), opens).toEqual([])
        if (opens === 'Open alert') await button(page, 'Continue working').click()
        else await page.keyboard.press('Escape')
        await page.locator(shows).first().waitFor({ state: 'hidden' })
      }
      await button(page, 'Undo toast').click()
      await button(page, 'Error toast').click()
      await button(page, 'Tooltip').hover()
      await page.getByRole('tooltip').waitFor()
      const toasts = page.getByRole('region', { name: 'Notifications' })
      expect(await axeViolations(page), 'toasts and tooltip').toEqual([])
      // As it was, for the next look.
      while ((await toasts.count()) > 0) await button(toasts, 'Close').first().click()
      await page.mouse.move(5, 5)
      await page.getByRole('tooltip').waitFor({ state: 'detached' })
    })
  })

  test.each(['compact', 'comfortable'])('in %s rows: targets stay 24 px', async (density) => {
    const page = await preview.untouched('work')
    await turn(page, looks[0]!)
    const root = page.locator('html')
    const before = await root.getAttribute('data-density')
    await root.evaluate((html, value) => html.setAttribute('data-density', value), density)
    expect(await axeViolations(page)).toEqual([])
    await root.evaluate(
      (html, value) =>
        value === null ? html.removeAttribute('data-density') : html.setAttribute('data-density', value),
      before,
    )
  })

  test('in forced colours every state still has a line or a sign', async () => {
    const page = await preview.untouched('kit')
    await page.emulateMedia({ forcedColors: 'active' })
    const shape = (label: string) =>
      page
        .getByRole('checkbox', { name: label, exact: true })
        .evaluate((input) => getComputedStyle(input.nextElementSibling!.firstElementChild!).opacity)
    expect([await shape('Checked'), await shape('Not checked')]).toEqual(['1', '0'])
    await page.emulateMedia({ forcedColors: null })
  })
})

test.each(views)('nothing makes the page scroll sideways in %s, from 320 to 1920 px', async (view) => {
  const page = await preview.untouched(view)
  for (const width of [320, 390, 480, 720, 800, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => {
      const main = document.querySelector('main')!
      return [
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
        main.scrollWidth - main.clientWidth,
      ]
    })
    expect(over, `${width} px`).toEqual([0, 0])
  }
})

test.each([
  ['work', 1440],
  ['work', 390],
  ['kit', 390],
])('in %s at %i px, Tab reaches every stop in turn, in sight and not covered by anything', async (view, width) => {
  const page = await preview.open(view, { viewport: { width, height: 740 } })
  const stops = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')].filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(':disabled') &&
          element.checkVisibility({ visibilityProperty: true }),
      ).length,
  )
  // Where a summary has taken the focus, the walk starts over at the top.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#main"]')!.focus())
  const covered: string[] = []
  let walked = 0
  for (; walked < stops + 5; walked++) {
    const look = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        if (element === document.body) return 'end'
        // A control drawn by its neighbour (check box, card) is seen as its label.
        const seen = element.matches('[type=checkbox], [type=radio]') ? element.closest('label')! : element
        const box = seen.getBoundingClientRect()
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 12))
        return hit && (seen.contains(hit) || hit.contains(seen)) && box.bottom <= innerHeight + 1 && box.top >= -1
          ? ''
          : element.outerHTML.slice(0, 120)
      })
    let state = await look()
    // What comes into sight does so in the frames after the key.
    for (let frames = 0; state && state !== 'end' && frames < 20; frames += 1) {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
      state = await look()
    }
    if (state === 'end') break
    if (state) covered.push(state)
    await page.keyboard.press('Tab')
  }
  expect(covered).toEqual([])
  // Radio groups are one stop each, so there are fewer than controls; a trap would run past them all.
  expect(walked).toBeGreaterThan(stops * 0.6)
  expect(walked).toBeLessThanOrEqual(stops)
  await page.context().close()
})

test.each(['kit', 'work', 'states'])(
  'with the text spacing of WCAG 1.4.12 no words are cut off in %s',
  async (view) => {
    const page = await preview.untouched(view)
    await page.setViewportSize({ width: 1440, height: 900 })
    const cut = await page.evaluate(() => {
      const wide = new CSSStyleSheet()
      wide.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
      )
      document.adoptedStyleSheets.push(wide)
      return [...document.querySelectorAll<HTMLElement>('main *, header *, footer *')]
        .filter((element) => {
          const { overflowX, textOverflow } = getComputedStyle(element)
          if (
            !element.textContent?.trim() ||
            overflowX === 'visible' ||
            overflowX === 'auto' ||
            textOverflow === 'ellipsis'
          )
            return false
          return (
            !element.closest('.sr-only') &&
            element.clientWidth > 1 &&
            (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
          )
        })
        .map((element) => element.outerHTML.slice(0, 120))
    })
    await page.evaluate(() => void document.adoptedStyleSheets.pop())
    expect(cut).toEqual([])
  },
)

test('with reduced motion nothing moves, not even a skeleton', async () => {
  const page = await preview.open('kit')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await button(page, 'Open dialog').click()
  await page.locator('dialog').waitFor()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.context().close()
})

test('figures have one width, words keep theirs, and one font file is fetched', async () => {
  const page = await preview.open('kit')
  const widths = await page.evaluate(() =>
    ['1111111111', '0000000000', '8888888888'].map((text) => {
      const span = document.body.appendChild(Object.assign(document.createElement('span'), { textContent: text }))
      span.style.position = 'absolute'
      return span.getBoundingClientRect().width
    }),
  )
  expect(new Set(widths).size).toBe(1)
  expect(
    await page.evaluate(
      () => performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.woff2')).length,
    ),
  ).toBe(1)
  await page.context().close()
})

test('a busy button keeps its width and its focus, and takes no second press', async () => {
  const page = await preview.open('kit')
  const send = page.getByRole('button', { name: 'Send it', exact: true })
  const before = await send.boundingBox()
  await send.focus()
  await page.keyboard.press('Enter')
  const busy = page.locator('button[aria-busy]:focus')
  expect(await busy.textContent()).toContain('Sending')
  expect(await busy.boundingBox()).toEqual(before)
  expect(await busy.getAttribute('aria-disabled')).toBe('true')
  await page.context().close()
})

test('a blocked button can be focused and tells why', async () => {
  const page = await preview.open('kit')
  const blocked = button(page, 'Not now')
  await page.keyboard.press('Tab')
  await blocked.focus()
  await page.getByRole('tooltip', { name: '' }).waitFor()
  const described = await blocked.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Update functionality is blocked for user')
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
  expect(await tip.isVisible()).toBe(true)
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
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
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
      expect(await focused(page), key).toBe(lands)
    }
    await page.keyboard.press('Escape')
    await page.locator('[role=menu]:visible').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Open menu')
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
    expect(await focused(page)).toBe('Open menu')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Profile')
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toContain('You have view-only access')
    await page.keyboard.press('Enter')
    expect(await page.locator('[role=menu]:visible').count()).toBe(1)
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
    expect([await html.getAttribute('data-theme'), await html.getAttribute('data-density')]).toEqual([
      'dark',
      'compact',
    ])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['rxdocket.preferences'])
    expect(await page.getByRole('list', { name: 'Keyboard shortcuts' }).count()).toBe(0)
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
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).placeholder)).toBe(
      'Type a name or e-mail',
    )
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab')
      // The browser's own controls come between last and first; the page behind never does.
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Open dialog')
  })

  test('Enter in a field sends it', async () => {
    const page = await kit()
    await button(page, 'Open dialog').click()
    await page.getByLabel('Case owner', { exact: true }).last().fill('Barnaby')
    await page.keyboard.press('Enter')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Open dialog')
  })

  test('an alert dialog stays, however often Esc is pressed', async () => {
    const page = await kit()
    await button(page, 'Open alert').click()
    const alert = page.getByRole('alertdialog', { name: 'Session Warning' })
    await alert.waitFor()
    expect(await focused(page)).toBe('Continue working')
    for (let press = 0; press < 4; press++) await page.keyboard.press('Escape')
    expect(await alert.isVisible()).toBe(true)
    expect(await alert.evaluate((element) => element.matches(':modal'))).toBe(true)
    await page.keyboard.press('Enter')
    await alert.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Open alert')
  })

  test('while one is open, its own live regions speak and those outside do not', async () => {
    const page = await kit()
    await button(page, 'Open alert').click()
    expect(await page.locator('dialog > [role=status], dialog > [role=alert]').count()).toBe(2)
    await button(page, 'Continue working').click()
    await page.locator('body > [role=status]').waitFor({ state: 'attached' })
    expect(await page.locator('[role=status].sr-only, [role=alert].sr-only').count()).toBe(2)
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
    expect(await field.inputValue()).toBe(shown)
    expect(await field.getAttribute('aria-invalid')).toBeNull()
  })

  test('02/30/2026 stays as typed, says "Invalid date", and the words are tied to the field', async () => {
    const page = await kit()
    const field = page.getByRole('textbox', { name: 'Start date required' })
    await field.fill('02/30/2026')
    expect(await field.getAttribute('aria-invalid')).toBeNull()
    await page.keyboard.press('Tab')
    expect(await field.inputValue()).toBe('02/30/2026')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const described = (await field.getAttribute('aria-describedby'))!
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Invalid date')
  })

  test('the calendar is used with keys alone', async () => {
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
    expect(await page.getByRole('textbox', { name: 'Start date required' }).inputValue()).toBe('05/16/2026')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Choose start date from a calendar',
    )
    // Esc leaves it without a choice.
    await page.keyboard.press('Enter')
    await expect.poll(day).toBe('Saturday, May 16, 2026')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await page.getByRole('grid').waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Start date required' }).inputValue()).toBe('05/16/2026')
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
    expect(await focused(page), key).toBe(lands)
  }
  expect(await page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).tabIndex))).toEqual([
    0, -1, -1, -1,
  ])
  expect(await page.getByRole('tabpanel', { name: /My pending/ }).count()).toBe(1)
  await page.context().close()
})

describe('list', () => {
  const names = ['Ottoline Bramblewick', 'Wendell Applegarth', 'Magnus Tidewater']
  const current = (page: Page) => page.locator('tr[aria-current] a').textContent()

  test('j and k move the current row and the focus; the rows are one Tab stop', async () => {
    const page = await preview.open('work')
    expect(await current(page)).toBe(names[0])
    await page.keyboard.press('j')
    expect([await current(page), await focused(page)]).toEqual([names[1], names[1]])
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe(names[2])
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    expect(await focused(page)).toBe(names[0])
    expect(await page.locator('tbody a[tabindex="0"], tbody input:not([tabindex="-1"])').count()).toBe(2)
    await page.context().close()
  })

  test('when the current row goes, the next one takes its place and its focus', async () => {
    const page = await preview.open('work')
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await expect.poll(() => focused(page)).toBe(names[2])
    expect(await current(page)).toBe(names[2])
    await page.context().close()
  })

  test('x selects, Esc clears, and both are told', async () => {
    const page = await preview.open('work', { at: '2025-05-13T09:41:00Z' })
    const heard = await listen(page)
    expect(await page.getByRole('group', { name: 'Actions for selected requests' }).count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('group', { name: 'Actions for selected requests' }).count()).toBe(0)
    await page.keyboard.press('x')
    expect(await page.getByText('1 selected').first().isVisible()).toBe(true)
    await page.clock.runFor(5000) // what is not urgent is told at most every 5 s
    await expect.poll(heard).toContain('1 selected.')
    await page.context().close()
  })

  test('letters are silent in fields, with modifiers, in menus, in dialogs and when switched off', async () => {
    const page = await preview.open('work')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('jxdarray')
    expect(await current(page)).toBe(names[0])
    await page.locator('tr[aria-current] a').focus()
    await page.keyboard.press('Control+j')
    await page.keyboard.press('Alt+x')
    expect(await current(page)).toBe(names[0])
    await page.getByRole('button', { name: 'Welcome, Juno account menu' }).click()
    await page.locator('[role=menu]:visible').waitFor()
    await page.locator('[role=menu] :focus').waitFor() // the keys are the menu's once it has the focus
    await page.keyboard.press('j')
    expect(await current(page)).toBe(names[0])
    await page.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await page.locator('tr[aria-current] a').focus()
    await page.keyboard.press('j')
    expect(await current(page)).toBe(names[0])
    await page.context().close()
  })

  test('after a mouse click on a row check box the letters still work', async () => {
    const page = await preview.open('work')
    await page.getByRole('checkbox', { name: `Select ${names[0]}` }).click()
    await page.keyboard.press('j')
    expect(await focused(page)).toBe(names[1])
    await page.context().close()
  })

  test('stays a table for screen readers when its rows are cards', async () => {
    const page = await preview.open('work', { viewport: { width: 390, height: 844 } })
    const table = page.getByRole('table', { name: 'My pending requests' })
    expect(await table.getByRole('row').count()).toBe(8)
    expect(await table.getByRole('rowheader').count()).toBe(7)
    expect(await table.getByRole('columnheader', { name: 'Time left' }).getAttribute('aria-sort')).toBe('ascending')
    await page.context().close()
  })
})

describe('toasts', () => {
  test('plain ones go after 3 s; hovering holds them; errors stay until closed; the words are told once', async () => {
    const page = await preview.open('kit', { at: '2025-05-13T09:41:00Z' })
    const heard = await listen(page)
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await button(page, 'Error toast').click()
    await button(page, 'Plain toast').click()
    await toasts.hover()
    await page.clock.runFor(3500)
    expect(await toasts.getByText('Saved.').isVisible()).toBe(true)
    await page.mouse.move(5, 5)
    await page.clock.runFor(5000)
    await toasts.getByText('Saved.').waitFor({ state: 'detached' })
    expect(await toasts.getByText('Update functionality is blocked for user').isVisible()).toBe(true)
    await button(toasts, 'Close').click()
    await toasts.waitFor({ state: 'detached' })
    expect(await heard()).toEqual(['Update functionality is blocked for user', 'Saved.'])
    await page.context().close()
  })

  test('Z takes back the newest', async () => {
    const page = await preview.open('kit')
    await button(page, 'Undo toast').click()
    await page.keyboard.press('z')
    await page.getByRole('region', { name: 'Notifications' }).getByText('Snooze taken back.').waitFor()
    expect(
      await page.getByRole('region', { name: 'Notifications' }).getByText('Snoozed until Wed 9:00 AM.').count(),
    ).toBe(0)
    await page.context().close()
  })
})

test('the stepper keeps to its limits by typing, keys and buttons', async () => {
  const page = await preview.open('kit')
  const fills = page.getByRole('spinbutton', { name: 'Max fills' })
  await fills.fill('99')
  await page.keyboard.press('Tab')
  expect(await fills.inputValue()).toBe('12')
  expect(await button(page, 'More: Max fills').isDisabled()).toBe(true)
  await fills.press('ArrowDown')
  expect(await fills.inputValue()).toBe('11')
  await fills.press('Home')
  expect(await fills.inputValue()).toBe('1')
  await fills.fill('abc')
  await page.keyboard.press('Tab')
  expect(await fills.inputValue()).toBe('1')
  await page.context().close()
})

test('cards are chosen by number and by arrow keys, never a disabled one', async () => {
  const page = await preview.open('kit')
  const cards = page.getByRole('group', { name: 'Send by' })
  await cards.getByRole('radio').first().focus()
  await page.keyboard.press('2')
  expect(await cards.getByRole('radio', { name: /E-mail/ }).isChecked()).toBe(true)
  await page.keyboard.press('3')
  expect(await cards.getByRole('radio', { name: /E-mail/ }).isChecked()).toBe(true)
  await page.keyboard.press('ArrowUp')
  expect(await cards.getByRole('radio', { name: /Auto-fax/ }).isChecked()).toBe(true)
  await page.context().close()
})

test('the skip link is the first Tab stop and leads to the main area', async () => {
  const page = await preview.open('work')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to main content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(new URL(page.url()).hash).toBe('')
  await page.context().close()
})

test('an error summary takes the focus and leads to the field', async () => {
  const page = await preview.open('kit')
  expect(await focused(page)).toContain('Fix 1 field to continue.')
  await page.getByRole('link', { name: 'End date: Invalid date' }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('end-date')
  await page.context().close()
})

test('keys one after the other, and keys with Ctrl inside of fields', async () => {
  const page = await preview.open('work', { at: '2025-05-13T09:41:00Z' })
  const heard = await listen(page)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page
    .getByRole('link', { name: 'Home', exact: true, includeHidden: false })
    .and(page.locator('[aria-current=page]'))
    .waitFor()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Control+k')
  await page.clock.runFor(5000)
  await expect.poll(heard).toContain('Find opened.')
  await page.context().close()
})

test('after a change of route the heading has the focus; after loading it has not', async () => {
  const page = await preview.open('work')
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await page.title()).toBe('Authorization Requests – RxDocket')
  await page.context().close()
})

describe('time', () => {
  test('the ticker changes at the full minute and follows the clock of the server', async () => {
    const page = await preview.open('kit', { at: '2025-05-13T09:41:00Z' })
    await page.clock.pauseAt('2025-05-13T09:41:30Z')
    const shown = page.getByRole('region', { name: 'Clock, loading' }).locator('time')
    expect(await shown.textContent()).toBe('09:41')
    await page.clock.runFor(20_000)
    expect(await shown.textContent()).toBe('09:41')
    await page.clock.runFor(11_000)
    expect(await shown.textContent()).toBe('09:42')
    await button(page, 'Server is 2 h ahead').click()
    expect(await shown.textContent()).toBe('11:42')
    await page.clock.runFor(60_000)
    expect(await shown.textContent()).toBe('11:43')
    await page.context().close()
  })

  test('a fast answer shows no skeleton; one that has appeared stays 300 ms; the end is told once', async () => {
    const page = await preview.open('kit', { at: '2025-05-13T09:41:00Z' })
    await page.clock.pauseAt('2025-05-13T09:41:30Z')
    const part = page.getByRole('region', { name: 'Clock, loading' })
    const heard = await listen(page)
    const skeleton = part.locator('[aria-busy=true]')
    const content = part.getByText('The content.')
    await button(page, 'Start loading').click()
    await page.clock.runFor(120)
    expect([await skeleton.isVisible(), await skeleton.count()]).toEqual([false, 1])
    await button(page, 'Finish loading').click()
    expect(await content.isVisible()).toBe(true)

    await button(page, 'Start loading').click()
    await page.clock.runFor(160)
    expect(await skeleton.isVisible()).toBe(true)
    await button(page, 'Finish loading').click()
    await page.clock.runFor(200)
    expect(await skeleton.isVisible()).toBe(true)
    await page.clock.runFor(150)
    expect(await content.isVisible()).toBe(true)
    await page.clock.runFor(11_000)
    expect((await heard()).filter((words) => words.includes('loaded'))).toEqual([
      '7 requests loaded.',
      '7 requests loaded.',
    ])
    await page.context().close()
  })
})

test('no page wrote an error or a warning, and none broke the content security policy', () => {
  expect(preview.complaints).toEqual([])
})
