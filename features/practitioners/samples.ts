import { sample } from '#testing/attacks/sample.ts'
import { idOf } from '#testing/fixtures.ts'
import { practitioners } from './contract.ts'

/** A practitioner of the fixtures. */
const npi = '1999999984'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(practitioners)({
  search: () => ({ practitionerSearchKey: 'NPI', practitionerSearchVal: npi }),
  phoneNumbers: () => ({ id: idOf('prescriber') }),
  postalAddress: () => ({ id: idOf('prescriber') }),
  information: () => ({ npis: [npi] }),
  associated: () => ({ searchType: 'NPI', value: npi, searchAddress: { zip: '33606' } }),
})
