import type { PDFiumLibrary } from '@hyzyla/pdfium'
import { isAroundPdf, startsAsPdf, type DocumentProblem, type DocumentType } from '../calls/documents.ts'
import { drawPage } from './document-page.ts'
import { pdfContents } from './pdf-contents.ts'
import { pictureArea } from './picture-area.ts'
import { isDrawn } from './picture-drawn.ts'
import { tiffPages } from './tiff-pages.ts'

/** A document as its bytes show it, or why it is not taken. */
export type Inspected = { type: DocumentType; pages: number | null } | { problem: DocumentProblem }

/**
 * Finds the kind of a file by its bytes, and what is wrong with it. Its first and its last page are drawn by what will show them, so
 * that a file nobody can read is refused while its sender is still there. The caller bounds its time and memory.
 */
export async function inspectDocument(bytes: Buffer, library: () => Promise<PDFiumLibrary>): Promise<Inspected> {
  const type = typeOf(bytes)
  if (type === undefined) return { problem: 'type' }
  if (type === 'application/pdf') {
    if (!isWholePdf(bytes)) return { problem: 'broken' }
    const opened = await library()
    const contents = pdfContents(bytes, opened)
    if ('problem' in contents) return contents
    return drawn(bytes, type, contents.pages, async () => opened)
  }
  if (type === 'image/tiff') {
    const pages = tiffPages(bytes)
    if (pages === undefined || pages === 'large') return { problem: pages ?? 'broken' }
    return drawn(bytes, type, pages.length, library)
  }
  const area = pictureArea(type, bytes)
  if (area === undefined) return { problem: 'broken' }
  if (area > MOST_PIXELS) return { problem: 'large' }
  return (await isDrawn(type, bytes, library)) ? { type, pages: null } : { problem: 'broken' }
}

async function drawn(
  bytes: Buffer,
  type: DocumentType,
  pages: number,
  library: () => Promise<PDFiumLibrary>,
): Promise<Inspected> {
  for (const page of new Set([1, pages])) {
    // What is drawn is not kept: nothing is packed.
    const picture = await drawPage(bytes, type, page, { library, png: () => 'drawn' }).catch(() => undefined)
    if (!picture?.picture) return { problem: 'broken' }
  }
  return { type, pages }
}

const begins = (bytes: Buffer, ...signature: number[]): boolean => signature.every((one, at) => bytes[at] === one)

/** The kind a file is by its first bytes; a file may not begin as something else, as polyglots do. */
function typeOf(bytes: Buffer): DocumentType | undefined {
  if (startsAsPdf(bytes)) return 'application/pdf'
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (begins(bytes, 0x49, 0x49, 0x2a, 0x00) || begins(bytes, 0x4d, 0x4d, 0x00, 0x2a)) return 'image/tiff'
  return undefined
}

/** Ends as a PDF ends, but for zeros and blanks that a scanner or a mail program adds: an upload that broke off is noticed. */
function isWholePdf(bytes: Buffer): boolean {
  let end = bytes.length
  while (end > 0 && isAroundPdf(bytes[end - 1]!)) end -= 1
  return bytes.subarray(Math.max(0, end - 1024), end).includes('%%EOF')
}

/** A browser needs half a gigabyte to show a picture this large. */
const MOST_PIXELS = 100_000_000
