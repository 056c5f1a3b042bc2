import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPreview, type Preview } from './preview-server.ts'

/** Starts the preview before the tests of a file and, after them, checks that no page complained. */
export function startPreview() {
  let started: Preview
  beforeAll(async () => {
    started = await openPreview()
  })
  afterAll(() => started.close())
  const preview: Pick<Preview, 'open' | 'untouched'> = {
    open: (...given) => started.open(...given),
    untouched: (...given) => started.untouched(...given),
  }
  /** One page for tests that leave it as they found it: opening one takes longer than most of them. */
  const sharedPage = (view: string): (() => Promise<Page>) => {
    let opened: Promise<Page> | undefined
    afterAll(async () => (await opened)?.context().close())
    return () => (opened ??= preview.open(view))
  }
  /** Call it last in the file. */
  const checkComplaints = () =>
    test('no page wrote an error or a warning, and none broke the content security policy', () => {
      expect(started.complaints).toEqual([])
    })
  return { preview, sharedPage, checkComplaints }
}

export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label'))
/** Records what the live regions announce from now on, in order. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    for (const region of document.querySelectorAll('body > .sr-only:is([role=status], [role=alert])')) {
      new MutationObserver(() => region.textContent && heard.push(region.textContent.trim())).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    }
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}
