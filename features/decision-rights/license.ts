import { dateIn } from '#platform/dates/zone.ts'
import { usDate } from '#platform/dates/day.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { requestKind, packFor } from '#features/deadlines/which-pack.ts'
import { isUrReviewer } from '#features/permissions/rules.ts'
import { professionNames, type Profession } from '#features/permissions/professions.ts'
import { jurisdictionOf } from '#reference/jurisdictions/jurisdictions.ts'
import type { Denier } from '#reference/jurisdictions/rule-pack.ts'
import { levelOfLaw } from './reconsider-until.ts'

/** Professions that may deny for lack of medical need where the law names who does; a nurse never does. */
const deniers: Readonly<Partial<Record<Denier, readonly Profession[]>>> = {
  physician: ['PHYSICIAN'],
  ur: ['PHYSICIAN', 'PHARMACIST'],
  opinion: ['PHYSICIAN', 'PHARMACIST'],
}

const professionWords = (one: Profession): string => `a ${professionNames[one].toLowerCase()}`

type Licensed = Pick<
  DecisionFacts,
  'juris_state' | 'request_received_at' | 'claim_channel_type' | 'reconsideration_level' | 'my_license'
>

/**
 * Why a reviewer's license on file does not let them deny this request for medical need, or certify less, in words: it has
 * ended, or the law leaves that to another profession; a denial that is looked at again is a physician's. Nothing where no
 * license is on file: then the states of the user's rights are all that is known.
 */
export function whyNotByLicense(person: Person, request: Licensed, now: string): string | undefined {
  const { juris_state: jurisState, claim_channel_type: channelType, reconsideration_level: level } = request
  const license = request.my_license
  if (license === undefined || license === null || !isUrReviewer(person, jurisState)) return undefined
  const state = jurisdictionOf(jurisState)?.name ?? jurisState
  const { expiresOn } = license
  if (expiresOn !== null && expiresOn < dateIn(Date.parse(now), person.timeZone))
    return `Your license for ${state} ended on ${usDate(expiresOn)}. Only a licensed reviewer denies or certifies less.`
  const kind = requestKind(channelType, levelOfLaw({ jurisState, channelType, level }))
  const { whoMayDeny, source } = packFor(jurisState, kind, request.request_received_at)
  const allowed = level > 0 ? deniers.physician! : deniers[whoMayDeny]
  if (allowed === undefined || allowed.includes(license.profession)) return undefined
  const who = allowed.map(professionWords).join(' or ')
  const why = level > 0 ? 'A denial that is looked at again is decided by' : `${state} leaves this to`
  return `${why} ${who}; your license on file is of ${professionWords(license.profession)}${level > 0 ? '' : ` (${source})`}.`
}
