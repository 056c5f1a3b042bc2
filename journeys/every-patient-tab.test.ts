import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientTabs } from '#features/claims/patient-tabs.ts'
import { axeViolations, faultsOf } from '#testing/kit/axe.ts'
import { tooWide } from '#testing/kit/too-wide.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// Every tab of a patient, with much on it: by axe, by the keyboard alone, on a phone of 320 px, in forced colors.

let portal: PortalInBrowser
let visit: Visit
let page: Page
let home: string

beforeAll(async () => {
  portal = await startPortalInBrowser()
  const { rows } = await portal.db.query<{ sub: string; id: string }>(
    `select c.sub_carrier as sub, c.id from wc_claim c
      where c.mc = 'NWM' and c.status = 'OPEN'
        and exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id between 20 and 29)
        and exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id between 30 and 39)
      order by exists (select from sms_campaign g where g.mc = c.mc and g.claimant_id = c.claimant_id and g.until is null and g.state = 2) desc,
        (select count(*) from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id) desc, c.claim_number limit 1`,
  )
  const { sub, id } = rows[0]!
  home = `/patients/NWM/${sub}/${id}`
  // Which claims have a contact or a bypass depends on the day: this one gets both.
  await portal.db.query(
    `update claim_contact_note set stratus_claim_id = $1, sub_carrier = $2
      where mc = 'NWM' and id in (select id from claim_contact_note where mc = 'NWM' order by id limit 3)`,
    [id, sub],
  )
  // Account managers see every tab, who looked at the patient too.
  await portal.db.query(
    `update user_carrier w set roles = array_append(w.roles, 'account_admin') from app_user u
      where u.id = w.user_id and u.username = 'sam.okafor' and w.mc = 'NWM'`,
  )
  visit = await portal.visitAs('sam.okafor', { mc: 'NWM' })
  page = visit.page
})
afterAll(() => portal.stop())

/** Waits until the tab shows what it loads, and not its skeleton. */
const shown = async () => {
  // The code of a tab comes by itself: until then its panel is empty, and nothing is asked.
  await page.getByRole('tabpanel').locator('> *').first().waitFor()
  await visit.quiet()
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'))
  await visit.quiet()
}
/** A picture for people who look at the page, where the environment names a folder: from its top, taller than a screen. */
const pictures = async (name: string) => {
  const folder = process.env['PICTURES']
  if (!folder) return
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width, height: 1500 })
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    document.querySelectorAll('*').forEach((one) => (one.scrollTop = 0))
  })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  await page.setViewportSize({ width, height })
}

type Stop = { what: string; ring: boolean; covered: string | null }
/** Where the focus is, whether that can be seen, and whether something lies over it; null outside the page. */
const focused = (): Promise<Stop | null> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement | null
    if (!at || at === document.body) return null
    const marked = (one: Element | null) => {
      if (!one) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    const { left, top, width, height } = at.getBoundingClientRect()
    const hit = document.elementFromPoint(
      Math.min(Math.max(left + width / 2, 1), innerWidth - 2),
      Math.min(Math.max(top + Math.min(height / 2, 12), 1), innerHeight - 2),
    )
    at.dataset['reached'] = 'yes'
    return {
      what: `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent.trim().slice(0, 40)}`,
      // A field or a choice is marked around it.
      ring: marked(at) || marked(at.parentElement) || marked(at.closest('label')) || marked(at.nextElementSibling),
      covered:
        hit && (at.contains(hit) || hit.contains(at) || hit.closest('label')?.contains(at) === true)
          ? null
          : `by ${hit?.outerHTML.slice(0, 120)} at ${left}, ${top}, ${width} wide, ${height} high`,
    }
  })

/** Marks all that the panel has; answers how much of it is new. */
const markParts = (): Promise<number> =>
  page.evaluate(() => {
    const fresh = document.querySelectorAll<HTMLElement>('[role="tabpanel"] :not([data-walked])')
    for (const one of fresh) one.dataset['walked'] = 'yes'
    return [...fresh].filter(
      (one) => one instanceof HTMLElement && one.matches('a, button, input, select, textarea, [tabindex]'),
    ).length
  })

/** What of the tab can be used and was never reached with Tab. One of a group that arrows walk is enough. */
const unreached = (): Promise<string[]> =>
  page.evaluate(() => {
    const panel = document.querySelector('[role="tabpanel"]')!
    const all = [
      ...panel.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
    ]
    const group = (one: HTMLElement) =>
      one instanceof HTMLInputElement && one.type === 'radio'
        ? `radio ${one.name}`
        : one.closest('[role="radiogroup"], [role="toolbar"], [role="listbox"], [role="grid"]')
    const walked = new Set(all.filter((one) => one.dataset['reached']).map(group))
    return all
      .filter(
        (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
      )
      .filter((one) => !one.dataset['reached'] && !(group(one) && walked.has(group(one))))
      .map((one) => one.outerHTML.slice(0, 120))
  })

test.each(patientTabs)(
  'A supervisor reads the tab %s in every look and reaches all of it with the keyboard',
  async (tab) => {
    visit.complaints.length = 0
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${portal.origin}${home}/${tab}`)
    await shown()
    expect(new URL(page.url()).pathname, 'the tab is there').toBe(`${home}/${tab}`)
    expect(await faultsOf(page)).toEqual([])

    // From the chosen tab through the whole panel and out of it; again where a part came while it was walked.
    const stops: Stop[] = []
    for (let isWhole = false; !isWhole;) {
      await markParts()
      stops.length = 0
      await page.getByRole('tab', { selected: true }).focus()
      for (let presses = 0; presses < 400; presses += 1) {
        await page.keyboard.press('Tab')
        const stop = await focused()
        if (!stop) break
        stops.push(stop)
      }
      isWhole = (await markParts()) === 0
    }
    expect(await unreached(), 'reached with Tab').toEqual([])
    expect(stops.filter(({ ring, covered }) => !ring || covered)).toEqual([])

    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
        await pictures(`tab-${tab}-${width}-${colorScheme}`)
      }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect.poll(() => tooWide(page), { message: 'no sideways scroll at 320 px' }).toEqual([])
    await pictures(`tab-${tab}-320`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ forcedColors: 'active' })
    const chosen = await page.getByRole('tab', { selected: true }).evaluate((one) => {
      const line = (of: Element) => getComputedStyle(of, '::after').backgroundColor
      return line(one) !== line(one.parentElement!.querySelector('[role="tab"][aria-selected="false"]')!)
    })
    expect(chosen, 'forced colors mark the chosen tab').toBe(true)
    // The colors are the system's: what axe computes of them is not what is seen.
    expect((await axeViolations(page)).filter((line) => !line.startsWith('color-contrast'))).toEqual([])
    await pictures(`tab-${tab}-forced`)
    expect(visit.complaints.filter((line) => !line.includes('403'))).toEqual([])
  },
)

test('on a phone a line says whose page it is once the head has scrolled away, and paper that it is confidential', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${portal.origin}${home}/overview`)
  await shown()
  const line = page.locator('main [aria-hidden="true"] > p', { hasText: / Born .+ · Claim / })
  const onTop = () =>
    line.evaluate((of) => {
      const { left, top, width, height } = of.getBoundingClientRect()
      return of.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(onTop).toBe(false)
  await page.evaluate(() => scrollTo(0, 600))
  await expect.poll(onTop).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await page.getByText(/Printed .+ by Sam Okafor\. Confidential health information\./).waitFor()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 900 })
})
