import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { readNpi, withoutDashes } from '#features/claims/numbers.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import { nameStarts, type NameStart } from '#platform/text/typed-name.ts'
import { typedText } from '#platform/text/typed-text.ts'

export const practitionerSearchKeys = ['NPI', 'NAME', 'LICENSE'] as const
export type PractitionerSearchKey = (typeof practitionerSearchKeys)[number]

/** What a statement looks for; of a name its readings, each the beginnings of a last and a first name in search form. */
export type PractitionerSearch =
  | { by: 'npi'; npi: string }
  | { by: 'license'; number: string }
  | { by: 'name'; names: readonly NameStart[] }

const title = /^(?:dr|doctor)\b\.? ?/i
const credentials =
  /[, ]{1,3}(?:m\.?d|d\.?o|n\.?p|p\.?a(?:-c)?|d\.?d\.?s|d\.?m\.?d|d\.?p\.?m|f\.?n\.?p|a\.?p\.?r\.?n|pharm\.?d|ph\.?d)\.?$/i

/**
 * The readings of a prescriber's name: "Moss, Ada", "Ada Moss", "Moss Ada", "Dr. Ada Moss", "Ana de la Cruz". What may be a
 * credential may be a name, too ("Do").
 */
export function namesOf(text: string): NameStart[] {
  const typed = typedText(text.normalize('NFKC'))
  const found = [typed, typed.replace(title, '').replace(credentials, '')].flatMap(nameStarts)
  return [...new Map(found.map((one) => [`${one.last} ${one.first}`, one])).values()]
}

export function practitionerSearchOf(key: PractitionerSearchKey, value: string): PractitionerSearch {
  if (key === 'NPI') return { by: 'npi', npi: withoutDashes(value) }
  if (key === 'LICENSE') return { by: 'license', number: typedText(value).toUpperCase() }
  return { by: 'name', names: namesOf(value) }
}

/** Why prescribers cannot be looked for like this; for the form and for the server's refusal. */
export function whyNotSearchPractitioners(
  key: PractitionerSearchKey,
  value: string,
  field: string,
): Why<'VALIDATION'> | undefined {
  const not = (message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', field, message })
  if (key === 'NPI') {
    const { why } = readNpi(value)
    return why === undefined ? undefined : not(`Invalid NPI. ${why}`)
  }
  if (key === 'NAME' && namesOf(value).length === 0) return not('Enter at least two letters of the last name.')
  return undefined
}

/** Why an address does not say where to look, naming its field. */
export function whyNotSearchAddress(address: {
  city?: string | undefined
  state?: string | undefined
  zip?: string | undefined
  radius?: number | undefined
}): Why<'VALIDATION'> | undefined {
  const not = (field: string, message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', field, message })
  const { city, state, zip, radius } = address
  if (radius !== undefined && !zip)
    return not('searchAddress.radius', 'A distance is measured from a ZIP code: give one.')
  if (city && !state) return not('searchAddress.state', 'Enter the state of the city.')
  if (!zip && !city) return not('searchAddress.zip', 'Enter a ZIP code, or a city with its state.')
  return undefined
}

/** The feature flag of adding prescribers. */
export const ADD_FLAG = 'add_prescriber'

/** Why this user does not add prescribers. */
export function whyNotAdd(person: Person, isOn: boolean): Why<'FEATURE_OFF' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  return isOn ? undefined : { code: 'FEATURE_OFF', message: 'Adding prescribers is switched off for this carrier.' }
}
/** What is wrong with the NPI of somebody new. */
export function whyNotThisNpi(npi: string): Why<'VALIDATION'> | undefined {
  const { why } = readNpi(npi)
  return why === undefined ? undefined : { code: 'VALIDATION', field: 'npi', message: `Invalid NPI. ${why}` }
}
