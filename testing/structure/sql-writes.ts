/** A statement that writes a table: the table as `name` or `schema.name`, and the statement from its verb on. */
export type SqlWrite = {
  table: string
  verb: 'insert' | 'update' | 'delete' | 'merge' | 'truncate' | 'copy'
  rest: string
}

// Names may be quoted and stand in a schema; `only`, `*` and an alias may stand beside them.
const name = String.raw`(?:"?\w+"?\s*\.\s*)?"?(?:\w+|\$\{[^}]*\})"?`
const verbs = new RegExp(
  [
    String.raw`\b(?<insert>insert)\s+into\s+(?<inserted>${name})`,
    String.raw`\b(?<delete>delete)\s+from\s+(?:only\s+)?(?<deleted>${name})`,
    String.raw`\b(?<merge>merge)\s+into\s+(?:only\s+)?(?<merged>${name})`,
    String.raw`\b(?<truncate>truncate)\s+(?:table\s+)?(?:only\s+)?(?<truncated>${name}(?:\s*\*?\s*,\s*(?:only\s+)?${name})*)`,
    String.raw`\b(?<copy>copy)\s+(?<copied>${name})\s*(?:\([^)]*\)\s*)?from\b`,
    String.raw`\b(?<update>update)\s+(?:only\s+)?(?<updated>${name})\s*\*?(?:\s+(?:as\s+)?"?(?!set\b)\w+"?)?\s+set\b`,
  ].join('|'),
  'gi',
)

/** What a text of SQL writes. */
export function writesIn(text: string): SqlWrite[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|--.*$/gm, ' ')
  return [...code.matchAll(verbs)].flatMap((match) => {
    const groups = Object.entries(match.groups!).filter(([, value]) => value !== undefined)
    const [[verb], [, tables]] = groups as [[string, string], [string, string]]
    return tables.split(',').map((table) => ({
      table: plain(table),
      verb: verb as SqlWrite['verb'],
      rest: code.slice(match.index + (verb === 'update' ? match[0].length : 0)),
    }))
  })
}

/** `public."Outbox"` is outbox: quotes and the schema everything stands in say nothing. */
const plain = (table: string): string =>
  table
    .replace(/\bonly\s+/i, '')
    .replaceAll(/["\s*]/g, '')
    .toLowerCase()
    .replace(/^public\./, '')

/** The columns an update sets; what is put in where a column would stand is `${…}`. */
export function columnsSet(rest: string): string[] {
  return assignments(rest).flatMap((one) => {
    const columns = /^\s*\(([^)]*)\)\s*=/.exec(one)?.[1] ?? /^\s*("?[\w.]+"?|\$\{[^}]*\})/.exec(one)?.[1] ?? ''
    return columns.split(',').map((column) => column.replaceAll(/["\s]/g, '').toLowerCase())
  })
}

/** The parts of a set clause: up to the `where`, `from` or `returning` that stands in no bracket, cut at such commas. */
function assignments(rest: string): string[] {
  const found = ['']
  let depth = 0
  for (const [token] of rest.matchAll(/\$\{[^}]*\}|'(?:[^']|'')*'|\w+|[^\w]/g)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (depth < 0 || (depth === 0 && /^(?:where|from|returning|;)$/i.test(token))) break
    if (token === ',' && depth === 0) found.push('')
    else found[found.length - 1] += token
  }
  return found
}
