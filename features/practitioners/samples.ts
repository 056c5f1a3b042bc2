import { isNpi } from '#features/claims/check-digits.ts'
import { sample } from '#testing/attacks/sample.ts'
import { idOf } from '#testing/fixtures.ts'
import { practitioners } from './contract.ts'

/** A practitioner of the fixtures. */
const npi = '1999999984'

/** An NPI nobody has: random, with its check digit. */
function newNpi(): string {
  const nine = `19${String(crypto.getRandomValues(new Uint32Array(1))[0]! % 10_000_000).padStart(7, '0')}`
  return [...'0123456789'].map((digit) => nine + digit).find(isNpi)!
}

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(practitioners)({
  search: () => ({ practitionerSearchKey: 'NPI', practitionerSearchVal: npi }),
  phoneNumbers: () => ({ id: idOf('prescriber') }),
  postalAddress: () => ({ id: idOf('prescriber') }),
  information: () => ({ npis: [npi] }),
  associated: () => ({ searchType: 'NPI', value: npi, searchAddress: { zip: '33606' } }),
  add: ({ mc }) => ({
    masterCarrier: mc,
    npi: newNpi(),
    firstName: 'Nora',
    lastName: 'Quill',
    credential: 'NP',
    specialty: 'Family medicine',
    licenseState: 'FL',
    phone: '8135550190',
    line1: '4 Harbor St',
    city: 'Tampa',
    state: 'FL',
    zip: '33602',
  }),
})
