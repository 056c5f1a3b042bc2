import { withNabpCheck, withNpiCheck } from './directory.ts'

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

/** Who writes for them. */
export const doctors = {
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

/** Where they are served. */
export const counters: readonly Counter[] = [meridian, oldMill, harborlight]

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
  product: 'Lidocaine 5% ointment',
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
    prescriptions: [pregabalin, naproxen],
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
    prescriptions: [gabapentin, metaxalone],
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
