import { strFromU8, unzipSync } from 'fflate'

/** A cell as a spreadsheet program has it: its kind, its value, and the number of its look. */
export type ReadCell = { kind: 'text' | 'number'; value: string; look: number }

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const textOf = (xml: string): string => {
  if (/[<>]|&(?!(?:amp|lt|gt|quot);)/.test(xml)) throw new Error(`No text: ${xml}`)
  return xml
    .replaceAll(/&(\w+);/g, (_, name: string) => signs[name]!)
    .replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

const aCell =
  /<c r="([A-Z]+)\d+" s="(\d)"(?: t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/y

/** The cells of a row, each in its column; what is neither text nor a number, such as a formula, is a fault. */
function cellsOf(xml: string): (ReadCell | undefined)[] {
  const cells: (ReadCell | undefined)[] = []
  for (let at = 0; at < xml.length; at = aCell.lastIndex) {
    aCell.lastIndex = at
    const [, letters, look, text, number] = aCell.exec(xml) ?? []
    if (letters === undefined) throw new Error(`No cell: ${xml.slice(at, at + 80)}`)
    const place = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    cells[place] = {
      kind: text === undefined ? 'number' : 'text',
      value: text === undefined ? number! : textOf(text),
      look: Number(look),
    }
  }
  return Array.from(cells)
}

/** The sheets of a spreadsheet; a cell that is missing is undefined. */
export function sheetsOf(file: Uint8Array): { name: string; rows: (ReadCell | undefined)[][] }[] {
  const parts = Object.fromEntries(Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)]))
  for (const [name, xml] of Object.entries(parts)) {
    // Every part is whole: as many elements end as begin.
    const [opens, closes] = [/<\w[^>]*[^/>]>|<\w>/g, /<\/\w+>/g].map((tag) => xml.match(tag)?.length)
    if (opens !== closes) throw new Error(`${name} is not well-formed`)
  }
  return [...parts['xl/workbook.xml']!.matchAll(/<sheet name="([^"]+)"/g)].map(([, name], at) => ({
    name: name!,
    rows: [...parts[`xl/worksheets/sheet${at + 1}.xml`]!.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row]) =>
      cellsOf(row!),
    ),
  }))
}

/** The day and time a spreadsheet shows for a number. */
export const timeOfSheet = (value: string): string =>
  new Date(Math.round((Number(value) - 25_569) * 86_400) * 1000).toISOString().slice(0, 16)
