import type { Case, Fill } from '../case.ts'
import { dayNumber } from '../day-number.ts'

// The claimant's current supplies: fills of the last 18 months that overlap the days of the new one.

const handedOut = (status: string): boolean => status === 'P' || status === 'B'

/** Days two supplies share. */
export const overlapDays = (a: { start: number; last: number }, b: { start: number; last: number }): number =>
  Math.max(0, Math.min(a.last, b.last) - Math.max(a.start, b.start) + 1)

/** Reads the history into day numbers and finds what overlaps the new supply. */
export function layOut(c: Case): void {
  const fills: Fill[] = []
  let inOrder = true
  let before = Number.NEGATIVE_INFINITY
  for (const past of c.snapshot.history) {
    if (!handedOut(past.status)) continue
    const start = dayNumber(past.fillDate)
    if (Number.isNaN(start)) continue
    if (start < before) inOrder = false
    before = start
    fills.push({ past, drug: past.drug, start, last: start + Math.max(1, past.daysSupply) - 1 })
  }
  if (!inOrder) fills.sort((a, b) => a.start - b.start)
  c.fills = fills
  const ownLast = c.day + c.daysSupply - 1
  const seen = new Set<string>()
  // Newest first; of two on one day the one billed later counts as newer.
  for (let at = fills.length - 1; at >= 0; at--) {
    const fill = fills[at]!
    if (fill.last < c.day || fill.start > ownLast) continue
    // A refill replaces the supply before it: only the newest of each exact product counts.
    const gpi = fill.drug.gpi
    if (gpi === c.product.gpi || seen.has(gpi)) continue
    seen.add(gpi)
    c.concurrent.push(fill)
    if (fill.start <= c.day) c.active.push(fill)
  }
}

/** Fills of a drug prefix that start within `days` before the date of service, that day not included; oldest first. */
export function fillsBefore(c: Case, gpiPrefix: string, days: number): Fill[] {
  const found: Fill[] = []
  const from = c.day - days
  for (let at = c.fills.length - 1; at >= 0; at--) {
    const fill = c.fills[at]!
    if (fill.start < from) break
    if (fill.start < c.day && fill.drug.gpi.startsWith(gpiPrefix)) found.push(fill)
  }
  return found.reverse()
}
