import { whyNotAdminister } from '#features/people/administering.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal } from '#platform/calls/refusal.ts'
import { HOUR_MS } from '#platform/dates/instant.ts'

/** What left the portal, by the call that made it. */
export const exportNames: Readonly<Record<string, string>> = {
  'accessReview.export': 'Access review',
  'chat.transcript': 'Chat transcript',
  'dataExtracts.extract': 'Data extract',
  'history.detail': 'Request on paper',
  'history.export': 'Event log',
  'medications.hearing': 'Medications of a patient',
  'pharmacies.export': 'Pharmacies',
  'people.export': 'Users',
  'priorAuths.export': 'Prior authorizations of a claim',
  'provenance.export': 'Decision records',
  'team.exportMove': 'Result of moving requests',
  'texts.export': 'Text messages of a claim',
  'transactionHistory.export': 'Transactions of a claim',
  'transactionHistory.summaryExport': 'Claim summary',
  'worklist.export': 'Worklist',
  'job dataExtracts.deliver': 'Scheduled data extract',
}

/** The calls whose files are about one patient. */
export const aboutOnePatient: readonly string[] = [
  'chat.transcript',
  'history.detail',
  'history.export',
  'medications.hearing',
  'priorAuths.export',
  'provenance.export',
  'texts.export',
  'transactionHistory.export',
  'transactionHistory.summaryExport',
]

/** What is unusual about a file, so that the privacy office looks at it first. */
export const marks = ['ONE_PATIENT', 'LARGE', 'AFTER_HOURS', 'LARGEST'] as const
export type Mark = (typeof marks)[number]
export const markWords: Readonly<Record<Mark, string>> = {
  ONE_PATIENT: 'One patient',
  LARGE: 'Over 100,000 rows',
  AFTER_HOURS: 'After hours',
  LARGEST: 'Largest in a year',
}
/** Rows from which a file is large, and from which it may be the largest of its user. */
export const LARGE_ROWS = 100_000
export const NOTABLE_ROWS = 1000
/** Office hours of a weekday in the time zone of the carrier. */
export const officeHours = { from: '06:00', until: '20:00' } as const

/** Why a file has a mark, in a sentence. */
export const whyMarked = (
  mark: Mark,
  { name, rows, largestBefore }: { name: string; rows: number | null; largestBefore: number | null },
): string => {
  const number = (one: number) => one.toLocaleString('en-US')
  if (mark === 'ONE_PATIENT') return 'It is about one patient.'
  if (mark === 'LARGE') return `It has more than ${number(LARGE_ROWS)} rows.`
  if (mark === 'AFTER_HOURS')
    return 'It was taken on a weekend, or before 6:00 AM or after 8:00 PM in the time zone of the carrier.'
  const times = rows !== null && largestBefore ? Math.floor(rows / largestBefore) : 1
  const most = `the largest file ${name} took in the year before, which has ${number(largestBefore ?? 0)} rows`
  return times > 1 ? `It has ${number(times)} times the rows of ${most}.` : `It has more rows than ${most}.`
}

/** The key of a column as a person reads it: "patientLastName" is "Patient last name". */
export const columnWords = (key: string): string => {
  const words = key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The calls whose files the list calls by a name with these words. */
export const callsNamed = (words: string): string[] =>
  Object.entries(exportNames)
    .filter(([, name]) => name.toLowerCase().includes(words.toLowerCase()))
    .map(([call]) => call)

export const states = ['RUNNING', 'FINISHED', 'CANCELED', 'FAILED'] as const
type State = (typeof states)[number]

/** How an export ended: a file is sent for an hour at most, and one whose end nobody recorded by then was cut off with its process. */
export const stateOf = (recorded: State, at: string, now: Date): State =>
  recorded === 'RUNNING' && now.getTime() - Date.parse(at) > HOUR_MS ? 'FAILED' : recorded

/** Why the user who took a file is not asked about it. */
export function whyNotAsk(
  person: Pick<Person, 'id'>,
  of: { userId: string | null; name: string; works: boolean; waits: boolean },
): string | undefined {
  if (of.userId === null) return 'The portal made this file by itself: there is nobody to ask.'
  if (of.userId === person.id) return 'You took this file yourself.'
  if (!of.works) return `${of.name} does not work for this carrier any more.`
  return of.waits ? `A question about this file waits for the answer of ${of.name}.` : undefined
}

/** Why this user does not see what others exported: account managers and the privacy office do. */
export const whyNotSee = (person: Person): Refusal<'NOT_ALLOWED'> | undefined => whyNotAdminister(person)
