import { DAY_MS } from '#platform/dates/instant.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Load, Member, Stay } from './contract.ts'
import type { Forecast } from './rules.ts'

const many = (count: number): string => count.toLocaleString('en-US')

/** "164 now + 9.4 an hour arriving × 6.75 h − 10.9 an hour decided × 6.75 h = 154", and how it differs from now. */
export function forecastWords(pending: number, of: Forecast, hours: number): { change: string; formula: string } {
  const difference = of.expected - pending
  return {
    change:
      difference === 0
        ? 'as many as now'
        : `${many(Math.abs(difference))} ${difference < 0 ? 'fewer' : 'more'} than now`,
    formula: `${many(pending)} now + ${of.arrivalsPerHour} an hour arriving × ${hours} h − ${of.decisionsPerHour} an hour decided × ${hours} h = ${many(of.expected)}`,
  }
}

/** A person's present or next time off: its days, and who works meanwhile. */
export function leaveWords(leave: NonNullable<Member['leave']>, zone: string): { span: string; delegate: string } {
  const day = (at: string) => usDate(dateIn(Date.parse(at), zone))
  const since = leave.begunAt === null ? '' : `, notified ${day(leave.begunAt)}`
  return {
    span: `${day(leave.startAt)} – ${day(leave.endAt)}`,
    delegate: leave.delegates.length === 0 ? 'No delegate' : `Delegate: ${leave.delegates.join(', then ')}${since}`,
  }
}

/** Days before a time off in which others are warned of it. */
const SOON_MS = 7 * DAY_MS

/** That a person is away, or will be within a week; undefined where neither is so. */
export function awayWords(of: Pick<Member, 'outOfOffice' | 'leave'>, zone: string, now: number): string | undefined {
  const day = (at: string) => usDate(dateIn(Date.parse(at), zone))
  if (of.outOfOffice) return of.leave ? `Away until ${day(of.leave.endAt)}` : 'Away'
  return of.leave && Date.parse(of.leave.startAt) < now + SOON_MS ? `Away from ${day(of.leave.startAt)}` : undefined
}

/** "to $5,000", "no limit". */
export const limitWords = (limit: number | null): string =>
  limit === null ? 'No limit' : `to $${limit.toLocaleString('en-US')}`

/** "FL, GA, NJ"; an empty list limits nobody. */
export const licenseWords = (states: readonly string[]): string =>
  states.length === 0 ? 'All states' : states.join(', ')

const stays: Readonly<Record<Stay, string>> = {
  OPENED: 'its owner opened it in the last 15 minutes',
  SNOOZED: 'snoozed',
  CHANGED: 'changed after the preview',
  COMPLETED: 'already decided',
  PROGRAM: 'nobody chosen works on this program',
  AWAY: 'nobody chosen is in',
  LICENSE: 'no license',
  LIMIT: 'over the approval limit',
  DECIDED_BEFORE: 'decided before by who could take it',
}
/** Why a request stays with its owner: "no FL license". */
export const stayWords = (why: Stay, state: string): string => (why === 'LICENSE' ? `no ${state} license` : stays[why])

type LapsePart = {
  key: 'late' | 'in4' | 'in24' | 'in72' | 'after'
  label: string
  count: number
  /** The figure that counts this part and those before it. */
  until: keyof Load
}
/** Pending requests by when they lapse, each counted in one part. */
export const lapseParts = (of: Load): readonly LapsePart[] => [
  { key: 'late', label: 'Overdue', count: of.overdue, until: 'overdue' },
  { key: 'in4', label: 'In 4 hours', count: of.due4 - of.overdue, until: 'due4' },
  { key: 'in24', label: 'In 24 hours', count: of.due24 - of.due4, until: 'due24' },
  { key: 'in72', label: 'In 72 hours', count: of.due72 - of.due24, until: 'due72' },
  { key: 'after', label: 'Later', count: of.pending - of.due72, until: 'pending' },
]
