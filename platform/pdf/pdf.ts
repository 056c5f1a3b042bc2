import { setImmediate as breathe } from 'node:timers/promises'
import { fontFor } from './pdf-font.ts'
import { openPaper } from './pdf-paper.ts'
import { draw, type Drawing } from './pdf-drawing.ts'
import type { Letter } from './pdf-letter.ts'
import type { PlainText } from './pdf-text.ts'

type ReportColumn = {
  label: string
  /** Share of the page's width, in the unit of the others. */
  share: number
  align?: 'left' | 'right'
}

/** A table on paper. All words are ready to print; a line break inside a cell starts a new line. */
export type Report = {
  title: string
  /** Under the title: filters, zone, how many. */
  about: readonly string[]
  /** A picture above the table. */
  drawing?: Drawing | undefined
  columns: readonly ReportColumn[]
  rows: readonly (readonly string[])[]
  /** Instead of the table when there are no rows. */
  empty: string
  /** After the last row: what was left out. */
  remark?: string | undefined
  /** On every page, beside "Page x of y": who printed it, when. */
  footer: string
  /** The moment the file says it was made. */
  now: Date
}

/** The few things of the machine a handler may ask of files: `PortalForHandlers.files`. */
export type Files = {
  /** A table on landscape Letter pages, its head on each. */
  pdf(report: Report): Promise<Uint8Array>
  /** A letter on upright Letter pages. */
  letter(letter: Letter): Promise<Uint8Array>
  /** A plain text on upright Letter pages, as it was laid out. */
  text(text: PlainText): Promise<Uint8Array>
}

const page = { width: 792, height: 612, margin: 36 }
const [left, bottom] = [page.margin, page.height - page.margin - 16]
const size = 7.5
const lineHeight = 10
const padding = 3
const ink = { text: '#0E2021', soft: '#546A6B', line: '#DBE3E3', head: '#F7F9F9' }

/** Writes the report; yields to other work after each page. */
export async function pdfReport(report: Report): Promise<Uint8Array> {
  const { title, about, columns, rows, empty, remark, footer, now } = report
  const font = await fontFor([
    title,
    ...about,
    empty,
    remark ?? '',
    footer,
    ...(report.drawing?.shapes ?? []).flatMap((shape) => (shape.kind === 'text' ? [shape.text] : [])),
    'Page of 0123456789',
    ...columns.map(({ label }) => label),
    ...rows.flat(),
    '…',
  ])
  const { doc, words, done } = openPaper({ ...page, title, now, font })

  const usable = page.width - 2 * page.margin
  const shares = columns.reduce((sum, column) => sum + column.share, 0)
  let edge = left
  const places = columns.map((column) => {
    const width = (usable * column.share) / shares
    edge += width
    return { ...column, x: edge - width + padding, width: width - 2 * padding }
  })

  const widths = new Map<string, number>()
  const widthOf = (text: string): number => {
    let known = widths.get(text)
    if (known === undefined) widths.set(text, (known = doc.fontSize(size).widthOfString(text)))
    return known
  }
  /** Lines that fit: broken at spaces, in a word too wide after a hyphen, else anywhere. Nothing is cut off. */
  const wrapped = (text: string, width: number): string[] =>
    words(text)
      .split('\n')
      .flatMap((line) => {
        const lines: string[] = []
        let current = ''
        for (const word of line.split(' ')) {
          const longer = current === '' ? word : `${current} ${word}`
          if (widthOf(longer) <= width) {
            current = longer
            continue
          }
          if (current !== '') lines.push(current)
          current = ''
          const add = (part: string) => {
            if (current !== '' && widthOf(current + part) > width) {
              lines.push(current)
              current = ''
            }
            current += part
          }
          for (const part of word.split(/(?<=[-/])/)) {
            if (widthOf(part) <= width) add(part)
            else for (const letter of part) add(letter)
          }
        }
        return [...lines, current]
      })

  const write = (text: string, x: number, y: number, options: { width?: number; align?: 'left' | 'right' } = {}) => {
    const shift = options.align === 'right' && options.width !== undefined ? options.width - doc.widthOfString(text) : 0
    doc.text(text, x + shift, y, { lineBreak: false })
  }
  /** The embedded typeface has one weight: bold text is drawn with a thin outline. */
  const strong = (text: string, x: number, y: number, options: { width?: number; align?: 'left' | 'right' } = {}) => {
    doc.lineWidth(0.25).strokeColor(ink.text)
    const shift = options.align === 'right' && options.width !== undefined ? options.width - doc.widthOfString(text) : 0
    doc.text(text, x + shift, y, { lineBreak: false, stroke: true, fill: true })
  }
  const heads = places.map((place) => wrapped(place.label, place.width))
  const head = (y: number): number => {
    const height = Math.max(...heads.map((lines) => lines.length)) * lineHeight + 2 * padding
    doc.rect(left, y, usable, height).fill(ink.head)
    doc.fillColor(ink.text).fontSize(size)
    places.forEach((place, at) =>
      heads[at]!.forEach((line, index) => strong(line, place.x, y + padding + index * lineHeight, place)),
    )
    doc
      .lineWidth(0.75)
      .strokeColor(ink.line)
      .moveTo(left, y + height)
      .lineTo(left + usable, y + height)
      .stroke()
    return y + height
  }

  let y = page.margin
  doc.fillColor(ink.text).fontSize(14)
  strong(words(title), left, y)
  y += 22
  doc.fillColor(ink.soft).fontSize(size)
  for (const line of about.flatMap((text) => wrapped(text, usable))) {
    write(line, left, y)
    y += lineHeight
  }
  y += 6
  if (report.drawing) {
    draw(doc, report.drawing, left, y, words)
    y += report.drawing.height + 6
  }

  if (rows.length === 0) {
    doc.fillColor(ink.text).fontSize(10)
    write(words(empty), left, y + 6)
  } else {
    y = head(y)
    for (const row of rows) {
      const cells = places.map((place, at) => wrapped(row[at] ?? '', place.width))
      const height = Math.max(...cells.map((lines) => lines.length)) * lineHeight + 2 * padding
      if (y + height > bottom) {
        doc.addPage()
        await breathe()
        y = head(page.margin)
      }
      doc.fillColor(ink.text).fontSize(size)
      // A cell taller than a page runs on, the others of its row stay on the first.
      const most = Math.max(...cells.map((lines) => lines.length))
      for (let index = 0; index < most; index += 1) {
        if (y + padding + (index + 1) * lineHeight > bottom && index > 0) {
          doc.addPage()
          y = head(page.margin) - index * lineHeight
          doc.fillColor(ink.text).fontSize(size)
        }
        places.forEach((place, at) => {
          const line = cells[at]![index]
          if (line) write(line, place.x, y + padding + index * lineHeight, place)
        })
      }
      y += height
      doc
        .lineWidth(0.5)
        .strokeColor(ink.line)
        .moveTo(left, y)
        .lineTo(left + usable, y)
        .stroke()
    }
  }
  if (remark !== undefined) {
    const lines = wrapped(remark, usable)
    if (y + 8 + lines.length * lineHeight > bottom) {
      doc.addPage()
      y = page.margin
    }
    doc.fillColor(ink.text).fontSize(size)
    lines.forEach((line, index) => strong(line, left, y + 8 + index * lineHeight))
  }

  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at)
    doc.page.margins.bottom = 0 // else writing the footer would start a new page
    doc.fillColor(ink.soft).fontSize(size)
    write(words(footer), left, page.height - page.margin - 6)
    write(`Page ${at + 1 - start} of ${count}`, left, page.height - page.margin - 6, { width: usable, align: 'right' })
  }
  return done()
}
