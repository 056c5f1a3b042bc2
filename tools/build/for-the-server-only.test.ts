import { expect, test } from 'vitest'
import { forBrowsers } from './for-the-server-only.ts'

test.each([
  [
    'what only the server reads of a call',
    "x = { one: read('GET /a', { id: 'C001', summary: 'It', phi: 'full', input: z.strictObject({}), refusals: ['NOT_FOUND'] }) }",
    "x = { one: read('GET /a', { input: z.strictObject({}), }) }",
  ],
  [
    'what the fields of an input are like',
    "x = { one: read('GET /a', { input: z.strictObject({ a: z.string(), b, ...c, d: e.optional() }).refine(f), output: g }) }",
    "x = { one: read('GET /a', { input: z.strictObject({ a: 0, b, ...c, d: 0 }), output: g }) }",
  ],
  [
    'what the fields are like that only inputs have',
    'const a = { b: z.string() }; const c = { d: z.string() }; x = [z.strictObject({ ...a, ...c }), z.object(c)]',
    'const a = { b: 0 }; const c = { d: z.string() }; x = [z.strictObject({ ...a, ...c }), z.object(c)]',
  ],
  ['a refinement', "const a = z.string().regex(/^a$/, 'Enter a.').optional()", 'const a = z.string().optional()'],
  [
    'a refinement inside of another',
    'const a = z.string().refine((b) => z.int().min(2).safeParse(b))',
    'const a = z.string()',
  ],
  [
    'what a transform makes',
    'const a = z.string().transform(\n  (b) => read(b, 2),\n).optional()',
    'const a = z.string().transform(\n ).optional()',
  ],
  [
    'an import of which nothing is left',
    "import { read, type Read } from './read.ts'\nimport { b } from './b.ts'\nconst a = b.transform((c) => read(c))",
    "\nimport { b } from './b.ts'\nconst a = b.transform()",
  ],
  ['refinements of a shape by name', 'const a = { b: code.min(1).max(Math.max(2, 3)) }', 'const a = { b: code }'],
  [
    'the words of a refusal',
    "const a = z.array(z.union([z.literal('me'), z.uuid()], 'Enter me.'))",
    "const a = z.array(z.union([z.literal('me'), z.uuid()]))",
  ],
  ['the words of a refusal alone', "const a = z.uuid('Enter an id.').optional()", 'const a = z.uuid().optional()'],
])('the browser does without %s', (_, code, kept) => {
  expect(forBrowsers('contract.ts', code).replaceAll(/ +/g, ' ')).toBe(kept)
})

test.each([
  "const a = z.literal('me')",
  "const a = z.discriminatedUnion('kind', [one, two])",
  'const a = Math.max(1, 2)',
  "const a = [1, 2].map((one) => one).join(', ')",
  "const a = act('PUT /a', { input: asked, output: z.object({ id: z.uuid(), summary: z.string() }), file: 'text/csv' })",
])('%s stays as it is', (code) => {
  expect(forBrowsers('contract.ts', code)).toBe(code)
})
