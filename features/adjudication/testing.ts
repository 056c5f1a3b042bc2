import { origin } from '#reference/origins.ts'
import { expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import { formularyDefaults } from '#reference/formulary-defaults.ts'
import type { Adjudication } from './answer.ts'
import type {
  ClaimState,
  DrugFacts,
  Formulary,
  FormularyItem,
  Mode,
  PastFill,
  PharmacyState,
  PriorAuth,
  Snapshot,
} from './snapshot.ts'
import type { CarrierSettings } from './settings.ts'
import type { ClaimRequest } from './claim-request.ts'
import { dateText, dayNumber } from './day-number.ts'
import { adjudicate } from './rules.ts'

// Cases for tests: one open, accepted lumbar strain in Illinois with everything in order; each test changes what it is
// about.

/** The catalogue product whose plain label this is, generic unless another flag is asked for. */
export function drugNamed(name: string, brandFlag?: DrugFacts['brandFlag']): DrugFacts {
  const found = drugs.find(
    (drug) => drug.name === name && !drug.repackaged && (brandFlag === undefined || drug.brandFlag === brandFlag),
  )
  if (found === undefined) throw new Error(`No drug "${name}" in the catalogue`)
  return found
}

export const defaultFormulary: Formulary = {
  id: 'default',
  name: 'Default formulary',
  kind: 'OPEN',
  items: formularyDefaults,
}

/** Nothing needs prior authorization: for tests about other gates. */
export const openFormulary: Formulary = { id: 'open', name: 'Open formulary', kind: 'OPEN', items: [] }

export const serviceDate = '2024-08-23'

/** The date so many days before (or after) the date of service. */
export const daysBefore = (days: number, from: string = serviceDate): string => dateText(dayNumber(from) - days)

const network: PharmacyState = {
  nabp: '1043391',
  name: 'Meridian Pharmacy #112',
  status: 'ACTIVE',
  networks: ['RETAIL', 'NINETY_DAY', 'MAIL', 'SPECIALTY'],
}

export type SnapshotChange = Partial<Omit<Snapshot, 'settings' | 'claim' | 'pharmacy' | 'prescriber'>> & {
  settings?: Partial<CarrierSettings>
  claim?: Partial<ClaimState>
  pharmacy?: Partial<PharmacyState>
  prescriber?: Partial<NonNullable<Snapshot['prescriber']>>
}

export const open: SnapshotChange = { formulary: openFormulary }

/** A carrier's own list of just these items. */
export const items = (...rows: FormularyItem[]): SnapshotChange => ({
  formulary: { id: 'f', name: 'Own list', kind: 'OPEN', items: rows },
})

/** An injury so many days before the date of service. */
export const injured = (daysAgo: number, claim: Partial<ClaimState> = {}): SnapshotChange => ({
  claim: { doi: daysBefore(daysAgo), ...claim },
  spans: [{ effectiveDate: daysBefore(daysAgo), termDate: null, reasonCode: 'NEW', planLevel: 'FULL' }],
})

/** The snapshot of the case, with what a test changes. */
export function snapshotOf(drug: DrugFacts | null, change: SnapshotChange = {}): Snapshot {
  const { settings, claim, pharmacy, prescriber, ...rest } = change
  return {
    now: `${serviceDate}T15:00:00.000Z`,
    group: { groupCode: 'NWMWEST0012', status: 'ACTIVE' },
    settings: settings ?? {},
    claimant: { firstName: 'Maria', lastName: 'Ortega', dateOfBirth: '1979-03-14', gender: 'F' },
    claim: {
      claimId: '4417733',
      jurisState: 'IL',
      doi: '2024-05-02',
      compensability: 'ACCEPTED',
      status: 'OPEN',
      bodyParts: [42],
      nature: 52,
      ...claim,
    },
    spans: [{ effectiveDate: '2024-05-02', termDate: null, reasonCode: 'NEW', planLevel: 'FULL' }],
    history: [],
    priorAuths: [],
    bypasses: [],
    formulary: defaultFormulary,
    pharmacy: { ...network, ...pharmacy },
    prescriber: {
      npi: '1234567893',
      type: 1,
      lastName: 'Haddad',
      status: 'ACTIVE',
      deaSchedules: ['CII', 'CIII', 'CIV', 'CV'],
      ...prescriber,
    },
    drug,
    ...rest,
  }
}

export type RequestChange = {
  quantity?: number
  days?: number
  date?: string
  daw?: string
  fillNumber?: number
  doi?: string
  npi?: string
  rx?: Partial<NonNullable<ClaimRequest['prescription']>>
  more?: Partial<ClaimRequest>
}

/** A live bill for the drug: 30 of 30 days unless said otherwise. */
export function requestFor(drug: DrugFacts | null, change: RequestChange = {}): ClaimRequest {
  return {
    channel: origin.RETAIL,
    bin: '610014',
    pcn: 'WCPBM',
    pharmacyNabp: '1043391',
    dateOfService: change.date ?? serviceDate,
    insurance: { groupCode: 'NWMWEST0012', cardholderId: '4T7K2M9QX31' },
    patient: { firstName: 'Maria', lastName: 'Ortega', dateOfBirth: '1979-03-14', gender: 'F' },
    prescription: {
      rxNumber: '7700412',
      fillNumber: change.fillNumber ?? 0,
      productId: drug?.ndc ?? '98009999901',
      quantity: change.quantity ?? 30,
      daysSupply: change.days ?? 30,
      daw: change.daw ?? '0',
      ...change.rx,
    },
    prescriber: { npi: change.npi ?? '1234567893', lastName: 'Haddad' },
    workersComp: { dateOfInjury: change.doi ?? '2024-05-02', employerName: 'Delta Freight Co' },
    ...change.more,
  }
}

/** What becomes of a bill for the drug. */
export const run = (
  drug: DrugFacts | null,
  request: RequestChange = {},
  snapshot: SnapshotChange = {},
  mode: Mode = 'LIVE',
): Adjudication => adjudicate(requestFor(drug, request), snapshotOf(drug, snapshot), { mode })

/** The same where the bill may name a pharmacy or a prescriber that is not on file. */
export function runUnknown(
  drug: DrugFacts | null,
  request: RequestChange,
  snapshot: SnapshotChange = {},
  mode: Mode = 'LIVE',
): Adjudication {
  const loaded = snapshotOf(drug, snapshot)
  const bill = requestFor(drug, request)
  if (bill.pharmacyNabp !== loaded.pharmacy?.nabp) loaded.pharmacy = null
  if (bill.prescriber?.npi !== loaded.prescriber?.npi) loaded.prescriber = null
  return adjudicate(bill, loaded, { mode })
}

/** What a rule, or a step such as 'format', said of a claim: "pass: Covered", one line each. */
export const linesOf = (answer: Adjudication, rule: string): string[] =>
  answer.trace.filter((line) => line.rule === rule).map((line) => `${line.result}: ${line.detail}`)

/** A bill for the drug, and the lines of the rule it is about. */
export type Says = [
  rule: string,
  says: string[],
  drug: DrugFacts | null,
  request: RequestChange,
  snapshot?: SnapshotChange,
  mode?: Mode,
]

/** A test for each row: the rule says just these lines. */
export function eachSays(rows: readonly Says[]): void {
  test.each(rows.map((row) => [`${row[0]} ${row[1].join(' / ')}`, row] as const))(
    '%s',
    (_title, [rule, says, drug, request, snapshot, mode]) => {
      expect(linesOf(run(drug, request, snapshot, mode), rule)).toEqual(says)
    },
  )
}

let serial = 0

/** A paid fill so many days before the date of service. */
export function paid(
  drug: DrugFacts,
  daysAgo: number,
  quantity: number,
  daysSupply: number,
  more: Partial<PastFill> = {},
): PastFill {
  serial += 1
  return {
    transactionId: `t${serial}`,
    claimId: '4417733',
    status: 'P',
    fillDate: daysBefore(daysAgo),
    quantity,
    daysSupply,
    rxNumber: `88${serial}`,
    fillNumber: 0,
    pharmacyNabp: '1043391',
    prescriberNpi: '1234567893',
    paidAmount: 20,
    drug,
    ...more,
  }
}

/** An active prior authorization for the drug at a level, clearing codes. */
export function priorAuthOf(
  drug: DrugFacts,
  level: PriorAuth['level'],
  codes: string[],
  more: Partial<PriorAuth> = {},
): PriorAuth {
  return {
    priorAuthId: '901221',
    claimId: '4417733',
    kind: 'PERMIT',
    statusId: 3,
    level,
    gpiPrefix: drug.gpi.slice(0, level === 11 ? 14 : level),
    ndc: level === 11 ? drug.ndc : null,
    brandFlag: '*',
    startDate: daysBefore(20),
    endDate: daysBefore(-60),
    maxFills: null,
    fillsUsed: 0,
    oneTime: false,
    codesCleared: codes,
    overrideAll: false,
    safetyIncluded: false,
    overrideRef: 'PA00901221',
    ...more,
  }
}

/** An active block for the drug at a level. */
export const blockOf = (drug: DrugFacts, level: PriorAuth['level'], more: Partial<PriorAuth> = {}): PriorAuth =>
  priorAuthOf(drug, level, [], {
    priorAuthId: '901300',
    kind: 'BLOCK',
    statusId: 7,
    overrideRef: 'PA00901300',
    ...more,
  })
