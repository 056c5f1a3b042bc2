import { deflateSync } from 'node:zlib'

/** A small PDF with `words` on each page, as a scanner might make it. `extra` goes into its catalog. */
export function samplePdf(words: string, { pages = 1, extra = '' } = {}): Uint8Array {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extra} >>`,
    `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, at) => `${4 + at * 2} 0 R`).join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, (_, at) => {
      const text = `BT /F1 12 Tf 60 720 Td (${words.replaceAll(/[()\\]/g, ' ')}, page ${at + 1}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }).flat(),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** A PNG of one pixel. */
export const onePixelPng: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A PDF with a script in a compressed object stream, which a search of the file's text does not find. */
export function pdfWithPackedScript(): Uint8Array {
  const packed = deflateSync(Buffer.from('7 0 << /S /JavaScript /JS (app.alert(1)) >>')).toString('latin1')
  const object = `6 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n`
  const file = Buffer.from(samplePdf('x', { extra: '/OpenAction 7 0 R' })).toString('latin1')
  return Buffer.from(file.replace('xref\n', `${object}xref\n`), 'latin1')
}

/**
 * A PDF of one page whose object 7, which it opens with, stands in the stream of objects `packed`; `dictionary` is that of the
 * stream but for its length. `listed: false` leaves object 7 out of the table of objects.
 */
export function packedPdf({
  dictionary,
  packed,
  listed = true,
}: {
  dictionary: string
  packed: Buffer
  listed?: boolean
}): Uint8Array {
  let file = '%PDF-1.5\n'
  const rows = Buffer.alloc(9 * 4)
  const row = (object: number, kind: number, place: number) => {
    rows[object * 4] = kind
    rows.writeUInt16BE(place, object * 4 + 1)
  }
  const add = (object: number, content: string) => {
    row(object, 1, file.length)
    file += `${object} 0 obj\n${content}\nendobj\n`
  }
  add(1, '<< /Type /Catalog /Pages 2 0 R /OpenAction 7 0 R >>')
  add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
  add(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>')
  const head = `<< ${dictionary} /N 1 /First 4 /Length ${packed.length} >>`
  if (listed) row(7, 2, 6)
  // The packed objects come last: the table has two bytes for a place.
  const table = file.length
  row(8, 1, table)
  const content = `<< /Type /XRef /Size 9 /W [1 2 1] /Root 1 0 R /Length ${rows.length} >>\nstream\n`
  const place = table + '8 0 obj\n'.length + content.length + rows.length + '\nendstream\nendobj\n'.length
  row(6, 1, place)
  file += `8 0 obj\n${content}${rows.toString('latin1')}\nendstream\nendobj\n`
  file += `6 0 obj\n${head}\nstream\n${packed.toString('latin1')}\nendstream\nendobj\n`
  file += `startxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** A TIFF of black and white pages without compression, as a fax machine might make it; each page has a black bar. */
export function sampleTiff(sizes: readonly (readonly [width: number, height: number])[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])]
  let at = 8
  for (const [index, [width, height]] of sizes.entries()) {
    const strip = Buffer.alloc(Math.ceil(width / 8) * height, 0xff)
    strip.fill(0, 0, Math.ceil(width / 8) * Math.floor(height / 4))
    const tags = [
      [256, width],
      [257, height],
      [258, 1],
      [259, 1],
      [262, 1],
      [273, at + 2 + 9 * 12 + 4],
      [277, 1],
      [278, height],
      [279, strip.length],
    ] as const
    const directory = Buffer.alloc(2 + tags.length * 12 + 4)
    directory.writeUInt16LE(tags.length, 0)
    for (const [place, [tag, value]] of tags.entries()) {
      directory.writeUInt16LE(tag, 2 + place * 12)
      directory.writeUInt16LE(4, 4 + place * 12)
      directory.writeUInt32LE(1, 6 + place * 12)
      directory.writeUInt32LE(value, 10 + place * 12)
    }
    at += directory.length + strip.length
    directory.writeUInt32LE(index === sizes.length - 1 ? 0 : at, directory.length - 4)
    parts.push(directory, strip)
  }
  return Buffer.concat(parts)
}
