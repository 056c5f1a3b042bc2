import { expect, test } from 'vitest'
import { drugs } from './drugs.ts'
import { starterRows } from './interaction-table.ts'
import { interactions, severityOf, sourceWords } from './interactions.ts'

const named = (pair: { a: readonly string[]; b: readonly string[] }): string =>
  [pair.a.join(' '), pair.b.join(' ')].toSorted().join(' with ')

test('The starter set has at least 150 pairs of drugs or classes, each once, each with label and section', () => {
  expect(interactions.length).toBeGreaterThanOrEqual(150)
  expect(new Set(interactions.map(named)).size).toBe(interactions.length)
  expect(new Set(interactions.map((pair) => pair.id)).size).toBe(interactions.length)
  for (const { id, source, text } of interactions) {
    expect(source.label, id).toMatch(/ label$/)
    expect(source.section, id).toMatch(/section|boxed warning|warnings|contraindications|precautions/)
    expect(text, id).toMatch(/^[A-Z].*\.$/)
  }
})

test('Only a section whose sentence was seen counts as read, and says where it was seen', () => {
  const read = interactions.filter(({ source }) => source.from === 'read')
  expect(read.length).toBeGreaterThan(40)
  for (const { id, source } of interactions) expect(source.address === undefined, id).toBe(source.from === 'memory')
  for (const { source } of read) expect(source.address).toMatch(/^https?:\/\//)
})

test('Severity follows from what the label says, but where the plan gives its reason', () => {
  for (const [id, , , basis, , , , plan] of starterRows) {
    const pair = interactions.find((one) => one.id === id)!
    if (plan === undefined) expect(pair.severity, id).toBe(severityOf[basis])
    else {
      expect(plan[0], id).not.toBe(severityOf[basis])
      expect(pair).toMatchObject({ severity: plan[0], source: { plan: plan[1] } })
    }
  }
  expect(severityOf).toEqual({ CONTRAINDICATED: 1, BOXED: 2, AVOID: 2, SERIOUS: 2, MONITOR: 3 })
})

// What every list of interactions for injured workers must know, by the names of drugs.
const of = (name: string): string => drugs.find((drug) => drug.genericName === name)!.gpi
test.each([
  ['Tizanidine', 'Ciprofloxacin', 1],
  ['Naltrexone', 'Oxycodone', 1],
  ['Ketorolac', 'Naproxen', 1],
  ['Linezolid', 'Duloxetine', 1],
  ['Cyclobenzaprine', 'Linezolid', 1],
  ['Sumatriptan', 'Rizatriptan', 1],
  ['Warfarin', 'Apixaban', 1],
  ['Oxycodone', 'Alprazolam', 2],
  ['Hydrocodone-acetaminophen', 'Carisoprodol', 2],
  ['Morphine ER', 'Temazepam', 2],
  ['Tramadol', 'Sertraline', 2],
  ['Tramadol', 'Cyclobenzaprine', 2],
  ['Fentanyl', 'Carbamazepine', 2],
  ['Buprenorphine', 'Oxycodone', 2],
  ['Pentazocine-naloxone', 'Morphine', 2],
  ['Meloxicam', 'Rivaroxaban', 2],
  ['Celecoxib', 'Lithium carbonate', 2],
  ['Warfarin', 'Sulfamethoxazole-trimethoprim', 2],
  ['Levofloxacin', 'Methylprednisolone', 2],
  ['Gabapentin', 'Hydrocodone-acetaminophen', 3],
  ['Ibuprofen', 'Sertraline', 3],
  ['Ibuprofen', 'Lisinopril', 3],
  ['Tizanidine', 'Metoprolol', 3],
])('%s with %s is of severity %i', (one, other, severity) => {
  const sides = (pair: (typeof interactions)[number], a: string, b: string) =>
    pair.a.some((code) => a.startsWith(code)) && pair.b.some((code) => b.startsWith(code))
  const [a, b] = [of(one), of(other)]
  const found = interactions.filter((pair) => sides(pair, a, b) || sides(pair, b, a))
  expect(Math.min(...found.map((pair) => pair.severity))).toBe(severity)
})

test('A source says label, section, whether it was read, and the plan’s reason', () => {
  const words = (id: string) => sourceWords(interactions.find((pair) => pair.id === id)!.source)
  expect(words('I04')).toBe('Zanaflex label, sections 4 and 7.1 (label read)')
  expect(words('I07')).toBe(
    'Xarelto label, sections 5.2 and 7.4 (from memory, label not read); severity set by the plan: never both at once outside a change from one to the other',
  )
  expect(sourceWords({ label: 'Example set', section: '', from: 'licensed' })).toBe('Example set (licensed set)')
})
