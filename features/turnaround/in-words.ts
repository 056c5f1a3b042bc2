import { usDate } from '#platform/dates/day.ts'
import type { Figures } from './contract.ts'
import type { groupings } from './rules.ts'

/** The figures by name, in the order of the page. */
export const names: Readonly<Record<keyof Figures, string>> = {
  received: 'Received',
  decided: 'Decided',
  medianHours: 'Time to decision, median',
  meanHours: 'Time to decision, mean',
  p90Hours: 'Time to decision, 90th percentile',
  approved: 'Approved as requested',
  partial: 'Approved with changes',
  denied: 'Rejected',
  lapsed: 'Missed a deadline',
  deemed: 'Deemed approved',
  extended: 'Deadline extended',
  overturned: 'Overturned on reconsideration',
  reopened: 'Reopened',
  reopenedMedianHours: 'Time from reopening, median',
  withdrawn: 'Withdrawn',
  merged: 'Merged',
  closed: 'Closed without a decision',
  open: 'Still open',
  cleared: 'Paid by a rule or bypass',
}

/** "5h 48m", "2d 3h", "38m"; "none" where nothing was decided. `hours`: clock hours. */
export function durationWords(hours: number | null): string {
  if (hours === null) return 'none'
  const minutes = Math.round(hours * 60)
  const [days, rest] = [Math.floor(minutes / 1440), minutes % 1440]
  const [whole, left] = [Math.floor(rest / 60), rest % 60]
  if (days > 0) return whole > 0 ? `${days}d ${whole}h` : `${days}d`
  if (whole > 0) return left > 0 ? `${whole}h ${left}m` : `${whole}h`
  return `${left}m`
}

const isTime = (figure: keyof Figures): boolean => figure.endsWith('Hours')

/** One figure as the page shows it. */
export const figureWords = (figure: keyof Figures, of: Figures): string =>
  isTime(figure) ? durationWords(of[figure]) : Number(of[figure]).toLocaleString('en-US')

/** Below so many decisions a group's times say nothing about the next one. */
export const FEWEST = 5

/** The share of deadlines that has to be kept; below it a bar is red. */
export const GOAL = 0.95

/** The share of the received requests whose deadline was kept, "97%"; none where nothing came in. */
export const keptShare = ({ received, lapsed }: Pick<Figures, 'received' | 'lapsed'>): number | null =>
  received === 0 ? null : (received - lapsed) / received
/** "97%"; never rounded up to 100%. */
export const percentWords = (share: number | null): string =>
  share === null ? 'none' : `${share === 1 ? 100 : Math.min(99, Math.round(share * 100))}%`

/** A group by its name; a week by its Monday. */
export const groupName = (by: (typeof groupings)[number], name: string): string =>
  by === 'week' ? `Week of ${usDate(name)}` : name
