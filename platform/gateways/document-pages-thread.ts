/**
 * Makes one page of one document into a picture, in a thread of its own that ends with it: what a hostile file does to the
 * memory of a decoder touches no other document.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { crc32, deflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import utif from 'utif2'

type Pixels = { width: number; height: number; rgba: Uint8Array }
const { bytes, type, page } = workerData as { bytes: Uint8Array; type: string; page: number }

/** Wide enough to read a letter at twice its size on a screen. */
const WIDTH = 1240
const MOST_PIXELS = 6_000_000
const MOST_TEXT = 20_000
/** A scan larger than this is not decoded: 600 dots per inch on legal paper, four times. */
const MOST_DECODED = 160_000_000

async function ofPdf(): Promise<unknown> {
  const document = await (await PDFiumLibrary.init()).loadDocument(bytes)
  const pages = document.getPageCount()
  if (page > pages) return { pages, picture: null, text: '' }
  const one = document.getPage(page - 1)
  // Before the page is drawn: PDFium does not read it afterwards.
  const text = one
    .getText()
    .replaceAll(/[^\P{C}\n]/gu, '')
    .slice(0, MOST_TEXT)
    .trim()
  const { originalWidth, originalHeight } = one.getOriginalSize()
  const area = originalWidth * originalHeight
  const scale = Math.min(WIDTH / originalWidth, Math.sqrt(MOST_PIXELS / area))
  const { width, height, data } = await one.render({ scale, render: 'bitmap' })
  return { pages, picture: png({ width, height, rgba: data }), text }
}

function ofTiff(): unknown {
  const directories = utif.decode(bytes).filter((one) => one.t256 !== undefined && one.t257 !== undefined)
  const pages = directories.length
  const one = directories[page - 1]
  if (!one) return { pages, picture: null, text: '' }
  if (one.t256![0]! * one.t257![0]! > MOST_DECODED) throw new Error('This page is too large.')
  utif.decodeImage(bytes, one)
  const whole = { width: one.width, height: one.height, rgba: utif.toRGBA8(one) }
  return { pages, picture: png(smaller(whole)), text: '' }
}

/** Averages squares of pixels until the picture is no wider than needed; lines of a scan stay visible as gray. */
function smaller({ width, height, rgba }: Pixels): Pixels {
  const by = Math.max(1, Math.floor(width / WIDTH))
  if (by === 1) return { width, height, rgba }
  const [wide, high] = [Math.floor(width / by), Math.floor(height / by)]
  const made = new Uint8Array(wide * high * 4)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1)
      for (let part = 0; part < 4; part += 1) {
        let sum = 0
        for (let down = 0; down < by; down += 1)
          for (let right = 0; right < by; right += 1)
            sum += rgba[((y * by + down) * width + x * by + right) * 4 + part]!
        made[(y * wide + x) * 4 + part] = sum / (by * by)
      }
  return { width: wide, height: high, rgba: made }
}

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const made = Buffer.alloc(named.length + 8)
  made.writeUInt32BE(content.length, 0)
  named.copy(made, 4)
  made.writeUInt32BE(crc32(named), named.length + 4)
  return made
}

/** A PNG of red, green and blue (ISO/IEC 15948), base64. */
function png({ width, height, rgba }: Pixels): string {
  const rows = Buffer.alloc(height * (width * 3 + 1))
  let at = 0
  for (let y = 0; y < height; y += 1) {
    at += 1 // filter 0
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4
      rows[at] = rgba[from]!
      rows[at + 1] = rgba[from + 1]!
      rows[at + 2] = rgba[from + 2]!
      at += 3
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

parentPort!.postMessage(await (type === 'image/tiff' ? ofTiff() : ofPdf()))
