import { readPhone } from '#features/claims/numbers.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'

/** What is compared of two people; days are 'YYYY-MM-DD'. */
export type Compared = {
  firstName: string
  lastName: string
  dob: string
  doi?: string | null | undefined
  ssn4?: string | null | undefined
  phone?: string | null | undefined
  zip?: string | null | undefined
}

/** A score from here on is the same person; from POSSIBLE on somebody looks. */
export const EXACT = 80
export const POSSIBLE = 55

const points = { dob: 40, ssn4: 25, doi: 25, lastName: 20, firstName: 10, phone: 5, zip: 5 } as const
/** The score of two records that agree in everything. */
export const MOST_POINTS = Object.values(points).reduce((sum, one) => sum + one, 0)
/** Last names this alike count as one. */
const ALIKE = 0.9

const trigrams = (name: string): Set<string> => {
  const padded = `  ${name} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}
/** Shared groups of three letters of all there are (0 to 1), as pg_trgm counts them. */
export function similarity(a: string, b: string): number {
  const [one, other] = [trigrams(normalizeForSearch(a)), trigrams(normalizeForSearch(b))]
  const shared = [...one].filter((part) => other.has(part)).length
  return shared / (one.size + other.size - shared)
}

const same = (a: string | null | undefined, b: string | null | undefined): boolean => !!a && a === b
/** Both numbers are known, and not the same. */
export const differ = (a: string | null | undefined, b: string | null | undefined): boolean => !!a && !!b && a !== b
const digits = (text: string | null | undefined): string => readPhone(text ?? '').value ?? ''
const searched = (name: string): string => normalizeForSearch(name)

/**
 * How far two records look like one person. Another Social Security number is another person; where the first name is the same,
 * one of the numbers may be wrong, and somebody looks.
 */
export function duplicateScore(a: Compared, b: Compared): number {
  const sameFirst = searched(a.firstName) !== '' && searched(a.firstName) === searched(b.firstName)
  if (!differ(a.ssn4, b.ssn4)) return pointsOf(a, b, sameFirst)
  return sameFirst ? Math.min(pointsOf(a, b, sameFirst), EXACT - 1) : 0
}

function pointsOf(a: Compared, b: Compared, sameFirst: boolean): number {
  return (
    (a.dob === b.dob ? points.dob : 0) +
    (same(a.ssn4, b.ssn4) ? points.ssn4 : 0) +
    (same(a.doi, b.doi) ? points.doi : 0) +
    (searched(a.lastName) !== '' && similarity(a.lastName, b.lastName) >= ALIKE ? points.lastName : 0) +
    (sameFirst ? points.firstName : 0) +
    (digits(a.phone).length === 10 && digits(a.phone) === digits(b.phone) ? points.phone : 0) +
    (same(a.zip?.slice(0, 5), b.zip?.slice(0, 5)) ? points.zip : 0)
  )
}
