import { expect, test } from 'vitest'
import { filesOf, textOf } from './source.ts'

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

const isSql = (file: string, line: string): boolean => /(^|[-/])sql\.ts$|\.sql$/.test(file) || sqlWords.test(line)

function wideLines(file: string): number[] {
  return textOf(file)
    .split('\n')
    .flatMap((line, at) => (line.length > MAX_WIDTH && isSql(file, line) ? [at + 1] : []))
}

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
