// HCPCS level II codes a clinic bills drugs and supplies with. Dates of validity are inclusive.

export type Hcpcs = {
  code: string
  meaning: string
  /** One billed unit stands for this amount ... */
  unitAmount: number
  /** ... of this. */
  unitLabel: string
  validFrom: string
  validTo: string | null
  minUnitsPerDay: number
  maxUnitsPerDay: number
  /** Invented drug code of what it contains, 8 digits, or 4 where it may be any of a class; null when unclassified. */
  gpi: string | null
  /** Dollars per unit when the bill carries no NDC; 0 = priced by NDC only. */
  unitPrice: number
  /** Days a depot lasts by its label; null for what is used up at once. */
  lastsDays: number | null
  /** Needs NDC and description and always asks a person. */
  unclassified: boolean
  confidence: 'confirmed' | 'assumed'
}

type Row = [
  code: string,
  meaning: string,
  unitAmount: number,
  unitLabel: string,
  max: number,
  gpi: string | null,
  price: number,
  confidence: 'confirmed' | 'assumed',
]

const rows: Row[] = [
  ['J1885', 'Ketorolac injection', 15, 'mg', 8, '11100113', 1.32, 'confirmed'],
  ['J3301', 'Triamcinolone acetonide injection, not otherwise specified', 10, 'mg', 12, '20120101', 3.5, 'confirmed'],
  ['J1010', 'Methylprednisolone acetate injection', 1, 'mg', 160, '20120103', 0.24, 'confirmed'],
  ['J1020', 'Methylprednisolone acetate injection 20 mg', 20, 'mg', 8, '20120103', 4.1, 'confirmed'],
  ['J1030', 'Methylprednisolone acetate injection 40 mg', 40, 'mg', 4, '20120103', 7.9, 'confirmed'],
  ['J1040', 'Methylprednisolone acetate injection 80 mg', 80, 'mg', 2, '20120103', 14.4, 'confirmed'],
  ['J7321', 'Hyaluronan for the knee, product 1', 1, 'dose', 2, '20140103', 92, 'confirmed'],
  ['J7323', 'Hyaluronan for the knee, product 2', 1, 'dose', 2, '20140103', 148, 'confirmed'],
  ['J7324', 'Hyaluronan for the knee, product 3', 1, 'dose', 2, '20140103', 171, 'confirmed'],
  ['J7325', 'Hyaluronan for the knee, per milligram', 1, 'mg', 96, '20140101', 12.4, 'confirmed'],
  ['J7326', 'Hyaluronan for the knee, product 4', 1, 'dose', 2, '20140103', 540, 'confirmed'],
  ['J7327', 'Hyaluronan for the knee, product 5', 1, 'dose', 2, '20140103', 690, 'confirmed'],
  ['J0702', 'Betamethasone acetate and phosphate injection', 6, 'mg', 4, '20120105', 8.2, 'assumed'],
  ['J1100', 'Dexamethasone sodium phosphate injection', 1, 'mg', 40, '20120107', 0.21, 'assumed'],
  ['J0585', 'OnabotulinumtoxinA injection', 1, 'unit', 400, '31100101', 7.9, 'assumed'],
  ['J2315', 'Naltrexone depot injection', 1, 'mg', 380, '10180301', 4.2, 'assumed'],
  ['J2270', 'Morphine sulfate injection', 10, 'mg', 3, '10100105', 2.9, 'assumed'],
  ['J2405', 'Ondansetron injection', 1, 'mg', 32, '18120501', 0.18, 'assumed'],
  ['J0696', 'Ceftriaxone injection', 250, 'mg', 16, '1910', 1.05, 'assumed'],
  ['E0730', 'TENS unit, four leads', 1, 'unit', 1, '33100101', 185, 'assumed'],
  ['A4595', 'TENS supplies for two leads, per month', 1, 'month', 2, '33100101', 29, 'assumed'],
]

const unclassified: Row[] = [
  ['J3490', 'Unclassified drug', 1, 'unit', 9999, null, 0, 'assumed'],
  ['J3590', 'Unclassified biologic', 1, 'unit', 9999, null, 0, 'assumed'],
]

// J1010 replaced J1020, J1030 and J1040 on 1 April 2024 (confirmed).
const dates: Readonly<Record<string, [from: string, to: string | null]>> = {
  J1010: ['2024-04-01', null],
  J1020: ['1990-01-01', '2024-03-31'],
  J1030: ['1990-01-01', '2024-03-31'],
  J1040: ['1990-01-01', '2024-03-31'],
}

// Labels, section 2: naltrexone every four weeks; onabotulinumtoxinA no sooner than every twelve.
const depots: Readonly<Record<string, number>> = { J2315: 28, J0585: 84 }

const toHcpcs = (row: Row, isUnclassified: boolean): Hcpcs => {
  const [validFrom, validTo] = dates[row[0]] ?? ['1990-01-01', null]
  return {
    code: row[0],
    meaning: row[1],
    unitAmount: row[2],
    unitLabel: row[3],
    validFrom,
    validTo,
    minUnitsPerDay: 1,
    maxUnitsPerDay: row[4],
    gpi: row[5],
    unitPrice: row[6],
    lastsDays: depots[row[0]] ?? null,
    unclassified: isUnclassified,
    confidence: row[7],
  }
}

/** Every HCPCS code the portal prices or checks. */
export const hcpcsCodes: readonly Hcpcs[] = [
  ...rows.map((row) => toHcpcs(row, false)),
  ...unclassified.map((row) => toHcpcs(row, true)),
]

const byCode = new Map(hcpcsCodes.map((row) => [row.code, row]))

/** The row of a HCPCS code, whatever its dates; undefined when not on file. */
export const hcpcs = (code: string): Hcpcs | undefined => byCode.get(code)
