// The part of fontkit (it comes with pdfkit, without types) that platform/pdf/pdf-font.ts uses.
declare module 'fontkit' {
  export type Glyph = {
    advanceWidth: number
    path: {
      commands: readonly {
        command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
        args: readonly number[]
      }[]
    }
  }
  export type Font = {
    characterSet: readonly number[]
    unitsPerEm: number
    ascent: number
    descent: number
    glyphForCodePoint(codePoint: number): Glyph
    layout(text: string, features?: Readonly<Record<string, boolean>>): { glyphs: readonly Glyph[] }
  }
  export function create(data: Uint8Array): Font
}
