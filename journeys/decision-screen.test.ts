import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settled } from '#testing/browser/settled.ts'
import { axeViolations } from '#testing/kit/axe.ts'
import { openJourney, type Journey } from './portal.ts'

// What is in sight on the page of a request, the ways on it by keyboard, and the pages of a day where little fits.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

type Found = { id: string; codes: string; reference: string; claim: string; drug: string; phone: string }
/** Dana's pending requests, one for each set of codes that stopped them. */
async function requests(): Promise<Found[]> {
  const { rows } = await journey.db.query<Found>(
    `select distinct on (a.reject_codes) a.id, array_to_string(a.reject_codes, ' ') as codes, a.reference_number as reference,
        c.claim_number as claim, a.drug_name as drug, p.phone
       from rx_authorization a join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.position = 1
         join app_user u on u.id = o.user_id and u.username = 'dana.ruiz' join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
         join pharmacy p on p.nabp = a.pharmacy_nabp
      where a.mc = 'NWM' and a.status_id = 20 order by a.reject_codes, a.id`,
  )
  return rows
}

test('on a screen of 1440 by 900 the trial run and the button that sends are in sight, whatever stopped the request', async () => {
  const found = await requests()
  expect(found.length).toBeGreaterThan(4)
  const { page, complaints, context } = await journey.visitAs('dana.ruiz', { viewport: { width: 1440, height: 900 } })
  for (const { id, codes } of found) {
    await page.goto(`${journey.origin}/authorizations/request/${id}?form=approve`)
    const form = page.getByRole('form', { name: 'Decision form' })
    await form.waitFor()
    const trial = form.getByText(/^Trial run/).first()
    await trial.waitFor()
    const send = form.locator('button[type="submit"]')
    const inSight = async () => {
      for (const one of [trial, send]) {
        const box = await one.boundingBox()
        if (!box || box.y < 0 || box.y + box.height > 900) return `${codes}: ${JSON.stringify(box)}`
      }
      return 'in sight'
    }
    await expect.poll(inSight).toBe('in sight')
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('a request is titled by drug and patient; from its top a second skip leads to the decision; its numbers are copied, its pharmacy is called', async () => {
  const [{ id, drug, reference, claim, phone }] = (await requests()) as [Found]
  const { page, complaints, context } = await journey.visitAs('dana.ruiz', {
    path: `/authorizations/request/${id}`,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page
    .getByRole('heading', { level: 1, name: new RegExp(`^${drug} .+ for .+ authorization ${reference}$`) })
    .waitFor()
  await page.getByRole('form', { name: 'Decision form' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to decision' })
  await expect.poll(() => skip.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const decision = page.getByRole('complementary', { name: 'Decision' })
  await expect.poll(() => decision.evaluate((it) => it === document.activeElement)).toBe(true)

  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy claim number' }).press('Enter')
  await expect.poll(copied).toBe(claim)
  await page.getByRole('button', { name: 'Copy request number' }).press('Enter')
  await expect.poll(copied).toBe(reference)
  const call = page.getByRole('region', { name: 'What' }).getByRole('link', { name: /\d{3}-\d{3}-\d{4}/ })
  await expect.poll(() => call.getAttribute('href')).toBe(`tel:${phone.replaceAll(/\D/g, '')}`)
  expect(complaints).toEqual([])
  await context.close()
})

test('read aloud, the screen is in order: headings by level, every region and control named, figures with their unit, no rule twice', async () => {
  const { rows } = await journey.db.query<{ id: string }>(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where c.claim_number = 'DEMO-004' and a.status_id = 20`,
  )
  const { page, quiet, context } = await journey.visitAs('dana.ruiz', {
    path: `/authorizations/request/${rows[0]!.id}`,
  })
  await page
    .getByText(/^Trial run/)
    .first()
    .waitFor()
  await page.getByRole('list', { name: 'Event log, newest first' }).waitFor()
  await quiet()
  const main = page.locator('main')
  const read = async () => (await main.ariaSnapshot()).split('\n').map((line) => line.trim().replace(/^- '?/, ''))
  const headings = async () =>
    (await read()).flatMap((line) => {
      const [, name, level] = /^heading "(.+)" \[level=(\d)\]/.exec(line) ?? []
      return name ? [`${level} ${name}`] : []
    })
  await expect
    .poll(headings)
    .toEqual([
      expect.stringMatching(/^1 Oxycodone 5 mg tablet for .+ authorization \d{12}$/),
      '2 Who',
      '2 What',
      '2 Why it stopped',
      '2 Pharmacist recommendation',
      '2 What goes out',
      '2 Clinical considerations',
      '2 Opioid dose trend',
      '2 On the chart',
      '2 Florida monitoring report',
      '2 Current medicines',
      '2 Last fills, this drug and its class',
      '2 Florida guideline',
      '2 Cost',
      '2 Past decisions',
      '2 Event log',
      '2 Decision form',
      '3 Safety rejects',
    ])
  await quiet()
  const lines = await settled(page, read)
  const named =
    /^(region|form|complementary|radiogroup|figure|table|button|link|textbox|combobox|checkbox|radio|switch)(?![\w-])/
  expect(lines.filter((line) => named.test(line) && !/^\w+ "[^"]*[A-Za-z\d][^"]*"/.test(line))).toEqual([])
  const text = lines.join('\n')
  // A dot before the due time is read as one; a grade beside its own word is read twice.
  expect(text).toMatch(/left Due \w{3} /)
  expect(text).not.toMatch(/ \. |\bmajor\b.{0,80}\bMajor\b/)
  expect(text.match(/State rule:/g)).toHaveLength(1)
  expect(text).toMatch(/\d+ of \d+ events/)
  expect(lines).toContain('list "Patient and claim":')
  await context.close()
})

/** The part of the window, scrolled into the page, that bars which do not scroll cover: 0 to 1. */
const coveredBy = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, 400)
    const stays = (at: Element | null): boolean =>
      at !== null && (['fixed', 'sticky'].includes(getComputedStyle(at).position) || stays(at.parentElement))
    const lines = Array.from({ length: 64 }, (_, line) => ((line + 0.5) * innerHeight) / 64)
    return lines.filter((y) => stays(document.elementFromPoint(innerWidth / 2, y))).length / lines.length
  })

test.each(['Home', 'list', 'request', 'patient', 'Help'])(
  'at 320 pixels, at 400 percent and in the colors of the system the page %s reads whole, and its bars leave the most of it free',
  async (name) => {
    const [{ id }] = (await requests()) as [Found]
    const { rows } = await journey.db.query<{ place: string }>(
      `select a.mc || '/' || c.sub_carrier || '/' || c.id as place from rx_authorization a
         join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where a.id = $1`,
      [id],
    )
    const paths: Record<string, string> = {
      Home: '/home',
      list: '/authorizations?view=all',
      request: `/authorizations/request/${id}`,
      patient: `/patients/${rows[0]!.place}/overview`,
      Help: '/help',
    }
    const { page, quiet, complaints, context } = await journey.visitAs('dana.ruiz', { path: paths[name]! })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await quiet()
    // 320 by 256 is a screen of 1280 by 1024 at 400 %.
    for (const height of [640, 256]) {
      await page.setViewportSize({ width: 320, height })
      await quiet()
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
        .toBe(0)
      await expect.poll(() => coveredBy(page), { message: `bars at ${height}` }).toBeLessThanOrEqual(0.5)
    }
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ forcedColors: 'active' })
    await quiet()
    // The colors are the system's: what axe computes of them is not what is seen.
    expect((await axeViolations(page)).filter((line) => !line.startsWith('color-contrast'))).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  },
)
