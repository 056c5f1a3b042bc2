import { whyNotAdminister } from '#features/people/administering.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal, Why } from '#platform/calls/refusal.ts'
import { flagTable } from './flag-table.ts'

/** Why this user does not see the flags of the carrier: account managers do. */
export const whyNotSee = (person: Person): Refusal<'NOT_ALLOWED'> | undefined => whyNotAdminister(person)

const ofDemonstrations = 'Outside a demonstration it is part of how the portal is set up for a carrier.'

/** Why an account manager does not set this flag: operators do. */
export function whyOnlyOperators(
  key: string,
  { demonstration }: { demonstration?: boolean | undefined },
): Why<'NOT_ALLOWED'> | undefined {
  const words = Object.hasOwn(flagTable, key) ? flagTable[key]! : { onlyOperators: 'It is not on the list of flags.' }
  const why = words.onlyOperators ?? ('demonstrations' in words && !demonstration ? ofDemonstrations : undefined)
  return why === undefined ? undefined : { code: 'NOT_ALLOWED', message: `Operators set this flag. ${why}` }
}

/** Why this user may not set a flag here: those who work in some sub-carriers set it for these alone. */
export function whyNotHere(
  person: Person,
  { subCarrier, username }: { subCarrier?: string | undefined; username?: string | undefined },
): Refusal<'NOT_ALLOWED' | 'VALIDATION'> | undefined {
  if (subCarrier !== undefined && username !== undefined)
    return { code: 'VALIDATION', field: 'username', message: 'Enter a sub-carrier or a user, not both.' }
  const own = person.subCarriers
  if (own === null || (subCarrier !== undefined && own.includes(subCarrier))) return undefined
  return { code: 'NOT_ALLOWED', message: 'You can only set flags of sub-carriers that you work in.' }
}
