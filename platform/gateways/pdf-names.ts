import { inflateSync } from 'node:zlib'

const SLASH = 0x2f
const HASH = 0x23
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a
const LONGEST_NAME = 127

/** Ends a name: white space and delimiters (ISO 32000-2, 7.2.3). */
const endsName = new Uint8Array(256)
for (const one of [0, 9, 10, 12, 13, 32, 0x28, 0x29, 0x3c, 0x3e, 0x5b, 0x5d, 0x7b, 0x7d, SLASH, 0x25]) endsName[one] = 1

const digits = new Int8Array(256).fill(-1)
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  digits[digit.charCodeAt(0)] = value
  digits[digit.toUpperCase().charCodeAt(0)] = value
}
const digit = (byte: number | undefined): number => (byte === undefined ? -1 : digits[byte]!)

/** Every name of a PDF's bytes with its #-escapes read (`/X#46A` is `XFA`), and where it begins; one pass, whatever they are. */
function* namesIn(bytes: Buffer): Generator<{ name: string; at: number }> {
  for (let at = bytes.indexOf(SLASH); at !== -1; at = bytes.indexOf(SLASH, at + 1)) {
    let name = ''
    for (let next = at + 1; next < bytes.length && name.length < LONGEST_NAME && endsName[bytes[next]!] === 0;) {
      const [high, low] = bytes[next] === HASH ? [digit(bytes[next + 1]), digit(bytes[next + 2])] : [-1, -1]
      const isEscape = high >= 0 && low >= 0
      name += String.fromCharCode(isEscape ? high * 16 + low : bytes[next]!)
      next += isEscape ? 3 : 1
    }
    if (name !== '') yield { name, at }
  }
}

// What a PDF does rather than shows (ISO 32000-2 names). /AA and /OpenAction alone only set the first view in most files; what
// they would start is one of these. A script is always named /JavaScript; /JS beside it is too short to look for: packed
// pictures hold those three bytes by chance.
const doing: ReadonlySet<string> = new Set(
  'JavaScript Launch EmbeddedFile EmbeddedFiles RichMedia XFA SubmitForm ImportData GoToE Sound Movie Rendition'.split(
    ' ',
  ),
)

/** Holds a name of what a PDF does rather than shows. */
export function doesSomething(bytes: Buffer): boolean {
  for (const { name } of namesIn(bytes)) if (doing.has(name)) return true
  return false
}

/**
 * Together this much may come out of a PDF's packed objects: protection against a small file that unpacks to an enormous
 * one.
 */
const MOST_UNPACKED = 8 * 1024 * 1024
/** The dictionary of packed objects is short; what is written far apart was not written by a printer. */
const LONGEST_DICTIONARY = 4096
const packedOtherwise = /^(?!FlateDecode$).*Decode$|^(?:AHx|A85|LZW|RL|CCF|DCT|Crypt|Predictor)$/

/**
 * The packed objects of a PDF unpacked, found by their name wherever they stand in the file, as a viewer does that rebuilds a
 * damaged one; undefined where they are packed in a way that is not read here.
 */
export function packedObjects(bytes: Buffer): Buffer[] | undefined {
  const found: Buffer[] = []
  let room = MOST_UNPACKED
  for (const { name, at } of namesIn(bytes)) {
    if (name !== 'ObjStm') continue
    const near = bytes.subarray(Math.max(0, at - LONGEST_DICTIONARY), at + LONGEST_DICTIONARY)
    const place = Math.min(at, LONGEST_DICTIONARY)
    const stream = near.indexOf('stream', place)
    if (stream === -1) return undefined
    const words = [...namesIn(near.subarray(Math.max(0, near.lastIndexOf('obj', place)), stream))]
    if (!words.some((word) => word.name === 'Filter')) continue // not packed: its names stand in the file itself
    if (words.some((word) => packedOtherwise.test(word.name))) return undefined
    let begins = at - place + stream + 'stream'.length
    if (bytes[begins] === CARRIAGE_RETURN) begins += 1
    if (bytes[begins] === LINE_FEED) begins += 1
    try {
      const unpacked = inflateSync(bytes.subarray(begins), { maxOutputLength: Math.max(1, room) })
      room -= unpacked.length
      found.push(unpacked)
    } catch {
      return undefined
    }
  }
  return found
}
