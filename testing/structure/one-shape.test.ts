import { expect, test } from 'vitest'
import { productFiles, textOf } from './source.ts'
import { nodesOf, textsOf, type SyntaxNode } from './syntax.ts'

/*
 * A request under decision has one type, Facts, read by one statement (facts-sql.ts) and used by rules, screen, record and
 * letters. Another type with many of its columns, or another statement that reads many of them, is a second shape.
 */

/** Columns that only a decision asks for: names of a claim, a worker or a drug stand in many types. */
const marks = [
  'completed_at',
  'due_arithmetic',
  'due_pack',
  'first_approval',
  'in_force',
  'must_also_fix',
  'owner_ids',
  'reconsideration_level',
  'reject_codes',
  'rejects',
  'shown',
  'silence_approves',
  'status_id',
  'statutory_due_at',
  'supervised',
]
const MOST = 5
/** The type itself, the rows of a list that it extends, and the row that is inserted. */
const own = ['facts.ts', 'facts-sql.ts', 'row-columns.ts', 'rows.ts', 'sql.ts', 'raise.ts'].map(
  (file) => `features/authorizations/${file}`,
)

type Member = SyntaxNode & { key?: { name?: string } }
/** For each type a file declares, how many of the marks it lists. */
const inTypes = (file: string, text: string): number[] =>
  nodesOf(file, text)
    .filter(({ type }) => type === 'TSTypeLiteral' || type === 'TSInterfaceBody')
    .map((node) => ((node['members'] ?? node['body']) as Member[]).map((member) => member.key?.name ?? ''))
    .map((names) => marks.filter((mark) => names.includes(mark)).length)

/** For each statement of a file that reads authorizations, how many of the marks it names. */
const inStatements = (file: string, text: string): number[] =>
  textsOf(file, text)
    .filter((statement) => /\b(?:from|join) rx_authorization\b/i.test(statement))
    .map((statement) => marks.filter((mark) => new RegExp(`\\b${mark}\\b`).test(statement)).length)

const seconds = (count: typeof inTypes): string[] =>
  productFiles
    .filter((file) => file.startsWith('features/') && !own.includes(file))
    .flatMap((file) =>
      count(file, textOf(file))
        .filter((many) => many > MOST)
        .map((many) => `${file}: ${many} columns of a decision`),
    )

test('no type but Facts lists the columns of a request under decision', () => {
  expect(Math.max(...inTypes(own[0]!, textOf(own[0]!)))).toBeGreaterThan(MOST)
  expect(seconds(inTypes)).toEqual([])
})

test('no statement but the one of Facts reads the columns of a request under decision', () => {
  expect(Math.max(...inStatements(own[1]!, textOf(own[1]!)))).toBeGreaterThan(MOST)
  expect(seconds(inStatements)).toEqual([])
})
