import type { Figures } from './contract.ts'

/** Days of receipt one answer may cover: a quarter. */
export const longestPeriod = 92

/** What figures are grouped by; a person is who decided a request, or owns it while nobody has. */
export const groupings = ['state', 'subCarrier', 'team', 'person'] as const

/** Raised when a definition below changes; part of every answer. */
export const definitionsVersion = 'turnaround-2026.1'

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
    'Received requests a person has answered: approved, partial or denied. A decision that was taken back counts for nothing.',
  approved: 'Approved for no less than was asked.',
  partial: 'Approved for a smaller quantity or fewer days a fill than was asked.',
  denied: 'Rejected, with a block of the drug or for this fill only.',
  deemed: 'Approved by law, because nobody had decided when the time was over.',
  closed: 'Closed without a decision after the days of keeping.',
  withdrawn: 'Withdrawn, reversed or paid otherwise before a decision.',
  merged: 'Merged into another request, which is counted for itself.',
  open: 'Still waiting for an answer.',
  lapsed:
    'Received requests whose due time passed before they were completed, or has passed while they are open; every deemed ' +
    'one. The due time is that of the state, or our own target where no rule is known.',
  extended: 'Received requests whose due time was moved later by a documented request for information.',
  overturned: 'Denied requests whose reconsideration, at any level and until now, ended in an approval.',
  cleared: 'Paid at once by a rule or a bypass. Nobody waited for an answer, so no other figure counts them.',
  medianHours:
    'Half of the decided requests took at most so long, from the first line of the log to the line of the decision; every hour of the week counts.',
  meanHours: 'The sum of the same times by the number of decided requests.',
  p90Hours: 'Nine of ten decided requests took at most so long; between two requests the time is interpolated.',
}
