import { openPaper } from './pdf-paper.ts'

/** A plain text to print as it was laid out: lines of characters of one width. */
export type PlainText = {
  title: string
  text: string
  /** The moment the file says it was made. */
  now: Date
}

const page = { width: 612, height: 792, margin: 45 }
const lineHeight = 11
const [size, smallest] = [9, 4.5]
/** Courier: every character is 0.6 of its size. */
const characterWidth = 0.6
const linesOnPage = Math.floor((page.height - 2 * page.margin) / lineHeight)

const expandTabs = (line: string): string => {
  let out = ''
  for (const character of line) out += character === '\t' ? ' '.repeat(8 - (out.length % 8)) : character
  return out
}

/** Writes the text as pages; a form feed begins a new one, a line wider than the page is wrapped. */
export async function pdfText({ title, text, now }: PlainText): Promise<Uint8Array> {
  const { doc, words, done } = openPaper({ ...page, title, now, font: undefined })
  doc.font('Courier')
  const clean = text.replaceAll(/\r\n?|[\v\u0085\u2028\u2029]/g, '\n')
  const sheets = clean.split('\f').map((sheet) => sheet.split('\n').map((line) => words(expandTabs(line))))
  const usable = page.width - 2 * page.margin
  const longest = sheets.flat().reduce((most, line) => Math.max(most, line.length), 1)
  const fitting = Math.max(smallest, Math.min(size, usable / (longest * characterWidth)))
  const columns = Math.floor(usable / (fitting * characterWidth))
  let first = true
  for (const sheet of sheets) {
    const lines = sheet.flatMap((line) =>
      line.length === 0 ? [''] : (line.match(new RegExp(`.{1,${columns}}`, 'gu')) ?? ['']),
    )
    for (let at = 0; at < Math.max(1, lines.length); at += linesOnPage) {
      if (!first) doc.addPage()
      first = false
      for (const [row, line] of lines.slice(at, at + linesOnPage).entries())
        if (line !== '')
          doc.fontSize(fitting).text(line, page.margin, page.margin + row * lineHeight, { lineBreak: false })
    }
  }
  return done()
}
