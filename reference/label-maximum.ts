// The most of an active ingredient a day by its labels, over all strengths, forms and combination products of the catalogue.
// Milligrams by mouth; where labels of its products differ, the highest. A loaded drug file is read by the same codes.

type IngredientMaximum = {
  ingredient: string
  /** Milligrams a day. */
  most: number
  /** Drug codes of 8 digits, with the milligrams in one unit where they are not the product's strength. */
  products: readonly (readonly [code: string, mg?: number])[]
}

const of = (ingredient: string, most: number, ...products: IngredientMaximum['products']): IngredientMaximum => ({
  ingredient,
  most,
  products,
})

/** One row per ingredient. Acetaminophen has a limit of its own (R32). */
export const labelMaximums: readonly IngredientMaximum[] = [
  of('ibuprofen', 3200, ['11100101'], ['11140101'], ['10100305', 200]),
  of('naproxen', 1500, ['11100103'], ['11140103']),
  of('meloxicam', 15, ['11100105']),
  of('diclofenac', 200, ['11100107'], ['11140105']),
  of('etodolac', 1000, ['11100109']),
  of('nabumetone', 2000, ['11100111']),
  of('indomethacin', 200, ['11100115']),
  of('celecoxib', 400, ['11120101']),
  of('tramadol', 400, ['10140101'], ['10140303'], ['10120113']),
  of('tapentadol', 600, ['10140103'], ['10120111']),
  of('cyclobenzaprine', 30, ['12100101']),
  of('methocarbamol', 4500, ['12100103']),
  of('metaxalone', 3200, ['12100105']),
  of('tizanidine', 36, ['12100301']),
  of('baclofen', 80, ['12100303']),
  of('carisoprodol', 1400, ['12120101']),
  of('gabapentin', 3600, ['13100101']),
  of('pregabalin', 600, ['13100103']),
  of('topiramate', 400, ['13100301']),
  of('duloxetine', 120, ['14100101']),
  of('venlafaxine', 225, ['14100103']),
  of('nortriptyline', 150, ['14120101']),
  of('amitriptyline', 150, ['14120103']),
  of('sertraline', 200, ['14140101']),
  of('escitalopram', 20, ['14140103']),
  of('fluvoxamine', 300, ['14140105']),
  of('fluoxetine', 80, ['14140107']),
  of('citalopram', 40, ['14140109']),
  of('trazodone', 400, ['14140301']),
  of('bupropion', 450, ['14140501']),
  of('alprazolam', 4, ['17100101']),
  of('diazepam', 40, ['17100103']),
  of('clonazepam', 4, ['17100105']),
  of('lorazepam', 10, ['17100107']),
  of('aripiprazole', 30, ['17140103']),
  of('modafinil', 400, ['17160101']),
  of('sumatriptan', 200, ['16100101']),
  of('rizatriptan', 30, ['16100103']),
  of('ubrogepant', 200, ['16120103']),
  of('zolpidem', 10, ['17120101']),
  of('eszopiclone', 3, ['17120103']),
  of('temazepam', 30, ['17120301']),
  of('quetiapine', 800, ['17140101']),
  of('omeprazole', 40, ['18100101']),
  of('pantoprazole', 80, ['18100103']),
  of('famotidine', 40, ['18120101'], ['11140101', 26.6]),
  of('esomeprazole', 40, ['18100105'], ['11140103', 20]),
  of('ondansetron', 24, ['18120501']),
  of('naloxegol', 25, ['18140101']),
  of('cephalexin', 4000, ['19100101']),
  of('amoxicillin', 1750, ['19100103']),
  of('doxycycline', 200, ['19100501']),
  of('ciprofloxacin', 1500, ['19100901']),
  of('apixaban', 20, ['22100103']),
  of('rivaroxaban', 30, ['22100105']),
  of('lisinopril', 80, ['23100101']),
  of('amlodipine', 10, ['23100103']),
  of('metformin', 2550, ['24100101']),
  of('sildenafil', 100, ['25100101']),
  of('tadalafil', 20, ['25100103']),
  of('aspirin', 4000, ['11160301']),
]

/** The boxed warning of ketorolac: no more than five days, by mouth and by injection together. */
export const ketorolacDays = {
  gpi: '11100113',
  most: 5,
  words: 'Ketorolac label, boxed warning and section on dosage',
} as const

/** An ingredient of a product, with its milligrams in one unit where that is not the product's strength. */
export type Labeled = { ingredient: string; most: number; mg: number | undefined }

const byCode = new Map<string, Labeled[]>()
for (const { ingredient, most, products } of labelMaximums)
  for (const [code, mg] of products) byCode.set(code, [...(byCode.get(code) ?? []), { ingredient, most, mg }])

/** The ingredients of a drug code whose labeled maximum is known. */
export const labeledIn = (gpi: string): readonly Labeled[] => byCode.get(gpi.slice(0, 8)) ?? []
