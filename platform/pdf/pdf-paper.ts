import PDFDocument from 'pdfkit'

/** Without the typeface: what Helvetica has no letter for is a question mark, never blank. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff\n]/g, '?')

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
    words: (text: string): string => (font ? text.normalize('NFC') : plain(text.normalize('NFC'))),
    done: async (): Promise<Uint8Array> => {
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}
