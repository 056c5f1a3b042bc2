import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { First } from '../browser/first-answers.ts'

/** A page waits no longer for its HTML; without it the browser shows it by itself. */
const LONGEST_MS = 250
/** Twice what a page of 50 rows needs; a thread that takes more ends, as one that is stuck. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }
/** So long after nothing was answered the thread counts as stuck. */
const STUCK_MS = 10_000

/** A page of a signed-in user; `first` is what the server answered to its first calls, `now` in epoch milliseconds. */
export type PageToRender = { path: string; search: string; first: First[]; now: number }
/** The same with the answers as JSON. */
type Page = Omit<PageToRender, 'first'> & { first: string }
export type ToRender = Page & { id: number }
export type Rendered = { id: number; html?: string | undefined; error?: string }

/** Its HTML; undefined where there is none in time. Rejects where the page cannot be rendered at all. */
export type Render = (page: Page) => Promise<string | undefined>

type Waiting = { resolve: (html: string | undefined) => void; reject: (error: Error) => void }

/**
 * Renders pages in a thread of its own, so that no call waits for one (docs/decisions/0990-pages-rendered-by-the-server.md). The thread
 * begins with the first page, which does not wait for it; one that is stuck is ended, and the next page begins another.
 */
export function rendering(file: string): Render {
  let thread: { made: Worker; waiting: Map<number, Waiting>; isReady: boolean } | undefined
  let last = 0

  const begin = () => {
    const made = new Worker(new URL('render-thread.ts', import.meta.url), {
      workerData: pathToFileURL(file).href,
      resourceLimits: MEMORY,
    })
    const waiting = new Map<number, Waiting>()
    const begins = { made, waiting, isReady: false }
    const end = (error: Error) => {
      if (thread === begins) thread = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    made.on('message', ({ id, html, error }: Rendered) => {
      begins.isReady = true
      const one = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) one?.resolve(html)
      else one?.reject(new Error(`The page could not be rendered: ${error}`))
    })
    made.on('error', end)
    made.on('exit', () => end(new Error('What renders pages has ended.')))
    made.unref()
    return begins
  }

  return async (page) => {
    const { made, waiting, isReady } = (thread ??= begin())
    const id = (last += 1)
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
    waiting.set(id, { resolve, reject })
    made.postMessage({ id, ...page } satisfies ToRender)
    const late = setTimeout(resolve, isReady ? LONGEST_MS : 0, undefined)
    const stuck = setTimeout(() => waiting.has(id) && void made.terminate(), STUCK_MS).unref()
    return promise.finally(() => {
      clearTimeout(late)
      if (!waiting.has(id)) clearTimeout(stuck)
    })
  }
}
