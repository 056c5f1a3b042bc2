import type { Refusal } from '#platform/calls/refusal.ts'
import { daysBetween, usDate } from '#platform/dates/day.ts'
import { professionNames, type License } from '#features/permissions/professions.ts'

/** Days before its end in which a license is marked. */
export const ENDING_DAYS = 60
type LicenseState = 'IN_FORCE' | 'ENDING' | 'ENDED'
/** How a license stands on a day: the last day is one of its own. */
export function licenseState({ expiresOn }: Pick<License, 'expiresOn'>, today: string): LicenseState {
  if (expiresOn === null) return 'IN_FORCE'
  if (expiresOn < today) return 'ENDED'
  return daysBetween(today, expiresOn) <= ENDING_DAYS ? 'ENDING' : 'IN_FORCE'
}

/** Why licenses cannot be kept: one for a profession and state, those that count named among the states, none of these ended. */
export function whyNotLicenses(
  licenses: readonly License[],
  states: readonly string[],
  today: string,
): Refusal<'VALIDATION'> | undefined {
  const no = (message: string): Refusal<'VALIDATION'> => ({ code: 'VALIDATION', field: 'licenses', message })
  const seen = new Set<string>()
  for (const one of licenses) {
    const key = `${one.profession} ${one.state}`
    if (seen.has(key)) return no(`Enter one ${professionNames[one.profession].toLowerCase()} license for ${one.state}.`)
    seen.add(key)
    const over = licenseState(one, today) === 'ENDED'
    if (!over && !states.includes(one.state)) return no(`Name ${one.state} among the license states too.`)
    const others = licenses.some((other) => other.state === one.state && licenseState(other, today) !== 'ENDED')
    if (over && !others && states.includes(one.state))
      return no(
        `The license for ${one.state} ended on ${usDate(one.expiresOn!)}. Enter its new last day, or take ${one.state} away.`,
      )
  }
  return undefined
}

/** Those that are kept where only the states were changed: the ones that still count, and those that ended. */
export const keptLicenses = (licenses: readonly License[], states: readonly string[], today: string): License[] =>
  licenses.filter((one) => states.includes(one.state) || licenseState(one, today) === 'ENDED')

/** A license in words: "Physician, FL, ME 1234, until 10/31/2027". */
export const licenseWords = ({ profession, state, number, expiresOn }: License): string =>
  [professionNames[profession], state, ...(number === '' ? [] : [number])].join(', ') +
  (expiresOn === null ? '' : `, until ${usDate(expiresOn)}`)

/** What the end of a license means for the work of its user. */
export const endMeans = (license: Pick<License, 'state'> & { expiresOn: string }, today: string): string =>
  licenseState(license, today) === 'ENDED'
    ? `No longer decides for ${license.state}`
    : `Decides for ${license.state} until then`

/** The kind of notices of licenses that ended. */
export const licenseKind = 'license'
export const licenseEnded = (name: string, states: readonly string[]): string =>
  `The license of ${name} for ${states.join(', ')} has ended. Enter its new last day once it is renewed.`
