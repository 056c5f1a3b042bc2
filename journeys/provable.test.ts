import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { lastClaim, openJourney, type Journey } from './portal.ts'

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

/** A request of Dana that waits for nothing but a decision, the only one for its drug. */
async function pending(): Promise<string> {
  const { rows } = await journey.db.query(
    `select a.id from rx_authorization a
     join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id
     join app_user u on u.id = o.user_id
     where u.username = 'dana.ruiz' and a.status_id = 20 order by a.request_received_at limit 1`,
  )
  return rows[0].id as string
}

test('the same drug is pending twice: a supervisor merges the two and decides; what was known is shown, and given as a file', async () => {
  const id = await pending()
  const claim = (await lastClaim(journey, id)) as { prescription: { quantity: number }; pharmacyNabp: string }
  const { rows: pharmacies } = await journey.db.query('select nabp from pharmacy where nabp <> $1 order by 1 limit 1', [
    claim.pharmacyNabp,
  ])
  const again = await journey.submit({
    ...claim,
    pharmacyNabp: pharmacies[0].nabp as string,
    prescription: { ...claim.prescription, rxNumber: '909001', quantity: claim.prescription.quantity + 4 },
  })
  expect(again).toMatchObject({ status: 'R', authorizationId: expect.any(String) })
  // Its adjuster may not merge them, and asks who may from the same place.
  const dana = await journey.visitAs('dana.ruiz', { path: `/authorizations/request/${id}` })
  await dana.page.getByRole('button', { name: 'Ask to merge' }).press('Enter')
  const ask = dana.page.getByRole('dialog', { name: 'Ask a supervisor' })
  await expect.poll(() => ask.getByRole('radio', { name: /^Merge two requests/ }).isChecked()).toBe(true)
  await dana.context.close()
  const { page, complaints, context } = await journey.visitAs('sam.okafor')
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  await page.getByText('Same drug is pending twice.').waitFor()
  await page.getByRole('button', { name: 'Merge' }).click()
  const merge = page.getByRole('dialog', { name: 'Same drug is pending twice' })
  await merge.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await merge.getByRole('button', { name: /^Merge/ }).click()
  await page.getByText('Includes 1 merged request.').waitFor()
  expect(
    (await journey.db.query('select status_id from rx_authorization where id = $1', [again.authorizationId])).rows,
  ).toEqual([{ status_id: 52 }])
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/^Approved(?!: \d)/)
    .first()
    .waitFor()
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  await page
    .getByText(/Approved by Sam Okafor/)
    .first()
    .waitFor()
  await page.keyboard.press('w')
  const known = page.getByRole('dialog', { name: 'Decision record' })
  await known.getByText('Records verified, unchanged.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const download = page.waitForEvent('download')
  await known.getByRole('button', { name: 'Download PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^DecisionRecord_.+\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.keyboard.press('Escape')
  await known.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('a time away is set with the keyboard, is said on every page, and is turned off from there', async () => {
  const { page, complaints, context } = await journey.visitAs('sam.okafor')
  await page.goto(`${journey.origin}/accounts/out-of-office`)
  await page.getByText('You are in the office').waitFor()
  await page.getByRole('button', { name: 'Add time off' }).press('Enter')
  await page.getByRole('combobox', { name: /^Delegates/ }).focus()
  await page.keyboard.type('dana')
  await page.getByRole('listbox', { name: 'Available delegates' }).getByText('Dana Ruiz').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Dana Ruiz' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Away now').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.goto(`${journey.origin}/authorizations`)
  await page.getByText(/You are out of office until/).waitFor()
  await page.getByRole('button', { name: 'Turn off' }).press('Enter')
  await page.getByText('You are back in the office.', { exact: true }).waitFor()
  await page.getByText(/You are out of office until/).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('with the stand-ins of this machine, what was sent outside is read at /demo-mailbox', async () => {
  const answer = await fetch(`${journey.origin}/demo-mailbox`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})
