import { fontFor } from './pdf-font.ts'
import { openPaper } from './pdf-paper.ts'

/** What stands in a letter, from top to bottom. */
export type LetterPart =
  | { kind: 'heading' | 'paragraph' | 'small'; text: string }
  /** What somebody typed, in lines of its own: set apart from those of the letter. */
  | { kind: 'quote'; text: string }
  /** Names and what they are, side by side. */
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** Numbered; `lines` are left free to write on, `answer` is what was written. */
  | { kind: 'question'; number: number; text: string; lines?: number; answer?: string }
  /** A line to write on with its words below. */
  | { kind: 'signature'; words: readonly string[] }
  /** Something to be copied by hand, large and in letters that cannot be mistaken. */
  | { kind: 'code'; text: string }

/** A letter ready to print. */
export type Letter = {
  /** Its language, for screen readers and for the words the page has of its own; English unless it says otherwise. */
  language?: 'en' | 'es'
  title: string
  /** Who writes it: name first, then address and telephone. */
  from: readonly string[]
  /** Top right. */
  date: string
  to: readonly string[]
  parts: readonly LetterPart[]
  /** On every page, beside "Page x of y". */
  footer: string
  /** The moment the file says it was made. */
  now: Date
}

const page = { width: 612, height: 792, margin: 60 }
const [left, usable, bottom] = [page.margin, page.width - 2 * page.margin, page.height - page.margin - 14]
const ink = { text: '#0E2021', soft: '#546A6B', line: '#9DB0B0' }
const [size, lineHeight, indent] = [10, 14, 22]

const pageWords = {
  en: (page: number, of: number) => `Page ${page} of ${of}`,
  es: (page: number, of: number) => `Página ${page} de ${of}`,
} as const

/** Writes the letter. */
export async function pdfLetter(letter: Letter): Promise<Uint8Array> {
  const { title, from, date, to, parts, footer, now, language = 'en' } = letter
  const pageOf = pageWords[language]
  const said = parts.flatMap((part) =>
    part.kind === 'facts'
      ? part.rows.flat()
      : part.kind === 'signature'
        ? part.words
        : [part.text, ...(part.kind === 'question' ? [part.answer ?? ''] : [])],
  )
  const font = await fontFor([title, ...from, date, ...to, ...said, footer, pageOf(0, 0), '123456789.'])
  const { doc, words, done } = openPaper({ ...page, title, now, font, lang: language === 'es' ? 'es-US' : 'en-US' })

  let y = page.margin
  const room = (height: number) => {
    if (y + height <= bottom) return
    doc.addPage()
    y = page.margin
  }
  /** Lines that fit, broken at spaces; a word wider than the line is broken anywhere. Nothing is cut off. */
  const wrapped = (text: string, width: number, at: number): string[] => {
    doc.fontSize(at)
    return words(text)
      .split('\n')
      .flatMap((line) => {
        const lines: string[] = []
        let current = ''
        for (const word of line.split(' ')) {
          const longer = current === '' ? word : `${current} ${word}`
          if (doc.widthOfString(longer) <= width) {
            current = longer
            continue
          }
          if (current !== '') lines.push(current)
          current = ''
          for (const letterOf of word) {
            if (doc.widthOfString(current + letterOf) > width) {
              lines.push(current)
              current = ''
            }
            current += letterOf
          }
        }
        return [...lines, current]
      })
  }
  type Look = { x?: number; width?: number; at?: number; color?: string; strong?: boolean }
  const write = (
    text: string,
    { x = left, width = usable, at = size, color = ink.text, strong = false }: Look = {},
  ) => {
    const step = Math.round(at * 1.4)
    for (const line of wrapped(text, width, at)) {
      room(step)
      doc.fillColor(color).fontSize(at)
      if (strong) doc.lineWidth(0.3).strokeColor(color)
      doc.text(line, x, y, { lineBreak: false, ...(strong && { stroke: true, fill: true }) })
      y += step
    }
  }
  const rule = (from: number, width: number) =>
    doc
      .lineWidth(0.6)
      .strokeColor(ink.line)
      .moveTo(from, y)
      .lineTo(from + width, y)
      .stroke()

  const top = y
  from.forEach((line, index) => write(line, { strong: index === 0, color: index === 0 ? ink.text : ink.soft }))
  const after = y
  y = top
  write(date, { x: left + usable - doc.fontSize(size).widthOfString(words(date)), width: usable })
  y = after + 8
  rule(left, usable)
  y += 16
  to.forEach((line) => write(line))
  y += 12
  write(title, { at: 14, strong: true })
  y += 6
  for (const part of parts) {
    switch (part.kind) {
      case 'heading':
        y += 6
        room(3 * lineHeight)
        write(part.text, { at: 11, strong: true })
        y += 2
        break
      case 'paragraph':
        write(part.text)
        y += 8
        break
      case 'quote':
        write(part.text, { x: left + indent, width: usable - indent, color: ink.soft })
        y += 8
        break
      case 'small':
        write(part.text, { at: 8.5, color: ink.soft })
        y += 6
        break
      case 'facts': {
        const name = 130
        for (const [label, value] of part.rows) {
          const lines = wrapped(value, usable - name, size)
          room(lines.length * lineHeight)
          const line = y
          write(label, { color: ink.soft, width: name - 8 })
          const labelEnd = y
          y = line
          write(value, { x: left + name, width: usable - name })
          y = Math.max(y, labelEnd) + 1
        }
        y += 8
        break
      }
      case 'question': {
        const lines = wrapped(part.text, usable - indent, size)
        room((lines.length + (part.answer === undefined ? (part.lines ?? 2) * 1.6 : 1)) * lineHeight)
        const line = y
        write(`${part.number}.`, { width: indent })
        y = line
        write(part.text, { x: left + indent, width: usable - indent, strong: part.answer !== undefined })
        if (part.answer !== undefined) {
          y += 2
          write(part.answer, { x: left + indent, width: usable - indent })
        } else {
          for (let free = 0; free < (part.lines ?? 2); free += 1) {
            y += 22
            rule(left + indent, usable - indent)
          }
        }
        y += 12
        break
      }
      case 'signature': {
        room(48)
        y += 34
        const width = usable / part.words.length
        part.words.forEach((_, index) => rule(left + index * width, width - 16))
        y += 4
        const line = y
        part.words.forEach((text, index) => {
          y = line
          write(text, { x: left + index * width, width: width - 16, at: 8.5, color: ink.soft })
        })
        y += 8
        break
      }
      case 'code': {
        room(30)
        write(part.text, { at: 15, strong: true })
        y += 6
        break
      }
    }
  }

  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at)
    doc.page.margins.bottom = 0 // else writing the footer would start a new page
    doc.fillColor(ink.soft).fontSize(8)
    const foot = page.height - page.margin + 6
    doc.text(words(footer), left, foot, { lineBreak: false })
    const number = words(pageOf(at + 1 - start, count))
    doc.text(number, left + usable - doc.widthOfString(number), foot, { lineBreak: false })
  }
  return done()
}
