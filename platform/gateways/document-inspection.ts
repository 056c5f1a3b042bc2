import type { PDFiumLibrary } from '@hyzyla/pdfium'
import type { DocumentProblem, DocumentType } from '../calls/documents.ts'
import { pdfContents } from './pdf-contents.ts'
import { tiffPages } from './tiff-pages.ts'

/** A document as its bytes show it, or why it is not taken. */
export type Inspected = { type: DocumentType; pages: number | null } | { problem: DocumentProblem }

/** Finds the kind of a file by its bytes, and what is wrong with it. The caller bounds its time and memory. */
export async function inspectDocument(bytes: Buffer, library: () => Promise<PDFiumLibrary>): Promise<Inspected> {
  const type = typeOf(bytes)
  if (type === undefined) return { problem: 'type' }
  if (!isWhole(type, bytes)) return { problem: 'broken' }
  if (type === 'application/pdf') {
    const contents = pdfContents(bytes, await library())
    return 'problem' in contents ? contents : { type, pages: contents.pages }
  }
  if (type === 'image/tiff') {
    const pages = tiffPages(bytes)
    if (pages === undefined || pages === 'large') return { problem: pages ?? 'broken' }
    return { type, pages: pages.length }
  }
  const area = pictureArea(type, bytes)
  if (area === undefined) return { problem: 'broken' }
  return area > MOST_PIXELS ? { problem: 'large' } : { type, pages: null }
}

const begins = (bytes: Buffer, ...signature: number[]): boolean => signature.every((one, at) => bytes[at] === one)

/** The kind a file is by its first bytes; a file may not begin as something else, as polyglots do. */
function typeOf(bytes: Buffer): DocumentType | undefined {
  if (begins(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf' // %PDF-
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (begins(bytes, 0x49, 0x49, 0x2a, 0x00) || begins(bytes, 0x4d, 0x4d, 0x00, 0x2a)) return 'image/tiff'
  return undefined
}

/** Ends as its kind ends: an upload that broke off is noticed while its sender is still there. */
function isWhole(type: DocumentType, bytes: Buffer): boolean {
  const end = bytes.subarray(-1024).toString('latin1')
  if (type === 'application/pdf') return end.includes('%%EOF')
  if (type === 'image/png') return end.includes('IEND')
  if (type === 'image/jpeg') return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > bytes.length - 1024
  return bytes.length > 16
}

/** A browser needs half a gigabyte to show a picture this large. */
const MOST_PIXELS = 100_000_000

/** How many pixels a PNG or JPEG unpacks to, from its own header; undefined where it does not say. */
function pictureArea(type: DocumentType, bytes: Buffer): number | undefined {
  if (type === 'image/png')
    return bytes.length > 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
      ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
      : undefined
  // Segments one after the other; the frame header (C0 to CF, but for tables) has height and width.
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
