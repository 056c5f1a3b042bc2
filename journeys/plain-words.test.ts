import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { status } from '#features/authorizations/statuses.ts'
import { whichOf } from '#testing/browser/settled.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'
import { faultsIn } from '#testing/plain-words.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

/** Texts of a page a person can see, hear or point at. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    ),
  ])

/** The sentences of an answer: strings with a space. Ids and dates that stand alone are for programs. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string') return /[a-z] [a-z]/i.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesOf) : []
}

/** Requests of the demo, one of each status the person may open. */
async function requestsOf(username: string): Promise<{ id: string; status: number }[]> {
  const { rows } = await portal.db.query(
    `select distinct on (a.status_id) a.id, a.status_id as status from rx_authorization a
       join user_carrier uc on uc.mc = a.mc join app_user u on u.id = uc.user_id
      where u.username = $1 and a.status_id <> $2 order by a.status_id, a.request_received_at desc, a.id`,
    [username, status.DRAFT],
  )
  return rows as { id: string; status: number }[]
}

test('The screens of the demo and the answers behind them show no ISO date, raw id, odd amount or replaced phrase', async () => {
  const found = new Set<string>()
  const pictures = process.env['PICTURES']
  if (pictures) await mkdir(pictures, { recursive: true })
  for (const username of ['dana.ruiz', 'rita.chen', 'sam.okafor']) {
    const { page, context, quiet } = await portal.visitAs(username, { mc: 'NWM' })
    const waiting: Promise<void>[] = []
    page.on('response', (response) => {
      if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return
      const path = new URL(response.url()).pathname.replaceAll(/[0-9a-f-]{36}/g, ':id')
      waiting.push(
        response.json().then(
          (body) =>
            sentencesOf(body).forEach((text) => faultsIn(text).forEach((fault) => found.add(`${path}: ${fault}`))),
          () => undefined, // an answer that was left, or no JSON
        ),
      )
    })
    const look = async (where: string) => {
      await quiet()
      for (const text of await textsOf(page)) for (const fault of faultsIn(text)) found.add(`${where}: ${fault}`)
    }
    for (const path of ['/home', '/authorizations', '/profile', '/accounts/out-of-office']) {
      await page.goto(portal.origin + path)
      await page.getByRole('main').waitFor()
      await look(path)
    }
    for (const { id, status: at } of await requestsOf(username)) {
      await page.goto(`${portal.origin}/authorizations/request/${id}`)
      if ((await whichOf(page.getByText('Request not available'), page.getByRole('heading', { name: 'Who' }))) === 0)
        continue
      await look(`request ${at}`)
      await page.keyboard.press('w')
      const record = page.getByRole('dialog', { name: 'Decision record' })
      await record.waitFor()
      await quiet()
      await record.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
      await look(`record ${at}`)
    }
    await Promise.all(waiting)
    await context.close()
  }
  const { rows: logged } = await portal.db.query('select distinct event_text as text from authorization_event')
  for (const { text } of logged) for (const fault of faultsIn(text as string)) found.add(`event log: ${fault}`)
  expect([...found].toSorted()).toEqual([])
})
