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
