import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { exhaustive } from '../bounds.ts'
import { axeViolations, rulesInTheme } from './axe.ts'
import { looks, turn } from './preview-server.ts'
import { button, focused, listen, startPreview } from './preview-page.ts'

// How the components look in every state, the lists, the keys and the time.

const { preview, sharedPage, checkComplaints } = startPreview()
const views = ['kit', 'states', 'work', 'labels']

describe('no axe violation', () => {
  test.each(looks.flatMap((look) => views.map((view) => ({ view, ...look }))))(
    'in $view, $colorScheme, $width px',
    async (look) => {
      const page = await preview.untouched(look.view)
      await turn(page, look)
      expect(await axeViolations(page, rulesInTheme(look.colorScheme))).toEqual([])
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
        // The page around it was examined in its view.
        const within = exhaustive ? undefined : shows.replace(':visible', '')
        expect(await axeViolations(page, rulesInTheme(look.colorScheme), within), opens).toEqual([])
        if (opens === 'Open alert') await button(page, 'Continue working').click()
        else await page.keyboard.press('Escape')
        await page.locator(shows).first().waitFor({ state: 'hidden' })
      }
      await button(page, 'Undo toast').click()
      await button(page, 'Error toast').click()
      await button(page, 'Tooltip').hover()
      await page.getByRole('tooltip').waitFor()
      const toasts = page.getByRole('region', { name: 'Notifications' })
      expect(await axeViolations(page, rulesInTheme(look.colorScheme)), 'toasts and tooltip').toEqual([])
      // As it was, for the next look.
      const close = async () => {
        if ((await toasts.count()) > 0) await button(toasts, 'Close').first().click()
        return toasts.count()
      }
      await expect.poll(close).toBe(0)
      await page.mouse.move(5, 5)
      await page.getByRole('tooltip').waitFor({ state: 'detached' })
    })
  })

  test.each(['compact', 'comfortable'])('in %s rows: targets stay 24 px', async (density) => {
    const page = await preview.untouched('work')
    await turn(page, looks[0]!)
    const root = page.locator('html')
    const before = await root.evaluate((html) => html.getAttribute('data-density'))
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

describe('list', () => {
  const names = ['Ottoline Bramblewick', 'Wendell Applegarth', 'Magnus Tidewater']
  const current = (page: Page) => page.locator('tr[aria-current] a').textContent()

  test('j and k move the current row and the focus; the rows are one Tab stop', async () => {
    const page = await preview.open('work')
    await expect.poll(() => current(page)).toBe(names[0])
    await page.keyboard.press('j')
    await expect.poll(async () => [await current(page), await focused(page)]).toEqual([names[1], names[1]])
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe(names[2])
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect.poll(() => focused(page)).toBe(names[0])
    await expect.poll(() => page.locator('tbody a[tabindex="0"], tbody input:not([tabindex="-1"])').count()).toBe(2)
    await page.context().close()
  })

  test('when the current row goes, the next one takes its place and its focus', async () => {
    const page = await preview.open('work')
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await expect.poll(() => focused(page)).toBe(names[2])
    await expect.poll(() => current(page)).toBe(names[2])
    await page.context().close()
  })

  test('x selects, Esc clears, and both are announced', async () => {
    const page = await preview.open('work', { at: '2025-05-13T09:41:00Z' })
    const heard = await listen(page)
    await expect.poll(() => page.getByRole('group', { name: 'Actions for selected requests' }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('group', { name: 'Actions for selected requests' }).count()).toBe(0)
    await page.keyboard.press('x')
    await expect.poll(() => page.getByText('1 selected').first().isVisible()).toBe(true)
    await page.clock.runFor(5000) // what is not urgent is announced at most every 5 s
    await expect.poll(heard).toContain('1 selected.')
    await page.context().close()
  })

  test('letters are silent in fields, with modifiers, in menus, in dialogs and when switched off', async () => {
    const page = await preview.open('work')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('jxdarray')
    await expect.poll(() => current(page)).toBe(names[0])
    await page.locator('tr[aria-current] a').focus()
    await page.keyboard.press('Control+j')
    await page.keyboard.press('Alt+x')
    await expect.poll(() => current(page)).toBe(names[0])
    await page.getByRole('button', { name: 'Welcome, Juno account menu' }).click()
    await page.locator('[role=menu]:visible').waitFor()
    await page.locator('[role=menu] :focus').waitFor() // the keys are the menu's once it has the focus
    await page.keyboard.press('j')
    await expect.poll(() => current(page)).toBe(names[0])
    await page.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await page.locator('tr[aria-current] a').focus()
    await page.keyboard.press('j')
    await expect.poll(() => current(page)).toBe(names[0])
    await page.context().close()
  })

  test('after a mouse click on a row check box the letters still work', async () => {
    const page = await preview.open('work')
    await page.getByRole('checkbox', { name: `Select ${names[0]}` }).click()
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe(names[1])
    await page.context().close()
  })

  test('stays a table for screen readers when its rows are cards', async () => {
    const page = await preview.open('work', { viewport: { width: 390, height: 844 } })
    const table = page.getByRole('table', { name: 'My pending requests' })
    await expect.poll(() => table.getByRole('row').count()).toBe(8)
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(7)
    await expect
      .poll(() => table.getByRole('columnheader', { name: 'Time left' }).getAttribute('aria-sort'))
      .toBe('ascending')
    await page.context().close()
  })
})

describe('toasts', () => {
  test('plain ones go after 3 s; hovering holds them; errors stay until closed; the words are announced once', async () => {
    const page = await preview.open('kit', { at: '2025-05-13T09:41:00Z' })
    const heard = await listen(page)
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await button(page, 'Error toast').click()
    await button(page, 'Plain toast').click()
    await toasts.hover()
    await page.clock.runFor(3500)
    await expect.poll(() => toasts.getByText('Saved.').isVisible()).toBe(true)
    await page.mouse.move(5, 5)
    await page.clock.runFor(5000)
    await toasts.getByText('Saved.').waitFor({ state: 'detached' })
    await expect.poll(() => toasts.getByText('Update functionality is blocked for user').isVisible()).toBe(true)
    await button(toasts, 'Close').click()
    await toasts.waitFor({ state: 'detached' })
    expect(await heard()).toEqual(['Update functionality is blocked for user', 'Saved.'])
    await page.context().close()
  })

  test('the Z key undoes the newest act', async () => {
    const page = await preview.open('kit')
    await button(page, 'Undo toast').click()
    await page.keyboard.press('z')
    await page.getByRole('region', { name: 'Notifications' }).getByText('Snooze taken back.').waitFor()
    const snoozed = page.getByRole('region', { name: 'Notifications' }).getByText('Snoozed until Wed 9:00 AM.')
    await expect.poll(() => snoozed.count()).toBe(0)
    await page.context().close()
  })
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
    await expect.poll(() => shown.textContent()).toBe('09:41')
    await page.clock.runFor(20_000)
    await expect.poll(() => shown.textContent()).toBe('09:41')
    await page.clock.runFor(11_000)
    await expect.poll(() => shown.textContent()).toBe('09:42')
    await button(page, 'Server is 2 h ahead').click()
    await expect.poll(() => shown.textContent()).toBe('11:42')
    await page.clock.runFor(60_000)
    await expect.poll(() => shown.textContent()).toBe('11:43')
    await page.context().close()
  })

  test('a fast answer shows no skeleton; one that has appeared stays 300 ms; the end is announced once', async () => {
    const page = await preview.open('kit', { at: '2025-05-13T09:41:00Z' })
    await page.clock.pauseAt('2025-05-13T09:41:30Z')
    const part = page.getByRole('region', { name: 'Clock, loading' })
    const heard = await listen(page)
    const skeleton = part.locator('[aria-busy=true]')
    const content = part.getByText('The content.')
    await button(page, 'Start loading').click()
    await page.clock.runFor(120)
    await expect.poll(async () => [await skeleton.isVisible(), await skeleton.count()]).toEqual([false, 1])
    await button(page, 'Finish loading').click()
    await expect.poll(() => content.isVisible()).toBe(true)

    await button(page, 'Start loading').click()
    await page.clock.runFor(160)
    await expect.poll(() => skeleton.isVisible()).toBe(true)
    await button(page, 'Finish loading').click()
    await page.clock.runFor(200)
    await expect.poll(() => skeleton.isVisible()).toBe(true)
    await page.clock.runFor(150)
    await expect.poll(() => content.isVisible()).toBe(true)
    await page.clock.runFor(11_000)
    expect((await heard()).filter((words) => words.includes('loaded'))).toEqual([
      '7 requests loaded.',
      '7 requests loaded.',
    ])
    await page.context().close()
  })
})

checkComplaints()
