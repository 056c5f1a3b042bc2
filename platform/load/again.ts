import type { FileRecord, FileShape } from './records.ts'

// Refused lines as a file of their own, as they were, with one column more that says what is wrong: it is mended and loaded again.

/** The last column of such a file; loaders pass over it. */
export const WHY_COLUMN = 'what_is_wrong'

type Head = Pick<FileRecord, 'text' | 'cells'>
const isAgain = ({ cells }: Head): boolean => cells.at(-1)?.toLowerCase() === WHY_COLUMN

const cellIn = ({ quoted, delimiter }: FileShape, text: string): string =>
  quoted ? `"${text.replaceAll('"', '""')}"` : text.replaceAll(delimiter, ' ').replaceAll(/[\r\n]+/g, ' ')

/** Windows-1252 by its letters; what it has no letter for is a question mark. */
const windowsBytes = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
)
const encoded = ({ encoding }: FileShape, text: string): Uint8Array =>
  encoding === 'utf-8'
    ? new TextEncoder().encode(text)
    : Uint8Array.from(text, (letter) => windowsBytes.get(letter) ?? 63)

/** The first line of a file of refused lines. */
export const againHead = (shape: FileShape, head: Head): Uint8Array =>
  encoded(shape, `${isAgain(head) ? head.text : `${head.text}${shape.delimiter}${WHY_COLUMN}`}\r\n`)

/** A refused line as it was, with what is wrong. A line with another number of cells keeps another number, so that it is refused again. */
export function againLine(shape: FileShape, head: Head, record: FileRecord, why: string): Uint8Array {
  const { cells, fault, text } = record
  const count = head.cells.length
  const isWhole = fault === undefined && cells.length === count
  if (!isWhole) return encoded(shape, `${isAgain(head) ? text : `${text}${shape.delimiter}${cellIn(shape, why)}`}\r\n`)
  const own = cells.slice(0, isAgain(head) ? count - 1 : count)
  return encoded(shape, `${[...own, why].map((cell) => cellIn(shape, cell)).join(shape.delimiter)}\r\n`)
}
