// The default formulary by SGPI prefix (column "Default status"). The longest matching prefix decides.
// A carrier or state formulary is a list of the same shape in the database.

/** What a formulary says of the drugs under a prefix. */
export type FormularyEntry = {
  /** SGPI prefix of 2 to 14 digits; the longest matching prefix decides. */
  gpiPrefix: string
  status: 'COVERED' | 'PA' | 'EXCLUDED' | 'STEP'
  /** Only in this phase (NY 12 NYCRR 441); null = always. */
  phase?: 'A' | 'B' | 'PERI' | null
  maxQty?: number | null
  maxPerDay?: number | null
  maxDays?: number | null
  maxFills?: number | null
  /** Days covered before prior authorization is asked, counted over all fills of the prefix in 180 days. */
  firstFillDays?: number | null
  /** Covered without prior authorization when the claim accepts one of these part groups (reference/injury-drug-map.ts). */
  coveredForParts?: readonly string[]
  /** Prefixes of which one must have been tried first (status STEP). */
  stepThrough?: readonly string[]
  minAge?: number | null
  maxAge?: number | null
  onlyGender?: 'F' | 'M' | null
  /** Brand products under this prefix need prior authorization. */
  genericOnly?: boolean
  maintenance?: boolean
  note?: string
}

const covered = (gpiPrefix: string, more: Partial<FormularyEntry> = {}): FormularyEntry => ({
  gpiPrefix,
  status: 'COVERED',
  ...more,
})
const pa = (gpiPrefix: string, more: Partial<FormularyEntry> = {}): FormularyEntry => ({
  gpiPrefix,
  status: 'PA',
  ...more,
})
const excluded = (gpiPrefix: string, note: string): FormularyEntry => ({ gpiPrefix, status: 'EXCLUDED', note })

/** The items a carrier starts with. */
export const formularyDefaults: readonly FormularyEntry[] = [
  pa('1010', { firstFillDays: 7, note: 'Short-acting opioid, after 7 days' }),
  pa('1012', { note: 'Long-acting opioid' }),
  pa('1014', { firstFillDays: 7, note: 'Tramadol or similar opioid, after 7 days' }),
  pa('1016', { note: 'Partial agonist' }),
  covered('1018', { note: 'Opioid overdose reversal' }),
  covered('1110', { note: 'First-line' }),
  covered('1112', { genericOnly: true, note: 'First-line, generic' }),
  pa('1114', { note: 'Combination product: separate drugs cost less' }),
  covered('1116'),
  pa('1210', { firstFillDays: 14, note: 'Muscle relaxant, after 14 days' }),
  excluded('1212', 'Controlled muscle relaxant'),
  covered('1310', { maintenance: true }),
  pa('13100103', { maintenance: true, note: 'Gabapentin first' }),
  covered('1410', { maintenance: true }),
  covered('1412', { maintenance: true }),
  pa('1414', {
    coveredForParts: ['psych'],
    maintenance: true,
    note: 'Unless a psychological injury is accepted',
  }),
  covered('1510'),
  pa('151001010116', { note: 'Diclofenac gel is covered' }),
  pa('1512', { note: 'Lidocaine patch is covered' }),
  covered('151201010105', { maxPerDay: 3 }),
  excluded('1514', 'Private-label topical kit'),
  pa('1516', { note: 'Compound' }),
  pa('1610', { maxQty: 9, note: 'Triptan, up to 9 units per fill' }),
  pa('1612', { note: 'CGRP drug' }),
  pa('1710', { note: 'Benzodiazepine' }),
  pa('1712', { note: 'Sedative' }),
  pa('1714'),
  pa('1716'),
  pa('1810', { firstFillDays: 90, note: 'Stomach protection, after 90 days' }),
  covered('1812'),
  pa('1814'),
  pa('1910', { firstFillDays: 14, note: 'Antibiotic, after 14 days' }),
  pa('1912', { firstFillDays: 28, note: 'After exposure, beyond the 28-day course' }),
  covered('1914'),
  covered('2010'),
  pa('2012', { note: 'Injected corticosteroid' }),
  pa('2014', { note: 'Hyaluronic acid' }),
  pa('2110', { coveredForParts: ['respiratory'], note: 'Unless a lung injury is accepted' }),
  pa('2210', { firstFillDays: 35, note: 'After surgery, beyond 35 days' }),
  pa('2310', { coveredForParts: ['heart'], note: 'Unless a first-responder presumption applies' }),
  pa('2410'),
  pa('2510'),
  pa('2610', { coveredForParts: ['eye'], note: 'Unless an eye injury is accepted' }),
  covered('2710'),
  pa('2810'),
  excluded('2910', 'Supplement or medical food'),
  pa('3010'),
  pa('3110', { note: 'Botulinum toxin' }),
  covered('3210', { note: 'Procedure drug' }),
  pa('3310', { note: 'Supplies' }),
]
