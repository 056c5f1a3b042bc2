import { createHash } from 'node:crypto'
import { MAX_DOCUMENT_BYTES } from '../calls/documents.ts'
import { Refused } from '../calls/refusal.ts'

/** The SHA-256 of bytes. */
export const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** A document whose storage does not answer, or does not have it: its reader may try again, and the log says why. */
export const documentUnavailable = (cause: unknown): never => {
  throw Object.assign(
    new Refused({
      code: 'UNAVAILABLE',
      message: 'The document storage does not answer. Please try again in a moment.',
    }),
    { cause },
  )
}

/** A document whose stored copy is not what was stored: it is never handed out, and the log says why. */
const documentDamaged = (why: string): never => {
  throw Object.assign(
    new Refused({
      code: 'UNAVAILABLE',
      message: 'The stored copy of this document is damaged, so it cannot be shown. Please call support.',
    }),
    { cause: new Error(why) },
  )
}

/** What is read of an object at most: documents are no larger. */
export const refuseLarger = (bytes: number): void => {
  if (bytes > MAX_DOCUMENT_BYTES)
    documentDamaged('A stored document is larger than any document: it is not what was stored.')
}

/** Refuses bytes from a storage that are not those their hash was taken of. */
export function refuseDamaged(bytes: Uint8Array, sha256: Uint8Array): void {
  if (!sha256Of(bytes).equals(sha256)) documentDamaged('A document is not what was stored: its SHA-256 differs.')
}

/** Throws where bytes are not those their hash was taken of. */
export function refuseOtherBytes(bytes: Uint8Array, sha256: Uint8Array): void {
  if (!sha256Of(bytes).equals(sha256)) throw new Error('A document is not what was stored: its SHA-256 differs.')
}
