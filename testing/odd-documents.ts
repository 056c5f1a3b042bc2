import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

// Documents as scanners, telephones and mail programs make them, each odd in its own way.

/** RC4, which older PDFs are encrypted with and Node no longer has. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    ;[state[i], state[j]] = [state[j]!, state[i]!]
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + state[i]!) & 255
      ;[state[i], state[j]] = [state[j]!, state[i]!]
      return byte ^ state[(state[i]! + state[j]!) & 255]!
    }),
  )
}
const md5 = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()
/** What a password is filled up with (ISO 32000-1, 7.6.3.3). */
const filling = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const filled = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), filling]).subarray(0, 32)

/**
 * A PDF of one page with `words`, encrypted (40-bit RC4), its objects packed in a stream. It opens with the password `user`; where
 * that is empty, anybody opens it and only changing it needs the other one.
 */
export function encryptedPdf(words: string, user: string): Uint8Array {
  const id = Buffer.from('0123456789abcdef')
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(-4)
  const owner = rc4(md5(filled('owner')).subarray(0, 5), filled(user))
  const key = md5(filled(user), owner, rights, id).subarray(0, 5)
  const encrypted = (object: number, bytes: Uint8Array): Buffer =>
    rc4(md5(key, Buffer.of(object, 0, 0, 0, 0)).subarray(0, 10), bytes)

  const packed = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const places = packed.map((_, at) => `${at + 1} ${packed.slice(0, at).join(' ').length + (at > 0 ? 1 : 0)}`).join(' ')
  let file = Buffer.from('%PDF-1.5\n', 'latin1')
  const rows = Buffer.alloc(9 * 4)
  const row = (object: number, kind: number, place: number, index = 0) => {
    rows[object * 4] = kind
    rows.writeUInt16BE(place, object * 4 + 1)
    rows[object * 4 + 3] = index
  }
  const add = (object: number, dictionary: string, stream?: Uint8Array) => {
    row(object, 1, file.length)
    file = Buffer.concat([
      file,
      Buffer.from(`${object} 0 obj\n<< ${dictionary}${stream ? ` /Length ${stream.length}` : ''} >>\n`, 'latin1'),
      ...(stream ? [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')] : []),
      Buffer.from('endobj\n'),
    ])
  }
  for (const at of packed.keys()) row(at + 1, 2, 6, at)
  add(5, '', encrypted(5, Buffer.from(`BT /F1 12 Tf 60 720 Td (${words}) Tj ET`)))
  const objects = deflateSync(Buffer.from(`${places} ${packed.join(' ')}`))
  add(6, `/Type /ObjStm /N 4 /First ${places.length + 1} /Filter /FlateDecode`, encrypted(6, objects))
  const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString('hex')}>`
  add(7, `/Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, filling))} /P -4`)
  const table = file.length
  row(8, 1, table)
  add(8, `/Type /XRef /Size 9 /W [1 2 1] /Root 1 0 R /Encrypt 7 0 R /ID [${hex(id)} ${hex(id)}]`, rows)
  return Buffer.concat([file, Buffer.from(`startxref\n${table}\n%%EOF\n`)])
}

const segment = (marker: number, content: readonly number[]): number[] => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 255,
  ...content,
]
/** A gray JPEG of 8 by 8 pixels; `before` stands in front of its frame. */
export function grayJpeg({
  before = [],
  progressive = false,
}: { before?: number[]; progressive?: boolean } = {}): Buffer {
  const codes = (table: number) => segment(0xc4, [table, 1, ...Array<number>(15).fill(0), 0])
  return Buffer.from([
    0xff,
    0xd8,
    ...before,
    ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    ...segment(progressive ? 0xc2 : 0xc0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]),
    ...codes(0x00),
    ...(progressive ? [] : codes(0x10)),
    ...segment(0xda, [1, 1, 0, 0, progressive ? 0 : 63, 0]),
    // The difference of the first value and the end of the block, then ones; 255 in pixels is followed by zero.
    0x3f,
    0xff,
    0xd9,
  ])
}
const tag274 = (value: number): number[] => [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
/** A segment of a telephone: where the picture's top is (Exif), and the thumbnail with an end of its own within it. */
export const exif = (orientation: number): number[] =>
  segment(0xe1, [
    ...Buffer.from('Exif\0\0MM\0*\0\0\0\u0008', 'latin1'),
    ...tag274(orientation),
    ...Buffer.from('ffd8ffd9', 'hex'),
  ])

type TiffTag = readonly [tag: number, value: number | readonly [over: number, under: number]]
/**
 * A TIFF of black on white, 40 dots wide and 80 high: its first eight columns are black down to the middle. `tags` say how it is
 * meant to be seen.
 */
export function blockTiff(tags: readonly TiffTag[] = [], { cut = 0 } = {}): Buffer {
  const [width, height] = [40, 80]
  const strip = Buffer.alloc((width / 8) * height, 0xff)
  for (let y = 0; y < height / 2; y += 1) strip[(y * width) / 8] = 0
  const begins = 8
  const directory = begins + strip.length
  const all: TiffTag[] = [
    [256, width],
    [257, height],
    [258, 1],
    [259, 1],
    [262, 1],
    [273, begins],
    ...tags.filter(([tag]) => tag < 277),
    [277, 1],
    [278, height],
    [279, strip.length],
    ...tags.filter(([tag]) => tag > 279),
  ]
  const more: Buffer[] = []
  const entries = Buffer.alloc(2 + all.length * 12 + 4)
  entries.writeUInt16BE(all.length, 0)
  for (const [place, [tag, value]] of all.entries()) {
    const at = 2 + place * 12
    entries.writeUInt16BE(tag, at)
    entries.writeUInt16BE(typeof value === 'number' ? 4 : 5, at + 2)
    entries.writeUInt32BE(1, at + 4)
    entries.writeUInt32BE(typeof value === 'number' ? value : directory + entries.length + more.length * 8, at + 8)
    if (typeof value === 'number') continue
    const rational = Buffer.alloc(8)
    rational.writeUInt32BE(value[0], 0)
    rational.writeUInt32BE(value[1], 4)
    more.push(rational)
  }
  const whole = Buffer.concat([Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 0]), strip, entries, ...more])
  whole.writeUInt32BE(directory, 4)
  return whole.subarray(0, whole.length - cut)
}
