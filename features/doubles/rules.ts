import { duplicateScore, differ, POSSIBLE } from '#features/eligibility/duplicates.ts'
import { isSupport, maySupervise } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal, Why } from '#platform/calls/refusal.ts'
import { usDate } from '#platform/dates/day.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import type { DifferenceCode } from './contract.ts'

/** What two records of a worker are compared by. */
export type Compared = {
  claimantId: string
  firstName: string
  lastName: string
  dob: string
  gender: string
  ssn4: string | null
  phone: string
  zip: string
  diedOn: string | null
  dois: readonly string[]
}
type Difference = { code: DifferenceCode; message: string }

/** Why this user does not merge workers. A merge is of all claims of a person. */
export function whyNotMergeBy(person: Person): Why<'NOT_ALLOWED'> | undefined {
  if (!isSupport(person) && !maySupervise(person))
    return { code: 'NOT_ALLOWED', message: 'Support and supervisors merge patients.' }
  return person.subCarriers === null
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'A merge is of all claims of a patient; you work for some programs.' }
}

const sameWords = (a: string, b: string): boolean => normalizeForSearch(a) === normalizeForSearch(b)

/** What differs, and has to be confirmed. */
export function differencesOf(one: Compared, other: Compared): Difference[] {
  const found: Difference[] = []
  const add = (code: DifferenceCode, what: string, a: string, b: string) =>
    found.push({ code, message: `The ${what} differs: ${a}, ${b}.` })
  if (!sameWords(one.firstName, other.firstName) || !sameWords(one.lastName, other.lastName))
    add('NAME', 'name', `${one.firstName} ${one.lastName}`, `${other.firstName} ${other.lastName}`)
  if (one.dob !== other.dob) add('BIRTH', 'date of birth', usDate(one.dob), usDate(other.dob))
  if (one.gender !== other.gender && one.gender !== 'U' && other.gender !== 'U')
    add('GENDER', 'gender', one.gender, other.gender)
  return found
}

/** Why two records cannot be one person's. */
export function whyNotSame(one: Compared, other: Compared): Refusal<'RULE'> | undefined {
  const no = (message: string): Refusal<'RULE'> => ({ code: 'RULE', message })
  if (one.claimantId === other.claimantId) return no('These claims are of one patient already.')
  if (differ(one.ssn4, other.ssn4))
    return no('Their Social Security numbers differ: these are two people. Have the wrong number corrected first.')
  if (one.diedOn !== other.diedOn)
    return no('The date of death is on one record only. Record it on the other, or correct it, first.')
  return undefined
}

/** How far two records look like one person: by the injuries that are nearest. */
export function scoreOf(one: Compared, other: Compared): number {
  const days = one.dois.length > 0 ? one.dois : [null]
  const others = other.dois.length > 0 ? other.dois : [null]
  return Math.max(...days.flatMap((doi) => others.map((at) => duplicateScore({ ...one, doi }, { ...other, doi: at }))))
}
export const looksAlike = (score: number): boolean => score >= POSSIBLE

/** Why a merge cannot be undone. */
export function whyNotUndo(
  person: Person,
  merge: { undoneBy: string | null; mergedOn: string | null },
): Why<'NOT_ALLOWED' | 'ALREADY_DECIDED' | 'RULE'> | undefined {
  if (merge.undoneBy !== null)
    return { code: 'ALREADY_DECIDED', message: `${merge.undoneBy} has undone this merge already.` }
  if (merge.mergedOn !== null)
    return { code: 'RULE', message: `The patient was merged into ${merge.mergedOn} since. Undo that first.` }
  return whyNotMergeBy(person)
}
