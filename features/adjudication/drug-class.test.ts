import { describe, expect, test } from 'vitest'
import type { DrugFacts } from './snapshot.ts'
import { drugs } from '#reference/drugs.ts'
import * as classes from './drug-class.ts'

// The class of each drug of the catalog, by its name: what the code of a drug says has to agree with what everybody knows of it.

const words = (names: string): readonly string[] => names.split(', ')
const shortActing = words(
  'Oxycodone, Hydromorphone, Morphine, Oxymorphone, Meperidine, Levorphanol, Opium tincture, Hydrocodone-acetaminophen, Hydrocodone-ibuprofen, Oxycodone-acetaminophen, Tramadol, Tapentadol, Codeine-acetaminophen, Tramadol-acetaminophen, Dihydrocodeine-acetaminophen-caffeine, Butorphanol, Pentazocine-naloxone, Fentanyl citrate',
)
const longActing = words(
  'Oxycodone ER, Morphine ER, Hydrocodone ER, Oxymorphone ER, Tapentadol ER, Tramadol ER, Methadone, Fentanyl',
)
const buprenorphine = words('Buprenorphine, Buprenorphine-naloxone')
const opioids = [...shortActing, ...longActing, ...buprenorphine]
const benzodiazepines = words('Alprazolam, Diazepam, Clonazepam, Lorazepam, Temazepam')
const relaxants = words(
  'Cyclobenzaprine, Methocarbamol, Metaxalone, Orphenadrine, Chlorzoxazone, Tizanidine, Baclofen, Carisoprodol',
)
const antiInflammatories = words(
  'Ibuprofen, Naproxen, Meloxicam, Diclofenac sodium, Etodolac, Nabumetone, Indomethacin, Oxaprozin, Celecoxib, Ibuprofen-famotidine, Naproxen-esomeprazole, Diclofenac-misoprostol, Hydrocodone-ibuprofen',
)
/** Ketorolac is a tablet, and drops for the eyes, which are no anti-inflammatory by mouth. */
const isDrops = ({ name }: { name: string }): boolean => /ophthalmic|eye|drops/i.test(name)
const ketorolac = (one: { genericName: string; name: string }): boolean =>
  one.genericName === 'Ketorolac' && !isDrops(one)

type One = (typeof drugs)[number]
const namesWhere = (holds: (one: One) => boolean): string[] =>
  [...new Set(drugs.filter((one) => holds(one)).map(({ genericName }) => genericName))].toSorted()

describe('the class of each drug of the catalog', () => {
  test.each<[string, (one: One) => boolean, readonly string[]]>([
    ['opioids', (one) => classes.isOpioid(one), opioids],
    ['opioids with a dose in morphine', (one) => classes.countsTowardMme(one), [...shortActing, ...longActing]],
    ['fentanyl by mouth or nose', (one) => classes.isFastFentanyl(one), ['Fentanyl citrate']],
    ['what asks for tolerance', (one) => classes.needsTolerance(one), ['Fentanyl', 'Fentanyl citrate']],
    ['benzodiazepines', ({ gpi }) => classes.isBenzodiazepine(gpi), benzodiazepines],
    ['what comes down in steps', ({ gpi }) => classes.comesDownInSteps(gpi), [...opioids, ...benzodiazepines]],
    ['muscle relaxants', ({ gpi }) => classes.isRelaxant(gpi), relaxants],
    ['naloxone', ({ gpi }) => classes.isNaloxone(gpi), ['Naloxone']],
    ['gabapentinoids', ({ gpi }) => classes.isGabapentinoid(gpi), ['Gabapentin', 'Pregabalin']],
    ['buprenorphine', ({ gpi }) => classes.isBuprenorphine(gpi), buprenorphine],
    ['anti-inflammatories by mouth', (one) => classes.isNsaid(one.gpi) && !ketorolac(one), antiInflammatories],
    [
      'what is avoided in pregnancy',
      (one) => classes.avoidedInPregnancy(one) && !ketorolac(one),
      [
        ...antiInflammatories,
        'Diclofenac',
        'Diclofenac-capsaicin kit',
        'Diclofenac, bulk',
        'Flurbiprofen, bulk',
        'Doxycycline',
        'Aspirin',
      ],
    ],
  ])('%s', (_what, holds, names) => {
    expect(namesWhere(holds)).toEqual([...names].toSorted())
  })

  test('ketorolac by mouth is an anti-inflammatory, its drops are none', () => {
    const all = drugs.filter(({ genericName }) => genericName === 'Ketorolac')
    expect(all.map((one) => [isDrops(one), classes.isNsaid(one.gpi), classes.avoidedInPregnancy(one)])).toEqual(
      all.map((one) => [isDrops(one), !isDrops(one), !isDrops(one)]),
    )
    expect(new Set(all.map(isDrops)).size).toBe(2)
  })
})

const families: readonly (readonly [family: string, names: readonly string[]])[] = [
  ['short-acting opioid', [...shortActing, ...buprenorphine]],
  ['long-acting opioid', [...longActing, 'Buprenorphine']],
  ['buprenorphine', buprenorphine],
  ['anti-inflammatory', [...antiInflammatories, 'Ketorolac']],
  ['muscle relaxant', relaxants],
  ['benzodiazepine', benzodiazepines],
  ['gabapentinoid', ['Gabapentin', 'Pregabalin']],
  ['SNRI', words('Duloxetine, Venlafaxine ER')],
  ['SSRI', words('Sertraline, Escitalopram, Fluvoxamine, Fluoxetine, Citalopram')],
  ['tricyclic antidepressant', words('Nortriptyline, Amitriptyline')],
  ['triptan', words('Sumatriptan, Rizatriptan')],
  ['CGRP antagonist by mouth', words('Rimegepant, Ubrogepant')],
  ['sleeping pill', words('Zolpidem, Eszopiclone')],
  ['antipsychotic', words('Quetiapine, Aripiprazole')],
  ['stimulant', words('Modafinil, Methylphenidate')],
  ['proton pump inhibitor', words('Omeprazole, Pantoprazole, Esomeprazole')],
  ['integrase inhibitor', words('Dolutegravir, Raltegravir')],
  ['oral corticosteroid', words('Methylprednisolone, Prednisone, Dexamethasone')],
  ['factor Xa inhibitor', words('Apixaban, Rivaroxaban')],
  ['PDE5 inhibitor', words('Sildenafil, Tadalafil')],
]

describe('two drugs of one family are a duplicate therapy', () => {
  test.each(families)('%s', (family, names) => {
    expect(namesWhere((one) => classes.duplicateFamilies(one).includes(family))).toEqual([...names].toSorted())
  })

  test('each drug is in one, but opioids with another effect and buprenorphine; none is in a family without a name here', () => {
    const twice = namesWhere((one) => classes.duplicateFamilies(one).length > 1)
    expect(twice).toEqual(words('Buprenorphine, Buprenorphine-naloxone, Hydrocodone-ibuprofen'))
    const named = new Set(drugs.flatMap((one) => classes.duplicateFamilies(one)))
    expect([...named].toSorted()).toEqual(families.map(([family]) => family).toSorted())
  })
})

test('a code that is shorter than a product’s is no daily opioid, and a class may be asked by the beginning of one', () => {
  const line = (gpi: string) => classes.isOpioid({ gpi, opioidFactorKey: null })
  expect([line('101001'), line('10100101001010'), line('10180101001010'), line('99101001001010')]).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect(['1010', '1018', '171203', '1712', '9910', '0101'].map((gpi) => classes.comesDownInSteps(gpi))).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
  ])
  const fast = (opioidFactorKey: DrugFacts['opioidFactorKey']) => classes.isFastFentanyl({ gpi: '', opioidFactorKey })
  expect(fast(null)).toBe(false)
})

test('schedules II to IV are controlled', () => {
  expect(
    ([null, 'CII', 'CIII', 'CIV', 'CV'] as const).map((dea) => classes.isControlled(dea as DrugFacts['dea'])),
  ).toEqual([false, true, true, true, false])
})
