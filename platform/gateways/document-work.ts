import { createHash } from 'node:crypto'
import { bounded, type Bounds } from '../bounded/bounded.ts'
import type { DocumentPage } from '../calls/documents.ts'
import { HOUR_MS } from '../dates/instant.ts'
import type { Inspected } from './document-inspection.ts'
import type { DocumentWork, DocumentWorked } from './document-process.ts'

const bounds: Bounds = { seconds: 10, megabytes: 800, atOnce: 2, waiting: 40, waitingOfOne: 6 }

const unreadable: DocumentPage = { pages: 0, picture: null, text: '', problem: 'heavy' }
/** How many files are remembered that went over the bounds, and how long: a mended viewer may read them. */
const REMEMBERED = 1000
const REMEMBERED_MS = 1 * HOUR_MS

export type Documents = {
  /** What a document is and holds. */
  inspect: (bytes: Uint8Array, sender: string) => Promise<Inspected>
  /** A page of a PDF or TIFF as a picture, from 1 on; a file that cannot be read, or costs too much, has no pages. */
  page: (bytes: Uint8Array, type: string, page: number, sender: string) => Promise<DocumentPage>
}

/** Looks at documents in processes with bounds. A file that went over them is not tried again for an hour. */
export function openDocumentWork(within: Bounds = bounds): Documents {
  const run = bounded<DocumentWork, DocumentWorked>(new URL('document-process.ts', import.meta.url), within)
  const heavy = new Map<string, number>()
  const isHeavy = (key: string): boolean => (heavy.get(key) ?? 0) > performance.now()
  const tried = async <Answer extends DocumentWorked>(
    key: string,
    sender: string,
    work: DocumentWork,
    instead: Answer,
  ): Promise<Answer> => {
    if (isHeavy(key)) return instead
    const outcome = await run(sender, work)
    if ('answer' in outcome) return outcome.answer as Answer
    heavy.delete(key)
    heavy.set(key, performance.now() + REMEMBERED_MS)
    if (heavy.size > REMEMBERED) heavy.delete(heavy.keys().next().value!)
    return instead
  }
  return {
    inspect: (bytes, sender) =>
      tried<Inspected>(`inspect ${hashOf(bytes)}`, sender, { inspect: bytes }, { problem: 'heavy' }),
    page: (bytes, type, page, sender) =>
      tried<DocumentPage>(`page ${page} ${hashOf(bytes)}`, sender, { draw: bytes, type, page }, unreadable),
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64')

/** The documents of this process: its bounds hold for all portals in it. */
export const documentWork: Documents = openDocumentWork()
