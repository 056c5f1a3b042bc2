import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { launchBrowser, launchPackaged } from './browser.ts'

test.each([
  ['the browser of the tests', launchBrowser],
  ['the packaged browser', launchPackaged],
])('%s opens a page of this machine, runs its script and draws its text', { timeout: 120_000 }, async (name, open) => {
  if (name === 'the packaged browser' && (process.platform !== 'linux' || process.arch !== 'x64')) return
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<title>-</title><p>Ready</p><script>document.title = document.querySelector("p").textContent</script>',
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  const browser = await open()
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  expect(await page.title()).toBe('Ready')
  expect((await page.getByText('Ready').boundingBox())?.height).toBeGreaterThan(10)
  await browser.close()
  server.close()
})
