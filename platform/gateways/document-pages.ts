import { Worker } from 'node:worker_threads'
import type { DocumentPage } from '../calls/documents.ts'
import { Refused } from '../calls/refusal.ts'

const SECONDS = 20
/** Pages made at once by this process, and those that wait for their turn. */
const AT_ONCE = 2
const WAITING = 20

const unreadable: DocumentPage = { pages: 0, picture: null, text: '' }

/**
 * Pages of PDF and TIFF files as pictures. Each is made in a thread that ends with it; a file that cannot be read, or takes too
 * long, has no pages.
 */
export function documentPages(
  seconds = SECONDS,
): (bytes: Uint8Array, type: string, page: number) => Promise<DocumentPage> {
  let busy = 0
  const turns: (() => void)[] = []
  return async (bytes, type, page) => {
    if (busy >= AT_ONCE) {
      if (turns.length >= WAITING)
        throw new Refused({ code: 'UNAVAILABLE', message: 'Too many documents are opened at once. Please try again.' })
      await new Promise<void>((resolve) => turns.push(resolve))
    }
    busy += 1
    try {
      return await made(bytes, type, page, seconds)
    } finally {
      busy -= 1
      turns.shift()?.()
    }
  }
}

async function made(bytes: Uint8Array, type: string, page: number, seconds: number): Promise<DocumentPage> {
  const thread = new Worker(new URL('document-pages-thread.ts', import.meta.url), {
    workerData: { bytes: Uint8Array.from(bytes), type, page },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<DocumentPage>((resolve) => {
      timer = setTimeout(() => resolve(unreadable), seconds * 1000)
      thread.once('message', resolve)
      thread.once('error', () => resolve(unreadable))
      thread.once('exit', () => resolve(unreadable))
    })
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
