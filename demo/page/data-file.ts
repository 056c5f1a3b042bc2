/**
 * The data of the demonstration as one file: every table as COPY text, column by column. Values of one column are alike, so that the
 * file packs to two thirds of what its rows would; the browser puts the rows together again.
 */

const TAB = 9
const LINE = 10

/** What is in the file beside the values. */
export type DataHead = {
  /** Bytes of each column, one value a line. */
  tables: readonly { name: string; columns: readonly string[]; bytes: readonly number[] }[]
  /** What is done once the rows are there. */
  after: readonly { text: string; values: readonly string[] }[]
}
export type DataTable = { name: string; columns: readonly string[]; rows: Uint8Array<ArrayBuffer> }

/** COPY text as columns: a tab or the end of a line ends a value, and neither is in one. */
export function columnsOf(rows: Uint8Array, count: number): Uint8Array[] {
  const columns = Array.from({ length: count }, () => new Uint8Array(rows.length))
  const lengths = Array.from({ length: count }, () => 0)
  let index = 0
  for (const byte of rows) {
    const isEnd = byte === TAB || byte === LINE
    columns[index]![lengths[index]!] = isEnd ? LINE : byte
    lengths[index]! += 1
    if (isEnd) index = byte === LINE ? 0 : index + 1
  }
  return columns.map((column, which) => column.subarray(0, lengths[which]))
}

/** The rows of columns, as COPY takes them. */
export function rowsOf(columns: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(columns.reduce((sum, { length }) => sum + length, 0))
  const read = columns.map(() => 0)
  const last = columns.length - 1
  let written = 0
  while (read[last]! < columns[last]!.length)
    for (const [which, column] of columns.entries()) {
      let index = read[which]!
      for (let byte = column[index]!; byte !== LINE; byte = column[index]!) {
        rows[written] = byte
        written += 1
        index += 1
      }
      rows[written] = which === last ? LINE : TAB
      written += 1
      read[which] = index + 1
    }
  return rows
}

/** The file: the length of its head, the head, then the columns of every table in turn. */
export function writeDataFile(tables: readonly DataTable[], after: DataHead['after']): Uint8Array<ArrayBuffer> {
  const split = tables.map(({ name, columns, rows }) => ({ name, columns, texts: columnsOf(rows, columns.length) }))
  const head: DataHead = {
    tables: split.map(({ name, columns, texts }) => ({ name, columns, bytes: texts.map(({ length }) => length) })),
    after,
  }
  const text = new TextEncoder().encode(JSON.stringify(head))
  const parts = [new Uint8Array(new Uint32Array([text.length]).buffer), text, ...split.flatMap(({ texts }) => texts)]
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    file.set(part, offset)
    offset += part.length
  }
  return file
}

/** The tables of the file in their order, each put together when it is asked for, and what is done after them. */
export function readDataFile(file: Uint8Array): {
  tables: readonly { name: string; columns: readonly string[]; bytes: number; rows: () => Uint8Array<ArrayBuffer> }[]
  after: DataHead['after']
} {
  const length = new DataView(file.buffer, file.byteOffset).getUint32(0, true)
  let offset = 4 + length
  const head = JSON.parse(new TextDecoder().decode(file.subarray(4, offset))) as DataHead
  const tables = head.tables.map(({ name, columns, bytes }) => {
    const texts = bytes.map((size) => file.subarray(offset, (offset += size)))
    return { name, columns, bytes: bytes.reduce((sum, size) => sum + size, 0), rows: () => rowsOf(texts) }
  })
  return { tables, after: head.after }
}
