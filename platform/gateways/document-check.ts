import { inflateSync } from 'node:zlib'
import type { DocumentCheck, DocumentType } from '../calls/documents.ts'
import { Refused } from '../calls/refusal.ts'
import type { Scanner } from './scanner.ts'

const kinds = 'a PDF, or a picture (JPEG, PNG or TIFF)'
const words = {
  type: `This file is not one we can take. Send ${kinds}.`,
  broken: `This file is damaged or incomplete. Send ${kinds}.`,
  active: 'This PDF holds a script, a form program or another file. Print it to a new PDF and send that one.',
  large: 'This picture is too large to be shown. Scan it again with at most 300 dots per inch.',
  infected: 'This file was recognized as malware and was not taken.',
} as const
const no = (problem: keyof typeof words): DocumentCheck => ({ ok: false, problem, message: words[problem] })

/** Finds the kind of a file by its bytes, and refuses active content and what the scanner reports. */
export function documentCheck(scan: Scanner): (bytes: Uint8Array) => Promise<DocumentCheck> {
  return async (given) => {
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
    // The scanner comes first: the sender of malware must learn that, whatever else is wrong with the file.
    const found = await scan(given).catch(() => {
      throw new Refused({
        code: 'UNAVAILABLE',
        message: 'The file could not be checked for malware. Nothing was sent. Please try again in a moment.',
      })
    })
    if (found === 'infected') return no('infected')
    const type = typeOf(bytes)
    if (type === undefined) return no('type')
    if (!isWhole(type, bytes)) return no('broken')
    const area = pictureArea(type, bytes)
    if (area === undefined) return no('broken')
    if (area > MOST_PIXELS) return no('large')
    if (type !== 'application/pdf') return { ok: true, type, pages: null }
    const text = pdfText(bytes)
    if (text === undefined) return no('broken')
    if (active.test(text)) return no('active')
    const pages = text.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0
    return { ok: true, type, pages: pages > 0 ? pages : null }
  }
}

const begins = (bytes: Buffer, ...signature: number[]): boolean => signature.every((one, at) => bytes[at] === one)

/** The kind a file is by its first bytes; a file may not begin as something else, as polyglots do. */
function typeOf(bytes: Buffer): DocumentType | undefined {
  if (begins(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf' // %PDF-
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (begins(bytes, 0x49, 0x49, 0x2a, 0x00) || begins(bytes, 0x4d, 0x4d, 0x00, 0x2a)) return 'image/tiff'
  return undefined
}

/** Ends as its kind ends: an upload that broke off is noticed while its sender is still there. */
function isWhole(type: DocumentType, bytes: Buffer): boolean {
  const end = bytes.subarray(-1024).toString('latin1')
  if (type === 'application/pdf') return end.includes('%%EOF')
  if (type === 'image/png') return end.includes('IEND')
  if (type === 'image/jpeg') return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > bytes.length - 1024
  return bytes.length > 16
}

/** A picture this large takes half a gigabyte to show: a page of legal size at 600 dots per inch has 43 million pixels. */
const MOST_PIXELS = 100_000_000

/** How many pixels a picture unpacks to, from its own header; 0 where its kind does not say, undefined where it should and does not. */
function pictureArea(type: DocumentType, bytes: Buffer): number | undefined {
  if (type === 'image/png')
    return bytes.length > 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
      ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
      : undefined
  if (type !== 'image/jpeg') return 0
  // Segments one after the other; the frame header (C0 to CF, but for tables) has height and width.
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

// What a PDF does rather than shows (ISO 32000 names). /AA and /OpenAction alone only set the first view in most files; what
// they would start is one of these. A script is always named /JavaScript; /JS beside it is too short to look for: packed
// pictures hold those three bytes by chance.
const active =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE|Sound|Movie|Rendition)(?![A-Za-z])/

/**
 * Together this much may come out of a PDF's packed objects: protection against a small file that unpacks to an enormous
 * one.
 */
const MOST_UNPACKED = 64 * 1024 * 1024

/**
 * The words of a PDF's structure: the file itself and its packed objects unpacked, names with their #-escapes read
 * (`/X#46A` is `/XFA`). Undefined where they cannot be unpacked.
 */
function pdfText(bytes: Buffer): string | undefined {
  const parts = [bytes.toString('latin1')]
  let room = MOST_UNPACKED
  const raw = parts[0]!
  for (const found of raw.matchAll(/\/Type\s*\/ObjStm\b[\s\S]{0,2000}?stream\r?\n/g)) {
    const from = found.index + found[0].length
    const to = raw.indexOf('endstream', from)
    if (to === -1) return undefined
    if (!/\/FlateDecode/.test(found[0])) continue
    try {
      const unpacked = inflateSync(bytes.subarray(from, to), { maxOutputLength: Math.max(1, room) })
      room -= unpacked.length
      parts.push(unpacked.toString('latin1'))
    } catch {
      return undefined
    }
  }
  return parts
    .join('\n')
    .replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
