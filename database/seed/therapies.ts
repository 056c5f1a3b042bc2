import type { Drug } from '#reference/drugs.ts'
import type { Weighted } from './prng.ts'

/** A kind of treatment a prescriber chooses; which product it becomes is rolled once a claim and then kept. */
export type Therapy =
  | 'nsaid'
  | 'relaxant'
  | 'opioid'
  | 'nerve'
  | 'topical'
  | 'mood'
  | 'tricyclic'
  | 'psych'
  | 'stomach'
  | 'steroid'
  | 'antibiotic'
  | 'migraine'
  | 'sleep'
  | 'calm'
  | 'nausea'
  | 'acetaminophen'
  | 'burn'
  | 'eye'
  | 'lung'
  | 'clot'
  | 'vaccine'

/** One way to write it: product name, then quantity and days of a first fill and of a monthly one. */
export type Regimen = {
  name: string
  early: readonly [quantity: number, days: number]
  monthly: readonly [number, number]
}

const way = (name: string, early: readonly [number, number], monthly: readonly [number, number]): Regimen => ({
  name,
  early,
  monthly,
})

/** Usual prescriptions by treatment; quantities keep within the label and the plan, as most do. */
export const regimens: Readonly<Record<Therapy, Weighted<Regimen>>> = {
  nsaid: [
    [40, way('Ibuprofen 600 mg tablet', [30, 10], [90, 30])],
    [14, way('Ibuprofen 800 mg tablet', [30, 10], [90, 30])],
    [16, way('Naproxen 500 mg tablet', [28, 14], [60, 30])],
    [10, way('Meloxicam 15 mg tablet', [14, 14], [30, 30])],
    [6, way('Diclofenac sodium 75 mg delayed-release tablet', [28, 14], [60, 30])],
    [3, way('Etodolac 400 mg tablet', [28, 14], [60, 30])],
    [3, way('Nabumetone 500 mg tablet', [28, 14], [60, 30])],
    [3, way('Celecoxib 200 mg capsule', [14, 14], [30, 30])],
  ],
  relaxant: [
    [46, way('Cyclobenzaprine 10 mg tablet', [30, 10], [60, 30])],
    [32, way('Methocarbamol 750 mg tablet', [40, 10], [90, 30])],
    [8, way('Tizanidine 4 mg tablet', [30, 10], [60, 30])],
    [10, way('Baclofen 10 mg tablet', [30, 10], [90, 30])],
    [1, way('Metaxalone 800 mg tablet', [30, 10], [90, 30])],
  ],
  opioid: [
    [42, way('Hydrocodone-acetaminophen 5-325 mg tablet', [20, 5], [90, 30])],
    [18, way('Hydrocodone-acetaminophen 10-325 mg tablet', [20, 5], [90, 30])],
    [14, way('Oxycodone-acetaminophen 5-325 mg tablet', [20, 5], [90, 30])],
    [8, way('Oxycodone 10 mg tablet', [20, 5], [90, 30])],
    [22, way('Tramadol 50 mg tablet', [28, 7], [90, 30])],
    [4, way('Codeine-acetaminophen 30-300 mg tablet', [20, 5], [60, 30])],
  ],
  nerve: [
    [80, way('Gabapentin 300 mg capsule', [42, 14], [60, 30])],
    [8, way('Gabapentin 600 mg tablet', [42, 14], [90, 30])],
    [3, way('Pregabalin 75 mg capsule', [28, 14], [60, 30])],
    [4, way('Topiramate 50 mg tablet', [28, 14], [60, 30])],
  ],
  topical: [
    [46, way('Diclofenac 1% gel', [100, 14], [100, 30])],
    [50, way('Lidocaine 5% patch', [14, 14], [30, 30])],
    [4, way('Lidocaine 5% ointment', [50, 14], [50, 30])],
  ],
  mood: [
    [58, way('Duloxetine 30 mg delayed-release capsule', [30, 30], [30, 30])],
    [30, way('Duloxetine 60 mg delayed-release capsule', [30, 30], [30, 30])],
    [12, way('Venlafaxine ER 75 mg extended-release capsule', [30, 30], [30, 30])],
  ],
  tricyclic: [
    [60, way('Nortriptyline 25 mg capsule', [14, 14], [30, 30])],
    [40, way('Amitriptyline 25 mg tablet', [14, 14], [30, 30])],
  ],
  psych: [
    [46, way('Sertraline 50 mg tablet', [14, 14], [30, 30])],
    [26, way('Escitalopram 10 mg tablet', [14, 14], [30, 30])],
    [28, way('Trazodone 50 mg tablet', [14, 14], [30, 30])],
  ],
  stomach: [
    [64, way('Omeprazole 20 mg delayed-release capsule', [14, 14], [30, 30])],
    [26, way('Pantoprazole 40 mg delayed-release tablet', [14, 14], [30, 30])],
    [10, way('Famotidine 20 mg tablet', [28, 14], [60, 30])],
  ],
  steroid: [
    [78, way('Methylprednisolone 4 mg dose pack', [21, 6], [21, 6])],
    [22, way('Prednisone 20 mg tablet', [10, 5], [10, 5])],
  ],
  antibiotic: [
    [58, way('Cephalexin 500 mg capsule', [28, 7], [28, 7])],
    [22, way('Amoxicillin-clavulanate 875-125 mg tablet', [14, 7], [14, 7])],
    [12, way('Sulfamethoxazole-trimethoprim 800-160 mg tablet', [14, 7], [14, 7])],
    [8, way('Doxycycline 100 mg tablet', [20, 10], [20, 10])],
  ],
  migraine: [
    [46, way('Sumatriptan 50 mg tablet', [9, 30], [9, 30])],
    [24, way('Rizatriptan 10 mg tablet', [9, 30], [9, 30])],
    [30, way('Rimegepant 75 mg orally disintegrating tablet', [8, 30], [8, 30])],
  ],
  sleep: [
    [60, way('Zolpidem 5 mg tablet', [14, 14], [30, 30])],
    [22, way('Eszopiclone 3 mg tablet', [14, 14], [30, 30])],
    [18, way('Temazepam 15 mg capsule', [14, 14], [30, 30])],
  ],
  calm: [
    [50, way('Alprazolam 0.5 mg tablet', [14, 7], [60, 30])],
    [30, way('Clonazepam 0.5 mg tablet', [14, 7], [60, 30])],
    [20, way('Diazepam 5 mg tablet', [14, 7], [30, 30])],
  ],
  nausea: [
    [60, way('Ondansetron 4 mg tablet', [12, 4], [20, 10])],
    [40, way('Senna-docusate 8.6-50 mg tablet', [28, 14], [60, 30])],
  ],
  acetaminophen: [[1, way('Acetaminophen 500 mg tablet', [40, 10], [100, 25])]],
  burn: [
    [70, way('Silver sulfadiazine 1% cream', [60, 10], [120, 20])],
    [30, way('Mupirocin 2% ointment', [22, 10], [50, 20])],
  ],
  eye: [
    [50, way('Erythromycin 0.5% eye ointment', [3.5, 7], [3.5, 7])],
    [30, way('Moxifloxacin 0.5% eye drops', [5, 7], [5, 7])],
    [20, way('Ketorolac 0.5% eye drops', [5, 10], [5, 10])],
  ],
  lung: [
    [60, way('Albuterol 90 mcg inhaler', [8.5, 25], [8.5, 25])],
    [40, way('Fluticasone-salmeterol 250-50 mcg inhaler', [8.5, 30], [8.5, 30])],
  ],
  clot: [
    [60, way('Enoxaparin 40 mg/0.4 mL injection', [14, 14], [14, 14])],
    [40, way('Rivaroxaban 10 mg tablet', [14, 14], [30, 30])],
  ],
  vaccine: [[1, way('Tetanus-diphtheria vaccine 0.5 mL injection', [1, 1], [1, 1])]],
}

/** Opioids of every day: above 50 morphine milligram equivalents, or above 90. */
export const strong: Readonly<Record<'usual' | 'worst', Weighted<Regimen>>> = {
  usual: [
    [40, way('Morphine ER 30 mg extended-release tablet', [14, 7], [90, 30])],
    [20, way('Morphine ER 30 mg extended-release tablet', [14, 7], [60, 30])],
    [40, way('Oxycodone ER 20 mg extended-release tablet', [14, 7], [60, 30])],
  ],
  worst: [
    [70, way('Morphine ER 30 mg extended-release tablet', [14, 7], [90, 30])],
    [30, way('Fentanyl 50 mcg/h patch', [3, 9], [10, 30])],
  ],
}

/** What stops a claim at the counter now and then: products and amounts outside plan or injury. */
export const surprises: Weighted<Regimen> = [
  [16, way('Menthol-methyl salicylate-capsaicin 10%-20%-0.035% cream', [120, 30], [120, 30])],
  [14, way('Lidocaine-menthol 4%-5% patch', [30, 30], [30, 30])],
  [9, way('Carisoprodol 350 mg tablet', [30, 10], [60, 30])],
  [18, way('Vitamin D3 2000 units capsule', [30, 30], [30, 30])],
  [4, way('Naproxen-esomeprazole 500-20 mg delayed-release tablet', [60, 30], [60, 30])],
  [4, way('Ibuprofen-famotidine 800-26.6 mg tablet', [60, 30], [90, 30])],
  [18, way('Meloxicam 10 mg capsule', [30, 30], [30, 30])],
  [3, way('Sildenafil 50 mg tablet', [6, 30], [6, 30])],
  [1, way('Zolpidem 10 mg tablet', [30, 30], [30, 30])],
  [1, way('Eszopiclone 3 mg tablet', [30, 30], [30, 30])],
  [3, way('Lisinopril 10 mg tablet', [30, 30], [30, 30])],
  [3, way('Metformin 500 mg tablet', [60, 30], [60, 30])],
  [2, way('Naloxegol 25 mg tablet', [30, 30], [30, 30])],
  [3, way('Diclofenac 2% topical solution', [112, 30], [112, 30])],
]

/** A cream a pharmacy mixes, and its bill. */
export const cream = {
  regimen: way('Ketamine, bulk 100% powder', [60, 15], [120, 30]),
  bill: {
    compound: [
      { product: 'Ketamine, bulk 100% powder', quantity: 3, cost: 165 },
      { product: 'Lidocaine, bulk 100% powder', quantity: 3, cost: 95 },
      { product: 'Transdermal cream base 100% cream', quantity: 60, cost: 62 },
    ],
    charge: 322,
    deliveryType: 8,
    brand: false,
    daw: '0',
  },
} as const

/** Products by plain name; the first package of each, which is in every size. */
export function shelf(drugs: readonly Drug[]): { named(name: string): Drug; brandOf(gpi: string): Drug | undefined } {
  const byName = new Map<string, Drug>()
  const brands = new Map<string, Drug>()
  for (const drug of drugs) {
    if (drug.obsoleteDate !== null || drug.marketStart > '2030') continue
    if (drug.brandFlag === 'M') brands.set(drug.gpi, drug)
    else if (!drug.repackaged && !byName.has(drug.name)) byName.set(drug.name, drug)
  }
  return {
    named(name) {
      const drug = byName.get(name)
      if (!drug) throw new Error(`No product is called ${name}.`)
      return drug
    },
    brandOf: (gpi) => brands.get(gpi),
  }
}
