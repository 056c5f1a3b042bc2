import type { PDFiumLibrary } from '@hyzyla/pdfium'
import utif from 'utif2'
import type { DocumentPage } from '../calls/documents.ts'
import { smaller, squareDots, upright, WIDTH, type Pixels } from './pixels.ts'
import { tiffPages } from './tiff-pages.ts'

/** One page of a document as a picture, wherever it is drawn: what loads PDFium and what packs the picture are handed in. */
export type Drawing = {
  library: () => Promise<PDFiumLibrary>
  /** A PNG of red, green and blue, base64. */
  png: (pixels: Pixels) => string | Promise<string>
}

const MOST_PIXELS = 6_000_000
const MOST_TEXT = 20_000
/** FPDF_ERR_PASSWORD (fpdfview.h), as the library words it. */
const needsPassword = /password/i

/** Draws a page of a PDF or TIFF file, from 1 on; throws where the file cannot be read. */
export const drawPage = (bytes: Uint8Array, type: string, page: number, drawing: Drawing): Promise<DocumentPage> =>
  type === 'image/tiff' ? ofTiff(bytes, page, drawing) : ofPdf(bytes, page, drawing)

/** As `drawPage`; a file that cannot be read has no pages, and says why. */
export const pageOrWhyNot = (bytes: Uint8Array, type: string, page: number, drawing: Drawing): Promise<DocumentPage> =>
  drawPage(bytes, type, page, drawing).catch((reason: unknown) => ({
    pages: 0,
    picture: null,
    text: '',
    problem: reason instanceof Error && needsPassword.test(reason.message) ? ('locked' as const) : ('broken' as const),
  }))

async function ofPdf(bytes: Uint8Array, page: number, { library, png }: Drawing): Promise<DocumentPage> {
  const document = await (await library()).loadDocument(bytes)
  const pages = document.getPageCount()
  if (pages === 0) throw new Error('This document has no page.')
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
  // Resolutions are those of the stored rows and columns: they count before the picture is turned.
  const [across, down] = [dotsOf(one.t282), dotsOf(one.t283)]
  const shaped = squareDots(smaller(whole), across, down)
  return { pages, picture: await png(upright(shaped, Number(one.t274?.[0] ?? 1))), text: '' }
}

/** A resolution (TIFF 6.0, tags 282 and 283): a number by another one. */
const dotsOf = (value: TiffValues | undefined): number => {
  const [first] = value ?? []
  return Array.isArray(first) ? first[0] / first[1] : Number.NaN
}
type TiffValues = readonly (number | readonly [number, number])[]
