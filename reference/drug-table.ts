// The compact table the drug catalogue is built from: real generic names, invented codes, believable list prices.
// One row is one drug (8 digits: group, class, subclass, drug); its products give salt, form and strengths.

/** [text, strength of the leading ingredient, AWP per unit in dollars, units a day the label allows (0 = none stated)] */
export type StrengthRow = readonly [text: string, value: number, awp: number, maxPerDay?: number]

export type ProductRow = {
  form: string
  /** Two digits; 01 when absent. */
  salt?: string
  strengths: readonly StrengthRow[]
  /** A multi-source brand twin exists at this many times the generic price. */
  brand?: number
  /** Only a single-source brand exists. */
  onlyBrand?: boolean
  /** A repackager sells it, at this many times the price. */
  repackaged?: number
  opioid?: string
  longActing?: boolean
}

export type DrugRow = {
  code: string
  name: string
  products: readonly ProductRow[]
  dea?: 'CII' | 'CIII' | 'CIV' | 'CV'
  opioid?: string
  /** Milligrams of acetaminophen per unit. */
  apap?: number
  /** '-325' is appended to each strength of a combination. */
  with?: string
  otc?: boolean
  specialty?: boolean
  maintenance?: boolean
  minAge?: number
  avoidInPregnancy?: boolean
  onlyGender?: 'M' | 'F'
  compoundBase?: boolean
}

/** Every drug of the catalogue. */
export const drugTable: readonly DrugRow[] = [
  // 10 opioids
  {
    code: '10100101',
    name: 'oxycodone',
    dea: 'CII',
    opioid: 'oxycodone',
    products: [
      {
        form: 'tablet',
        brand: 5.5,
        repackaged: 2.8,
        strengths: [
          ['5 mg', 5, 0.42],
          ['10 mg', 10, 0.74],
          ['15 mg', 15, 1.02],
          ['20 mg', 20, 1.38],
          ['30 mg', 30, 1.91],
        ],
      },
      { form: 'oral solution', strengths: [['5 mg/5 mL', 1, 0.21]] },
    ],
  },
  {
    code: '10100103',
    name: 'hydromorphone',
    dea: 'CII',
    opioid: 'hydromorphone',
    products: [
      {
        form: 'tablet',
        brand: 3.2,
        strengths: [
          ['2 mg', 2, 0.58],
          ['4 mg', 4, 0.86],
          ['8 mg', 8, 1.55],
        ],
      },
    ],
  },
  {
    code: '10100105',
    name: 'morphine',
    dea: 'CII',
    opioid: 'morphine',
    products: [
      {
        form: 'tablet',
        strengths: [
          ['15 mg', 15, 0.44],
          ['30 mg', 30, 0.71],
        ],
      },
      { form: 'oral solution', strengths: [['10 mg/5 mL', 2, 0.12]] },
    ],
  },
  {
    code: '10100107',
    name: 'oxymorphone',
    dea: 'CII',
    opioid: 'oxymorphone',
    products: [
      {
        form: 'tablet',
        strengths: [
          ['5 mg', 5, 3.1],
          ['10 mg', 10, 5.65],
        ],
      },
    ],
  },
  {
    code: '10100109',
    name: 'meperidine',
    dea: 'CII',
    opioid: 'meperidine',
    products: [{ form: 'tablet', strengths: [['50 mg', 50, 1.28]] }],
  },
  {
    code: '10100111',
    name: 'levorphanol',
    dea: 'CII',
    opioid: 'levorphanol',
    products: [{ form: 'tablet', strengths: [['2 mg', 2, 21.5]] }],
  },
  {
    code: '10100115',
    name: 'fentanyl citrate',
    dea: 'CII',
    specialty: true,
    products: [
      {
        form: 'buccal tablet',
        opioid: 'fentanyl-buccal',
        onlyBrand: true,
        strengths: [
          ['100 mcg', 100, 62],
          ['200 mcg', 200, 78],
        ],
      },
      { form: 'nasal spray', opioid: 'fentanyl-nasal', onlyBrand: true, strengths: [['100 mcg/spray', 100, 55]] },
      { form: 'buccal film', opioid: 'fentanyl-film', onlyBrand: true, strengths: [['200 mcg', 200, 71]] },
    ],
  },
  {
    code: '10100117',
    name: 'opium tincture',
    dea: 'CII',
    opioid: 'opium',
    products: [{ form: 'oral solution', strengths: [['10 mg/mL', 10, 6.3]] }],
  },
  {
    code: '10100301',
    name: 'hydrocodone-acetaminophen',
    dea: 'CII',
    opioid: 'hydrocodone',
    apap: 325,
    with: '325',
    products: [
      {
        form: 'tablet',
        brand: 4.6,
        repackaged: 3,
        strengths: [
          ['5', 5, 0.61, 8],
          ['7.5', 7.5, 0.72, 6],
          ['10', 10, 0.88, 6],
        ],
      },
    ],
  },
  {
    code: '10100303',
    name: 'oxycodone-acetaminophen',
    dea: 'CII',
    opioid: 'oxycodone',
    apap: 325,
    with: '325',
    products: [
      {
        form: 'tablet',
        brand: 9,
        repackaged: 2.5,
        strengths: [
          ['2.5', 2.5, 0.92, 12],
          ['5', 5, 0.97, 12],
          ['7.5', 7.5, 1.62, 8],
          ['10', 10, 2.08, 6],
        ],
      },
    ],
  },
  {
    code: '10100305',
    name: 'hydrocodone-ibuprofen',
    dea: 'CII',
    opioid: 'hydrocodone',
    with: '200',
    products: [{ form: 'tablet', strengths: [['7.5', 7.5, 1.45, 5]] }],
  },
  {
    code: '10120101',
    name: 'oxycodone ER',
    dea: 'CII',
    opioid: 'oxycodone',
    products: [
      {
        form: 'extended-release tablet',
        longActing: true,
        brand: 1.4,
        strengths: [
          ['10 mg', 10, 3.35],
          ['20 mg', 20, 6.2],
          ['40 mg', 40, 10.4],
          ['60 mg', 60, 14.8],
          ['80 mg', 80, 18.9],
        ],
      },
    ],
  },
  {
    code: '10120103',
    name: 'morphine ER',
    dea: 'CII',
    opioid: 'morphine',
    products: [
      {
        form: 'extended-release tablet',
        longActing: true,
        brand: 4,
        strengths: [
          ['15 mg', 15, 1.18],
          ['30 mg', 30, 2.11],
          ['60 mg', 60, 4.05],
          ['100 mg', 100, 6.1],
        ],
      },
    ],
  },
  {
    code: '10120107',
    name: 'hydrocodone ER',
    dea: 'CII',
    opioid: 'hydrocodone',
    products: [
      {
        form: 'extended-release tablet',
        longActing: true,
        onlyBrand: true,
        strengths: [
          ['20 mg', 20, 11.2],
          ['40 mg', 40, 15.9],
        ],
      },
    ],
  },
  {
    code: '10120109',
    name: 'oxymorphone ER',
    dea: 'CII',
    opioid: 'oxymorphone',
    products: [
      {
        form: 'extended-release tablet',
        longActing: true,
        strengths: [
          ['10 mg', 10, 4.9],
          ['20 mg', 20, 9.1],
        ],
      },
    ],
  },
  {
    code: '10120111',
    name: 'tapentadol ER',
    dea: 'CII',
    opioid: 'tapentadol',
    products: [
      {
        form: 'extended-release tablet',
        longActing: true,
        onlyBrand: true,
        strengths: [
          ['50 mg', 50, 9.4, 10],
          ['100 mg', 100, 12.6, 5],
        ],
      },
    ],
  },
  {
    code: '10120113',
    name: 'tramadol ER',
    dea: 'CIV',
    opioid: 'tramadol',
    minAge: 18,
    products: [
      {
        form: 'extended-release tablet',
        longActing: true,
        strengths: [
          ['100 mg', 100, 4.3, 3],
          ['200 mg', 200, 7.1, 1],
          ['300 mg', 300, 9.8, 1],
        ],
      },
    ],
  },
  {
    code: '10120301',
    name: 'methadone',
    dea: 'CII',
    opioid: 'methadone',
    products: [
      {
        form: 'tablet',
        longActing: true,
        strengths: [
          ['5 mg', 5, 0.25],
          ['10 mg', 10, 0.36],
        ],
      },
    ],
  },
  {
    code: '10120501',
    name: 'fentanyl',
    dea: 'CII',
    opioid: 'fentanyl-patch',
    products: [
      {
        form: 'patch',
        longActing: true,
        strengths: [
          ['12 mcg/h', 12, 18.6],
          ['25 mcg/h', 25, 14.9],
          ['50 mcg/h', 50, 27.3],
          ['75 mcg/h', 75, 41.6],
          ['100 mcg/h', 100, 55.2],
        ],
      },
    ],
  },
  {
    code: '10140101',
    name: 'tramadol',
    dea: 'CIV',
    opioid: 'tramadol',
    minAge: 18,
    products: [
      {
        form: 'tablet',
        brand: 4.4,
        repackaged: 3.5,
        strengths: [
          ['50 mg', 50, 0.83, 8],
          ['100 mg', 100, 3.9, 4],
        ],
      },
    ],
  },
  {
    code: '10140103',
    name: 'tapentadol',
    dea: 'CII',
    opioid: 'tapentadol',
    products: [
      {
        form: 'tablet',
        onlyBrand: true,
        strengths: [
          ['50 mg', 50, 8.9, 12],
          ['75 mg', 75, 10.3, 8],
          ['100 mg', 100, 13.4, 6],
        ],
      },
    ],
  },
  {
    code: '10140301',
    name: 'codeine-acetaminophen',
    dea: 'CIII',
    opioid: 'codeine',
    apap: 300,
    with: '300',
    minAge: 18,
    products: [
      {
        form: 'tablet',
        strengths: [
          ['15', 15, 0.42, 12],
          ['30', 30, 0.55, 12],
          ['60', 60, 0.99, 6],
        ],
      },
    ],
  },
  {
    code: '10140303',
    name: 'tramadol-acetaminophen',
    dea: 'CIV',
    opioid: 'tramadol',
    apap: 325,
    with: '325',
    minAge: 18,
    products: [{ form: 'tablet', brand: 3, strengths: [['37.5', 37.5, 1.12, 8]] }],
  },
  {
    code: '10140305',
    name: 'dihydrocodeine-acetaminophen-caffeine',
    dea: 'CIII',
    opioid: 'dihydrocodeine',
    apap: 320.5,
    with: '320.5-30',
    products: [{ form: 'capsule', strengths: [['16', 16, 4.7, 10]] }],
  },
  {
    code: '10160101',
    name: 'buprenorphine',
    dea: 'CIII',
    opioid: 'buprenorphine',
    products: [
      {
        form: 'patch',
        brand: 1.5,
        longActing: true,
        strengths: [
          ['5 mcg/h', 5, 74],
          ['10 mcg/h', 10, 109],
          ['20 mcg/h', 20, 186],
        ],
      },
      {
        form: 'buccal film',
        onlyBrand: true,
        strengths: [
          ['150 mcg', 0.15, 7.6],
          ['300 mcg', 0.3, 11.2],
        ],
      },
    ],
  },
  {
    code: '10160103',
    name: 'buprenorphine-naloxone',
    dea: 'CIII',
    opioid: 'buprenorphine',
    products: [
      {
        form: 'film',
        brand: 1.6,
        strengths: [
          ['2-0.5 mg', 2, 5.1],
          ['8-2 mg', 8, 9.2],
        ],
      },
    ],
  },
  {
    code: '10160301',
    name: 'butorphanol',
    dea: 'CIV',
    opioid: 'butorphanol',
    products: [{ form: 'nasal spray', strengths: [['10 mg/mL', 10, 28.5]] }],
  },
  {
    code: '10160303',
    name: 'pentazocine-naloxone',
    dea: 'CIV',
    opioid: 'pentazocine',
    products: [{ form: 'tablet', strengths: [['50-0.5 mg', 50, 2.45, 12]] }],
  },
  {
    code: '10180101',
    name: 'naloxone',
    products: [{ form: 'nasal spray', brand: 1.3, strengths: [['4 mg', 4, 62.5]] }],
  },
  { code: '10180301', name: 'naltrexone', products: [{ form: 'tablet', strengths: [['50 mg', 50, 4.2, 1]] }] },
  // 11 anti-inflammatories
  {
    code: '11100101',
    name: 'ibuprofen',
    products: [
      {
        form: 'tablet',
        brand: 3.5,
        repackaged: 4,
        strengths: [
          ['400 mg', 400, 0.24, 8],
          ['600 mg', 600, 0.35, 5],
          ['800 mg', 800, 0.47, 4],
        ],
      },
    ],
  },
  {
    code: '11100103',
    name: 'naproxen',
    products: [
      {
        form: 'tablet',
        brand: 5,
        repackaged: 3.4,
        strengths: [
          ['250 mg', 250, 0.79, 6],
          ['375 mg', 375, 1.02, 4],
          ['500 mg', 500, 1.24, 3],
        ],
      },
      { form: 'delayed-release tablet', salt: '02', strengths: [['500 mg', 500, 2.1, 2]] },
    ],
  },
  {
    code: '11100105',
    name: 'meloxicam',
    products: [
      {
        form: 'tablet',
        brand: 3.3,
        repackaged: 2.9,
        strengths: [
          ['7.5 mg', 7.5, 2.74, 2],
          ['15 mg', 15, 4.12, 1],
        ],
      },
      {
        form: 'capsule',
        salt: '02',
        onlyBrand: true,
        strengths: [
          ['5 mg', 5, 24.5, 2],
          ['10 mg', 10, 24.5, 1],
        ],
      },
    ],
  },
  {
    code: '11100107',
    name: 'diclofenac sodium',
    products: [
      {
        form: 'delayed-release tablet',
        brand: 4,
        strengths: [
          ['50 mg', 50, 1.19, 4],
          ['75 mg', 75, 1.39, 2],
        ],
      },
      { form: 'tablet', salt: '02', strengths: [['50 mg', 50, 1.9, 4]] },
    ],
  },
  {
    code: '11100109',
    name: 'etodolac',
    products: [
      {
        form: 'tablet',
        strengths: [
          ['400 mg', 400, 1.42, 2],
          ['500 mg', 500, 1.55, 2],
        ],
      },
      { form: 'capsule', strengths: [['300 mg', 300, 1.36, 3]] },
    ],
  },
  {
    code: '11100111',
    name: 'nabumetone',
    products: [
      {
        form: 'tablet',
        repackaged: 2.2,
        strengths: [
          ['500 mg', 500, 1.3, 4],
          ['750 mg', 750, 1.52, 2],
        ],
      },
    ],
  },
  {
    code: '11100113',
    name: 'ketorolac',
    products: [
      { form: 'tablet', strengths: [['10 mg', 10, 1.98, 4]] },
      { form: 'injection', strengths: [['30 mg/mL', 30, 5.1, 4]] },
    ],
  },
  {
    code: '11100115',
    name: 'indomethacin',
    products: [
      {
        form: 'capsule',
        strengths: [
          ['25 mg', 25, 0.45, 8],
          ['50 mg', 50, 0.72, 4],
        ],
      },
    ],
  },
  { code: '11100117', name: 'oxaprozin', products: [{ form: 'tablet', strengths: [['600 mg', 600, 2.86, 3]] }] },
  {
    code: '11120101',
    name: 'celecoxib',
    products: [
      {
        form: 'capsule',
        brand: 2.4,
        strengths: [
          ['100 mg', 100, 4.35, 4],
          ['200 mg', 200, 7.1, 2],
        ],
      },
    ],
  },
  {
    code: '11140101',
    name: 'ibuprofen-famotidine',
    products: [{ form: 'tablet', strengths: [['800-26.6 mg', 800, 29.4, 3]] }],
  },
  {
    code: '11140103',
    name: 'naproxen-esomeprazole',
    products: [{ form: 'delayed-release tablet', strengths: [['500-20 mg', 500, 33.8, 2]] }],
  },
  {
    code: '11140105',
    name: 'diclofenac-misoprostol',
    avoidInPregnancy: true,
    products: [{ form: 'delayed-release tablet', strengths: [['75-0.2 mg', 75, 6.2, 2]] }],
  },
  {
    code: '11160101',
    name: 'acetaminophen',
    otc: true,
    products: [
      {
        form: 'tablet',
        strengths: [
          ['325 mg', 325, 0.03, 12],
          ['500 mg', 500, 0.04, 8],
        ],
      },
    ],
  },
  {
    code: '11160301',
    name: 'aspirin',
    otc: true,
    products: [
      {
        form: 'tablet',
        strengths: [
          ['81 mg', 81, 0.03, 4],
          ['325 mg', 325, 0.03, 12],
        ],
      },
    ],
  },
  // 12 muscle relaxants
  {
    code: '12100101',
    name: 'cyclobenzaprine',
    products: [
      {
        form: 'tablet',
        brand: 6,
        repackaged: 3.2,
        strengths: [
          ['5 mg', 5, 1.55, 6],
          ['7.5 mg', 7.5, 6.4, 4],
          ['10 mg', 10, 1.13, 3],
        ],
      },
      { form: 'extended-release capsule', onlyBrand: true, strengths: [['15 mg', 15, 22.9, 1]] },
    ],
  },
  {
    code: '12100103',
    name: 'methocarbamol',
    products: [
      {
        form: 'tablet',
        repackaged: 3,
        strengths: [
          ['500 mg', 500, 0.57, 9],
          ['750 mg', 750, 0.77, 6],
        ],
      },
    ],
  },
  {
    code: '12100105',
    name: 'metaxalone',
    products: [
      {
        form: 'tablet',
        brand: 2,
        strengths: [
          ['400 mg', 400, 5.8, 8],
          ['800 mg', 800, 6.65, 4],
        ],
      },
    ],
  },
  {
    code: '12100107',
    name: 'orphenadrine',
    products: [{ form: 'extended-release tablet', repackaged: 2.4, strengths: [['100 mg', 100, 2.87, 2]] }],
  },
  { code: '12100109', name: 'chlorzoxazone', products: [{ form: 'tablet', strengths: [['500 mg', 500, 1.05, 6]] }] },
  {
    code: '12100301',
    name: 'tizanidine',
    products: [
      {
        form: 'tablet',
        brand: 4,
        repackaged: 2.8,
        strengths: [
          ['2 mg', 2, 1.21, 18],
          ['4 mg', 4, 1.44, 9],
        ],
      },
      {
        form: 'capsule',
        salt: '02',
        strengths: [
          ['4 mg', 4, 4.2, 9],
          ['6 mg', 6, 6.3, 6],
        ],
      },
    ],
  },
  {
    code: '12100303',
    name: 'baclofen',
    products: [
      {
        form: 'tablet',
        repackaged: 2.6,
        strengths: [
          ['5 mg', 5, 1.1, 16],
          ['10 mg', 10, 0.68, 8],
          ['20 mg', 20, 1.09, 4],
        ],
      },
    ],
  },
  {
    code: '12120101',
    name: 'carisoprodol',
    dea: 'CIV',
    products: [
      {
        form: 'tablet',
        brand: 8,
        strengths: [
          ['250 mg', 250, 6.2, 4],
          ['350 mg', 350, 0.55, 4],
        ],
      },
    ],
  },
  // 13 anticonvulsants
  {
    code: '13100101',
    name: 'gabapentin',
    maintenance: true,
    products: [
      {
        form: 'capsule',
        brand: 5,
        repackaged: 2.5,
        strengths: [
          ['100 mg', 100, 0.55, 36],
          ['300 mg', 300, 1.3, 12],
          ['400 mg', 400, 1.6, 9],
        ],
      },
      {
        form: 'tablet',
        strengths: [
          ['600 mg', 600, 2.31, 6],
          ['800 mg', 800, 2.77, 4],
        ],
      },
    ],
  },
  {
    code: '13100103',
    name: 'pregabalin',
    dea: 'CV',
    maintenance: true,
    products: [
      {
        form: 'capsule',
        brand: 1.3,
        strengths: [
          ['25 mg', 25, 7.7, 24],
          ['50 mg', 50, 7.7, 12],
          ['75 mg', 75, 7.7, 8],
          ['100 mg', 100, 7.7, 6],
          ['150 mg', 150, 7.7, 4],
        ],
      },
    ],
  },
  {
    code: '13100301',
    name: 'topiramate',
    maintenance: true,
    avoidInPregnancy: true,
    products: [
      {
        form: 'tablet',
        brand: 5,
        strengths: [
          ['25 mg', 25, 1.6, 16],
          ['50 mg', 50, 3.1, 8],
          ['100 mg', 100, 4.2, 4],
        ],
      },
    ],
  },
  {
    code: '13100501',
    name: 'carbamazepine',
    maintenance: true,
    avoidInPregnancy: true,
    products: [{ form: 'tablet', strengths: [['200 mg', 200, 0.62, 8]] }],
  },
  // 14 antidepressants
  {
    code: '14100101',
    name: 'duloxetine',
    maintenance: true,
    products: [
      {
        form: 'delayed-release capsule',
        brand: 1.5,
        strengths: [
          ['20 mg', 20, 6.5, 6],
          ['30 mg', 30, 7.3, 4],
          ['60 mg', 60, 8.2, 2],
        ],
      },
    ],
  },
  {
    code: '14100103',
    name: 'venlafaxine ER',
    maintenance: true,
    products: [
      {
        form: 'extended-release capsule',
        brand: 3,
        strengths: [
          ['37.5 mg', 37.5, 3.4, 6],
          ['75 mg', 75, 3.8, 3],
          ['150 mg', 150, 4.1, 1.5],
        ],
      },
    ],
  },
  {
    code: '14120101',
    name: 'nortriptyline',
    maintenance: true,
    products: [
      {
        form: 'capsule',
        strengths: [
          ['10 mg', 10, 0.57, 15],
          ['25 mg', 25, 0.8, 6],
          ['50 mg', 50, 1.4, 3],
        ],
      },
    ],
  },
  {
    code: '14120103',
    name: 'amitriptyline',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        strengths: [
          ['10 mg', 10, 0.4, 15],
          ['25 mg', 25, 0.7, 6],
          ['50 mg', 50, 1.2, 3],
        ],
      },
    ],
  },
  {
    code: '14140101',
    name: 'sertraline',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        brand: 4,
        strengths: [
          ['50 mg', 50, 2.6, 4],
          ['100 mg', 100, 2.65, 2],
        ],
      },
    ],
  },
  {
    code: '14140103',
    name: 'escitalopram',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        brand: 3.5,
        strengths: [
          ['10 mg', 10, 3.6, 2],
          ['20 mg', 20, 3.75, 1],
        ],
      },
    ],
  },
  {
    code: '14140105',
    name: 'fluvoxamine',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        strengths: [
          ['50 mg', 50, 2.4, 6],
          ['100 mg', 100, 2.5, 3],
        ],
      },
    ],
  },
  {
    code: '14140107',
    name: 'fluoxetine',
    maintenance: true,
    products: [
      {
        form: 'capsule',
        strengths: [
          ['20 mg', 20, 2.5, 4],
          ['40 mg', 40, 5, 2],
        ],
      },
    ],
  },
  {
    code: '14140109',
    name: 'citalopram',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        strengths: [
          ['20 mg', 20, 2.3, 2],
          ['40 mg', 40, 2.4, 1],
        ],
      },
    ],
  },
  {
    code: '14140301',
    name: 'trazodone',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        repackaged: 2,
        strengths: [
          ['50 mg', 50, 0.62, 8],
          ['100 mg', 100, 0.96, 4],
          ['150 mg', 150, 2.1, 2],
        ],
      },
    ],
  },
  {
    code: '14140501',
    name: 'bupropion XL',
    maintenance: true,
    products: [
      {
        form: 'extended-release tablet',
        brand: 6,
        strengths: [
          ['150 mg', 150, 4.3, 3],
          ['300 mg', 300, 5.6, 1],
        ],
      },
    ],
  },
  // 15 topicals and compound ingredients
  {
    code: '15100101',
    name: 'diclofenac',
    products: [
      { form: 'gel', brand: 1.7, strengths: [['1%', 1, 0.58, 32]] },
      {
        form: 'topical solution',
        strengths: [
          ['1.5%', 1.5, 2.9],
          ['2%', 2, 21.6],
        ],
      },
    ],
  },
  {
    code: '15120101',
    name: 'lidocaine',
    products: [
      { form: 'patch', brand: 1.4, repackaged: 2.1, strengths: [['5%', 5, 9.45, 3]] },
      { form: 'ointment', strengths: [['5%', 5, 5.9, 20]] },
    ],
  },
  {
    code: '15140101',
    name: 'menthol-methyl salicylate-capsaicin',
    otc: true,
    products: [{ form: 'cream', onlyBrand: true, strengths: [['10%-20%-0.035%', 10, 7.8]] }],
  },
  {
    code: '15140103',
    name: 'lidocaine-menthol',
    products: [{ form: 'patch', onlyBrand: true, strengths: [['4%-5%', 4, 28.4]] }],
  },
  {
    code: '15140105',
    name: 'diclofenac-capsaicin kit',
    products: [{ form: 'kit', onlyBrand: true, strengths: [['1.5%-0.025%', 1.5, 1980]] }],
  },
  {
    code: '15160101',
    name: 'ketamine, bulk',
    dea: 'CIII',
    products: [{ form: 'powder', strengths: [['100%', 100, 41]] }],
  },
  { code: '15160103', name: 'gabapentin, bulk', products: [{ form: 'powder', strengths: [['100%', 100, 59.8]] }] },
  { code: '15160105', name: 'lidocaine, bulk', products: [{ form: 'powder', strengths: [['100%', 100, 17.5]] }] },
  { code: '15160107', name: 'baclofen, bulk', products: [{ form: 'powder', strengths: [['100%', 100, 35.6]] }] },
  {
    code: '15160109',
    name: 'cyclobenzaprine, bulk',
    products: [{ form: 'powder', strengths: [['100%', 100, 46.3]] }],
  },
  { code: '15160111', name: 'diclofenac, bulk', products: [{ form: 'powder', strengths: [['100%', 100, 11.4]] }] },
  { code: '15160113', name: 'flurbiprofen, bulk', products: [{ form: 'powder', strengths: [['100%', 100, 36.6]] }] },
  {
    code: '15160301',
    name: 'transdermal cream base',
    compoundBase: true,
    products: [{ form: 'cream', strengths: [['100%', 100, 0.92]] }],
  },
  // 16 migraine
  {
    code: '16100101',
    name: 'sumatriptan',
    products: [
      {
        form: 'tablet',
        brand: 2.5,
        strengths: [
          ['50 mg', 50, 22.4, 4],
          ['100 mg', 100, 22.4, 2],
        ],
      },
    ],
  },
  {
    code: '16100103',
    name: 'rizatriptan',
    products: [
      {
        form: 'tablet',
        brand: 1.6,
        strengths: [
          ['5 mg', 5, 27.5, 6],
          ['10 mg', 10, 27.5, 3],
        ],
      },
    ],
  },
  {
    code: '16120101',
    name: 'rimegepant',
    products: [{ form: 'orally disintegrating tablet', onlyBrand: true, strengths: [['75 mg', 75, 146, 1]] }],
  },
  {
    code: '16120103',
    name: 'ubrogepant',
    products: [
      {
        form: 'tablet',
        onlyBrand: true,
        strengths: [
          ['50 mg', 50, 122, 4],
          ['100 mg', 100, 122, 2],
        ],
      },
    ],
  },
  {
    code: '16120105',
    name: 'erenumab',
    specialty: true,
    products: [{ form: 'injection', onlyBrand: true, strengths: [['70 mg/mL', 70, 861]] }],
  },
  // 17 psychiatric and sleep
  {
    code: '17100101',
    name: 'alprazolam',
    dea: 'CIV',
    products: [
      {
        form: 'tablet',
        brand: 7,
        strengths: [
          ['0.25 mg', 0.25, 0.56, 16],
          ['0.5 mg', 0.5, 0.7, 8],
          ['1 mg', 1, 0.93, 4],
        ],
      },
    ],
  },
  {
    code: '17100103',
    name: 'diazepam',
    dea: 'CIV',
    products: [
      {
        form: 'tablet',
        brand: 9,
        strengths: [
          ['2 mg', 2, 0.2, 20],
          ['5 mg', 5, 0.24, 8],
          ['10 mg', 10, 0.37, 4],
        ],
      },
    ],
  },
  {
    code: '17100105',
    name: 'clonazepam',
    dea: 'CIV',
    products: [
      {
        form: 'tablet',
        strengths: [
          ['0.5 mg', 0.5, 0.75, 8],
          ['1 mg', 1, 0.86, 4],
        ],
      },
    ],
  },
  {
    code: '17100107',
    name: 'lorazepam',
    dea: 'CIV',
    products: [
      {
        form: 'tablet',
        strengths: [
          ['0.5 mg', 0.5, 0.62, 20],
          ['1 mg', 1, 0.81, 10],
        ],
      },
    ],
  },
  {
    code: '17120101',
    name: 'zolpidem',
    dea: 'CIV',
    products: [
      {
        form: 'tablet',
        brand: 5,
        strengths: [
          ['5 mg', 5, 4.5, 1],
          ['10 mg', 10, 4.55, 1],
        ],
      },
    ],
  },
  {
    code: '17120103',
    name: 'eszopiclone',
    dea: 'CIV',
    products: [
      {
        form: 'tablet',
        brand: 1.8,
        strengths: [
          ['2 mg', 2, 10.2, 1],
          ['3 mg', 3, 10.3, 1],
        ],
      },
    ],
  },
  {
    code: '17120301',
    name: 'temazepam',
    dea: 'CIV',
    products: [
      {
        form: 'capsule',
        strengths: [
          ['15 mg', 15, 0.72, 2],
          ['30 mg', 30, 0.9, 1],
        ],
      },
    ],
  },
  {
    code: '17140101',
    name: 'quetiapine',
    products: [
      {
        form: 'tablet',
        brand: 2.8,
        strengths: [
          ['25 mg', 25, 3.4, 16],
          ['100 mg', 100, 6.1, 8],
        ],
      },
    ],
  },
  {
    code: '17140103',
    name: 'aripiprazole',
    products: [
      {
        form: 'tablet',
        brand: 2,
        strengths: [
          ['5 mg', 5, 18.4, 3],
          ['10 mg', 10, 18.4, 3],
        ],
      },
    ],
  },
  {
    code: '17140501',
    name: 'lithium carbonate',
    maintenance: true,
    avoidInPregnancy: true,
    products: [{ form: 'capsule', strengths: [['300 mg', 300, 0.31, 6]] }],
  },
  {
    code: '17160101',
    name: 'modafinil',
    dea: 'CIV',
    products: [
      {
        form: 'tablet',
        brand: 1.9,
        strengths: [
          ['100 mg', 100, 14.2, 2],
          ['200 mg', 200, 19.8, 2],
        ],
      },
    ],
  },
  {
    code: '17160301',
    name: 'methylphenidate',
    dea: 'CII',
    products: [{ form: 'tablet', strengths: [['10 mg', 10, 0.95, 6]] }],
  },
  // 18 stomach and bowel
  {
    code: '18100101',
    name: 'omeprazole',
    products: [
      {
        form: 'delayed-release capsule',
        repackaged: 2.2,
        strengths: [
          ['20 mg', 20, 3.9, 2],
          ['40 mg', 40, 6.9, 1],
        ],
      },
    ],
  },
  {
    code: '18100103',
    name: 'pantoprazole',
    products: [
      {
        form: 'delayed-release tablet',
        brand: 3,
        strengths: [
          ['20 mg', 20, 3.6, 2],
          ['40 mg', 40, 3.9, 2],
        ],
      },
    ],
  },
  {
    code: '18100105',
    name: 'esomeprazole',
    products: [{ form: 'delayed-release capsule', brand: 1.4, strengths: [['40 mg', 40, 7.6, 1]] }],
  },
  {
    code: '18120101',
    name: 'famotidine',
    products: [
      {
        form: 'tablet',
        strengths: [
          ['20 mg', 20, 0.65, 2],
          ['40 mg', 40, 1.2, 1],
        ],
      },
    ],
  },
  {
    code: '18120301',
    name: 'senna-docusate',
    otc: true,
    products: [{ form: 'tablet', strengths: [['8.6-50 mg', 8.6, 0.06, 8]] }],
  },
  {
    code: '18120303',
    name: 'polyethylene glycol 3350',
    otc: true,
    products: [{ form: 'powder', strengths: [['17 g', 17, 0.04, 17]] }],
  },
  {
    code: '18120501',
    name: 'ondansetron',
    products: [
      {
        form: 'tablet',
        brand: 3,
        strengths: [
          ['4 mg', 4, 1.9, 6],
          ['8 mg', 8, 3.1, 3],
        ],
      },
      { form: 'orally disintegrating tablet', strengths: [['4 mg', 4, 2.6, 6]] },
    ],
  },
  { code: '18120503', name: 'promethazine', products: [{ form: 'tablet', strengths: [['25 mg', 25, 0.5, 6]] }] },
  {
    code: '18140101',
    name: 'naloxegol',
    products: [
      {
        form: 'tablet',
        onlyBrand: true,
        strengths: [
          ['12.5 mg', 12.5, 14.6, 2],
          ['25 mg', 25, 14.6, 1],
        ],
      },
    ],
  },
  {
    code: '18140103',
    name: 'methylnaltrexone',
    products: [{ form: 'tablet', onlyBrand: true, strengths: [['150 mg', 150, 24.7, 3]] }],
  },
  // 19 infections and exposure
  {
    code: '19100101',
    name: 'cephalexin',
    products: [
      {
        form: 'capsule',
        repackaged: 2.4,
        strengths: [
          ['250 mg', 250, 0.62, 16],
          ['500 mg', 500, 1.21, 8],
        ],
      },
    ],
  },
  {
    code: '19100103',
    name: 'amoxicillin-clavulanate',
    products: [
      {
        form: 'tablet',
        brand: 2,
        strengths: [
          ['500-125 mg', 500, 3.1, 3],
          ['875-125 mg', 875, 4.1, 2],
        ],
      },
    ],
  },
  {
    code: '19100501',
    name: 'doxycycline',
    products: [
      { form: 'capsule', strengths: [['100 mg', 100, 2.4, 2]] },
      { form: 'tablet', strengths: [['100 mg', 100, 2.8, 2]] },
    ],
  },
  {
    code: '19100701',
    name: 'sulfamethoxazole-trimethoprim',
    products: [{ form: 'tablet', strengths: [['800-160 mg', 800, 0.92, 4]] }],
  },
  {
    code: '19100901',
    name: 'ciprofloxacin',
    minAge: 18,
    products: [
      {
        form: 'tablet',
        brand: 2.6,
        strengths: [
          ['250 mg', 250, 2.1, 3],
          ['500 mg', 500, 2.4, 3],
        ],
      },
    ],
  },
  {
    code: '19100903',
    name: 'levofloxacin',
    minAge: 18,
    products: [{ form: 'tablet', strengths: [['500 mg', 500, 6.3, 1]] }],
  },
  {
    code: '19101101',
    name: 'linezolid',
    products: [{ form: 'tablet', brand: 1.4, strengths: [['600 mg', 600, 112, 2]] }],
  },
  { code: '19101301', name: 'clindamycin', products: [{ form: 'capsule', strengths: [['300 mg', 300, 2.2, 6]] }] },
  {
    code: '19120101',
    name: 'emtricitabine-tenofovir',
    products: [{ form: 'tablet', brand: 1.5, strengths: [['200-300 mg', 200, 44.2, 1]] }],
  },
  {
    code: '19120103',
    name: 'dolutegravir',
    products: [{ form: 'tablet', onlyBrand: true, strengths: [['50 mg', 50, 81, 2]] }],
  },
  {
    code: '19120105',
    name: 'raltegravir',
    products: [{ form: 'tablet', onlyBrand: true, strengths: [['400 mg', 400, 35.3, 4]] }],
  },
  {
    code: '19140101',
    name: 'tetanus-diphtheria vaccine',
    products: [{ form: 'injection', onlyBrand: true, strengths: [['0.5 mL', 0.5, 48]] }],
  },
  {
    code: '19140103',
    name: 'hepatitis B vaccine',
    products: [{ form: 'injection', onlyBrand: true, strengths: [['20 mcg/mL', 20, 74]] }],
  },
  {
    code: '19140105',
    name: 'hepatitis B immune globulin',
    specialty: true,
    products: [{ form: 'injection', onlyBrand: true, strengths: [['220 units/mL', 220, 205]] }],
  },
  // 20 corticosteroids and joint injections
  {
    code: '20100101',
    name: 'methylprednisolone',
    products: [{ form: 'dose pack', brand: 2, repackaged: 1.8, strengths: [['4 mg', 4, 1.35, 6]] }],
  },
  {
    code: '20100103',
    name: 'prednisone',
    products: [
      {
        form: 'tablet',
        repackaged: 2.5,
        strengths: [
          ['5 mg', 5, 0.14],
          ['10 mg', 10, 0.25],
          ['20 mg', 20, 0.42],
        ],
      },
    ],
  },
  { code: '20100105', name: 'dexamethasone', products: [{ form: 'tablet', strengths: [['4 mg', 4, 0.92]] }] },
  {
    code: '20120101',
    name: 'triamcinolone acetonide',
    products: [{ form: 'injection', brand: 1.2, strengths: [['40 mg/mL', 40, 13.1]] }],
  },
  {
    code: '20120103',
    name: 'methylprednisolone acetate',
    products: [
      {
        form: 'injection',
        strengths: [
          ['40 mg/mL', 40, 9.6],
          ['80 mg/mL', 80, 15.8],
        ],
      },
    ],
  },
  { code: '20120105', name: 'betamethasone', products: [{ form: 'injection', strengths: [['6 mg/mL', 6, 8.4]] }] },
  {
    code: '20120107',
    name: 'dexamethasone sodium phosphate',
    products: [{ form: 'injection', strengths: [['4 mg/mL', 4, 1.8]] }],
  },
  {
    code: '20140101',
    name: 'hylan G-F 20',
    specialty: true,
    products: [{ form: 'injection', onlyBrand: true, strengths: [['48 mg/6 mL', 48, 178]] }],
  },
  {
    code: '20140103',
    name: 'hyaluronate',
    specialty: true,
    products: [
      {
        form: 'injection',
        onlyBrand: true,
        strengths: [
          ['20 mg/2 mL', 20, 88],
          ['30 mg/2 mL', 30, 149],
        ],
      },
    ],
  },
  // 21 to 24 unrelated as a rule
  {
    code: '21100101',
    name: 'albuterol',
    maintenance: true,
    products: [{ form: 'inhaler', brand: 1.6, strengths: [['90 mcg', 90, 6.4]] }],
  },
  {
    code: '21100103',
    name: 'fluticasone-salmeterol',
    maintenance: true,
    products: [{ form: 'inhaler', brand: 2.4, strengths: [['250-50 mcg', 250, 3.3, 2]] }],
  },
  {
    code: '22100101',
    name: 'enoxaparin',
    products: [{ form: 'injection', brand: 2, strengths: [['40 mg/0.4 mL', 40, 61]] }],
  },
  {
    code: '22100103',
    name: 'apixaban',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        onlyBrand: true,
        strengths: [
          ['2.5 mg', 2.5, 11.9, 2],
          ['5 mg', 5, 11.9, 4],
        ],
      },
    ],
  },
  {
    code: '22100105',
    name: 'rivaroxaban',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        onlyBrand: true,
        strengths: [
          ['10 mg', 10, 22.1, 1],
          ['20 mg', 20, 22.1, 1],
        ],
      },
    ],
  },
  {
    code: '22100107',
    name: 'warfarin',
    maintenance: true,
    avoidInPregnancy: true,
    products: [
      {
        form: 'tablet',
        brand: 4,
        strengths: [
          ['2 mg', 2, 0.6],
          ['5 mg', 5, 0.63],
        ],
      },
    ],
  },
  {
    code: '23100101',
    name: 'lisinopril',
    maintenance: true,
    avoidInPregnancy: true,
    products: [
      {
        form: 'tablet',
        strengths: [
          ['10 mg', 10, 0.7, 8],
          ['20 mg', 20, 0.76, 4],
        ],
      },
    ],
  },
  {
    code: '23100103',
    name: 'amlodipine',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        strengths: [
          ['5 mg', 5, 1.6, 2],
          ['10 mg', 10, 2.1, 1],
        ],
      },
    ],
  },
  {
    code: '23100105',
    name: 'metoprolol',
    maintenance: true,
    products: [{ form: 'tablet', strengths: [['50 mg', 50, 0.5, 8]] }],
  },
  {
    code: '24100101',
    name: 'metformin',
    maintenance: true,
    products: [
      {
        form: 'tablet',
        strengths: [
          ['500 mg', 500, 0.7, 5],
          ['1000 mg', 1000, 1.2, 2],
        ],
      },
    ],
  },
  {
    code: '24100103',
    name: 'semaglutide',
    specialty: true,
    products: [{ form: 'injection', onlyBrand: true, strengths: [['2 mg/3 mL', 2, 384]] }],
  },
  // 25 to 33
  {
    code: '25100101',
    name: 'sildenafil',
    onlyGender: 'M',
    products: [
      {
        form: 'tablet',
        brand: 2.2,
        strengths: [
          ['50 mg', 50, 31, 1],
          ['100 mg', 100, 31, 1],
        ],
      },
    ],
  },
  {
    code: '25100103',
    name: 'tadalafil',
    onlyGender: 'M',
    products: [
      {
        form: 'tablet',
        brand: 1.8,
        strengths: [
          ['5 mg', 5, 12.4, 1],
          ['20 mg', 20, 42, 1],
        ],
      },
    ],
  },
  { code: '26100101', name: 'erythromycin', products: [{ form: 'eye ointment', strengths: [['0.5%', 0.5, 5.9]] }] },
  {
    code: '26100103',
    name: 'moxifloxacin',
    products: [{ form: 'eye drops', brand: 1.9, strengths: [['0.5%', 0.5, 33]] }],
  },
  { code: '26100105', name: 'ketorolac', products: [{ form: 'eye drops', strengths: [['0.5%', 0.5, 20.5]] }] },
  {
    code: '27100101',
    name: 'silver sulfadiazine',
    products: [{ form: 'cream', brand: 1.5, strengths: [['1%', 1, 0.46]] }],
  },
  { code: '27100103', name: 'mupirocin', products: [{ form: 'ointment', strengths: [['2%', 2, 1.9]] }] },
  {
    code: '28100101',
    name: 'calcitonin salmon',
    products: [{ form: 'nasal spray', strengths: [['200 units', 200, 24.7]] }],
  },
  {
    code: '28100103',
    name: 'alendronate',
    maintenance: true,
    products: [{ form: 'tablet', strengths: [['70 mg', 70, 19.8]] }],
  },
  {
    code: '28100105',
    name: 'teriparatide',
    specialty: true,
    products: [{ form: 'injection', onlyBrand: true, strengths: [['620 mcg/2.48 mL', 620, 1340]] }],
  },
  {
    code: '29100101',
    name: 'vitamin D3',
    otc: true,
    products: [{ form: 'capsule', strengths: [['2000 units', 2000, 0.06, 4]] }],
  },
  {
    code: '29100103',
    name: 'L-methylfolate',
    products: [{ form: 'tablet', onlyBrand: true, strengths: [['15 mg', 15, 5.9, 1]] }],
  },
  {
    code: '30100101',
    name: 'adalimumab',
    specialty: true,
    products: [{ form: 'injection', onlyBrand: true, strengths: [['40 mg/0.4 mL', 40, 3450]] }],
  },
  {
    code: '30100301',
    name: 'methotrexate',
    avoidInPregnancy: true,
    products: [{ form: 'tablet', strengths: [['2.5 mg', 2.5, 3.4]] }],
  },
  {
    code: '31100101',
    name: 'onabotulinumtoxinA',
    specialty: true,
    products: [{ form: 'injection', onlyBrand: true, strengths: [['100 units', 100, 784]] }],
  },
  { code: '32100101', name: 'lidocaine', products: [{ form: 'injection', strengths: [['1%', 1, 0.36]] }] },
  { code: '32100103', name: 'bupivacaine', products: [{ form: 'injection', strengths: [['0.5%', 0.5, 0.42]] }] },
  {
    code: '33100101',
    name: 'TENS electrodes',
    products: [{ form: 'supply', onlyBrand: true, strengths: [['4 pads', 4, 14.5]] }],
  },
]
