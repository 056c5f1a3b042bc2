import { createHash } from 'node:crypto'
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

/** Throws where bytes are not those their hash was taken of. */
export function refuseOtherBytes(bytes: Uint8Array, sha256: Uint8Array): void {
  if (!sha256Of(bytes).equals(sha256)) throw new Error('A document is not what was stored: its SHA-256 differs.')
}
