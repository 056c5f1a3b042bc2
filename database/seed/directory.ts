import type { Drug } from '#reference/drugs.ts'
import { drugCatalogue } from '#reference/drugs.ts'
import type { PharmacyState } from '#features/adjudication/snapshot.ts'
import { formularyDefaults, type FormularyEntry } from '#reference/formulary-defaults.ts'
import { familyNames, mensNames, streetKinds, streetNames, womensNames } from './names.ts'
import { placeOf, stateMix } from './places.ts'
import type { Stream, Streams } from './prng.ts'
import type { Extent } from './sizes.ts'
import { targetsOf } from './sizes.ts'

/** A row of `pharmacy`. */
export type PharmacyRow = {
  nabp: string
  npi: string
  name: string
  chain: string | null
  address1: string
  city: string
  state: string
  zip: string
  phone: string
  fax: string | null
  network: 'IN' | 'OUT'
  networks: readonly PharmacyState['networks'][number][]
  delivery_type_id: number
  physician_dispenser: boolean
  sanctioned: boolean
  suspended: boolean
  closed_date: string | null
  callback_url: string | null
}

/** A row of `practitioner_block`. */
export type BlockRow = { mc: string; npi: string; reason: string; fraud: boolean }

/** A row of `practitioner`. */
export type PractitionerRow = {
  npi: string
  id: string
  first_name: string
  last_name: string
  specialty: string
  credential: string
  license_state: string
  status: 'ACTIVE' | 'INACTIVE' | 'DECEASED' | 'EXCLUDED'
  entity_type: 1 | 2
  dea_schedules: readonly string[]
  dea_expires: string | null
  phone: string | null
  fax: string | null
  email: string | null
  city: string
  state: string
}

/** The check digit of an NPI: Luhn over 80840 and the first nine digits. */
export function withNpiCheck(nine: string): string {
  let sum = 24
  for (let at = 0; at < 9; at += 1) {
    const digit = Number(nine[8 - at])
    const doubled = at % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return `${nine}${(10 - (sum % 10)) % 10}`
}

/** The check digit of a pharmacy number: (d1 + d3 + d5 + 2 (d2 + d4 + d6)) mod 10. */
export function withNabpCheck(six: string): string {
  const digit = (at: number): number => Number(six[at])
  const sum = digit(0) + digit(2) + digit(4) + 2 * (digit(1) + digit(3) + digit(5))
  return `${six}${sum % 10}`
}

/** A telephone number no one has: exchange 555, line 01xx. */
export const phoneIn = (state: string, random: Stream): string =>
  `${random.pick(placeOf(state).areaCodes)}-555-01${String(random.int(0, 99)).padStart(2, '0')}`

export const streetAddress = (random: Stream): string =>
  `${random.int(1, 98) * 10 + random.int(1, 9)} ${random.pick(streetNames)} ${random.pick(streetKinds)}`

/** A street address somewhere in a state. */
export function addressIn(state: string, random: Stream): { address1: string; city: string; zip: string } {
  const [city, zip3] = random.pick(placeOf(state).cities)
  return {
    address1: streetAddress(random),
    city,
    zip: `${zip3}${random.digits(2)}`,
  }
}

const chains = [
  'Meridian Pharmacy',
  'Harborlight Drug',
  'Corner Lantern Pharmacy',
  'Old Mill Pharmacy',
  'Blue Finch Rx',
]
const independents = [
  'Willow & Main Drug',
  'Juniper Apothecary',
  'Harbor Street Rx',
  'Larkspur Pharmacy',
  'Third Street Drug',
]

/** The networks of a pharmacy with the whole contract. */
export const everyNetwork = ['RETAIL', 'MAIL', 'NINETY_DAY', 'SPECIALTY'] as const

/** How many of `total` each state gets, at least one where the size allows, in the order of the state mix. */
function perState(total: number): { state: string; count: number }[] {
  const weights = stateMix.reduce((sum, [weight]) => sum + weight, 0)
  let left = total
  return stateMix
    .map(([weight, state]) => {
      const count = Math.min(left, Math.max(1, Math.round((total * weight) / weights)))
      left -= count
      return { state, count }
    })
    .filter(({ count }) => count > 0)
}

/** Numbers a state has under its own two digits, 1000 to 8999; a state with more pharmacies has a second pair of digits. */
const numbersOfState = 8000

function nabpOf(state: string, number: number): string {
  const own = placeOf(state).pharmacyState
  const digits = number < numbersOfState ? own : String(Number(own) + 51)
  return withNabpCheck(`${digits}${1000 + (number % numbersOfState)}`)
}

/** Pharmacies of a world: chains, independents, mail, specialty, compounding, physicians who dispense, and a few one must not use. */
export function pharmaciesOf(extent: Extent, stream: Streams): PharmacyRow[] {
  const rows: PharmacyRow[] = []
  let serial = 0
  for (const { state, count } of perState(targetsOf(extent).pharmacies - 6)) {
    // Numbers of one state lie as far apart as there is room for.
    const step = Math.max(1, Math.min(7, Math.floor(numbersOfState / count)))
    for (let at = 0; at < count; at += 1) {
      serial += 1
      const random = stream('pharmacy', `${state} ${at}`)
      const kind = random.weighted([
        [80, 'chain'],
        [9, 'own'],
        [8, 'physician'],
        [3, 'compounding'],
      ] as const)
      const first = at === 0 ? 'chain' : kind // every state has a counter
      const chain = first === 'chain' ? random.pick(chains) : null
      const address = addressIn(state, random)
      rows.push({
        nabp: nabpOf(state, at * step + random.int(0, step - 1)),
        npi: withNpiCheck(`19${String(serial * 13 + 100_000).padStart(7, '0')}`),
        name:
          first === 'chain'
            ? `${chain} #${random.int(100, 989)}`
            : first === 'own'
              ? random.pick(independents)
              : first === 'physician'
                ? `${address.city} Occupational Clinic Dispensary`
                : `${random.pick(['Juniper', 'Cobalt', 'Harbor'])} Compounding`,
        chain,
        ...address,
        state,
        phone: phoneIn(state, random),
        fax: phoneIn(state, random),
        network: first === 'chain' ? 'IN' : random.chance(0.7) ? 'IN' : 'OUT',
        networks: first === 'compounding' ? ['RETAIL'] : everyNetwork,
        delivery_type_id: first === 'physician' ? 4 : first === 'compounding' ? 8 : 1,
        physician_dispenser: first === 'physician',
        sanctioned: false,
        suspended: false,
        closed_date: null,
        callback_url: null,
      })
    }
  }
  let specials = 0
  const special = (name: string, state: string, change: Partial<PharmacyRow>): void => {
    serial += 1
    specials += 1
    const random = stream('pharmacy', name)
    rows.push({
      nabp: withNabpCheck(`${placeOf(state).pharmacyState}${9500 + specials}`),
      npi: withNpiCheck(`19${String(serial * 13 + 100_000).padStart(7, '0')}`),
      name,
      chain: null,
      ...addressIn(state, random),
      state,
      phone: phoneIn(state, random),
      fax: phoneIn(state, random),
      network: 'IN',
      networks: everyNetwork,
      delivery_type_id: 1,
      physician_dispenser: false,
      sanctioned: false,
      suspended: false,
      closed_date: null,
      callback_url: null,
      ...change,
    })
  }
  special('Prairie Mail Pharmacy', 'KS', { delivery_type_id: 2, networks: ['MAIL', 'NINETY_DAY'] })
  special('Sagebrush Home Delivery', 'AZ', { delivery_type_id: 2, networks: ['MAIL'] })
  special('Beacon Specialty Pharmacy', 'TN', { delivery_type_id: 3, networks: ['SPECIALTY'] })
  special('Gull Harbor Drug', 'FL', { sanctioned: true })
  special('Two Rivers Pharmacy', 'PA', { suspended: true })
  special('Old Station Drug', 'OH', { closed_date: '2023-06-30' })
  return rows
}

/** Specialties, how often they prescribe on work injuries, and the letters behind the name. */
const specialties = [
  [16, 'Orthopedic Surgery', ['MD', 'DO']],
  [15, 'Occupational Medicine', ['MD', 'NP', 'PA']],
  [14, 'Family Medicine', ['MD', 'DO', 'NP']],
  [13, 'Pain Medicine', ['MD', 'NP', 'PA']],
  [10, 'Physical Medicine and Rehabilitation', ['MD', 'DO']],
  [8, 'Emergency Medicine', ['MD', 'PA']],
  [6, 'Neurology', ['MD']],
  [5, 'Hand Surgery', ['MD']],
  [4, 'Psychiatry', ['MD', 'NP']],
  [4, 'Neurosurgery', ['MD']],
  [3, 'Ophthalmology', ['MD']],
  [2, 'Pulmonology', ['MD']],
] as const

const specialtyMix = specialties.map(([weight, name, letters]) => [weight, [name, letters] as const] as const)

const everySchedule = ['CII', 'CIII', 'CIV', 'CV'] as const

/** Prescribers of a world. A handful are inactive, excluded, dead, or not registered for Schedule II. */
export function practitionersOf(extent: Extent, stream: Streams, bornMs: number): PractitionerRow[] {
  const rows: PractitionerRow[] = []
  let serial = 0
  for (const { state, count } of perState(targetsOf(extent).prescribers)) {
    for (let at = 0; at < count; at += 1) {
      serial += 1
      const random = stream('practitioner', `${state} ${at}`)
      const [specialty, credentials] = random.weighted(specialtyMix)
      const credential = random.pick(credentials)
      const first = random.pick(random.chance(0.45) ? womensNames : mensNames)
      const last = random.pick(familyNames)
      const place = addressIn(state, random)
      const status =
        at === 0
          ? 'ACTIVE'
          : random.weighted([
              [97, 'ACTIVE'],
              [2, 'INACTIVE'],
              [0.5, 'DECEASED'],
              [0.5, 'EXCLUDED'],
            ] as const)
      rows.push({
        npi: withNpiCheck(`19${String(5_000_000 + serial * 17)}`),
        id: random.id(bornMs),
        first_name: first,
        last_name: last,
        specialty,
        credential,
        license_state: state,
        status,
        entity_type: 1,
        dea_expires: null,
        dea_schedules: at > 0 && random.chance(0.03) ? ['CIII', 'CIV', 'CV'] : everySchedule,
        phone: phoneIn(state, random),
        fax: random.chance(0.9) ? phoneIn(state, random) : null,
        email: random.chance(0.4) ? `office${serial}@clinic${(serial % 40) + 1}.example` : null,
        city: place.city,
        state,
      })
    }
  }
  return rows
}

/** Prescribers a carrier does not pay; one of them for fraud. */
export function blocksOf(mcs: readonly string[], practitioners: readonly PractitionerRow[]): BlockRow[] {
  const inState = (state: string, from: number): PractitionerRow =>
    practitioners.filter((row) => row.state === state && row.status === 'ACTIVE').at(from)!
  const block = (mc: string, row: PractitionerRow, reason: string, fraud = false): BlockRow => ({
    mc,
    npi: row.npi,
    reason,
    fraud,
  })
  const all = [
    block('NWM', inState('FL', -1), 'Repeated bills without office notes'),
    block('NWM', inState('CA', -1), 'Kickbacks, referred to the state', true),
    block('NWM', inState('NY', -1), 'Not an authorized provider of the Board'),
    block('CSC', inState('CA', -2), 'Billing for drugs never dispensed', true),
    block('PTA', inState('TX', -1), 'Left the network after a quality review'),
  ]
  return all.filter((row) => mcs.includes(row.mc))
}

/** Products of a world: one package of every product for tests, two labelers for the demo, thirteen for scale. */
export function drugsOf(extent: Extent): Drug[] {
  if (extent.size !== 'test') return drugCatalogue(targetsOf(extent).labelers)
  const seen = new Set<string>()
  return drugCatalogue().filter((drug) => {
    const key = `${drug.gpi} ${drug.brandFlag} ${drug.repackaged} ${drug.obsoleteDate ?? ''} ${drug.marketStart}`
    const first = !seen.has(key)
    seen.add(key)
    // Brand twins and repackaged packages of the rarer drugs are left to the demo.
    return first && (drug.brandFlag !== 'M' || drug.gpi < '13') && (!drug.repackaged || drug.gpi < '12')
  })
}

/** What the carriers of the demo add to the default formulary. */
const carrierItems: Readonly<Record<string, readonly FormularyEntry[]>> = {
  NWM: [
    { gpiPrefix: '111001050202', status: 'EXCLUDED', note: 'Meloxicam tablet costs a tenth' },
    { gpiPrefix: '12100105', status: 'PA', note: 'Cyclobenzaprine or methocarbamol first' },
    { gpiPrefix: '1210', status: 'COVERED', maxDays: 30, note: 'Muscle relaxant' },
    { gpiPrefix: '1610', status: 'COVERED', maxQty: 9, note: 'Triptan, up to 9 units per fill' },
    { gpiPrefix: '1010', status: 'PA', firstFillDays: 65, note: 'Short-acting opioid, after two months' },
    { gpiPrefix: '1014', status: 'PA', firstFillDays: 65, note: 'Tramadol or similar opioid, after two months' },
    { gpiPrefix: '1810', status: 'PA', firstFillDays: 180, note: 'Stomach protection, after six months' },
  ],
  CSC: [
    {
      gpiPrefix: '1112',
      status: 'STEP',
      stepThrough: ['1110'],
      genericOnly: true,
      note: 'Celecoxib after another NSAID',
    },
    { gpiPrefix: '12100105', status: 'PA', note: 'Cyclobenzaprine or methocarbamol first' },
    { gpiPrefix: '1210', status: 'PA', firstFillDays: 90, note: 'Muscle relaxant, after three months' },
  ],
  PTA: [
    { gpiPrefix: '151201010108', status: 'EXCLUDED', note: 'Lidocaine patch is covered' },
    { gpiPrefix: '1210', status: 'COVERED', maxDays: 30, note: 'Muscle relaxant' },
    { gpiPrefix: '1010', status: 'PA', firstFillDays: 65, note: 'Short-acting opioid, after two months' },
    { gpiPrefix: '1014', status: 'PA', firstFillDays: 65, note: 'Tramadol or similar opioid, after two months' },
    { gpiPrefix: '1810', status: 'COVERED', note: 'Stomach protection' },
  ],
  FDW: [
    { gpiPrefix: '1010', status: 'PA', firstFillDays: 28, note: 'After four 7-day fills, with letter CA-27' },
    { gpiPrefix: '1014', status: 'PA', firstFillDays: 28, note: 'After four 7-day fills, with letter CA-27' },
    { gpiPrefix: '1516', status: 'PA', maxDays: 30, note: 'Compound, with CA-26 on file' },
  ],
}

/** What a carrier without a story adds. */
const usualItems: readonly FormularyEntry[] = [
  { gpiPrefix: '1210', status: 'PA', firstFillDays: 60, note: 'Muscle relaxant, after 60 days' },
  { gpiPrefix: '1810', status: 'PA', firstFillDays: 180, note: 'Stomach protection, after six months' },
]

/** Rows of `formulary_item`: the default of all carriers ('') and the carriers' own. */
export function formularyRows(mcs: readonly string[]) {
  const row = (mc: string, item: FormularyEntry) => {
    const { gpiPrefix, status, maxQty = null, maxDays = null, maxFills = null, firstFillDays = null, ...facts } = item
    return {
      mc,
      sub_carrier: '*',
      gpi_prefix: gpiPrefix,
      status,
      max_qty: maxQty,
      max_days: maxDays,
      max_fills: maxFills,
      first_fill_days: firstFillDays,
      facts,
    }
  }
  return [
    ...formularyDefaults.map((item) => row('', item)),
    ...mcs.flatMap((mc) => (carrierItems[mc] ?? usualItems).map((item) => row(mc, item))),
  ]
}
