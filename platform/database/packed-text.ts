import { createHash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'

// Texts that say much the same, kept small: what a text shares with its dictionary takes no room. The format is that of
// RFC 1950 with a preset dictionary, so any zlib reads it back, and refuses another dictionary than the one it was made with.

/** A text as `bytea` takes it. */
export const packed = (text: string, dictionary: string): string =>
  `\\x${deflateSync(text, { level: 9, memLevel: 9, dictionary: Buffer.from(dictionary) }).toString('hex')}`

/** The text again, from hexadecimal digits; null when they are not what `packed` made with this dictionary. */
export function unpacked(hex: string, dictionary: string): string | null {
  try {
    return inflateSync(Buffer.from(hex, 'hex'), { dictionary: Buffer.from(dictionary) }).toString()
  } catch {
    return null
  }
}

/** SHA-256 over the fingerprint before (hexadecimal; null: there is none) and a text, hexadecimal. */
export const chained = (previous: string | null, text: string): string =>
  createHash('sha256')
    .update(previous ?? '', 'hex')
    .update(text)
    .digest('hex')
