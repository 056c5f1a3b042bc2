import type { Figures } from '#features/turnaround/contract.ts'

/**
 * The figures counted a second time, line by line from the logs and without a database: what `definitions` says, for a reader who
 * has the logs. turnaround.test.ts holds the statement of sql.ts against it.
 */

/** A line of a log; instants ISO 8601. */
type Line = { code: number; from: number | null; to: number | null; at: string; actor: string | null }
export type Request = {
  id: string
  /** The denied request this one looks at again. */
  original: string | null
  lines: readonly Line[]
  dueAt: string
  arithmetic: readonly string[]
  asked: { quantity: number; days: number }
  /** Limits a fill of the decision that stands. */
  given: { quantity: number | null; days: number | null } | null
}

const HOUR_MS = 3_600_000

const receiptOf = ({ lines }: Request): Line => lines.find(({ code }) => [100, 111, 200].includes(code))!
export const lastMoveOf = ({ lines }: Request): Line => lines.findLast(({ from, to }) => to !== null && to !== from)!

const less = ({ asked, given }: Request): boolean =>
  given !== null &&
  ((given.days !== null && given.days < asked.days) || (given.quantity !== null && given.quantity < asked.quantity))

/** Between the two nearest values, as the share of the way says. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return low + (high - low) * (at - Math.floor(at))
}

const inHundredths = (value: number): number => Math.round(value * 100) / 100

/** The figures of these requests at an instant; `all` holds the reconsiderations of them as well. */
export function recount(requests: readonly Request[], all: readonly Request[], asOf: string): Figures {
  const grantedLater = (of: Request): boolean =>
    all.some((next) => next.original === of.id && ([30, 33].includes(lastMoveOf(next).to!) || grantedLater(next)))
  const times: number[] = []
  const again: number[] = []
  const found = {
    received: 0,
    decided: 0,
    approved: 0,
    partial: 0,
    denied: 0,
    deemed: 0,
    closed: 0,
    withdrawn: 0,
    merged: 0,
    open: 0,
    lapsed: 0,
    extended: 0,
    overturned: 0,
    cleared: 0,
    reopened: 0,
  }
  for (const request of requests) {
    const { to, at } = lastMoveOf(request)
    if (to === 31 || to === 32) {
      found.cleared += 1
      continue
    }
    found.received += 1
    const reopening = request.lines.findLast(({ code }) => code === 214)
    if (reopening !== undefined) found.reopened += 1
    const before = request.lines.slice(
      0,
      request.lines.findIndex(({ code }) => code === 214),
    )
    const moved = reopening && before.findLast((line) => line.to !== null && line.to !== line.from)
    const answered = moved && [30, 40, 41].includes(moved.to!) ? moved.at : undefined
    if (to === 30) found[less(request) ? 'partial' : 'approved'] += 1
    else if (to === 40 || to === 41) found.denied += 1
    else if (to === 33) found.deemed += 1
    else if (to === 50) found.closed += 1
    else if (to === 51) found.withdrawn += 1
    else if (to === 52) found.merged += 1
    else found.open += 1
    if (to === 30 || to === 40 || to === 41) {
      found.decided += 1
      times.push((Date.parse(answered ?? at) - Date.parse(receiptOf(request).at)) / HOUR_MS)
      if (reopening) again.push((Date.parse(at) - Date.parse(reopening.at)) / HOUR_MS)
    }
    if (to === 33 || Date.parse(request.dueAt) < Date.parse(answered ?? (to! >= 30 ? at : asOf))) found.lapsed += 1
    if (request.arithmetic.some((words) => words.startsWith('Extended ('))) found.extended += 1
    if ((to === 40 || to === 41) && grantedLater(request)) found.overturned += 1
  }
  const sorted = times.toSorted((a, b) => a - b)
  const later = again.toSorted((a, b) => a - b)
  const of = (value: () => number, among = sorted): number | null => (among.length === 0 ? null : inHundredths(value()))
  return {
    ...found,
    medianHours: of(() => quantile(sorted, 0.5)),
    meanHours: of(() => sorted.reduce((sum, one) => sum + one, 0) / sorted.length),
    p90Hours: of(() => quantile(sorted, 0.9)),
    reopenedMedianHours: of(() => quantile(later, 0.5), later),
  }
}
