// Documents of the demo world: plain pages of text, made at once and the same every time.

/** Letter paper in points, with its margins. */
const page = { width: 612, height: 792, margin: 64, leading: 14, size: 10.5 } as const
const charactersPerLine = 92
const linesPerPage = Math.floor((page.height - 2 * page.margin) / page.leading)

/** One paragraph of a document; the first one is its title. */
export type Paragraph = string

function wrapped(paragraph: Paragraph): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > charactersPerLine) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

// The letters of the standard fonts; what is none of them is left out.
const text = (line: string): string =>
  `(${line
    .replaceAll('’', "'")
    .replaceAll(/[^\x20-\x7e\xa1-\xff]/g, '')
    .replaceAll(/[\\()]/g, '\\$&')})`

/** A PDF of these paragraphs, the title in bold; how many pages it has. */
export function paperOf(title: string, paragraphs: readonly Paragraph[]): { bytes: Buffer; pages: number } {
  const lines = [title, '', ...paragraphs.flatMap((paragraph) => [...wrapped(paragraph), ''])].slice(0, -1)
  const sheets = Array.from({ length: Math.ceil(lines.length / linesPerPage) }, (_, at) =>
    lines.slice(at * linesPerPage, (at + 1) * linesPerPage),
  )
  const first = 5 // objects before the pages: catalogue, list of pages, two fonts
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    `<< /Type /Pages /Kids [${sheets.map((_, at) => `${first + 2 * at} 0 R`).join(' ')}] /Count ${sheets.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...sheets.flatMap((sheet, at) => {
      const shown = sheet.map((line, row) => {
        const font = at === 0 && row === 0 ? '/F2' : '/F1'
        return `${font} ${page.size} Tf ${text(line)} Tj T*`
      })
      const drawn = `BT ${page.leading} TL ${page.margin} ${page.height - page.margin} Td\n${shown.join('\n')}\nET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + 2 * at + 1} 0 R >>`,
        `<< /Length ${Buffer.byteLength(drawn, 'latin1')} >>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const place of places) file += `${String(place).padStart(10, '0')} 00000 n \n`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return { bytes: Buffer.from(file, 'latin1'), pages: sheets.length }
}
