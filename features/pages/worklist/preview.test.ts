import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { authorizations } from '#features/authorizations/contract.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('the preview of a row shows what the call has beside it: people, drug list, state rule, same class, letters', async () => {
  const { page, complaints, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/home' })
  const answered = page.waitForResponse(/getAdditionalAuthDetails$/)
  await page.goto(`${portal.origin}/authorizations`)
  const [more] = (await (await answered).json()) as AnswerOf<typeof authorizations.additional>
  const details = page.getByRole('region', { name: 'Details' })
  const says = (words: string | RegExp) => details.filter({ hasText: words }).waitFor()
  await says(`${more!.daysSinceInjury.toLocaleString('en-US')} day`)
  for (const words of [more!.prescriber.name, more!.prescriber.specialty, more!.pharmacy.name, more!.guideline])
    await says(words)
  await says(/Drug list(Covered|Prior authorization required|Excluded|Not listed|Not on file)/)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect
    .poll(() => preview.getByRole('heading', { name: 'Same class, still in use' }).count())
    .toBe(more!.sameClassActive.length > 0 ? 1 : 0)
  await expect.poll(() => details.getByText('Letter', { exact: true }).count()).toBe(more!.lomn.length > 0 ? 1 : 0)
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('the first request opened from the list asks for no code any more', async () => {
  const { page, quiet, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/accounts/profile' })
  const asked = new Set<string>()
  page.on('request', (request) => void (request.url().endsWith('.js') && asked.add(request.url())))
  // What comes ahead is asked for in one step: once one of these files is there, all of them are under way.
  const manifest = JSON.parse(await readFile('dist/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string; imports?: string[] }
  >
  // What keeps the actions of users comes with the first that is sent, at its own time.
  const actions = manifest['features/monitoring/user-actions.ts']!
  const apart = [actions.file, ...(actions.imports ?? []).map((name) => manifest[name]!.file)]
  const ahead = page.waitForResponse(`${portal.origin}/${manifest['features/pages/help/explain.tsx']!.file}`)
  await page.goto(`${portal.origin}/authorizations`)
  await ahead
  const before = new Set(asked)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Why it stopped' }).waitFor()
  await page.getByRole('heading', { name: 'Past decisions' }).waitFor()
  await quiet()
  const later = [...asked].filter((url) => !before.has(url) && !apart.some((file) => url.endsWith(file)))
  expect(later).toEqual([])
  await context.close()
})
