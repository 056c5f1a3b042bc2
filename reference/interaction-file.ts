import type { Interaction } from './interactions.ts'

// The file a licensed set of interactions comes in (docs/guide/interactions.md): lines of CSV, one pair a line.

/** A line that is not taken, with the reason. */
type BadLine = { line: number; says: string }
export type InteractionFile = { pairs: Interaction[]; bad: BadLine[] }

const interactionColumns = ['id', 'a', 'b', 'severity', 'text', 'source', 'section'] as const

/** The cells of a line; undefined when a quotation mark is not closed. */
function cellsOf(line: string): string[] | undefined {
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    if (line[at] !== '"') {
      const end = line.indexOf(',', at)
      cells.push(line.slice(at, end < 0 ? line.length : end).trim())
      if (end < 0) return cells
      at = end + 1
      continue
    }
    let text = ''
    let from = at + 1
    for (;;) {
      const end = line.indexOf('"', from)
      if (end < 0) return undefined
      text += line.slice(from, end)
      if (line[end + 1] !== '"') {
        at = end + 1
        break
      }
      text += '"'
      from = end + 2
    }
    cells.push(text.trim())
    if (at >= line.length) return cells
    if (line[at] !== ',') return undefined
    at += 1
  }
  return [...cells, '']
}

const codesOf = (cell: string): string[] => cell.split(/\s+/).filter((code) => code !== '')
const isCode = (code: string): boolean => /^(\d\d){2,7}$/.test(code)
const mostText = 300

function pairOf(cells: readonly string[], ids: ReadonlySet<string>): Interaction | string {
  if (cells.length !== interactionColumns.length)
    return `has ${cells.length} columns instead of ${interactionColumns.length}`
  const [id, a, b, severity, text, source, section] = cells as [string, string, string, string, string, string, string]
  if (!/^[\w.-]{1,40}$/.test(id)) return 'id must be 1 to 40 letters, digits, dots, dashes or underscores'
  if (ids.has(id)) return `id ${id} is on an earlier line`
  for (const [name, cell] of [
    ['a', a],
    ['b', b],
  ] as const) {
    const codes = codesOf(cell)
    if (codes.length === 0) return `${name} names no drug code`
    const wrong = codes.find((code) => !isCode(code))
    if (wrong !== undefined) return `${name}: ${wrong} is no drug code of 4, 6, 8, 10, 12 or 14 digits`
  }
  if (severity !== '1' && severity !== '2' && severity !== '3') return 'severity must be 1, 2 or 3'
  if (text === '' || text.length > mostText) return `text must have 1 to ${mostText} characters`
  if (source === '' || source.length > 80) return 'source must have 1 to 80 characters'
  if (section.length > 80) return 'section must have at most 80 characters'
  return {
    id,
    a: codesOf(a),
    b: codesOf(b),
    severity: Number(severity) as Interaction['severity'],
    text,
    source: { label: source, section, from: 'licensed' },
  }
}

/** Every pair of a file and every line that is not one. Blank lines and lines that begin with # are left out. */
export function readInteractionFile(content: string): InteractionFile {
  const pairs: Interaction[] = []
  const bad: BadLine[] = []
  const ids = new Set<string>()
  let header = false
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '' || text.startsWith('#')) continue
    const line = at + 1
    const cells = cellsOf(text)
    if (cells === undefined) {
      bad.push({ line, says: 'has a quotation mark that is not closed' })
      continue
    }
    if (!header) {
      header = true
      if (cells.join() === interactionColumns.join()) continue
      bad.push({ line, says: `must be the heading ${interactionColumns.join(',')}` })
      continue
    }
    const pair = pairOf(cells, ids)
    if (typeof pair === 'string') bad.push({ line, says: pair })
    else {
      ids.add(pair.id)
      pairs.push(pair)
    }
  }
  if (!header) bad.push({ line: 1, says: `must be the heading ${interactionColumns.join(',')}` })
  return { pairs, bad }
}
