import { icd10Description } from '#reference/icd10.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import type { Claim } from './claim-rows.ts'
import type { Places } from './units.ts'
import type { PharmacyRow, PractitionerRow } from './directory.ts'
import { everyNetwork, withNpiCheck } from './directory.ts'
import { injuries } from './injuries.ts'
import type { Staff } from './people.ts'
import { placeOf } from './places.ts'
import type { Streams } from './prng.ts'
import { counters, doctors, walkIns } from './walk-ins.ts'

/** The counters they come to, as rows of `pharmacy`. */
export const walkInPharmacies: readonly PharmacyRow[] = counters.map((one, at) => {
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
    networks: everyNetwork,
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
      entity_type: 1,
      dea_expires: null,
      dea_schedules: ['CII', 'CIII', 'CIV', 'CV'],
      phone: `${place.areaCodes[0]!}-555-0160`,
      fax: `${place.areaCodes[0]!}-555-0161`,
      email: `office@${last.toLowerCase().replace('-', '')}.example`,
      city: place.cities[0]![0],
      state,
    }
  })

/** Numbers of a group practice, and of a prescriber whose DEA registration has ended: one card is billed with them. */
export const groupPracticeNpi = withNpiCheck('193200001')
export const unregisteredNpi = withNpiCheck('193200002')

/** Their rows of `practitioner`. */
export const unusualPrescribers = (stream: Streams): PractitionerRow[] =>
  (
    [
      [groupPracticeNpi, '', 'Lakefront Spine Group', 2, null],
      [unregisteredNpi, 'Corinne', 'Abernathy', 1, '2023-06-30'],
    ] as const
  ).map(([npi, first, last, entity, expires]) => {
    const place = placeOf('OH')
    return {
      npi,
      id: stream('unusual prescriber', npi).id(Date.parse('2020-01-06T15:00:00Z')),
      first_name: first,
      last_name: last,
      specialty: 'Pain Medicine',
      credential: entity === 1 ? 'MD' : '',
      license_state: 'OH',
      status: 'ACTIVE',
      entity_type: entity,
      dea_schedules: ['CII', 'CIII', 'CIV', 'CV'],
      dea_expires: expires,
      phone: `${place.areaCodes[0]!}-555-0170`,
      fax: null,
      email: null,
      city: place.cities[0]![0],
      state: 'OH',
    }
  })

/** The walk-ins with their claims, each accepted and open, without any fill yet. */
export function walkInClaims(from: { stream: Streams; places: Places; staff: readonly Staff[] }): Claim[] {
  return walkIns.map((one, at) => {
    const random = from.stream('walk-in', one.card)
    const born = Date.parse(`${one.doi}T15:00:00Z`)
    const claimantId = random.id(born)
    const claimId = random.id(born)
    const group = from.places.groups('NWM', 'NWM01').find(({ code }) => code === one.group)!
    const injury = injuries.find(({ key }) => key === one.injury)!
    const place = placeOf(one.state)
    const [city, zip] = place.cities[at % place.cities.length]!
    const phone = `${place.areaCodes[0]!}-555-01${10 + at}`
    const serial = 950_001 + at
    return {
      claimant: {
        mc: group.mc,
        id: claimantId,
        patient_id: `P${String(9_000_000 + serial).padStart(9, '0')}`,
        first_name: one.first,
        middle_name: null,
        last_name: one.last,
        suffix: null,
        last_folded: normalizeForSearch(one.last),
        first_folded: normalizeForSearch(one.first),
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
