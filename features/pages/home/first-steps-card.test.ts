import { afterAll, beforeAll, expect, test } from 'vitest'
import { textNow } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => void (portal = await startPortalInBrowser()))
afterAll(() => portal.stop())

test('an adjuster who decided nothing yet has the first steps on Home; one who did has not', async () => {
  await portal.db.query(
    `delete from authorization_owner where mc = 'NWM' and completed_at is not null
      and user_id = (select id from app_user where username = 'old.timer')`,
  )
  const { page, quiet, complaints, context } = await portal.visitAs('old.timer', { mc: 'NWM', path: '/home' })
  const card = page.getByRole('region', { name: 'Your first steps' })
  await card.getByRole('listitem').first().waitFor()
  await quiet()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  const done = async () => Number((await textNow(card.getByText(/^\d of 5 done$/)))[0])
  const before = await done()
  await card.getByRole('link', { name: 'Help' }).click()
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await page.goto(`${portal.origin}/home`)
  await card.getByText(`${before + 1} of 5 done`).waitFor()
  await card.getByText('Look through Help, done').waitFor()
  await card.getByRole('button', { name: 'Not now' }).click()
  await expect.poll(() => card.count()).toBe(0)
  await page.reload()
  await page.getByRole('region', { name: 'Patients' }).waitFor()
  await quiet()
  await expect.poll(() => card.count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()

  const dana = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/home' })
  await dana.page.getByRole('region', { name: 'Patients' }).waitFor()
  await dana.quiet()
  await expect.poll(() => dana.page.getByText('Your first steps').count()).toBe(0)
  await dana.context.close()
})
