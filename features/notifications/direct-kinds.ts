import type { NoticeGroup } from './choice-names.ts'

type Direct = {
  group: NoticeGroup
  /** What an e-mail says of it: nobody's name, no drug. Null where the act sends an e-mail of its own. */
  says: string | null
}

/** Notices that acts and jobs write themselves, beside the matrix of events. */
const kinds = {
  notDelivered: { group: 'DEADLINES', says: 'A message could not be delivered.' },
  noAddress: { group: 'DEADLINES', says: 'A message has no address to send it to.' },
  extended: { group: 'DEADLINES', says: 'It is due later: information was requested.' },
  moved: { group: 'REQUESTS', says: 'Requests were moved to you or from you.' },
  rerouted: { group: 'REQUESTS', says: 'Requests came to you from a user who is away.' },
  standIn: { group: 'REQUESTS', says: 'You are the delegate of a user who will be away.' },
  merged: { group: 'REQUESTS', says: 'Another request was merged into it.' },
  asked: { group: 'REQUESTS', says: 'There is a question or an answer for you.' },
  nudged: { group: 'REMINDERS', says: 'Somebody waits for your answer.' },
  advised: { group: 'DECISIONS', says: 'A pharmacist advised.' },
  determined: { group: 'DECISIONS', says: 'A determination was recorded.' },
  ending: { group: 'DECISIONS', says: null },
  letterReturned: { group: 'LETTERS', says: 'The answer to a letter was not complete.' },
  extractFailed: { group: 'FILES', says: 'A scheduled extract failed.' },
  surveyFollowUp: { group: 'FILES', says: 'A survey needs a follow-up.' },
  workerTexted: { group: 'FILES', says: 'The patient sent a text that is not a keyword.' },
  admin_grant: { group: 'ACCESS', says: 'A change of rights waits for you.' },
  access_review: { group: 'ACCESS', says: null },
  license: { group: 'ACCESS', says: 'The license of a user has ended.' },
  carrier_setting: { group: 'ACCESS', says: 'A setting of the carrier was changed.' },
  bypass: { group: 'ACCESS', says: 'A bypass was set on a claim.' },
  exportAsked: { group: 'ACCESS', says: 'There is a question about a file you took.' },
  exportAnswered: { group: 'ACCESS', says: 'A question about a file was answered.' },
  emergency_access: { group: 'ACCESS', says: null },
  directory_token: { group: 'ACCESS', says: null },
} as const satisfies Record<string, Direct>
export type DirectKind = keyof typeof kinds

export const directKinds: Readonly<Record<string, Direct>> = kinds
