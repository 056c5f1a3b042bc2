import fc from 'fast-check'
import { ECHO, ofAnotherType, typesOf, type Schema } from './schema.ts'

// Values for the fields of a call, from what its contract says of them: right, nearly right, and hostile.

/** Ids a generated request may name, so that it hits something now and then. */
export type Known = { ids: readonly string[]; words: readonly string[] }

const anyUuid = fc.uuid()
const days = [
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '2026-13-01',
  '2024-02-29',
  '2025-01-01',
  '20260101',
  '20269999',
  '13/45/2026',
  '02/30/2026 12:00 AM',
  '01/01/2026 12:00 AM',
  '00/00/0000 12:00 AM',
]

/** Text that tried to break something once: SQL, paths, markup, patterns, odd letters. No answer may repeat it. */
const hostileTexts = [
  "' or '1'='1",
  '"; drop table rx_authorization; --',
  '$1',
  '$$',
  '${7*7}',
  "\\'; select injected() --",
  '%',
  '_',
  '%%%%%%',
  '\\',
  '../../etc/passwd',
  '/etc/passwd%00',
  '<script>alert(1)</script>',
  '{{constructor.constructor("x")()}}',
  'file:///etc/passwd',
  '(a+)+$',
  '[',
  ']',
  '*',
  '?',
  '.',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e9',
  '0x1F',
  '٣',
  '２',
  'ß',
  'İ',
  'ﬁ',
  'Łukasz',
  '漢字',
  '\u202eabc',
  '\u200b',
  '\ufeff',
  '\u00a0',
  '\u2028',
  '😀',
  'e\u0301'.repeat(30),
  'A\u0000B',
  '\ud800',
  '\r\nSet-Cookie: a=b',
  '\t',
  ' ',
  '',
  '=cmd|calc!A1',
  '@x',
  '-x',
  '+x',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ...days,
].map((text) =>
  text.length > 1 && !/^[\d/ :AMP-]+$/.test(text) && !text.startsWith('\r')
    ? `${text}${text.length < 60 ? ECHO : ''}`
    : text,
)

const hostileNumbers = [
  0,
  -1,
  1,
  0.1,
  1.5,
  -0.0001,
  400,
  401,
  1e9,
  -1e9,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  1e-7,
  1e15,
  123456789.123456,
  99_999_999.999,
]

/** Any value at all, of the kinds that hurt. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileNumbers) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 90, maxLength: 2100 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { $ne: '' }, ['a', 'b']) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(...hostileTexts, ...hostileNumbers), { maxLength: 120 }) },
)

// Making one of these takes longer than many of its values, and calls share most of their fields' schemas.
const texts = new WeakMap<Known, Map<string, fc.Arbitrary<unknown>>>()
function text(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const made = texts.get(known) ?? new Map<string, fc.Arbitrary<unknown>>()
  texts.set(known, made)
  const { pattern, minLength, maxLength, format } = schema
  const like = JSON.stringify([pattern, minLength, maxLength, format])
  const one = made.get(like) ?? newText(schema, known)
  made.set(like, one)
  return one
}

function newText(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { pattern, minLength = 0, maxLength = 60, format } = schema
  if (format === 'uuid')
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known.ids) }, { weight: 1, arbitrary: anyUuid })
  if (pattern) {
    // A pattern says the form; a few of its values are days and codes that do exist.
    const formed = fc.stringMatching(new RegExp(pattern))
    return new RegExp(pattern).test('2026-01-31') && !new RegExp(pattern).test('x')
      ? fc.oneof(
          formed,
          fc.constantFrom(
            '2026-01-31',
            '2026-11-30',
            '2025-06-15',
            ...days.filter((day) => new RegExp(pattern).test(day)),
          ),
        )
      : formed
  }
  const fits = (word: string) => word.length >= minLength && word.length <= maxLength
  const words = [...known.words, ...hostileTexts].filter(fits)
  return fc.oneof(
    { weight: 3, arbitrary: words.length > 0 ? fc.constantFrom(...words) : fc.constant('x'.repeat(minLength)) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) }).filter(fits),
    },
  )
}

function number(schema: Schema, whole: boolean): fc.Arbitrary<unknown> {
  const min = Math.max(
    schema.minimum ?? (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + (whole ? 1 : 0.001) : -1e6),
    Number.MIN_SAFE_INTEGER,
  )
  const max = Math.min(
    schema.maximum ?? (schema.exclusiveMaximum !== undefined ? schema.exclusiveMaximum - 1 : 1e6),
    Number.MAX_SAFE_INTEGER,
  )
  const small = whole
    ? fc.integer({ min: Math.max(min, -100), max: Math.min(max, 100) })
    : fc
        .integer({ min: Math.ceil(Math.max(min, -100) * 1000), max: Math.floor(Math.min(max, 10_000) * 1000) })
        .map((n) => n / 1000)
  const edges = [
    min,
    max,
    ...(schema.maximum === undefined && !whole ? hostileNumbers.filter((n) => n >= min && n <= max) : []),
  ].filter((n) => !whole || Number.isInteger(n))
  return fc.oneof({ weight: 4, arbitrary: small }, { weight: 1, arbitrary: fc.constantFrom(...edges) })
}

/** Values the contract takes; the rules behind it may still say no. */
export function valid(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, known)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valid({ ...schema, type }, known)))
  switch (schema.type) {
    case 'string':
      return text(schema, known)
    case 'integer':
      return number(schema, true)
    case 'number':
      return number(schema, false)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(schema.minItems ?? 0, 4)),
      })
    case 'object': {
      const required = schema.required ?? []
      const fields = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valid(one, known)]),
      )
      return fc.record(fields, { requiredKeys: required.filter((name) => name in fields), noNullPrototype: true })
    }
    default:
      throw new Error(`testing/attacks/arbitrary.ts has no values for ${JSON.stringify(schema)} yet.`)
  }
}

/** The value with one or two parts of it replaced by new ones; a value without parts is replaced itself. */
export function around(
  schema: Schema,
  value: unknown,
  made: (part: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const parts = Object.entries(schema.properties ?? {})
  if (parts.length === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return made(schema)
  const old = value as Record<string, unknown>
  return fc
    .subarray(parts, { minLength: 1, maxLength: Math.min(2, parts.length) })
    .chain((few) =>
      fc.tuple(...few.map(([name, part]) => around(part, old[name], made).map((next) => [name, next] as const))),
    )
    .map((changed) => ({ ...old, ...Object.fromEntries(changed) }))
}

/** Values the contract nearly takes: of another type, just out of range, a little too long. */
export function nearly(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const wrong: unknown[] = [...ofAnotherType(schema)]
  if (schema.minimum !== undefined) wrong.push(schema.minimum - 1)
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) wrong.push(schema.maximum + 1)
  if (schema.maxLength !== undefined) wrong.push('x'.repeat(schema.maxLength + 1), '😀'.repeat(schema.maxLength))
  if (schema.minLength) wrong.push('x'.repeat(schema.minLength - 1))
  if (schema.maxItems !== undefined && schema.maxItems < 500)
    wrong.push(Array.from({ length: schema.maxItems + 1 }, (_, n) => n))
  const odd = wrong.length > 0 ? fc.constantFrom(...wrong) : hostile
  if (schema.type === 'array' && schema.items)
    return fc.oneof(odd, fc.array(nearly(schema.items, known), { minLength: 1, maxLength: 3 }))
  if (schema.type !== 'object' || Object.keys(schema.properties ?? {}).length === 0)
    return typesOf(schema)?.has('string') ? fc.oneof(odd, hostile) : odd
  return fc.oneof(
    odd,
    fc
      .constantFrom(...Object.entries(schema.properties ?? {}))
      .chain(([name, one]) =>
        fc
          .tuple(valid(schema, known), nearly(one, known))
          .map(([value, bad]) => ({ ...(value as object), [name]: bad })),
      ),
  )
}
