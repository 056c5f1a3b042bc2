import { csvLine, csvMark, csvRemark } from '#platform/text/csv.ts'
import { deliveryTypeName } from '#reference/delivery-types.ts'
import type { Pharmacy } from './contract.ts'
import { directionTo, hoursByDay, pharmacyStatus } from './rules.ts'
import type { search } from './sql.ts'

type Row = ReturnType<typeof search>['row']

/** A row of the directory as calls answer it. */
export const toPharmacy = (row: Row): Pharmacy => ({
  nabp: row.nabp,
  npi: row.npi,
  name: row.name,
  chain: row.chain,
  address: { line1: row.address1, city: row.city, state: row.state, zip: row.zip },
  phone: row.phone,
  fax: row.fax,
  hours: row.hours,
  timeZone: row.time_zone,
  distanceMiles: row.distance === null ? null : Math.round(row.distance * 10) / 10,
  direction:
    row.distance === null
      ? null
      : directionTo({ lat: row.from_lat!, lng: row.from_lng! }, { lat: row.lat!, lng: row.lng! }),
  deliveryType: { id: row.delivery_type_id, name: deliveryTypeName(row.delivery_type_id) ?? 'Other' },
  inNetwork: row.network === 'IN',
  physicianDispenser: row.physician_dispenser,
  status: pharmacyStatus(row, row.today),
  closedDate: row.closed_date,
})

const statusWords = { OPEN: 'Open', CLOSED: 'Closed', SUSPENDED: 'Suspended', SANCTIONED: 'Sanctioned' } as const

const header = [
  'NABP',
  'NPI',
  'Name',
  'Address',
  'City',
  'State',
  'ZIP',
  'Phone',
  'Fax',
  'Distance (miles)',
  'Network',
  'Type',
  'Status',
  'Hours',
]

/** The pharmacies of a search as a spreadsheet; `more`: there were more than it holds. */
export const csvOf = (found: readonly Pharmacy[], more: boolean): string =>
  [
    csvMark,
    csvLine(header),
    ...found.map((one) =>
      csvLine([
        one.nabp,
        one.npi,
        one.name,
        one.address.line1,
        one.address.city,
        one.address.state,
        one.address.zip,
        one.phone,
        one.fax,
        one.distanceMiles,
        one.inNetwork ? 'In network' : 'Outside the network',
        one.physicianDispenser ? 'Physician dispenser' : one.deliveryType.name,
        statusWords[one.status],
        one.hours === null
          ? ''
          : hoursByDay(one.hours)
              .map(({ day, words }) => `${day} ${words}`)
              .join('; '),
      ]),
    ),
    ...(more ? [csvRemark(`Only the first ${found.length.toLocaleString('en-US')} are listed.`, header.length)] : []),
  ].join('')
