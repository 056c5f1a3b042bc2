import { ask } from '#platform/browser/call.ts'
import type { DocumentPage, NotShown } from '#platform/calls/documents.ts'
import { documents, type Doc } from './contract.ts'
import { asDataUrl } from './data-url.ts'

/** What is shown of a document: a picture, its place among the pages, and the words on it; or why it cannot be shown. */
export type PageShown = { picture: string | undefined; pages: number; text: string; problem?: NotShown }

/** A page as a picture: pictures are shown as they are, everything else as the server draws it. */
export async function loadPage(
  { documentId: id, typeId: x, mime }: Pick<Doc, 'documentId' | 'typeId' | 'mime'>,
  page: number,
  signal: AbortSignal,
): Promise<PageShown> {
  if (mime === 'image/png' || mime === 'image/jpeg') {
    const file = await ask(documents.file, { id, x }, { signal })
    return { picture: await asDataUrl(new Blob([file], { type: mime })), pages: 1, text: '' }
  }
  const file = await ask(documents.page, { id, x, page }, { signal })
  const { picture, ...of } = JSON.parse(await file.text()) as DocumentPage
  return { ...of, picture: picture === null ? undefined : `data:image/png;base64,${picture}` }
}
