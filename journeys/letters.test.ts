import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { settled } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { samplePdf } from '#testing/pdf-documents.ts'
import { openJourney, type Journey } from './portal.ts'

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

test('a letter is asked for with the keyboard, the prescriber answers it by the link of the mail, and the request is decided with it', async () => {
  const { page, complaints, context } = await journey.signIn('dana.ruiz')
  await page.keyboard.press('Enter')
  const { rows } = await journey.db.query(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where c.claim_number = 'DEMO-012' and a.status_id = 20`,
  )
  const id = rows[0].id as string
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  await page.getByText(/would pay/).waitFor()

  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Request a letter of medical necessity' })
  await dialog.getByLabel('Template').waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog.getByRole('radio', { name: /^E-mail/ }).check()
  const send = dialog.getByRole('button', { name: 'Send by e-mail' })
  await dialog.getByLabel('E-mail address', { exact: true }).fill('office@clinic.example')
  await dialog.getByLabel('E-mail address again').fill('ofice@clinic.example')
  await dialog.getByLabel('Also').fill('Please send the last office note.')
  await dialog.getByText('Please send the last office note.').last().waitFor() // in the preview
  await send.press('Enter')
  await dialog.getByText('The two entries do not match.').waitFor()
  await dialog.getByLabel('E-mail address again').fill('office@clinic.example')
  await send.press('Enter')
  await page.getByText(/goes out by e-mail to office@clinic\.example/).waitFor()
  await page.getByText('Awaiting letter').first().waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])

  // The mail leaves when it can no longer be called off.
  journey.clock.move(11_000)
  const office = await journey.browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const mailbox = await office.newPage()
  const slips: string[] = []
  mailbox.on('console', (message) => void (['error', 'warning'].includes(message.type()) && slips.push(message.text())))
  await vi.waitFor(
    async () => {
      await mailbox.goto(`${journey.started.mailbox}?to=office@clinic.example`)
      expect(await mailbox.getByText('Delivered').count()).toBe(1)
    },
    { timeout: 120_000, interval: 300 },
  )
  await mailbox.getByRole('listitem').getByRole('link').click()
  const link = (await settled(mailbox, () => mailbox.getByRole('link', { name: /\/letter#/ }).getAttribute('href')))!
  await mailbox.getByRole('link', { name: /\/letter#/ }).click()
  // Following the link, as a scanner of mails does, opens nothing: a person presses the button.
  await mailbox.getByText('The code of your letter is filled in.').waitFor()
  expect(new URL(mailbox.url()).hash).toBe('')
  await mailbox.reload()
  await mailbox.getByText('The code of your letter is filled in.').waitFor()
  const { rows: unopened } = await journey.db.query('select opened_at from lomn_request where authorization_id = $1', [
    id,
  ])
  expect(unopened).toEqual([{ opened_at: null }])
  await mailbox.getByRole('button', { name: 'Open the letter' }).press('Enter')
  await mailbox.getByRole('heading', { level: 1, name: 'Request for a letter of medical necessity' }).waitFor()
  expect(new URL(mailbox.url()).hash).toBe('')
  await mailbox.reload() // the code stays with the tab
  await mailbox.getByRole('heading', { level: 1, name: 'Request for a letter of medical necessity' }).waitFor()
  await mailbox.getByText('Please send the last office note.').waitFor()
  await mailbox.getByLabel(/^2\. Which other treatments/).fill('Ibuprofen for six weeks')
  await mailbox.getByRole('button', { name: 'Send the answer' }).click()
  await mailbox.getByText('Fix 3 fields to continue.').waitFor()
  await mailbox.getByRole('link', { name: 'Answer question 3.' }).click()
  await expect
    .poll(() => mailbox.getByLabel(/^3\. Why is this drug/).evaluate((field) => field === document.activeElement))
    .toBe(true)
  await expect
    .poll(() => mailbox.getByLabel(/^2\. Which other treatments/).inputValue())
    .toBe('Ibuprofen for six weeks')
  expect(await faultsOf(mailbox, twoLooks)).toEqual([])

  // A first answer comes on paper, half of it: support sends it back, and the letter is waited for as before.
  const letter = join(tmpdir(), `letter-${id}.pdf`)
  await writeFile(letter, samplePdf('The drug is needed', { pages: 2 }))
  const support = await journey.visitAs('pat.lund')
  await support.page.getByRole('radio', { name: /Northwind/ }).check()
  await support.page.getByRole('button', { name: 'Submit' }).click()
  await support.page.getByRole('heading', { name: 'Support Desk' }).waitFor()
  await support.page.goto(`${journey.origin}/authorizations/request/${id}`)
  await support.page.getByRole('button', { name: 'Enter the letter' }).press('Enter')
  const entering = support.page.getByRole('dialog', { name: /^Enter letter LM/ })
  await entering.getByLabel('File').setInputFiles(letter)
  await entering.getByRole('radio', { name: /^Yes/ }).check()
  await entering.getByRole('textbox', { name: 'Signed on' }).fill('12/31/2099')
  await entering.getByRole('button', { name: 'Enter the letter' }).press('Enter')
  await entering.getByText('This date is in the future.').waitFor()
  await entering.getByRole('radio', { name: /^No/ }).check()
  await entering.getByRole('button', { name: 'Send it back' }).press('Enter')
  await entering.getByText('Enter what is missing.').waitFor()
  expect(await faultsOf(support.page, twoLooks)).toEqual([])
  await entering.getByLabel('The signature, with its date').check()
  await entering.getByRole('button', { name: 'Send it back' }).press('Enter')
  await support.page.getByText(/^The answer to LM\d{10} was returned/).waitFor()
  await support.page.getByText('Missing: The signature, with its date.').waitFor()
  // The browser notes the one refusal: the day that is still to come.
  expect(support.complaints).toEqual([expect.stringMatching(/status of 422/)])
  await support.context.close()
  await page.getByText('An incomplete answer was returned.').first().waitFor()

  await mailbox.getByText('Attach a letter').click()
  await mailbox.getByLabel('Your letter').setInputFiles(letter)
  await mailbox.getByLabel('Your name').fill('Wanda Willowby, MD')
  await mailbox
    .getByText(/^As you sign\. The answer will show: signed by Wanda Willowby, MD on \d\d\/\d\d\/\d{4}\.$/)
    .waitFor()
  await mailbox.getByLabel(/^I am the prescriber/).check()
  await mailbox.getByRole('button', { name: 'Send the answer' }).click()
  await mailbox.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor()
  await mailbox.goto(link)
  await mailbox.getByRole('button', { name: 'Open the letter' }).press('Enter')
  await mailbox.getByRole('heading', { level: 1, name: 'This letter was answered' }).waitFor()
  expect(await faultsOf(mailbox, twoLooks)).toEqual([])
  expect(slips).toEqual([])
  await office.close()

  // A change event updates the page of everybody who has the request open.
  await page.getByText('Letter arrived').first().waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Open the letter' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.getByRole('button', { name: 'It supports the drug' }).click()
  await page.getByText('Reviewed: supports the drug.').first().waitFor()
  await page.getByText('Supports the drug', { exact: true }).first().waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/^Approved(?!: \d)/)
    .first()
    .waitFor()
  const after = await journey.db.query(
    'select a.status_id, l.status, l.supports from rx_authorization a join lomn_request l on l.mc = a.mc and l.authorization_id = a.id where a.id = $1',
    [id],
  )
  expect(after.rows).toEqual([{ status_id: 30, status: 7, supports: true }])
  // The browser notes the one refusal: the address that was not typed alike.
  expect(complaints).toEqual([expect.stringMatching(/status of 4\d\d/)])
  await context.close()
})
