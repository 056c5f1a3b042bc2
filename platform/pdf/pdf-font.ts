import type { Font, Glyph } from 'fontkit'
import { isUnseen, paperText } from './paper-text.ts'
import { facesWith, screenFace } from './pdf-faces.ts'

// A typeface comes as WOFF2, in parts, and pdfkit cannot embed WOFF2 (it subsets the outlines of a
// plain TrueType file). So a report gets a small TrueType font of its own, made of the outlines its words need. What no
// file has is drawn as its number in a frame: never blank, and no two alike.

type Point = { x: number; y: number; on: boolean }

/** Contours of quadratic curves, as TrueType keeps them, in the units of the screens' typeface. */
function contoursOf({ path }: Glyph, scale = 1): Point[][] {
  const contours: Point[][] = []
  let contour: Point[] = []
  const end = () => {
    const [first, last] = [contour[0], contour.at(-1)]
    if (contour.length > 1 && first && last?.on && last.x === first.x && last.y === first.y) contour.pop()
    if (contour.length > 1) contours.push(contour)
    contour = []
  }
  for (const { command, args } of path.commands) {
    const at = (index: number): Point => ({
      x: Math.round(args[index]! * scale),
      y: Math.round(args[index + 1]! * scale),
      on: true,
    })
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

/** A frame so wide, its inner outline running the other way round. */
const frame = (width: number): Point[][] =>
  [
    [
      [120, -120],
      [120, 1610],
      [width - 120, 1610],
      [width - 120, -120],
    ],
    [
      [210, -30],
      [width - 210, -30],
      [width - 210, 1520],
      [210, 1520],
    ],
  ].map((corners) => corners.map(([x, y]) => ({ x: x!, y: y!, on: true })))
const boxAdvance = 1200

/** A figure of one width, with a slashed zero, as in the screens' tables. */
const figure = (font: Font, sign: string): Glyph => font.layout(sign, { tnum: true, zero: true }).glyphs[0]!

const share = 0.62
/** What stands for a sign the typeface lacks: its number in a frame. */
function numbered(codePoint: number, latin: Font): Letter {
  let x = 280
  const figures = [...codePoint.toString(16).toUpperCase().padStart(4, '0')].flatMap((sign) => {
    const glyph = figure(latin, sign)
    const left = x
    x += Math.round(glyph.advanceWidth * share)
    return contoursOf(glyph).map((contour) =>
      contour.map((point) => ({
        ...point,
        x: Math.round(left + point.x * share),
        y: Math.round(280 + point.y * share),
      })),
    )
  })
  return { codePoint, contours: [...frame(x + 280), ...figures], advance: x + 280 }
}

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
function boundsOf(points: readonly Point[]): Bounds {
  const [first] = points
  if (!first) return [0, 0, 0, 0]
  const found: Bounds = [first.x, first.y, first.x, first.y]
  for (const { x, y } of points) {
    found[0] = Math.min(found[0], x)
    found[1] = Math.min(found[1], y)
    found[2] = Math.max(found[2], x)
    found[3] = Math.max(found[3], y)
  }
  return found
}

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
  const glyphs = [{ contours: frame(boxAdvance), advance: boxAdvance }, ...letters]
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
 * A TrueType font with just the letters of these texts as paper has them, digits of one width; nothing where the typeface
 * is not installed. Letters no file has are their numbers.
 */
export async function fontFor(texts: Iterable<string>): Promise<Buffer | undefined> {
  const wanted = new Set<number>([32])
  for (const text of texts) for (const letter of paperText(text)) wanted.add(letter.codePointAt(0)!)
  const latin = await screenFace()
  if (!latin) return undefined
  const letters: Letter[] = []
  for await (const font of facesWith(wanted)) {
    const scale = latin.unitsPerEm / font.unitsPerEm
    for (const codePoint of font.characterSet) {
      if (!wanted.delete(codePoint)) continue
      const digit = codePoint >= 48 && codePoint <= 57
      const glyph = digit ? figure(font, String.fromCodePoint(codePoint)) : font.glyphForCodePoint(codePoint)
      letters.push({ codePoint, contours: contoursOf(glyph, scale), advance: Math.round(glyph.advanceWidth * scale) })
    }
  }
  // A number is a letter of its own, so that what is copied out of the file is still the right letter.
  for (const codePoint of wanted)
    letters.push(
      isUnseen(String.fromCodePoint(codePoint)) ? { codePoint, contours: [], advance: 0 } : numbered(codePoint, latin),
    )
  return trueType(
    letters.sort((a, b) => a.codePoint - b.codePoint),
    latin,
  )
}
