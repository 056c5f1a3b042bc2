/** Pages of documents as pictures in a page: the same drawing as on the server, with the browser's own PNG. */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import wasmUrl from '@hyzyla/pdfium/pdfium.wasm?url'
import type { DocumentPage } from '#platform/calls/documents.ts'
import { inspectDocument, type Inspected } from '#platform/gateways/document-inspection.ts'
import { pageOrWhyNot } from '#platform/gateways/document-page.ts'
import type { Pixels } from '#platform/gateways/pixels.ts'

/** What a browser is given of it, whose types are not those of Node. */
type InBrowser = { init(options: { wasmBinary: ArrayBuffer }): Promise<PDFiumLibrary> }
const library = async (): Promise<PDFiumLibrary> =>
  (PDFiumLibrary as unknown as InBrowser).init({ wasmBinary: await (await fetch(wasmUrl)).arrayBuffer() })

async function png({ width, height, rgba }: Pixels): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  const pixels = new ImageData(Uint8ClampedArray.from(rgba), width, height)
  for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255
  canvas.getContext('2d')!.putImageData(pixels, 0, 0)
  return Buffer.from(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()).toString('base64')
}

/** A file that cannot be read has no pages, and says why. */
export const documentPage = (bytes: Uint8Array, type: string, page: number): Promise<DocumentPage> =>
  pageOrWhyNot(Uint8Array.from(bytes), type, page, { library, png })

/** What a document is and holds. */
export const inspect = (bytes: Uint8Array): Promise<Inspected> => inspectDocument(Buffer.from(bytes), library)
