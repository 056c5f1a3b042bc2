import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => void (portal = await startPortalInBrowser()))
afterAll(() => portal.stop())

test('a request that is still pending is exported as paper and as its event log', async () => {
  const { rows } = await portal.db.query<{ id: string }>(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where c.claim_number = 'DEMO-001' and a.status_id < 30`,
  )
  const { id } = rows[0]!
  const path = `/authorizations/request/${id}`
  const { page, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path })
  for (const [item, file] of [
    ['PDF of the request', `AuthorizationDetailExport_${id}.pdf`],
    ['Export the event log', /\.csv$/],
  ] as const) {
    await page.getByRole('button', { name: 'More actions' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    const name = (await saved).suggestedFilename()
    expect(name).toMatch(file)
    await page.getByText(`${name} downloaded.`).first().waitFor()
  }
  await context.close()
})
