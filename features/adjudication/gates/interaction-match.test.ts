import fc from 'fast-check'
import { expect, test } from 'vitest'
import { interactions, type Interaction } from '#reference/interactions.ts'
import { interactionsBetween, interactionsIn, withLicensed } from './interaction-match.ts'

const rule = (id: string, a: string[], b: string[], severity: Interaction['severity'] = 2): Interaction => ({
  id,
  a,
  b,
  severity,
  text: id,
  source: { label: 'L', section: '7', from: 'read' },
})
const opioid = '10100101000310'
const sedative = '17100103000320'
const ids = (found: readonly Interaction[]): string[] => found.map(({ id }) => id)

test.each([14, 12, 10, 8, 6, 4])('a rule by %i digits finds both drugs, whichever is asked first', (length) => {
  const between = interactionsIn([rule('r', [opioid.slice(0, length)], [sedative.slice(0, length)])])
  expect(ids(between(opioid, sedative))).toEqual(['r'])
  expect(ids(between(sedative, opioid))).toEqual(['r'])
  const other = `${opioid.slice(0, length - 1)}${opioid[length - 1] === '9' ? '8' : '9'}${opioid.slice(length)}`
  expect(between(other, sedative)).toEqual([])
  expect(between(sedative, other)).toEqual([])
})

test('a code shorter than the prefix of a rule is not found by it', () => {
  const between = interactionsIn([rule('whole', [opioid], [sedative])])
  expect(between(opioid.slice(0, 12), sedative)).toEqual([])
  expect(between(opioid, sedative.slice(0, 12))).toEqual([])
  expect(
    ids(
      interactionsIn([rule('eight', [opioid.slice(0, 8)], [sedative.slice(0, 8)])])(
        opioid.slice(0, 8),
        sedative.slice(0, 8),
      ),
    ),
  ).toEqual(['eight'])
})

test('a drug has none with itself, in whatever strength or form', () => {
  const between = interactionsIn([rule('class', ['1010'], ['1010'])])
  expect(between(opioid, `${opioid.slice(0, 8)}990399`)).toEqual([])
  expect(ids(between(opioid, '10100102000310'))).toEqual(['class'])
})

test('the worst comes first, and a rule that matches by two prefixes comes once', () => {
  const twice = rule('twice', ['1010', '10100101'], ['1710', '17100103'], 2)
  const between = interactionsIn([rule('mild', ['1010'], ['1710'], 3), twice, rule('grave', ['10100101'], ['1710'], 1)])
  for (const found of [between(opioid, sedative), between(sedative, opioid)])
    expect(ids(found)).toEqual(['grave', 'twice', 'mild'])
})

const code = fc
  .tuple(fc.constantFrom('1010', '1710', '1210'), fc.stringMatching(/^[01]{10}$/))
  .map(([head, rest]) => head + rest)
const prefix = fc.tuple(code, fc.constantFrom(4, 6, 8, 10, 12, 14)).map(([whole, length]) => whole.slice(0, length))
const anyRule = fc.record({
  a: fc.array(prefix, { minLength: 1, maxLength: 3 }),
  b: fc.array(prefix, { minLength: 1, maxLength: 3 }),
  severity: fc.constantFrom(1 as const, 2 as const, 3 as const),
})

test('any rules find what comparing each prefix with each code finds', () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 8 }), code, code, (rows, gpi, other) => {
      const rules = rows.map(({ a, b, severity }, at) => rule(String(at), a, b, severity))
      const on = (side: readonly string[], drug: string) => side.some((start) => drug.startsWith(start))
      const wanted = rules.filter(({ a, b }) => (on(a, gpi) && on(b, other)) || (on(a, other) && on(b, gpi)))
      const found = interactionsIn(rules)(gpi, other)
      const isSame = gpi.slice(0, 8) === other.slice(0, 8)
      expect(ids(found).toSorted()).toEqual(isSame ? [] : ids(wanted).toSorted())
      expect(found).toEqual(found.toSorted((a, b) => a.severity - b.severity))
    }),
  )
})

test('a licensed set is asked first: a pair it knows is judged by it alone, another by the starter set', () => {
  const { a, b } = interactions.find(({ severity }) => severity === 1)!
  const [one, two] = [a[0]!.padEnd(14, '0'), b[0]!.padEnd(14, '0')]
  const starter = ids(interactionsBetween(one, two))
  expect(starter.length).toBeGreaterThan(0)
  expect(ids(withLicensed([])(one, two))).toEqual(starter)
  expect(ids(withLicensed([rule('elsewhere', ['9999'], ['9998'])])(one, two))).toEqual(starter)
  expect(ids(withLicensed([rule('milder', [a[0]!], [b[0]!], 3)])(one, two))).toEqual(['milder'])
})
