import { describe, expect, test } from 'vitest'
import type { ClearedBy } from '#reference/reject-codes.ts'
import type { DrugFacts, Mode } from './snapshot.ts'
import { ruleBook } from './rule-book.ts'
import {
  blockOf,
  daysBefore,
  drugNamed,
  injured,
  items,
  open,
  paid,
  type RequestChange,
  runUnknown,
  type SnapshotChange,
  snapshotOf,
} from './testing.ts'
import { clinic, known } from './testing-bills.ts'
import {
  acetaminophen,
  adalimumab,
  alprazolam,
  base,
  carisoprodol,
  celecoxibBrand,
  cyclobenzaprine,
  gabapentinBulk,
  hydrocodone,
  ibuprofen,
  ketamine,
  menthol,
  metformin,
  morphineEr,
  naproxen,
  oxycodone,
  pregabalin,
  sertraline,
  sildenafil,
  tramadol,
  warfarin,
} from './testing-drugs.ts'

// Every rule of the book, every code it may answer, and who may clear it: one row each.

const oxycodone30 = drugNamed('Oxycodone 30 mg tablet')

const usedTo = paid(tramadol, 100, 30, 5)
const doi = '2024-05-02'
const spans = (termDate: string | null, reasonCode: 'NEW' | 'TERM_CLOSED' | 'SETTLEMENT' = 'NEW') => [
  { effectiveDate: doi, termDate, reasonCode, planLevel: 'FULL' as const },
]
const pending = (state: string, daysAgo: number): SnapshotChange => ({
  ...open,
  ...injured(daysAgo, { jurisState: state, compensability: 'PENDING' }),
})
const compoundOf = (drugs: DrugFacts[], quantities: number[], more: RequestChange = {}): RequestChange => ({
  quantity: 120,
  rx: { productId: '0', compoundCode: '2' },
  more: {
    compound: { ingredients: drugs.map((drug, at) => ({ productId: drug.ndc, quantity: quantities[at] ?? 1 })) },
  },
  ...more,
})
type Row = [
  rule: string,
  code: string,
  by: ClearedBy,
  drug: DrugFacts | null,
  request: RequestChange,
  snapshot: SnapshotChange,
  mode?: Mode,
]

const rows: Row[] = [
  ['R01', '06', 'K', ibuprofen, { more: { insurance: { cardholderId: 'X1' } } }, {}],
  ['R01', '51', 'K', ibuprofen, {}, { group: null }],
  ['R01', '51', 'K', ibuprofen, {}, { group: { groupCode: 'G', status: 'ENDED', termDate: daysBefore(1) } }],
  ['R02', '52', 'K', ibuprofen, {}, { claimant: null }],
  ['R02', '62', 'K', ibuprofen, { more: { patient: { lastName: 'Smith', dateOfBirth: '1988-01-09' } } }, {}],
  ['R02', '7D', 'K', ibuprofen, { more: { patient: { lastName: 'Smith', dateOfBirth: '1988-01-09' } } }, {}],
  ['R03', 'DY', 'K', ibuprofen, { doi: '2024-05-10' }, {}],
  ['R03', 'DY', 'K', ibuprofen, { doi: '' }, {}],
  ['R03', 'DY', 'K', ibuprofen, { doi: daysBefore(-1) }, {}],
  [
    'R04',
    '67',
    'A',
    ibuprofen,
    {},
    { spans: [{ effectiveDate: daysBefore(-1), termDate: null, reasonCode: 'NEW', planLevel: 'FULL' }] },
  ],
  ['R05', '69', 'A', ibuprofen, {}, { spans: spans(daysBefore(1), 'TERM_CLOSED') }],
  [
    'R05',
    '69',
    'S',
    ibuprofen,
    {},
    { spans: spans(daysBefore(1), 'SETTLEMENT'), claim: { compensability: 'SETTLED_MSA' } },
  ],
  ['R05', '68', 'A', ibuprofen, {}, { spans: spans(daysBefore(1)) }],
  ['R05', '65', 'A', ibuprofen, {}, { spans: [] }],
  [
    'R05',
    '600',
    'A',
    ibuprofen,
    {},
    {
      spans: [
        ...spans(daysBefore(20)),
        { effectiveDate: daysBefore(-5), termDate: null, reasonCode: 'REINSTATE', planLevel: 'FULL' },
      ],
    },
  ],
  ['R05', '65', '-', ibuprofen, {}, { claimant: { ...snapshotOf(null).claimant!, deceasedDate: daysBefore(1) } }],
  ['R06', '830', 'A', ibuprofen, { doi: daysBefore(31) }, pending('IL', 31)],
  ['R06', '830', 'S', ibuprofen, {}, { claim: { compensability: 'SETTLED_MSA' } }],
  ['R07', '830', 'S', ibuprofen, {}, { claim: { compensability: 'CONTROVERTED' } }],
  ['R07', '65', 'S', ibuprofen, {}, { claim: { compensability: 'DENIED' } }],
  ['R08', '76', 'A', ibuprofen, { doi: daysBefore(3), days: 15, quantity: 45 }, pending('IL', 3)],
  ['R08', '76', 'A', ibuprofen, { doi: daysBefore(3), days: 8, quantity: 24 }, pending('TN', 3)],
  ['R08', '75', 'A', cyclobenzaprine, { doi: daysBefore(3), days: 8, quantity: 24 }, pending('NY', 3)],
  [
    'R08',
    '75',
    'A',
    cyclobenzaprine,
    { doi: daysBefore(12), days: 7, quantity: 21 },
    {
      ...pending('NY', 12),
      history: [paid(cyclobenzaprine, 11, 21, 7)],
    },
  ],
  ['R08', '78', 'A', adalimumab, { doi: daysBefore(3), days: 14, quantity: 2 }, pending('IL', 3)],
  [
    'R08',
    '70',
    'A',
    metformin,
    { doi: daysBefore(3), days: 10 },
    { ...pending('IL', 3), formulary: snapshotOf(null).formulary },
  ],
  ['R09', '50', 'K', ibuprofen, { more: { pharmacyNabp: '1043390' } }, {}],
  ['R09', '40', 'A', ibuprofen, {}, { claim: { jurisState: 'CA' }, pharmacy: { networks: [] } }],
  ['R09', '560', 'A', ibuprofen, {}, { claim: { jurisState: 'CA' }, pharmacy: { networks: ['MAIL'] } }],
  [
    'R09',
    '561',
    'A',
    ibuprofen,
    { more: { channel: 3 } },
    { claim: { jurisState: 'CA' }, pharmacy: { networks: ['RETAIL'] } },
  ],
  ['R09', 'G6', 'A', adalimumab, { quantity: 2 }, { claim: { jurisState: 'CA' }, pharmacy: { networks: ['RETAIL'] } }],
  [
    'R09',
    'G9',
    'A',
    ibuprofen,
    { days: 60, quantity: 90 },
    { claim: { jurisState: 'CA' }, pharmacy: { networks: ['RETAIL'] } },
  ],
  ['R10', '559', '-', ibuprofen, {}, { pharmacy: { status: 'SANCTIONED' } }],
  ['R10', '827', '-', ibuprofen, {}, { pharmacy: { status: 'SUSPENDED' } }],
  ['R10', '768', '-', ibuprofen, {}, { pharmacy: { closedDate: daysBefore(1) } }],
  ['R10', '768', '-', ibuprofen, {}, { pharmacy: { status: 'CLOSED' } }],
  ['R10', '877', 'K', ibuprofen, {}, { pharmacy: { status: 'TERMINATED' } }],
  ['R11', '25', 'K', ibuprofen, { npi: '1234567890' }, {}],
  ['R11', '56', 'K', ibuprofen, { npi: '1932102308' }, {}],
  ['R11', '42', 'K', ibuprofen, {}, { prescriber: { status: 'INACTIVE' } }],
  ['R11', 'A2', '-', ibuprofen, {}, { prescriber: { status: 'DECEASED' } }],
  ['R11', 'A1', '-', ibuprofen, {}, { prescriber: { status: 'EXCLUDED' } }],
  ['R11', '619', 'K', ibuprofen, {}, { prescriber: { type: 2 } }],
  ['R12', '71', 'A', ibuprofen, {}, { prescriber: { blocked: { reason: 'out of area', fraud: false } } }],
  ['R12', '71', 'S', ibuprofen, {}, { prescriber: { blocked: { reason: 'billing fraud', fraud: true } } }],
  ['R12', '71', 'A', ibuprofen, {}, { claim: { jurisState: 'FL', authorizedPrescriberNpis: ['1245319599'] } }],
  ['R13', '46', '-', oxycodone, {}, { prescriber: { deaSchedules: ['CIV'] } }],
  ['R13', '43', '-', oxycodone, {}, { prescriber: { deaExpires: '2024-08-22' } }],
  ['R13', '43', '-', oxycodone, {}, { prescriber: { deaActive: false } }],
  ['R14', '54', 'K', null, {}, {}],
  ['R14', '77', '-', { ...ibuprofen, obsoleteDate: '2019-06-30' }, {}, {}],
  ['R14', '825', 'K', { ...ibuprofen, marketStart: '2035-01-01' }, {}, {}],
  ['R15', '70', 'A', carisoprodol, {}, {}],
  ['R15', '70', 'S', carisoprodol, {}, { settings: { formularyOverrides: false } }],
  ['R16', '75', 'A', pregabalin, {}, {}],
  ['R16', '75', 'A', cyclobenzaprine, { days: 8, quantity: 24 }, { history: [paid(cyclobenzaprine, 40, 21, 7)] }],
  ['R16', 'MR', 'A', ibuprofen, {}, { formulary: { id: 'c', name: 'Closed list', kind: 'CLOSED', items: [] } }],
  [
    'R16',
    'MR',
    'A',
    ibuprofen,
    {},
    { ...open, spans: [{ effectiveDate: doi, termDate: null, reasonCode: 'NEW', planLevel: 'LIMITED_DRUGS' }] },
  ],
  ['R16', '75', 'A', ibuprofen, {}, { formulary: { id: 'o', name: 'ODG list', kind: 'ODG_LIKE', items: [] } }],
  ['R17', '608', 'A', pregabalin, {}, items({ gpiPrefix: '13100103', status: 'STEP', stepThrough: ['13100101'] })],
  ['R18', 'UU', 'K', celecoxibBrand, { daw: '0' }, {}],
  ['R18', 'AJ', 'A', celecoxibBrand, { daw: '1' }, {}],
  ['R19', '645', 'A', { ...ibuprofen, repackaged: true }, {}, { settings: { repackagedDenied: true } }],
  ['R19', '645', 'A', ibuprofen, { more: { deliveryType: 4 } }, { claim: { jurisState: 'PA' } }],
  ['R20', '7Z', 'K', null, compoundOf([ketamine], [5]), known(ketamine)],
  ['R20', '7Y', 'A', null, compoundOf([menthol, base], [10, 20]), known(menthol, base)],
  ['R20', '7Y', 'S', null, compoundOf([ketamine, menthol], [20, 10]), known(ketamine, menthol)],
  [
    'R20',
    '772',
    '-',
    null,
    compoundOf([menthol, base], [10, 20]),
    { ...known(menthol, base), settings: { compoundHardStop: true } },
  ],
  ['R20', '771', '-', null, compoundOf([ketamine, base], [5, 20]), known(ketamine)],
  [
    'R20',
    '9K',
    'A',
    null,
    compoundOf([ketamine, base], [5, 20]),
    { ...known(ketamine, base), settings: { compoundMaxIngredients: 1 } },
  ],
  ['R20', '78', 'S', null, compoundOf([gabapentinBulk, base], [40, 20]), known(gabapentinBulk, base)],
  ['R21', '54', 'K', null, clinic('J1030', 1), {}],
  ['R21', '54', 'K', null, clinic('J9999', 1), {}],
  ['R21', '9G', 'A', null, clinic('J1885', 9), {}],
  ['R21', '9H', 'K', null, clinic('J1885', 3, { doseGiven: 30 }), {}],
  ['R21', '21', 'K', null, clinic('J3490', 1), {}],
  ['R21', '75', 'A', ibuprofen, clinic('J3490', 1, { description: 'new drug' }), {}],
  ['R22', '80', 'A', sildenafil, {}, { claim: { bodyParts: [34] } }],
  ['R22', '80', 'A', sertraline, {}, { ...open, claim: { bodyParts: [42] } }],
  ['R22', '80', 'A', oxycodone, { days: 8 }, { ...open, claim: { bodyParts: [35] }, history: [usedTo] }],
  ['R23', '79', 'A', ibuprofen, {}, { history: [paid(ibuprofen, 10, 30, 30)] }],
  ['R23', '79', 'R', oxycodone, {}, { ...open, history: [paid(oxycodone, 10, 30, 30)] }],
  ['R24', '7X', 'A', ibuprofen, { days: 31 }, {}],
  ['R24', '7X', 'A', oxycodone, { days: 31 }, { ...open, claim: { jurisState: 'US-FECA' }, history: [usedTo] }],
  ['R24', 'AG', 'A', ibuprofen, {}, items({ gpiPrefix: '1110', status: 'COVERED', maxDays: 10 })],
  ['R25', '76', 'A', ibuprofen, {}, items({ gpiPrefix: '1110', status: 'COVERED', maxQty: 29 })],
  ['R25', '9G', 'A', ibuprofen, { quantity: 90 }, items({ gpiPrefix: '1110', status: 'COVERED', maxPerDay: 2 })],
  ['R26', '73', '-', oxycodone, { fillNumber: 1 }, open],
  [
    'R26',
    '73',
    'R',
    oxycodone,
    { quantity: 20, rx: { rxNumber: '77', dispensingStatus: 'C' } },
    { history: [paid(oxycodone, 10, 10, 10, { rxNumber: '77', part: 'P', quantityIntended: 30 })] },
  ],
  ['R26', '73', 'A', ibuprofen, { fillNumber: 1, rx: { dateWritten: '2023-08-01' } }, {}],
  ['R26', '73', '-', tramadol, { fillNumber: 1, rx: { dateWritten: '2024-01-15' } }, open],
  ['R26', '7W', 'A', ibuprofen, { fillNumber: 3, rx: { refillsAuthorised: 2 } }, {}],
  ['R26', '7W', '-', tramadol, { fillNumber: 6 }, open],
  ['R27', '78', 'A', adalimumab, { quantity: 2 }, open],
  ['R28', '81', 'K', ibuprofen, {}, { now: `${daysBefore(-91)}T12:00:00.000Z` }],
  ['R28', '81', 'K', ibuprofen, { more: { channel: 9 } }, { now: `${daysBefore(-366)}T12:00:00.000Z` }],
  ['R28', '82', 'K', ibuprofen, { date: daysBefore(-1) }, { now: `${daysBefore(0)}T13:59:00.000Z` }],
  ['R29', '83', '-', ibuprofen, {}, { history: [paid(ibuprofen, 0, 30, 30)] }],
  ['R29', '83', '-', ibuprofen, {}, { history: [paid(naproxen, 4, 30, 30, { rxNumber: '7700412' })] }],
  ['R30', '88', 'R', naproxen, { quantity: 60 }, { history: [paid(ibuprofen, 10, 90, 30)] }],
  [
    'R30',
    '88',
    'A',
    naproxen,
    { quantity: 60 },
    { history: [paid(ibuprofen, 10, 90, 30)], settings: { safetyOverrides: true } },
  ],
  [
    'R30',
    '88',
    'R',
    oxycodone,
    {},
    { ...open, history: [paid(hydrocodone, 10, 90, 30)], settings: { safetyOverrides: true } },
  ],
  [
    'R31',
    '88',
    'O',
    drugNamed('Apixaban 5 mg tablet'),
    {},
    { ...open, history: [paid(drugNamed('Enoxaparin 40 mg/0.4 mL injection', 'G'), 1, 12, 30)] },
  ],
  ['R31', '88', 'R', ibuprofen, {}, { history: [paid(warfarin, 1, 30, 30)] }],
  ['R31', '88', 'R', ibuprofen, {}, { history: [paid(sertraline, 1, 30, 30)] }],
  ['R31', '88', 'A', ibuprofen, {}, { history: [paid(sertraline, 1, 30, 30)], settings: { safetyOverrides: true } }],
  ['R32', 'TQ', 'R', ibuprofen, { quantity: 180 }, {}],
  ['R32', '88', 'R', acetaminophen, { quantity: 240 }, { history: [paid(hydrocodone, 3, 90, 30)] }],
  ['R33', '922', 'R', oxycodone, { quantity: 210 }, { ...open, history: [usedTo] }],
  ['R33', '922', 'O', oxycodone30, { quantity: 180 }, { ...open, history: [usedTo] }],
  ['R33', '88', 'R', oxycodone, { quantity: 120 }, { ...open, history: [usedTo, paid(alprazolam, 3, 30, 30)] }],
  ['R33', '88', 'R', alprazolam, {}, { ...open, history: [paid(oxycodone, 3, 120, 30)] }],
  ['R34', '925', 'A', hydrocodone, { quantity: 40, days: 10 }, open],
  ['R34', '925', 'R', hydrocodone, { quantity: 60, days: 15 }, open],
  ['R34', '925', 'R', hydrocodone, { quantity: 40, days: 10 }, { ...open, history: [paid(alprazolam, 3, 30, 30)] }],
  [
    'R35',
    '75',
    'R',
    hydrocodone,
    { quantity: 60 },
    { ...open, history: [90, 60, 30].map((day) => paid(hydrocodone, day, 60, 30)) },
  ],
  [
    'R35',
    '88',
    'R',
    hydrocodone,
    { quantity: 60 },
    { ...open, history: [90, 60, 30].map((day) => paid(hydrocodone, day, 60, 30)) },
  ],
  [
    'R36',
    '88',
    'R',
    tramadol,
    {},
    {
      ...open,
      claim: { jurisState: 'US-FECA' },
      history: [paid(oxycodone, 5, 30, 30), paid(morphineEr, 5, 30, 30)],
    },
  ],
  [
    'R37',
    '88',
    'R',
    morphineEr,
    { days: 7, doi: daysBefore(20) },
    {
      ...open,
      settings: { longActingEarlyRule: true },
      claim: { doi: daysBefore(20) },
    },
  ],
  ['R38', '88', 'O', carisoprodol, {}, { ...open, history: [paid(oxycodone, 3, 30, 30), paid(alprazolam, 3, 30, 30)] }],
  ['R39', '60', 'A', ibuprofen, {}, items({ gpiPrefix: '1110', status: 'COVERED', maxAge: 40 })],
  ['R39', '61', 'A', sildenafil, {}, open],
  ['R39', '88', 'R', { ...ibuprofen, minAge: 50 }, {}, {}],
  ['R39', '88', 'R', warfarin, {}, { ...open, claim: { acceptedIcd: ['O26.891'] } }],
  ['R40', '3Y', 'A', ibuprofen, {}, { priorAuths: [blockOf(ibuprofen, 8)] }],
  ['R41', '830', 'A', ibuprofen, {}, { settings: { callEveryTime: ['1110'] } }],
  ['R42', 'M2', 'S', ibuprofen, {}, { claim: { lockIn: { pharmacyNabp: '2201120' } } }],
  ['R42', 'M2', 'S', ibuprofen, {}, { claim: { lockIn: { prescriberNpi: '1245319599' } } }],
  ['R42', '828', 'S', ibuprofen, {}, { claim: { lockIn: { caseManagement: true } } }],
  ['R43', '70', 'A', ibuprofen, {}, { settings: { excludedChannels: [1] } }],
  ['R43', '70', 'A', acetaminophen, {}, open],
]

describe('the rule book', () => {
  test.each(rows.map((row) => [`${row[0]} ${row[1]} (${row[2]})`, row] as const))('%s', (_title, row) => {
    const [, , , drug, request, snapshot, mode] = row
    // Rows R09 50 and R11 56 ask for providers that are not on file.
    const result = runUnknown(drug, request, snapshot, mode)
    const found = result.rejects.filter((made) => made.sourceRule === row[0] && made.rejectCode === row[1])
    expect(
      found.map((made) => made.overridableBy),
      JSON.stringify(result.rejects.map((made) => [made.sourceRule, made.rejectCode])),
    ).toContain(row[2])
    expect(
      result.trace.some((line) => line.rule === row[0] && line.result === 'reject' && line.detail.includes(row[1])),
    ).toBe(true)
    expect(result.outcome).toBe('R')
  })

  test('every code of every rule is reached by a row above, and no other', () => {
    const reached = new Set(rows.map(([rule, code]) => `${rule} ${code}`))
    const listed = new Set(Object.values(ruleBook).flatMap((rule) => rule.codes.map((code) => `${rule.id} ${code}`)))
    expect([...reached].toSorted()).toEqual([...listed].toSorted())
  })

  test('who may clear a code is said by the book, and every role the book names is reached', () => {
    const reached = new Set(rows.map(([rule, , by]) => `${rule} ${by}`))
    const listed = new Set(Object.values(ruleBook).flatMap((rule) => rule.clearedBy.map((by) => `${rule.id} ${by}`)))
    expect([...reached].filter((one) => !listed.has(one))).toEqual([])
    expect([...listed].filter((one) => !reached.has(one))).toEqual([])
  })
})
