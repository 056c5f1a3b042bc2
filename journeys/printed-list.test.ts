import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exactWords } from '#platform/dates/words.ts'
import { documentWork } from '#platform/gateways/document-work.ts'
import { openJourney, type Journey } from './portal.ts'

// The worklist on paper, where nothing can be scrolled or pointed at: what is printed is read back as a viewer of PDF files reads it.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

test('A printed worklist has whole names, the day and time each request is due, and says as of when', async () => {
  const name = 'Quillfeather-Dunmore Piedrasol de la Tormentosa-Arbolverde'
  const { rows } = await journey.db.query<{ id: string; due: Date; claim: string; zone: string }>(
    `select a.id, c.claim_number as claim, a.statutory_due_at as due, u.time_zone as zone
       from rx_authorization a join app_user u on u.id = a.owner_id join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where a.mc = 'NWM' and a.status_id = 20 and u.username = 'lee.park' order by a.statutory_due_at, a.id limit 5`,
  )
  await journey.db.query(
    `update claimant t set last_name = $2 from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where a.id = $1 and t.mc = c.mc and t.id = c.claimant_id`,
    [rows[0]!.id, name],
  )
  const { page, context } = await journey.visitAs('lee.park', { path: '/authorizations', mc: 'NWM' })
  await page.locator(`tbody a[href*="${rows[0]!.id}"]`).waitFor()
  const paper = await page.pdf({ preferCSSPageSize: true })
  const folder = process.env['PICTURES']
  const first = await documentWork.page(paper, 'application/pdf', 1, 'printed')
  const pages = [first]
  for (let number = 2; number <= first.pages; number += 1)
    pages.push(await documentWork.page(paper, 'application/pdf', number, 'printed'))
  if (folder)
    for (const [at, { picture }] of pages.entries())
      await writeFile(join(folder, `printed-list-${at + 1}.png`), Buffer.from(picture!, 'base64'))
  const text = pages
    .map((one) => one.text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
  // A name may be broken at a hyphen, which a reader of PDF files then takes for one that is not part of it.
  const letters = (of: string) => of.replaceAll(/[- ]/g, '')
  expect(letters(text)).toContain(letters(name))
  for (const { due, zone, claim } of rows) {
    expect(text).toContain(`Due ${exactWords(new Date(due).toISOString(), zone)}`)
    expect(text).toContain(claim)
  }
  expect(text).toMatch(/Printed \w{3} \w{3} \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M/)
  await context.close()
})
