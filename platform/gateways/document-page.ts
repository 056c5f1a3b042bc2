import type { PDFiumLibrary } from '@hyzyla/pdfium'
import utif from 'utif2'
import type { DocumentPage } from '../calls/documents.ts'
import { tiffPages } from './tiff-pages.ts'

/** One page of a document as a picture, wherever it is drawn: what loads PDFium and what packs the picture are handed in. */

export type Pixels = { width: number; height: number; rgba: Uint8Array }
export type Drawing = {
  library: () => Promise<PDFiumLibrary>
  /** A PNG of red, green and blue, base64. */
  png: (pixels: Pixels) => string | Promise<string>
}

/** Wide enough to read a letter at twice its size on a screen. */
const WIDTH = 1240
const MOST_PIXELS = 6_000_000
const MOST_TEXT = 20_000

/** Draws a page of a PDF or TIFF file, from 1 on; throws where the file cannot be read. */
export const drawPage = (bytes: Uint8Array, type: string, page: number, drawing: Drawing): Promise<DocumentPage> =>
  type === 'image/tiff' ? ofTiff(bytes, page, drawing) : ofPdf(bytes, page, drawing)

async function ofPdf(bytes: Uint8Array, page: number, { library, png }: Drawing): Promise<DocumentPage> {
  const document = await (await library()).loadDocument(bytes)
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
  return { pages, picture: await png({ width, height, rgba: data }), text }
}

async function ofTiff(bytes: Uint8Array, page: number, { png }: Drawing): Promise<DocumentPage> {
  const readable = tiffPages(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!Array.isArray(readable)) throw new Error('This file cannot be read, or unpacks to more than is decoded.')
  const pages = readable.length
  if (page > pages) return { pages, picture: null, text: '' }
  const one = utif.decode(bytes).filter((directory) => directory.t256 !== undefined && directory.t257 !== undefined)[
    page - 1
  ]!
  utif.decodeImage(bytes, one)
  const whole = { width: one.width, height: one.height, rgba: utif.toRGBA8(one) }
  return { pages, picture: await png(smaller(whole)), text: '' }
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
