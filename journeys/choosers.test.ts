import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textNow } from '#testing/browser/settled.ts'
import { openJourney, type Journey } from './portal.ts'

// Enter never acts on an answer to another text. In every field with a list below it a first text is typed and its list awaited;
// then another text is typed and Enter pressed, and nothing is waited for between the two.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
  await journey.db.query(
    `update authorization_owner o set user_id = u.id from app_user u, rx_authorization a
      where a.mc = o.mc and a.id = o.authorization_id and a.mc = 'NWM' and a.status_id = 20 and o.position = 1 and u.username = 'lee.park'`,
  )
})
afterAll(() => journey.stop())

const opened = async (path: string) => {
  const visit = await journey.visitAs('lee.park', { path, mc: 'NWM' })
  return { ...visit, done: () => visit.context.close() }
}
const option = (page: Page, name: RegExp) => page.getByRole('option', { name }).first()
/** The first text and its list, then the second text and Enter at once. */
async function typeOver(page: Page, field: Locator, first: [text: string, listed: Locator], second: string) {
  await field.focus()
  await page.keyboard.type(first[0])
  await first[1].waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(second)
  await page.keyboard.press('Enter')
}
const ownerOf = async (reference: string) =>
  (
    await journey.db.query<{ username: string }>(
      `select u.username from rx_authorization a join app_user u on u.id = a.owner_id where a.mc = 'NWM' and a.reference_number = $1`,
      [reference],
    )
  ).rows[0]?.username

test('Assign gives a request to who was typed last', async () => {
  const { page, done } = await opened('/authorizations?view=all')
  await page.locator('tbody a[href*="/authorizations/request/"]').first().waitFor()
  const { rows } = await journey.db.query<{ reference: string; id: string }>(
    `select a.reference_number as reference, a.id from rx_authorization a join app_user u on u.id = a.owner_id
      where a.mc = 'NWM' and a.status_id = 20 and u.username = 'lee.park' order by a.statutory_due_at, a.id limit 1`,
  )
  await page.locator(`tbody a[href*="${rows[0]!.id}"]`).first().focus()
  await page.keyboard.press('o')
  const field = page.getByRole('combobox', { name: 'Find a case owner' })
  await field.waitFor()
  await typeOver(page, field, ['sam', option(page, /Sam Okafor/)], 'dana')
  await page
    .getByText(/^Assigned the request of .+ to Dana Ruiz\./)
    .first()
    .waitFor()
  expect(await ownerOf(rows[0]!.reference)).toBe('dana.ruiz')
  await done()
})

test('Delegates adds who was typed last', async () => {
  const { page, done } = await opened('/accounts/out-of-office')
  await page.getByRole('button', { name: 'Add time off' }).press('Enter')
  const field = page.getByRole('combobox', { name: /^Delegates/ })
  await field.waitFor()
  await typeOver(page, field, ['sam', option(page, /Sam Okafor/)], 'dana')
  await page.getByRole('button', { name: 'Remove Dana Ruiz' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Remove Sam Okafor' }).count()).toBe(0)
  await done()
})

test('assigning several requests waits for the list of what was typed last', async () => {
  const { page, done } = await opened('/authorizations?view=all')
  await page.locator('tbody a[href*="/authorizations/request/"]').first().waitFor()
  const boxes = page.locator('tbody').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('group', { name: 'Actions for selected requests' }).waitFor()
  await page.keyboard.press('o')
  const field = page.getByRole('combobox', { name: 'New case owner' })
  await field.waitFor()
  await typeOver(page, field, ['sam', option(page, /Sam Okafor/)], 'dana')
  const assign = page.getByRole('button', { name: /^Assign to Dana Ruiz/ })
  await assign.waitFor()
  expect((await journey.db.query('select from bulk_act')).rowCount).toBe(0)
  await assign.press('Enter')
  await expect
    .poll(
      async () =>
        (await journey.db.query(`select payload::text as given from (select to_jsonb(b) as payload from bulk_act b) b`))
          .rowCount,
    )
    .toBe(1)
  await expect
    .poll(async () =>
      (
        await journey.db.query<{ username: string }>(
          `select distinct u.username from bulk_item i join rx_authorization a on a.mc = i.mc and a.id = i.authorization_id
             join app_user u on u.id = a.owner_id`,
        )
      ).rows.map(({ username }) => username),
    )
    .not.toContain('sam.okafor')
  await done()
})

test('the palette opens nobody who was found by the text before', async () => {
  const { rows } = await journey.db.query<{ id: string; number: string; name: string }>(
    `select c.id, c.claim_number as number, t.first_name || ' ' || t.last_name as name from wc_claim c
       join claimant t on t.mc = c.mc and t.id = c.claimant_id
      where c.mc = 'NWM' and exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id) order by c.id limit 2`,
  )
  const [before, meant] = [rows[0]!, rows[1]!]
  const { page, done } = await opened('/home')
  await page.getByRole('button', { name: /^Find or do anything/ }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Patient, claim, request/ })
  await field.waitFor()
  await typeOver(page, field, [before.number, option(page, new RegExp(before.number))], meant.number)
  await option(page, new RegExp(meant.number)).waitFor()
  expect(page.url()).not.toContain(before.id)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href.includes(meant.id))
  await done()
})

const directories = [
  ['drug', '/drugs/search', 'Oxycodone', 'Lidocaine'],
  ['pharmacy', '/pharmacies/postgres/search', '', ''],
  ['prescriber', '/practitioners/', '', ''],
] as const
test.each(directories)(
  'the directory of a form chooses no %s of the search before',
  async (what, address, ...texts) => {
    const { rows: claims } = await journey.db.query<{ sub: string; id: string }>(
      `select c.sub_carrier as sub, c.id from wc_claim c join rx_authorization a on a.mc = c.mc and a.stratus_claim_id = c.id
      where c.mc = 'NWM' and a.status_id = 20 order by c.id limit 1`,
    )
    const names = {
      drug: async () => texts,
      pharmacy: async () =>
        (
          await journey.db.query<{ name: string }>(
            `select distinct name from pharmacy where network = 'IN' order by name limit 2`,
          )
        ).rows.map(({ name }) => name),
      prescriber: async () =>
        (
          await journey.db.query<{ last: string }>(
            `select distinct last_name as last from practitioner order by last_name limit 2`,
          )
        ).rows.map(({ last }) => last),
    }
    const [first, second] = (await names[what]()) as [string, string]
    const { page, done } = await opened(`/create-authorization/NWM/${claims[0]!.sub}/${claims[0]!.id}`)
    await page.getByRole('button', { name: `Choose the ${what}` }).click()
    const dialog = page.getByRole('dialog', { name: new RegExp(`Choose a ${what}`) })
    if (what === 'pharmacy') await dialog.getByLabel('Find pharmacies by').selectOption('name')
    if (what === 'prescriber') await dialog.getByLabel('Find prescribers by').selectOption('NAME')
    const field = dialog.getByRole('searchbox')
    await field.fill(first)
    await field.press('Enter')
    const row = dialog.getByRole('rowheader').getByRole('button').first()
    await row.waitFor()
    const before = await textNow(row)
    // The second answer is on its way as long as the test wants.
    const gate = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname.endsWith(address),
      async (route) => {
        await gate.promise
        await route.continue()
      },
    )
    await field.fill(second)
    await field.press('Enter')
    await dialog.getByRole('table').and(page.locator('[aria-busy="true"]')).first().waitFor()
    await row.focus()
    await page.keyboard.press('Enter')
    gate.resolve()
    await expect.poll(() => row.textContent()).not.toBe(before)
    await dialog.waitFor()
    const chosen = await textNow(row)
    await row.focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByRole('textbox', { name: new RegExp(`^${what}`, 'i') }).inputValue())
      .toContain(chosen.split(' ')[0]!)
    await done()
  },
)
