import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisitors, type Visitors } from '#testing/demo-visitors.ts'
import { textNow } from '#testing/browser/settled.ts'
import { faultsOf } from '#testing/kit/axe.ts'

let visitors: Visitors
beforeAll(async () => {
  visitors = await openVisitors()
})
afterAll(() => visitors.close())

test('a visitor chooses to be an adjuster, approves a request with no network but the files, finds it decided after a reload, and starts over', async () => {
  const { context, page, elsewhere, complaints } = await visitors.visit()
  await page.goto(visitors.origin)
  await page.getByRole('heading', { name: 'Who do you want to be?' }).waitFor()
  await page.getByText(/^Ready in/).waitFor()
  await page.getByText(/MB kept in this browser/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByText('In one tab', { exact: true }).waitFor()
  const source = page.getByRole('link', { name: 'Read the source' })
  expect(await source.getAttribute('href')).toBe('https://source.example/portal')
  await page.getByRole('contentinfo').getByText('Be this person').waitFor()
  await page.getByRole('button', { name: 'Terms of Use', exact: true }).click()
  await page.getByRole('dialog', { name: 'Terms of Use' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await visitors.be(page, /^Dana Ruiz/)
  await visitors.closeWelcome(page)
  await page.getByText('You are Dana Ruiz, adjuster.').waitFor()
  await visitors.openMostUrgent(page)
  const address = page.url()
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/Approved by Dana Ruiz/)
    .first()
    .waitFor()

  await page.reload()
  await page
    .getByText(/Approved by Dana Ruiz/)
    .first()
    .waitFor()

  await visitors.reset(page)
  await visitors.be(page, /^Dana Ruiz/)
  await page.goto(address)
  await page
    .getByRole('button', { name: /^Approve / })
    .first()
    .waitFor()
  expect(elsewhere).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a visitor takes the tour by its key, approves and undoes on the way, asks as the pharmacy, and may leave at any step', async () => {
  const { context, page, complaints } = await visitors.visit()
  await page.goto(visitors.origin)
  await page.getByText(/^Ready in/).waitFor()
  await page.keyboard.press('t')
  const step = (at: number) => page.getByRole('complementary', { name: 'Tour' }).getByText(`Step ${at} of 5`)
  await step(1).waitFor()
  await visitors.closeWelcome(page)
  await page.locator('tbody a[href*="/authorizations/request/"]').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Leave the tour' }).click()
  await page.getByRole('complementary', { name: 'Tour' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Tour', exact: true }).click()
  await step(1).waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await step(2).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.id)) // the title of the step
    .toBe('demo-tour-title')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await step(3).waitFor() // a request was opened
  await page.keyboard.press('Escape') // left here, where Esc of the page goes back to the list
  await page.getByRole('complementary', { name: 'Tour' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter') // the button that takes it up again has the focus
  await step(3).waitFor()
  await page
    .getByRole('form', { name: 'Decision form' })
    .getByText(/would pay/)
    .waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await step(4).waitFor() // it was approved
  await page.getByRole('button', { name: /^Undo/ }).first().waitFor()
  await page.keyboard.press('z')
  await step(5).waitFor() // it was undone, and this is the pharmacy's page
  const reference = page.getByRole('complementary', { name: 'Tour' }).getByText(/^\d{12}$/)
  await page.getByRole('textbox', { name: /^Reference number/ }).fill(await textNow(reference))
  await page.getByRole('button', { name: 'Check status' }).click()
  await page
    .getByText(/In review/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('complementary', { name: 'Tour' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Tour')
  expect(complaints).toEqual([])
  await context.close()
})

test('a visitor who becomes someone else on the way has no tour, and takes it up as Dana', async () => {
  const { context, page, complaints } = await visitors.visit()
  await page.goto(visitors.origin)
  await page.getByRole('button', { name: 'Start the tour' }).click()
  await page.getByText('Step 1 of 5').waitFor()
  await visitors.closeWelcome(page)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('Step 2 of 5').waitFor()
  await page.getByRole('button', { name: 'Be someone else' }).click()
  await visitors.be(page, /^Sam Okafor/)
  await page.getByText('You are Sam Okafor, supervisor.').waitFor()
  await visitors.closeWelcome(page)
  await page.getByRole('complementary', { name: 'Tour' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Tour', exact: true }).click()
  await page.getByText('You are Dana Ruiz, adjuster.').waitFor()
  await page.getByText('Step 2 of 5').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a visitor whose network goes away approves a request, and nothing says that it cannot be sent', async () => {
  const { context, page, complaints } = await visitors.visitMostUrgent()
  const approved = page.getByRole('heading', { name: 'Approved by Dana Ruiz' })
  const approve = async () => {
    await page.getByText(/would pay/).waitFor()
    await page.keyboard.press('a')
    // What is being read again is said, and sent at the next press.
    await expect
      .poll(async () => {
        if ((await approved.count()) === 0) await page.keyboard.press('Control+Enter')
        return approved.count()
      })
      .toBe(1)
  }
  await approve() // what it takes is loaded then
  await page.keyboard.press('z')
  await approved.waitFor({ state: 'detached' })
  await context.setOffline(true)
  await approve()
  await page.getByText(/^You are offline/).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('two tabs share one world: what is decided in one is decided in the other', async () => {
  const { context, page, newPage, complaints } = await visitors.visitMostUrgent()
  const other = await newPage()
  await other.goto(page.url())
  await other.getByText(/would pay/).waitFor()
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  for (const one of [page, other])
    await one
      .getByText(/Approved by Dana Ruiz/)
      .first()
      .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a browser that cannot share workers opens one tab and says of the second that another has the data', async () => {
  const { context, page, newPage } = await visitors.visit({
    scripts: () => void Reflect.deleteProperty(globalThis, 'SharedWorker'),
  })
  await page.goto(visitors.origin)
  await page.getByText('one tab at a time').waitFor()
  await page.getByText(/^Ready in/).waitFor()
  const other = await newPage()
  await other.goto(visitors.origin)
  await other.getByText('It is open in another tab.').waitFor()
  await page.close()
  await other.getByRole('button', { name: 'Try again' }).click()
  await other.getByText(/^Ready in/).waitFor()
  await other.getByText('It is open in another tab.').waitFor({ state: 'detached' })
  expect(other.url()).toBe(`${visitors.origin}/`)
  await context.close()
})

test('a visitor whose browser is too old reads so, and which browsers do', async () => {
  const { context, page, complaints } = await visitors.visit({
    scripts: () => void Reflect.deleteProperty(globalThis, 'DecompressionStream'),
  })
  await page.goto(visitors.origin)
  await page.getByRole('alert').getByText('This browser is too old for the demonstration.').waitFor()
  await page.getByRole('alert').getByRole('link', { name: 'Read the source' }).waitFor()
  await page.getByRole('heading', { name: 'Who do you want to be?' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})
