/** The queues of the support desk, in the order of their tabs. */
export const supportQueues = ['calls', 'keying', 'follow-ups', 'chats', 'eligibility'] as const
export type SupportQueue = (typeof supportQueues)[number]

export const queueNames: Readonly<Record<SupportQueue, string>> = {
  calls: 'Calls',
  keying: 'Keying',
  'follow-ups': 'Survey follow-ups',
  chats: 'Chats',
  eligibility: 'Eligibility files',
}
