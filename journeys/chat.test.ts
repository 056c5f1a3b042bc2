import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// A chat with support from both sides, in two browsers.

let portal: PortalInBrowser
let dana: Visit
let agent: Page
let complaints: string[]
let page: Page
const always = { days: [0, 1, 2, 3, 4, 5, 6], opens: '00:00', closes: '23:59', federalHolidays: false, daysOff: [] }
const setHours = (hours: Record<string, unknown>) =>
  portal.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('NWM', '*', 'chatHours', $1), ('NWM', '*', 'chatCheckInterval', '1000')
      on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
    [JSON.stringify(hours)],
  )
beforeAll(async () => {
  portal = await startPortalInBrowser()
  await setHours({ ...always, days: [1, 2, 3, 4, 5], opens: '00:00', closes: '00:01' })
  dana = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/authorizations' })
  page = dana.page
})
afterAll(() => portal.stop())

/** Examined alone: wherever the window lies, it leaves some row of the list below smaller than a target may be. */
const chatWindow = '[role=dialog][aria-label="Chat Support"]'
const windowOf = (of: Page) => of.getByRole('dialog', { name: 'Chat Support' })
const messageOf = (of: Page) => of.getByLabel('Message', { exact: true })

test('while chat is closed an adjuster learns the hours; a message started then is kept through a reload', async () => {
  await page.getByRole('button', { name: 'Chat Support' }).click()
  const chat = windowOf(page)
  await chat.getByRole('heading', { name: 'Chat is currently closed.' }).waitFor()
  await chat.getByText('Monday to Friday, 12:00 AM to 12:01 AM EST').waitFor()
  await chat.getByText(/we will reply by/).waitFor()
  await pictures(page, 'chat-closed')
  expect(await faultsOf(page, twoLooks, chatWindow)).toEqual([])
  await chat.getByRole('button', { name: 'Leave message' }).click()
  await chat.getByText('Choose a reason.').waitFor()
  await chat.getByText('Enter your question.').waitFor()
  await chat.getByLabel('Reason').selectOption('auth')
  await chat.getByLabel('Your question').fill('Does the pharmacy need a new prescription?')
  const draft = () => portal.db.query(`select 1 from form_draft where form = 'chat-start'`)
  await expect.poll(async () => (await draft()).rows.length, { timeout: 120_000 }).toBe(1)
  await page.reload()
  await expect
    .poll(() => chat.getByLabel('Your question').inputValue(), { timeout: 120_000 })
    .toMatch(/new prescription/)
})

test('an adjuster waits in the queue until an agent takes the chat, and both write', async () => {
  await setHours(always)
  const chat = windowOf(page)
  await chat.getByText(/No agents available for chat at this time/).waitFor()
  await pictures(page, 'chat-form')
  expect(await faultsOf(page, twoLooks, chatWindow)).toEqual([])
  await chat.getByLabel('Your question').press('Control+Enter')
  await chat.getByRole('log').getByText('Does the pharmacy need a new prescription?').waitFor()
  await chat.getByText(/Your question stays in the queue/).waitFor()

  const pat = await portal.visitAs('pat.lund', { mc: 'NWM', path: '/support?queue=chats' })
  agent = pat.page
  complaints = pat.complaints
  await agent.getByRole('switch', { name: 'Take chats' }).press('Space')
  await chat.getByText('You are in the queue.').waitFor()
  await agent.getByRole('button', { name: /^Dana Ruiz/ }).press('Enter')
  const open = agent.getByRole('region', { name: 'Chat with Dana Ruiz' })
  await open.getByText('Does the pharmacy need a new prescription?').waitFor()
  // The letters of the page work where the focus is on the switch too.
  await agent.getByRole('switch', { name: 'Take chats' }).press('n')
  await open.getByText(/Pat Lund joined the chat\.$/).waitFor()
  await chat.getByRole('heading', { name: 'Pat Lund' }).waitFor()
  await messageOf(agent).pressSequentially('Hi Dana, this is Pat.')
  await chat.getByText('Pat Lund is typing').waitFor()
  await messageOf(agent).press('Enter')
  await chat.getByText('Hi Dana, this is Pat.').waitFor()

  await messageOf(page).pressSequentially('One fill')
  await messageOf(page).press('Shift+Enter')
  await messageOf(page).pressSequentially('of 120 tablets. My SSN is 123-45-6789.')
  await open.getByText('Dana Ruiz is typing').waitFor()
  await messageOf(page).press('Enter')
  await chat.getByText('One fill of 120 tablets. My SSN is •••-••-6789.').waitFor()
  await chat.getByText('A number was masked.').waitFor()
  await expect.poll(() => messageOf(page).inputValue()).toBe('')
  await open.getByText('One fill of 120 tablets. My SSN is •••-••-6789.').waitFor()
  await pictures(page, 'chat-conversation')
  expect(await faultsOf(page, twoLooks, chatWindow)).toEqual([])

  const about = agent.getByRole('complementary', { name: 'About this chat' })
  await about.getByLabel('Note').fill('Asked for the second time.')
  await about.getByRole('button', { name: 'Save note' }).press('Enter')
  await about.getByText(/^Pat Lund, /).waitFor()
  await messageOf(agent).press('Alt+3')
  await expect.poll(() => messageOf(agent).inputValue()).toBe('Is there anything else I can help you with?')
  await pictures(agent, 'chat-console')
  expect(await faultsOf(agent, twoLooks)).toEqual([])
})

test('the chat window is moved, made large and small by keyboard, and is there after a reload', async () => {
  const chat = windowOf(page)
  const box = async () => (await chat.boundingBox())!
  const before = await box()
  await chat.getByRole('button', { name: 'Move the chat with arrow keys' }).press('ArrowLeft')
  await expect.poll(async () => (await box()).x).toBe(before.x - 24)
  await chat.getByRole('button', { name: 'Maximize' }).press('Enter')
  await expect.poll(async () => (await box()).width).toBeGreaterThan(1300)
  await chat.getByRole('button', { name: 'Restore size' }).press('Enter')
  await chat.getByRole('button', { name: 'Minimize' }).press('Enter')
  const small = page.getByRole('button', { name: /Show the chat$/ })
  await small.waitFor()
  await messageOf(agent).press('Enter')
  await small.getByText('Is there anything else I can help you with?').waitFor()
  await page.getByRole('button', { name: 'Chat Support 1 unread' }).waitFor()
  await pictures(page, 'chat-minimized')

  await page.reload()
  await small.click()
  await chat.getByText('Is there anything else I can help you with?').waitFor()
  await chat.getByText('One fill of 120 tablets. My SSN is •••-••-6789.').waitFor()
})

test('a message that was not sent stays; sent again when the connection is back it is there once', async () => {
  const chat = windowOf(page)
  const message = messageOf(page)
  await dana.context.setOffline(true)
  await message.fill('And the other 60?')
  await message.press('Enter')
  await chat.getByText('Not sent.').waitFor()
  await chat.getByText('The connection was lost.').waitFor()
  // What the agent writes meanwhile is there afterwards, once and in its order.
  for (const words of ['The other 60 can wait.', 'They stay on the prescription.']) {
    await messageOf(agent).fill(words)
    // While one is on its way the next one waits.
    await expect
      .poll(async () => {
        await messageOf(agent).press('Enter')
        return messageOf(agent).inputValue()
      })
      .toBe('')
  }
  // Both are with the server before Dana's: the order of a chat is that of arriving.
  await expect
    .poll(
      async () =>
        (await portal.db.query(`select from chat_message where text = 'They stay on the prescription.'`)).rowCount,
    )
    .toBe(1)
  await dana.context.setOffline(false)
  // The server has it, but its answer is lost on the way.
  let lost = 0
  await page.route('**/api/chat/sendMessage', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await chat.getByRole('button', { name: 'Retry' }).click()
  await chat.getByText('Not sent.').waitFor({ state: 'detached' })
  await expect.poll(() => lost).toBe(2)
  await expect.poll(() => chat.getByText('And the other 60?').count()).toBe(1)
  const arrived = async () =>
    (await chat.getByRole('log').innerText()).match(/can wait|stay on the|other 60\?/g)?.join(', ')
  await expect.poll(arrived).toBe('can wait, stay on the, other 60?')
  await page.unroute('**/api/chat/sendMessage')
  const { rows } = await portal.db.query(`select 1 from chat_message where text = 'And the other 60?'`)
  expect(rows.length).toBe(1)

  // Trouble that passes: a status code above 0 is sent again.
  let troubled = 0
  await page.route('**/api/chat/sendMessage', async (route) => {
    const response = await route.fetch()
    if (troubled++ > 1) return route.fulfill({ response })
    return route.fulfill({ response, json: { ...((await response.json()) as object), statusCode: 1 } })
  })
  await message.fill('Clear, thank you.')
  await message.press('Enter')
  await chat.getByText('Clear, thank you.').waitFor()
  await expect.poll(() => troubled).toBe(3)
  await page.unroute('**/api/chat/sendMessage')
})

test('60 seconds without network lose nothing and double nothing, whatever both sides write meanwhile', async () => {
  const chat = windowOf(page)
  await page.clock.install()
  await page.reload()
  await chat.getByText('Clear, thank you.').waitFor()
  // The line is cut while the message is on its way: the server stores it, its answer and its change event are lost.
  await page.route('**/api/chat/sendMessage', async (route) => {
    await dana.context.setOffline(true)
    await route.fetch()
    return route.abort()
  })
  await messageOf(page).fill('Cut 1 by Dana')
  await messageOf(page).press('Enter')
  await chat.getByText('Not sent.').waitFor()
  await page.unroute('**/api/chat/sendMessage')
  for (const words of ['Cut 2 by Pat', 'Cut 3 by Pat', 'Cut 4 by Pat']) {
    await expect.poll(() => messageOf(agent).isEnabled()).toBe(true)
    await messageOf(agent).fill(words)
    await expect
      .poll(async () => (await messageOf(agent).press('Enter'), messageOf(agent).inputValue()), { timeout: 120_000 })
      .toBe('')
    await page.clock.runFor(20_000)
    await chat.getByText('The connection was lost.').waitFor()
    // Sent again while the line is still cut.
    await chat.getByRole('button', { name: 'Retry' }).click()
    await chat.getByText('Not sent.').waitFor()
  }
  await dana.context.setOffline(false)
  const retry = chat.getByRole('button', { name: 'Retry' })
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1000)
        if (await retry.isVisible()) await retry.click({ timeout: 1000 }).catch(() => {})
        return chat.getByText(/^(Not sent|The connection was lost)\.$/).count()
      },
      { timeout: 120_000 },
    )
    .toBe(0)
  await messageOf(page).fill('After 5 by Dana')
  await messageOf(page).press('Enter')
  const wrote = ['Cut 1 by Dana', 'Cut 2 by Pat', 'Cut 3 by Pat', 'Cut 4 by Pat', 'After 5 by Dana']
  const shownOn = async (of: Page) => (await of.getByRole('log').innerText()).match(/(?:Cut|After) \d by \w+/g)
  // Also after later looks at the server.
  await expect.poll(() => shownOn(page), { timeout: 120_000 }).toEqual(wrote)
  await page.clock.runFor(20_000)
  await expect.poll(() => shownOn(agent), { timeout: 120_000 }).toEqual(wrote)
  await expect.poll(() => shownOn(page)).toEqual(wrote)
  const { rows } = await portal.db.query<{ text: string }>(
    `select text from chat_message where text ~ '^(Cut|After) ' order by chat_id, position`,
  )
  expect(rows.map(({ text }) => text)).toEqual(wrote)
})

test('an adjuster who closes an open chat is asked; ended, a new one can be started', async () => {
  const chat = windowOf(page)
  await chat.getByRole('button', { name: 'Close chat' }).click()
  const question = page.getByRole('alertdialog', { name: 'End this chat?' })
  await question.getByRole('button', { name: 'Keep open' }).click()
  await messageOf(agent).press('Control+e')
  await agent.getByRole('alertdialog', { name: 'End this chat?' }).getByRole('button', { name: 'End chat' }).click()
  await agent.getByText('No one is waiting.').waitFor()
  await chat.getByText('The conversation has ended.').waitFor()
  await chat.getByRole('group', { name: 'Did you get what you needed?' }).getByRole('button', { name: 'Yes' }).click()
  await chat.getByText('Thank you. Support sees your answer.').waitFor()
  const saved = page.waitForEvent('download')
  await chat.getByRole('button', { name: 'Save transcript' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^support-chat-\d{4}-\d\d-\d\d\.txt$/)
  await pictures(page, 'chat-ended')
  expect(await faultsOf(page, twoLooks, chatWindow)).toEqual([])
  await chat.getByRole('button', { name: 'Start New Chat' }).click()
  await expect.poll(() => chat.getByLabel('Your question').inputValue()).toBe('')
  // On a request the form has its patient.
  const { rows } = await portal.db.query<{ id: string; claim_number: string }>(
    `select a.id, c.claim_number from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where a.mc = 'NWM' and c.claim_number = 'DEMO-014' limit 1`,
  )
  await page.goto(`${portal.origin}/authorizations/request/${rows[0]!.id}`)
  await expect.poll(() => chat.getByLabel('Claim number').inputValue(), { timeout: 120_000 }).toBe('DEMO-014')
  await expect.poll(() => chat.getByLabel('Patient').inputValue()).toBe('Philippa Grovesend')
  // The next chat shows its agent the request the adjuster is on, and the chat before it.
  await chat.getByLabel('Reason').selectOption('auth')
  await chat.getByLabel('Your question').fill('And this one?')
  await chat.getByLabel('Your question').press('Control+Enter')
  await agent.getByRole('button', { name: /^Dana Ruiz/ }).click()
  const beside = agent.getByRole('complementary', { name: 'About this chat' })
  await beside.getByText('They are looking at').waitFor()
  await beside.getByText(/^Philippa Grovesend · DEMO-014$/).waitFor()
  await beside.getByText(/, solved$/).waitFor()
  await agent.getByRole('button', { name: 'Take this chat' }).click()
  await pictures(agent, 'chat-console-looking')
  expect(await faultsOf(agent, twoLooks)).toEqual([])
  await messageOf(agent).press('Control+e')
  await agent.getByRole('alertdialog', { name: 'End this chat?' }).getByRole('button', { name: 'End chat' }).click()
  await chat.getByRole('button', { name: 'Start New Chat' }).click()
  await chat.getByLabel('Your question').press('Escape')
  await page.getByRole('button', { name: /Show the chat$/ }).press('Enter')
  await chat.getByRole('button', { name: 'Close chat' }).click()
  await chat.waitFor({ state: 'detached' })
  await agent.getByText('You have no chats.').waitFor()
  expect([...dana.complaints, ...complaints].filter((line) => !line.includes('ERR_'))).toEqual([])
})
