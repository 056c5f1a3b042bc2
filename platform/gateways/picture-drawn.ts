import { pipeline } from 'node:stream/promises'
import { createInflate } from 'node:zlib'
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import { jpegFrame, pngPixels } from './picture-area.ts'

// Whether the pixels of a picture can be unpacked. A JPEG is drawn by PDFium, which has the decoder of browsers; of a PNG all of its
// packed bytes are unpacked and thrown away.

/** How large a JPEG is drawn to see whether it is drawn at all. */
const SHOWN = 32
/** Beyond this drawing would take what the process has; the parts of the file were followed to the end before. */
const MOST_DRAWN = 40_000_000
const colorSpaces: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }

export const isDrawn = (
  type: 'image/png' | 'image/jpeg',
  bytes: Buffer,
  library: () => Promise<PDFiumLibrary>,
): Promise<boolean> => (type === 'image/png' ? isUnpacked(pngPixels(bytes)) : isJpegDrawn(bytes, library))

async function isUnpacked(parts: readonly Buffer[] | undefined): Promise<boolean> {
  if (parts === undefined) return false
  let length = 0
  return pipeline(parts, createInflate(), async (unpacked: AsyncIterable<Uint8Array>) => {
    for await (const piece of unpacked) length += piece.length
  }).then(
    () => length > 0,
    () => false,
  )
}

async function isJpegDrawn(bytes: Buffer, library: () => Promise<PDFiumLibrary>): Promise<boolean> {
  const frame = jpegFrame(bytes)
  const space = frame && colorSpaces[frame.components]
  if (!frame || !space) return false
  if (frame.width * frame.height > MOST_DRAWN) return true
  const document = await (await library()).loadDocument(onPage(bytes, frame, space)).catch(() => undefined)
  if (!document) return false
  const { data } = await document.getPage(0).render({ scale: 1, render: 'bitmap' })
  // What cannot be unpacked is drawn black from edge to edge. So is a photo taken in a pocket, which shows nobody anything either.
  return data.some((value, at) => at % 4 !== 3 && value > 0)
}

/** A PDF of one page with the picture all over it. */
function onPage(bytes: Buffer, { width, height }: { width: number; height: number }, space: string): Buffer {
  const content = `q ${SHOWN} 0 0 ${SHOWN} 0 0 cm /P Do Q`
  const picture = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${space} /BitsPerComponent 8 /Filter /DCTDecode`
  const objects: Buffer[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SHOWN} ${SHOWN}] /Resources << /XObject << /P 5 0 R >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ].map((text) => Buffer.from(text, 'latin1'))
  objects.push(
    Buffer.concat([
      Buffer.from(`<< ${picture} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
      bytes,
      Buffer.from('\nendstream', 'latin1'),
    ]),
  )
  const parts = [Buffer.from('%PDF-1.4\n', 'latin1')]
  let place = parts[0]!.length
  const places = objects.map((object, at) => {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(part)
    place += part.length
    return place - part.length
  })
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${place}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')])
}
