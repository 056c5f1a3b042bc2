import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJourney, type Journey } from './portal.ts'

// What is in sight on the page of a request, and the ways on it by keyboard.

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
    .getByRole('heading', { level: 1, name: new RegExp(`^${drug} .+ for .+, authorization ${reference}$`) })
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
