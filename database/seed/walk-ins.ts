import { icd10Description } from '#reference/icd10.ts'
import { folded } from '#platform/folded.ts'
import type { Claim } from './claim-rows.ts'
import type { Group } from './claims.ts'
import type { PharmacyRow, PractitionerRow } from './directory.ts'
import { withNabpCheck, withNpiCheck } from './directory.ts'
import { injuries } from './injuries.ts'
import type { Staff } from './people.ts'
import { placeOf } from './places.ts'
import type { Streams } from './prng.ts'

/**
 * Injured workers of Northwind Mutual who come to a counter while somebody watches: `npm run pharmacy` bills for them.
 * Nothing of them depends on the as-of date or the size of the world, so that the pharmacy needs no look into a database.
 */
export type WalkIn = {
  first: string
  last: string
  gender: 'F' | 'M'
  dob: string
  /** Card number, with letters no other card has. */
  card: string
  claimNumber: string
  /** Date of injury. */
  doi: string
  state: 'CA' | 'AZ' | 'NV' | 'CO' | 'WA' | 'OR'
  group: string
  /** Key of the injury in `injuries.ts`. */
  injury: string
  owner: 'dana.ruiz' | 'lee.park'
  counter: Counter
  prescriber: string
  prescriptions: readonly Prescription[]
}

export type Prescription = {
  /** Name in the drug catalogue; the plain package. */
  product: string
  quantity: number
  days: number
  /** What the pharmacy asks of anybody, in US dollars. */
  charge: number
  /** What the engine says to a first fill: it pays, or a person of the carrier has to approve. */
  meets: 'payment' | 'approval'
}

/** A pharmacy whose counter they come to. */
export type Counter = { nabp: string; name: string; chain: string; state: WalkIn['state'] }

const counter = (six: string, chain: string, number: number, state: WalkIn['state']): Counter => ({
  nabp: withNabpCheck(six),
  name: `${chain} #${number}`,
  chain,
  state,
})

const meridian = counter('059112', 'Meridian Pharmacy', 112, 'CA')
const oldMill = counter('299440', 'Old Mill Pharmacy', 440, 'NV')
const harborlight = counter('069207', 'Harborlight Drug', 207, 'CO')

const doctors = {
  okonjo: {
    npi: withNpiCheck('193000001'),
    first: 'Ada',
    last: 'Okonjo-Reyes',
    specialty: 'Pain Medicine',
    state: 'CA',
  },
  lindqvist: {
    npi: withNpiCheck('193000018'),
    first: 'Tove',
    last: 'Lindqvist',
    specialty: 'Orthopedic Surgery',
    state: 'NV',
  },
  marchetti: {
    npi: withNpiCheck('193000035'),
    first: 'Bruno',
    last: 'Marchetti',
    specialty: 'Occupational Medicine',
    state: 'CO',
  },
} as const

const west = ['NWMWEST0001', 'NWMWEST0002'] as const

const pregabalin: Prescription = {
  product: 'Pregabalin 75 mg capsule',
  quantity: 60,
  days: 30,
  charge: 120,
  meets: 'approval',
}
const metaxalone: Prescription = {
  product: 'Metaxalone 800 mg tablet',
  quantity: 30,
  days: 10,
  charge: 98.5,
  meets: 'approval',
}
const ointment: Prescription = {
  product: 'Lidocaine 5 % ointment',
  quantity: 50,
  days: 14,
  charge: 145,
  meets: 'approval',
}
const ibuprofen: Prescription = {
  product: 'Ibuprofen 600 mg tablet',
  quantity: 90,
  days: 30,
  charge: 24.99,
  meets: 'payment',
}
const naproxen: Prescription = {
  product: 'Naproxen 500 mg tablet',
  quantity: 60,
  days: 30,
  charge: 41.4,
  meets: 'payment',
}
const gabapentin: Prescription = {
  product: 'Gabapentin 300 mg capsule',
  quantity: 90,
  days: 30,
  charge: 62.75,
  meets: 'payment',
}

/** The walk-ins, in the order in which they come. */
export const walkIns: readonly WalkIn[] = [
  {
    first: 'Maria',
    last: 'Orozco-Vale',
    gender: 'F',
    dob: '1979-03-14',
    card: 'SNW24K7M3RA',
    claimNumber: 'NW24-0950001',
    doi: '2024-09-17',
    state: 'CA',
    group: west[0],
    injury: 'lumbar disc',
    owner: 'dana.ruiz',
    counter: meridian,
    prescriber: doctors.okonjo.npi,
    prescriptions: [pregabalin, ibuprofen],
  },
  {
    first: 'Tobias',
    last: 'Wrenfield',
    gender: 'M',
    dob: '1968-11-02',
    card: 'SNW24P2X9DC',
    claimNumber: 'NW24-0950002',
    doi: '2024-10-03',
    state: 'CA',
    group: west[1],
    injury: 'neck strain',
    owner: 'dana.ruiz',
    counter: meridian,
    prescriber: doctors.okonjo.npi,
    prescriptions: [metaxalone, naproxen],
  },
  {
    first: 'Imelda',
    last: 'Castellan',
    gender: 'F',
    dob: '1985-06-25',
    card: 'SNW24Y8H4TE',
    claimNumber: 'NW24-0950003',
    doi: '2024-08-21',
    state: 'NV',
    group: west[0],
    injury: 'lumbar strain',
    owner: 'lee.park',
    counter: oldMill,
    prescriber: doctors.lindqvist.npi,
    prescriptions: [metaxalone, ibuprofen],
  },
  {
    first: 'Desmond',
    last: 'Abara',
    gender: 'M',
    dob: '1974-01-30',
    card: 'SNW24C5Q6WF',
    claimNumber: 'NW24-0950004',
    doi: '2024-12-09',
    state: 'CO',
    group: west[1],
    injury: 'lumbar disc',
    owner: 'dana.ruiz',
    counter: harborlight,
    prescriber: doctors.marchetti.npi,
    prescriptions: [pregabalin, gabapentin],
  },
  {
    first: 'Ruthanne',
    last: 'Kowal',
    gender: 'F',
    dob: '1961-09-08',
    card: 'SNW25F3L7NH',
    claimNumber: 'NW25-0950005',
    doi: '2025-01-22',
    state: 'AZ',
    group: west[0],
    injury: 'shoulder strain',
    owner: 'lee.park',
    counter: oldMill,
    prescriber: doctors.lindqvist.npi,
    prescriptions: [naproxen, metaxalone],
  },
  {
    first: 'Javier',
    last: 'Montclair',
    gender: 'M',
    dob: '1990-04-17',
    card: 'SNW25H9T2MK',
    claimNumber: 'NW25-0950006',
    doi: '2025-02-11',
    state: 'CA',
    group: west[1],
    injury: 'lumbar strain',
    owner: 'dana.ruiz',
    counter: meridian,
    prescriber: doctors.okonjo.npi,
    prescriptions: [ointment, ibuprofen],
  },
  {
    first: 'Nadezhda',
    last: 'Prior',
    gender: 'F',
    dob: '1982-12-05',
    card: 'SNW25R6D8VL',
    claimNumber: 'NW25-0950007',
    doi: '2025-03-04',
    state: 'WA',
    group: west[0],
    injury: 'neck strain',
    owner: 'lee.park',
    counter: harborlight,
    prescriber: doctors.marchetti.npi,
    prescriptions: [pregabalin, naproxen],
  },
  {
    first: 'Cyrus',
    last: 'Fairbrother',
    gender: 'M',
    dob: '1957-07-19',
    card: 'SNW25W4A5JM',
    claimNumber: 'NW25-0950008',
    doi: '2025-01-08',
    state: 'OR',
    group: west[1],
    injury: 'knee sprain',
    owner: 'dana.ruiz',
    counter: oldMill,
    prescriber: doctors.lindqvist.npi,
    prescriptions: [ointment, naproxen],
  },
  {
    first: 'Oluchi',
    last: 'Brandt',
    gender: 'F',
    dob: '1993-02-28',
    card: 'SNW25D7E3XN',
    claimNumber: 'NW25-0950009',
    doi: '2025-04-15',
    state: 'CO',
    group: west[0],
    injury: 'lumbar disc',
    owner: 'lee.park',
    counter: harborlight,
    prescriber: doctors.marchetti.npi,
    prescriptions: [gabapentin, pregabalin],
  },
  {
    first: 'Leopold',
    last: 'Saavedra',
    gender: 'M',
    dob: '1970-10-11',
    card: 'SNW25M2J9QP',
    claimNumber: 'NW25-0950010',
    doi: '2025-03-27',
    state: 'NV',
    group: west[1],
    injury: 'lumbar strain',
    owner: 'dana.ruiz',
    counter: oldMill,
    prescriber: doctors.lindqvist.npi,
    prescriptions: [metaxalone, gabapentin],
  },
  {
    first: 'Beatrix',
    last: 'Underhay',
    gender: 'F',
    dob: '1988-08-22',
    card: 'SNW25T8N6CR',
    claimNumber: 'NW25-0950011',
    doi: '2025-05-06',
    state: 'AZ',
    group: west[0],
    injury: 'neck strain',
    owner: 'lee.park',
    counter: oldMill,
    prescriber: doctors.lindqvist.npi,
    prescriptions: [pregabalin, ibuprofen],
  },
  {
    first: 'Samir',
    last: 'Holloway',
    gender: 'M',
    dob: '1965-05-13',
    card: 'SNW25X5V4KT',
    claimNumber: 'NW25-0950012',
    doi: '2025-02-19',
    state: 'CA',
    group: west[1],
    injury: 'lumbar disc',
    owner: 'dana.ruiz',
    counter: meridian,
    prescriber: doctors.okonjo.npi,
    prescriptions: [gabapentin, ointment],
  },
]

/** The counters they come to, as rows of `pharmacy`. */
export const walkInPharmacies: readonly PharmacyRow[] = [meridian, oldMill, harborlight].map((one, at) => {
  const place = placeOf(one.state)
  const [city, zip] = place.cities[0]!
  const phone = `${place.areaCodes[0]!}-555-01${40 + at}`
  return {
    nabp: one.nabp,
    npi: withNpiCheck(`19310000${at}`),
    name: one.name,
    chain: one.chain,
    address1: `${410 + at * 20} Counter Street`,
    city,
    state: one.state,
    zip: `${zip}0${at + 1}`,
    phone,
    fax: `${place.areaCodes[0]!}-555-01${50 + at}`,
    network: 'IN',
    delivery_type_id: 1,
    physician_dispenser: false,
    sanctioned: false,
    suspended: false,
    closed_date: null,
    callback_url: null,
  }
})

/** Who writes for them, as rows of `practitioner`. */
export const walkInPrescribers = (stream: Streams): PractitionerRow[] =>
  Object.values(doctors).map(({ npi, first, last, specialty, state }) => {
    const place = placeOf(state)
    return {
      npi,
      id: stream('walk-in prescriber', npi).id(Date.parse('2020-01-06T15:00:00Z')),
      first_name: first,
      last_name: last,
      specialty,
      credential: 'MD',
      license_state: state,
      status: 'ACTIVE',
      dea_schedules: ['CII', 'CIII', 'CIV', 'CV'],
      phone: `${place.areaCodes[0]!}-555-0160`,
      fax: `${place.areaCodes[0]!}-555-0161`,
      email: `office@${last.toLowerCase().replace('-', '')}.example`,
      city: place.cities[0]![0],
      state,
    }
  })

/** The walk-ins with their claims, each accepted and open, without any fill yet. */
export function walkInClaims(from: { stream: Streams; groups: readonly Group[]; staff: readonly Staff[] }): Claim[] {
  return walkIns.map((one, at) => {
    const random = from.stream('walk-in', one.card)
    const born = Date.parse(`${one.doi}T15:00:00Z`)
    const claimantId = random.id(born)
    const claimId = random.id(born)
    const group = from.groups.find(({ code }) => code === one.group)!
    const injury = injuries.find(({ key }) => key === one.injury)!
    const place = placeOf(one.state)
    const [city, zip] = place.cities[at % place.cities.length]!
    const phone = `${place.areaCodes[0]!}-555-01${10 + at}`
    const serial = 950_001 + at
    return {
      claimant: {
        mc: group.mc,
        id: claimantId,
        patient_id: `P${String(serial).padStart(9, '0')}`,
        first_name: one.first,
        middle_name: null,
        last_name: one.last,
        suffix: null,
        last_folded: folded(one.last),
        first_folded: folded(one.first),
        dob: one.dob,
        gender: one.gender,
        ssn_last4: random.digits(4),
        address1: `${20 + at * 7} Walnut Court`,
        city,
        state: one.state,
        zip: `${zip}1${at % 10}`,
        phone,
        mobile: null,
        email: null,
        language: 'en',
        sms_state: 0,
      },
      row: {
        mc: group.mc,
        id: claimId,
        sub_carrier: group.sub.sub,
        group_code: group.code,
        claimant_id: claimantId,
        employer_id: group.employerId,
        esi_claim_id: `E${String(9_000_000 + serial).padStart(10, '0')}`,
        client_claim_id: `${one.doi.slice(2, 4)}-${String(serial).padStart(7, '0')}-01`,
        claim_number: one.claimNumber,
        subscriber_number: one.card,
        doi: one.doi,
        juris_state: one.state,
        compensability: 'ACCEPTED',
        status: 'OPEN',
        claim_type: 'LT',
        body_parts: injury.parts,
        nature_code: injury.nature,
        cause_code: injury.causes[0]!,
        injury: injury.text,
        accepted_date: one.doi,
        closed_date: null,
        surgery_dates: [],
        owner_id: from.staff.find(({ username }) => username === one.owner)!.id,
        toc_start: null,
        toc_end: null,
        dol_program: null,
        version: 1,
        created_at: `${one.doi}T15:00:00.000Z`,
      },
      icd: injury.icd.map((code, first) => ({
        mc: group.mc,
        stratus_claim_id: claimId,
        icd10: code,
        description: icd10Description(code) ?? code,
        status: 'ACCEPTED' as const,
        is_primary: first === 0,
      })),
      spans: [
        {
          mc: group.mc,
          id: random.id(born),
          stratus_claim_id: claimId,
          effective_date: one.doi,
          term_date: null,
          reason_code: 'NEW' as const,
          plan_level: 'FULL' as const,
        },
      ],
      secondary: [],
      injury,
      course: 'long',
      homeState: one.state,
      fills: 0,
      serial,
      card: null,
    }
  })
}
