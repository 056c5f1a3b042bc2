/** The thread that renders pages: loads what the build made of server-page.tsx and answers each page with its HTML. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PageToRender, Rendered, ToRender } from './render.ts'

const { render } = (await import(workerData as string)) as {
  render: (page: PageToRender) => Promise<string | undefined>
}

parentPort!.on('message', ({ id, first, ...page }: ToRender) => {
  const answer = (rendered: Rendered) => parentPort!.postMessage(rendered)
  render({ ...page, first: JSON.parse(first) as PageToRender['first'] }).then(
    (html) => answer({ id, html }),
    (error: unknown) => answer({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
