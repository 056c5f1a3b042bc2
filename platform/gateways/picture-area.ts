/**
 * How many pixels a PNG or JPEG unpacks to, from its own header; undefined where it does not say, or where the picture breaks off:
 * it is followed to its end, part by part. What a telephone adds behind a picture (the film of a motion photo) is no part of it.
 */
export const pictureArea = (type: 'image/png' | 'image/jpeg', bytes: Buffer): number | undefined =>
  type === 'image/png' ? ofPng(bytes)?.area : areaOf(jpegFrame(bytes))
const areaOf = (frame: Frame | undefined): number | undefined => frame && frame.width * frame.height

/** The packed pixels of a PNG, in their parts; undefined where a browser does not come to them. */
export const pngPixels = (bytes: Buffer): readonly Buffer[] | undefined => {
  const found = ofPng(bytes)
  return found?.isSound ? found.pixels : undefined
}

/** Chunks one after the other (ISO/IEC 15948, 5.3): the first has the size, pixels come before the end. */
function ofPng(bytes: Buffer): { area: number; pixels: readonly Buffer[]; isSound: boolean } | undefined {
  let area: number | undefined
  let isSound = true
  const pixels: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) return undefined
    // A browser passes over a part with small letters that was changed on the way; the others it needs.
    if (/^[A-Z]/.test(name) && bytes.readUInt32BE(at + 8 + length) !== checkOf(bytes.subarray(at + 4, at + 8 + length)))
      isSound = false
    if (area === undefined) {
      if (name !== 'IHDR' || length !== 13) return undefined
      isSound &&= depthsOf[bytes[at + 17]!]?.includes(bytes[at + 16]!) ?? false
      area = bytes.readUInt32BE(at + 8) * bytes.readUInt32BE(at + 12)
    }
    if (name === 'IDAT' && length > 0) pixels.push(bytes.subarray(at + 8, at + 8 + length))
    if (name === 'IEND') return pixels.length > 0 && area > 0 ? { area, pixels, isSound } : undefined
    at += 12 + length
  }
  return undefined
}

/** Bits of a sample by the kind of color (ISO/IEC 15948, table 11.1). */
const depthsOf: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

const checks = Uint32Array.from({ length: 256 }, (_, byte) => {
  let check = byte
  for (let bit = 0; bit < 8; bit += 1) check = check & 1 ? 0xedb88320 ^ (check >>> 1) : check >>> 1
  return check
})
/** The check sum of a chunk (ISO/IEC 15948, annex D). */
function checkOf(bytes: Uint8Array): number {
  let check = 0xffffffff
  for (const byte of bytes) check = checks[(check ^ byte) & 255]! ^ (check >>> 8)
  return (check ^ 0xffffffff) >>> 0
}

const END = 0xd9
const SCAN = 0xda
/** Markers of frames, which have height and width (ISO/IEC 10918-1, table B.1): C0 to CF, but for those of tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers that stand alone: restarts, and one of no meaning. */
const isAlone = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01

type Frame = { width: number; height: number; components: number }
/** Segments one after the other, and between them the packed pixels of a scan, up to the end of the picture. */
export function jpegFrame(bytes: Buffer): Frame | undefined {
  let frame: Frame | undefined
  let hasPixels = false
  for (let at = 2; at + 1 < bytes.length;) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff) return undefined
    if (marker === END) return hasPixels && frame && frame.width * frame.height > 0 ? frame : undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isAlone(marker)) {
      at += 2
      continue
    }
    if (at + 4 > bytes.length) return undefined
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return undefined
    if (frame === undefined && isFrame(marker)) {
      if (length < 8) return undefined
      frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), components: bytes[at + 9]! }
    }
    at += 2 + length
    if (marker === SCAN) {
      hasPixels = true
      at = afterScan(bytes, at)
    }
  }
  return undefined
}

/** Where the next segment begins: within packed pixels a marker's first byte is followed by zero, or by a restart. */
function afterScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && !isAlone(next)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}
