import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contactNotes } from '#features/contact-notes/contract.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// The page of a survey link, from the e-mail to the answer, in a browser.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

/** Pat takes a call; answers the link of the e-mail that was sent. */
async function linkOf(pat: Visit, address: string): Promise<string> {
  const { rows } = await portal.db.query(`select id from wc_claim where claim_number = 'DEMO-003'`)
  const added = await pat.page.evaluate(
    async (body) => {
      const answer = await fetch('/api/claimContactNotes', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-portal-request': '1' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as unknown }
    },
    {
      claimId: rows[0].id as string,
      contactType: 'PHONE',
      callerRole: 'PHARMACY',
      callerName: 'Kim at the counter',
      callerEmail: address,
      reason: 'auth',
      text: 'Why was it stopped?',
    },
  )
  expect(added.status).toBe(200)
  const { note } = contactNotes.add.output.parse(added.body)
  return vi.waitFor(
    async () => {
      const { rows: sent } = await portal.db.query(
        `select o.body from claim_contact_note n join outside_message o on o.mc = n.mc and o.id = n.survey_message_id
          where n.id = $1 and n.survey_sent_at is not null`,
        [note.claimContactNoteId],
      )
      expect(sent.length).toBe(1)
      return /https?:\S+\/survey#\S+/.exec(sent[0].body as string)![0]
    },
    { timeout: 120_000, interval: 100 },
  )
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('the link of the e-mail opens three questions, which are answered with the keyboard, once; then the page says so', async () => {
  const pat = await portal.visitAs('pat.lund', { mc: 'NWM' })
  const link = await linkOf(pat, 'kim@pharmacy.example')
  const { page, complaints } = await portal.open()
  await page.goto(link)
  await page.getByText('You were in touch with Northwind Mutual.').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await page.waitForFunction(() => document.activeElement?.textContent === 'How did we do?')
  await page.reload() // The code stays in the tab.
  await page.getByText('You were in touch with Northwind Mutual.').waitFor()

  await page.getByRole('button', { name: 'Send the answers' }).click()
  await page.getByText('Fix 1 field to continue.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Choose an answer.' }).press('Enter')
  // From the question: Tab to its first answer, an arrow key to the second.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.getByRole('radio', { name: '2', exact: true }).isChecked()).toBe(true)
  // A question without an answer looks like the answers that were not chosen.
  const drawn = (name: string) =>
    page
      .getByRole('radio', { name, exact: true })
      .evaluate((radio) => getComputedStyle(radio.nextElementSibling!).backgroundColor)
  expect(await drawn('Yes')).toBe(await drawn('3'))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Answer')
  const words = page.getByLabel('What could we do better?')
  await expect.poll(() => words.inputValue()).toBe('Answer')
  await words.fill('y'.repeat(1001))
  await page.getByRole('button', { name: 'Send the answers' }).press('Enter')
  await page.getByRole('link', { name: 'Write 1,000 characters at most.' }).waitFor()
  await words.fill('Answer sooner')
  // An error only the server can find is shown at its field too, and no typed text is lost.
  const refusal = { path: 'question3Response', code: 'invalid', message: 'Say it in fewer words.' }
  await page.route('**/api/survey/submit', (route) =>
    route.fulfill({
      status: 400,
      json: { status: { code: 'VALIDATION', message: '' }, data: null, fields: [refusal] },
    }),
  )
  await page.getByRole('button', { name: 'Send the answers' }).press('Enter')
  await page.getByRole('link', { name: 'Say it in fewer words.' }).press('Enter')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await expect.poll(() => words.inputValue()).toBe('Answer sooner')
  await page.unroute('**/api/survey/submit')
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/400 \(Bad Request\)/)]) // The browser reports it itself.
  await page.getByRole('button', { name: 'Send the answers' }).press('Enter')
  await heading(page, 'Thank you. Your answers were sent').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const { rows } = await portal.db.query(
    `select r1, r2, r3, follow_up from survey_response where email = 'kim@pharmacy.example'`,
  )
  expect(rows).toEqual([{ r1: 2, r2: true, r3: 'Answer sooner', follow_up: 'OPEN' }])

  await page.goto(link)
  await heading(page, 'This survey was answered already').waitFor()
  await expect.poll(() => page.getByText('Northwind Mutual has your answers since').count()).toBe(1)
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
  await pat.context.close()
})

test('an incomplete link, an expired link and an unreachable server each have their own message', async () => {
  const pat = await portal.visitAs('pat.lund', { mc: 'NWM' })
  const link = await linkOf(pat, 'lee@pharmacy.example')
  const { page } = await portal.open()
  for (const address of [
    `${portal.origin}/survey`,
    link.slice(0, -1),
    `${link.slice(0, -4)}ZZZZ`,
    `${link.slice(0, -1)}%`,
  ]) {
    await page.goto('about:blank')
    await page.goto(address)
    await heading(page, 'This survey link isn’t valid').waitFor()
  }
  expect(await faultsOf(page)).toEqual([])

  await page.route('**/api/survey/open', (route) => route.abort())
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('The survey could not be opened.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.unroute('**/api/survey/open')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('You were in touch with').waitFor()

  // The page retries a service that is busy.
  let asked = 0
  await page.route('**/api/survey/open', (route) =>
    (asked += 1) < 3 ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.reload()
  await page.getByText('You were in touch with').waitFor()
  expect(asked).toBe(3)

  portal.clock.move(31 * 86_400_000)
  await page.reload()
  await heading(page, 'This link has expired').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
  await pat.context.close()
})
