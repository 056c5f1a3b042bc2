import { usDate } from '#platform/dates/day.ts'
import { type Case, claimOf, reject, trace } from '../case.ts'
import type { EligibilitySpan } from '../snapshot.ts'
import { dayNumber } from '../day-number.ts'
import { firstFillOf } from './first-fill.ts'
import { plural } from '#platform/text/plural.ts'

// G3: was the person covered on the date of service? Before coverage is set up, the first-fill rule may still pay.

const covers = (span: EligibilitySpan, day: number): boolean =>
  dayNumber(span.effectiveDate) <= day && (span.termDate === null || dayNumber(span.termDate) >= day)

/** Finds the span and whether the first-fill rule speaks (R04, R05, R08). */
export function eligibilityGate(c: Case): void {
  const claim = claimOf(c)
  c.span = c.snapshot.spans.find((span) => covers(span, c.day)) ?? null
  const since = c.day - dayNumber(claim.doi)
  c.facts.daysSinceInjury = since
  c.facts.planLevel = c.span?.planLevel ?? null

  const early = claim.compensability === 'PENDING' || c.span?.planLevel === 'FIRST_FILL'
  const rule = firstFillOf(c)
  const noCoverageYet = c.span === null && !c.snapshot.spans.some((span) => dayNumber(span.effectiveDate) <= c.day)
  c.facts.firstFill =
    c.settings.firstFill.enabled &&
    early &&
    since >= 0 &&
    since <= rule.windowDays &&
    (c.span !== null || noCoverageYet)
  if (died(c)) return
  c.facts.firstFillCapDays = c.facts.firstFill ? rule.capDays : null

  if (c.span !== null) {
    trace(c, 'R04', 'pass', `Covered from ${usDate(c.span.effectiveDate)}`)
    trace(
      c,
      'R05',
      'pass',
      c.span.termDate === null ? 'Coverage has no end date' : `Covered through ${usDate(c.span.termDate)}`,
    )
    return
  }
  if (c.facts.firstFill) {
    trace(c, 'R04', 'clear', `No coverage yet, ${plural(since, 'day')} after the injury: the first-fill rule applies`)
    trace(c, 'R05', 'skip', 'No coverage has ended')
    return
  }
  notCovered(c)
}

/** Nothing is covered after the day a person died; a day that is wrong is corrected, not cleared. */
function died(c: Case): boolean {
  const date = c.snapshot.claimant?.deceasedDate
  if (date == null || !(c.day > dayNumber(date))) return false
  c.facts.firstFill = false
  trace(c, 'R04', 'skip', 'The patient has died')
  reject(c, 'R05', '65', `The patient died on ${usDate(date)}, before this fill`, {
    by: '-',
    fixHint: 'Check whose prescription it is; if the date is wrong, the carrier corrects it.',
  })
  return true
}

function notCovered(c: Case): void {
  const spans = c.snapshot.spans
  if (spans.length === 0) {
    trace(c, 'R04', 'skip', 'No coverage on file')
    return void reject(c, 'R05', '65', 'No coverage has been set up for this claim')
  }
  let earliest = spans[0]!
  let lastBefore: EligibilitySpan | null = null
  let later = false
  for (const span of spans) {
    if (dayNumber(span.effectiveDate) < dayNumber(earliest.effectiveDate)) earliest = span
    if (dayNumber(span.effectiveDate) > c.day) later = true
    else if (lastBefore === null || dayNumber(span.effectiveDate) > dayNumber(lastBefore.effectiveDate))
      lastBefore = span
  }
  if (lastBefore === null) {
    reject(c, 'R04', '67', `Coverage began on ${usDate(earliest.effectiveDate)}`)
    return trace(c, 'R05', 'skip', 'Coverage had not begun')
  }
  trace(c, 'R04', 'pass', `Coverage began on ${usDate(earliest.effectiveDate)}`)
  const settled = lastBefore.reasonCode === 'SETTLEMENT' || claimOf(c).compensability === 'SETTLED_MSA'
  const by = settled ? 'S' : 'A'
  const ended = usDate(lastBefore.termDate ?? '')
  if (later) return void reject(c, 'R05', '600', `Gap in coverage after ${ended}`, { by })
  const words = {
    TERM_CLOSED: 'the claim was closed',
    TERM_DENIED: 'the claim was denied',
    SETTLEMENT: 'the claim was settled',
  }
  const reason = lastBefore.reasonCode
  if (reason === 'TERM_CLOSED' || reason === 'TERM_DENIED' || reason === 'SETTLEMENT') {
    return void reject(c, 'R05', '69', `Coverage ended on ${ended}: ${words[reason]}`, {
      by,
      measure: { with: [{ id: reason, name: words[reason] }] },
    })
  }
  reject(c, 'R05', '68', `Coverage expired on ${ended}`, { by })
}
