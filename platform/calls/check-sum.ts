import { createHash } from 'node:crypto'

type Piece = { bytes: Buffer; rows: number }

/** The SHA-256 of bytes, in hexadecimal digits. */
export const checkSumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export type Summed = {
  /** The file a piece at a time, and how many rows are in it so far. */
  pieces: () => AsyncGenerator<Piece>
  /** Of all that passed; asked for once, at the end. */
  checkSum: () => string
}
/** The pieces of a file as they pass, and their check sum. */
export function summed(pieces: AsyncIterable<Piece>): Summed {
  const sum = createHash('sha256')
  return {
    async *pieces() {
      for await (const piece of pieces) {
        sum.update(piece.bytes)
        yield piece
      }
    },
    checkSum: () => sum.digest('hex'),
  }
}
