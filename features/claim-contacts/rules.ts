import { usDate } from '#platform/dates/day.ts'
import { phoneWords } from '#platform/text/phone-words.ts'
import type { Refusal } from '#platform/calls/refusal.ts'

/** Who somebody is to the patient. PATIENT: how the patient wants to be reached. */
export const relationNames = {
  PATIENT: 'Patient',
  SPOUSE: 'Spouse or partner',
  PARENT: 'Parent',
  CHILD: 'Son or daughter',
  SIBLING: 'Brother or sister',
  RELATIVE: 'Other relative',
  GUARDIAN: 'Guardian or conservator',
  PATIENT_ATTORNEY: 'Attorney for the patient',
  CARRIER_ATTORNEY: 'Attorney for the carrier',
  EMPLOYER: 'Employer',
  NURSE: 'Nurse case manager',
  INTERPRETER: 'Interpreter',
  OTHER: 'Other',
} as const
export type Relation = keyof typeof relationNames
export const relations = Object.keys(relationNames) as [Relation, ...Relation[]]

export const answers = ['YES', 'NO', 'UNSAID'] as const
type Answer = (typeof answers)[number]
/** Ways to reach a person, as an order to do or not to do. */
export const ways = {
  call: 'Call',
  text: 'Text',
  email: 'E-mail',
  mail: 'Mail',
} as const
export type Way = keyof typeof ways
const wayKeys = Object.keys(ways) as Way[]
export type Reach = Record<Way, Answer>
export const nothingSaid: Reach = { call: 'UNSAID', text: 'UNSAID', email: 'UNSAID', mail: 'UNSAID' }

export const MOST_NAME = 120
export const MOST_WORDS = 200
/** People of one claim who are current at a time. */
export const MOST_CURRENT = 50
/** Changes of one contact. */
const MOST_CHANGES = 200

/** What one version of a contact says. */
export type Said = {
  name: string
  relation: Relation
  phone: string
  email: string
  reach: Reach
  reachNote: string
  speaksForPatient: boolean
  /** Calendar day. */
  since: string
  endedOn: string | null
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`

/** How somebody may be reached, in words: "Do not call. Text or e-mail." Empty where nobody said. */
export function reachWords(reach: Reach): string {
  const those = (answer: Answer) => wayKeys.filter((way) => reach[way] === answer).map((way) => ways[way].toLowerCase())
  const [no, yes] = [listed(those('NO')), listed(those('YES'))]
  return [no && `Do not ${no}.`, yes && `${yes.replace(/^./, (letter) => letter.toUpperCase())}.`]
    .filter(Boolean)
    .join(' ')
}

const inWords: readonly (readonly [field: string, of: (said: Said) => string])[] = [
  ['Name', (said) => said.name],
  ['Relation', (said) => relationNames[said.relation]],
  ['Phone', (said) => phoneWords(said.phone)],
  ['E-mail', (said) => said.email],
  ['How to reach', (said) => reachWords(said.reach)],
  ['When or through whom', (said) => said.reachNote],
  ['May speak for the patient', (said) => (said.speaksForPatient ? 'Yes' : 'No')],
  ['Since', (said) => usDate(said.since)],
]
type Change = { field: string; before: string; after: string }
/** What differs between two versions of a contact, in words. */
export const changesBetween = (before: Said, after: Said): Change[] =>
  inWords
    .map(([field, of]) => ({ field, before: of(before), after: of(after) }))
    .filter((change) => change.before !== change.after)

/** Why a version cannot stand so. `today`: the carrier's day. */
export function whyNotSaid(said: Said, today: string): Refusal<'VALIDATION'> | undefined {
  const no = (field: string, message: string): Refusal<'VALIDATION'> => ({ code: 'VALIDATION', field, message })
  if (said.since > today) return no('since', 'Enter a day up to today.')
  if ((said.reach.call === 'YES' || said.reach.text === 'YES') && said.phone === '')
    return no('phone', 'Enter a telephone number: this person may be called or texted.')
  return said.reach.email === 'YES' && said.email === ''
    ? no('email', 'Enter an e-mail address: this person may be e-mailed.')
    : undefined
}

/** Why a claim with so many current contacts gets no more. */
export const whyNoMore = (current: number): Refusal<'RULE'> | undefined =>
  current < MOST_CURRENT
    ? undefined
    : { code: 'RULE', message: `A claim has ${MOST_CURRENT} contacts at most. End one that is out of date first.` }

/** Why a contact is not changed any more. */
export function whyNotChange(of: { version: number; endedOn: string | null }): Refusal<'RULE'> | undefined {
  if (of.endedOn !== null)
    return { code: 'RULE', message: `This contact ended on ${usDate(of.endedOn)}. Add it again if it is current.` }
  return of.version < MOST_CHANGES
    ? undefined
    : { code: 'RULE', message: 'This contact was changed too often. End it and add it again.' }
}
