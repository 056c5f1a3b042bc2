import type { Case, Fill } from '../case.ts'
import { hcpcs } from '#reference/hcpcs.ts'
import type { PastFill } from '../snapshot.ts'
import { dayNumber } from '../day-number.ts'
import { endAtRefills, type Origin, prescriptionKey } from '../refills.ts'

// The claimant's current supplies: fills of the last 18 months that overlap the days of the new one.

const handedOut = (status: string): boolean => status === 'P' || status === 'B'

/** Days two supplies share. */
export const overlapDays = (a: { start: number; last: number }, b: { start: number; last: number }): number =>
  Math.max(0, Math.min(a.last, b.last) - Math.max(a.start, b.start) + 1)

/** Days of a span on which at least one of these supplies counts. */
export function daysBeside(supplies: readonly Fill[], span: { start: number; last: number }): number {
  const inOrder = supplies.length < 2 ? supplies : supplies.toSorted((a, b) => a.start - b.start)
  let days = 0
  let from = span.start
  for (const { start, until } of inOrder) {
    days += overlapDays({ start, last: until }, { start: from, last: span.last })
    from = Math.max(from, until + 1)
  }
  return days
}

/** Supplies by product, each product where its first one is. */
export const byProduct = (supplies: readonly Fill[]): Iterable<[Fill, ...Fill[]]> => {
  const products = new Map<string, [Fill, ...Fill[]]>()
  for (const fill of supplies) {
    const same = products.get(fill.drug.gpi)
    if (same === undefined) products.set(fill.drug.gpi, [fill])
    else same.push(fill)
  }
  return products.values()
}

/** Days a depot that a clinic injected goes on working, though its line counts one day. */
export const depotDays = (line: PastFill['hcpcs']): number => hcpcs(line?.code ?? '')?.lastsDays ?? 0

/** Days a fill supplies: those it was billed for, of a depot those of its label. */
export const suppliedDays = (past: PastFill): number => Math.max(past.daysSupply, depotDays(past.hcpcs))

/** The last day the claim's own supply covers. */
export const lastDayOf = (c: Case): number => c.day + Math.max(c.daysSupply, c.product.hcpcs?.lastsDays ?? 0) - 1

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
    const last = start + Math.max(1, suppliedDays(past)) - 1
    fills.push({ past, drug: past.drug, start, last, until: last })
  }
  if (!inOrder) fills.sort((a, b) => a.start - b.start)
  c.fills = fills
  const ownLast = lastDayOf(c)
  const own: Laid = { fill: null, start: c.day, last: ownLast, until: ownLast }
  endWithClaim(c, own)
  // Newest first; of two on one day the one billed later counts as newer.
  for (let at = fills.length - 1; at >= 0; at--) {
    const fill = fills[at]!
    // The refill after the claim is not taken beside it.
    if (fill.until < c.day || fill.start > (fill.drug.gpi === c.product.gpi ? own.until : ownLast)) continue
    c.concurrent.push(fill)
    if (fill.start <= c.day) c.active.push(fill)
  }
}

/** A fill of the history, or the claim (no fill yet), as it is laid beside others. */
type Laid = { fill: Fill | null; start: number; last: number; until: number }

const originOf = ({ drug, past }: Fill): Origin => ({
  gpi: drug.gpi,
  prescription: prescriptionKey(past.rxNumber, past.pharmacyNabp),
  prescriberNpi: past.prescriberNpi,
})

/** Ends supplies where a refill, the claim included, replaces them. */
function endWithClaim(c: Case, own: Laid): void {
  const laid: Laid[] = c.fills.map((fill) => ({ fill, start: fill.start, last: fill.last, until: fill.last }))
  const later = laid.findIndex((one) => one.start > own.start)
  laid.splice(later < 0 ? laid.length : later, 0, own)
  const origin: Origin = {
    gpi: c.product.gpi,
    prescription: prescriptionKey(c.rxNumber, c.pharmacyNabp),
    prescriberNpi: c.prescriberNpi,
  }
  endAtRefills(
    laid,
    ({ fill }) => (fill === null ? origin : originOf(fill)),
    (before, refill) => {
      if (refill === own && before.last >= c.day) c.replaced = before.fill
    },
  )
  for (const one of laid) if (one.fill !== null) one.fill.until = one.until
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
