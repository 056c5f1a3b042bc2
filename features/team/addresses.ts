import type { Load } from './contract.ts'

/** The worklist of these case owners: all their pending requests, least time left first. */
export const ownersAddress = (ids: readonly string[]): string => `/authorizations?view=all&owner=${ids.join(',')}`

const lists: Readonly<Record<keyof Load, (ids: string) => string>> = {
  pending: (ids) => `view=all&owner=${ids}`,
  overdue: (ids) => `view=all&owner=${ids}&due=0`,
  due4: (ids) => `view=all&owner=${ids}&due=4`,
  due24: (ids) => `view=all&owner=${ids}&due=24`,
  due72: (ids) => `view=all&owner=${ids}&due=72`,
  escalated: (ids) => `view=escalated&owner=${ids}`,
  snoozed: (ids) => `view=snoozed&owner=${ids}`,
  atCounter: (ids) => `view=counter&owner=${ids}`,
  decidedToday: (ids) => `view=completed&decidedtoday=${ids}`,
}
/** The list that a figure of these people counts. */
export const figureAddress = (figure: keyof Load, ids: readonly string[]): string =>
  `/authorizations?${lists[figure](ids.join(','))}`

/** What of these people's requests waits for somebody else: in the worklist's view of that name. */
export const elsewhereAddress = (
  view: 'pharmacist' | 'waiting' | 'reviewer' | 'approver' | 'asked',
  ids: readonly string[],
): string => `/authorizations?view=${view}&owner=${ids.join(',')}`
