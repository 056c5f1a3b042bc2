import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import type { CareScore } from '#features/care-score/rules.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import { cleaned, claimNumbers, peopleOf, type PeopleFound } from '#features/owners/search-text.ts'
import { nameStarts, type NameStart } from '#platform/text/typed-name.ts'
import type { SearchType } from './contract.ts'
import { nearNumbers } from './near-numbers.ts'

/** Claims a search finds at most; beyond, the user is asked to narrow it. */
export const MOST_FOUND = 500
/** Claims shown whose number is near to what was typed. */
export const MOST_NEAR = 5
/** Last names of close spelling that are looked at, and people of each. */
export const MOST_CLOSE_NAMES = 20
export const MOST_OF_A_NAME = 50
/** Prescribers and pharmacies of a claim that are shown, and the newest transactions they are taken from. */
export const MOST_CONTACTS = 4
export const RECENT_FILLS = 50
/** Patients a user viewed last that are remembered. */
export const MOST_RECENT = 20

/** A search as it is carried out. */
export type Search =
  /** `near`: numbers looked for where none of `numbers` is found. */
  | { by: 'claim'; numbers: readonly string[]; near: readonly string[]; subCarrier: string | null }
  | { by: 'patient'; ids: readonly string[]; near: readonly string[] }
  | { by: 'owner'; people: PeopleFound | 'me'; activeOnly: boolean }
  | { by: 'transaction'; tcn: string }
  | ({ by: 'name'; names: readonly NameStart[] } & Narrowing)
/** What narrows a search by name. */
export type Narrowing = {
  dob: string | null
  doi: string | null
  state: string | null
  /** Covered on the day of the user, or not; null: either. */
  covered: boolean | null
}

const noMore: Narrowing = { dob: null, doi: null, state: null, covered: null }

const problems: Readonly<Record<SearchType, string>> = {
  C: 'Enter a claim number.',
  M: 'Enter a patient ID.',
  A: 'Enter at least two letters of a case owner’s name, or an e-mail address.',
  N: 'Enter at least two letters of a last name.',
  T: 'Enter the digits of a transaction number.',
}

/** Reads what was typed; a sentence where nothing can be looked for. */
export function readSearch(
  type: SearchType,
  value: string,
  more: Partial<Narrowing> & { activeOnly?: boolean; exactly?: { subCarrier: string | null } } = {},
): { search: Search } | { problem: string } {
  const { activeOnly = false, exactly, ...narrowing } = more
  const found = searchFor(type, cleaned(value), { ...noMore, ...narrowing }, activeOnly, exactly)
  return found === undefined ? { problem: problems[type] } : { search: found }
}

function searchFor(
  type: SearchType,
  text: string,
  more: Narrowing,
  activeOnly: boolean,
  /** Only the number itself, of this sub-carrier where one is given. */
  exactly: { subCarrier: string | null } | undefined,
): Search | undefined {
  if (text === '') return undefined
  const near = exactly ? [] : nearNumbers(text)
  if (type === 'C') return { by: 'claim', numbers: claimNumbers(text), near, subCarrier: exactly?.subCarrier ?? null }
  if (type === 'M') return { by: 'patient', ids: claimNumbers(text), near }
  if (type === 'T') {
    const tcn = text.replaceAll(' ', '').toUpperCase()
    return { by: 'transaction', tcn }
  }
  if (type === 'A') {
    if (text.toLowerCase() === 'me') return { by: 'owner', people: 'me', activeOnly }
    const people = peopleOf(text)
    return people.ids.length + people.emails.length + people.names.length === 0
      ? undefined
      : { by: 'owner', people, activeOnly }
  }
  const names = nameStarts(text)
  return names.length === 0 ? undefined : { by: 'name', names, ...more }
}

/** Where nothing can be looked for: the statement finds nothing, and the answer says why. */
const nothing: Search = { by: 'transaction', tcn: '' }
export const searchOf = (read: ReturnType<typeof readSearch>): Search => ('search' in read ? read.search : nothing)

/** A last name as it is and with each of its letters left out, as `name_variants` of the database has them. */
export function variantsOf(name: string): string[] {
  const letters = [...name]
  if (letters.length < 4 || letters.length > 40) return []
  return [...new Set([name, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

/** Why this user may not see the digits of a Social Security number. */
export const whyNotReveal = (person: Person): Why<'UPDATE_BLOCKED'> | undefined =>
  mayUpdate(person) ? undefined : { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }

export type CautionFacts = {
  status: string
  compensability: string
  coverage: 'COVERED' | 'FUTURE' | 'ENDED' | 'NONE'
  termDate: string | null
  planLevel: string | null
  lockInPharmacy: string | null
  lockInPrescriber: string | null
  caseManagement: boolean
  language: string
  /** Calendar day. */
  inSevenDays: string
  /** What is at hand and what it adds up to; left out where it is not asked. */
  care?: Pick<CareScore, 'score' | 'band' | 'criteria'>
  /** Whether the carrier shows care risk scores. */
  showsScore?: boolean
  /** Drugs asked for now about which something grave was found; left out where it is not asked. */
  graveFindings?: readonly { id: string; drug: string; titles: readonly string[] }[]
}
type Caution = { key: string; severity: 'INFO' | 'WARN'; title: string; detail: string }

const languages = new Intl.DisplayNames('en-US', { type: 'language', fallback: 'code' })
const languageName = (code: string): string => (/^[a-z]{2,3}$/.test(code) ? (languages.of(code) ?? code) : code)

/** Findings of the care risk score that are alerts, from so many points on. */
const alarming: Readonly<Record<string, number>> = {
  mme: 12,
  trio: 1,
  opioidBenzo: 1,
  opioidRelaxant: 1,
  gabapentinoid: 1,
  prescribers: 1,
  pharmacies: 1,
  early: 1,
  drugs: 7,
  condition: 5,
}

/** What the drugs at hand call for, the gravest first. */
function clinicalCautions({ care, showsScore = false }: CautionFacts): Caution[] {
  if (!care) return []
  const { score, band, criteria } = care
  const high = showsScore && (band === 'SEVERE' || band === 'HIGH')
  return [
    ...(high
      ? [
          {
            key: 'CARE_SCORE',
            severity: 'WARN' as const,
            title: `Care risk score ${score}, ${band.toLowerCase()}`,
            detail: 'The Clinical tab shows what it is made of.',
          },
        ]
      : []),
    ...criteria
      .filter(({ key, points }) => points >= (alarming[key] ?? Infinity))
      .toSorted((a, b) => b.points - a.points)
      .map(({ key, label, value, explanation }) => ({
        key: `CARE_${key.replaceAll(/(?=[A-Z])/g, '_').toUpperCase()}`,
        severity: 'WARN' as const,
        title: key === 'mme' || key === 'drugs' ? `${label}: ${value}` : label,
        detail: explanation,
      })),
  ]
}

/** What somebody who works on this claim should know first. */
export function cautionsOf(of: CautionFacts): Caution[] {
  const found: (Caution | false)[] = [
    of.status === 'CLOSED' && {
      key: 'CLOSED',
      severity: 'WARN',
      title: 'Claim closed',
      detail: 'The carrier closed this claim.',
    },
    of.compensability === 'DENIED' && {
      key: 'DENIED',
      severity: 'WARN',
      title: 'Claim denied',
      detail: 'The carrier does not accept this injury.',
    },
    of.compensability === 'CONTROVERTED' && {
      key: 'CONTROVERTED',
      severity: 'WARN',
      title: 'Claim disputed',
      detail: 'The carrier disputes this injury.',
    },
    of.compensability === 'PARTIAL' && {
      key: 'PARTIAL',
      severity: 'WARN',
      title: 'Partly accepted',
      detail: 'Check the accepted conditions before you approve.',
    },
    of.compensability === 'PENDING' && {
      key: 'INVESTIGATION',
      severity: 'INFO',
      title: 'Under investigation',
      detail: 'The carrier has not accepted the claim yet.',
    },
    of.compensability === 'SETTLED_MSA' && {
      key: 'SETTLED',
      severity: 'WARN',
      title: 'Settled with a Medicare set-aside',
      detail: 'The carrier settled future medical care.',
    },
    of.coverage === 'ENDED' && {
      key: 'NOT_COVERED',
      severity: 'WARN',
      title: 'Coverage ended',
      detail: 'Fills after the last covered day reject.',
    },
    of.coverage === 'FUTURE' && {
      key: 'NOT_YET_COVERED',
      severity: 'WARN',
      title: 'Coverage starts later',
      detail: 'Fills before the first covered day reject.',
    },
    of.coverage === 'NONE' && {
      key: 'NO_COVERAGE',
      severity: 'WARN',
      title: 'No coverage on file',
      detail: 'Every fill rejects until coverage is added.',
    },
    of.coverage === 'COVERED' &&
      of.termDate !== null &&
      of.termDate <= of.inSevenDays && {
        key: 'ENDS_SOON',
        severity: 'WARN',
        title: 'Coverage ends within 7 days',
        detail: 'Fills after the last covered day reject.',
      },
    of.planLevel === 'FIRST_FILL' && {
      key: 'FIRST_FILL',
      severity: 'INFO',
      title: 'First fill only',
      detail: 'Only a first fill is covered until the claim is accepted.',
    },
    of.planLevel === 'LIMITED_DRUGS' && {
      key: 'LIMITED',
      severity: 'INFO',
      title: 'Limited drugs',
      detail: 'The plan of this claim covers some drugs only.',
    },
    of.lockInPharmacy !== null && {
      key: 'LOCK_IN_PHARMACY',
      severity: 'WARN',
      title: 'One pharmacy only',
      detail: `Fills pay at ${of.lockInPharmacy} only.`,
    },
    of.lockInPrescriber !== null && {
      key: 'LOCK_IN_PRESCRIBER',
      severity: 'WARN',
      title: 'One prescriber only',
      detail: `Prescriptions pay from ${of.lockInPrescriber} only.`,
    },
    of.caseManagement && {
      key: 'CASE_MANAGEMENT',
      severity: 'INFO',
      title: 'Nurse case management',
      detail: 'A nurse case manager follows this claim.',
    },
    of.language !== 'en' && {
      key: 'LANGUAGE',
      severity: 'INFO',
      title: `Speaks ${languageName(of.language)}`,
      detail: 'Letters and texts go out in this language where a wording exists.',
    },
  ]
  const requested = (of.graveFindings ?? []).map(({ id, drug, titles }) => ({
    key: `REQUEST_${id}`,
    severity: 'WARN' as const,
    title: `${drug} requested`,
    detail: `${titles.join('; ')}.`,
  }))
  return [...found.filter((one) => one !== false), ...requested, ...clinicalCautions(of)]
}
