/** How the lines of a file are written. */
export type FileShape = {
  delimiter: ',' | '\t' | '|'
  /** What separates the cells of a file whose first line has none of the delimiter. */
  or?: '|'
  /** Cells may stand in quotation marks, with line ends in them (RFC 4180); else a quotation mark is a letter. */
  quoted: boolean
  encoding: 'utf-8' | 'windows-1252'
}

export const csvFile: FileShape = { delimiter: ',', quoted: true, encoding: 'utf-8' }

export type FileRecord = {
  /** Where it begins, counted from 1. */
  line: number
  /** As it stands in the file, without its line end. */
  text: string
  cells: string[]
  /** Why its cells cannot be read. */
  fault?: string
  /** Bytes of the file up to its end, and lines: reading can go on from here. */
  end: FilePlace
}
export type FilePlace = { bytes: number; lines: number }

/** A record longer than this is a file of another kind, or a quotation mark that is never closed. */
const LONGEST = 1_000_000

/** The file is not one of its kind; the message is for the person who loads it. */
export class NotThisFile extends Error {}

const LF = 10
const CR = 13
const QUOTE = 34
const MARK = [0xef, 0xbb, 0xbf]

/**
 * The records of a file, one after the other, with no more of it in memory than a record and a chunk. Line ends, delimiters and
 * quotation marks are single bytes in each of the encodings, so records are cut before they are decoded. `from` is the `end`
 * of a record that was read before.
 */
export async function* recordsIn(
  chunks: AsyncIterable<Uint8Array>,
  shape: FileShape,
  from: FilePlace = { bytes: 0, lines: 0 },
): AsyncGenerator<FileRecord> {
  const decoder = new TextDecoder(shape.encoding, { fatal: true, ignoreBOM: true })
  const delimiter = shape.delimiter.charCodeAt(0)
  let rest = new Uint8Array(0)
  /** Of `rest`: what was looked at, and where the record that is open begins. */
  let at = 0
  let begins = 0
  let { bytes, lines } = from
  let line = lines + 1
  let inQuotes = false
  let atStart = true
  /** Nothing was read yet: what comes next names the columns. */
  let isHead = from.bytes === 0

  const take = (until: number): FileRecord | undefined => {
    const whole = rest.subarray(begins, until)
    const isFirst = line === 1
    if (isFirst) refuseBytes(whole)
    const said = textOf(whole.at(-1) === CR ? whole.subarray(0, -1) : whole, decoder, line)
    const text = isFirst && said.startsWith('\u{feff}') ? said.slice(1) : said
    if (isFirst) refuseFirst(text)
    const end = { bytes: bytes + at, lines }
    const record = { line, text, ...cellsOf(text, shape), end }
    begins = at
    line = lines + 1
    atStart = true
    if (text === '') return undefined
    if (isHead && record.fault !== undefined) throw new NotThisFile(`The first line: ${record.fault}`)
    isHead = false
    return record
  }

  for await (const chunk of chunks) {
    const open = rest.subarray(begins)
    bytes += begins
    at -= begins
    begins = 0
    rest = new Uint8Array(open.length + chunk.length)
    rest.set(open)
    rest.set(chunk, open.length)
    for (; at < rest.length; at += 1) {
      const byte = rest[at]!
      if (byte === LF) lines += 1
      // Two quotation marks inside of quotes close and open again, which is right for finding the end.
      const turns: boolean = shape.quoted && byte === QUOTE && (inQuotes || atStart)
      if (turns) inQuotes = !inQuotes
      if (byte === LF && !inQuotes) {
        at += 1
        const record = take(at - 1)
        at -= 1
        if (record) yield record
        continue
      }
      // A mark of the encoding is no letter: the first cell begins after it.
      const isMark = bytes + at < MARK.length && MARK[bytes + at] === byte
      // A quotation mark within a cell is a letter, also two of them.
      atStart = byte === delimiter || (turns && !inQuotes) || (isMark && atStart)
    }
    if (rest.length - begins > LONGEST)
      throw new NotThisFile(
        `Line ${line} does not end. A quotation mark is not closed, or this is a file of another kind.`,
      )
  }
  if (inQuotes) throw new NotThisFile(`Line ${line} has a quotation mark that is not closed.`)
  if (begins < rest.length) {
    lines += 1
    const record = take(rest.length)
    if (record) yield record
  }
}

const SAVE_AGAIN = 'Save the file as "CSV UTF-8" and give it again.'

/** Refuses a file whose first line shows that its letters are of two bytes each. */
function refuseBytes(first: Uint8Array): void {
  const isMarked = (first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)
  if (isMarked || first.includes(0)) throw new NotThisFile(`This file is saved as UTF-16. ${SAVE_AGAIN}`)
}

/** Refuses a file whose first line shows that it is written another way. */
function refuseFirst(text: string): void {
  if (/^"?sep=/i.test(text))
    throw new NotThisFile(
      'The first line says which separator the file has. Remove that line: the names of the columns come first.',
    )
  if (text.replaceAll(/"(?:[^"]|"")*"/g, '').includes('\r'))
    throw new NotThisFile(`The lines of this file end in CR alone. ${SAVE_AGAIN}`)
}

/** The text of a record; a byte that is none of its encoding is named, and never replaced. */
function textOf(bytes: Uint8Array, decoder: TextDecoder, line: number): string {
  try {
    return decoder.decode(bytes)
  } catch {
    const { at, byte } = badByteOf(bytes)
    const hex = byte.toString(16).toUpperCase().padStart(2, '0')
    throw new NotThisFile(
      `Line ${line} has a byte that is not UTF-8: ${hex}, after ${at} bytes of the line. ${SAVE_AGAIN}`,
    )
  }
}

/** Where the first sequence begins that is none of UTF-8. */
function badByteOf(bytes: Uint8Array): { at: number; byte: number } {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begins = 0
  for (const [at, byte] of bytes.entries()) {
    try {
      // A letter is whole once its text comes out.
      if (decoder.decode(Uint8Array.of(byte), { stream: true }) !== '') begins = at + 1
    } catch {
      return { at: begins, byte: bytes[begins]! }
    }
  }
  return { at: begins, byte: bytes[begins] ?? 0 }
}

function cellsOf(whole: string, { delimiter, quoted }: FileShape): Pick<FileRecord, 'cells' | 'fault'> {
  if (!quoted || !whole.includes('"')) return { cells: whole.split(delimiter).map((cell) => cell.trim()) }
  const cells: string[] = []
  let fault: string | undefined
  for (let at = 0; at <= whole.length;) {
    if (whole[at] !== '"') {
      const end = whole.indexOf(delimiter, at)
      cells.push(whole.slice(at, end < 0 ? undefined : end).trim())
      at = end < 0 ? whole.length + 1 : end + 1
      continue
    }
    let end = at + 1
    while (whole[end] === '"' ? whole[end + 1] === '"' : end < whole.length) end += whole[end] === '"' ? 2 : 1
    cells.push(
      whole
        .slice(at + 1, end)
        .replaceAll('""', '"')
        .trim(),
    )
    const next = whole.indexOf(delimiter, end)
    const after = whole.slice(end + 1, next < 0 ? undefined : next)
    if (after.trim() !== '')
      fault ??= `Cell ${cells.length} has text after its closing quotation mark. Double each quotation mark within a cell.`
    at = next < 0 ? whole.length + 1 : next + 1
  }
  return { cells, ...(fault !== undefined && { fault }) }
}
