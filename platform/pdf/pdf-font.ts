import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font, type Glyph } from 'fontkit'

// The screens' typeface comes as WOFF2, one file a script, and pdfkit cannot embed WOFF2 (it subsets the outlines of a
// plain TrueType file). So a report gets a small TrueType font of its own, made of the outlines its words need. What no
// file has is drawn as a box: never blank.

const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const
const opened = new Map<string, Promise<Font | undefined>>()

/** A file of the typeface; nothing where it is not installed, and then pdf.ts writes in Helvetica. */
function face(script: string): Promise<Font | undefined> {
  let found = opened.get(script)
  if (!found) {
    found = Promise.resolve()
      .then(() =>
        readFile(
          fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`)),
        ),
      )
      .then(create)
      .catch(() => undefined)
    opened.set(script, found)
  }
  return found
}

type Point = { x: number; y: number; on: boolean }

/** Contours of quadratic curves, as TrueType keeps them. */
function contoursOf({ path }: Glyph): Point[][] {
  const contours: Point[][] = []
  let contour: Point[] = []
  const end = () => {
    const [first, last] = [contour[0], contour.at(-1)]
    if (contour.length > 1 && first && last?.on && last.x === first.x && last.y === first.y) contour.pop()
    if (contour.length > 1) contours.push(contour)
    contour = []
  }
  for (const { command, args } of path.commands) {
    const at = (index: number): Point => ({ x: Math.round(args[index]!), y: Math.round(args[index + 1]!), on: true })
    if (command === 'moveTo') {
      end()
      contour.push(at(0))
    } else if (command === 'lineTo') contour.push(at(0))
    else if (command === 'quadraticCurveTo') contour.push({ ...at(0), on: false }, at(2))
    else if (command === 'closePath') end()
  }
  end()
  return contours
}

const boxAdvance = 1200
/** What stands for a letter the typeface lacks: an empty box, its inner outline running the other way round. */
const box: Point[][] = [
  [
    [120, 0],
    [120, 1490],
    [1080, 1490],
    [1080, 0],
  ],
  [
    [240, 120],
    [960, 120],
    [960, 1370],
    [240, 1370],
  ],
].map((corners) => corners.map(([x, y]) => ({ x: x!, y: y!, on: true })))

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, at) => bytes.writeUInt16BE(value & 0xffff, at * 2))
  return bytes
}
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4))
  return bytes
}
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

type Bounds = [xMin: number, yMin: number, xMax: number, yMax: number]
const boundsOf = (points: readonly Point[]): Bounds =>
  points.length === 0
    ? [0, 0, 0, 0]
    : [
        Math.min(...points.map(({ x }) => x)),
        Math.min(...points.map(({ y }) => y)),
        Math.max(...points.map(({ x }) => x)),
        Math.max(...points.map(({ y }) => y)),
      ]

/** A simple glyph of the `glyf` table, coordinates as 16-bit steps. */
function outline(contours: readonly Point[][]): Buffer {
  const points = contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  let last = -1
  const ends = contours.map((contour) => (last += contour.length))
  const steps = (axis: 'x' | 'y') => u16(...points.map((point, at) => point[axis] - (points[at - 1]?.[axis] ?? 0)))
  return padded(
    Buffer.concat([
      u16(contours.length, ...boundsOf(points)),
      u16(...ends),
      u16(0),
      Buffer.from(points.map(({ on }) => (on ? 1 : 0))),
      steps('x'),
      steps('y'),
    ]),
  )
}

type Letter = { codePoint: number; contours: Point[][]; advance: number }

function trueType(
  letters: readonly Letter[],
  { unitsPerEm, ascent, descent }: Pick<Font, 'unitsPerEm' | 'ascent' | 'descent'>,
): Buffer {
  const glyphs = [{ contours: box, advance: boxAdvance }, ...letters]
  const outlines = glyphs.map(({ contours }) => outline(contours))
  const bounds = boundsOf(glyphs.flatMap(({ contours }) => contours.flat()))
  let offset = 0
  const offsets = outlines.map((bytes) => (offset += bytes.length) - bytes.length)
  const name = Buffer.from('Inter-Report', 'utf16le').swap16()
  const tables: Record<string, Buffer> = {
    cmap: Buffer.concat([
      u16(0, 1, 3, 10),
      u32(12),
      u16(12, 0),
      u32(16 + letters.length * 12, 0, letters.length),
      ...letters.map(({ codePoint }, at) => u32(codePoint, codePoint, at + 1)),
    ]),
    glyf: Buffer.concat(outlines),
    head: Buffer.concat([
      u16(1, 0, 1, 0),
      u32(0, 0x5f0f3cf5),
      u16(3, unitsPerEm),
      u32(0, 0, 0, 0),
      u16(...bounds, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([
      u16(1, 0, ascent, descent, 0, Math.max(...glyphs.map(({ advance }) => advance)), 0, 0, bounds[2], 1, 0, 0),
      u16(0, 0, 0, 0, 0, glyphs.length),
    ]),
    hmtx: Buffer.concat(glyphs.map(({ advance, contours }) => u16(advance, boundsOf(contours.flat())[0]))),
    loca: u32(...offsets, offset),
    maxp: Buffer.concat([
      u32(0x10000),
      u16(
        glyphs.length,
        Math.max(...glyphs.map(({ contours }) => contours.flat().length)),
        Math.max(...glyphs.map(({ contours }) => contours.length)),
        0,
        0,
        2,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
      ),
    ]),
    name: Buffer.concat([u16(0, 1, 18, 3, 1, 0x409, 6, name.length, 0), name]),
    post: u32(0x30000, 0, 0, 0, 0, 0, 0, 0),
  }
  const names = Object.keys(tables).sort()
  const power = 2 ** Math.floor(Math.log2(names.length))
  const head = Buffer.concat([
    u32(0x10000),
    u16(names.length, power * 16, Math.log2(power), (names.length - power) * 16),
  ])
  let place = head.length + names.length * 16
  const directory = names.map((tag) => {
    const entry = Buffer.concat([Buffer.from(tag, 'latin1'), u32(0, place, tables[tag]!.length)])
    place += padded(tables[tag]!).length
    return entry
  })
  return Buffer.concat([head, ...directory, ...names.map((tag) => padded(tables[tag]!))])
}

/**
 * A TrueType font with just the letters of these texts, digits of one width; nothing where the typeface is not
 * installed. Letters no file has are boxes.
 */
export async function fontFor(texts: Iterable<string>): Promise<Buffer | undefined> {
  const wanted = new Set<number>([32])
  for (const text of texts) for (const letter of text.normalize('NFC')) wanted.add(letter.codePointAt(0)!)
  const latin = await face('latin')
  if (!latin) return undefined
  const letters: Letter[] = []
  for (const script of scripts) {
    if (wanted.size === 0) break
    const font = await face(script)
    for (const codePoint of font?.characterSet ?? []) {
      if (!wanted.delete(codePoint)) continue
      // Figures of one width and a slashed zero, as in the screens' tables.
      const digit = codePoint >= 48 && codePoint <= 57
      const glyph = digit
        ? font!.layout(String.fromCodePoint(codePoint), { tnum: true, zero: true }).glyphs[0]!
        : font!.glyphForCodePoint(codePoint)
      letters.push({ codePoint, contours: contoursOf(glyph), advance: Math.round(glyph.advanceWidth) })
    }
  }
  // A box is a letter of its own, so that what is copied out of the file is still the right letter.
  for (const codePoint of wanted) {
    const unseen = /^[\p{M}\p{C}]$/u.test(String.fromCodePoint(codePoint))
    letters.push({ codePoint, contours: unseen ? [] : box, advance: unseen ? 0 : boxAdvance })
  }
  return trueType(
    letters.sort((a, b) => a.codePoint - b.codePoint),
    latin,
  )
}
