import { expect, test } from 'vitest'
import { filesOf, textOf } from './source.ts'
import { nodesOf, type SyntaxNode } from './syntax.ts'

const MAX_WIDTH = 160
/** Migrations up to this one are applied in production databases and stay as they are. */
const LAST_OLD_MIGRATION = '0067'
/** A code line this long is text: these words tell SQL from prose. */
const sqlWords = new RegExp(
  [
    String.raw`\b(select .* from|insert into|update \w+ set|delete from|on conflict|returning|order by|case when)\b`,
    String.raw`\b(jsonb_build_object|jsonb_agg|coalesce)\(|\bis (distinct from|not null)\b|= any\(`,
    String.raw`\b\w+\.\w+ = \w+\.\w+\b|(\b\w\.\w+, ){3}`,
  ].join('|'),
)

const isSqlFile = (file: string): boolean => /(^|[-/])sql\.ts$|\.sql$/.test(file)

/** Lines that lie in a template tagged `sql`, or in one that is handed to a query, whatever they say. */
function linesOfTemplates(file: string, text: string): Set<number> {
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length
  const templates = nodesOf(file, text).filter(({ type, parent }) => {
    if (type !== 'TemplateLiteral' || !parent) return false
    const called = (parent['tag'] ?? parent['callee']) as SyntaxNode | undefined
    return called !== undefined && /(?:\bsql|\.query)\b[^(]*$/.test(text.slice(called.start, called.end))
  })
  return new Set(
    templates.flatMap(({ start, end }) => {
      const first = lineAt(start)
      return Array.from({ length: lineAt(end) - first + 1 }, (_, at) => first + at)
    }),
  )
}

function wideIn(file: string, text: string): number[] {
  const wide = text.split('\n').flatMap((line, at) => (line.length > MAX_WIDTH ? [{ line, at: at + 1 }] : []))
  if (wide.length === 0 || isSqlFile(file)) return wide.map(({ at }) => at)
  const inTemplate = linesOfTemplates(file, text)
  return wide.filter(({ line, at }) => sqlWords.test(line) || inTemplate.has(at)).map(({ at }) => at)
}

const wideLines = (file: string): number[] => wideIn(file, textOf(file))

const long = (text: string): string => `${text} ${'a, '.repeat(60)}`
test.each([
  ['features/eobr/sql.ts', long('x')],
  ['features/eobr/extra-sql.ts', long('// x')],
  ['database/migrations/9999-a.sql', long('x')],
  ['features/eobr/rules.ts', `const a = sql\`\n${long('x')}\``],
  ['features/eobr/rules.ts', `const a = sql<{ a: string }>\`\n${long('x')}\``],
  ['tools/a.ts', `await db.query(\`\n${long('x')}\`)`],
  ['tools/a.ts', long("const a = 'insert into b values")],
])('a wide line of %s is found', (file, text) => {
  expect(wideIn(file, text)).toHaveLength(1)
})

test('a wide line of another text is not SQL', () => {
  expect(wideIn('features/eobr/words.ts', `const a = \`${long('Words of a letter.')}\``)).toEqual([])
})

const checked = [
  ...filesOf('{features,platform,demo,database,testing,tools,bench,journeys}/**/*.{ts,tsx}'),
  ...filesOf('database/migrations/*.sql').filter((file) => file > `database/migrations/${LAST_OLD_MIGRATION}~`),
]

test.each(['features', 'platform', 'demo', 'database', 'testing', 'tools', 'bench', 'journeys'] as const)(
  'no line of SQL in %s is over 160 columns',
  (folder) => {
    const wide = checked
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => ({ file, lines: wideLines(file) }))
      .filter(({ lines }) => lines.length > 0)
    expect(wide.map(({ file, lines }) => `${file}: ${lines.join(', ')}`)).toEqual([])
  },
)
