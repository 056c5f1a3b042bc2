import { type Case, claimOf, reject, trace } from '../case.ts'
import { dayNumber } from '../day-number.ts'
import { firstFillOf, onFirstFillList } from './first-fill.ts'
import { showDollars, toCents } from '../money.ts'
import { fillsBefore } from '../history/supplies.ts'

// G8: has the carrier accepted the injury, and if not yet, what may be paid anyway?

/** Runs R06 to R08 and R41. */
export function compensabilityGate(c: Case): void {
  const claim = claimOf(c)
  const denied = claim.compensability === 'CONTROVERTED' || claim.compensability === 'DENIED'
  const since = c.facts.daysSinceInjury ?? 0
  if (denied) {
    const word = claim.compensability === 'DENIED' ? 'denied' : 'controverted'
    const fixHint = 'A supervisor may approve without prejudice.'
    reject(c, 'R07', '830', `The claim is ${word}`, { by: 'S', fixHint })
    reject(c, 'R07', '65', `The claim is ${word}: the person is not covered`, { by: 'S', fixHint })
    trace(c, 'R06', 'skip', `The claim is ${word}`)
  } else {
    trace(c, 'R07', 'pass', 'Neither controverted nor denied')
    const waiting = claim.compensability === 'PENDING'
    if (c.facts.firstFill) trace(c, 'R06', 'clear', `Day ${since} after the injury: the first-fill rule decides`)
    else if (waiting) reject(c, 'R06', '830', `The claim is not accepted yet, day ${since} after the injury`)
    else if (c.facts.planLevel === 'FIRST_FILL') {
      reject(c, 'R06', '830', `First-fill coverage has run out, day ${since} after the injury`)
    } else trace(c, 'R06', 'pass', 'The claim is accepted')
  }
  if (c.facts.firstFill) firstFill(c)
  else trace(c, 'R08', 'skip', 'Not a first fill')
  callEveryTime(c)
}

function firstFill(c: Case): void {
  const rule = firstFillOf(c)
  const before = c.rejects.length
  if (c.daysSupply > rule.capDays) {
    reject(c, 'R08', rule.daysCode, `First fill: ${c.daysSupply} days, ${rule.capDays} are paid (${rule.words})`)
  }
  if (rule.oneSupply) {
    const since = c.day - dayNumber(claimOf(c).doi)
    const earlier = fillsBefore(c, c.product.gpi.slice(0, 4), since)[0]
    if (earlier !== undefined) {
      reject(
        c,
        'R08',
        rule.daysCode,
        `One first supply only: ${earlier.drug.name} was paid on ${earlier.past.fillDate} (${rule.words})`,
      )
    }
  }
  if (c.pricing !== null) {
    const cents = Math.round(c.pricing.amountDue * 100)
    const cap = toCents(rule.capUsd)
    if (cents > cap) {
      reject(c, 'R08', '78', `First fill costs ${showDollars(cents)} dollars, ${showDollars(cap)} are paid`, {
        amount: cents / 100,
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
  if (!listed) return trace(c, 'R41', 'pass', 'The carrier need not be called')
  reject(c, 'R41', '830', `The carrier wants to be asked about ${c.product.name} every time`)
}
