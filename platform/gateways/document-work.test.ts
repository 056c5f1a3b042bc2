import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { packedPdf, samplePdf, sampleTiff } from '#testing/pdf-documents.ts'
import { documentCheck } from './document-check.ts'
import { documentWork, openDocumentWork } from './document-work.ts'
import { standInScanner } from './scanner.ts'

const pageOf = (bytes: Uint8Array, type: string, page: number) => documentWork.page(bytes, type, page, 'dana.ruiz')
const unreadable = { pages: 0, picture: null, text: '', problem: 'heavy' }
const sizeOf = (png: string): number[] => {
  const file = Buffer.from(png, 'base64')
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  return [file.readUInt32BE(16), file.readUInt32BE(20)]
}

describe('pages', () => {
  test('a page of a PDF is a picture with its words; a page it does not have is none', async () => {
    const pdf = samplePdf('Office note', { pages: 3 })
    const second = await pageOf(pdf, 'application/pdf', 2)
    expect([second.pages, second.text]).toEqual([3, 'Office note, page 2'])
    expect(sizeOf(second.picture!)).toEqual([1240, expect.closeTo(1605, -1)])
    expect(await pageOf(pdf, 'application/pdf', 4)).toEqual({ pages: 3, picture: null, text: '' })
  })

  test('each page of a fax as TIFF is a picture, a large one made smaller', async () => {
    const fax = sampleTiff([
      [1728, 220],
      [3456, 440],
    ])
    const [first, second] = [await pageOf(fax, 'image/tiff', 1), await pageOf(fax, 'image/tiff', 2)]
    expect([first.pages, sizeOf(first.picture!), sizeOf(second.picture!)]).toEqual([2, [1728, 220], [1728, 220]])
  })

  test.each([
    ['no PDF at all', Buffer.from('%PDF-1.4 nothing'), 'application/pdf'],
    ['a TIFF cut off', Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]), 'image/tiff'],
    ['a TIFF whose directory comes again', circular(), 'image/tiff'],
    [
      'a TIFF that unpacks to 1.2 GB',
      sampleTiffHead({ width: 12_000, height: 13_000, bits: 16, samples: 4 }),
      'image/tiff',
    ],
  ])('%s has no pages, and the next document is read', async (_, bytes, type) => {
    expect((await pageOf(bytes, type, 1)).picture).toBeNull()
    expect((await pageOf(samplePdf('x'), 'application/pdf', 1)).pages).toBe(1)
  })
})

describe('bounds', () => {
  /** It takes about a second of processor time, and 200 MB. */
  const scan = sampleTiff([[6000, 7000]])
  const within = { seconds: 10, megabytes: 800, atOnce: 2, waiting: 40, waitingOfOne: 6 }

  test('a file that takes more processor time than it may has no pages, and is not tried again', async () => {
    const work = openDocumentWork({ ...within, seconds: 0 })
    expect(await work.page(scan, 'image/tiff', 1, 'a')).toEqual(unreadable)
    // Remembered: the answer comes at once, also while all places are taken.
    const taken = ['a', 'b'].map((who) => work.page(sampleTiff([[6000, 6999]]), 'image/tiff', 1, who))
    let isAnswered = false
    void Promise.all(taken).then(() => (isAnswered = true))
    expect(await work.page(scan, 'image/tiff', 1, 'c')).toEqual(unreadable)
    expect(isAnswered).toBe(false)
    await Promise.all(taken)
  })

  test('a file that takes more memory than it may has no pages, array buffers included', async () => {
    expect((await openDocumentWork(within).page(scan, 'image/tiff', 1, 'a')).pages).toBe(1)
    expect(await openDocumentWork({ ...within, megabytes: 120 }).page(scan, 'image/tiff', 1, 'a')).toEqual(unreadable)
  })

  test('somebody with many files has one looked at at a time, and others pass them', async () => {
    const work = openDocumentWork({ ...within, atOnce: 2, waitingOfOne: 4 })
    const order: string[] = []
    const asked = (who: string, at: number) =>
      work.page(samplePdf(`${who} ${at}`), 'application/pdf', 1, who).then(() => order.push(who))
    // Both places are open: what is compared is their order, not how fast one opens.
    await Promise.all([asked('c', 1), asked('d', 1)])
    order.length = 0
    const first = ['a', 'a', 'a', 'a', 'a'].map((who, at) => asked(who, at))
    const tooMany = asked('a', 6)
    const other = asked('b', 1)
    await expect(tooMany).rejects.toMatchObject({ why: { code: 'UNAVAILABLE' } })
    await Promise.all([...first, other])
    expect(order.indexOf('b')).toBeLessThan(4)
  })
})

const check = documentCheck(standInScanner, documentWork.inspect)
const script = '7 0 << /S /JavaScript /JS (app.alert(1)) >>'
const link = '7 0 << /S /URI /URI (https://example.com) >>'
const hex = (bytes: Buffer) => Buffer.from(`${bytes.toString('hex')}>`)

describe('what a PDF holds', () => {
  test.each([
    ['packed as usual', '/Type /ObjStm /Filter /FlateDecode', deflateSync, {}],
    ['its filter before its type', '/Filter /FlateDecode /Type /ObjStm', deflateSync, {}],
    ['names with escapes', '/Ty#70e /ObjSt#6d /Fi#6cter /Fl#61teDecode', deflateSync, {}],
    ['packed as digits', '/Type /ObjStm /Filter /ASCIIHexDecode', hex, {}],
    [
      'packed twice',
      '/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]',
      (bytes: Buffer) => hex(deflateSync(bytes)),
      {},
    ],
    ['a comment inside', '/Type % a comment\n /ObjStm /Filter % >>\n /FlateDecode', deflateSync, {}],
    ['2,000 spaces inside', `/Type /ObjStm ${' '.repeat(2000)} /Filter /FlateDecode`, deflateSync, {}],
    ['9,000 spaces inside', `/Type /ObjStm ${' '.repeat(9000)} /Filter /FlateDecode`, deflateSync, {}],
    ['not in the table of objects', '/Type /ObjStm /Filter /FlateDecode', deflateSync, { listed: false }],
  ] as const)('a script is found: %s', async (_, dictionary, pack, more) => {
    const found = await check(packedPdf({ dictionary, packed: pack(Buffer.from(script)), ...more }), 'a')
    expect(found).toMatchObject({ ok: false, problem: 'active' })
  })

  test('packed objects without a script are taken, those that cannot be read are refused with the remedy', async () => {
    const dictionary = '/Type /ObjStm /Filter /FlateDecode'
    expect(await check(packedPdf({ dictionary, packed: deflateSync(link) }), 'a')).toMatchObject({ ok: true, pages: 1 })
    const otherwise = packedPdf({ dictionary: '/Type /ObjStm /Filter /ASCIIHexDecode', packed: hex(Buffer.from(link)) })
    expect(await check(otherwise, 'a')).toMatchObject({
      problem: 'packed',
      message: expect.stringContaining('Print it'),
    })
  })

  test('a small file that unpacks to more than is read is refused', async () => {
    const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024, '#41'))
    const found = await check(packedPdf({ dictionary: '/Type /ObjStm /Filter /FlateDecode', packed }), 'a')
    expect(found).toMatchObject({ ok: false })
  })
})

/** The head of a TIFF of one page, without its pixels. */
function sampleTiffHead(page: { width: number; height: number; bits: number; samples: number }): Buffer {
  const file = Buffer.from(sampleTiff([[8, 8]]))
  const set = (tag: number, value: number) => {
    for (let at = 10; at < 10 + 9 * 12; at += 12) if (file.readUInt16LE(at) === tag) file.writeUInt32LE(value, at + 8)
  }
  for (const [tag, value] of [
    [256, page.width],
    [257, page.height],
    [258, page.bits],
    [277, page.samples],
  ] as const)
    set(tag, value)
  return file
}

/** A TIFF whose only directory names itself as the next one. */
function circular(): Buffer {
  const file = Buffer.from(sampleTiff([[8, 8]]))
  file.writeUInt32LE(8, 10 + 9 * 12)
  return file
}
