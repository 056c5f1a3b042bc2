/** What a supervisor is asked about. */
export const supervisorQuestions = ['LIMIT', 'ROLE', 'MERGE', 'OTHER'] as const
export type SupervisorQuestion = (typeof supervisorQuestions)[number]

/** The same in words, for the event log and the screen. */
export const questionWords: Readonly<Record<SupervisorQuestion, string>> = {
  LIMIT: 'over the approval limit',
  ROLE: 'over the role',
  MERGE: 'merge two requests',
  OTHER: 'a question',
}
