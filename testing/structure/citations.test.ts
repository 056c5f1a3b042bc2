import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyCall } from '#registry'
import { callIds } from '#reference/call-list.ts'
import { filesOf, textOf } from './source.ts'

// What a comment, a title, a document or a commit refers to can be looked up: a statute, a standard, a decision record, a
// path of this repository, or an id that docs/rules.md or the list of calls has.

const root = join(import.meta.dirname, '../..')
const itself = 'testing/structure/citations.test.ts'
const texts = filesOf('**/*.{ts,tsx,css,sql,md,mjs}').filter((file) => file !== itself)
const documents = texts.filter((file) => file.endsWith('.md'))

/** The lines of a file with their numbers; of source files only comments and the titles of tests. */
function prose(file: string): { where: string; line: string }[] {
  const isProse = file.endsWith('.md') ? () => true : (line: string) => proseOf(line) !== ''
  return textOf(file)
    .split('\n')
    .map((line, at) => ({ where: `${file}:${at + 1}`, line: file.endsWith('.md') ? line : proseOf(line) }))
    .filter(({ line }) => isProse(line) && line !== '')
}

function proseOf(line: string): string {
  const comment = /^\s*(?:\/\*|\*|\/\/|--|\{\/\*).*/.exec(line) ?? /(?:^|\s)(?:\/\/|--|\/\*)\s.*/.exec(line)
  const title = /^\s*(?:describe|test|it)\b.*['"`].*/.exec(line)
  return (comment ?? title)?.[0] ?? ''
}

/** Every match in these lines as `file:line: match`. */
const found = (lines: { where: string; line: string }[], pattern: RegExp): string[] =>
  lines.flatMap(({ where, line }) => [...line.matchAll(pattern)].map(([match]) => `${where}: ${match}`))

/** Pages that were never part of the repository, by their names and by the shape of their ids. */
const foreign = new RegExp(
  [
    String.raw`\b(?:[Bb]ar|[Dd]omain|[Ss]pec|[Rr]ulings?|[Hh]ouse|[Ff]ield|[Rr]eview) (?:§ ?\d|[A-Z]{0,3}-?\d)[\w.-]*`,
    String.raw`\b(?:S|R|B|O|UG|UL|GA|U-[A-Z]{3})-\d{2,3}\b`,
    String.raw`\bUG\d{1,2}\b`,
    String.raw`\b(?:bar|domain|spec|rulings?|house|field) [A-Z]{1,3}-\d{2,3}`,
    String.raw`(?<![\w./-])(?:house|domain|bar|spec|field|design)/[\w-]*\d[\w.-]*`,
    String.raw`(?<![\w./-])(?:house|domain|bar|spec|field|design)/[\w-]+\.md\b`,
    String.raw`(?<![\w./:-])/work(?:/[\w.-]+)*(?![\w/-])`,
  ].join('|'),
  'g',
)
/** Of comments, titles, documents and commits: an issue says why to those who can open it. The name of a store has a number, too. */
const issues = /\b(?:issues?|tickets?|pull requests?|PR) #?\d+\b|(?<![\w&#]|Pharmacy )#\d{1,5}\b(?![-\w])/gi
/** A section number by itself, as at the start of a comment or alone in brackets. */
const bareSection =
  /(?<=^\s*(?:\/\/|\/\*\*|\*|--) )\d\.\d{1,2}(?:\.\d{1,2})?(?=[:,] )|(?<=\s)\(\d\.\d{1,2}(?:\.\d{1,2})?(?: (?:step|row) \w+)?\)/g

test('nothing cites a page that is not in the repository', () => {
  const all = texts.flatMap((file) =>
    textOf(file)
      .split('\n')
      .map((line, at) => ({ where: `${file}:${at + 1}`, line })),
  )
  expect([...found(all, foreign), ...found(texts.flatMap(prose), bareSection)]).toEqual([])
})

test('no comment, title or document cites an issue', () => {
  expect(found(texts.flatMap(prose), issues)).toEqual([])
})

test.each([
  '// As bar S-070 has it',
  '// (domain 6.5)',
  '// domain/6 says so',
  '// see house/3-plan.md',
  '// see design/review.md',
  '// field/4 wins',
  '// read /work/notes.md',
  '// Ruling 22: the grant comes first',
])('a page that is not in the repository is found in: %s', (line) => {
  expect(found([{ where: 'a', line }], foreign)).not.toEqual([])
})

test.each([
  '// see issue 9',
  '// Issue #9 asks for it',
  '// fixes #12',
  "test('a user (#12) signs in', () => {",
  '(PR 12)',
])('an issue is found in: %s', (line) => {
  expect(found([{ where: 'a', line }], issues)).not.toEqual([])
})

test.each([
  "test('Meridian Pharmacy #112 bills', () => {",
  '--surface: #223032; /* heads */',
  '// `/letter#…`',
  '// https://x.example/realms/work',
])('no citation is found in: %s', (line) => {
  expect(found([{ where: 'a', line: proseOf(line) }], issues)).toEqual([])
  expect(found([{ where: 'a', line }], foreign)).toEqual([])
})

test('a rule, transition or gate that is cited stands in docs/rules.md', () => {
  const listed = new Set(textOf('docs/rules.md').match(/(?<=^\| )[A-Z]\d{1,2}[a-z]?(?= \|)/gm))
  const cited = found(
    texts.filter((file) => file !== 'docs/rules.md').flatMap(prose),
    /\b[RT]\d{2}[a-z]?\b|\bG(?:[1-9]|1[0-2])\b/g,
  )
  expect(cited.filter((it) => !listed.has(it.replace(/.*: /, '')))).toEqual([])
})

test('only decision records, contracts and the table of calls name a call by its number, and only calls there are', () => {
  const call = /\b(?:C\d{3}|[AE][0-2]\d|X(?!01)\d\d)\b/g
  const records = documents.filter((file) => file.startsWith('docs/decisions/'))
  const rest = texts.filter(
    (file) => !file.startsWith('docs/decisions/') && !file.endsWith('contract.ts') && file !== 'docs/calls.md',
  )
  expect(found(rest.flatMap(prose), call)).toEqual([])
  const known = [...callIds, ...everyCall.flatMap(({ id }) => id.split(','))]
  expect(found(records.flatMap(prose), call).filter((it) => !known.includes(it.replace(/.*: /, '')))).toEqual([])
})

test('every decision record that is named exists', () => {
  const records = filesOf('docs/decisions/*.md').map((file) => file.slice(0, 'docs/decisions/0000'.length))
  const cited = found(texts.flatMap(prose), /docs\/decisions\/\d{4}/g)
  expect(cited.filter((it) => !records.includes(it.replace(/.*: /, '')))).toEqual([])
})

test('every path of the repository that is named exists', () => {
  const path =
    /(?<![\w./@*-])(?!docs\/decisions\/\d{4}\b)(?:features|platform|reference|database|testing|tools|docs|demo|journeys|bench)\/[\w./-]*\w(?![\w*<{$-]|\/[*<{$])/g
  const lines = texts.filter((file) => !/^(CHANGELOG|bench\/.*)\.md$/.test(file)).flatMap(prose)
  expect(found(lines, path).filter((it) => !existsSync(join(root, it.replace(/.*: /, ''))))).toEqual([])
})

test('no commit since this test cites a page that is not in the repository', () => {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  if (!existsSync(join(root, '.git'))) return
  const first = git('log', '--diff-filter=A', '--format=%H', '--', itself).split('\n').at(-1)
  if (!first) return
  const messages = git('log', '--format=%h %B', `${first}..HEAD`).split('\n')
  const lines = messages.map((line) => ({ where: 'commit', line }))
  expect([...found(lines, foreign), ...found(lines, issues)]).toEqual([])
})
