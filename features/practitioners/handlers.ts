import { withoutDashes } from '#features/claims/numbers.ts'
import { implement, oneTrip } from '#platform/calls/handler.ts'
import { pageOf } from '#platform/calls/page.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { practitioners, type Practitioner } from './contract.ts'
import {
  ADD_FLAG,
  practitionerSearchOf,
  whyNotAdd,
  whyNotSearchAddress,
  whyNotSearchPractitioners,
  whyNotThisNpi,
} from './rules.ts'
import * as sql from './sql.ts'

const toPractitioner = (row: sql.PractitionerRow): Practitioner => ({
  id: row.id,
  npi: row.npi,
  firstName: row.first_name,
  lastName: row.last_name,
  credential: row.credential,
  specialty: row.specialty,
  licenseState: row.license_state,
  licenseNumber: row.license_number,
  status: row.status,
  phone: row.phone,
  fax: row.fax,
  city: row.city,
  state: row.state,
})

export const handlers = implement(practitioners)({
  search: oneTrip(
    ({ practitionerSearchKey, practitionerSearchVal, state, page, size }) => ({
      found: sql.search(practitionerSearchOf(practitionerSearchKey, practitionerSearchVal), { state, page, size }),
    }),
    ({ found }, { input: { practitionerSearchKey, practitionerSearchVal, page, size }, refuse }) => {
      refuse(whyNotSearchPractitioners(practitionerSearchKey, practitionerSearchVal, 'practitionerSearchVal'))
      return pageOf(found, { page, size, sort: 'name,asc', most: sql.MOST, of: toPractitioner })
    },
  ),

  phoneNumbers: oneTrip(
    ({ id }) => ({ found: sql.exists(id), phones: sql.phones(id) }),
    ({ found, phones }) =>
      found.length === 0
        ? notFound()
        : phones.map((one) => ({
            kind: one.kind,
            number: one.number,
            verifiedAt: one.verified_at === null ? null : new Date(one.verified_at).toISOString(),
            primary: one.first,
          })),
  ),

  postalAddress: oneTrip(
    ({ id }) => ({ found: sql.exists(id), addresses: sql.addresses(id) }),
    ({ found, addresses }) =>
      found.length === 0
        ? notFound()
        : addresses.map(({ position, ...one }, at) => ({ ...one, primary: position === 1 || at === 0 })),
  ),

  information: oneTrip(
    ({ ids = [], npis = [] }) => ({ found: sql.information(ids, npis) }),
    ({ found }, { input: { ids = [], npis = [] }, refuse }) => {
      if (ids.length + npis.length === 0)
        refuse({ code: 'VALIDATION', field: 'npis', message: 'Enter ids or NPIs of prescribers.' })
      return found.map((row) => ({
        ...toPractitioner(row),
        claimCount: row.claims,
        opioidShare: row.fills === 0 ? null : Math.round((row.opioids / row.fills) * 100) / 100,
        blocked: row.blocked === null ? null : { reason: row.blocked },
      }))
    },
  ),

  associated: oneTrip(
    ({ searchType, value, searchAddress }) => ({
      found: sql.associated(practitionerSearchOf(searchType === 'NPI' ? 'NPI' : 'NAME', value), searchAddress),
    }),
    ({ found }, { input: { searchType, value, searchAddress }, refuse }) => {
      refuse(whyNotSearchPractitioners(searchType === 'NPI' ? 'NPI' : 'NAME', value, 'value'))
      refuse(whyNotSearchAddress(searchAddress))
      return found.map((row) => ({
        ...toPractitioner(row),
        sharedPractice: { line1: row.line1, line2: row.line2, city: row.at_city, state: row.at_state, zip: row.zip },
      }))
    },
  ),

  add: async ({ input, db, who, now, newId, note, refuse }) => {
    const { masterCarrier: _of, ...given } = input
    const npi = withoutDashes(given.npi)
    const [person, before] = await Promise.all([who(), db.one(sql.beforeAdding(ADD_FLAG, npi))])
    refuse(whyNotAdd(person, before!.is_on))
    refuse(whyNotThisNpi(npi))
    const taken = (name: string | null) =>
      ({ code: 'DUPLICATE', field: 'npi', message: `${name ?? 'Somebody'} is on file with this NPI.` }) as const
    if (before!.has !== null) refuse(taken(before!.has))
    const id = newId()
    const added = await db.one(sql.add({ ...given, id, npi }, now.toISOString()))
    if (!added) refuse(taken((await db.one(sql.beforeAdding(ADD_FLAG, npi)))!.has))
    note({ type: 'practitioner', id: npi, detail: { npi } })
    return { success: true, id, npi }
  },
})
