/** A page of a TIFF as its directory describes it (TIFF 6.0, section 2). */
export type TiffPage = { width: number; height: number; bits: number; samples: number }

/** Bytes of a value, by its type (TIFF 6.0, page 15; 13 is an offset to another directory). */
const sizeOf = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
/** The packings of scanners and fax machines: none, CCITT, LZW, JPEG, Deflate, PackBits. The others are those of cameras. */
const packings: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 8, 32946, 32773])
const MOST_PAGES = 1000
/** A page of legal size at 600 dots per inch has 43 million pixels. */
const MOST_PIXELS = 45_000_000
const MOST_BYTES = 3 * MOST_PIXELS

const tag = { WIDTH: 256, HEIGHT: 257, BITS: 258, PACKING: 259, SAMPLES: 277, STRIPS: 273, TILES: 324 } as const

/**
 * The pages of a TIFF, read before anything is unpacked. 'large' where one unpacks to more than is decoded; undefined where the
 * file is damaged: a directory that comes twice, a value outside of the file, a packing that is none of scanners.
 */
export function tiffPages(bytes: Buffer): TiffPage[] | 'large' | undefined {
  const little = bytes[0] === 0x49
  const short = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const pages: TiffPage[] = []
  const seen = new Set<number>()
  let isLarge = false
  for (let at = long(4); at !== 0;) {
    if (seen.has(at) || seen.size === MOST_PAGES || at + 2 > bytes.length) return undefined
    seen.add(at)
    const entries = short(at)
    const end = at + 2 + entries * 12
    if (entries === 0 || end + 4 > bytes.length) return undefined
    const values = new Map<number, number>()
    for (let entry = at + 2; entry < end; entry += 12) {
      const [type, count] = [short(entry + 2), long(entry + 4)]
      const size = sizeOf[type]
      if (size === undefined || size === 0) return undefined
      const length = size * count
      const place = length > 4 ? long(entry + 8) : entry + 8
      if (place + length > bytes.length) return undefined
      if (count > 0) values.set(short(entry), type === 3 ? short(place) : type === 4 ? long(place) : bytes[place]!)
    }
    const [width, height] = [values.get(tag.WIDTH), values.get(tag.HEIGHT)]
    if (width !== undefined && height !== undefined) {
      const page = { width, height, bits: values.get(tag.BITS) ?? 1, samples: values.get(tag.SAMPLES) ?? 1 }
      if (width === 0 || height === 0 || !packings.has(values.get(tag.PACKING) ?? 1)) return undefined
      if (!values.has(tag.STRIPS) && !values.has(tag.TILES)) return undefined
      const unpacked = Math.ceil((width * page.bits * page.samples) / 8) * height
      isLarge ||= width * height > MOST_PIXELS || unpacked > MOST_BYTES
      pages.push(page)
    }
    at = long(end)
  }
  if (pages.length === 0) return undefined
  return isLarge ? 'large' : pages
}
