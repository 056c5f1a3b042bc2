import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { filesOf, textOf } from './source.ts'

/**
 * A word that was replaced (docs/words.md has what is said instead), and where it must not stand any more: in the words of
 * an identifier, in the name of a file, in the text of comments, documents and titles of tests. `but` names files in which
 * the word means something else.
 */
type Renamed = { word: string; instead: string; names?: RegExp; files?: RegExp; prose?: RegExp; but?: RegExp }

const renamed: readonly Renamed[] = [
  { word: 'door', instead: 'authenticate', names: /^doors?$/, prose: /\b(?:front )?doors?\b/ },
  { word: 'bell', instead: 'change event', names: /^bells?$/, prose: /\bbells?\b/, but: /notification|shell|icon/ },
  { word: 'seal', instead: 'encrypt', names: /^(?:un)?seal(?:s|ed|ing)?$/, prose: /\b(?:un)?seal(?:s|ed|ing)?\b/ },
  { word: 'folded', instead: 'search form', names: /^folded$/, prose: /\bfolded\b/ },
  { word: 'Asked', instead: 'call context', names: /^(?:Asked|Asking)$/ },
  { word: 'kept answer', instead: 'idempotency record', names: /^kept\w*Answer$/, prose: /\bkept answers?\b/ },
  { word: 'standing', instead: 'session revocation', names: /^standings?$/, prose: /(?<!-)\bstandings?\b/ },
  { word: 'take-up', instead: 'load', names: /^take-?[uU]p$/, prose: /\btake-up\b/ },
  { word: 'held', instead: 'facts', names: /^Held$|^[hH]eld[A-Z]|[a-z]Held$/, files: /^held$/ },
  { word: 'decidable', instead: 'facts', names: /^decidable$/ },
  { word: 'around', instead: 'facts', names: /^(?:Around|lookAround)$/, files: /^around$/ },
  { word: 'theirs', instead: 'conflict', names: /^Theirs$|^theirs[A-Z]/, files: /^theirs$/ },
  {
    word: 'second half',
    instead: 'second approval',
    names: /[sS]econd_?[hH]al(?:f|ves)|[hH]alfApproved/,
    prose: /\bsecond hal(?:f|ves)\b/,
  },
  { word: 'keep-record', instead: 'provenance', names: /^keepRecord/, files: /^keep-record$/ },
  { word: 'telling', instead: 'callback', names: /^[tT]ellings?$/, prose: /\b(?:a|the|this|each) tellings?\b/ },
  {
    word: 'begun',
    instead: 'draft',
    names: /^[bB]egun$/,
    // What has begun: a sign-in, a session, a transaction, a leave, a count.
    but: /^(?:platform|demo|bench|testing|database)\/|^features\/(?:account|out-of-office|sign-in|turnaround)\//,
  },
  { word: 'anew', instead: 'again', names: /^anew$/, prose: /\banew\b/ },
  { word: 'whoever', instead: 'the user', names: /^whoever$/, prose: /\bwhoever\b/i },
  {
    word: 'told',
    instead: 'notified',
    names: /^told$/,
    prose: /\b(?:is|are|was|were|be|been|being|gets?|nobody|owner|pharmacy|people|person) told\b|\bTold\b/,
  },
  { word: 'desk', instead: 'worklist', names: /^desks?$/, prose: /(?<!support )\bdesks?\b/i },
  { word: 'house', instead: 'the portal', names: /^house$/, prose: /\b(?:the|our|this) house\b/ },
  {
    word: 'permission',
    instead: 'prior authorization',
    names: /^permits?$/,
    prose:
      /\bpermissions? (?:(?:that|which) (?:is|was|are|were) )?(?:in force|granted|used up|ended|expired|covers?|clears?)\b/,
  },
]

const texts = filesOf(
  '{features,platform,testing,tools,demo,reference,database,journeys,docs,bench}/**/*.{ts,tsx,sql,md}',
)
  .concat(filesOf('*.md'))
  .filter((file) => !/^(?:testing\/structure\/words|docs\/(?:words|rules)\.md)/.test(file))

/** The words of a camelCase or kebab-case name, and the name itself: `doorOf` is doorOf, door and of. */
const parts = (name: string): string[] => [
  name,
  ...name.split(/[-./_]|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase()),
]

/**
 * Names others rely on: fields of calls, settings of carriers, keys of stored JSON (`rx_authorization.clock_state`). They may
 * stand where a field is read or written, `detail.standing` and `{ standing: revoked }`, and nowhere else: a variable, a
 * function, a parameter and a type have names of ours. Lower case with underscores is a column of the database.
 */
const external = new Set([
  'sharesTold',
  'overdueTold',
  ...filesOf('features/**/{contract,carrier-settings}.ts').flatMap(
    (file) => textOf(file).match(/(?<=^\s+)\w+(?=: )/gm) ?? [],
  ),
])
const isColumn = (name: string): boolean => /^[a-z\d]+(?:_[a-z\d]+)+$/.test(name)

type Node = {
  type: string
  name?: string
  value?: unknown
  callee?: Node
  object?: Node
  tag?: Node
  arguments?: Node[]
} & object

type Read = { names: Set<string>; prose: string[] }

/** The name of a field that is read, written or declared, and of nothing else. */
const isField = (node: Node, parent: Node | undefined, key: string): boolean =>
  (parent?.type === 'MemberExpression' && key === 'property') ||
  (parent !== undefined &&
    /^(?:Property|PropertyDefinition|TSPropertySignature)$/.test(parent.type) &&
    key === 'key') ||
  (parent?.type === 'JSXAttribute' && key === 'name')

/** The identifiers of a source file and what is written in it for people: comments and the titles of tests. */
function readSource(file: string, text: string): Read {
  const { program, comments } = parseSync(file, text)
  const names = new Set<string>()
  const prose = comments.map((comment) => comment.value)
  const titled = (node: Node | undefined): boolean =>
    node === undefined
      ? false
      : /^(?:test|it|describe)$/.test(node.name ?? '') || titled(node.object ?? node.callee ?? node.tag)
  const visit = (node: unknown, parent?: Node, at = ''): void => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) {
      for (const one of node) visit(one, parent, at)
      return
    }
    const { type, name, callee, arguments: args } = node as Node
    if (typeof name === 'string' && type.endsWith('Identifier') && !isColumn(name))
      if (!(external.has(name) && isField(node as Node, parent, at))) names.add(name)
    if (type === 'CallExpression' && titled(callee)) {
      const title = args?.[0]
      if (title && title.type.endsWith('Literal'))
        prose.push(text.slice((title as { start?: number }).start, (title as { end?: number }).end))
    }
    for (const key in node) if (key !== 'loc') visit((node as Record<string, unknown>)[key], node as Node, key)
  }
  visit(program)
  return { names, prose }
}

/** Reading a syntax tree takes time, so files without any of the words are not read closely. */
const anyWord =
  /door|bell|seal|folded|asked|asking|kept|keep-?record|standing|take-?up|held|decidable|around|theirs|second.?hal|halfappr|telling|begun|anew|whoever|told|desk|house|permi/i

function readText(file: string): Read {
  const text = textOf(file)
  if (!anyWord.test(text)) return { names: new Set(), prose: [] }
  if (/\.tsx?$/.test(file)) return readSource(file, text)
  if (file.endsWith('.sql')) return { names: new Set(), prose: text.match(/--.*$/gm) ?? [] }
  return { names: new Set(), prose: [text.replaceAll(/`[^`\n]*`/g, '')] }
}

/** The replaced words of a file, as `word: where it stands`. */
const wordsIn = (file: string): string[] => wordsOf(file, readText(file))

function wordsOf(file: string, { names, prose }: Read): string[] {
  const ours = [...names]
  const path = file.startsWith('database/migrations/') ? [] : file.split(/[/.]/)
  const has = (name: string, pattern: RegExp | undefined): boolean =>
    pattern !== undefined && parts(name).some((part) => pattern.test(part))
  return renamed.flatMap((one) => {
    if (one.but?.test(file)) return []
    const named = [
      ...ours.filter((name) => has(name, one.names)),
      ...path.filter((name) => has(name, one.files ?? one.names)),
    ]
    const { prose: pattern } = one
    const said = pattern ? prose.flatMap((text) => text.match(new RegExp(pattern, `g${pattern.flags}`)) ?? []) : []
    return [...named, ...said].map((where) => `${one.word}: ${where}`)
  })
}

const found = texts.map((file) => ({ file, words: wordsIn(file) })).filter(({ words }) => words.length > 0)

test('no file has a replaced word', () => {
  expect(found.map(({ file, words }) => [file, ...words])).toEqual([])
})

test('docs/words.md names each replaced word beside the one that is used', () => {
  const page = textOf('docs/words.md').toLowerCase()
  expect(
    renamed.flatMap(({ word, instead }) => [word, instead]).filter((word) => !page.includes(word.toLowerCase())),
  ).toEqual([])
})

test.each([
  'const standing = 1',
  'const { standing } = detail',
  'function of({ told }: Of) {}',
  'const heldLetter = 1',
  'type FollowUpHeld = 1',
  'const theirsHear = 1',
  'const secondHalf = 1',
  'const isHalfApproved = 1',
  'const keepRecord = 1',
  'type Telling = 1',
  'const begun = 1',
  'const permit = 1',
  'const SNOOZE_TOLD_LEVEL = 1',
  '// The permission in force',
])('a replaced word is found in: %s', (text) => {
  expect(wordsOf('features/eobr/rules.ts', readSource('a.ts', text))).not.toEqual([])
})

test.each([
  'detail.standing',
  'const a = { standing: revoked }',
  'const { standing: revoked } = detail',
  'row.is_told',
])('the field of a call keeps its name: %s', (text) => {
  expect(wordsOf('features/eobr/rules.ts', readSource('a.ts', text))).toEqual([])
})
