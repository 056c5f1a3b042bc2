import { packFor, requestKind } from '#features/deadlines/which-pack.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'

export const MAX_RECONSIDERATION = 3

/** A denial, as far as the state says how long it may be asked about again. */
export type Denied = {
  jurisState: string
  channelType: number
  /** Level of reconsideration that denied; 0: the request itself. */
  level: number
  receivedAt: string
  deniedAt: string
}

/**
 * The last day (YYYY-MM-DD, in the zone of the state) to ask for reconsideration; null where no source names one. How long
 * depends on the level that denied: New York's ten days lead from Level 2 to the Board (12 NYCRR 441.6(c)).
 */
export function reconsiderUntil(of: Denied): { lastDay: string; timeZone: string } | null {
  const { appealDays, timeZone } = packFor(of.jurisState, requestKind(of.channelType, of.level), of.receivedAt)
  if (appealDays === null) return null
  return { lastDay: addDays(dateIn(Date.parse(of.deniedAt), timeZone), appealDays), timeZone }
}
