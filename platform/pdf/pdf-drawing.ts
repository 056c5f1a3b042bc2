const tones = { text: '#0E2021', soft: '#546A6B', line: '#DBE3E3', fill: '#BFDAD8', alert: '#BE2A22' }
type Tone = keyof typeof tones

/** A part of a drawing; places are points from its left upper corner. */
export type Shape =
  | { kind: 'box'; x: number; y: number; width: number; height: number; tone: Tone }
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; tone: Tone }
  | { kind: 'text'; x: number; y: number; text: string; tone?: Tone; width?: number }

/** A picture on a report's first page: 720 points wide. */
export type Drawing = { height: number; shapes: readonly Shape[] }

type Doc = Pick<
  PDFKit.PDFDocument,
  'rect' | 'moveTo' | 'lineWidth' | 'strokeColor' | 'fillColor' | 'fontSize' | 'text' | 'widthOfString'
>

/** Draws the shapes in their order at this place of the current page. */
export function draw(doc: Doc, { shapes }: Drawing, left: number, top: number, words: (text: string) => string): void {
  for (const shape of shapes) {
    if (shape.kind === 'box') {
      doc.rect(left + shape.x, top + shape.y, Math.max(0.5, shape.width), Math.max(0.5, shape.height))
      const path = doc as PDFKit.PDFDocument
      path.lineWidth(0.5).fillAndStroke(tones[shape.tone], tones.soft)
    } else if (shape.kind === 'line') {
      doc
        .lineWidth(0.5)
        .strokeColor(tones[shape.tone])
        .moveTo(left + shape.x1, top + shape.y1)
        .lineTo(left + shape.x2, top + shape.y2)
        .stroke()
    } else {
      doc.fillColor(tones[shape.tone ?? 'text']).fontSize(7)
      let text = words(shape.text)
      if (shape.width !== undefined)
        while (text.length > 1 && doc.widthOfString(text) > shape.width) text = `${text.slice(0, -2)}…`
      doc.text(text, left + shape.x, top + shape.y, { lineBreak: false })
    }
  }
}
