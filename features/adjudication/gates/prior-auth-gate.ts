import { usDate } from '#platform/dates/day.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { type Case, type Fill, makeReject, note, trace } from '../case.ts'
import type { PriorAuth } from '../snapshot.ts'
import type { Reject } from '../answer.ts'
import { dateText, dayNumber } from '../day-number.ts'
import { show, showDollars, toCents, toMilli } from '../money.ts'
import { partsBefore } from './partial-fill.ts'
import { type ClearedFinding, compare, findingWords, unknownOf, whyNotCleared } from '#features/prior-auths/findings.ts'
import { narrowness, reachesProduct } from '#features/prior-auths/reach.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'

// G9: prior authorizations and blocks. A prior authorization clears rejects; of several the one that clears most counts; a
// block wins when no prior authorization is more specific.

// A future prior authorization whose window has begun is active before the nightly job says so.
const { FUTURE, ACTIVE, USED_UP, BLOCK_ACTIVE } = priorAuthStatus

const specificity = (pa: PriorAuth): number => narrowness(pa.level)

/** Same claim, drug, brand, pharmacy and prescriber, and the date inside the window. */
function coversDrug(c: Case, pa: PriorAuth): boolean {
  if (pa.claimId !== c.snapshot.claim?.claimId || c.product.gpi === '') return false
  const { gpi, ndc, drug } = c.product
  if (!reachesProduct(pa, { gpi, ndc, brand: (drug?.brandFlag ?? 'G') !== 'G' })) return false
  if (!(dayNumber(pa.startDate) <= c.day && c.day <= dayNumber(pa.endDate))) return false
  if (pa.pharmacyNabp != null && pa.pharmacyNabp !== c.pharmacyNabp) return false
  return pa.prescriberNpi == null || pa.prescriberNpi === c.prescriberNpi
}

const isOfPrescription = (c: Case, pa: PriorAuth): boolean => pa.rxNumber == null || pa.rxNumber === c.rxNumber

/** Covers the drug on that date, and the prescription where it is limited to one. */
export const covers = (c: Case, pa: PriorAuth): boolean => coversDrug(c, pa) && isOfPrescription(c, pa)

const fillsAllowed = (pa: PriorAuth): number => (pa.oneTime ? 1 : (pa.maxFills ?? Number.POSITIVE_INFINITY))

/** Parts of this very fill that were paid under a prior authorization: the fill is counted already, and its amounts are one sum. */
const partsUnder = (c: Case, pa: PriorAuth): Fill[] =>
  partsBefore(c).filter(({ past }) => past.priorAuthId === pa.priorAuthId)

const isUsedUp = (c: Case, pa: PriorAuth): boolean =>
  (pa.statusId === USED_UP || pa.fillsUsed >= fillsAllowed(pa)) && partsUnder(c, pa).length === 0

/** Whether a covered claim may be filled under the prior authorization now: begun, fills left, within its limits. */
export const isUsable = (c: Case, pa: PriorAuth): boolean =>
  (pa.statusId === FUTURE || pa.statusId === ACTIVE) && !isUsedUp(c, pa) && beyond(c, pa) === null

/** What exceeds the prior authorization's quantity, days or cost; null when it fits. */
function beyond(c: Case, pa: PriorAuth): string | null {
  const parts = partsUnder(c, pa)
  const milli = parts.reduce((sum, { past }) => sum + toMilli(past.quantity), c.quantityMilli)
  if (pa.maxQtyPerFill != null && milli > toMilli(pa.maxQtyPerFill)) {
    return `quantity ${show(milli / 1000)} exceeds the approved ${show(pa.maxQtyPerFill)}`
  }
  const days = parts.reduce((sum, { past }) => sum + past.daysSupply, c.daysSupply)
  if (pa.maxDaysPerFill != null && days > pa.maxDaysPerFill) {
    return `${days} days exceed the approved ${pa.maxDaysPerFill}`
  }
  const cents = parts.reduce(
    (sum, { past }) => sum + toCents(past.paidAmount),
    Math.round((c.pricing?.amountDue ?? 0) * 100),
  )
  if (pa.maxCostPerFill != null && cents > toCents(pa.maxCostPerFill)) {
    return `$${showDollars(cents)} exceeds the approved $${showDollars(toCents(pa.maxCostPerFill))}`
  }
  return null
}

const tier = { A: 1, S: 2, R: 2, O: 3, K: 9, '-': 9 } as const

/** What was cleared of each code; of a prior authorization older than its findings only the codes are known. */
const clearedBy = (pa: PriorAuth, day: string): readonly ClearedFinding[] =>
  (pa.findings ?? unknownOf(pa.codesCleared)).filter(({ until }) => until === undefined || day <= until)

const isClearable = (made: Reject): boolean =>
  !made.hardStop && made.overridableBy !== 'K' && made.rejectCode !== ncpdp.BLOCKED

/**
 * Whether a prior authorization clears a reject. Never a hard stop, never a data fix, never a block; never what is worse
 * than it was when it was cleared, or about something else; a safety reject only when its measure was kept, the decision
 * included safety and its decider could clear this very class.
 */
export function priorAuthClears(pa: PriorAuth, made: Reject, day = pa.startDate): boolean {
  if (!isClearable(made)) return false
  // Any approval is a call to the carrier, but of a compound only one of its recipe.
  if (made.sourceRule === 'R41' && made.measure === undefined) return true
  const stands = compare(clearedBy(pa, day), made)
  if (made.safety) {
    return stands === 'same' && pa.safetyIncluded && tier[made.overridableBy] <= tier[pa.safetyTier ?? 'R']
  }
  // "All" is what stood when it was decided, and is kept as such: an end of coverage, a limit or a rule that came later is not.
  return stands === 'same' || stands === 'unmeasured'
}

const words = (pa: PriorAuth): string => pa.overrideRef ?? pa.referenceNumber ?? pa.priorAuthId

/** Narrower first; of equals the one that began later, then the higher id, so that the choice is always the same. */
function narrower(a: PriorAuth, b: PriorAuth): number {
  const by = specificity(b) - specificity(a)
  if (by !== 0) return by
  if (a.startDate !== b.startDate) return a.startDate < b.startDate ? 1 : -1
  return a.priorAuthId < b.priorAuthId ? 1 : -1
}

const laterStart = (a: PriorAuth, b: PriorAuth): number =>
  a.startDate < b.startDate ? 1 : a.startDate > b.startDate ? -1 : 0

/** Of approvals that let the fill through the one that clears most of what stands; of equals the later, then the narrower. */
function mostClearing(c: Case, usable: readonly PriorAuth[]): PriorAuth | null {
  if (usable.length < 2) return usable[0] ?? null
  const day = dateText(c.day)
  const clears = new Map(usable.map((pa) => [pa, c.rejects.filter((made) => priorAuthClears(pa, made, day)).length]))
  return usable.toSorted((a, b) => clears.get(b)! - clears.get(a)! || laterStart(a, b) || narrower(a, b))[0]!
}

/** Runs G9 and R40. */
export function priorAuthGate(c: Case): void {
  const all = c.options.assumePa === undefined ? c.snapshot.priorAuths : [...c.snapshot.priorAuths, c.options.assumePa]
  const matching = all.filter((pa) => covers(c, pa)).sort(narrower)
  const block = matching.find((pa) => pa.kind === 'BLOCK' && pa.statusId === BLOCK_ACTIVE) ?? null
  const approvals = matching.filter(
    (pa) => pa.kind === 'PERMIT' && (pa.statusId === FUTURE || pa.statusId === ACTIVE || pa.statusId === USED_UP),
  )
  const usable = approvals.filter((pa) => !isUsedUp(c, pa) && beyond(c, pa) === null)
  const approval = mostClearing(
    c,
    usable.filter((pa) => block === null || specificity(pa) > specificity(block)),
  )

  if (block !== null && approval === null) {
    c.block = block
    const message = `Block ${words(block)} stops this drug until ${usDate(block.endDate)}`
    c.rejects.push(makeReject('R40', ncpdp.BLOCKED, message))
    return trace(c, 'R40', 'reject', `3Y: ${message}`)
  }
  trace(c, 'R40', 'pass', block === null ? 'No block' : 'A prior authorization is more specific than the block')
  if (approval !== null) return grant(c, approval)
  const ofOther = all.find(
    (pa) => pa.kind === 'PERMIT' && coversDrug(c, pa) && !isOfPrescription(c, pa) && isUsable(c, pa),
  )
  explain(c, approvals, ofOther)
}

function grant(c: Case, approval: PriorAuth): void {
  c.priorAuth = approval
  const kept: Reject[] = []
  const day = dateText(c.day)
  const codes: string[] = []
  const left: string[] = []
  for (const made of c.rejects) {
    if (!priorAuthClears(approval, made, day)) {
      const why = isClearable(made) ? whyNotCleared(words(approval), clearedBy(approval, day), made) : undefined
      if (why !== undefined) left.push(why)
      kept.push(why === undefined ? made : { ...made, message: `${made.message.replace(/\.$/, '')}. ${why}` })
      continue
    }
    c.cleared.push({ reject: made, by: 'PRIOR_AUTH', id: approval.priorAuthId })
    codes.push(made.rejectCode)
  }
  c.rejects = kept
  c.isRestUnder = partsUnder(c, approval).length > 0
  const counts = c.isRestUnder ? 'the rest of a fill that counts already' : 'counts as a fill'
  const idle = kept.length === 0 ? `not needed; ${counts}` : 'clears none of these codes'
  const clears = c.cleared.filter((one) => one.by === 'PRIOR_AUTH').map((one) => findingWords(one.reject))
  const what = [codes.length === 0 ? idle : `clears ${clears.join(', ')}`, ...left].join('. ')
  note(
    c,
    'G9',
    'prior-auth',
    codes.length === 0 ? 'pass' : 'clear',
    `Prior authorization ${words(approval)} (drug level ${approval.level}): ${what}`,
  )
}

/**
 * Explains why a matching prior authorization does not clear: the claim exceeds it (64), it is used up (PA), or it is for
 * another prescription.
 */
function explain(c: Case, approvals: readonly PriorAuth[], ofOther: PriorAuth | undefined): void {
  for (const pa of approvals) {
    const wouldClear = c.rejects.some((made) => priorAuthClears(pa, made, dateText(c.day)))
    if (!wouldClear) continue
    if (isUsedUp(c, pa)) {
      const message = `Prior authorization ${words(pa)} has no fills left (${pa.fillsUsed} of ${show(fillsAllowed(pa))} used)`
      c.rejects.push(makeReject('R16', 'PA', message))
      return note(c, 'G9', 'prior-auth', 'reject', `PA: ${message}`)
    }
    const message = `Outside prior authorization ${words(pa)}: ${beyond(c, pa) ?? 'not what was approved'}`
    c.rejects.push(makeReject('R16', '64', message))
    return note(c, 'G9', 'prior-auth', 'reject', `64: ${message}`)
  }
  if (ofOther === undefined) return note(c, 'G9', 'prior-auth', 'pass', 'No prior authorization for this drug')
  const why = `Prior authorization ${words(ofOther)} covers prescription ${ofOther.rxNumber} only`
  c.rejects = c.rejects.map((made) =>
    priorAuthClears(ofOther, made) ? { ...made, message: `${made.message.replace(/\.$/, '')}. ${why}` } : made,
  )
  note(c, 'G9', 'prior-auth', 'pass', why)
}
