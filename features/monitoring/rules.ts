/**
 * What pages count of their use, besides how long it took: one was opened; something in it was pressed, by pointer or by key; the
 * largest of it was painted after so long (LCP); the slowest answer to a click or key in it took so long (INP).
 */
export const userActions = ['page.opened', 'page.clicked', 'page.keyed', 'page.lcp', 'page.inp'] as const
/** The pages: the first word of their addresses. What is none of these counts as `other`. */
export const countedPages = [
  'accounts',
  'add-injured-worker',
  'authorizations',
  'claim-link',
  'claimants',
  'create-authorization',
  'data-extract',
  'drugs',
  'emergency-access',
  'help',
  'home',
  'notifications',
  'patients',
  'pharmacies',
  'practitioners',
  'support',
  'team',
  'transactions',
  'turnaround',
  'other',
] as const
export type CountedPage = (typeof countedPages)[number]

/** Which page an address is of; never more of it than this word. */
export const pageOf = (path: string): CountedPage => countedPages.find((one) => one === path.split('/')[1]) ?? 'other'

/** Every word a page may use for what failed: why a login failed, or the kind of an error in its code. */
export const faultCodes = [
  'SIGN_IN_EXPIRED',
  'STATE_MISMATCH',
  'PROVIDER_UNREACHABLE',
  'TOKEN_INVALID',
  'UNAVAILABLE',
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'timeout',
  'not-found',
] as const

/** What each figure of the work means. */
export const figureHelp = {
  requests_pending: 'Open requests of a carrier.',
  requests_overdue: 'Open requests of a carrier past their due time.',
  requests_escalated: 'Escalated requests of a carrier that are not snoozed.',
  oldest_pending_request_seconds: 'How long the oldest open request of a carrier has waited.',
  outbox_waiting: 'Messages and jobs that are due and were not handed on yet.',
  outbox_oldest_seconds: 'How long the oldest of them has been due.',
  pharmacies_to_call: 'Pharmacies that did not read their notification and have to be called.',
  chats_waiting: 'Chats of a carrier that wait for an agent.',
} as const satisfies Record<string, string>

/** The name of a page, from the first word of its address. */
export const pageName = (page: CountedPage): string => {
  const words = page === 'other' ? 'Other pages' : page.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Days of page use that can be looked at. */
export const usePeriods = [7, 30, 90] as const
