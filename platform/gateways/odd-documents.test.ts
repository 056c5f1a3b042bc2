import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { blockTiff, encryptedPdf, exif, grayJpeg } from '#testing/odd-documents.ts'
import { onePixelPng, packedPdf, samplePdf, sampleTiff } from '#testing/pdf-documents.ts'
import { documentCheck } from './document-check.ts'
import { documentWork } from './document-work.ts'
import { standInScanner } from './scanner.ts'

// Documents as they come, with what is answered to who sends one, and what the viewer shows of one that is on file.

const check = documentCheck(standInScanner, documentWork.inspect)
const shown = (bytes: Uint8Array, type: string) => documentWork.page(bytes, type, 1, 'dana.ruiz')

const pdf = Buffer.from(samplePdf('Knee pain'))
const changed = (from: string | RegExp, to: string): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1')
const before = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), pdf])
const behind = (...bytes: Uint8Array[]) => Buffer.concat([pdf, ...bytes])

describe('a PDF', () => {
  test.each([
    ['as a printer writes it', pdf],
    ['with zeros behind its end', behind(Buffer.alloc(5000))],
    ['with blank lines behind its end', behind(Buffer.from('\r\n'.repeat(2000)))],
    ['with a line end before its head', before('\r\n')],
    ['with the mark of UTF-8 before its head', before('\u{ef}\u{bb}\u{bf}')],
    ['with blanks and zeros before its head', before(' \t\0\0\n')],
    ['with the mark of UTF-8 and blank lines before its head', before('\u{ef}\u{bb}\u{bf}\r\n\r\n')],
    [
      'that a printer’s driver wrote to a file',
      Buffer.concat([
        Buffer.from('\x1b%-12345X@PJL JOB NAME="Letter"\r\n@PJL ENTER LANGUAGE=PDF\r\n', 'latin1'),
        pdf,
        Buffer.from('\x1b%-12345X@PJL EOJ\r\n\x1b%-12345X', 'latin1'),
      ]),
    ],
    ['whose table of objects stands elsewhere', changed(/startxref\n\d+/, 'startxref\n17')],
    ['with a remark behind its end', behind(Buffer.from('% sent by a scanner\n'))],
    ['that was added to', behind(pdf.subarray(pdf.lastIndexOf('xref\n0')))],
    ['that only its maker may change', encryptedPdf('Knee pain', '')],
    ['on its side', changed('/MediaBox', '/Rotate 90 /MediaBox')],
    ['as large as a wall', changed('[0 0 612 792]', '[0 0 14400 14400]')],
  ])('%s is taken, and the viewer shows it', async (_, bytes) => {
    expect(await check(bytes, 'a')).toEqual({ ok: true, type: 'application/pdf', pages: 1 })
    const page = await shown(bytes, 'application/pdf')
    expect([page.pages, page.text.slice(0, 9), page.problem]).toEqual([1, 'Knee pain', undefined])
    expect(page.picture).toMatch(/^iVBOR/)
  })

  test.each([
    ['that needs a password', encryptedPdf('Knee pain', 'secret'), 'This PDF opens with a password only.', 'locked'],
    ['without a page', changed(/\/Kids \[.*?\] \/Count 1/, '/Kids [] /Count 0'), 'damaged or incomplete', undefined],
    ['whose pages are not there', changed('/Pages 2 0 R', '/Pages 9 0 R'), 'damaged or incomplete', 'broken'],
    ['that breaks off', pdf.subarray(0, 200), 'damaged or incomplete', 'broken'],
    ['of zeros behind its head', Buffer.concat([pdf.subarray(0, 9), Buffer.alloc(900)]), 'damaged', 'broken'],
    ['with something else before its head', before('GIF89a'), 'not one we can take', undefined],
    [
      'of PostScript, printed to a file',
      Buffer.from('\x1b%-12345X@PJL ENTER LANGUAGE=POSTSCRIPT\r\n%!PS-Adobe-3.0\n'),
      'not one we can take',
      undefined,
    ],
    ['with a page of HTML before its head', before('<html></html>\n'), 'not one we can take', undefined],
    [
      'with a script',
      packedPdf({ dictionary: '/Type /ObjStm', packed: Buffer.from('7 0 << /S /JavaScript /JS (x) >>') }),
      'holds a script',
      undefined,
    ],
  ])('%s is refused in a sentence, and one on file says why it is not shown', async (_, bytes, why, problem) => {
    expect(await check(bytes, 'a')).toMatchObject({ ok: false, message: expect.stringContaining(why) })
    if (problem !== undefined)
      expect(await shown(bytes, 'application/pdf')).toEqual({ pages: 0, picture: null, text: '', problem })
  })
})

describe('a TIFF', () => {
  // Where the black block of eight by forty dots is seen: left, top, right and bottom edge, in a picture of so many dots.
  test.each([
    [1, [40, 80], [0, 0, 8, 40]],
    [2, [40, 80], [32, 0, 40, 40]],
    [3, [40, 80], [32, 40, 40, 80]],
    [4, [40, 80], [0, 40, 8, 80]],
    [5, [80, 40], [0, 0, 40, 8]],
    [6, [80, 40], [40, 0, 80, 8]],
    [7, [80, 40], [40, 32, 80, 40]],
    [8, [80, 40], [0, 32, 40, 40]],
    [0, [40, 80], [0, 0, 8, 40]],
    [9, [40, 80], [0, 0, 8, 40]],
  ])('of orientation %i is shown upright', async (orientation, size, block) => {
    const bytes = blockTiff([[274, orientation]])
    expect(await check(bytes, 'a')).toEqual({ ok: true, type: 'image/tiff', pages: 1 })
    expect(blackOf((await shown(bytes, 'image/tiff')).picture!)).toEqual({ size, block })
  })

  test.each([
    ['a fax of 204 by 98 dots', [204, 1], [98, 1], 1, [40, 167]],
    ['a fax of 204 by 196 dots', [204, 1], [196, 1], 1, [40, 83]],
    ['fewer dots across than down', [100, 1], [200, 1], 1, [80, 80]],
    ['square dots', [300, 1], [300, 1], 1, [40, 80]],
    ['parts of a dot', [2000, 10], [1000, 10], 1, [40, 160]],
    ['a resolution of nothing', [0, 0], [98, 1], 1, [40, 80]],
    ['one that no scanner has', [300, 1], [1, 1], 1, [40, 80]],
    ['a fax on its side', [204, 1], [98, 1], 6, [167, 40]],
  ] as const)('with %s has its shape on paper', async (_, across, down, orientation, size) => {
    const bytes = blockTiff([
      [274, orientation],
      [282, across],
      [283, down],
    ])
    expect(blackOf((await shown(bytes, 'image/tiff')).picture!)?.size).toEqual(size)
  })

  test.each([
    ['that breaks off', blockTiff([], { cut: 60 })],
    ['that breaks off in its last word', blockTiff([], { cut: 4 })],
    ['without a directory', Buffer.from([0x49, 0x49, 0x2a, 0, 0, 0, 0, 0])],
    [
      'of a picture without a dot',
      (() => {
        const bytes = Buffer.from(sampleTiff([[8, 8]]))
        bytes.writeUInt32LE(0, 10 + 8)
        return bytes
      })(),
    ],
  ])('%s is refused', async (_, bytes) => {
    expect(await check(bytes, 'a')).toMatchObject({ ok: false, problem: 'broken' })
  })
})

describe('a picture', () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(9000, 7)])
  const jpeg = grayJpeg()
  /** The picture without its segments of this kind. */
  const without = (bytes: Buffer, marker: number): Buffer => {
    const at = bytes.indexOf(Buffer.from([0xff, marker]))
    if (at === -1) return bytes
    return without(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 2 + bytes.readUInt16BE(at + 2))]), marker)
  }
  const swapped = (bytes: Buffer, these: number[], those: number[]): Buffer => {
    const at = bytes.indexOf(Buffer.from(these))
    expect(at).toBeGreaterThan(0)
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(those), bytes.subarray(at + these.length)])
  }
  const changedPng = Buffer.from(onePixelPng)
  const pixels = changedPng.indexOf('IDAT') + 4
  changedPng.fill(0x55, pixels + 2, pixels + changedPng.readUInt32BE(pixels - 8) - 2)
  const pngWith = (at: number, byte: number): Buffer => {
    const bytes = Buffer.from(onePixelPng)
    bytes[at] = byte
    return bytes
  }
  test.each([
    ['a JPEG', jpeg],
    ['a motion photo: a film behind the picture', Buffer.concat([jpeg, film])],
    ['a JPEG with a second picture behind it', Buffer.concat([jpeg, Buffer.alloc(2000), grayJpeg()])],
    ['a JPEG taken on its side, with a thumbnail', grayJpeg({ before: exif(6) })],
    ['a JPEG in stages', grayJpeg({ progressive: true })],
    ['a JPEG with fill bytes between its parts', grayJpeg({ before: [0xff, 0xff, 0xff, 0xfe, 0, 4, 1, 2] })],
    ['a JPEG with the usual table of codes, which it leaves out', without(jpeg, 0xc4)],
    ['a JPEG with zeros behind it', Buffer.concat([jpeg, Buffer.alloc(4000)])],
    ['a PNG', Buffer.from(onePixelPng)],
    ['a PNG with zeros behind it', Buffer.concat([onePixelPng, Buffer.alloc(3000)])],
  ])('%s is taken', async (_, bytes) => {
    expect(await check(bytes, 'a')).toMatchObject({ ok: true, pages: null })
  })

  test.each([
    ['a JPEG that breaks off in its pixels', jpeg.subarray(0, -2), 'broken'],
    ['a JPEG that breaks off in its head', grayJpeg({ before: exif(6) }).subarray(0, 40), 'broken'],
    ['a JPEG whose only end is that of its thumbnail', grayJpeg({ before: exif(1) }).subarray(0, 60), 'broken'],
    ['a JPEG without its table of steps', without(jpeg, 0xdb), 'broken'],
    ['a JPEG of a kind that no browser shows', swapped(jpeg, [0xff, 0xc0], [0xff, 0xc3]), 'broken'],
    ['a JPEG of two colors', swapped(jpeg, [8, 0, 8, 0, 8, 1], [8, 0, 8, 0, 8, 2]), 'broken'],
    ['a PNG whose pixels were changed on the way', changedPng, 'broken'],
    ['a PNG that breaks off', Buffer.from(onePixelPng).subarray(0, 40), 'broken'],
    ['a PNG whose head was changed on the way', pngWith(19, 7), 'broken'],
    ['a PNG whose end was changed on the way', pngWith(onePixelPng.length - 1, 7), 'broken'],
    ['a PNG of a kind of color that there is none of', pngWith(25, 5), 'broken'],
    [
      'a PNG without pixels',
      Buffer.concat([Buffer.from(onePixelPng).subarray(0, 33), Buffer.from(onePixelPng).subarray(-12)]),
      'broken',
    ],
    ['a picture of a telephone (HEIC)', Buffer.from('\0\0\0\u{18}ftypheic\0\0\0\0', 'latin1'), 'type'],
  ])('%s is refused', async (_, bytes, problem) => {
    expect(await check(bytes, 'a')).toMatchObject({ ok: false, problem })
  })
})

/** The size of a picture, and the edges of what is black in it; undefined where nothing is. */
function blackOf(picture: string): { size: number[]; block: number[] } | undefined {
  const png = Buffer.from(picture, 'base64')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const length = png.readUInt32BE(33)
  const rows = inflateSync(png.subarray(41, 41 + length))
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (rows[y * (width * 3 + 1) + 1 + x * 3]! > 127) continue
      ;[left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + 1),
        Math.max(bottom, y + 1),
      ]
    }
  return right === 0 ? undefined : { size: [width, height], block: [left, top, right, bottom] }
}
