import { parse, type Filter as Parsed } from 'scim2-parse-filter'
import { isReadable, withoutSchema } from './names.ts'
import { ScimError } from './protocol.ts'

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
/** What a filter asks for (RFC 7644, section 3.4.2.2); attributes in lower case, without their schema. */
export type Filter =
  | { op: 'and'; of: readonly Filter[] }
  | { op: 'or'; of: readonly Filter[] }
  | { op: 'not'; of: Filter }
  /** One entry of a list has all of it. */
  | { op: 'some'; attribute: string; of: Filter }
  | { op: 'pr'; attribute: string }
  | { op: Comparison; attribute: string; value: string | number | boolean | null }

/** Comparisons in one filter. */
const MOST_COMPARED = 20

/** A filter as it is read; undefined where none was sent. */
export function filterOf(text: string | undefined): Filter | undefined {
  if (text === undefined) return undefined
  const refused = () => new ScimError(400, 'Enter a filter such as userName eq "name".', 'invalidFilter')
  if (!isReadable(text)) throw refused()
  let left = MOST_COMPARED
  const attributeOf = (path: string): string => withoutSchema(path).toLowerCase()
  const read = (of: Parsed): Filter => {
    if ('filters' in of) return { op: of.op, of: of.filters.map(read) }
    if (of.op === 'not') return { op: 'not', of: read(of.filter) }
    if (of.op === '[]') return { op: 'some', attribute: attributeOf(of.attrPath), of: read(of.valFilter) }
    left -= 1
    if (left < 0) throw refused()
    const attribute = attributeOf(of.attrPath)
    if (of.op === 'pr') return { op: 'pr', attribute }
    if (of.compValue === undefined) throw refused()
    return { op: of.op, attribute, value: of.compValue }
  }
  try {
    return read(parse(text))
  } catch {
    throw refused()
  }
}
