import PDFDocument from 'pdfkit'
import { paperText, westernText } from './paper-text.ts'

/** An empty document in the given typeface, else in Helvetica: what to draw on, words as it can print them, and the file when done. */
export function openPaper(of: {
  width: number
  height: number
  margin: number
  title: string
  now: Date
  font: Buffer | undefined
  /** The language the document says it is in. */
  lang?: 'en-US' | 'es-US'
}) {
  const { font } = of
  const doc = new PDFDocument({
    size: [of.width, of.height],
    margin: of.margin,
    bufferPages: true,
    lang: of.lang ?? 'en-US',
    displayTitle: true,
    info: { Title: of.title, CreationDate: of.now, Creator: 'RxDocket' },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) =>
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve())
      .on('error', reject),
  )
  if (font) doc.registerFont('words', font).font('words')
  else doc.font('Helvetica')
  return {
    doc,
    words: font ? paperText : westernText,
    done: async (): Promise<Uint8Array> => {
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}
