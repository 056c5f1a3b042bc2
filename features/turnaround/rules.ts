import type { Figures } from './contract.ts'

/** Days of receipt one answer may cover: a year. */
export const longestPeriod = 366
/** The last page of a list behind a figure, from 0. */
export const lastPage = 400

/** What figures are grouped by; a person is who decided a request, or owns it while nobody has; a week begins on Monday. */
export const groupings = ['state', 'subCarrier', 'team', 'person', 'week'] as const

/** Raised when a definition below changes; part of every answer. */
export const definitionsVersion = 'turnaround-2026.2'

/** What every figure is counted from. */
export const source = 'The log of each request, with its due time and the limits of its decision'

/**
 * What each figure means, as it is published with every answer. "Received" is the whole: every request in it is exactly
 * one of decided, deemed, closed, withdrawn, merged and open, and every decided one is approved, partial or denied.
 */
export const definitions: Readonly<Record<keyof Figures, string>> = {
  received:
    'Requests that came in during the period and waited for an answer: their log begins with a receipt from a ' +
    'pharmacy (100), a creation in the portal (111) or a reconsideration that was opened (200). A reconsideration is a ' +
    'request of its own.',
  decided:
    'Received requests a person has answered: approved, partial or denied. A decision that was undone is not counted.',
  approved: 'Approved for everything that was requested.',
  partial: 'Approved for a smaller quantity or fewer days per fill than requested.',
  denied: 'Rejected, with a block of the drug or for this fill only.',
  deemed: 'Deemed approved: no decision was made by the deadline.',
  closed: 'Closed without a decision after the days an open request is kept.',
  withdrawn: 'Withdrawn, reversed or paid another way before a decision.',
  merged: 'Merged into another request, which is counted on its own.',
  open: 'Still waiting for a decision.',
  lapsed:
    'Received requests whose due time passed before they were completed, or has passed while they are open; every deemed ' +
    'one. The due time is that of the state, or the internal target where no state deadline is on file.',
  extended: 'Received requests whose due time was moved later by a documented request for information.',
  overturned: 'Denied requests that a reconsideration, at any level so far, approved.',
  cleared: 'Paid at once by a rule or a bypass. Nobody waited for an answer, so no other figure counts them.',
  reopened:
    'Received requests that a supervisor opened again after a rejection of one fill or a closing. Their deadline and their ' +
    'time to a decision are those of the first answer.',
  medianHours:
    'Half of the decided requests took this long or less, from the first line of the log to the line of the first answer; every hour of the week counts.',
  meanHours: 'The same times added up and divided by the number of decided requests.',
  p90Hours: 'Nine of ten decided requests took this long or less; between two requests the time is interpolated.',
  reopenedMedianHours:
    'Half of the decided requests that were opened again took this long or less, from the last reopening to the line of the decision.',
}
