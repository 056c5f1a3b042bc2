import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textNow } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

const pictures = async ({ page }: Visit, name: string) => {
  const folder = process.env['PICTURES']
  for (const [colorScheme, width] of folder
    ? ([
        ['light', 1440],
        ['dark', 1440],
        ['light', 390],
        ['dark', 390],
      ] as const)
    : []) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder!, `${name}-${colorScheme}-${width}.png`), fullPage: true })
  }
  if (folder) await page.setViewportSize({ width: 1440, height: 900 })
}

test('a supervisor ticks case owners on Home and opens their requests, and reads the workload with the forecast by formula', async () => {
  const visit = await portal.visitAs('sam.okafor', { mc: 'NWM' })
  const { page, quiet } = visit
  const card = page.getByRole('table', { name: 'My Team’s Authorizations' })
  await card.getByRole('rowheader', { name: /Dana Ruiz/ }).waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('list', { name: 'Requests of your team that wait for somebody else' }).waitFor()
  await card.getByRole('checkbox', { name: 'Select Dana Ruiz' }).check({ force: true })
  await card.getByRole('checkbox', { name: 'Select Lee Park' }).check({ force: true })
  await page.getByRole('link', { name: 'View selected (2)' }).waitFor()
  await pictures(visit, 'home-team')
  await page.keyboard.press('v')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/authorizations')
  expect(new URL(page.url()).searchParams.get('owner')!.split(',')).toHaveLength(2)

  await page.keyboard.press('g')
  await page.keyboard.press('t')
  const table = page.getByRole('table', { name: 'Workload by case owner' })
  const dana = table.getByRole('row', { name: /Dana Ruiz/ })
  await dana.waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await page.getByText(/now \+ .* an hour arriving × .* h − .* an hour decided × .* h = /).waitFor()
  await pictures(visit, 'team')

  // The chart has a table.
  await page.getByRole('list', { name: 'When they are due' }).waitFor()
  await page.keyboard.press('v')
  await page.getByRole('table', { name: 'When they are due' }).getByRole('rowheader', { name: 'In 24 hours' }).waitFor()
  // The forecast too: its last hour has the figure of the formula.
  const formula = await textNow(page.getByText(/now \+ .* an hour arriving/))
  const hours = page.getByRole('table', { name: 'Forecast by the hour' })
  await expect
    .poll(() => hours.getByRole('row').last().innerText())
    .toMatch(new RegExp(`\\s${/= ([\d,]+)$/.exec(formula)![1]}$`))
  await page.keyboard.press('v')

  // A person's figure is the number of the list it opens: pending, and due in 72 hours.
  for (const at of [1, 5]) {
    const link = dana.getByRole('link').nth(at)
    const figure = (await textNow(link)).trim()
    await link.click()
    await page.getByRole('table', { name: new RegExp(`^All pending, ${figure} requests?$`) }).waitFor()
    if (at === 5) await page.getByRole('button', { name: 'Remove filter Due: Within 72 hours' }).waitFor()
    await page.goBack()
  }
})

test('a supervisor moves requests with M, reads a result for each, and takes them back', async () => {
  const visit = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/team' })
  const { page, quiet } = visit
  const workload = page.getByRole('table', { name: 'Workload by case owner' })
  await workload.waitFor()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move requests' })
  const preview = dialog.getByRole('table', { name: 'Preview' })
  await preview.waitFor()
  // Dana leaves tomorrow; who is away already is not preset.
  await dialog.getByText(/^Dana Ruiz: away from \d\d\/\d\d\/\d{4}\.$/).waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await pictures(visit, 'move')
  const send = dialog.getByRole('button', { name: /^Move \d+ requests?/ })
  const [, going] = /(\d+)/.exec(await textNow(send))!
  expect(Number(going)).toBeGreaterThan(0)
  await send.click()
  const result = page.getByRole('dialog', { name: new RegExp(`^${going} requests? moved`) })
  await result.getByRole('table', { name: 'Result for each request' }).waitFor()
  await expect.poll(() => result.getByText(/^With /).count()).toBe(Number(going))
  await pictures(visit, 'moved')
  await result.getByRole('button', { name: `Undo all ${going}` }).click()
  await page
    .getByText(new RegExp(`^${going} requests? went back to Dana Ruiz\\.$`))
    .first()
    .waitFor()
  await result.waitFor({ state: 'detached' })
})

test('an adjuster has no team: neither the card nor the menu', async () => {
  const { page, quiet } = await portal.visitAs('dana.ruiz', { mc: 'NWM' })
  await page.getByRole('heading', { name: 'Authorizations', exact: true }).waitFor()
  await quiet()
  await expect.poll(() => page.getByRole('link', { name: 'Team' }).count()).toBe(0)
  await expect.poll(() => page.getByText('My Team’s Authorizations').count()).toBe(0)
})

test('the page Teams, its dialog included, has no fault of accessibility', async () => {
  const { page, quiet, context } = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/accounts/teams' })
  await page.getByRole('table', { name: 'Supervisors' }).getByText('Sam Okafor').waitFor()
  await quiet()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.getByRole('button', { name: 'Change the team of Sam Okafor' }).press('Enter')
  await page.getByRole('dialog').waitFor()
  await quiet()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await context.close()
})
