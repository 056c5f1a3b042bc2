import { strToU8, Zip, ZipDeflate } from 'fflate'
import { dayNumber } from '../dates/day.ts'
import { offsetMs } from '../dates/zone.ts'
import type { SheetCell, TableWriter } from './table-file.ts'

// A spreadsheet of one table (ECMA-376 part 1), written a part at a time: what is kept is one part of its rows.

/** Characters a cell holds at most. */
const MOST_IN_CELL = 32_767
/** Days from the day spreadsheets count from (12/30/1899) to 1970-01-01. */
const TO_1970 = 25_569

/** How cells look, by their place in styles.xml: as they are, text, heading, day, day and time. */
const look = { plain: 0, text: 1, head: 2, day: 3, instant: 4 } as const

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** A text in XML. Signs XML does not have are written as spreadsheets write them (_x0007_), and so is what looks like it. */
const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, (sign) => {
      const number = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      return `_x${number}_`
    })
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '_x000D_')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign]!)

/** "A", "Z", "AA": the column at a place from 0 on. */
const columnAt = (place: number): string =>
  place < 26 ? String.fromCharCode(65 + place) : columnAt(Math.floor(place / 26) - 1) + columnAt(place % 26)

/** A text is text whatever it looks like: no formula, no number, no date is ever made of it. */
const textCell = (ref: string, text: string, style: number): string => {
  const cut = text.length > MOST_IN_CELL ? `${text.slice(0, MOST_IN_CELL - 1)}…` : text
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cut)}</t></is></c>`
}
const numberCell = (ref: string, value: number, style: number): string =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`

function cellXml(ref: string, cell: SheetCell, zone: string): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell === 'string') return textCell(ref, cell, look.text)
  if (typeof cell === 'number')
    return Number.isFinite(cell) ? numberCell(ref, cell, look.plain) : textCell(ref, String(cell), look.text)
  if ('day' in cell) return numberCell(ref, dayNumber(cell.day) + TO_1970, look.day)
  // The wall clock of the zone that the heading names, to the minute as the screen has it.
  const at = Date.parse(cell.at)
  const minutes = Math.floor((at + offsetMs(at, zone)) / 60_000)
  return numberCell(ref, Math.round((minutes / 1440 + TO_1970) * 1e10) / 1e10, look.instant)
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const ofSheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const files: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${ofSheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${ofSheet}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${ofSheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${ofSheet}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/><sheet name="About this file" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/><numFmt numFmtId="165" formatCode="mm/dd/yyyy\\ hh:mm\\ AM/PM"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}
const sheetStart = (frozen: boolean): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" baseColWidth="16"/><sheetData>`

/** Pieces of a file as one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Writes a table as a spreadsheet: the rows on one sheet, what the file is of on another. Times are those of the zone. */
export function xlsxTable(heads: readonly string[], zone: string): TableWriter {
  let made: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    made.push(bytes)
  })
  const added = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name, { level: 6 })
    // No time: the same rows are the same file.
    file.mtime = '1980-01-01T12:00:00'
    zip.add(file)
    return file
  }
  const taken = (): Uint8Array => {
    const whole = joined(made)
    made = []
    return whole
  }
  let sheet: ZipDeflate
  let rows = 0
  const rowXml = (cells: readonly string[]): string => `<row r="${rows}">${cells.join('')}</row>`
  return {
    head: () => {
      for (const [name, text] of Object.entries(files)) added(name).push(strToU8(HEAD + text), true)
      sheet = added('xl/worksheets/sheet1.xml')
      rows = 1
      sheet.push(
        strToU8(
          sheetStart(true) + rowXml(heads.map((words, place) => textCell(`${columnAt(place)}1`, words, look.head))),
        ),
      )
      return taken()
    },
    rows: (table) => {
      const lines = table.map((cells) => {
        rows += 1
        return rowXml(cells.map((cell, place) => cellXml(`${columnAt(place)}${rows}`, cell, zone)))
      })
      sheet.push(strToU8(lines.join('')))
      return taken()
    },
    end: (about) => {
      // Digits that are names stay text, and nobody is asked to make numbers of them.
      const all = `A1:${columnAt(heads.length - 1)}${rows}`
      sheet.push(
        strToU8(
          `</sheetData><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
        ),
        true,
      )
      const second = added('xl/worksheets/sheet2.xml')
      const lines = about.map((words, at) => `<row r="${at + 1}">${textCell(`A${at + 1}`, words, look.text)}</row>`)
      second.push(strToU8(`${sheetStart(false)}${lines.join('')}</sheetData></worksheet>`), true)
      zip.end()
      return taken()
    },
  }
}

export const XLSX = `${ofSheet}.sheet`
