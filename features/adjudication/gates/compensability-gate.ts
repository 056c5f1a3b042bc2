import { usDate } from '#platform/dates/day.ts'
import type { Measure } from '#features/prior-auths/findings.ts'
import { daysWord } from '../in-words.ts'
import { type Case, claimOf, reject, trace } from '../case.ts'
import { dayNumber } from '../day-number.ts'
import { firstFillOf, onFirstFillList } from './first-fill.ts'
import { showDollars, toCents } from '../money.ts'
import { fillsBefore } from '../history/supplies.ts'
import { daysWithParts, partsBefore } from './partial-fill.ts'

// G8: has the carrier accepted the injury, and if not yet, what may be paid anyway?

/**
 * Why a claim that is over stops a fill that its coverage still lets through: closed or settled before the day of service. Of one
 * whose day of closing is not known, a coverage with an end says until when it went on.
 */
function overAt(c: Case): 'closed' | 'settled' | null {
  const { status, compensability, closedDate } = claimOf(c)
  if (status === 'REOPENED' || c.span === null) return null
  if (status !== 'CLOSED' && compensability !== 'CLOSED' && compensability !== 'SETTLED_MSA') return null
  if (closedDate == null ? c.span.termDate !== null : c.day <= dayNumber(closedDate)) return null
  return compensability === 'SETTLED_MSA' ? 'settled' : 'closed'
}

function over(c: Case, how: 'closed' | 'settled'): void {
  const { closedDate } = claimOf(c)
  const on = closedDate == null ? '' : ` on ${usDate(closedDate)}`
  const measure: Measure = { with: [{ id: how, name: `the claim is ${how}` }] }
  if (how === 'closed')
    return void reject(c, 'R06', '830', `The claim was closed${on}, and its coverage was left open`, {
      measure,
      fixHint: 'End the coverage or reopen the claim; an adjuster may approve this fill.',
    })
  reject(c, 'R06', '830', `The claim was settled${on}: future medical care is paid from the settlement`, {
    by: 'S',
    measure,
    fixHint: 'End the coverage; only a supervisor may approve a fill after a settlement.',
  })
}

/** Runs R06 to R08 and R41. */
export function compensabilityGate(c: Case): void {
  const claim = claimOf(c)
  const denied = claim.compensability === 'CONTROVERTED' || claim.compensability === 'DENIED'
  const since = c.facts.daysSinceInjury ?? 0
  const ended = overAt(c)
  if (denied) {
    const word = claim.compensability === 'DENIED' ? 'denied' : 'controverted'
    const fixHint = 'A supervisor may approve without prejudice.'
    reject(c, 'R07', '830', `The claim is ${word}`, { by: 'S', fixHint })
    reject(c, 'R07', '65', `The claim is ${word}: the patient is not covered`, { by: 'S', fixHint })
    trace(c, 'R06', 'skip', `The claim is ${word}`)
  } else {
    trace(c, 'R07', 'pass', 'Neither controverted nor denied')
    const waiting = claim.compensability === 'PENDING'
    if (ended !== null) over(c, ended)
    else if (c.facts.firstFill) trace(c, 'R06', 'clear', `Day ${since} after the injury: the first-fill rule applies`)
    else if (waiting) reject(c, 'R06', '830', `The claim has not been accepted (day ${since} after the injury)`)
    else if (c.facts.planLevel === 'FIRST_FILL') {
      reject(c, 'R06', '830', `First-fill coverage has ended (day ${since} after the injury)`)
    } else trace(c, 'R06', 'pass', 'The claim is accepted')
  }
  if (c.facts.firstFill) firstFill(c)
  else trace(c, 'R08', 'skip', 'Not a first fill')
  callEveryTime(c)
}

function firstFill(c: Case): void {
  const rule = firstFillOf(c)
  const before = c.rejects.length
  // The parts of a fill are one supply.
  const parts = partsBefore(c)
  const days = daysWithParts(c)
  if (days > rule.capDays) {
    reject(
      c,
      'R08',
      rule.daysCode,
      `First fill of ${daysWord(days)} exceeds the ${rule.capDays}-day limit (${rule.words})`,
      { measure: { amounts: [{ of: 'DAYS', value: days }] } },
    )
  }
  if (rule.oneSupply) {
    const since = c.day - dayNumber(claimOf(c).doi)
    const earlier = fillsBefore(c, c.product.gpi.slice(0, 4), since).find((fill) => !parts.includes(fill))
    if (earlier !== undefined) {
      reject(
        c,
        'R08',
        rule.daysCode,
        `Only one first supply is covered: ${earlier.drug.name} was paid on ${usDate(earlier.past.fillDate)} (${rule.words})`,
        { measure: { with: [{ id: 'supply', name: 'an earlier supply' }] } },
      )
    }
  }
  if (c.pricing !== null) {
    const cents = Math.round(c.pricing.amountDue * 100)
    const cap = toCents(rule.capUsd)
    if (cents > cap) {
      reject(c, 'R08', '78', `First fill costs $${showDollars(cents)}; the limit is $${showDollars(cap)}`, {
        amount: cents / 100,
        measure: { amounts: [{ of: 'COST', value: cents / 100 }] },
      })
    }
  }
  // An excluded product has its 70 from R15 already.
  if (c.facts.formularyStatus !== 'EXCLUDED' && !onFirstFillList(c, rule)) {
    reject(c, 'R08', '70', `${c.product.name} is not on the first-fill list (${rule.words})`)
  }
  if (c.rejects.length === before) trace(c, 'R08', 'pass', `Within the first-fill rule (${rule.words})`)
}

function callEveryTime(c: Case): void {
  const listed = c.settings.callEveryTime.some(
    (prefix) => prefix === '*' || (prefix !== '' && c.product.gpi.startsWith(prefix)),
  )
  if (!listed) return trace(c, 'R41', 'pass', 'No call to the carrier required')
  reject(c, 'R41', '830', `The carrier must authorize every fill of ${c.product.name}`)
}
