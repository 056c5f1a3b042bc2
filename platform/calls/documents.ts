/** What a document from outside may be. */
export const documentTypes = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
} as const
export type DocumentType = keyof typeof documentTypes

/** Why a document is not kept. */
export type DocumentProblem = 'type' | 'broken' | 'active' | 'locked' | 'packed' | 'large' | 'heavy' | 'infected'

/** A document as its bytes show it, whatever its sender says; or why it is not kept. */
export type DocumentCheck =
  | { ok: true; type: DocumentType; pages: number | null }
  | { ok: false; problem: DocumentProblem; message: string }

/** Blanks, line ends, zeros and the mark of UTF-8 that programs write around a PDF; a viewer passes over them. */
const aroundPdf: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf])
export const isAroundPdf = (byte: number): boolean => aroundPdf.has(byte)
/** A viewer looks for the head of a PDF in this many bytes (ISO 32000-1, annex H). */
const PDF_HEAD = 1024
/** What a printer's driver writes before it, when a job is printed to a file: an escape and lines of PJL. */
const headOfPdf = /^[\0\t\n\r \xef\xbb\xbf]*(?:\x1b%-12345X(?:@PJL[^\n]*\n)*)?%PDF-/ // oxlint-disable-line no-control-regex
/** Whether a viewer reads the bytes as a PDF: `%PDF-` comes first, but for blanks and the head of a print job. */
export const startsAsPdf = (bytes: Uint8Array): boolean =>
  headOfPdf.test(String.fromCharCode(...bytes.subarray(0, PDF_HEAD + 5)))

/** Why a document on file cannot be shown. */
export type NotShown = 'locked' | 'broken' | 'heavy'

/**
 * A page of a PDF or TIFF as a PNG (base64); without pages, and with the reason, where the file cannot be read, without a picture
 * where it has no such page.
 */
export type DocumentPage = { pages: number; picture: string | null; text: string; problem?: NotShown }

/** The largest document anybody may send, in bytes. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024

/** `letter 2.pdf`: a name for a file that was called something else by somebody else, without what a disk or a header would trip over. */
export function documentName(given: string, type: DocumentType, instead: string): string {
  const bare = given
    .normalize('NFC')
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}"*:<>?|]/gu, '')
    .replace(/\.[^.]{0,12}$/, '')
    .replace(/^[. ]+/, '')
    .trim()
  const short = [...bare].slice(0, 80).join('').trim()
  return `${short || instead}.${documentTypes[type]}`
}

/**
 * Where the bytes of documents are kept outside the database. Keys are ours alone: `NWM/3f/3f2a...`, the carrier and the id of
 * the document. What cannot be reached refuses with UNAVAILABLE.
 */
export interface DocumentStore {
  /** Stores bytes whose SHA-256 is given; done when they are durable. The same key again is overwritten. */
  put(key: string, bytes: Uint8Array, sha256: Uint8Array): Promise<void>
  /** The bytes, checked against their SHA-256. */
  get(key: string, sha256: Uint8Array): Promise<Uint8Array>
}

const KEY = /^[A-Z0-9]{2,6}\/[0-9a-f]{2}\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The key of a document: no name and nothing of a person. */
export const storeKey = (mc: string, id: string): string => `${mc}/${id.slice(-2)}/${id}`

/** Throws for a key that `storeKey` did not make: a store never follows a path somebody else wrote. */
export function checkStoreKey(key: string): string {
  if (!KEY.test(key)) throw new Error('This is no key of a document.')
  return key
}
