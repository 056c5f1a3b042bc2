import { readNabp, readNpi, readPhone, readZip } from '#features/claims/numbers.ts'
import { writtenDay } from '#platform/dates/written-day.ts'
import type { CellOf, LineProblem } from '#platform/load/load.ts'
import { pharmacyDelivery, specialtyOf } from '#reference/provider-taxonomy.ts'

// A line of the monthly or weekly NPPES file (npidata_pfile_*.csv) of the Centers for Medicare & Medicaid Services.

export const nppesColumns = [
  'NPI',
  'Entity Type Code',
  'Provider Organization Name (Legal Business Name)',
  'Provider Last Name (Legal Name)',
  'Provider First Name',
  'Provider Credential Text',
  'Provider First Line Business Practice Location Address',
  'Provider Second Line Business Practice Location Address',
  'Provider Business Practice Location Address City Name',
  'Provider Business Practice Location Address State Name',
  'Provider Business Practice Location Address Postal Code',
  'Provider Business Practice Location Address Telephone Number',
  'Provider Business Practice Location Address Fax Number',
  'NPI Deactivation Date',
  'NPI Reactivation Date',
  'Healthcare Provider Taxonomy Code_1',
  'Provider License Number_1',
  'Provider License Number State Code_1',
  'Healthcare Provider Primary Taxonomy Switch_1',
] as const
const taxonomies = Array.from({ length: 15 }, (_, at) => at + 1)
const identifiers = Array.from({ length: 50 }, (_, at) => at + 1)
const COUNTRY = 'Provider Business Practice Location Address Country Code (If outside U.S.)'
/** Columns that are looked into where the file has them: fourteen more taxonomies, and numbers other bodies gave. */
export const nppesMore: readonly NppesColumn[] = [
  ...taxonomies
    .slice(1)
    .flatMap((at) => [
      `Healthcare Provider Taxonomy Code_${at}` as const,
      `Provider License Number_${at}` as const,
      `Provider License Number State Code_${at}` as const,
      `Healthcare Provider Primary Taxonomy Switch_${at}` as const,
    ]),
  ...identifiers.flatMap((at) => [
    `Other Provider Identifier_${at}` as const,
    `Other Provider Identifier Issuer_${at}` as const,
  ]),
  'Provider Other Organization Name',
  COUNTRY,
]
export type NppesColumn =
  | (typeof nppesColumns)[number]
  | `Healthcare Provider Taxonomy Code_${number}`
  | `Provider License Number_${number}`
  | `Provider License Number State Code_${number}`
  | `Healthcare Provider Primary Taxonomy Switch_${number}`
  | `Other Provider Identifier_${number}`
  | `Other Provider Identifier Issuer_${number}`
  | 'Provider Other Organization Name'
  | typeof COUNTRY

export type NppesPrescriber = {
  npi: string
  /** 1 a person, 2 an organization that people prescribe in. */
  entity_type: 1 | 2
  first_name: string
  last_name: string
  credential: string
  specialty: string
  license_state: string
  license_number: string | null
} & NppesPlace
type NppesPharmacy = { npi: string; nabp: string | null; name: string; delivery_type_id: number } & NppesPlace
type NppesPlace = {
  line1: string
  line2: string | null
  city: string
  state: string
  zip: string
  phone: string | null
  fax: string | null
}
export type NppesRow =
  | { is: 'prescriber'; of: NppesPrescriber }
  | { is: 'pharmacy'; of: NppesPharmacy }
  | { is: 'deactivated'; npi: string; since: string | null }

/** "MARY ANN" as people write it: "Mary Ann". A text that has small letters is left as it is. */
const named = (text: string): string =>
  /\p{Ll}/u.test(text) ? text : text.toLowerCase().replaceAll(/(^|[\s'’-])\p{L}/gu, (part) => part.toUpperCase())
/** What a line says; nothing where it is of nobody who prescribes and of no pharmacy. */
export function nppesRow(
  cell: CellOf<NppesColumn>,
): { row: NppesRow } | { problems: readonly LineProblem[] } | undefined {
  const { value: npi, why } = readNpi(cell('NPI'))
  if (npi === undefined) return { problems: [{ column: 'NPI', message: why }] }
  // Such a line has nothing but the number and the day.
  const [ended, again] = [writtenDay(cell('NPI Deactivation Date')), writtenDay(cell('NPI Reactivation Date'))]
  // A number that was given again may end again: the later day counts.
  if (cell('NPI Deactivation Date') !== '' && (again === undefined || (ended !== undefined && ended > again)))
    return { row: { is: 'deactivated', npi, since: ended ?? null } }
  const held = taxonomies
    .map((at) => ({
      code: cell(`Healthcare Provider Taxonomy Code_${at}`),
      primary: cell(`Healthcare Provider Primary Taxonomy Switch_${at}`) === 'Y',
      license: cell(`Provider License Number_${at}`),
      state: cell(`Provider License Number State Code_${at}`),
    }))
    .filter(({ code }) => code !== '')
    .toSorted((a, b) => Number(b.primary) - Number(a.primary))
  const state = cell('Provider Business Practice Location Address State Name').toUpperCase()
  const zip = readZip(cell('Provider Business Practice Location Address Postal Code'), { zerosLost: true })
  const place: NppesPlace = {
    line1: named(cell('Provider First Line Business Practice Location Address')),
    line2: named(cell('Provider Second Line Business Practice Location Address')) || null,
    city: named(cell('Provider Business Practice Location Address City Name')),
    state,
    zip: zip.value?.slice(0, 5) ?? '',
    phone: readPhone(cell('Provider Business Practice Location Address Telephone Number')).value ?? null,
    fax: readPhone(cell('Provider Business Practice Location Address Fax Number')).value ?? null,
  }
  const wrong = placeProblems(place, cell(COUNTRY), zip.why)
  if (cell('Entity Type Code') === '1') {
    const prescribes = held.find(({ code }) => specialtyOf(code) !== undefined)
    if (!prescribes) return undefined
    const last = named(cell('Provider Last Name (Legal Name)'))
    if (last === '') wrong.push({ column: 'Provider Last Name (Legal Name)', message: 'Enter the last name.' })
    if (wrong.length > 0) return { problems: wrong }
    return {
      row: {
        is: 'prescriber',
        of: {
          ...place,
          npi,
          entity_type: 1,
          last_name: last,
          first_name: named(cell('Provider First Name')),
          credential: cell('Provider Credential Text').replaceAll(/[.\s]/g, '').slice(0, 20),
          specialty: specialtyOf(prescribes.code)!,
          license_state: /^[A-Z]{2}$/.test(prescribes.state) ? prescribes.state : state,
          license_number: prescribes.license.toUpperCase() || null,
        },
      },
    }
  }
  const delivery = held.map(({ code }) => pharmacyDelivery(code)).find((id) => id !== undefined)
  const name = cell('Provider Other Organization Name') || cell('Provider Organization Name (Legal Business Name)')
  // A bill that names the group practice instead of the person is answered so (619), not as an unknown number.
  const group = delivery === undefined ? held.find(({ code }) => specialtyOf(code) !== undefined) : undefined
  if (group !== undefined && name !== '')
    return wrong.length > 0
      ? { problems: wrong }
      : {
          row: {
            is: 'prescriber',
            of: {
              ...place,
              npi,
              entity_type: 2,
              last_name: named(name),
              first_name: '',
              credential: '',
              specialty: specialtyOf(group.code)!,
              license_state: state,
              license_number: null,
            },
          },
        }
  if (delivery === undefined) return undefined
  if (name === '')
    wrong.push({
      column: 'Provider Organization Name (Legal Business Name)',
      message: 'Enter the name of the pharmacy.',
    })
  if (place.phone === null)
    wrong.push({
      column: 'Provider Business Practice Location Address Telephone Number',
      message: 'Enter a telephone number of ten digits.',
    })
  if (wrong.length > 0) return { problems: wrong }
  return {
    row: { is: 'pharmacy', of: { ...place, npi, nabp: nabpIn(cell), name: named(name), delivery_type_id: delivery } },
  }
}

/** The report of all numbers that are deactivated now (NPPES Deactivated NPI Report), its sheet saved as CSV. */
export const deactivationColumns = ['NPI', 'NPPES Deactivation Date'] as const
export type Deactivation = { npi: string; since: string }
export function deactivationRow(
  cell: CellOf<(typeof deactivationColumns)[number]>,
): { row: Deactivation } | { problems: LineProblem[] } {
  const { value: npi, why } = readNpi(cell('NPI'))
  const since = writtenDay(cell('NPPES Deactivation Date'))
  const problems: LineProblem[] = []
  if (why !== undefined) problems.push({ column: 'NPI', message: why })
  if (since === undefined) problems.push({ column: 'NPPES Deactivation Date', message: 'Enter a day as MM/DD/YYYY.' })
  return problems.length > 0 ? { problems } : { row: { npi: npi!, since: since! } }
}

/** The NABP number where the pharmacy had it entered among its other numbers. */
function nabpIn(cell: CellOf<NppesColumn>): string | null {
  for (const at of identifiers) {
    if (!/^(?:NCPDP|NABP)\b/i.test(cell(`Other Provider Identifier Issuer_${at}`))) continue
    const { value } = readNabp(cell(`Other Provider Identifier_${at}`))
    if (value !== undefined) return value
  }
  return null
}

const placeProblems = (
  { line1, city, state }: NppesPlace,
  country: string,
  zipWhy: string | undefined,
): LineProblem[] => {
  const column = 'Provider Business Practice Location Address'
  return [
    ...(line1 === ''
      ? [{ column: 'Provider First Line Business Practice Location Address', message: 'Enter the street.' }]
      : []),
    ...(city === '' ? [{ column: `${column} City Name`, message: 'Enter the city.' }] : []),
    // Other countries have states of two letters too: BC is in Mexico, DE is Germany.
    ...(/^[A-Z]{2}$/.test(state) && /^(?:US)?$/i.test(country)
      ? []
      : [
          {
            column: `${column} State Name`,
            message: 'Enter the two letters of a state; places abroad are not loaded.',
          },
        ]),
    ...(zipWhy === undefined ? [] : [{ column: `${column} Postal Code`, message: zipWhy }]),
  ]
}
