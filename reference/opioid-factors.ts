// Factors from one milligram of an opioid to morphine milligram equivalents. The CDC 2022 table is
// current; rows marked 2017 survive from the older compilation and serve analytics until someone confirms them.

export type OpioidFactor = {
  /** `opioidFactorKey` of a drug. */
  key: string
  label: string
  /** MME per unit of strength; null = never added (buprenorphine), show "contains ...". */
  factor: number | null
  /** mg: strength x units a day x factor. PATCH: mcg/h x factor x patches worn at a time. */
  how: 'PER_DAY' | 'PATCH'
  /** Days one patch is worn by its label. */
  wearDays?: number
  unit: 'mg' | 'mcg' | 'mcg/h'
  source: 'CDC 2022' | 'CDC 2017'
}

/** Stored beside every MME so that an old figure can be explained later. */
export const opioidFactorVersion = 'CDC-2022.2'

/** One row per opioid and route. */
export const opioidFactors: readonly OpioidFactor[] = [
  { key: 'codeine', label: 'codeine', factor: 0.15, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
  {
    key: 'fentanyl-patch',
    label: 'fentanyl patch',
    factor: 2.4,
    how: 'PATCH',
    wearDays: 3,
    unit: 'mcg/h',
    source: 'CDC 2022',
  },
  { key: 'hydrocodone', label: 'hydrocodone', factor: 1, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
  { key: 'hydromorphone', label: 'hydromorphone', factor: 5, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
  { key: 'methadone', label: 'methadone', factor: 4.7, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
  { key: 'morphine', label: 'morphine', factor: 1, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
  { key: 'oxycodone', label: 'oxycodone', factor: 1.5, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
  { key: 'oxymorphone', label: 'oxymorphone', factor: 3, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
  { key: 'tapentadol', label: 'tapentadol', factor: 0.4, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
  { key: 'tramadol', label: 'tramadol', factor: 0.2, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
  { key: 'meperidine', label: 'meperidine', factor: 0.1, how: 'PER_DAY', unit: 'mg', source: 'CDC 2017' },
  { key: 'pentazocine', label: 'pentazocine', factor: 0.37, how: 'PER_DAY', unit: 'mg', source: 'CDC 2017' },
  { key: 'levorphanol', label: 'levorphanol', factor: 11, how: 'PER_DAY', unit: 'mg', source: 'CDC 2017' },
  { key: 'butorphanol', label: 'butorphanol', factor: 7, how: 'PER_DAY', unit: 'mg', source: 'CDC 2017' },
  { key: 'dihydrocodeine', label: 'dihydrocodeine', factor: 0.25, how: 'PER_DAY', unit: 'mg', source: 'CDC 2017' },
  { key: 'opium', label: 'opium', factor: 1, how: 'PER_DAY', unit: 'mg', source: 'CDC 2017' },
  {
    key: 'fentanyl-buccal',
    label: 'fentanyl buccal or sublingual',
    factor: 0.13,
    how: 'PER_DAY',
    unit: 'mcg',
    source: 'CDC 2017',
  },
  {
    key: 'fentanyl-film',
    label: 'fentanyl film or oral spray',
    factor: 0.18,
    how: 'PER_DAY',
    unit: 'mcg',
    source: 'CDC 2017',
  },
  { key: 'fentanyl-nasal', label: 'fentanyl nasal', factor: 0.16, how: 'PER_DAY', unit: 'mcg', source: 'CDC 2017' },
  { key: 'buprenorphine', label: 'buprenorphine', factor: null, how: 'PER_DAY', unit: 'mg', source: 'CDC 2022' },
]

const byKey = new Map(opioidFactors.map((row) => [row.key, row]))

/** The factor row of a drug's `opioidFactorKey`; undefined for other drugs. */
export const opioidFactor = (key: string | null | undefined): OpioidFactor | undefined =>
  key == null ? undefined : byKey.get(key)

/** The words every screen shows beside an MME figure (CDC 2022 scope). */
export const mmeNotice =
  'MME is guidance for clinicians, not a hard limit. Extra caution is advised from 50 MME a day; offer naloxone when risk is raised.'
