import { isBill, packFor, requestKind } from '#features/deadlines/which-pack.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'

export const MAX_RECONSIDERATION = 3

/** A denial, as far as the level of the next look depends on it. */
export type Level = { jurisState: string; channelType: number; level: number }

/**
 * Whether the payer's own second look at a drug is missing here: in New York the first request is Level 1, and the first
 * look again is already Level 2, the carrier's physician (12 NYCRR 441.1(g), 441.5). Bills are outside these levels.
 */
const beginsAtLevelTwo = ({ jurisState, channelType }: Omit<Level, 'level'>): boolean =>
  jurisState === 'NY' && !isBill(channelType)

/** The level of a request that looks at a denial of this level again. */
export const nextLevel = (denied: Level): number =>
  denied.level === 0 && beginsAtLevelTwo(denied) ? 2 : denied.level + 1

/** The level of the law a reconsideration is decided at: one kept as the first is the second where that is the law's first. */
export const levelOfLaw = (of: Level): number => (of.level === 1 && beginsAtLevelTwo(of) ? 2 : of.level)

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
