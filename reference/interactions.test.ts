import { expect, test } from 'vitest'
import { drugs } from './drugs.ts'
import { labelsRead, starterRows, type StarterRow } from './interaction-table.ts'
import { interactionOf, interactions, isConfirmed, isOfLabel, severityOf, sourceWords } from './interactions.ts'

const named = (pair: { a: readonly string[]; b: readonly string[] }): string =>
  [pair.a.join(' '), pair.b.join(' ')].toSorted().join(' with ')

test('The starter set has at least 150 pairs of drugs or classes, each once, each with label and section', () => {
  expect(interactions.length).toBeGreaterThanOrEqual(150)
  expect(new Set(interactions.map(named)).size).toBe(interactions.length)
  expect(new Set(interactions.map((pair) => pair.id)).size).toBe(interactions.length)
  for (const { id, source, text } of interactions) {
    expect(source.label, id).toMatch(/ label\b|^FDA communication of |guide$|summary$/)
    expect(source.section, id).toMatch(/section|boxed warning|warnings|contraindications|precautions/)
    expect(text, id).toMatch(/^[A-Z].*\.$/)
  }
})

test('Only a section whose sentence was seen counts as read, and says where it was seen', () => {
  const read = interactions.filter(({ source }) => source.from === 'read')
  expect(read.length).toBeGreaterThan(40)
  for (const { id, source } of interactions) expect(source.address === undefined, id).toBe(source.from === 'memory')
  for (const { source } of read) expect(source.address).toMatch(/^https?:\/\//)
  // A notice is known by its day; of a copy without one the screen says so.
  for (const { id, source } of read)
    expect(sourceWords(source).includes('revision not noted'), id).toBe(source.revised === undefined)
  const dated = read.filter(({ source }) => / of (\d|[A-Z][a-z]+ \d{4})/.test(source.label))
  expect(dated.length).toBeGreaterThan(5)
  for (const { id, source } of dated) expect(source.label.endsWith(source.revised!), id).toBe(true)
})

test('Severity follows from what the label says, but where the plan gives its reason', () => {
  for (const [id, , , basis, , , , plan] of starterRows) {
    const pair = interactions.find((one) => one.id === id)!
    if (pair.source.capped !== undefined) expect(pair.source.capped, id).toBe(plan?.[0] ?? severityOf[basis])
    else if (plan === undefined) expect(pair.severity, id).toBe(severityOf[basis])
    else {
      expect(plan[0], id).not.toBe(severityOf[basis])
      expect(pair).toMatchObject({ severity: plan[0], source: { plan: plan[1] } })
    }
  }
  expect(severityOf).toEqual({ CONTRAINDICATED: 1, BOXED: 2, AVOID: 2, SERIOUS: 2, MONITOR: 3 })
})

test.each([
  ['https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=1', undefined, true],
  ['http://www.fda.gov/Safety/1.htm', undefined, true],
  ['https://fda.gov/drugs/1', undefined, true],
  ['https://pfizermedicalinformation.com/skelaxin/warnings', undefined, true],
  ['https://wikidoc.org/index.php/Cyclobenzaprine', undefined, false],
  ['https://notfda.gov/drugs/1', undefined, false],
  ['https://fda.gov.example/drugs/1', undefined, false],
  ['https://medlibrary.org/lib/rx/meds/naproxen-sodium-22/page/4/', undefined, false],
  ['https://medlibrary.org/lib/rx/meds/naproxen-sodium-22/page/4/', '7/2019', true],
])('%s with revision %s is the label itself: %s', (address, revised, is) => {
  expect(isOfLabel(address, revised)).toBe(is)
})

test('What somebody else copied without its revision is named and never above severity 3', () => {
  const copies = interactions.filter(({ source }) => source.from === 'copy')
  expect(copies.length).toBeGreaterThan(4)
  for (const { id, severity, source } of copies) {
    expect(severity, id).toBe(3)
    expect(source.address, id).toMatch(/^https?:/)
    expect(sourceWords(source), id).toContain('(source not confirmed: a copy without its revision)')
  }
})

test('Nothing that nobody has read is above severity 3, whatever it is remembered to say', () => {
  const capped = interactions.filter(({ source }) => source.capped !== undefined)
  expect(capped.length).toBeGreaterThan(30)
  for (const { id, severity, source } of interactions)
    if (!isConfirmed(source)) expect(severity, id).toBe(3)
    else expect(source.capped, id).toBeUndefined()
  // The same row, from memory and read.
  const bases = Object.keys(severityOf) as (keyof typeof severityOf)[]
  const [label] = Object.entries(labelsRead)[0]!
  const [section] = labelsRead[label]!.sections
  for (const basis of bases)
    for (const plan of [undefined, [1, 'Why'] as const, [2, 'Why'] as const, [3, 'Why'] as const]) {
      const row = (of: string, where: string): StarterRow => ['X', ['1010'], ['1110'], basis, 'Text.', of, where, plan]
      const said = plan?.[0] ?? severityOf[basis]
      expect(interactionOf(row(label, section!)).severity).toBe(said)
      const unread = interactionOf(row('Nobody', 'section 7'))
      expect(unread.severity).toBe(3)
      expect(unread.source.capped).toBe(said === 3 ? undefined : said)
      expect(sourceWords(unread.source)).toContain('Nobody label, section 7 (source not confirmed: label not read)')
      expect(sourceWords(unread.source).includes('; severity 3 until it is read')).toBe(said !== 3)
    }
})

// What every list of interactions for injured workers must know, by the names of drugs.
const of = (name: string): string => drugs.find((drug) => drug.genericName === name)!.gpi
test.each([
  ['Tizanidine', 'Ciprofloxacin', 1],
  ['Naltrexone', 'Oxycodone', 1],
  ['Ketorolac', 'Naproxen', 3],
  ['Linezolid', 'Sertraline', 1],
  ['Linezolid', 'Duloxetine', 2],
  ['Cyclobenzaprine', 'Linezolid', 1],
  ['Sumatriptan', 'Rizatriptan', 1],
  ['Warfarin', 'Apixaban', 1],
  ['Oxycodone', 'Alprazolam', 2],
  ['Hydrocodone-acetaminophen', 'Carisoprodol', 2],
  ['Morphine ER', 'Temazepam', 2],
  ['Tramadol', 'Sertraline', 2],
  ['Tramadol', 'Cyclobenzaprine', 2],
  ['Fentanyl', 'Carbamazepine', 3],
  ['Buprenorphine', 'Oxycodone', 2],
  ['Pentazocine-naloxone', 'Morphine', 2],
  ['Meloxicam', 'Rivaroxaban', 2],
  ['Celecoxib', 'Lithium carbonate', 3],
  ['Celecoxib', 'Methotrexate', 2],
  ['Warfarin', 'Sulfamethoxazole-trimethoprim', 3],
  ['Levofloxacin', 'Methylprednisolone', 2],
  ['Gabapentin', 'Hydrocodone-acetaminophen', 2],
  ['Pregabalin', 'Methadone', 2],
  ['Pregabalin', 'Clonazepam', 2],
  ['Gabapentin', 'Temazepam', 2],
  ['Oxycodone', 'Cyclobenzaprine', 2],
  ['Hydrocodone-acetaminophen', 'Tizanidine', 2],
  ['Morphine ER', 'Baclofen', 2],
  ['Tapentadol', 'Methocarbamol', 2],
  ['Buprenorphine', 'Orphenadrine', 2],
  ['Warfarin', 'Enoxaparin', 2],
  ['Apixaban', 'Enoxaparin', 1],
  ['Naproxen', 'Prednisone', 3],
  ['Celecoxib', 'Methylprednisolone', 3],
  ['Ketorolac', 'Methylprednisolone', 3],
  ['Quetiapine', 'Ciprofloxacin', 2],
  ['Citalopram', 'Quetiapine', 2],
  ['Citalopram', 'Levofloxacin', 2],
  ['Escitalopram', 'Ondansetron', 3],
  ['Methadone', 'Quetiapine', 2],
  ['Ibuprofen', 'Sertraline', 3],
  ['Ibuprofen', 'Lisinopril', 3],
  ['Tizanidine', 'Metoprolol', 3],
  ['Diclofenac', 'Warfarin', 3],
  ['Diclofenac', 'Apixaban', 3],
  ['Diclofenac', 'Enoxaparin', 3],
])('%s with %s is of severity %i', (one, other, severity) => {
  const sides = (pair: (typeof interactions)[number], a: string, b: string) =>
    pair.a.some((code) => a.startsWith(code)) && pair.b.some((code) => b.startsWith(code))
  const [a, b] = [of(one), of(other)]
  const found = interactions.filter((pair) => sides(pair, a, b) || sides(pair, b, a))
  expect(Math.min(...found.map((pair) => pair.severity))).toBe(severity)
})

test('A source says label, section, whether it was read, and the plan’s reason', () => {
  const words = (id: string) => sourceWords(interactions.find((pair) => pair.id === id)!.source)
  expect(words('I04')).toBe('Zanaflex label, sections 4 and 7.1 (label read, revision not noted)')
  expect(words('I07')).toBe(
    'Eliquis brief summary, boxed warning, other anticoagulants (label read); severity set by the plan: never both at once outside a change from one to the other',
  )
  expect(words('I35')).toBe(
    'Tramadol label, section 5.10, seizure threshold (source not confirmed: label not read); severity 3 until it is read',
  )
  expect(words('I97')).toBe('Xanax label, section 7 (source not confirmed: label not read)')
  expect(words('I10')).toBe('FDA communication of 12/19/2019, warnings, breathing (label read)')
  expect(sourceWords({ label: 'Example set', section: '', from: 'licensed' })).toBe('Example set (licensed set)')
})
