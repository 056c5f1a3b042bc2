import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJourney, PASSWORD, type Journey } from './portal.ts'

// Bar U-SES-05: whatever ends the session, the page or the day, a half-typed form comes back as it was.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
}, 120_000)
afterAll(() => journey.stop())

/** What happens by itself, within seconds; a busy machine is given more. */
const soon = { timeout: 10_000 }
const requestOf = async (claimNumber: string): Promise<string> =>
  (
    await journey.db.query(
      `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where c.claim_number = $1 and a.status_id = 20 order by a.id limit 1`,
      [claimNumber],
    )
  ).rows[0].id as string
const addressOf = (id: string) => `${journey.origin}/authorizations/request/${id}`
type Kept = { form: string; body: { choices: Record<string, unknown> } }
const kept = async (id: string): Promise<Kept[]> =>
  (await journey.db.query('select form, body from form_draft where subject_id = $1 order by form', [id])).rows as Kept[]
const keptNote = async (id: string) => (await kept(id))[0]?.body.choices['note']

const sentences = 'The prescriber answered on Friday; the physician reviewer did not agree. '
const long = sentences.repeat(28).trim().slice(0, 1990)
const note = (page: Page) => page.getByLabel('Explain in plain words')
const brought = (page: Page) => page.getByText(/^We kept what you typed (at|on) /)

/** Fills in the reject form as a person does: reason, words, a code taken out, another end. */
async function typeReject(page: Page, words: string): Promise<void> {
  await page.getByLabel('Reason for rejecting').selectOption({ index: 2 })
  await note(page).fill(words)
  await page.getByRole('textbox', { name: 'End date' }).fill('12/24/2030')
}
async function expectReject(page: Page, words: string): Promise<void> {
  await expect.poll(() => note(page).inputValue(), soon).toBe(words)
  expect(await page.getByRole('textbox', { name: 'End date' }).inputValue()).toBe('12/24/2030')
  expect(await page.getByLabel('Reason for rejecting').evaluate((it) => (it as HTMLSelectElement).selectedIndex)).toBe(
    2,
  )
  await brought(page).waitFor()
}
/** Signs in on the page where it was turned away to, and ends where it wanted to go. */
async function signInHere(page: Page, username: string): Promise<void> {
  await page
    .getByRole('link', { name: /log in/i })
    .first()
    .click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
async function closeWelcome(page: Page): Promise<void> {
  const welcome = page.getByRole('dialog', { name: /^Welcome back/ })
  await welcome.waitFor()
  await page.keyboard.press('Enter')
  await welcome.waitFor({ state: 'detached' })
}

test('a half-typed denial survives a crash, idling, the end of the session and a logout elsewhere, and is there on another machine', async () => {
  const id = await requestOf('DEMO-008')
  const url = addressOf(id)
  const first = await journey.signIn('dana.ruiz')
  let { page } = first
  await closeWelcome(page)
  await page.goto(url)
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('r')
  await typeReject(page, long)
  await page.getByText(/^Kept at \d+:\d\d [AP]M\.$/).waitFor()
  expect(await keptNote(id)).toBe(long)

  // The renderer dies.
  const devtools = await first.context.newCDPSession(page)
  const died = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => {})
  await died
  await page.close()
  page = await first.context.newPage()
  await page.goto(url) // nothing in the address says which form it was
  await expectReject(page, long)

  // Nobody is there for a quarter of an hour, by the server's clock and by the page's.
  await page.clock.install()
  await page.reload()
  await expectReject(page, long)
  await note(page).fill(`${long} Idle.`)
  await expect.poll(() => keptNote(id), soon).toBe(`${long} Idle.`)
  journey.clock.move(16 * 60_000)
  await page.clock.fastForward(16 * 60_000)
  await page.getByRole('heading', { name: 'Account Timed Out' }).waitFor()
  expect(await page.content()).not.toContain('physician reviewer')
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
    /reviewer/,
  )
  await page.close()

  // Another browser: another machine.
  const second = await journey.signIn('dana.ruiz')
  page = second.page
  await closeWelcome(page)
  await page.goto(url)
  await expectReject(page, `${long} Idle.`)

  // The session reaches its absolute end while something is typed.
  await note(page).fill(`${long} Expired.`)
  await expect.poll(() => keptNote(id), soon).toBe(`${long} Expired.`)
  await journey.db.query(`update session set expires_at = last_activity_at where ended_at is null`)
  await note(page).press('End')
  await note(page).pressSequentially('!')
  await page.getByRole('heading', { name: 'Session Expired' }).waitFor()
  await page.goto(url)
  await signInHere(page, 'dana.ruiz')
  await page.waitForURL(url)
  await closeWelcome(page)
  await expectReject(page, `${long} Expired.`)

  // Logged out in another window, the moment after the last key; then by oneself, without a pause.
  await note(page).fill(`${long} Elsewhere.`)
  await expect.poll(() => keptNote(id), soon).toBe(`${long} Elsewhere.`)
  const window = await second.context.newPage()
  await window.goto(`${journey.origin}/home`)
  await window.getByRole('button', { name: /^Welcome, / }).click()
  await window.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: /^Logout Successful|Logged Out/ }).waitFor()
  await window.close()
  await page.goto(url)
  await signInHere(page, 'dana.ruiz')
  await closeWelcome(page)
  await expectReject(page, `${long} Elsewhere.`)
  await note(page).fill('In the middle of a sen')
  await page.getByRole('button', { name: /^Welcome, / }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: /^Logout Successful/ }).waitFor()
  expect(await keptNote(id)).toBe('In the middle of a sen')

  // Somebody else in the same browser sees nothing of it.
  await page.goto(url)
  await signInHere(page, 'sam.okafor')
  await closeWelcome(page)
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('r')
  await note(page).waitFor()
  expect([await note(page).inputValue(), await brought(page).count()]).toEqual(['', 0])
  await first.context.close()
  await second.context.close()
}, 120_000)

test('what is typed stays with its carrier, is told to the other window, and goes when it is discarded or sent', async () => {
  const id = await requestOf('DEMO-015')
  const { page, complaints, context } = await journey.signIn('lee.park')
  const choose = async (name: RegExp) => {
    await page.getByRole('dialog', { name: 'Select Carrier' }).getByRole('radio', { name }).check()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('dialog', { name: 'Select Carrier' }).waitFor({ state: 'detached' })
  }
  const change = async (name: RegExp) => {
    await page.getByRole('button', { name: /^Welcome, / }).click()
    await page.getByRole('menuitem', { name: 'Change Master Carrier' }).click()
    await choose(name)
  }
  await choose(/Northwind/)
  await closeWelcome(page)
  await page.goto(addressOf(id))
  await page.getByText(/would pay/).waitFor()
  await page.getByLabel('Note').fill('Spoke with the cl')
  // No pause: the carrier is changed with the last letter still on its way.
  await change(/Cascade/)
  expect((await kept(id)).map(({ form, body }) => [form, body.choices['note']])).toEqual([
    ['approve', 'Spoke with the cl'],
  ])
  expect((await journey.db.query('select mc from form_draft where subject_id = $1', [id])).rows).toEqual([
    { mc: 'NWM' },
  ])
  await page.goto(addressOf(id))
  await page.getByRole('heading', { name: 'This request is not available' }).waitFor()
  await change(/Northwind/)
  await page.goto(addressOf(id))
  await brought(page).waitFor()
  expect(await page.getByLabel('Note').inputValue()).toBe('Spoke with the cl')

  // A second window goes on with the same form; the first one is told as soon as it does, too.
  const other = await context.newPage()
  await other.goto(addressOf(id))
  await brought(other).waitFor()
  await other.getByLabel('Note').fill('Spoke with the clinic on Monday')
  await expect.poll(() => keptNote(id), soon).toBe('Spoke with the clinic on Monday')
  await page.getByLabel('Note').fill('Called the pharmacy')
  await page.getByText(/^You typed something else here at/).waitFor()
  await expect.poll(() => keptNote(id), soon).toBe('Called the pharmacy')
  await page.getByRole('button', { name: 'Use the other' }).click()
  await expect.poll(() => page.getByLabel('Note').inputValue(), soon).toBe('Spoke with the clinic on Monday')
  await expect.poll(() => keptNote(id), soon).toBe('Spoke with the clinic on Monday')
  await other.close()

  // Off line it says so and loses nothing.
  await context.setOffline(true)
  await page.getByLabel('Note').fill('Typed in a tunnel')
  await page.getByText('What you typed is on this page only.').waitFor()
  await context.setOffline(false)
  await expect.poll(() => keptNote(id), soon).toBe('Typed in a tunnel')
  await page.getByText('What you typed is on this page only.').waitFor({ state: 'detached' })

  await page.reload()
  await brought(page).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByLabel('Note').inputValue(), soon).toBe('')
  await expect.poll(() => kept(id), soon).toEqual([])
  await page.reload()
  await page.getByText(/would pay/).waitFor()
  expect([await page.getByLabel('Note').inputValue(), await brought(page).count()]).toEqual(['', 0])

  // Sent: nothing is left of it. Taken back: it is there again.
  await page.getByLabel('Note').fill('Approved after the call')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/^Approved/)
    .first()
    .waitFor()
  await expect.poll(() => kept(id), soon).toEqual([])
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await page.getByText('Decision taken back.').first().waitFor()
  await expect.poll(() => page.getByLabel('Note').inputValue(), soon).toBe('Approved after the call')
  await expect.poll(() => keptNote(id), soon).toBe('Approved after the call')
  expect(await page.getByText('This request changed while you were working.').count()).toBe(0)

  // Decided by somebody else while nobody was at this desk: their decision beside what was typed, on any machine.
  await context.close()
  const colleague = await journey.signIn('sam.okafor')
  await colleague.page.goto(addressOf(id))
  await colleague.page.getByText(/would pay/).waitFor()
  await colleague.page.keyboard.press('a')
  await colleague.page.keyboard.press('Control+Enter')
  await colleague.page
    .getByText(/^Approved/)
    .first()
    .waitFor()
  await colleague.context.close()
  const later = await journey.signIn('lee.park')
  await later.page
    .getByRole('dialog', { name: 'Select Carrier' })
    .getByRole('radio', { name: /Northwind/ })
    .check()
  await later.page.getByRole('button', { name: 'Submit' }).click()
  await closeWelcome(later.page)
  await later.page.goto(addressOf(id))
  await later.page.getByRole('heading', { name: /^Sam Okafor approved this/ }).waitFor()
  await later.page.getByText('Note: Approved after the call').waitFor()
  await later.page.getByRole('button', { name: 'Keep theirs' }).click()
  await later.page.getByRole('heading', { name: /^Approved by Sam Okafor/ }).waitFor()
  await expect.poll(() => kept(id), soon).toEqual([])
  await later.context.close()
  // Two saves were meant to fail: off line, and after the other window.
  expect(
    complaints.filter((words) => !/ERR_INTERNET_DISCONNECTED|404 \(Not Found\)|409 \(Conflict\)/.test(words)),
  ).toEqual([])
}, 120_000)
