/** What a document from outside may be. */
export const documentTypes = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
} as const
export type DocumentType = keyof typeof documentTypes

/** A document as its bytes show it, whatever its sender says; or why it is not kept. */
export type DocumentCheck =
  | { ok: true; type: DocumentType; pages: number | null }
  | { ok: false; problem: 'type' | 'broken' | 'active' | 'infected'; message: string }

/** The largest document anybody may send, in bytes. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024

/** `letter 2.pdf`: a name for a file that was called something else by somebody else, without what a disk or a header would trip over. */
export function documentName(given: string, type: DocumentType, instead: string): string {
  const bare = given
    .normalize('NFC')
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}"*:<>?|]/gu, '')
    .replace(/\.[^.]{0,12}$/, '')
    .replace(/^[. ]+/, '')
    .trim()
  const short = [...bare].slice(0, 80).join('').trim()
  return `${short || instead}.${documentTypes[type]}`
}
