import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atWords } from '#platform/dates/words.ts'
import { decryptBody } from '#features/drafts/body-encryption.ts'
import { openJourney, type Journey } from './portal.ts'

// Whatever ends the session, the page or the day, a half-typed form comes back as it was.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

const requestOf = async (claimNumber: string): Promise<string> =>
  (
    await journey.db.query(
      `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
         where c.claim_number = $1 and a.status_id = 20 order by a.id limit 1`,
      [claimNumber],
    )
  ).rows[0].id as string
const addressOf = (id: string) => `${journey.origin}/authorizations/request/${id}`
type Kept = { form: string; body: { choices: Record<string, unknown> } }
/** What the table holds about a request, opened as the portal opens it. */
const kept = async (id: string): Promise<Kept[]> =>
  (
    await journey.db.query(
      'select mc, user_id as "userId", subject_id as "subjectId", form, sealed as encrypted from form_draft where subject_id = $1 order by form',
      [id],
    )
  ).rows.map(({ encrypted, ...owner }) => ({
    form: owner.form,
    body: decryptBody(journey.started.portal.encryption, owner, encrypted) as Kept['body'],
  }))
/** When it was saved, in the words of the page that opens: the day stands there where it is another than the page's. */
const savedLine = async (id: string, page: Page, zone = 'America/New_York'): Promise<string> => {
  // Logging out opens another page: its clock is read once it is there.
  await page.getByText(/^Your unfinished work was saved /).waitFor()
  const { rows } = await journey.db.query(
    'select saved_at as at from form_draft where subject_id = $1 order by saved_at desc limit 1',
    [id],
  )
  return `Your unfinished work was saved ${atWords((rows[0].at as Date).toISOString(), zone, await page.evaluate(() => Date.now()))}.`
}
const lost = 'What you typed after that could not be saved.'
const keptNote = async (id: string) => (await kept(id))[0]?.body.choices['note']

const sentences = 'The prescriber answered on Friday; the physician reviewer did not agree. '
const long = sentences.repeat(28).trim().slice(0, 1990)
const note = (page: Page) => page.getByLabel('Explain in plain language')
const brought = (page: Page) => page.getByText(/^Draft restored (at|on) /)

/** Fills in the reject form as a person does: reason, words, a code taken out, another end. */
async function typeReject(page: Page, words: string): Promise<void> {
  await page.getByLabel('Reason for rejecting').selectOption({ index: 2 })
  await note(page).fill(words)
  await page.getByRole('textbox', { name: 'End date' }).fill('12/24/2030')
}
async function expectReject(page: Page, words: string): Promise<void> {
  await expect.poll(() => note(page).inputValue()).toBe(words)
  await expect.poll(() => page.getByRole('textbox', { name: 'End date' }).inputValue()).toBe('12/24/2030')
  await expect
    .poll(() => page.getByLabel('Reason for rejecting').evaluate((it) => (it as HTMLSelectElement).selectedIndex))
    .toBe(2)
  await brought(page).waitFor()
}
/** Signs in on the page where it was turned away to, and ends where it wanted to go. */
async function signInHere(page: Page, username: string): Promise<void> {
  await page
    .getByRole('link', { name: /log in/i })
    .first()
    .click()
  await journey.signInOn(page, username)
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
  await page.getByText(/^Draft saved at \d+:\d\d [AP]M\.$/).waitFor()
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
  await expect.poll(() => keptNote(id)).toBe(`${long} Idle.`)
  await first.quiet() // the page has the answer, too: it says when the last save was
  journey.clock.move(16 * 60_000)
  await page.clock.fastForward(16 * 60_000)
  await page.getByRole('heading', { name: 'Account Timed Out' }).waitFor()
  await page.getByText(await savedLine(id, page), { exact: true }).waitFor()
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
  await expect.poll(() => keptNote(id)).toBe(`${long} Expired.`)
  await second.quiet()
  await page.route(/\/api\/drafts\//, async (route) => {
    if (route.request().method() === 'PUT')
      await journey.db.query(`update session set expires_at = last_activity_at where ended_at is null`)
    await route.continue()
  })
  await note(page).press('End')
  await note(page).pressSequentially('!')
  await page.getByRole('heading', { name: 'Session Expired' }).waitFor()
  // The last key came too late, and the page does not say otherwise.
  await page.getByText(`${await savedLine(id, page)} ${lost}`, { exact: true }).waitFor()
  await page.unrouteAll()
  await page.goto(url)
  await signInHere(page, 'dana.ruiz')
  await page.waitForURL(url)
  await closeWelcome(page)
  await expectReject(page, `${long} Expired.`)

  // Logged out in another window, the moment after the last key; then by oneself, without a pause.
  await note(page).fill(`${long} Elsewhere.`)
  await expect.poll(() => keptNote(id)).toBe(`${long} Elsewhere.`)
  await second.quiet()
  const window = await second.context.newPage()
  await window.goto(`${journey.origin}/home`)
  await window.getByRole('button', { name: /^Welcome, / }).click()
  await window.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: /^Logout Successful|Logged Out/ }).waitFor()
  await page.getByText(await savedLine(id, page), { exact: true }).waitFor()
  // Nothing was typed in the window it was done in.
  await window.getByRole('heading', { name: /^Logout Successful/ }).waitFor()
  await expect.poll(() => window.getByText(/unfinished|could not be saved/).count()).toBe(0)
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
  await expect.poll(async () => [await note(page).inputValue(), await brought(page).count()]).toEqual(['', 0])
  await first.context.close()
  await second.context.close()
})

test('a draft stays with its carrier, shows in the other window, and goes when it is discarded or sent', async () => {
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
  const question = page.getByRole('alertdialog', { name: 'You have not sent this yet' })
  const menu = page.getByRole('button', { name: /^Welcome, / })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change Master Carrier' }).click()
  await question.getByText(/^Approval, (not saved yet|(last )?saved at \d+:\d\d [AP]M)$/).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Save draft and switch/)
  // Esc is Stay: nothing changed, and the focus is where it was.
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => menu.evaluate((it) => it === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('Spoke with the cl')
  // Also when all of it is on the server already it is named.
  await expect.poll(() => keptNote(id)).toBe('Spoke with the cl')
  await page.getByLabel('Note').press('End')
  await page.getByLabel('Note').pressSequentially('a')
  // No pause: the carrier is changed with the last letter still on its way.
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change Master Carrier' }).click()
  await question.getByRole('button', { name: 'Save draft and switch' }).press('Enter')
  await choose(/Cascade/)
  expect((await kept(id)).map(({ form, body }) => [form, body.choices['note']])).toEqual([
    ['approve', 'Spoke with the cla'],
  ])
  expect((await journey.db.query('select mc from form_draft where subject_id = $1', [id])).rows).toEqual([
    { mc: 'NWM' },
  ])
  await page.goto(addressOf(id))
  await page.getByRole('heading', { name: 'This request is not available' }).waitFor()
  await change(/Northwind/)
  await page.goto(addressOf(id))
  await brought(page).waitFor()
  await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('Spoke with the cla')

  // A second window goes on with the same form; the first one learns of it at once, too.
  const other = await context.newPage()
  await other.goto(addressOf(id))
  await brought(other).waitFor()
  await other.getByLabel('Note').fill('Spoke with the clinic on Monday')
  await expect.poll(() => keptNote(id)).toBe('Spoke with the clinic on Monday')
  await page.getByLabel('Note').fill('Called the pharmacy')
  await page.getByText(/^Another draft was saved here at/).waitFor()
  await expect.poll(() => keptNote(id)).toBe('Called the pharmacy')
  await page.getByRole('button', { name: 'Use the other draft' }).click()
  await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('Spoke with the clinic on Monday')
  await expect.poll(() => keptNote(id)).toBe('Spoke with the clinic on Monday')
  await other.close()

  // Off line it says so and loses nothing.
  await context.setOffline(true)
  await page.getByLabel('Note').fill('Typed in a tunnel')
  await page.getByText('Your draft is on this page only.').waitFor()
  await context.setOffline(false)
  await expect.poll(() => keptNote(id)).toBe('Typed in a tunnel')
  await page.getByText('Your draft is on this page only.').waitFor({ state: 'detached' })

  await page.reload()
  await brought(page).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('')
  await expect.poll(() => kept(id)).toEqual([])
  await page.reload()
  await page.getByText(/would pay/).waitFor()
  await expect
    .poll(async () => [await page.getByLabel('Note').inputValue(), await brought(page).count()])
    .toEqual(['', 0])

  // Sent: nothing is left of it. Taken back: it is there again.
  await page.getByLabel('Note').fill('Approved after the call')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/^Approved(?!: \d)/)
    .first()
    .waitFor()
  await expect.poll(() => kept(id)).toEqual([])
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await page.getByText('Decision undone.').first().waitFor()
  await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('Approved after the call')
  await expect.poll(() => keptNote(id)).toBe('Approved after the call')
  await expect.poll(() => page.getByText('This request changed while you were working.').count()).toBe(0)

  // Decided by somebody else while this user was away: their decision shows beside the draft, on any machine.
  await context.close()
  const colleague = await journey.visitAs('sam.okafor')
  await colleague.page.goto(addressOf(id))
  await colleague.page.getByText(/would pay/).waitFor()
  await colleague.page.keyboard.press('a')
  await colleague.page.keyboard.press('Control+Enter')
  await colleague.page
    .getByText(/^Approved(?!: \d)/)
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
  await expect.poll(() => kept(id)).toEqual([])
  await later.context.close()
  // Two saves were meant to fail: off line, and after the other window.
  expect(
    complaints.filter((words) => !/ERR_INTERNET_DISCONNECTED|404 \(Not Found\)|409 \(Conflict\)/.test(words)),
  ).toEqual([])
})

test('a letter and a time away are kept like a decision, each to its own sending', async () => {
  const id = await requestOf('DEMO-018')
  const { page, context } = await journey.visitAs('sam.okafor')
  const me = (await journey.db.query(`select id from app_user where username = 'sam.okafor'`)).rows[0].id as string
  const forms = async (of: string) => (await kept(of)).map(({ form }) => form)

  await page.goto(addressOf(id))
  await page.getByRole('button', { name: 'Request letter' }).waitFor()
  await page.keyboard.press('r')
  await note(page).fill('Not without a letter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Request letter' }).click()
  const letter = page.getByRole('dialog', { name: 'Request a letter of medical necessity' })
  await letter.getByRole('radio', { name: /Print/ }).check()
  await letter.getByLabel('Also').fill('Please say why nothing else would do')
  await expect.poll(() => forms(id)).toEqual(['letter', 'reject'])
  await page.reload()
  await page.getByRole('button', { name: 'Request letter' }).click()
  await expect.poll(() => letter.getByLabel('Also').inputValue()).toBe('Please say why nothing else would do')
  await expect.poll(() => letter.getByRole('radio', { name: /Print/ }).isChecked()).toBe(true)
  await letter.getByText(/^Draft restored at /).waitFor()
  await letter.getByRole('button', { name: 'Print and wait' }).click()
  await letter.waitFor({ state: 'detached' })
  expect(await forms(id)).toEqual(['reject'])

  await page.goto(`${journey.origin}/accounts/out-of-office`)
  const form = page.getByRole('region', { name: 'Add time off' })
  await page.getByRole('button', { name: 'Add time off' }).click()
  await form.getByLabel('Message').fill('At the coast')
  await form.getByRole('textbox', { name: 'Back on' }).fill('12/24/2030')
  await expect.poll(() => forms(me)).toEqual(['time-away'])
  await page.reload()
  await page.getByRole('button', { name: 'Add time off' }).click()
  await expect.poll(() => form.getByLabel('Message').inputValue()).toBe('At the coast')
  await form.getByText(/^Draft restored at /).waitFor()
  await expect.poll(() => form.getByRole('textbox', { name: 'Back on' }).inputValue()).toBe('12/24/2030')
  // Discarded, the form is as new; saved, nothing is left of it.
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => form.getByLabel('Message').inputValue()).toBe('')
  await expect.poll(() => forms(me)).toEqual([])
  await form.getByLabel('Message').fill('Away for a day')
  await expect.poll(() => forms(me)).toEqual(['time-away'])
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await forms(me)).toEqual([])
  await context.close()
})

test('what was typed off line when the session ended is in the memory of the page alone, behind a lock, for its writer', async () => {
  const id = await requestOf('DEMO-009')
  const { page, context } = await journey.signIn('sam.okafor')
  // Once a login, in whichever window asks first.
  await page.addLocatorHandler(page.getByRole('dialog', { name: /^Welcome back/ }), () => page.keyboard.press('Enter'))
  await page.clock.install()

  // A list marks the requests the user has a draft for, and still does after a reload.
  const { rows } = await journey.db.query('select juris_state as state from rx_authorization where id = $1', [id])
  await page.goto(`${journey.origin}/authorizations?view=all&state=${rows[0].state}`)
  const row = page.locator('tr', { has: page.locator(`a[href*="${id}"]`) })
  const opening = row.locator(`a[href*="${id}"]`)
  await opening.click()
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('r')
  await typeReject(page, sentences)
  await page.keyboard.press('Escape')
  await page.goBack()
  await row.getByText('Draft', { exact: true }).waitFor()
  await expect.poll(() => opening.innerText()).toMatch(/, draft$/)
  await page.reload()
  await row.getByText('Draft', { exact: true }).waitFor()
  // One's own and nobody else's.
  const own = await journey.db.query(
    `select distinct a.id from form_draft d join app_user u on u.id = d.user_id join rx_authorization a on a.id = d.subject_id
      where u.username = 'sam.okafor' and a.juris_state = $1 and a.status_id between 20 and 29`,
    [rows[0].state],
  )
  await expect.poll(() => page.getByText('Draft', { exact: true }).count()).toBe(own.rowCount)

  const url = addressOf(id)
  const offLine = async (words: string) => {
    await context.setOffline(true)
    await note(page).fill(words)
    await page.getByText('Your draft is on this page only.').waitFor()
  }
  /** Types where no line is, until the session is over by every clock. */
  const overOffLine = async (words: string) => {
    await offLine(words)
    journey.clock.move(16 * 60_000)
    await page.clock.fastForward(16 * 60_000)
    // The page cannot know: it shows and holds nothing all the same.
    await page.getByText(/Your last entries are only in this tab/).waitFor()
    await nothingToRead()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Account Timed Out' }).waitFor()
    await page.getByText('Do not close or reload this tab.').waitFor()
    await nothingToRead()
  }
  const nothingToRead = (of = /.{0,200}(?:prescriber|tunnel|DEMO-009|Okafor).{0,100}/s) =>
    expect
      .poll(async () => {
        const all = await page.evaluate(() =>
          JSON.stringify([
            document.documentElement.outerHTML,
            document.title,
            { ...localStorage },
            { ...sessionStorage },
          ]),
        )
        return of.exec(all)?.[0]
      })
      .toBeUndefined()
  /** Signs in in the window that opens. */
  const signInBeside = async (username: string) => {
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Log in again' }).click()
    const beside = await opening
    await page.getByText(/^Log in in the window that opened\./).waitFor()
    const closed = beside.waitForEvent('close')
    await journey.signInOn(beside, username)
    await closed
  }

  await page.goto(url)
  await expectReject(page, sentences)
  await overOffLine(`${sentences}Typed in a tunnel.`)
  await signInBeside('sam.okafor')
  expect(page.url()).toBe(url)
  await expect.poll(() => note(page).inputValue()).toBe(`${sentences}Typed in a tunnel.`)
  await expect.poll(() => keptNote(id)).toBe(`${sentences}Typed in a tunnel.`)

  // Who has just logged in is greeted: only then does the line go again.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role=dialog], dialog')].some((one) => one.textContent.includes('Welcome back')),
  )
  // Ended by somebody else while the browser was offline; a user who gives the draft up learns what is lost.
  await offLine('A second tunnel')
  await journey.db.query(
    `update session set ended_at = last_activity_at, ended_reason = 'revoked' where ended_at is null`,
  )
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'You have been logged out.' }).waitFor()
  await nothingToRead()
  await page.getByRole('button', { name: 'Leave without it' }).click()
  await page.getByText(`${await savedLine(id, page)} ${lost}`, { exact: true }).waitFor()
  await page.goto(url)
  // Here somebody ended the portal's session; the provider's own goes on.
  await page
    .getByRole('link', { name: /log in/i })
    .first()
    .click()
  await expectReject(page, `${sentences}Typed in a tunnel.`)

  // Somebody else signs in: nothing of it is theirs to see.
  await overOffLine('A third tunnel')
  await signInBeside('dana.ruiz')
  await page.waitForURL(`${journey.origin}/home`)
  // Her own Home may name a prescriber.
  await nothingToRead(/.{0,200}(?:answered on Friday|tunnel).{0,100}/s)
  expect(await kept(id)).toHaveLength(1)
  expect(await keptNote(id)).toBe(`${sentences}Typed in a tunnel.`)
  await context.close()
})
